/* What the files attempt*.c share. Private to them. */
#ifndef QKV_EXERCISE_ATTEMPT_PARTS_H
#define QKV_EXERCISE_ATTEMPT_PARTS_H

#include "exercise/attempt.h"

/* Stands in the place of the tape's recorder while a student's code runs: nothing of it joins the
 * tape, and work on large tensors is paid with steps. It must not move while the run is there. */
struct attempt_budget {
    struct recorder recorder;
    struct run *run;
};
void attempt_budget_begin(struct attempt_budget *b, struct run *run);

/* Adds a sentence when a known mistake leads to the tensor `got` of another session. */
void attempt_diagnose(struct question *q, int round, const char *expression, double tolerance,
                      const struct tensor *got, struct buf *out);

#endif
