/* Declares how a step of a run is done again in another way: a mistake is made in it, or mended. By
 * the same kernels and so with their bits. Private to src/mistakes.
 *
 * Each function of the table that makes a mistake is called twice: first with `make` false, to ask
 * whether the event could be done in this wrong way (nothing is computed); then for the result. */
#pragma once

#include "mistakes/mistake.h"
#include "trace/tape/flow.h"

struct redo {
    struct tape *t;
    struct compute *cx;
    int event;
    const struct event *e;
    bool make;         /* else only whether it could be */
    bool walk;         /* the walkthrough asks: at one step, what is worth looking at there */
    struct tensor out; /* owned */
    struct buf *code;  /* how the walkthrough heads it; NULL: nobody wants it */
};

struct redo redo_of(struct tape *t, int event, struct buf *code);
/* Whether an event could be done that way at all; makes it. session->in.error stays as it is. */
bool redo_could(struct redo *r, bool (*way)(struct redo *r));
bool redo_apply(struct redo *r, bool (*way)(struct redo *r));

/* --- what the event has --- */

/* The pass that the event belongs to; NULL: none. */
const struct pass *redo_pass(const struct redo *r);
/* The stage of an event. What belongs to no pass, since softmax or values are still missing, is
 * told by its operands (redo_stage.c); the walkthrough leaves it alone. */
enum stage redo_stage(const struct redo *r, int event);
/* The last event whose result an input holds; -1: none. */
int redo_source(const struct redo *r, int event, int input);
/* The same, past events with one of these traits. */
int redo_source_past(const struct redo *r, int event, int input, uint64_t traits);
const struct tensor *redo_result(const struct redo *r); /* the one that it gave: shape and dtype */
/* Which inputs of a contraction are multiplied: queries and keys, or weights and values. */
void redo_factors(const struct redo *r, int event, int *left, int *right);
/* A product of queries and keys, of weights and values, and which inputs they are. */
bool redo_is_scores(const struct redo *r, int *query, int *key);
bool redo_is_context(const struct redo *r, int *weights, int *value);

#define CHAIN_MOST 16 /* steps back to what is looked for */

/* --- what comes of it --- */

/* A tensor is taken, becomes another one, and another, and then the result. All of these take `x`
 * over: where they fail, nothing is left of it. */

/* An input as it was before the event; the event's result as it was behind it. */
bool redo_take(const struct redo *r, int event, int input, struct tensor *x);
bool redo_take_result(const struct redo *r, int event, struct tensor *x);
/* `next` stands in the place of x, if it was made. */
bool redo_next(bool made, struct tensor *x, const struct tensor *next);
/* Two axes change places. */
bool redo_turn(const struct redo *r, struct tensor *x, int a, int b);
/* All cells times a factor. */
bool redo_scale(const struct redo *r, struct tensor *x, double factor);
/* The result was made of it. */
bool redo_done(bool made, struct tensor *x);
/* The event's operation with it in the place of one input, or with `number` in that of an argument
 * which is a number. False: that cannot be done. */
bool redo_again(struct redo *r, int input, struct tensor *x);
bool redo_again_number(struct redo *r, int argument, double number);

/* Whole ways; true at once where nothing is to be made. */

/* A copy of that input is the result. */
bool redo_input(struct redo *r, int event, int input);
/* The cells of that input in row-major order, read in the shape of the result: "view(2, 3, 20)";
 * where view raises an error, "reshape(2, 3, 20)"; of an event before, which is left out by that:
 * "reshape, no transpose". */
bool redo_reread(struct redo *r, int event, int input, const char *name);
/* Input `other` of event `from` in the place of input `input`, or that with its last two axes
 * exchanged. */
bool redo_swapped(struct redo *r, int input, int from, int other, bool turn);

/* How the walkthrough heads it. */
void redo_code_sizes(const struct redo *r, const char *name, int ndim, const int64_t *size);
void redo_code(const struct redo *r, const char *format, ...) QKV_PRINTF(2, 3);

/* --- softmax (softmax.c) --- */

/* softmax as one operation, the middle of a pass. */
bool softmax_is(const struct redo *r);
/* The result is the softmax of other scores, which are taken over. */
bool softmax_of(struct redo *r, struct tensor *scores);

/* --- transposes (heads.c) --- */

/* Whether the event turns the keys for the product with the queries: the last two axes change. */
bool heads_turn_keys(const struct redo *r);
