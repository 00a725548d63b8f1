/* Tells where a cell came from: for any output cell of an operation, the input cells that made it.
 *
 * One function per kind of operation (enum op_kind), not one per operation: the kind in the row of
 * ops.def says how to look. tests/torch/test_origin.c checks its promise: changing an input cell
 * changes an output cell only if it is named here. Nothing is recorded for it: it is worked out
 * from the bound arguments when a recorder (lang/run/recorder.h) asks. */
#pragma once

#include "torch/op/op.h"

struct origin {
    int argument; /* index into call->arg */
    int element;  /* of a Tensor[] argument; else 0 */
    int64_t cell; /* row-major number of the cell in that tensor's own shape */
};

struct origins {
    struct origin *at; /* in the order in which they are added up or compared */
    int64_t count, cap;
};

/* The input cells of cell `cell` (row-major) of output number `output`. call holds the bound
 * arguments as they were when the operation ran, op its row; out is the output tensor.
 * False with call->cx->err: memory, or a cell out of range. The list may be empty (a constant). */
bool origin_find(struct call *call, int output, const struct tensor *out, int64_t cell,
                 struct origins *origins);
void origins_free(struct origins *origins);

/* The same for all cells of an output at once, which takes little more time than for one where
 * cells are only moved (KIND_MAP). each has a place for every cell of `out`: its first origin,
 * argument -1 where there is none. */
bool origin_find_all(struct call *call, int output, const struct tensor *out, struct origin *each);
