/* Holds the work on one explanation: the cell that is asked about, the call with every tensor as it
 * was, and the explanation under construction. A function for each kind of operation answers: it
 * adds lines (line.h) and sets the result. Private to this room. */
#pragma once

#include "torch/origin/origin_search.h"
#include "trace/explain/explain.h"
#include "trace/explain/scalar.h"

struct explainer {
    struct tape *tape;
    int event, output;
    const struct event *e;
    struct compute *cx;
    int64_t cell;
    int64_t at[TENSOR_MAX_DIMS]; /* its place */
    struct tensor out;           /* the output, right behind the event */
    struct call call;            /* as it was called */
    struct search search;        /* parameters by name: origin_argument(&t->search, "dim") */
    struct explanation *ex;
    int64_t group, group_at; /* lines of the group under way, and how many of them were counted */
    int head, tail;          /* how many of its first and last lines are shown */
    int depth;               /* of formulas in formulas */
    bool silent;             /* lines are not kept: only what they lead to is asked for */
    bool failed;             /* memory */
};

/* --- explain.c --- */

/* explain_cell for a formula in a formula. */
bool explainer_cell(struct tape *tape, int event, int output, int64_t cell, int depth,
                    struct explanation *out);

/* --- explainer.c --- */

/* Sets the result, converted to the type of the output. */
void explainer_result(struct explainer *t, struct scalar value);
/* The same with a cell of a tensor, whatever its type. */
void explainer_result_of(struct explainer *t, const struct tensor *x, int64_t cell);

const struct tensor *explainer_input(const struct explainer *t, int input); /* as it was */
const char *explainer_parameter(const struct explainer *t, int argument,
                                size_t *len); /* its name */
/* Index into event.input, -1 for none. */
int explainer_input_of(const struct explainer *t, int argument, int element);
int explainer_input_named(const struct explainer *t, const char *parameter);
struct scalar explainer_value(const struct explainer *t, int64_t from); /* of a cell in ex->from */
/* The cell of input 0 that lies at a place of the storage of x, which has that input's shape: an
 * index into ex->from, -1 for none. */
int64_t explainer_from_at(const struct explainer *t, const struct tensor *x, int64_t place);

/* --- the kinds --- */

/* The functions of the table `by_kind` in explain.c. True: it has answered; false: it wrote
 * nothing, ask the next one. */
bool explain_elementwise(struct explainer *t);           /* explain_formula.c */
bool explain_gathered(struct explainer *t);              /* explain_gathered.c */
bool explain_product(struct explainer *t);               /* explain_product.c */
bool explain_einsum(struct explainer *t);                /* explain_einsum.c */
bool explain_count(struct explainer *t);                 /* explain_count.c */
bool explain_log_sum(struct explainer *t);               /* explain_log_sum.c */
bool explain_norm(struct explainer *t);                  /* explain_norm.c */
bool explain_loss(struct explainer *t);                  /* explain_loss.c */
bool explain_loss_gradient(struct explainer *t);         /* explain_loss.c */
bool explain_loss_squares(struct explainer *t);          /* explain_loss.c */
bool explain_loss_squares_gradient(struct explainer *t); /* explain_loss.c */
bool explain_fold(struct explainer *t);                  /* explain_fold.c */
bool explain_sum(struct explainer *t);                   /* explain_sum.c */
bool explain_scan(struct explainer *t);                  /* explain_fold.c */
bool explain_softmax(struct explainer *t);               /* explain_row.c */
bool explain_layer_norm(struct explainer *t);            /* explain_row.c */
bool explain_backward_softmax(struct explainer *t);      /* explain_backward.c */
bool explain_backward_norm(struct explainer *t);         /* explain_backward.c */
bool explain_map(struct explainer *t);                   /* explain_map.c */
bool explain_sort(struct explainer *t);                  /* explain_map.c */
