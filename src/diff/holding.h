/* Collects the tensors of a run: each result right behind its step, and what went into a step from
 * outside of the tape or through several writes. */
#pragma once

#include "trace/tape/tape.h"

/* A tensor at one moment. What an operation in one piece has on its way (unfold.h) is neither a
 * result nor an input. */
struct held {
    int event;            /* it came out of this one, or went into it */
    int output, input;    /* which; the other one is -1 */
    struct tensor tensor; /* as it was then; a reference */
    const char *name;     /* in the code, as long as the tape lives; or NULL */
    /* Of its numbers; very low ones (held_is_hidden), infinite ones and NaN are counted alone. */
    int64_t numel, hidden;
    double sum, size, low, high; /* size: the root of the mean of the squares */
    bool dense;                  /* row-major, without gaps */
    bool opaque;                 /* has no numbers to compare: complex */
    bool telling; /* its numbers are known again: not a mask, not counted places; or they are NaN */
    int twin;     /* of the other run, -1: none (twins.h) */
    int of;       /* of the other run: it is that one times `factor`; -1: not known */
    double factor;
    bool picked; /* some cells of what is found: which ones, is the question */
    bool looked; /* of, picked and within are known */
    bool within; /* it is a part of one of the other run: of this one */
    int part_of;
    bool plain; /* zeros and ones, whole numbers, or one number alone: a mask, places, a constant */
    bool turned; /* that one has its axes in another order */
};

struct holdings {
    struct tape *tape;
    struct held *at;
    int count, cap;
    int *first;           /* of each event: the index of its first result; -1: it gave none */
    int *ordinal, *alike; /* of each event: which one of its operation it is, and of how many */
    struct map from;      /* an input of an event: its index, see holdings_input */
};

/* Where a score is so low that its share is 0, as -inf, -1e9 and finfo.min are. */
bool held_is_hidden(double x);

/* Cell k in row-major order. */
static inline double held_cell(const struct held *h, int64_t k)
{
    return h->dense ? tensor_double_at(&h->tensor, h->tensor.offset + k)
                    : tensor_cell(&h->tensor, k);
}

/* Whether cell k of a mask, or of masked scores, hides. */
bool held_hides(const struct held *h, int64_t k);
/* What is known of the numbers of h->tensor. */
void held_look(struct held *h);

/* Of `t`, to be held against `other`. False with session->in.error: memory. */
bool holdings_find(struct holdings *h, struct tape *t, const struct tape *other);
void holdings_free(struct holdings *h);
/* Takes a tensor over, on success or not, as one of those that step `event` has on its way. */
bool holdings_add(struct holdings *h, int event, const char *name, struct tensor *t);
/* What went into an event as its input `input`: an index; -1: it has no numbers. */
int holdings_input(const struct holdings *h, int event, int input);
