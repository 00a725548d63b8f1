/* Writes the tape as text, for `qkv trace`: a line for each operation with its number, stage and
 * code, under it the shapes with the names of their axes, and what became of the storage. */
#pragma once

#include "mistakes/warnings.h"
#include "show/outline.h"
#include "trace/report/choice.h"

struct transcript {
    int width;    /* columns, 80 or more */
    bool colour;  /* with terminal colours */
    bool all;     /* every group is open */
    bool values;  /* tensors below their line, in PyTorch's form */
    bool storage; /* the flat storage below its line */
    struct choice choice;
};

/* After stages_find and axes_find. False with session->in.error: memory. */
bool transcript_write(const struct transcript *how, struct tape *t, const struct warnings *warnings,
                      struct buf *out);
