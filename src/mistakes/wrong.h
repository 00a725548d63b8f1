/* Declares what the files fault_*.c share. Private to src/trace.
 *
 * Each function of the table is called twice: first with `make` false, to ask whether the event
 * could be done in this wrong way (nothing is computed); then for the result. */
#ifndef QKV_MISTAKES_WRONG_H
#define QKV_MISTAKES_WRONG_H

#include "mistakes/fault.h"
#include "trace/tape/flow.h"

struct wrong {
    struct tape *t;
    struct compute *cx;
    int event;
    const struct event *e;
    bool make;         /* else only whether it could be */
    bool walk;         /* the walkthrough asks: at one step, what is worth looking at there */
    struct tensor out; /* owned */
    struct buf *code;  /* how the walkthrough heads it; NULL: nobody wants it */
};

#define FAULT(id, walk, sentence, reason) bool fault_##id(struct wrong *w);
#include "mistakes/faults.def"
#undef FAULT

struct wrong wrong_of(struct tape *t, int event, struct buf *code);
/* Whether an event could be done that way at all; makes it. session->in.error stays as it is. */
bool fault_could(struct tape *t, int event, enum fault_kind kind);
bool fault_apply(struct wrong *w, enum fault_kind kind);

/* --- what the event has --- */

/* The pass that the event belongs to; NULL: none. */
const struct pass *wrong_pass(const struct wrong *w);
/* The stage of an event. What belongs to no pass, since softmax or values are still missing, is
 * told by its operands (fault_loose.c); the walkthrough leaves it alone. */
enum stage fault_loose_stage(const struct wrong *w, int event);
/* The last event whose result an input holds; -1: none. */
int wrong_source(const struct wrong *w, int event, int input);
/* The same, past events with one of these names. */
int wrong_source_past(const struct wrong *w, int event, int input, uint64_t traits);
/* An input as it was; to be given back with tensor_release. */
bool wrong_input(const struct wrong *w, int event, int input, struct tensor *out);
const struct tensor *wrong_result(const struct wrong *w); /* the right one's shape and dtype */
/* Which inputs of a contraction are multiplied: queries and keys, or weights and values. */
void wrong_factors(const struct wrong *w, int event, int *left, int *right);
/* A product of queries and keys, of weights and values. */
bool wrong_is_scores(const struct wrong *w);
bool wrong_is_context(const struct wrong *w);
bool wrong_is_einsum(const struct wrong *w, int event);

/* --- what comes of it --- */

/* A copy of that input is the result. */
bool wrong_is_input(struct wrong *w, int event, int input);
/* The cells in row-major order, read in another shape; `in` is released. */
bool wrong_read_as(struct wrong *w, struct tensor *in, const struct tensor *like);
/* Carries an event's operation out again with `instead` in the place of one input, or `number` in
 * that of an argument which is a number. False: that cannot be done. */
bool wrong_again(struct wrong *w, int event, int input, const struct tensor *instead,
                 struct tensor *out);
bool wrong_again_number(struct wrong *w, int event, int argument, double number,
                        struct tensor *out);
/* "view(2, 3, 20)" */
void wrong_code_sizes(const struct wrong *w, const char *name, const struct tensor *t);
void wrong_code(const struct wrong *w, const char *text);

/* --- softmax (fault_softmax.c) --- */

/* softmax as one operation, the middle of a pass. */
bool fault_softmax_is(const struct wrong *w);
/* The softmax of other scores, which are released. */
bool fault_softmax_of(struct wrong *w, struct tensor *scores);
/* All cells of a copy times a factor. */
bool fault_softmax_scaled(struct wrong *w, const struct tensor *in, double factor,
                          struct tensor *out);

/* --- the mask (fault_mask.c) --- */

#define CHAIN_MOST 16 /* steps back to the mask */

/* --- transposes (fault_heads.c) --- */

/* Whether the event turns the keys for the product with the queries: the last two axes change. */
bool fault_heads_turn_keys(const struct wrong *w);

#endif
