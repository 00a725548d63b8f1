/* Reads a shape as an answer. */
#ifndef QKV_EXERCISE_ANSWER_ANSWER_SHAPE_H
#define QKV_EXERCISE_ANSWER_ANSWER_SHAPE_H

#include "exercise/answer/answer.h"

/* What it refuses it tells in words about the sizes of axes.
 * (2, 4, 5, 5), 2x4x5x5, [2,4,5,5], 2 4 5 5, torch.Size([2, 4]), (b, 4, T, T), (b, T, 2*d). */
bool answer_shape(const char *text, const struct known_size *known, int known_count, int *ndim,
                  int64_t shape[TENSOR_MAX_DIMS], struct buf *why);

#endif
