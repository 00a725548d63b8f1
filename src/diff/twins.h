/* Finds tensors of one run again in another one, by their numbers.
 *
 * Two tensors are the same when each number is within the tolerance of the one in its place. The
 * axes may stand in another order, axes of size 1 may be missing, and several whole axes may lie in
 * one: (B, H, T, D) is found again as (B, T, H * D). Cells that are hidden (held_is_hidden) are
 * alike whatever they hold. A tensor that does not tell (struct held) is found only behind the same
 * operation with the same shape. */
#pragma once

#include "diff/holding.h"

struct tolerance {
    double absolute, relative;
    bool given; /* absolute is meant as it is; else it is a part of the tensor's size, if that is
                   below 1: gradients are small */
};

/* How far a number may lie from b, in a tensor of that size (struct held). */
double tolerance_of(const struct tolerance *by, double b, double size);
bool tolerance_holds(const struct tolerance *by, double a, double b, double size);

/* Sets `twin` and `turned` of each tensor of x: the best one of those of r that are the same. Runs
 * that take longer than --timeout gave them end with session->in.error. */
bool twins_find(struct holdings *x, const struct holdings *r, const struct tolerance *by);

/* How the axes of a lie in b. */
struct layout {
    bool turned; /* another order than they have in a */
};

/* Whether a is b with its axes in that or another order. */
bool twins_same(const struct held *a, const struct held *b, const struct tolerance *by,
                struct layout *out);
/* How much speaks for it that two tensors play the same part in x and r: name, step, shape, place.
 */
double twins_likeness(const struct holdings *x, const struct held *a, const struct holdings *r,
                      const struct held *b, bool turned);
/* Whether a is b times a number that is not 1, with its axes in that or another order. */
bool twins_multiple(const struct held *a, const struct held *b, const struct tolerance *by,
                    double *factor);
/* Whether the sizes of one, without those of 1, are those of the other, or several whole ones of it
 * joined, in their order: cell k of the one then lies where cell k of the other does. */
bool twins_aligned(const struct held *a, const struct held *b);
/* Whether a is a part of b: some places of its axes, in their order. */
bool twins_within(const struct held *a, const struct held *b, const struct tolerance *by);
/* Whether both hold the same numbers, wherever. False, too, where memory runs out. */
bool twins_shuffled(const struct held *a, const struct held *b, const struct tolerance *by);
