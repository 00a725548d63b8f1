/* Carries out an order of additions (tensor/compute/adding.h), and tells it line by line. */
#pragma once

#include "tensor/compute/adding.h"
#include "trace/explain/explainer.h"
#include "trace/explain/scalar.h"

struct added { /* a term: x * y, or x alone */
    struct scalar x, y;
    struct scalar product; /* rounded; of x alone: x */
    int input;             /* the cell that x is, for terms.c */
    int64_t cell;
};

enum add_joins {                /* The lines of joins ... */
                 JOINS_LIKE,    /* ... are like those of terms; */
                 JOINS_COUNTED, /* ... count among them, without a name or a running sum; to move a
                                   sum into an empty one is none; */
                 JOINS_APART    /* ... do not count. */
};

struct adder;
struct adder_ways {
    /* Takes the steps of the order; returns the number of the sum that is the result. */
    int (*order)(struct adder *a, add_take *take);
    void (*term)(const struct adder *a, int64_t k, struct added *out);
    /* Writes the line of a term; returns which cell in ex->from it is about, or -1. */
    int64_t (*line)(const struct adder *a, const struct add_step *s, const struct added *term,
                    struct scalar before, struct buf *out);
};

struct adder {
    struct explainer *t;
    const struct adder_ways *ways;
    const void *arg;  /* theirs */
    const char *part; /* of a term's line: "add" */
    enum dtype dtype; /* of the partial sums */
    int most;         /* lines of terms */
    /* what is not said here is not so: */
    enum add_joins joins;
    bool products;              /* terms are x * y */
    bool named;                 /* "sum 3: " stands in front, where there are several */
    bool first_silent;          /* an ADD_FIRST has no line */
    bool tells_fused;           /* it is said where products that are not rounded show */
    bool wide_total;            /* in float64 */
    bool panels;                /* what they are added to is the bias */
    int64_t joins_from;         /* joins before this term are not told */
    const struct scalar *alpha; /* NULL: 1 */
    const struct scalar *start; /* what the total begins at; NULL: 0 */
    /* what is found: */
    struct scalar sum[ADD_SUMS];
    bool used[ADD_SUMS];
    bool counts; /* only how many lines there are */
    bool several, fuses, ended;
    int64_t lines;
};

struct adder adder_of(struct explainer *t, const struct adder_ways *ways, const void *arg,
                      const char *part, enum dtype dtype, int most);
/* Carries it out without a line: finds the sum, `several` and `fuses`. */
struct scalar adder_sum(struct adder *a);
/* Tells it, once adder_sum has counted the lines. */
struct scalar adder_tell(struct adder *a);
struct scalar adder_told(struct adder *a); /* both */
