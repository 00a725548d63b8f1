/* Compares a run with a reference: whether they come to the same numbers, else where the first step
 * stands that leaves them, and why.
 *
 * A run has ends: tensors that tell (holding.h) and go into no further step. The runs are the same
 * when the last end of each is found in the other one, and all ends of one of them are. Else the
 * last end that is not found is followed back to what is found again. Among the steps on that way
 * whose inputs are all found the first one is the culprit: what it was given is right, what it
 * gives is not. */
#pragma once

#include "diff/twins.h"
#include "trace/report/run.h"

struct culprit {
    int event;  /* of the run; -1: there is none */
    int held;   /* its first result that is not found */
    int like;   /* the step of the reference that plays its part; -1: none is known */
    int beside; /* the tensor of the reference that its own is held against; -1 */
    int absent; /* the step of the reference that the run has not, behind this one; -1 */
    const struct span *where; /* the code to look at: its own, or that of a step before it */
    bool settled;             /* and nothing else is to be looked at */
    double far;     /* the largest difference to the reference's result, of the same shape; NaN */
    double own;     /* the same, when its inputs are the reference's; NaN: not known */
    struct buf why; /* a sentence, or several; empty: not known */
    const char *reason; /* the name of its row in why.def; NULL */
};

/* Whether its reason is one of these names, with blanks between them. */
bool culprit_has(const struct culprit *c, const char *names);

struct diff {
    const struct run *run, *reference;
    struct holdings x, r;
    struct tolerance by;
    bool same;
    bool *looked;                /* of each event: it was a culprit without a reason */
    bool strict;                 /* what is picked from a tensor is looked for, too */
    int last, last_of_reference; /* tensors at the ends; -1: nothing tells */
    int found, telling;          /* so many results of the run that tell are found, of so many */
    int behind;                  /* so many steps differ behind the culprit */
    struct culprit culprit;
};

/* False with err: memory, time. The runs must outlive it. */
bool diff_make(struct diff *d, const struct run *run, const struct run *reference,
               const struct tolerance *by, struct error *err);
void diff_free(struct diff *d);

/* The largest difference of two tensors of one shape; infinite where one is a number and the other
 * is not. */
double diff_farthest(const struct held *a, const struct held *b);
/* Whether two tensors of the reference hold the same numbers; -1 holds none. */
bool diff_same(const struct diff *d, int one, int other);
/* The same, whatever the factor between them. */
bool diff_alike(const struct diff *d, int one, int other);
/* Whether a tensor of the run is found: itself, a multiple, or as a part of one; and, unless
 * d->strict, what is picked from such a one. */
bool diff_finds(const struct diff *d, const struct held *h);
/* Whether the reference has these numbers, with axes in that order. */
bool diff_knows(const struct diff *d, const struct tensor *t);
/* The tensor of the reference that input `input` of an event of the run is; -1: it is not found. */
int diff_input(const struct diff *d, int event, int input);
/* The step of the reference that plays the part of a step of the run; -1: none is known. */
int diff_like(const struct diff *d, int event);
