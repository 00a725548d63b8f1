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

/* Unbinds what the trial asks for and the solution binds: an answer has to make it. */
void attempt_forget(struct interp *in, const struct trial *t, const char *solution);

/* The draw that code is tried on, run up to the exercise: 0 is the question's own. */
bool attempt_variant(const struct question *q, int round, struct variant *out, struct error *err);

/* Adds a sentence when a known mistake leads to the tensor `got` of another session. */
void attempt_diagnose(struct question *q, int round, const char *expression, double tolerance,
                      const struct tensor *got, struct buf *out);

#endif
