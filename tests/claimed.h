/* Holds what a caption claims against the tape: numbers are worked out here, none of it with the
 * code that made the sentence. */
#pragma once

#include "trace/report/caption.h"

#define CLAIMED_NUMBERS 6

struct cells { /* numbers of a tensor, in row-major order */
    int ndim;
    int64_t shape[TENSOR_MAX_DIMS], count;
    double *at;
    const void *memory;
};

struct claimed { /* a step, and the sentence about it */
    struct tape *t;
    int k;
    const struct event *e;
    const struct pass *p;
    struct cells in, out;      /* of the first input and result; in.at NULL: no input */
    double n[CLAIMED_NUMBERS]; /* the numbers of the sentence, in its order */
    const char *text;
};

/* Fills `s` with step `k`, whose sentence is `text`. Give it back with claimed_free. */
void claimed_open(struct claimed *s, struct tape *t, int k, const char *text);
void claimed_free(struct claimed *s);
/* Whether all is true that a sentence of row `said` claims. */
bool claimed_holds(struct claimed *s, enum caption said);

/* How many cells were held against a formula in a sentence, and how many could not be. */
extern int claimed_read, claimed_not;
