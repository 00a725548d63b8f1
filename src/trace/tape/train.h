/* Finds the steps of a training, and decides which of them a tape keeps.
 *
 * A training step is one turn of the innermost loop of the code that computes gradients and uses
 * them: in which backward() runs, and an operation then takes a gradient (an optimiser's step,
 * w -= lr * w.grad, clipping). So with gradients that are added up in an inner loop a step is a
 * turn of the outer one. It is known at the first use; steps are counted from 0, on through all
 * loops of the file. All steps within one outermost loop are one training.
 *
 * Of a training the tape keeps the first step and the last one whole, and all of a short one
 * (TRAIN_SHORT) that leaves half of the run's memory free; a window says which others. Of a step
 * that is not kept remain its loss, the norms of its gradients, and one event for all such steps in
 * a row, the gap (struct tape_figure): a figure of their losses. It stands as the maker of what
 * those steps made, and as the writer of what they overwrote. A step in which something is plotted
 * is kept. */
#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/map.h"

struct tape;
struct loop;
struct node;

enum { TRAIN_SHORT = 10, TRAIN_RANGES = 32, WAITING_MOST = 4096 };

/* Steps that are kept beside the first and the last one of each training. */
struct train_window {
    bool given; /* no: short trainings are kept whole */
    int count;
    struct train_range {
        int first, last;
    } range[TRAIN_RANGES];
};

/* Reads "0,10,100-102" or "all". False with err: ERROR_INPUT. */
bool train_window_read(const char *text, struct train_window *out, struct error *err);

/* Who waits for a run hears of each training step that is done, and may stop it. */
struct train_watch {
    bool (*turn)(void *self, int steps); /* false: enough */
    void *self;
    bool stopped; /* it was enough: the run failed for that */
};

struct train_step {
    int training;   /* from 0 */
    double loss;    /* what backward() was called on, added up */
    bool vague;     /* that was no single number: the loss is NAN */
    int backwards;  /* how often it was called */
    int first, end; /* its events [first, end); of one that is not kept: the gap's */
    int updates;    /* how many steps of the training before it wrote a parameter */
    bool kept;
    bool plots;         /* something is plotted in it: it is kept */
    int norm_count;     /* of the parameters from the first one on */
    const double *norm; /* of the gradient, as backward() left it last; -1: none */
};

struct train_parameter {
    uint64_t serial;
    const char *name; /* after tape_finish; NULL: the code gives it none */
    int ndim;
    int64_t shape[8];
};

struct train {
    struct train_window window;
    struct train_watch *watch; /* borrowed, or NULL */
    struct train_step *step;
    int count, cap;
    struct train_parameter *parameter; /* those that had a gradient, in that order */
    int parameter_count, parameter_cap;
    /* while the code runs */
    const struct node *node;  /* the loop; NULL: none is under way */
    const struct loop *outer; /* the outermost one around it */
    int trainings;            /* how many there were before */
    int begun;                /* the first step of this one */
    int whole;                /* up to this step all are kept: the loop was not known before */
    const struct node *waits; /* a loop that computed gradients and has not used them: ... */
    int waiting;              /* ... so many of its turns, behind the steps */
    bool heard, updated;      /* in the turn under way: backward(); and then a parameter written */
    uint64_t asked;           /* the leaf whose name was looked for last */
    int updates;              /* of this training so far */
    bool large;               /* half of the memory was in use: it is not short */
    struct map stores;        /* ids of the storages of parameters */
    struct map gradients;     /* ids of storages: gradients, until the loop is known */
    struct map parameters;    /* serial: its place */
    double *norm;             /* of each parameter, of the turn under way */
    size_t bytes;             /* of all tables */
    struct arena arena;
};

/* The training step that event `event` belongs to; -1: none, or it is a gap. */
int train_step_of(const struct tape *t, int event);
/* After tape_finish: the place on the tape of the run's event number `logged`, from 0; of one that
 * is not kept: of the gap. */
int train_place(const struct tape *t, int logged);
/* How many steps the training of step `step` has; *number: which of them it is, from 0. */
int train_size(const struct tape *t, int step, int *number);
/* "training step 49 of 0-49": steps are counted from 0, so the last one is not their number. */
void train_put_step(const struct tape *t, int step, struct buf *out);
