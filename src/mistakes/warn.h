/* Declares what the functions share that find mistakes in a run. Private to src/mistakes. */
#pragma once

#include "mistakes/warnings.h"
#include "trace/stage/pass.h"

struct warner {
    struct tape *tape;
    struct graph graph;
    struct warnings *out;
    struct map said;           /* place and kind: 1 + the first warning of it */
    enum mistake_kind kind;    /* under way */
    int at;                    /* which event or pass is looked at, ... */
    const struct event *event; /* ... where each is; else NULL */
    const struct pass *pass;
    bool failed; /* with session->in.error: memory, time. No function need ask */
};

/* Adds a warning at the learner's code of event `event`; that it was said of the place before is
 * marked. */
void warn_add(struct warner *w, int event, const char *format, ...) QKV_PRINTF(3, 4);
void warn_add_at(struct warner *w, int event, const struct span *at, const char *format, ...)
    QKV_PRINTF(4, 5);
/* There is no memory; whether there is time. */
void warn_memory(struct warner *w);
bool warn_in_time(struct warner *w);
/* The same code; the same warning of the same place of the code. */
bool warn_same_span(const struct span *a, const struct span *b);
bool warn_same_place(const struct warning *x, const struct warning *y);
/* Whether such a warning was given for the event already. */
bool warn_said(const struct warner *w, enum mistake_kind kind, int event);

/* A tensor as it was, read along one axis: rows of `length` cells. */
struct rows {
    struct tensor tensor; /* owned */
    int axis;
    int64_t count, length;
};
/* An input as it was before the event; its result behind it. Without memory there are no rows. */
void rows_of_input(struct warner *w, int event, int input, int axis, struct rows *out);
void rows_of_result(struct warner *w, int event, int axis, struct rows *out);
/* An input as it was before the event, to be given back. False without memory or time. */
bool warn_takes(struct warner *w, int event, int input, struct tensor *out);
double rows_at(const struct rows *r, int64_t row, int64_t k);
/* The first row whose sum is neither 1 nor 0, -1: none; *sum: what it adds up to. */
int64_t rows_broken(const struct rows *r, double *sum);
void rows_close(struct rows *r);
#define scoped_rows __attribute__((cleanup(rows_close))) struct rows /* of a block */
/* Which input of a mask event the scores are; -1: they are not told from the mask (mask_open.c). */
int mask_open_takes(struct tape *t, int event);
/* (..., a, b) is read as (..., b, a): the shape of the transpose. */
bool products_reread(const struct event *e);
/* Whether dropout made the weights that the context takes (rows.c). */
bool rows_dropped(const struct warner *w, const struct pass *p);

/* Whether the weights that the context takes join shares of the same scores along two axes, as
 * softmax(s, 1) * softmax(s, 2): two sides choose each other, and no row adds up to 1. */
bool rows_are_mutual(struct warner *w, const struct pass *p);

/* Whether softmax runs over another axis than the keys: then its rows are not what queries see. */
bool rows_run_astray(struct warner *w, const struct pass *p);

/* The axis of the weights that the context sums over; -1: it cannot be told, or other weights
 * collect these. */
int softmax_summed_axis(struct warner *w, const struct pass *p);
/* The same axis as it lay in the result of softmax. */
int softmax_collected_axis(struct warner *w, const struct pass *p);

/* Whether all that takes a step's result puts something else where it is NaN, and does no more than
 * look at it elsewhere. */
bool rows_are_mended(struct warner *w, int event);
