/* Asks exercises by a person's terminal: what was done is kept, code is written in the person's own
 * editor. */
#pragma once

#include "cli/command.h"
#include "cli/walk/editor.h"
#include "lang/run/library.h"
#include "tui/practice.h"

#include <sys/stat.h>

struct practicing {
    const struct options *o;
    const char *name; /* under which progress is kept */
    struct lesson *lesson;
    struct exercises exercises;
    struct run run;
    struct library library; /* mistakes are found by running the lesson with each of them */
    struct progress progress;
    struct practice *p;
    struct editor editor;
    char told_editor[EDITOR_TOLD];
    struct stat seen; /* the file that is looked at, as it was read last */
    bool screen;
    bool over; /* nobody looks at the question any more */
    bool told; /* that nothing is kept */
    int asked; /* the question for which a draft was looked for, and its draw */
    uint64_t asked_draw;
    struct error err;
};

/* The exercises of a lesson beside its walk, with its own numbers at first; `name` as state_name
 * gives it, `x` is borrowed. False with g->err: memory. A lesson without exercises: g->p is NULL.
 */
bool practicing_beside(struct practicing *g, const struct options *o, const char *name,
                       const struct exercises *x);
/* A line was answered: does what it asked for, and keeps what was done. False with g->err. */
bool practicing_heard(struct practicing *g, enum practice_wish wish);
void practicing_free(struct practicing *g);
/* The exercises of one lesson or file; the exit status. `listed`: q leads back to a list. */
int practice_one(const struct options *o, bool listed);
