/* Keeps what a person has done of exercises, as text between two sittings: a heading, then a line
 * for each exercise: state, tries, which numbers, its lesson and its name. The command line reads
 * and writes the file. */
#pragma once

#include "base/arena.h"
#include "base/buf.h"

#include <stdint.h>

#define PROGRESS_MOST 4000

enum done { DONE_NOT, DONE_TRIED, DONE_SKIPPED, DONE_SHOWN, DONE_SOLVED }; /* the last one wins */

struct progress_line {
    const char *lesson, *exercise;
    enum done done;
    int tries;
    uint64_t draw; /* which numbers: the n-th that were asked for */
};

struct progress {
    struct progress_line *at;
    int count;
    struct arena arena;
};

/* Into an empty one. False: this is no such text; there is nothing in it then. */
bool progress_read(struct progress *p, const char *text, size_t len);
void progress_write(const struct progress *p, struct buf *out);
void progress_free(struct progress *p);

/* NULL: nothing was done of it. */
const struct progress_line *progress_find(const struct progress *p, const char *lesson,
                                          const char *exercise);
/* In the place of the line of these names. False: memory, or there are too many. */
bool progress_set(struct progress *p, const struct progress_line *line);
