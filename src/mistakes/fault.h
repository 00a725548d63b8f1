/* Well-known wrong ways to do a step: faults.def has a row and a function for each. They show what
 * would have come of it ("if ... instead" of the walkthrough), and they name a mistake: the same
 * code is run with one operation's result changed, and what it leads to is compared with a value
 * that somebody else got.
 *
 * The tape of the right run does not change. */
#ifndef QKV_MISTAKES_FAULT_H
#define QKV_MISTAKES_FAULT_H

#include "trace/tape/tape.h"

enum fault_kind {
#define FAULT(id, walk, sentence, reason) FAULT_##id,
#include "mistakes/faults.def"
#undef FAULT
    FAULT_COUNT
};

/* The ways that event `event` could have gone wrong and that the walkthrough offers, in the order
 * of the table; returns how many. After stages_find. */
int fault_list(struct tape *t, int event, enum fault_kind kinds[FAULT_COUNT]);
/* All ways, those too that are told nobody but who made them. */
int fault_list_all(struct tape *t, int event, enum fault_kind kinds[FAULT_COUNT]);

/* One of fault_list: its result, to be given back with tensor_release, and its code
 * ("view(2, 2, 6, 1)"). False: it cannot be made (memory); session->in.error is as it was. */
bool fault_make(struct tape *t, int event, enum fault_kind kind, struct tensor *out,
                struct buf *code);

const char *fault_name(enum fault_kind kind); /* "mask_lost" */
/* Whether the walkthrough shows it beside the right numbers, and what it says of them. */
bool fault_in_walk(enum fault_kind kind);
const char *fault_sentence(enum fault_kind kind);
/* To somebody whose numbers are these: "the mask was computed, but not stored". */
const char *fault_reason(enum fault_kind kind);

/* --- the same code with one operation changed (fault_plan.c) --- */

struct fault_change {
    int event;            /* whose result is another one */
    const struct op *op;  /* what it carries out */
    struct tensor result; /* owned; has memory of its own */
};

/* One mistake. It is made at one event, or at several that do not lead to one another: a line that
 * every head carries out, the three lines that split queries, keys and values. So every result
 * could be worked out from the right run. */
struct fault_plan {
    enum fault_kind kind;
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
    struct recorder own, *tape;
    struct tape *of;
    const struct fault_plan *plan; /* borrowed */
    int seen;                      /* events so far */
    int done;                      /* results that were replaced */
};
void fault_hook_begin(struct fault_hook *h, struct tape *t, const struct fault_plan *plan);

#endif
