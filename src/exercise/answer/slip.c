/* Finds slips in an answer's arithmetic: another sign, another cell, a product that is missing or
 * was taken away. */
#include "exercise/answer/diagnose.h"

#include "torch/origin/origin_region.h"
#include "trace/explain/explain.h"

#include <math.h>
#include <string.h>

struct slip {
    const struct asked *asked;
    double right, answer, near;
    int64_t at[TENSOR_MAX_DIMS];
    int found;
    struct buf *reason; /* of the last one that was found */
};

static bool fits(const struct slip *s, double value)
{
    return fabs(s->answer - value) <= s->near && fabs(s->right - value) > 2 * s->near;
}

static double cell_at(const struct slip *s, const int64_t at[TENSOR_MAX_DIMS])
{
    const struct tensor *t = &s->asked->right;
    int64_t place = t->offset;
    for (int d = 0; d < t->ndim; d++) {
        place += at[d] * t->stride[d];
    }
    return tensor_double_at(t, place);
}

/* Whether another cell is made of numbers that nobody was shown. */
static bool is_unseen(const struct slip *s)
{
    const struct asked *a = s->asked;
    enum op_kind kind = a->event >= 0 ? a->tape->event[a->event].op->kind : KIND_MAP;
    return a->partial &&
           (kind == KIND_CONTRACTION || kind == KIND_ELEMENTWISE || kind == KIND_REDUCTION);
}

static void try_cell(struct slip *s, const int64_t at[TENSOR_MAX_DIMS], const char *how)
{
    if (is_unseen(s) || !fits(s, cell_at(s, at))) {
        return;
    }
    buf_puts(s->reason, s->found++ == 0 ? "your value is that of another cell, " : "; or ");
    tensor_sizes_text(s->asked->right.ndim, at, s->reason);
    buf_printf(s->reason, ": %s", how);
}

/* The place one step along an axis. */
static void try_step(struct slip *s, int axis, int by, const char *how)
{
    int64_t at[TENSOR_MAX_DIMS];
    memcpy(at, s->at, sizeof at);
    at[axis] += by;
    if (at[axis] >= 0 && at[axis] < s->asked->right.shape[axis]) {
        try_cell(s, at, how);
    }
}

static void try_axis(struct slip *s, int axis, const char *how)
{
    if (axis >= 0) {
        try_step(s, axis, -1, how);
        try_step(s, axis, 1, how);
    }
}

static void cells_beside(struct slip *s)
{
    int last = s->asked->right.ndim - 1;
    try_axis(s, last, "the column beside it");
    if (s->found == 0) {
        try_axis(s, last - 1, "the row beside it");
    }
}

/* Each place one too low. */
static void cell_from_one(struct slip *s)
{
    int64_t at[TENSOR_MAX_DIMS];
    bool all = s->asked->right.ndim > 1;
    for (int d = 0; d < s->asked->right.ndim; d++) {
        at[d] = s->at[d] - 1;
        all = all && at[d] >= 0;
    }
    if (all) {
        try_cell(s, at, "counted from 1");
    }
}

static void cell_exchanged(struct slip *s)
{
    int64_t at[TENSOR_MAX_DIMS];
    int last = s->asked->right.ndim - 1;
    const int64_t *shape = s->asked->right.shape;
    memcpy(at, s->at, sizeof at);
    if (last >= 1 && at[last] != at[last - 1] && at[last] < shape[last - 1] &&
        at[last - 1] < shape[last]) {
        at[last] = s->at[last - 1];
        at[last - 1] = s->at[last];
        try_cell(s, at, "row and column are exchanged");
    }
}

/* What a share leaves for the others of its row. */
static void others_together(struct slip *s)
{
    int event = s->asked->event;
    bool share = event >= 0 && s->asked->tape->event[event].op->kind == KIND_SOFTMAX &&
                 s->right >= 0 && s->right <= 1;
    if (share && fits(s, 1 - s->right)) {
        s->found++;
        buf_puts(s->reason, "your value is what this share leaves for all the others");
    }
}

/* The terms of the sum that the cell is: "term" lines hold the sum so far. */
static void try_terms(struct slip *s, const struct explanation *e)
{
    double before = 0;
    int count = 0, term = 0;
    for (int k = 0; k < e->step_count; k++) {
        count += strcmp(e->step[k].part, "term") == 0;
        if (e->step[k].part[0] == '\0') {
            return; /* some are left out */
        }
    }
    for (int k = 0; k < e->step_count; k++) {
        if (strcmp(e->step[k].part, "term") != 0) {
            continue;
        }
        double product = e->step[k].value - before;
        int at = term++;
        const char *which = term == count ? "last" : at == 0 ? "first" : NULL;
        before = e->step[k].value;
        bool missing = fits(s, s->right - product);
        if (count < 2 || (!missing && !fits(s, s->right - 2 * product))) {
            continue;
        }
        s->found++;
        buf_clear(s->reason);
        buf_printf(s->reason, "your value is that of the sum %s of the products ",
                   missing ? "without one" : "with the other sign in front of one");
        if (which != NULL) {
            buf_printf(s->reason, "(the %s)", which);
        } else {
            buf_printf(s->reason, "(number %d, counted from 0)", at);
        }
    }
}

static void other_terms(struct slip *s, int64_t cell)
{
    struct tape *t = s->asked->tape;
    struct explanation e;
    if (s->asked->event < 0) {
        return;
    }
    struct error kept = t->session->in.error;
    if (explain_cell(t, s->asked->event, 0, cell, &e) && e.result.storage != NULL &&
        fabs(tensor_double_at(&e.result, e.result.offset) - s->right) <= s->near) {
        try_terms(s, &e);
    }
    explain_free(&e);
    t->session->in.error = kept;
}

static bool begin(struct slip *s, const struct asked *a, int64_t cell, double answer,
                  double tolerance, struct buf *reason)
{
    *s = (struct slip){.asked = a, .answer = answer, .near = tolerance, .reason = reason};
    s->right = tensor_cell(&a->right, cell);
    origin_place(&a->right, cell, s->at);
    return isfinite(s->right) && isfinite(answer);
}

void slip_cell(const struct asked *a, int64_t cell, double answer, double tolerance,
               struct buf *reason)
{
    struct slip s;
    if (begin(&s, a, cell, answer, tolerance, reason)) {
        cells_beside(&s);
        cell_from_one(&s);
    }
}

void slip_find(const struct asked *a, int64_t cell, double answer, double tolerance,
               struct buf *reason)
{
    struct slip s;
    if (!begin(&s, a, cell, answer, tolerance, reason)) {
        return;
    }
    if (fits(&s, -s.right)) {
        s.found++;
        buf_puts(reason, "your value has the wrong sign");
    }
    cell_exchanged(&s);
    try_axis(&s, a->right.ndim - 3, "another table");
    others_together(&s);
    other_terms(&s, cell);
    if (s.found != 1) {
        buf_clear(reason);
    }
}
