/* The names that the code knows at a stop: those of its function, of the functions around it, of
 * the top level, each with the value that it was given last. */
#pragma once

#include "show/stepper.h"

struct known_name {
    const struct tape_bind *bind;
    bool fresh; /* given its value by this very step */
};

struct known {
    struct known_name *at; /* the innermost function first, then outwards, each in order */
    int count, cap;
};

/* False: the system has no memory left. */
bool known_find(struct known *k, const struct stepper *s);
void known_free(struct known *k);
/* The call of the learner's own functions around a call, -1: the top level. */
int known_around(const struct tape *t, int call);
