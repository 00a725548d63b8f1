/* A source is code that came from somewhere: a cell of a notebook, a fence of a lesson, a file, a
 * file of the prelude. Spans point into it, so every value and every error can say where it is. */
#pragma once

#include "base/arena.h"
#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

struct source {
    const char *file; /* as the user wrote it: "002.ipynb", "-"; prelude: "<torch.nn>" */
    int cell;         /* ordinal of the code cell in the file, from 1; 0 = the file has no cells */
    int first_line;   /* line of the file on which the text starts (Markdown fences); 1 otherwise */
    bool prelude;     /* part of the program itself: steps into it are folded */
    const char *text; /* UTF-8, NUL-terminated, borrowed by everyone who holds the source */
    size_t len;
};

/* Lines from 1, columns in bytes from 0; end is exclusive. Lines count within the source's text. */
struct span {
    const struct source *source;
    int line, column;
    int end_line, end_column;
};

/* The text of one line, without its line break. */
const char *source_line(const struct source *s, int line, size_t *len);
/* "mine.ipynb, cell 4, line 12" (or "mine.py, line 12"). The line is of the file for Markdown. */
struct buf;
void source_place(const struct span *at, struct buf *out);
