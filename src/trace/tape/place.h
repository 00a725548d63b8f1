/* Where a span stands in the learner's file, as numbers from 1. */
#ifndef QKV_TRACE_TAPE_PLACE_H
#define QKV_TRACE_TAPE_PLACE_H

#include "lang/parse/source.h"

struct place {
    int cell;   /* ordinal of the code cell of a notebook; 0: the file has no cells */
    int line;   /* within the cell, or within the file */
    int column; /* in bytes */
};

struct place place_of(const struct span *at);

#endif
