/* Tells which cells a mask hides. A mask is remembered through softmax and dropout: there its cells
 * are zeros that look like small weights. */
#include "heatmap/pick/pick_mask.h"

#include "heatmap/pick/pick_event.h"
#include "trace/stage/stages.h"
#include "trace/tape/event.h"
#include "trace/tape/snapshot.h"

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
    return last_of_stage(t, e->pass, STAGE_MASK, softmax, event + 1);
}

/* The scores that a mask is laid over, before any mask; NULL: they do not stand there. */
static const struct tape_input *scores_of(const struct tape *t, int mask, int64_t count, int *then)
{
    const struct tape_input *scores = NULL;
    for (int at = mask; at >= 0;) {
        const struct event *e = &t->event[at];
        const struct tape_input *own = NULL;
        for (int k = 0; own == NULL && k < e->input_count; k++) {
            const struct tape_tensor *of = &e->input[k].of;
            const struct event *maker = of->maker >= 0 ? &t->event[of->maker] : NULL;
            bool on_path = maker != NULL && maker->pass == t->event[mask].pass &&
                           (maker->stage == STAGE_SCORES || maker->stage == STAGE_SCALE ||
                            (maker->stage == STAGE_MASK && scores_of(t, of->maker, count, then)));
            own = on_path && tensor_numel(&of->tensor) == count ? &e->input[k] : NULL;
        }
        scores = own != NULL ? own : scores;
        *then = own != NULL ? at : *then;
        at = own != NULL && t->event[own->of.maker].stage == STAGE_MASK ? own->of.maker : -1;
    }
    return scores;
}

/* The same of a mask that was written into a part of the scores, or into them turned: all of them,
 * as event `taken` takes them, beside what their maker gave. */
static bool mark_whole(struct tape *t, int taken, bool *out, int64_t count, bool *any)
{
    const struct tape_tensor *of = &t->event[taken].input[0].of;
    scoped_tensor now = {0}, made = {0};
    if (tensor_numel(&of->tensor) != count) {
        return true;
    }
    if (!tape_before(t, of, taken, &now) ||
        (of->maker >= 0 && !tape_after(t, of, of->maker, &made))) {
        return false;
    }
    for (int64_t k = 0; k < count; k++) {
        double v = tensor_cell(&now, k);
        double was = of->maker < 0 ? 0 : tensor_cell(&made, k);
        out[k] = v == -INFINITY || (v <= SCORE_HIDDEN && v != was);
        *any |= out[k];
    }
    return true;
}

/* Marks the cells that a mask made very negative, or zero where its input was not. */
static bool mark(struct tape *t, int mask, bool zeros, bool *out, int64_t count, bool *any)
{
    const struct event *e = &t->event[mask];
    scoped_tensor after = {0}, before = {0};
    if (e->output_count == 0 || tensor_numel(&e->output[0].tensor) != count) {
        return true;
    }
    if (!tape_after(t, &e->output[0], mask, &after)) {
        return false;
    }
    int then = mask;
    const struct tape_input *from = zeros && e->input_count > 0 ? &e->input[0]
                                    : zeros                     ? NULL
                                                                : scores_of(t, mask, count, &then);
    bool compare = from != NULL && tensor_numel(&from->of.tensor) == count;
    if (compare && !tape_before(t, &from->of, then, &before)) {
        return false;
    }
    for (int64_t k = 0; k < count; k++) {
        double v = tensor_cell(&after, k);
        double was = compare ? tensor_cell(&before, k) : 0;
        bool hidden = v == -INFINITY || (v <= SCORE_HIDDEN && v != was);
        if (zeros ? compare && v == 0 && was != 0 : hidden) {
            out[k] = *any = true;
        }
    }
    return true;
}

/* Whether axes change places between two steps: then their cells do not lie in one order. */
static bool is_turned(const struct tape *t, int from, int to)
{
    bool turned = false;
    while (!turned && to > from && t->event[to].input_count > 0) {
        turned = event_transposes(&t->event[to]);
        to = t->event[to].input[0].of.maker;
    }
    return turned;
}

/* What a step holds, if that has so many cells; else nothing. */
static bool take(struct tape *t, int event, int64_t count, struct tensor *out)
{
    const struct tape_tensor *of = &t->event[event].output[0];
    return tensor_numel(&of->tensor) != count || tape_after(t, of, event, out);
}

static bool is_low(const struct tensor *own, int64_t k)
{
    return own->storage != NULL && tensor_cell(own, k) <= SCORE_HIDDEN;
}

/* NaN is none either. */
static bool has_no_weight(const struct tensor *weights, int64_t k)
{
    return weights->storage != NULL && !(tensor_cell(weights, k) > 0);
}

/* A mask may be undone on its way to the softmax, by tanh or clamp: of what it hides those cells
 * stay whose weight is 0, or whose score is very negative still. */
static bool keep_hidden(struct tape *t, int mask, int event, bool *cells, int64_t count, bool *any)
{
    int softmax = t->pass[t->event[event].pass].softmax;
    bool behind = event >= softmax, whole = *any && is_turned(t, mask, event);
    bool apart = behind ? is_turned(t, softmax, event) : is_turned(t, event, softmax);
    scoped_tensor own = {0}, weights = {0};
    if (!take(t, event, behind ? -1 : count, &own) ||
        !take(t, softmax, apart ? -1 : count, &weights)) {
        return false;
    }
    *any = false;
    for (int64_t k = 0; k < count; k++) {
        cells[k] = (cells[k] || whole) && (is_low(&own, k) || has_no_weight(&weights, k));
        *any |= cells[k];
    }
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
    int taken = before >= 0 && before != event ? stages_taken_whole(t, before) : -1;
    bool laid = before < 0 || (taken >= 0 ? mark_whole(t, taken, cells, count, &any)
                                          : mark(t, before, false, cells, count, &any));
    bool ok = laid && (before < 0 || keep_hidden(t, before, event, cells, count, &any)) &&
              (behind < 0 || mark(t, behind, true, cells, count, &any));
    if (!ok || !any) {
        free(cells);
        return ok;
    }
    *out = cells;
    return true;
}
