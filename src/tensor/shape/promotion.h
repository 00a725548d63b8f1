/* Promotes types: what dtype comes out, and whether a value has a place in another one. Rules and
 * words are PyTorch 1.13's. */
#pragma once

#include "tensor/shape/promotion.h"
#include "tensor/shape/tensor.h"

/* PyTorch's result_type of two / many tensors, `wrapped` numbers included. */
enum dtype promotion_result_type(const struct tensor *a, const struct tensor *b);
enum dtype promotion_result_type_n(int count, const struct tensor *const *tensors);
/* Whether a value of one dtype may be written into the other in place (float into int may not). */
bool promotion_can_cast(enum dtype from, enum dtype to);

/* Refuses to write the 0-d value where it has no place: "value cannot be converted to type int64_t
 * without overflow". A fraction is cut and a negative number wraps in uint8 without a word. */
bool promotion_check(struct compute *cx, enum dtype to, const struct tensor *value);
bool promotion_refuse(struct compute *cx, enum dtype to); /* those words; returns false */
