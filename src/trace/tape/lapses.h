/* Keeps what a training did, as far as warnings care: which gradients came, and what optimisers did
 * with them. It is written down while the code runs, a few numbers for each parameter, and so holds
 * for every step of the training, whether its events are kept or not. Private to src/trace. */
#pragma once

#include "lang/run/recorder.h"
#include "trace/tape/tape.h"

/* What is wrong at the moment when it happens. */
enum lapse_kind {
    LAPSE_PILES_UP, /* a step took gradients that hold those of the step before */
    LAPSE_TWICE,    /* a step took gradients to which one loss was added twice */
    LAPSE_LOST,     /* a step took the last of several gradients: those before were cleared */
    LAPSE_CLEARED,  /* a step took nothing: the gradients were cleared behind backward() */
    LAPSE_EARLY,    /* a step took nothing, before the first backward() */
    LAPSE_ELSEWHERE /* ... behind a backward() that gave its gradients to others */
};

struct lapse {
    enum lapse_kind kind;
    int event;      /* how many there were before */
    struct span at; /* the learner's code */
    int count;      /* of what: where it is kept */
};

/* A tensor that collects gradients, or that an optimiser holds. */
struct lapse_leaf {
    uint64_t serial, storage; /* the id of its storage */
    uint64_t cells;           /* what it held when a gradient came last, as a number */
    uint64_t grad;            /* the same of the gradient behind that, or when a step took it */
    uint64_t root;            /* the loss that it came from */
    struct span backward, step;
    int event;        /* of `backward` */
    bool seen, took;  /* a gradient came; one that is not 0 since the last step */
    bool used, stale; /* a step used it; it holds what a step has used before */
    bool twice;       /* one loss was added twice */
    bool wasted;      /* its gradients were cleared, and no step had used them */
    uint64_t given;   /* the storage of the gradient that backward() gave last */
    bool read;        /* the code has computed with one of that pass */
    bool fed, frozen; /* some step had a gradient of it; it asks for none */
    int optimizer;    /* the last one that held it, from 1; 0: none did */
    bool weight;      /* a parameter of a module, with two axes or more */
    int lost, turns;  /* gradients that were cleared since the last step; such steps */
    int idle;         /* so often a gradient was added to one that no optimizer took or cleared */
    /* The last backward pass that reached it, and how large its gradient was then (the root of the
     * mean of the squares); the largest share of that in the largest one of the same pass. */
    int pass;
    double size, share;
};

struct lapse_optimizer {
    const void *object;
    struct lapse empty; /* its first step that took nothing, while it had taken nothing yet; count:
                         * its parameters */
    int params, with_gradient; /* in the step under way */
    int moved;                 /* those whose gradient is not all 0 */
    bool cleared, fed;
    int steps;
    int last; /* events before its last step */
};

struct lapses {
    struct lapse_leaf *leaf;
    int leaf_count, leaf_cap;
    struct map leaves; /* serial: its place */
    struct lapse_optimizer *optimizer;
    int optimizer_count, optimizer_cap;
    struct lapse *note;
    int note_count, note_cap;
    uint64_t *root; /* the losses that backward() began at */
    int root_count, root_cap;
    struct span backward; /* under way */
    int event;
    double first;         /* how large the largest gradient of a weight was in the first pass ... */
    double most;          /* ... and ever */
    struct lapse largest; /* where `most` was; count: the number of the pass */
    struct lapse broken;  /* the first pass with NaN in a gradient; count 0: none */
    bool optimizes;       /* the code makes an optimiser */
    bool moves;           /* cells of a leaf were changed, by no optimiser */
    struct lapse clip;    /* the last that changed nothing a step used; count: there were so many */
    bool clips;           /* gradients were clipped that a step used then */
    bool unspent;         /* no step took gradients since the last backward() */
    bool trains;          /* dropout was at work while gradients are kept */
    bool evaluates;       /* the code has switched to evaluation, or ... */
    bool means_training;  /* ... to training since the last backward() */
    bool evaluating;      /* of these, eval() was the last */
    struct lapse dropped; /* dropout at work without gradients; count 0: none */
    struct lapse deaf;    /* the same of F.dropout in the code itself, while evaluating */
    struct lapse unheard; /* ... and with gradients, of which there may be none in the end */
};

/* What a recorder is told (struct recorder). */
bool lapses_hears(void *tape, enum recorder_training what, struct value of, struct value with);
/* An operation was carried out: as many as t->logged before. */
void lapses_operation(struct tape *t, const struct operation *o);
/* A function is called: model.train(), model.eval() and the making of an optimiser are heard. */
void lapses_calls(struct tape *t, const struct function *f, const struct span *site);
/* The last pass is over, and the tape is laid out: events are places on it from here on. */
void lapses_end(struct tape *t);
void lapses_free(struct tape *t);
