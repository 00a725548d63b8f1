/* Remembers where a reader stands on the tape: a cursor over the rows of the outline.
 *
 * It stands on a stop: one operation, or a group that is folded. The cursor goes through open
 * groups and passes a folded one in one step. A softmax opens, too, and a log_softmax: into its
 * parts (softmax_part.def), which are no rows of the outline, for the tape knows it as one
 * operation. Set-up is folded at first and walking begins behind it. Nothing is computed by moving:
 * stepping back is the same cursor, one place before. */
#pragma once

#include "show/bindings.h"
#include "show/outline.h"

enum softmax_part {
#define PART(id, ...) PART_##id,
#include "show/softmax_part.def"
    PART_COUNT
};

struct stepper {
    struct tape *tape; /* borrowed */
    struct outline outline;
    int *parent;              /* of each row: the group it stands in, -1: none */
    bool *open;               /* of each row that is a group */
    int row;                  /* the stop; -1: the tape is empty */
    int part;                 /* which of its parts, when the operation is open; -1: it is not */
    struct bindings bindings; /* what names stood for */
};

struct stop {
    int row, part;
};

/* After stages_find. False with session->in.error: memory. */
bool stepper_init(struct stepper *s, struct tape *t);
void stepper_free(struct stepper *s);

/* All of these return whether the cursor moved. `count` of 1 or more; as far as it goes. */
bool stepper_next(struct stepper *s, int count);
bool stepper_prev(struct stepper *s, int count);
bool stepper_first(struct stepper *s); /* the first step, not the set-up */
bool stepper_last(struct stepper *s);
bool stepper_into(struct stepper *s);   /* opens the folded group it stands on: on its first stop */
bool stepper_open(struct stepper *s);   /* the operation it stands on, which must have parts */
bool stepper_out(struct stepper *s);    /* folds the group around, and stands on it */
bool stepper_behind(struct stepper *s); /* the first stop behind the group around */
bool stepper_in_front(struct stepper *s); /* the last stop before the group around */
/* The next run of steps of one stage of attention; backwards to the beginning of this run first. */
bool stepper_next_stage(struct stepper *s, int count);
bool stepper_prev_stage(struct stepper *s, int count);
/* The step of that number (of the set-up: s3); what is folded around it opens. */
bool stepper_to_number(struct stepper *s, int number, bool setup);
bool stepper_to_event(struct stepper *s, int event);
/* The stop that shows the result of an event in the learner's own code: a composite stays folded.
 */
bool stepper_to_result(struct stepper *s, int event);
int stepper_row_of_result(const struct stepper *s, int event); /* that stop; -1: no such event */

/* A place to come back to. What was opened since stays open. */
struct stop stepper_stop(const struct stepper *s);
void stepper_return(struct stepper *s, struct stop to);

/* --- looking; only while row >= 0 --- */

int stepper_begin(const struct stepper *s);   /* its first event ... */
int stepper_event(const struct stepper *s);   /* ... the one whose result is shown ... */
int stepper_end(const struct stepper *s);     /* ... and one past the last */
bool stepper_folded(const struct stepper *s); /* whether it is a group */
enum stage stepper_stage(const struct stepper *s);
bool stepper_inside(const struct stepper *s); /* a group is open around it */
/* The first and the last event by whose numbers a row is told: not of set-up, if it has others. */
void stepper_counted(const struct stepper *s, int row, int *first, int *last);
/* The stop that `row` is shown as: itself, or the folded group around it. */
int stepper_stop_of(const struct stepper *s, int row);
/* The stop behind / before `row`, -1: none. Start with -1 / outline.count. */
int stepper_stop_after(const struct stepper *s, int row);
int stepper_stop_before(const struct stepper *s, int row);
