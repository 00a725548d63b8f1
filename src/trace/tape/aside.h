/* Tells the steps that a function of Python takes by itself: max(m, x) compares, zip(a, b) goes
 * along the rows, sum(x) adds up. What stands in the code there is not what the step gives. */
#pragma once

#include "trace/tape/tape.h"

/* Who took the step by itself, as it stands in the code: "max", "sorted", "index", "in"; *len
 * letters. NULL: the code asked for it. */
const char *aside_of(const struct tape *t, int event, size_t *len);
