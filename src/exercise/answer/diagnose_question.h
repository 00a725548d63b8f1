/* Diagnoses an answer to a question of a lesson. */
#ifndef QKV_EXERCISE_ANSWER_DIAGNOSE_QUESTION_H
#define QKV_EXERCISE_ANSWER_DIAGNOSE_QUESTION_H

#include "exercise/answer/diagnose.h"

/* A wrong answer to a question of kind `cell` or `shape`: of a lesson's exercise, or from a tape
 * when q->terms say how to run it again (memory and steps). Of others nothing is known. False with
 * err: memory, or the lesson cannot be run again. */
bool diagnose_number(struct question *q, double answer, struct diagnosis *out, struct error *err);
bool diagnose_sizes(struct question *q, int ndim, const int64_t *shape, struct diagnosis *out,
                    struct error *err);

#endif
