/* Plans what could have gone wrong in a run: every row of the table at every event, put together to
 * mistakes as people make them.
 *
 * A mistake in a line is made each time the line runs, and a wrong split of the queries mostly
 * comes with the same wrong split of keys and values. But a wrong result can be computed from the
 * right run only if no other changed event leads to it: so of stacked layers only one is changed.
 * */
#include "mistakes/fault.h"
#include "mistakes/redo.h"
#include "trace/tape/snapshot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CHANGES_MOST 4096    /* of one kind */
#define CELLS_MOST (1 << 20) /* of one result */
#define SITES_MOST 64        /* pieces of code, of one kind */

struct planner {
    struct tape *t;
    struct flow flow;
    int target;
    struct fault_plan *out;
    int count, most;
    unsigned char *mark; /* of each event: whether a change leads to it */
    bool *leads;         /* of each event: it leads to the target */
    /* of the kind under way */
    int *event; /* where it could be made, in order */
    int event_count;
    bool *taken; /* of these: in the group under way */
};

/* --- who leads to whom --- */

/* Whether an event gives, or changes, what is asked about. */
static bool gives_target(const struct planner *p, int event)
{
    const struct event *e = &p->t->event[event], *of = &p->t->event[p->target];
    return event == p->target ||
           (e->effect == STORAGE_IN_PLACE && e->output_count > 0 && of->output_count > 0 &&
            e->output[0].tensor.storage == of->output[0].tensor.storage);
}

/* From behind: what any event that leads to the target takes leads to it. */
static void find_leads(struct planner *p)
{
    for (int k = p->t->event_count - 1; k >= 0; k--) {
        p->leads[k] = p->leads[k] || p->target < 0 || gives_target(p, k);
        for (int j = p->flow.first_in[k]; p->leads[k] && j < p->flow.first_in[k + 1]; j++) {
            p->leads[p->flow.in[j].from] = true;
        }
    }
}

/* Everything that the event leads to is marked. */
static void mark_from(struct planner *p, int event)
{
    p->mark[event] = 1;
    for (int k = event; k < p->t->event_count; k++) {
        for (int j = p->flow.first_out[k]; p->mark[k] && j < p->flow.first_out[k + 1]; j++) {
            p->mark[p->flow.out[j]->to] = 1;
        }
    }
}

/* --- the changes of one mistake --- */

static bool same_number(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* Whether the result differs from the right one at all. */
static bool differs(struct tape *t, int event, const struct tensor *wrong)
{
    scoped_tensor right = {0};
    bool other = true;
    if (!tape_after(t, &t->event[event].output[0], event, &right)) {
        return false;
    }
    if (tensor_same_shape(&right, wrong)) {
        int64_t k = 0, count = tensor_numel(&right);
        while (k < count && same_number(tensor_cell(&right, k), tensor_cell(wrong, k))) {
            k++;
        }
        other = k < count;
    }
    return other;
}

static void change(struct planner *p, struct fault_plan *plan, int event)
{
    const struct event *e = &p->t->event[event];
    struct redo r = redo_of(p->t, event, NULL);
    if (!redo_apply(&r, mistake_table[plan->kind].made.make)) {
        return;
    }
    if (differs(p->t, event, &r.out)) {
        plan->change[plan->count++] =
            (struct fault_change){.event = e->logged, .op = e->op, .result = r.out};
    } else {
        tensor_release(&r.out);
    }
}

/* Makes a plan of the events that are taken, and that no other of them leads to. */
static void make(struct planner *p, enum mistake_kind kind)
{
    struct fault_plan plan = {.kind = kind};
    plan.change = calloc((size_t)p->event_count, sizeof *plan.change);
    memset(p->mark, 0, (size_t)p->t->event_count);
    for (int k = 0; plan.change != NULL && k < p->event_count; k++) {
        if (p->taken[k] && !p->mark[p->event[k]]) {
            change(p, &plan, p->event[k]);
            mark_from(p, p->event[k]);
        }
    }
    if (plan.count > 0) { /* mostly few of many */
        struct fault_change *fit = realloc(plan.change, (size_t)plan.count * sizeof *fit);
        plan.change = fit != NULL ? fit : plan.change;
        p->out[p->count++] = plan;
    } else {
        free(plan.change);
    }
}

/* --- where each kind could be made --- */

static bool find_events(struct planner *p, enum mistake_kind kind)
{
    p->event_count = 0;
    for (int k = 0; k < p->t->event_count && p->event_count < CHANGES_MOST; k++) {
        const struct event *e = &p->t->event[k];
        if (!p->leads[k] || e->output_count == 0 ||
            tensor_numel(&e->output[0].tensor) > CELLS_MOST) {
            continue;
        }
        struct redo w = redo_of(p->t, k, NULL);
        if (redo_could(&w, mistake_table[kind].made.make)) {
            p->event[p->event_count++] = k;
        }
    }
    return p->event_count > 0;
}

static bool same_site(const struct planner *p, int a, int b)
{
    const struct event *x = &p->t->event[p->event[a]], *y = &p->t->event[p->event[b]];
    return x->op == y->op && x->code.source == y->code.source && x->code.line == y->code.line &&
           x->code.column == y->code.column && x->site.source == y->site.source &&
           x->site.line == y->site.line && x->site.column == y->site.column;
}

/* Each piece of code by itself; nothing when there is only one. */
static void make_single(struct planner *p, enum mistake_kind kind)
{
    int sites = 0;
    for (int k = 0; k < p->event_count && p->count < p->most && sites < SITES_MOST; k++) {
        bool known = false, others = false;
        for (int j = 0; j < p->event_count; j++) {
            p->taken[j] = same_site(p, k, j);
            known |= j < k && p->taken[j];
            others |= !p->taken[j];
        }
        if (!known && others) {
            sites++;
            make(p, kind);
        }
    }
}

static void plan_all(struct planner *p)
{
    enum mistake_kind kind[MISTAKE_COUNT];
    int count = mistake_ranked(kind);
    find_leads(p);
    for (int k = 0; k < count && p->count < p->most; k++) {
        if (find_events(p, kind[k])) {
            memset(p->taken, true, (size_t)p->event_count);
            make(p, kind[k]);
        }
    }
    for (int k = 0; k < count && p->count < p->most; k++) {
        if (find_events(p, kind[k])) {
            make_single(p, kind[k]);
        }
    }
}

int fault_plans(struct tape *t, int target, struct fault_plan *out, int most)
{
    struct planner p = {.t = t, .target = target, .out = out, .most = most};
    struct error kept = t->session->in.error;
    size_t events = (size_t)t->event_count + 1;
    if (!flow_find(&p.flow, t, true, &t->session->in.error)) {
        t->session->in.error = kept;
        return 0;
    }
    p.mark = calloc(events, sizeof *p.mark);
    p.leads = calloc(events, sizeof *p.leads);
    p.event = calloc(CHANGES_MOST, sizeof *p.event);
    p.taken = calloc(CHANGES_MOST, sizeof *p.taken);
    if (p.mark != NULL && p.leads != NULL && p.event != NULL && p.taken != NULL) {
        plan_all(&p);
    }
    free(p.mark);
    free(p.leads);
    free(p.event);
    free(p.taken);
    flow_free(&p.flow);
    t->session->in.error = kept;
    return p.count;
}

void fault_plan_free(struct fault_plan *p)
{
    for (int k = 0; k < p->count; k++) {
        tensor_release(&p->change[k].result);
    }
    free(p->change);
    *p = (struct fault_plan){0};
}
