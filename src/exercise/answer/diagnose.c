/* Compares an answer with the runs of all known mistakes. */
#include "exercise/answer/diagnose.h"

#include "exercise/answer/answer.h"

#include <math.h>
#include <string.h>

#define SAME 1e-6 /* two results from here down are one */

struct explained { /* runs that explain it by the same number */
    double number; /* of the cell; 0 when it is not about one */
    enum mistake_kind kind[DIAGNOSE_KINDS];
    int count;
};

#define NUMBERS_MOST 2 /* so near to one another that either may be meant */

struct search {
    const struct asked *asked;
    const struct guess *answer;
    struct explained found[NUMBERS_MOST];
    int count;
    bool many; /* the answer is near to many numbers: by chance */
};

void diagnosis_clear(struct diagnosis *d)
{
    d->count = 0;
    buf_clear(&d->reason);
}

void diagnosis_free(struct diagnosis *d)
{
    buf_free(&d->reason);
    *d = (struct diagnosis){0};
}

bool diagnose_copy(struct tape *t, struct tensor *out, const struct tensor *from)
{
    struct error kept = t->session->in.error;
    bool ok = tensor_copy(&t->session->torch.compute, out, from);
    t->session->in.error = kept;
    return ok;
}

/* --- comparing --- */

/* Cell by cell; large numbers may be further apart. */
static bool alike(const struct tensor *a, const struct tensor *b, double tolerance)
{
    if (!tensor_same_shape(a, b)) {
        return false;
    }
    for (int64_t k = 0, count = tensor_numel(a); k < count; k++) {
        double x = tensor_cell(a, k), y = tensor_cell(b, k);
        if (!answer_near(x, y, tolerance * fmax(1, fabs(y)))) {
            return false;
        }
    }
    return true;
}

static bool has_shape(const struct tensor *t, int ndim, const int64_t *shape)
{
    return t->ndim == ndim &&
           (ndim == 0 || memcmp(t->shape, shape, (size_t)ndim * sizeof *shape) == 0);
}

static bool fits(const struct guess *n, const struct tensor *t)
{
    if (n->shape != NULL) {
        return has_shape(t, n->ndim, n->shape);
    }
    if (n->tensor != NULL) {
        return alike(n->tensor, t, n->tolerance);
    }
    return n->cell < tensor_numel(t) &&
           answer_near(n->number, tensor_cell(t, n->cell), n->tolerance);
}

#define APART 4 /* times as far from the right value as an answer may be from what explains it */

/* Whether the answer is what that run gave, where the right one gave something else. */
static bool explains(const struct asked *a, const struct guess *n, const struct tensor *wrong)
{
    return fits(n, wrong) &&
           (n->cell < 0 || (tensor_same_shape(wrong, &a->right) &&
                            !answer_near(tensor_cell(wrong, n->cell),
                                         tensor_cell(&a->right, n->cell), APART * n->tolerance)));
}

/* --- all runs --- */

static bool knows(const struct explained *e, enum mistake_kind kind)
{
    for (int k = 0; k < e->count; k++) {
        if (e->kind[k] == kind) {
            return true;
        }
    }
    return false;
}

static void add_kind(struct explained *e, enum mistake_kind kind)
{
    if (!knows(e, kind) && e->count < DIAGNOSE_KINDS) {
        e->kind[e->count++] = kind;
    }
}

/* Whoever is explained by one mistake is by another that makes the same changes. */
static void note_twin(struct search *s, enum mistake_kind known, enum mistake_kind kind)
{
    for (int k = 0; k < s->count; k++) {
        if (knows(&s->found[k], known)) {
            add_kind(&s->found[k], kind);
        }
    }
}

static void note(struct search *s, enum mistake_kind kind, const struct tensor *value)
{
    double number = s->answer->cell >= 0 ? tensor_cell(value, s->answer->cell) : 0;
    for (int k = 0; k < s->count; k++) {
        struct explained *e = &s->found[k];
        if (knows(e, kind) || answer_near(number, e->number, SAME * fmax(1, fabs(number)))) {
            add_kind(e, kind);
            return;
        }
    }
    if (s->count == NUMBERS_MOST) {
        s->many = true;
        return;
    }
    s->found[s->count++] = (struct explained){.number = number, .kind = {kind}, .count = 1};
}

static bool same_changes(const struct fault_plan *a, const struct fault_plan *b)
{
    bool same = a->count == b->count;
    for (int k = 0; same && k < a->count; k++) {
        same = a->change[k].event == b->change[k].event &&
               alike(&a->change[k].result, &b->change[k].result, SAME);
    }
    return same;
}

/* The value under a plan; what was changed may be the very value. */
static bool value_of(struct search *s, const struct fault_plan *p, int *runs, struct tensor *out)
{
    if (p->count == 1 && p->change[0].event == s->asked->event) {
        return diagnose_copy(s->asked->tape, out, &p->change[0].result);
    }
    return (*runs)-- > 0 && s->asked->again(s->asked->self, p, out);
}

/* Whether somebody who has seen so much of the run, and of the course, could make the mistake. */
static bool could_be(const struct search *s, const struct fault_plan *p)
{
    const struct asked *a = s->asked;
    const struct mistake_made *made = &mistake_table[p->kind].made;
    bool behind = true;
    for (int k = 0; k < p->count; k++) {
        behind = behind && p->change[k].event >= a->printed;
    }
    return taught(a->lesson, p->kind) &&
           (s->answer->cell < 0 || (behind && (made->reads == READS_OWN || !a->partial)));
}

static void try_plans(struct search *s)
{
    struct fault_plan plan[DIAGNOSE_PLANS];
    bool could[DIAGNOSE_PLANS];
    int count = fault_plans(s->asked->tape, s->asked->event, plan, DIAGNOSE_PLANS);
    int runs = s->asked->runs > 0 ? s->asked->runs : DIAGNOSE_RUNS;
    for (int k = 0; k < count && !s->many; k++) {
        scoped_tensor value = {0};
        int twin = 0;
        could[k] = could_be(s, &plan[k]);
        if (!could[k]) {
            continue;
        }
        while (twin < k && (!could[twin] || !same_changes(&plan[twin], &plan[k]))) {
            twin++;
        }
        if (twin < k) { /* no run is needed to see what comes of it */
            note_twin(s, plan[twin].kind, plan[k].kind);
        } else if (value_of(s, &plan[k], &runs, &value)) {
            if (explains(s->asked, s->answer, &value)) {
                note(s, plan[k].kind, &value);
            }
        }
    }
    for (int k = 0; k < count; k++) {
        fault_plan_free(&plan[k]);
    }
}

/* --- what is said --- */

static void tell(const struct guess *g, struct diagnosis *out)
{
    const char *what = g->shape != NULL ? "shape" : g->tensor != NULL ? "result" : "value";
    buf_clear(&out->reason);
    for (int k = 0; k < out->count; k++) {
        if (k == 0) {
            buf_printf(&out->reason, "your %s is that of a run where ", what);
        } else {
            buf_puts(&out->reason, ", or where ");
        }
        buf_puts(&out->reason, mistake_table[out->kind[k]].made.reason);
    }
}

static void keep_kinds(const struct search *s, struct diagnosis *out)
{
    for (int k = 0; !s->many && k < s->count; k++) {
        for (int j = 0; j < s->found[k].count && out->count < DIAGNOSE_KINDS; j++) {
            out->kind[out->count++] = s->found[k].kind[j];
        }
    }
}

/* --- more values of the same answer --- */

/* Whether it is what a run with the mistake gives; where none can be made, the right value. */
static bool holds(struct search *s, enum mistake_kind kind)
{
    struct fault_plan plan[DIAGNOSE_PLANS];
    int count = fault_plans(s->asked->tape, s->asked->event, plan, DIAGNOSE_PLANS);
    int runs = DIAGNOSE_RUNS;
    bool made = false, fit = false;
    for (int k = 0; k < count && !fit; k++) {
        scoped_tensor value = {0};
        if (plan[k].kind == kind && value_of(s, &plan[k], &runs, &value)) {
            made = true;
            fit = fits(s->answer, &value);
        }
    }
    for (int k = 0; k < count; k++) {
        fault_plan_free(&plan[k]);
    }
    return made ? fit : fits(s->answer, &s->asked->right);
}

void diagnose_once_more(const struct asked *a, const struct guess *g, struct diagnosis *d)
{
    struct search s = {.asked = a, .answer = g};
    int left = 0;
    for (int k = 0; k < d->count; k++) {
        if (holds(&s, d->kind[k])) {
            d->kind[left++] = d->kind[k];
        }
    }
    d->count = left;
    tell(g, d);
}

void diagnose(const struct asked *a, const struct guess *g, struct diagnosis *out)
{
    struct search s = {.asked = a, .answer = g};
    diagnosis_clear(out);
    if (fits(g, &a->right)) { /* nothing is to be explained */
        return;
    }
    if (g->cell >= 0) {
        slip_cell(a, g->cell, g->number, g->tolerance, &out->reason);
    }
    if (out->reason.len > 0) {
        return;
    }
    try_plans(&s);
    keep_kinds(&s, out);
    tell(g, out);
    if (s.count == 0 && g->cell >= 0) {
        slip_find(a, g->cell, g->number, g->tolerance, &out->reason);
    }
}
