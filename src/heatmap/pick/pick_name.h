/* Tells what a name of the learner's code stands for on a tape. */
#pragma once

#include "trace/tape/tape.h"

/* The event that gave what a name of the code stood for last: a variable, a parameter by its path
 * ("model.W_q.weight", "W_q.weight"), and the gradient of either ("x.grad"). -1: there is none. */
int pick_name(const struct tape *t, const char *name);

/* Of all that the name stood for, the last that got a gradient: the step that gives that whole; and
 * *event, which gave what it is of as that pass found it. -1: there is none. */
int pick_name_trained(const struct tape *t, const char *name, int *event);
