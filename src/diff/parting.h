/* Holds a step that gives other numbers than the reference, with what the reasons of why.def ask
 * for. Private to this room. */
#pragma once

#include "diff/diff.h"

struct parting {
    struct diff *d;
    int event, like;           /* like: of the reference, -1 */
    const struct event *e, *f; /* f: NULL */
    const struct held *a, *b;  /* what they give; b: NULL */
    struct buf *why;
};

/* The input of f that stands where input k of e stands: an index of the reference's tensors; -1. */
int parting_other_input(const struct parting *f, int k);

/* f is the same operation; false: there is no f. */
bool parting_same_op(const struct parting *f);
/* The same operation, as PyTorch or NumPy calls it. */
bool parting_same_work(const struct event *e, const struct event *f);
/* How far the step lies from b when it is carried out again with the reference's inputs in place of
 * its own; NaN: it cannot be. */
double parting_own(const struct parting *f);
/* How a tensor is called: its name, else the code that it comes from. */
void parting_name(const struct holdings *h, int held, struct buf *out);
/* The same of what goes into a step: a weight by its own name. */
void parting_input_name(const struct holdings *h, int event, int input, struct buf *out);
void parting_place(const struct holdings *h, int event, struct buf *out); /* "step 12, line 4" */

/* The code of a step, in brackets its place. */
void parting_put_code(const struct holdings *h, int event, struct buf *out);
/* Carries the step out again with other inputs (borrowed; NULL: its own). False: it cannot be. */
bool parting_again(const struct parting *f, const struct tensor *const *with, struct tensor *out);
/* Whether the reference's step takes something that this one takes. */
bool parting_shares_input(const struct parting *f);
