/* Tells what is wrong with a lesson's text: where, what, and what was perhaps meant. All of them
 * are found in one reading and told together, in the order of their lines. */
#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"

struct complaint {
    int line, column, width; /* in the file, in bytes, from 1; width 0: the rest of the line */
    bool note; /* worth looking at (lesson check); else an error: the exercise cannot be used */
    const char *text; /* "there is no kind `shapes`; did you mean `shape`?" */
};

struct lesson;
struct complaints {
    const struct lesson *lesson; /* borrowed; of a notebook, places are told by its cells */
    struct complaint *at;
    int count, cap;
    int errors; /* those that are no notes */
    struct arena arena;
    bool failed;  /* memory was out: some are missing */
    bool unheard; /* nobody asks for them: what is only looked for to complain is left out */
};

void complain(struct complaints *c, int line, int column, int width, const char *format, ...)
    QKV_PRINTF(5, 6);
void complain_note(struct complaints *c, int line, int column, int width, const char *format, ...)
    QKV_PRINTF(5, 6);
/* About the value of a field. */
struct field;
void complain_field(struct complaints *c, const struct field *f, const char *format, ...)
    QKV_PRINTF(3, 4);
void complaints_free(struct complaints *c);

/* "lesson.md:12:7: error: ...", the line, and a caret under its place; `text` is the whole file. */
void complaints_write(struct complaints *c, const char *file, const char *text, struct buf *out);

/* The nearest of some words, NULL: none is near. `names` ends with NULL. */
const char *complaint_nearest(const char *word, const char *const *names);
