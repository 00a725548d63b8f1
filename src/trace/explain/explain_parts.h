/* What the files explain*.c share. Private to them.
 *
 * A telling holds the question, the call with every tensor as it was, and the explanation under
 * construction. Whoever answers adds lines (tell_step) and ends with a result (tell_result). */
#ifndef QKV_TRACE_EXPLAIN_EXPLAIN_PARTS_H
#define QKV_TRACE_EXPLAIN_EXPLAIN_PARTS_H

#include "tensor/product/gemm.h"
#include "torch/origin/origin_parts.h"
#include "trace/explain/explain.h"

struct telling {
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
    int64_t group, group_at; /* lines of the group under way, and how many of them were told */
    int head, tail;          /* how many of its first and last lines are shown */
    bool silent;             /* lines are not kept: what they lead to is asked for, not told */
    bool failed;             /* memory */
};

/* --- numbers (explain_number.c) --- */

struct scalar { /* one cell, in the type that it is computed in */
    enum dtype dtype;
    double f;  /* float types, and the real part */
    int64_t i; /* the others */
    double imaginary;
};
struct scalar scalar_float(double value, enum dtype dtype); /* rounded to it */
struct scalar scalar_int(int64_t value, enum dtype dtype);  /* wrapped to it */
struct scalar scalar_cell(const struct tensor *x, int64_t cell);
struct scalar scalar_as(struct scalar x, enum dtype dtype); /* converted as tensor_cast does */
struct scalar scalar_add(struct scalar a, struct scalar b);
struct scalar scalar_subtract(struct scalar a, struct scalar b);
struct scalar scalar_multiply(struct scalar a, struct scalar b);
struct scalar scalar_divide(struct scalar a, struct scalar b); /* of floats */
/* a * b + sum, rounded once; integers wrap. */
struct scalar scalar_fused(struct scalar a, struct scalar b, struct scalar sum);
double scalar_double(struct scalar x);
void scalar_text(struct scalar x, struct buf *out);
/* Each # of the format is the next of the numbers: "# * # = #". */
void scalars_text(struct buf *out, const char *format, const struct scalar *at);

/* --- lines (explain_tell.c) --- */

/* A line. text is taken over and emptied; after may be NULL. */
void tell_step(struct telling *t, const char *part, int64_t from, struct buf *text,
               const struct scalar *after, double value);
/* A line of numbers: tell_numbers(t, "divide", -1, "# / # = #", {a, b, c}): its value is the last
 * one. */
void tell_numbers(struct telling *t, const char *part, int64_t from, const char *format, int count,
                  const struct scalar *at);
/* A line of words. */
void tell_words(struct telling *t, const char *part, int64_t from, const char *format, ...)
    QKV_PRINTF(4, 5);
/* `total` lines follow, of which at most `most` are shown. */
void tell_group(struct telling *t, int64_t total, int most);
/* Whether the next line of the group is to be shown. In the gap, one line says how many are not;
 * `running` is the sum so far. */
bool tell_shown(struct telling *t, const struct scalar *running);
void tell_result(struct telling *t, struct scalar value);
/* The same with a cell of a tensor, whatever its type. */
void tell_result_of(struct telling *t, const struct tensor *x, int64_t cell);

const struct tensor *tell_input(const struct telling *t, int input);            /* as it was */
const char *tell_parameter(const struct telling *t, int argument, size_t *len); /* its name */
/* Index into event.input, -1 for none. */
int tell_input_of(const struct telling *t, int argument, int element);
int tell_input_named(const struct telling *t, const char *parameter);
/* The expression that made the result of an event of the same statement: "keys.transpose(2, 3)", in
 * parentheses where an index behind it would go elsewhere. False: it is too long, or not there. */
bool tell_code(const struct telling *t, int event, struct buf *out);
/* The name in the code, else the expression, else the parameter's name. */
void tell_name(const struct telling *t, int input, struct buf *out);
void tell_cell(const struct telling *t, int input, int64_t cell, struct buf *out);
struct scalar tell_value(const struct telling *t, int64_t from); /* of a cell in ex->from */
/* The first n of them as `read` gives them: "0.1 + 0.2 + ... + 0.9" when there are many. */
typedef struct scalar tell_reader(const struct telling *t, int64_t from);
void tell_few(const struct telling *t, int64_t n, const char *between, tell_reader *read,
              struct buf *out);
/* The cell of input 0 that lies at a place of the storage of x, which has that input's shape: an
 * index into ex->from, -1 for none. */
int64_t tell_from_at(const struct telling *t, const struct tensor *x, int64_t place);
/* "storage offset = 0 + 1*12 + 0*6 + 3*2 + 1 = 19" without the words. */
void tell_offset(const struct tensor *x, const int64_t *at, struct buf *out);

/* The cells of one input among ex->from. */
struct run_of_cells {
    int input;
    int64_t count;
    int64_t *from; /* indices into ex->from: owned, freed by tell_runs_free */
};
/* Takes ex->from apart by input, in the order of the inputs; at most `most`. Returns how many. */
int tell_runs(struct telling *t, struct run_of_cells *at, int most);
void tell_runs_free(struct run_of_cells *at, int count);
/* "the largest of x[0, k] over k = 0 ... 3" as the formula, and the row's numbers. */
void tell_whole_row(struct telling *t, const char *words);
/* queries[0, 0, 2, k]: places that are the same in every cell as numbers, the others as letters
 * from `letter` on, equal ones for what runs in step. ranges gets "k = 0 ... 5". */
struct letters {
    char next;
    int count;
    struct {
        const struct run_of_cells *run;
        int axis;
        char letter;
    } known[TENSOR_MAX_DIMS];
};
void tell_pattern(const struct telling *t, const struct run_of_cells *run, struct letters *letters,
                  struct buf *ranges, struct buf *out);

/* --- sums of products (explain_terms.c) --- */

struct product_term { /* x * y; x is cell `cell` of `input` (-1: of an intermediate result) */
    struct scalar x, y;
    int input;
    int64_t cell;
};
struct terms {
    int64_t count;
    enum dtype dtype;           /* that they are multiplied in */
    bool single;                /* one product, to which no 0 is added: -0 stays -0 */
    enum gemm_sum sum;          /* how a product is added: tensor/product/gemm.h */
    struct gemm_form form;      /* of the matrices: panels, lanes */
    bool in_fours;              /* the cell's place among them: gemm_in_fours */
    const struct scalar *start; /* what the sum begins at; NULL: 0 */
    const struct scalar *bias;  /* that panels are added to; NULL: none */
    struct product_term (*term)(const struct telling *t, const void *arg, int64_t k);
    const void *arg;
};
/* Where an operation turns its operands around first (einsum, a vector times a matrix), their
 * shapes do not tell how they lie when they are multiplied: the cell itself says which of the ways
 * it was. Only for a sum that is the whole result. */
void terms_find_form(const struct telling *t, struct terms *terms);
/* A fused float32 sum, which BLAS may cut in pieces: see struct gemm_form. */
bool terms_fused(const struct terms *terms);
/* The sum alone, nothing is told. */
struct scalar terms_sum(const struct telling *t, const struct terms *terms);
/* Tells the terms with their running sum, and returns the sum. */
struct scalar terms_add_up(struct telling *t, const struct terms *terms);
/* All products when there are few, else the first ones and the last. */
void terms_numbers(struct telling *t, const struct terms *terms, struct buf *out);

/* --- bfloat16 (explain_short.c) --- */

/* What happens to a product of bfloat16 behind its sum; `arg` is the caller's. */
typedef struct scalar short_finish_fn(struct telling *t, struct scalar sum, const void *arg);
/* Sums of bfloat16 are rounded at their end or at every step, and a bias comes before or after:
 * finds the way that ends in the cell and tells it. bias and finish may be NULL. False: none does.
 */
bool short_answer(struct telling *t, const struct terms *terms, const struct scalar *bias,
                  int64_t bias_from, short_finish_fn *finish, const void *arg);

/* --- sums (explain_sum.c) --- */

/* Tells the additions of a cell's sum over `axes` of x, as reduce_fold carries them out. `named`
 * has the shape of input 0 and the memory of x: its cells are pointed at; NULL: none are. At most
 * `most` lines. Rounds to the type of x at the end. */
struct scalar sum_of_cells(struct telling *t, const struct tensor *x, const struct tensor *named,
                           unsigned axes, bool keepdim, int most);

/* --- carrying the row's function out again (explain_again.c) --- */

/* On the one cell of each input that broadcasting brings here; false: it gave something else. */
bool again_one_cell(struct telling *t, struct tensor *out);
/* On everything. */
bool again_all(struct telling *t, struct tensor *out);
/* One of the two, and its cell as the result. */
bool again_result(struct telling *t, bool one_cell);

/* --- the formula of the row (explain_formula.c) --- */

/* With the names in the code and filled in indices, and with numbers. */
void formula_fill(struct telling *t);

/* --- kinds: true when they answered; false: nothing was told, ask the next one --- */
bool explain_elementwise(struct telling *t); /* explain_formula.c */
bool explain_product(struct telling *t);     /* explain_product.c */
bool explain_einsum(struct telling *t);      /* explain_einsum.c */
bool explain_count(struct telling *t);       /* explain_count.c */
bool explain_made_sum(struct telling *t);    /* explain_made.c */
bool explain_norm(struct telling *t);        /* explain_norm.c */
bool explain_fold(struct telling *t);        /* explain_fold.c */
bool explain_sum(struct telling *t);         /* explain_sum.c */
bool explain_scan(struct telling *t);        /* explain_fold.c */
bool explain_softmax(struct telling *t);     /* explain_row.c */
bool explain_layer_norm(struct telling *t);  /* explain_row.c */
bool explain_map(struct telling *t);         /* explain_map.c */
bool explain_sort(struct telling *t);        /* explain_map.c */

#endif
