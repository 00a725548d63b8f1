/* Holds wrong ways to scale the scores, or the queries before them. */
#include "mistakes/wrong.h"
#include "trace/tape/event.h"
#include "trace/tape/snapshot.h"

#include <math.h>

/* One step that scales: by which number, and how. */
struct scaling {
    int argument; /* which of the call is the number */
    bool over;    /* a division */
    double factor;
};

/* Which argument is the number: as event_scales looks for it. */
static int number_argument(const struct event *e)
{
    const struct tensor *out = &e->output[0].tensor;
    for (int k = 0; k < e->input_count; k++) { /* x * number, number * x */
        const struct tape_input *input = &e->input[k];
        if (input->argument == 0 && tensor_numel(&input->of.tensor) == tensor_numel(out)) {
            return 1;
        }
    }
    return 0;
}

static bool scales(const struct wrong *w, struct scaling *s)
{
    if (w->walk || fault_loose_stage(w, w->event) != STAGE_SCALE || w->e->arg_count < 2 ||
        w->e->input_count < 1 || !dtype_is_float(wrong_result(w)->dtype) ||
        !event_scales(w->t, w->event, &s->factor)) {
        return false;
    }
    s->over = event_does(w->e, DIVIDES);
    s->argument = number_argument(w->e);
    return s->factor != 1 && s->factor != 0 && isfinite(s->factor);
}

static int scores_input(const struct event *e)
{
    for (int k = 0; k < e->input_count; k++) {
        if (tensor_same_shape(&e->input[k].of.tensor, &e->output[0].tensor)) {
            return k;
        }
    }
    return 0;
}

/* The step as it is, with another factor: as somebody would write it, with a whole number or its
 * root where it is near one. */
static bool scaled_by(struct wrong *w, const struct scaling *s, double factor)
{
    double under = 1 / factor, square = under * under;
    if (fabs(under - rint(under)) < 1e-6 * under) {
        under = rint(under);
    } else if (fabs(square - rint(square)) < 1e-6 * square) {
        under = sqrt(rint(square));
    }
    bool whole = under >= 1;
    return wrong_again_number(w, w->event, s->argument,
                              s->over ? under
                              : whole ? 1 / under
                                      : factor,
                              &w->out);
}

/* The scores that are scaled; -1: not known. */
static int scores_of(const struct wrong *w)
{
    const struct pass *p = wrong_pass(w);
    if (p != NULL) {
        return p->scores;
    }
    int k = w->event;
    for (int step = 0; k >= 0 && !event_contracts(&w->t->event[k]) && step < CHAIN_MOST; step++) {
        k = wrong_source(w, k, 0);
    }
    return k >= 0 && event_contracts(&w->t->event[k]) ? k : -1;
}

/* How wide a head is, and all of them together; 0: not known. */
static void widths(const struct wrong *w, double *head, double *all)
{
    const struct pass *p = wrong_pass(w);
    int left, right, scores = scores_of(w);
    *head = *all = 0;
    if (scores < 0) {
        return;
    }
    wrong_factors(w, scores, &left, &right);
    const struct tensor *query = &w->t->event[scores].input[left].of.tensor;
    const struct tensor *table = &w->t->event[scores].output[0].tensor;
    *head = query->ndim > 0 ? (double)query->shape[query->ndim - 1] : 0;
    if (table->ndim == 4) {
        *all = *head * (double)table->shape[1];
    }
    if (p == NULL || p->context < 0) {
        return;
    }
    for (int k = p->context + 1; k < w->t->event_count && *all <= *head; k++) {
        const struct event *e = &w->t->event[k]; /* heads in a loop: what they are joined to */
        if (e->stage == STAGE_CONCAT && e->output_count > 0 && e->output[0].tensor.ndim > 0) {
            const struct tensor *out = &e->output[0].tensor;
            *all = (double)out->shape[out->ndim - 1];
        }
    }
    for (int k = 0; k < scores && *all <= *head; k++) { /* one head: as wide as its input */
        const struct event *e = &w->t->event[k];
        if (e->stage == STAGE_PROJECT && e->pass == w->e->pass && event_contracts(e)) {
            const struct tensor *in = &e->input[0].of.tensor;
            *all = in->ndim > 0 ? (double)in->shape[in->ndim - 1] : 0;
        }
    }
}

bool fault_scale_width(struct wrong *w)
{
    struct scaling s;
    double head, all;
    if (!scales(w, &s)) {
        return false;
    }
    widths(w, &head, &all);
    if (head < 1 || all <= head || fabs(s.factor * sqrt(head) - 1) > 1e-6) {
        return false;
    }
    return !w->make || scaled_by(w, &s, 1 / sqrt(all));
}

bool fault_scale_root(struct wrong *w)
{
    struct scaling s;
    return scales(w, &s) && (!w->make || scaled_by(w, &s, s.factor * s.factor));
}

bool fault_scale_up(struct wrong *w)
{
    struct scaling s;
    return scales(w, &s) && (!w->make || scaled_by(w, &s, 1 / s.factor));
}

bool fault_scale_twice(struct wrong *w)
{
    struct scaling s;
    struct tensor once;
    if (!scales(w, &s) || !w->make) {
        return scales(w, &s);
    }
    if (!tape_after(w->t, &w->e->output[0], w->event, &once)) {
        return false;
    }
    bool ok = wrong_again(w, w->event, scores_input(w->e), &once, &w->out);
    tensor_release(&once);
    return ok;
}

/* The walkthrough tells it at the softmax, where it shows. */
static bool softmax_unscaled(struct wrong *w)
{
    struct tensor in, raw;
    double factor;
    const struct pass *p = wrong_pass(w);
    wrong_code(w, "softmax, no scale");
    int before = wrong_source(w, w->event, 0);
    if (before >= 0 && p->scaled == 1 && event_scales(w->t, before, &factor)) {
        return wrong_input(w, before, 0, &in) && fault_softmax_of(w, &in);
    }
    if (!wrong_input(w, w->event, 0, &in)) {
        return false;
    }
    bool ok = fault_softmax_scaled(w, &in, 1 / p->scale, &raw);
    tensor_release(&in);
    return ok && fault_softmax_of(w, &raw);
}

bool fault_no_scale(struct wrong *w)
{
    struct scaling s;
    if (w->walk) {
        const struct pass *p = wrong_pass(w);
        bool can = fault_softmax_is(w) && p->scaled > 0 && p->scale != 1;
        return can && (!w->make || softmax_unscaled(w));
    }
    return scales(w, &s) && (!w->make || wrong_is_input(w, w->event, scores_input(w->e)));
}
