/* Lists the names that the code knows where a person stands, each with the value that it was given
 * last. At a step: those of its function, of the functions around it, of the top level. At a text
 * of a lesson: those of the top level, behind the code that was run before it. */
#pragma once

#include "tui/viewer.h"

struct known_name {
    const struct tape_bind *bind;
    bool fresh; /* given its value by this very step */
};

struct known {
    struct known_name *at; /* the innermost function first, then outwards, each in order */
    int count, cap;
};

/* False: the system has no memory left. */
bool known_find(struct known *k, const struct viewer *v);
void known_free(struct known *k);
/* The call of the learner's own functions around a call, -1: the top level. */
int known_around(const struct tape *t, int call);
/* How many binds the first `cells` cells that were run have made. */
int known_behind(const struct tape *t, int cells);
