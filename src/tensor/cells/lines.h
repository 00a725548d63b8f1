/* Goes through the lines of a tensor along one axis, one after the other in row-major order of the
 * other axes. What sorting, scanning and picking extremes along an axis have in common. */
#pragma once

#include "tensor/cells/fold.h"
#include "tensor/shape/visit.h"

struct lines {
    struct tensor across; /* borrowed view: the axis has size 1 */
    struct visit visit;
    int64_t n;      /* elements in a line */
    int64_t stride; /* between them, in elements */
    bool empty;
};

void lines_start(struct lines *l, const struct tensor *t, int axis);

/* The current line; lines_more says whether there is one, visit_step(&l->visit) goes to the next.
 */
static inline bool lines_more(const struct lines *l)
{
    return !l->empty && l->visit.left > 0;
}
struct run lines_run(const struct lines *l);
void *lines_cell(const struct lines *l, int64_t i); /* the address of element i of the line */

/* Elements as integers in PyTorch's order: as numbers, -0 equal to 0, NaN above everything and all
 * NaN equal. Two keys compare as the elements do, whatever the dtype. */
#define LINES_NAN INT64_MAX
void run_keys(const struct run *r, int64_t from, int64_t count, int64_t *keys);
