/* Checks a gradient by hand: how far the loss moves when one cell is moved a little.
 *
 * The steps from there to the loss are carried out again in float64 on what the tape holds, twice:
 * with x + h and with x - h. Nothing of the tape changes. */
#pragma once

#include "trace/tape/tape.h"

#define NUDGE_H 1e-4

struct nudge {
    int event;           /* which gradient, ... */
    int64_t cell;        /* ... and which cell */
    double autograd;     /* the cell of the gradient */
    double x;            /* the cell that is nudged */
    double above, below; /* the loss for x + h and x - h */
    double difference;   /* (above - below) / 2h */
    int first, loss;     /* events: where x is as it is nudged, and the last one */
    int until;           /* event: from here on x is not nudged any more; -1: there is none */
    int again;           /* event: the first one that is carried out again */
    int steps;           /* how many of those between are */
    int cut;             /* a step between that lets no gradient through; -1: there is none */
    int of, input;       /* the nudged tensor: input of that event; -1: its result */
    const char *why_not; /* it cannot be checked, and why; NULL: it was */
};

/* Whether the pass that computed a gradient began at a loss of one number: else there is nothing to
 * check it by. */
bool nudge_has_loss(const struct tape *t, int event);
/* Whether a later step gives the gradient whole, or its shape: here it is not to be checked. */
bool nudge_waits(const struct tape *t, int event);
/* What began it: "L.backward()", "torch.autograd.grad()". */
void nudge_began(const struct tape *t, int event, struct buf *out);

/* Of cell `cell` (row-major) of the result of event `event`, which is a gradient. False with
 * session->in.error: memory, or time. */
bool nudge_cell(struct tape *t, int event, int64_t cell, struct nudge *out);
/* As lines of at most 80 columns: the loss on both sides, and three columns. */
void nudge_text(const struct tape *t, const struct nudge *n, struct buf *out);
