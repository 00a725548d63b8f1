/* A search for the origins of a cell has the question (which cell of which output), and the tensors
 * among the arguments, its sources. The explanation of a cell (trace/explain) uses it too: it asks
 * the same of the same calls. Otherwise private to this room. */
#pragma once

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

/* Fills in the sources. False: no memory, or an argument that cannot be read. */
bool origin_collect(struct search *s);
bool origin_named(const char *name, const char *wanted); /* a name inside a signature */
/* The argument of that name, or NULL if the row has none. */
const struct argument *origin_argument(const struct search *s, const char *name);
int origin_source(const struct search *s, const char *name); /* -1: none */
/* The argument `dim` (or `axis`) as a set of axes of t; none means all of them. */
unsigned origin_axes(const struct search *s, const struct tensor *t);
bool origin_is_array(struct interp *in, struct value v); /* of torch or of NumPy */
int origin_dim(int64_t dim, const struct tensor *t);     /* a negative one counts from the end */

/* The answers of kinds with a file of their own: origin_sort.c, origin_special.c. */
bool origin_sort(struct search *s);
/* A row whose cells come about in a way of its own; *known is false if it is none. */
bool origin_special(struct search *s, bool *known);
