/* Makes mistakes of the scale on purpose, and mends them. */
#include "mistakes/redo.h"
#include "mistakes/scale_width.h"
#include "trace/stage/stages.h"
#include "trace/tape/event.h"
#include "trace/tape/snapshot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One step that scales: by which number, and how. */
struct scaling {
    int argument; /* which of the call is the number */
    bool over;    /* a division */
    double factor;
};

/* The input that is scaled. */
static int scores_input(const struct event *e)
{
    for (int k = 0; k < e->input_count; k++) {
        if (tensor_same_shape(&e->input[k].of.tensor, &e->output[0].tensor)) {
            return k;
        }
    }
    return 0;
}

/* Which argument is the number in x * number, number * x: as event_scales looks for it. */
static int number_argument(const struct event *e)
{
    for (int k = 0; k < e->input_count; k++) {
        int64_t cells = tensor_numel(&e->input[k].of.tensor);
        if (e->input[k].argument == 0 && cells == tensor_numel(&e->output[0].tensor)) {
            return 1;
        }
    }
    return 0;
}

static bool scales(const struct redo *r, struct scaling *s)
{
    if (redo_stage(r, r->event) != STAGE_SCALE || r->e->arg_count < 2 || r->e->input_count < 1 ||
        !dtype_is_float(redo_result(r)->dtype) || !event_scales(r->t, r->event, &s->factor)) {
        return false;
    }
    s->over = event_does(r->e, DIVIDES);
    s->argument = number_argument(r->e);
    return s->factor != 1 && s->factor != 0 && isfinite(s->factor);
}

/* The step as it is, with another factor: as somebody would write it, with a whole number or its
 * root where it is near one. */
static bool scaled_by(struct redo *r, const struct scaling *s, double factor)
{
    double under = 1 / factor, square = under * under;
    if (!r->make) {
        return true;
    }
    if (fabs(under - rint(under)) < 1e-6 * under) {
        under = rint(under);
    } else if (fabs(square - rint(square)) < 1e-6 * square) {
        under = sqrt(rint(square));
    }
    return redo_again_number(r, s->argument, s->over ? under : under >= 1 ? 1 / under : factor);
}

/* The scores that are scaled; -1: not known. */
static int scores_of(const struct redo *r)
{
    const struct pass *p = redo_pass(r);
    if (p != NULL) {
        return p->scores;
    }
    int k = r->event;
    for (int step = 0; k >= 0 && !event_contracts(&r->t->event[k]) && step < CHAIN_MOST; step++) {
        k = redo_source(r, k, 0);
    }
    return k >= 0 && event_contracts(&r->t->event[k]) ? k : -1;
}

/* How wide a head is, and all of them together; 0: not known. */
static void widths(const struct redo *r, double *head, double *all)
{
    const struct pass *p = redo_pass(r);
    int left, right, scores = scores_of(r);
    *head = *all = 0;
    if (scores < 0) {
        return;
    }
    redo_factors(r, scores, &left, &right);
    const struct tensor *query = &r->t->event[scores].input[left].of.tensor;
    const struct tensor *table = &r->t->event[scores].output[0].tensor;
    *head = query->ndim > 0 ? (double)query->shape[query->ndim - 1] : 0;
    if (table->ndim == 4) {
        *all = *head * (double)table->shape[1];
    }
    if (p == NULL || p->context < 0) {
        return;
    }
    for (int k = p->context + 1; k < r->t->event_count && *all <= *head; k++) {
        const struct event *e = &r->t->event[k]; /* heads in a loop: what they are joined to */
        if (e->stage == STAGE_CONCAT && e->output_count > 0 && e->output[0].tensor.ndim > 0) {
            const struct tensor *out = &e->output[0].tensor;
            *all = (double)out->shape[out->ndim - 1];
        }
    }
    for (int k = 0; k < scores && *all <= *head; k++) { /* one head: as wide as its input */
        const struct event *e = &r->t->event[k];
        if (e->stage == STAGE_PROJECT && e->pass == r->e->pass && event_contracts(e)) {
            const struct tensor *in = &e->input[0].of.tensor;
            *all = in->ndim > 0 ? (double)in->shape[in->ndim - 1] : 0;
        }
    }
}

bool make_scale_width(struct redo *r)
{
    struct scaling s;
    double head, all;
    if (!scales(r, &s)) {
        return false;
    }
    widths(r, &head, &all);
    return head >= 1 && all > head && fabs(s.factor * sqrt(head) - 1) <= 1e-6 &&
           scaled_by(r, &s, 1 / sqrt(all));
}

bool make_scale_root(struct redo *r)
{
    struct scaling s;
    return scales(r, &s) && scaled_by(r, &s, s.factor * s.factor);
}

bool make_scale_up(struct redo *r)
{
    struct scaling s;
    return scales(r, &s) && scaled_by(r, &s, 1 / s.factor);
}

bool make_scaled_twice(struct redo *r)
{
    struct scaling s;
    struct tensor once;
    return scales(r, &s) && (!r->make || (redo_take_result(r, r->event, &once) &&
                                          redo_again(r, scores_input(r->e), &once)));
}

/* Whether an addend only hides scores or leaves them: its cells are 0, or far from it. */
static bool only_hides(const struct redo *r, int event, int input)
{
    struct tensor then;
    bool hides = tensor_numel(&r->t->event[event].input[input].of.tensor) > 1 &&
                 tape_before(r->t, &r->t->event[event].input[input].of, event, &then);
    if (!hides) {
        error_clear(&r->t->session->in.error);
        return false;
    }
    for (int64_t k = 0; hides && k < tensor_numel(&then); k++) {
        double cell = tensor_cell(&then, k);
        hides = cell == 0 || fabs(cell) >= -SCORE_HIDDEN;
    }
    tensor_release(&then);
    return hides;
}

/* The input by which scores come into a step that leaves a factor in them: a mask, another scale,
 * what only moves them. -1: without the factor it gives other numbers altogether, as a softmax
 * does, or a bias that is added. */
static int factor_stays(const struct redo *r, int event)
{
    double factor;
    const struct event *e = &r->t->event[event];
    if (event_does(e, ADDS | SUBTRACTS) && e->input_count == 2) {
        return only_hides(r, event, 1) ? 0 : only_hides(r, event, 0) ? 1 : -1;
    }
    bool stays = event_moves(e) || event_lays(e) || event_scales(r->t, event, &factor) ||
                 event_does(e, MASKS | TRIANGLES | COPIES | CONVERTS) ||
                 event_is(e, OP_dropout OP___setitem__) || event_masks(r->t, event, 0);
    int64_t most = 0, cells;
    int scores = -1;
    for (int k = 0; stays && k < e->input_count; k++) { /* what is filled in may be a tensor, too */
        const struct tensor *of = &e->input[k].of.tensor;
        cells = dtype_is_float(of->dtype) ? tensor_numel(of) : 0;
        scores = cells > most ? k : scores;
        most = cells > most ? cells : most;
    }
    return scores;
}

/* Whether the scores come to the softmax with their scale still in them. */
static bool scale_arrives(const struct redo *r, const struct pass *p)
{
    int k = redo_source(r, r->event, 0);
    for (int step = 0; step < CHAIN_MOST && k >= 0 && k != p->scores && k != p->product; step++) {
        int input = factor_stays(r, k);
        if (input < 0) {
            return false;
        }
        k = redo_source(r, k, input);
    }
    return true;
}

/* The walkthrough tells it at the softmax, where it shows. */
static bool softmax_unscaled(struct redo *r, const struct pass *p)
{
    struct tensor x;
    double factor;
    int before = redo_source(r, r->event, 0);
    redo_code(r, "softmax, no scale");
    if (before >= 0 && p->scaled == 1 && event_scales(r->t, before, &factor)) {
        return redo_take(r, before, 0, &x) && softmax_of(r, &x);
    }
    return redo_take(r, r->event, 0, &x) && redo_scale(r, &x, 1 / p->scale) && softmax_of(r, &x);
}

bool make_not_scaled(struct redo *r)
{
    struct scaling s;
    const struct pass *p = redo_pass(r);
    if (r->walk) {
        return softmax_is(r) && p->scaled > 0 && p->scale != 1 && scale_arrives(r, p) &&
               (!r->make || softmax_unscaled(r, p));
    }
    return scales(r, &s) && redo_input(r, r->event, scores_input(r->e));
}

/* --- the right way --- */

bool mend_not_scaled(struct redo *r)
{
    const struct pass *p = redo_pass(r);
    struct tensor x, scaled;
    if (p == NULL || p->scores < 0 || !event_normalizes(r->e) || scale_is_capped(r->t, p) ||
        event_is(&r->t->event[p->scores], OP_einsum) ||
        r->e->input[0].of.tensor.dtype != DTYPE_FLOAT32) {
        return false;
    }
    long long width = (long long)scale_width_of(r->t, p);
    float root = (float)sqrt((double)width); /* as PyTorch does it */
    redo_code(r, "scores / %lld ** 0.5", width);
    if (!redo_take(r, r->event, 0, &x) ||
        !redo_next(tensor_copy(r->cx, &scaled, &x), &x, &scaled)) {
        return false;
    }
    for (int64_t k = 0, count = tensor_numel(&x); k < count; k++) {
        tensor_set_double(&x, k, (double)((float)tensor_double_at(&x, k) / root));
    }
    return softmax_of(r, &x);
}
