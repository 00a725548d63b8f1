/* Gets a tensor of a step as it was then: its plane, the range of its numbers, its name. */
#pragma once

#include "show/plane.h"

enum role { ROLE_INPUT, ROLE_RESULT, ROLE_BEFORE, ROLE_INSTEAD, ROLE_CHANGE };

struct shown {
    enum role role;
    const struct tape_tensor *of;
    struct tensor then; /* owned reference */
    struct plane slice;
    int input;        /* index into event.input; -1: no input */
    int output;       /* ... else into event.output */
    int event;        /* of which it is an input or a result */
    const char *name; /* in the code; NULL: it has none */
    int maker;        /* the event that made it, -1: not on the tape */
    /* of the cells of the plane */
    double lowest, highest;    /* of the finite ones; lowest > highest: there are none */
    bool infinite, nan, round; /* round: none has a fraction */
    /* of all of its heads, in this batch: one scale of colors holds for them */
    double least, most;
};

/* Chooses the plane of s, whose `then` is set, and measures its cells. */
void shown_measure(struct shown *s, const struct tape_tensor *of, int64_t batch, int64_t head);

/* "attn_weights"; the code that made it when it has no name; "weight" for an argument. `inside` of
 * an open composite the code is the program's own; names of its own functions count if `local`. */
void shown_name(const struct tape *t, const struct shown *s, bool inside, bool local,
                struct buf *out);
/* Whether the scores' axes are meant: rows are queries, columns are keys. */
bool shown_is_attention(const struct tape *t, const struct shown *s);
/* The label of a row or column: a token, a head ("h0"), an index. */
void shown_row_label(const struct shown *s, int64_t row, struct buf *out);
void shown_column_label(const struct shown *s, int64_t column, struct buf *out);
/* Of a cell, by its row-major number: all of its axes but batches and the last one; "h0 Your". */
void shown_cell_label(const struct shown *s, int64_t cell, struct buf *out);
