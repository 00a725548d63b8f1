/* Declares the same code with a mistake in it: run with one operation's result changed. What that
 * leads to is compared with a value that somebody else got, and so names a mistake. */
#pragma once

#include "mistakes/mistake.h"

struct fault_change {
    int event;            /* whose result is another one */
    const struct op *op;  /* what it carries out */
    struct tensor result; /* owned; has memory of its own */
};

/* One mistake. It is made at one event, or at several that do not lead to one another: a line that
 * every head carries out, the three lines that split queries, keys and values. So every result
 * could be worked out from the right run. */
struct fault_plan {
    enum mistake_kind kind;
    struct fault_change *change; /* in the order of the events */
    int count;
};

/* All that could have gone wrong in a finished run and that changes what event `target` gave (-1:
 * whatever it changes), at most `most`: first each mistake wherever it could be made, in the order
 * of the table, then in one place only. Returns how many; to be given back with fault_plan_free
 * while the run is there. */
int fault_plans(struct tape *t, int target, struct fault_plan *out, int most);
void fault_plan_free(struct fault_plan *p);

/* --- carrying it out (fault_hook.c) --- */

/* Stands between a run that has begun and its tape: when an event of the plan comes,
 * its result is replaced, in the code's own tensor and on the tape. `h` must not move and must
 * outlive the run's cells. */
struct fault_hook {
    struct recorder own;
    const struct fault_plan *plan; /* borrowed */
    int done;                      /* results that were replaced */
};
void fault_hook_begin(struct fault_hook *h, struct tape *t, const struct fault_plan *plan);
