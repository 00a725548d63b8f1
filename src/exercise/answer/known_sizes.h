/* Names that a run has for numbers: what people may write in a shape instead of them. */
#ifndef QKV_EXERCISE_ANSWER_KNOWN_SIZES_H
#define QKV_EXERCISE_ANSWER_KNOWN_SIZES_H

#include "exercise/question.h"

/* Fills q->known for the value whose shape and axes are in `q`: its own axes' names first, then the
 * integers that the code binds, of which the last one up to the event stands ("self.num_heads" as
 * "num_heads" too). False with err: memory. */
bool known_sizes_find(struct question *q, struct error *err);

#endif
