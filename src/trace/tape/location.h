/* Tells where a span stands in the learner's file, as numbers from 1. */
#pragma once

#include "trace/tape/tape.h"

struct location {
    const char *file;
    int cell;   /* ordinal of the code cell of a notebook; 0: the file has no cells */
    int line;   /* within the cell, or within the file */
    int column; /* in bytes */
};

struct location location_of(const struct span *at);

/* The file of a span in a module that the code imports; NULL: it is in the file that was run, or in
 * the prelude, or nowhere. */
const char *location_module(const struct tape *t, const struct span *at);
/* "line 4", "line 4 of lib/attn.py". */
void location_line(const struct tape *t, const struct span *at, struct buf *out);
