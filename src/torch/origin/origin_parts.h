/* What the files origin*.c share. Private to them and to the explanation of a cell
 * (trace/explain*.c), which asks the same questions of the same calls.
 *
 * A search holds the question (which cell of which output) and the tensors among the arguments, its
 * sources. Most answers are regions: a first cell and steps along some axes, in row-major cell
 * numbers of one source. */
#ifndef QKV_TORCH_ORIGIN_ORIGIN_PARTS_H
#define QKV_TORCH_ORIGIN_ORIGIN_PARTS_H

#include "torch/origin/origin.h"

struct operand { /* a tensor among the arguments */
    int argument, element;
    const char *name;            /* of the parameter: in the row's signature, not NUL-terminated */
    const struct tensor *tensor; /* borrowed */
    struct class *class;
    enum {
        SOURCE_TENSOR,      /* Tensor, Other */
        SOURCE_NUMBER,      /* a tensor of one cell, taken as a number */
        SOURCE_LIST,        /* of a Tensor[] */
        SOURCE_OBJECT,      /* an array given for an `object` */
        SOURCE_OBJECT_LIST, /* one of a list of arrays given for an `object` */
        SOURCE_SILENT       /* made of a list of numbers: an operand, but no cell to name */
    } held;
};

struct search {
    struct call *call;
    int output;
    const struct tensor *out;
    int64_t cell;
    int64_t at[TENSOR_MAX_DIMS]; /* the cell's place in out */
    struct operand *source;
    int sources, sources_cap;
    struct origins *found;
};

struct region {
    int source;
    int64_t base; /* the first cell */
    int ndim;
    int64_t size[TENSOR_MAX_DIMS * 2], step[TENSOR_MAX_DIMS * 2];
};

/* --- origin.c: parameters and sources by name --- */
bool origin_named(const char *name, const char *wanted); /* a name inside a signature */
/* The argument of that name, or NULL if the row has none. */
const struct argument *origin_argument(const struct search *s, const char *name);
int origin_source(const struct search *s, const char *name); /* -1: none */
/* The argument `dim` (or `axis`) as a set of axes of t; none means all of them. */
unsigned origin_axes(const struct search *s, const struct tensor *t);
bool origin_is_array(struct interp *in, struct value v); /* of torch or of NumPy */
int origin_dim(int64_t dim, const struct tensor *t);     /* a negative one counts from the end */

/* --- origin_region.c: places, and adding to the answer --- */
void origin_steps(const struct tensor *t, int64_t step[TENSOR_MAX_DIMS]); /* row-major */
void origin_place(const struct tensor *t, int64_t cell, int64_t at[TENSOR_MAX_DIMS]);
/* The cell of t that broadcasting brings to place `at` of ndim axes. */
int64_t origin_broadcast(const struct tensor *t, int ndim, const int64_t *at);
bool origin_add(struct search *s, int source, int64_t cell);
/* Regions of the most cells are given cell by cell in turn (a row and a column), others whole. */
bool origin_add_regions(struct search *s, int count, const struct region *regions);
bool origin_add_all(struct search *s, int source);
bool origin_add_same(struct search *s, int source); /* the broadcast place */
/* The cells of a source along `axes`, for place `at` of an output that has lost them or not. */
struct region origin_row(const struct search *s, int source, unsigned axes, int ndim,
                         const int64_t *at);

/* --- the kinds that need a file of their own --- */
bool origin_map(struct search *s); /* origin_map.c */
bool origin_map_all(struct search *s, struct origin *each);
bool origin_sort(struct search *s);        /* origin_sort.c */
bool origin_contraction(struct search *s); /* origin_contraction.c */
/* A row whose cells come about in a way of its own; *known is false if it is none. */
bool origin_special(struct search *s, bool *known);
bool origin_equation(struct search *s, const char *equation); /* as einsum's, operands = sources */
/* Carries the operation out once more; *again is to be given back with origin_release. */
bool origin_rerun(struct search *s, struct call *again);
void origin_release(const struct search *s, struct call *again);
/* The output of the run that the question is about; NULL: it is no tensor. */
const struct tensor *origin_result(const struct search *s, const struct call *again);

#endif
