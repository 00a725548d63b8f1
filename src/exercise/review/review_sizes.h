/* Finds numbers and sizes that hide a mistake. */
#ifndef QKV_EXERCISE_REVIEW_REVIEW_SIZES_H
#define QKV_EXERCISE_REVIEW_REVIEW_SIZES_H

#include "exercise/review/review_tally.h"

bool review_sizes(struct tally *t, struct question *q, struct error *err);
void review_sizes_note(struct tally *t);
void review_moved(struct tally *t, int line, int count); /* `count` more variants */

#endif
