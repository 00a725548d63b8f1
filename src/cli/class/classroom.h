/* Opens what the commands of a classroom share: a lesson with its exercises, the secret, the class.
 * Private to src/cli. */
#pragma once

#include "cli/options.h"
#include "exercise/handin/marks.h"

struct classroom {
    struct lesson lesson;
    struct exercises exercises;
    struct roster roster;
    struct buf secret; /* wiped by classroom_close */
    const char *name;  /* of the lesson: without folders, number and ending */
    struct marking marking;
    bool lesson_open, exercises_open, roster_open;
};

/* Reads o->rest[1], --secret, --class (or --student). False: the sentences have been printed;
 * classroom_close is still to be called. */
bool classroom_open(struct classroom *c, const struct options *o);
void classroom_close(struct classroom *c);
