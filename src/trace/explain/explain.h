/* Explains how one cell came about: the formula, the formula with its numbers, the input cells, and
 * the arithmetic step by step, ending in the very bits that the tensor holds.
 *
 * Worked out on demand from the row's kind and formula and from origin_find
 * (torch/origin/origin.h); the run is not repeated, only this cell is. Where an operation has no
 * steps worth showing (a determinant, a histogram) its own function is carried out again on the
 * inputs as they were. */
#pragma once

#include "trace/tape/tape.h"

struct explained_cell { /* a cell that went into the answer */
    int input;          /* index into event.input */
    int64_t cell;       /* row-major in that input's own shape */
};

/* One line of the arithmetic. At most EXPLAIN_STEPS lines: a long sum shows its first and last
 * ones, and a line in between, whose part is "", says how many are left out. */
struct explained_step {
    const char *part; /* "term", "row maximum" ("maximum" of a column), "subtract", "output", ... */
    char *text;       /* "0.31 * 0.12 = 0.0372": enough digits to recompute it to the bit */
    char *after;      /* the running sum (product, maximum) behind this line; NULL: it has none */
    int64_t from;     /* index into `from` of the cell that it is about, -1: none or several */
    double value;     /* the number at its end: the running sum behind a term */
    double product;   /* of a term of two factors: what it adds to the sum */
    bool multiplied;  /* it has one */
    bool place;       /* it says where in memory a number lies */
};
#define EXPLAIN_STEPS 64

struct explanation {
    struct buf title;   /* "attn_scores[b=0, num_heads=0, 2, 1] = 0.262547" */
    struct buf formula; /* "sum over k = 0 ... 1 of queries[0, 0, 2, k] * keys[0, 0, 1, k]" */
    struct buf numbers; /* "-0.301456 * -0.870929 + ..."; may be empty */
    int64_t unsaid,
        unsaid_zeros;  /* products behind its "...", and those of a number and 0 among them */
    struct buf place;  /* "storage offset = 1*12 + 3*2 + 1 = 19": where the cell lies */
    struct buf before; /* in place: what the cell held; else empty */
    struct explained_cell *from; /* in the order in which they are added up or compared */
    int64_t from_count;
    struct explained_step *step;
    int step_count;
    bool computed;        /* `result` was worked out from the inputs; false: drawn by chance */
    struct tensor result; /* 0-d, the dtype of the output: bit for bit the cell */
};

/* Cell `cell` (row-major) of output `output` of event `event`. To be given back with explain_free,
 * also after a failure. False with session->in.error: the cell is out of range, or memory. */
bool explain_cell(struct tape *t, int event, int output, int64_t cell, struct explanation *out);
void explain_free(struct explanation *e);
