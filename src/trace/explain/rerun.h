/* Carries recorded steps out again, in float64, on tensors of which one cell was moved. Nothing of
 * the tape changes. */
#pragma once

#include "base/map.h"
#include "trace/tape/tape.h"

struct rerun {
    struct tape *t;
    struct map others;   /* serial: index into `at` */
    struct map memories; /* id of a storage: the same, as one row */
    struct tensor *at;   /* in float64, where they are floats */
    int count, cap;
    struct map cut;          /* serial of what is another one only by a step that lets no gradient
                                through, or also by it: that step */
    struct map cut_memories; /* the same of memory that was written */
    const char *why_not;     /* a step cannot be carried out again, and why */
};

/* One cell of one input of one event is moved. */
struct rerun_input {
    int event, input;
    int64_t cell;
    double by;
};

/* All functions: false with session->in.error where memory runs out. */

/* Moves a cell of a tensor as it is before event `first`. The gradient of a view is that of what is
 * read by it alone; all else is moved for all that look at its memory. */
bool rerun_nudge(struct rerun *r, const struct tape_tensor *x, int first, int64_t cell, double by);
/* The cell holds `was` from here on. */
void rerun_put_back(const struct rerun *r, const struct tape_tensor *x, int64_t cell, double was);
/* Carries event `event` out again if something that it reads is another; *done counts them. */
bool rerun_step(struct rerun *r, int event, const struct rerun_input *own, int *done);
/* Whether something that event e reads is another now. */
bool rerun_reads(const struct rerun *r, const struct event *e);
/* What stands for a tensor now, borrowed; false: it is what it was. */
bool rerun_other(const struct rerun *r, const struct tape_tensor *of, struct tensor *out);
void rerun_end(struct rerun *r);

/* Whether a tensor was made as a view of another one. */
bool rerun_made_as_view(const struct tape *t, const struct tape_tensor *x);
/* The call of a function with a backward() of its own that a step is part of: it needs no gradient
 * of its own. -1: none. */
int rerun_function(const struct tape *t, const struct event *e);
/* The id of the memory that a tensor lies in; 0: it has none. */
uint64_t rerun_memory(const struct tape_tensor *x);
