/* What the files attempt*.c share. Private to them. */
#ifndef QKV_EXERCISE_ATTEMPT_PARTS_H
#define QKV_EXERCISE_ATTEMPT_PARTS_H

#include "exercise/attempt.h"

/* Adds a sentence when a known mistake leads to the tensor `got` of another session. */
void attempt_diagnose(struct question *q, int round, const char *expression, double tolerance,
                      const struct tensor *got, struct buf *out);

#endif
