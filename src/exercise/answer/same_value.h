/* Tells whether two values that came out of two sessions are the same, as far as an exercise asks:
 * compared from outside, cell by cell and item by item, so that no code of either session runs. */
#pragma once

#include "lang/run/interp.h"

struct same_value {
    struct interp *in, *wanted_in; /* the student's, the reference's */
    double tolerance;              /* of floats, relative to numbers above 1 */
    struct buf why; /* "gives the shape (4, 3), not (4, 4)"; empty: they are the same */
    bool strange;   /* the wanted value is of a kind that cannot be compared */
    int depth, seen;
};

/* False: they differ, and `why` says how. To be freed with buf_free(&s->why). */
bool same_value(struct same_value *s, struct value got, struct value wanted);
