/* Declares where the colors of a table begin and end, so that those of one step can be compared. */
#pragma once

#include "tui/viewer.h"

struct table_scale {
    double low, high;
    bool around_zero; /* 0 has the color in the middle */
};

/* Shares have 0 to 1, whole numbers their least and their greatest one, all others as far to both
 * sides of 0; a chosen map has its own way. It is that of all heads, and of all tables of the step
 * that hold numbers of that kind: but one whose numbers reach less than a quarter as far has its
 * own, unless the step only moves cells. `compares`: the result and what stands beside it. False:
 * the colors say nothing but the numbers. */
bool table_scale(const struct viewer *v, const struct shown *s, bool compares,
                 struct table_scale *out);
/* Where it begins and ends, in a few signs: "-1.05", "1.05". */
void table_scale_ends(const struct table_scale *scale, char low[32], char high[32]);
