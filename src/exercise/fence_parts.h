/* What stands below the fields: the question and its parts. */
#ifndef QKV_EXERCISE_FENCE_PARTS_H
#define QKV_EXERCISE_FENCE_PARTS_H

#include "exercise/reader.h"

/* The rest: prompt and parts. After fields_read. */
void parts_read(struct reader *r, const struct fence *f, int from, struct exercise *e);

#endif
