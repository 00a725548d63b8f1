/* Which cells a mask hides. A mask is remembered through softmax and dropout: there its cells are
 * zeros that look like small weights. */
#include "heatmap/pick_mask.h"

#include "trace/tape/snapshot.h"

#include "trace/stage/stages.h"

#include <math.h>
#include <stdlib.h>

/* The mask that came before the event on its path, -1: none. */
static int mask_before(const struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    if (e->pass < 0) {
        return -1;
    }
    const struct pass *p = &t->pass[e->pass];
    bool on_path =
        e->stage == STAGE_SCALE || e->stage == STAGE_SOFTMAX || e->stage == STAGE_DROPOUT;
    if (e->stage == STAGE_MASK) {
        return event;
    }
    return on_path && p->mask >= 0 && p->mask < event ? p->mask : -1;
}

/* The last mask between softmax and the event: weights that were set to zero. */
static int mask_behind(const struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    int softmax = e->pass >= 0 ? t->pass[e->pass].softmax : event;
    for (int k = event; k > softmax; k--) {
        if (t->event[k].pass == e->pass && t->event[k].stage == STAGE_MASK) {
            return k;
        }
    }
    return -1;
}

/* Marks the cells of a mask's result that are very negative, or zero where its input was not. */
static bool mark(struct tape *t, int mask, bool zeros, bool *out, int64_t count, bool *any)
{
    const struct event *e = &t->event[mask];
    struct tensor after, before = {0};
    if (e->output_count == 0 || tensor_numel(&e->output[0].tensor) != count) {
        return true;
    }
    if (!tape_after(t, &e->output[0], mask, &after)) {
        return false;
    }
    bool compare = zeros && e->input_count > 0 && tensor_numel(&e->input[0].of.tensor) == count;
    if (compare && !tape_before(t, &e->input[0].of, mask, &before)) {
        tensor_release(&after);
        return false;
    }
    for (int64_t k = 0; k < count; k++) {
        double v = tensor_double_at(&after, tensor_place(&after, k));
        bool cleared =
            compare && v == 0 && tensor_double_at(&before, tensor_place(&before, k)) != 0;
        if (zeros ? cleared : v <= SCORE_HIDDEN) {
            out[k] = *any = true;
        }
    }
    tensor_release(&after);
    tensor_release(&before);
    return true;
}

bool masked_cells(struct tape *t, int event, bool **out)
{
    const struct event *e = &t->event[event];
    int64_t count = tensor_numel(&e->output[0].tensor);
    int before = mask_before(t, event), behind = mask_behind(t, event);
    bool any = false;
    *out = NULL;
    if (before < 0 && behind < 0) {
        return true;
    }
    bool *cells = calloc((size_t)count + 1, sizeof *cells);
    if (cells == NULL) {
        return false;
    }
    bool ok = (before < 0 || mark(t, before, false, cells, count, &any)) &&
              (behind < 0 || mark(t, behind, true, cells, count, &any));
    if (!ok || !any) {
        free(cells);
        return ok;
    }
    *out = cells;
    return true;
}
