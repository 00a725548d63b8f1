/* Where a span stands in the learner's file, as numbers from 1. */
#ifndef QKV_TRACE_TAPE_LOCATION_H
#define QKV_TRACE_TAPE_LOCATION_H

#include "lang/parse/source.h"

struct location {
    int cell;   /* ordinal of the code cell of a notebook; 0: the file has no cells */
    int line;   /* within the cell, or within the file */
    int column; /* in bytes */
};

struct location location_of(const struct span *at);

#endif
