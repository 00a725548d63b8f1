/* Holds back warnings that would give a bug hunt away. Until a `bug` exercise of a lesson is
 * solved, or its solution was looked at, a cell of the lesson that is warned of what the exercise
 * asks for (`warning:`) gets no warning at all: a warning about what follows from the mistake would
 * tell it, too. */
#pragma once

#include "exercise/exercise.h"
#include "exercise/progress.h"
#include "mistakes/warnings.h"

struct held {                            /* {0}: nothing is held back */
    const char *exercise[MISTAKE_COUNT]; /* which one asks for that warning, or NULL; of `x` */
};

void held_find(struct held *h, const struct exercises *x, const struct progress *p,
               const char *lesson);
/* Takes them out of `w`. The exercise that one of them waits for; NULL: there were none. */
const char *held_back(const struct held *h, struct warnings *w);
