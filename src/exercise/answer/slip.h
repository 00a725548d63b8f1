/* Finds slips of the pencil that explain one wrong number, from the right tensor alone. Private to
 * src/exercise. */
#ifndef QKV_EXERCISE_ANSWER_SLIP_H
#define QKV_EXERCISE_ANSWER_SLIP_H

#include "exercise/answer/diagnose.h"

/* One sentence into `reason` when exactly one slip fits; else nothing. */
void slip_find(const struct asked *a, int64_t cell, double answer, double tolerance,
               struct buf *reason);

#endif
