/* Holds a step that gives other numbers than the reference, with what the reasons of why.def ask
 * for. Private to this room. */
#pragma once

#include "diff/diff.h"

struct fault {
    struct diff *d;
    int event, like;           /* like: of the reference, -1 */
    const struct event *e, *f; /* f: NULL */
    const struct held *a, *b;  /* what they give; b: NULL */
    struct buf *why;
    bool failed; /* memory */
};

/* The input of f that stands where input k of e stands: an index of the reference's tensors; -1. */
int fault_other_input(const struct fault *f, int k);

/* f is the same operation; false: there is no f. */
bool fault_same_op(const struct fault *f);
/* How far the step lies from b when it is carried out again with the reference's inputs in place of
 * its own; NaN: it cannot be. */
double fault_own(const struct fault *f);
/* How a tensor is called: its name, else the code that it comes from. */
void fault_name(const struct holdings *h, int held, struct buf *out);
/* The same of what goes into a step: a weight by its own name. */
void fault_input_name(const struct holdings *h, int event, int input, struct buf *out);
void fault_place(const struct holdings *h, int event, struct buf *out); /* "step 12, line 4" */

/* --- fault_numbers.c: what the numbers of a and b show --- */

/* "1 / sqrt(64)", where that is the root of a size; false: it is not. */
bool fault_name_factor(const struct fault *f, double c, struct buf *out);

bool why_bias(struct fault *f);
bool why_mask(struct fault *f);
bool why_rounded(struct fault *f);
bool why_factor(struct fault *f);
bool why_laid(struct fault *f);
bool why_shifted(struct fault *f);
bool why_part(struct fault *f);
