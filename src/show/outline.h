/* Shows the tape as a tree of rows: calls of the learner's functions with their steps,
 * composites of the program itself (nn.MultiheadAttention) that open into theirs, set-up in one
 * row.
 *
 * Rows stand in the order in which they are shown when everything is open; a row's children follow
 * it, up to `next`. Numbers of steps do not depend on what is open. */
#pragma once

#include "trace/tape/tape.h"

enum row_kind {
    ROW_EVENT,     /* one operation */
    ROW_CALL,      /* of one of the learner's own functions */
    ROW_COMPOSITE, /* of a function of the program itself that took several operations */
    ROW_SETUP      /* construction, inputs, masks */
};

struct row {
    enum row_kind kind;
    int depth;      /* how many rows it is inside of */
    int next;       /* the row behind its children */
    int first, end; /* events [first, end) */
    int shown;      /* the one whose result is shown while it is folded: what the call gave */
    int call;       /* ROW_CALL, ROW_COMPOSITE: which; else the call it stands in */
    bool open;      /* whether its children are shown at first */
};

struct outline {
    const struct tape *tape;
    struct row *row;
    int count, cap;
};

/* Whether a call is Module.__call__, which stands between an expression and forward(). */
bool outline_between(const struct tape *t, int call);

/* The event that made, or wrote last, the `nth` of the tensors that the row's call gave; -1: it
 * gave no more, or no step of it made them. *output: which of the event's outputs it is. */
int outline_given(const struct tape *t, const struct row *row, int nth, int *output);

/* After stages_find. False with session->in.error: memory. */
bool outline_make(struct outline *o, struct tape *t);
void outline_free(struct outline *o);

/* "12 operations: inputs, batch, 4 Linear, mask": what a ROW_SETUP did, within `width` columns. */
void outline_setup_text(const struct outline *o, const struct row *row, int width, struct buf *out);
