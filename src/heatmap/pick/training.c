/* Finds the same table over a training: which events are the same step of each turn. */
#include "heatmap/pick/training.h"

#include "heatmap/pick/pick_event.h"
#include "trace/tape/gradient.h"
#include "trace/tape/snapshot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct search {
    struct tape *t;
    struct training *out;
    struct error *err;
    int *
        start; /* of each backward pass: its first event; behind the last one the end of the tape */
    int event; /* that was asked for: the others are like it */
    int least; /* so many like it has the turn that has the fewest, ... */
    int nth;   /* ... and of those, from its end, this one is shown */
    int64_t leaf; /* whose gradient is shown (leaf_of); 0: another table */
};

/* A pass begins with the gradient of the loss itself. */
static bool begins(const struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    return e->of >= 0 && e->of_argument < 0 && (event == 0 || t->event[event - 1].of < 0);
}

static double loss_of(struct search *s, int event)
{
    const struct event *e = &s->t->event[event];
    scoped_tensor value = {0};
    double loss = NAN;
    if (e->output_count > 0 && tensor_numel(&e->output[0].tensor) == 1 &&
        tape_after(s->t, &e->output[0], event, &value)) {
        loss = tensor_cell(&value, 0);
    }
    return loss;
}

/* The first pass of a step that the tape has kept. */
static int start_of(const struct search *s, const struct train_step *step)
{
    for (int k = step->first; step->kept && k < step->end; k++) {
        if (begins(s->t, k)) {
            return k;
        }
    }
    return -1;
}

/* As the tape counts them; in code without a loop that trains, each pass is a step. */
static bool find_steps(struct search *s)
{
    int count = s->t->event_count + s->t->train.count;
    s->start = malloc((size_t)(count + 1) * sizeof *s->start);
    s->out->loss = malloc((size_t)(count + 1) * sizeof *s->out->loss);
    if (s->start == NULL || s->out->loss == NULL) {
        return error_memory(s->err);
    }
    for (int k = 0; k < s->t->train.count; k++) {
        s->out->loss[k] = s->t->train.step[k].loss;
        s->start[k] = start_of(s, &s->t->train.step[k]);
    }
    s->out->steps = s->t->train.count;
    for (int k = 0; k < s->t->event_count && s->t->train.count == 0; k++) {
        if (begins(s->t, k)) {
            s->out->loss[s->out->steps] = loss_of(s, s->t->event[k].of);
            s->start[s->out->steps++] = k;
        }
    }
    s->start[s->out->steps] = s->t->event_count;
    return s->out->steps > 0 ||
           error_set(s->err, ERROR_INPUT,
                     "--over-training: this run never calls backward(), so nothing is trained");
}

static bool same_place(const struct span *a, const struct span *b)
{
    return a->source == b->source && a->line == b->line && a->column == b->column;
}

/* What is shown of a step: a table that it computes before backward(), a gradient, or a parameter
 * that is changed behind it. */
enum what { TABLE, GRADIENT, PARAMETER };

static enum what what_is(const struct event *e)
{
    bool leaf = e->effect == STORAGE_IN_PLACE && e->output_count > 0 &&
                e->output[0].requires_grad && e->output[0].grad_fn == NULL;
    return e->of >= 0 ? GRADIENT : leaf ? PARAMETER : TABLE;
}

/* The leaf whose gradient the event gives whole, counted from 1 as the training counts its
 * parameters; 0: of none. The first pass may give it at once; the next ones add theirs to what is
 * there. */
static int64_t leaf_of(const struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    const struct event *of = e->of >= 0 && e->gradient != NULL ? &t->event[e->of] : NULL;
    const struct tape_tensor *leaf = NULL;
    int found = 0;
    for (int k = 0; of != NULL && k < of->input_count; k++) {
        bool mine = of->input[k].argument == e->of_argument;
        leaf = mine ? &of->input[k].of : leaf;
        found += mine;
    }
    bool whole = found == 1 && e->output_count > 0 && e->gradient[strlen(e->gradient) - 1] == 'd' &&
                 tensor_same_shape(&e->output[0].tensor, &leaf->tensor);
    return whole ? map_get(&t->train.parameters, leaf->serial, -1) + 1 : 0;
}

static bool same_matrices(const struct event *a, const struct event *b)
{
    const struct tensor *x = &a->output[0].tensor, *y = &b->output[0].tensor;
    bool same = x->ndim == y->ndim;
    for (int k = x->ndim > 2 ? x->ndim - 2 : 0; same && k < x->ndim; k++) {
        same = x->shape[k] == y->shape[k];
    }
    return same;
}

/* The same place of the code, and a table as large; of gradients and parameters the same one. */
static bool alike(const struct search *s, int event)
{
    const struct event *a = &s->t->event[s->event], *b = &s->t->event[event];
    if (s->leaf != 0) {
        return leaf_of(s->t, event) == s->leaf;
    }
    if (b->op != a->op || (b->of < 0) != (a->of < 0) || !same_place(&a->site, &b->site) ||
        !same_place(&a->code, &b->code) || b->output_count == 0) {
        return false;
    }
    enum what what = what_is(a);
    if (what != TABLE) {
        return what == PARAMETER ? b->output[0].serial == a->output[0].serial
                                 : a->gradient != NULL && b->gradient != NULL &&
                                       strcmp(a->gradient, b->gradient) == 0;
    }
    return same_matrices(a, b);
}

/* The events of a step among which its table is looked for: [first_of, end_of). */
static int first_of(const struct search *s, int step)
{
    if (what_is(&s->t->event[s->event]) != TABLE) {
        return s->start[step];
    }
    bool gap = step > 0 && s->start[step - 1] < 0;
    return step == 0 ? 0 : gap ? s->t->train.step[step - 1].end : s->start[step - 1];
}

static int end_of(const struct search *s, int step)
{
    bool behind =
        what_is(&s->t->event[s->event]) != TABLE && s->start[step] >= 0 && step < s->out->steps;
    return !behind                 ? s->start[step]
           : s->t->train.count > 0 ? s->t->train.step[step].end
                                   : s->start[step + 1];
}

/* A turn may also look how good the model is: only what gets a gradient is trained. Behind the last
 * step nothing does. */
static bool counts(const struct search *s, int step, int event)
{
    return alike(s, event) && (step == s->out->steps || gradient_other(s->t, event) >= 0 ||
                               what_is(&s->t->event[event]) == PARAMETER);
}

/* A rule for the events that are looked for in a turn. */
typedef bool rule(const struct search *s, int step, int event);

/* How many there are in front of `end` in a turn. */
static int count_in(const struct search *s, int step, int end, rule *is)
{
    int n = 0;
    for (int k = first_of(s, step); k < end; k++) {
        n += is(s, step, k);
    }
    return n;
}

/* The n-th of a turn, from 0; -1: it has not so many. */
static int nth_in(const struct search *s, int step, int n, rule *is)
{
    for (int k = first_of(s, step), end = end_of(s, step); n >= 0 && k < end; k++) {
        if (is(s, step, k) && n-- == 0) {
            return k;
        }
    }
    return -1;
}

/* The turn that the event lies in. */
static int own_step(const struct search *s)
{
    bool behind = what_is(&s->t->event[s->event]) != TABLE;
    int own = 0;
    for (int k = 0; k < s->out->steps; k++) {
        own = s->start[k] >= 0 && s->event >= s->start[k] ? k + !behind : own;
    }
    return own;
}

/* In how many turns of the training tables like the event's are computed; and the fewest of one. */
static int find_least(struct search *s)
{
    int turns = 0;
    s->least = 0;
    for (int k = s->out->first; k < s->out->end; k++) {
        int n = count_in(s, k, end_of(s, k), counts);
        turns += n > 0;
        s->least = n > 0 && (s->least == 0 || n < s->least) ? n : s->least;
    }
    return turns;
}

/* Which of several layers by the same line of code it is. */
static void find_rank(struct search *s)
{
    int own = own_step(s);
    s->nth = 0;
    for (int k = first_of(s, own); k < s->event; k++) {
        s->nth += counts(s, own, s->event) ? counts(s, own, k) : alike(s, k);
    }
    s->nth %= s->least;
}

/* The same stage of what is trained, by another line of code: what a loop computes in a function
 * may stand before it in the open. */
static bool like_stage(const struct search *s, int step, int event)
{
    const struct event *a = &s->t->event[s->event], *b = &s->t->event[event];
    return what_is(a) == TABLE && a->stage != STAGE_OTHER && b->stage == a->stage &&
           b->op == a->op && b->of < 0 && b->output_count > 0 && same_matrices(a, b) &&
           gradient_other(s->t, event) >= 0;
}

/* As many as in the event's own turn: the one of the same rank. -1: there is none. */
static int stage_in(const struct search *s, int step)
{
    int own = own_step(s), all = count_in(s, own, end_of(s, own), like_stage);
    bool same =
        like_stage(s, own, s->event) && count_in(s, step, end_of(s, step), like_stage) == all;
    return same ? nth_in(s, step, count_in(s, own, s->event, like_stage), like_stage) : -1;
}

/* -1: the turn has none. Of a leaf it is the last one, what it holds at the end of the turn. */
static int event_in(const struct search *s, int step)
{
    int all = count_in(s, step, end_of(s, step), counts);
    return all == 0 ? stage_in(s, step)
                    : nth_in(s, step, s->leaf != 0 ? all - 1 : all - s->least + s->nth, counts);
}

/* In how many turns, the one behind the last included, the same line of code computes the table. */
static int find_reach(struct search *s)
{
    int turns = find_least(s), behind = s->out->end == s->out->steps ? s->out->end : -1;
    return turns + (behind >= 0 && count_in(s, behind, end_of(s, behind), counts) > 0);
}

/* If another line computes the same stage in more turns, that one: then also what no gradient of
 * tells is found. */
static void find_other(struct search *s)
{
    int best = s->event, most = find_reach(s);
    for (int k = s->out->first; k < s->out->end; k++) {
        int own = s->event, other = event_in(s, k);
        if (other < 0 || alike(s, other) || what_is(&s->t->event[own]) != TABLE) {
            continue;
        }
        s->event = other;
        if (find_reach(s) > most) {
            best = other;
            most = find_reach(s);
        }
        s->event = own;
        (void)find_least(s);
    }
    if (best != s->event) {
        s->event = best;
        (void)find_least(s);
        find_rank(s);
    }
}

/* What filled the cells of a parameter last before `end`, under another name of theirs:
 * nn.Parameter(torch.zeros(2, 4)). -1: nothing did, or the last write was into a part. */
static int made_as(const struct search *s, const struct tape_tensor *of, int end)
{
    const struct event *e = s->t->event;
    int owner = tape_owner(s->t, of), k = end - 1;
    while (k >= 0 && !(e[k].output_count > 0 && e[k].figure == NULL &&
                       (k == owner || e[k].effect == STORAGE_IN_PLACE) &&
                       e[k].output[0].tensor.storage->id == of->tensor.storage->id)) {
        k--;
    }
    return k >= 0 && tensor_same_shape(&e[k].output[0].tensor, &of->tensor) ? k : -1;
}

/* What shows the table after so many steps; -1: nothing does. A parameter is what the step before
 * has left, or what it was made as. */
static int event_after(const struct search *s, int step)
{
    const struct event *e = &s->t->event[s->event];
    if (what_is(e) != PARAMETER) {
        return event_in(s, step);
    }
    if (step > s->out->first) {
        return event_in(s, step - 1);
    }
    int k = s->start[step] - 1;
    while (k >= 0 && (s->t->event[k].output_count == 0 ||
                      s->t->event[k].output[0].serial != e->output[0].serial)) {
        k--;
    }
    return k >= 0 ? k : made_as(s, &e->output[0], s->start[step]);
}

/* --- the moments --- */

/* Of the steps that compute it. */
static bool choose(struct search *s)
{
    struct training *o = s->out;
    int *there = malloc((size_t)(o->steps + 1) * sizeof *there), count = 0;
    if (there == NULL) {
        return error_memory(s->err);
    }
    enum what what = what_is(&s->t->event[s->event]);
    /* of the last training also the table behind its last step */
    bool behind = what == PARAMETER || (what == TABLE && o->end == o->steps);
    for (int k = o->first; k < o->end + behind; k++) {
        if (event_after(s, k) >= 0) {
            there[count++] = k;
        }
    }
    bool few = count <= 20; /* of many the first ones change most */
    const int wish[] = {0, few ? (count - 1) / 3 : count / 10,
                        few ? (count - 1) * 2 / 3 : count / 4, count - 1};
    for (int k = 0, last = -1; k < 4; k++) {
        if (wish[k] > last && wish[k] < count) {
            last = wish[k];
            o->step[o->count++] = there[last];
        }
    }
    free(there);
    return true;
}

bool training_moments(const char *at, int step[MOMENTS_MAX], int *count, struct error *err)
{
    *count = 0;
    for (const char *p = at;; p++) {
        char *end;
        long n = strtol(p, &end, 10);
        bool grows = n >= 0 && n <= INT32_MAX && (*count == 0 || n > step[*count - 1]);
        if (end == p || (*end != ',' && *end != '\0') || !grows || *count == MOMENTS_MAX) {
            return error_set(err, ERROR_INPUT,
                             "--moments %s: give up to %d numbers of steps that grow: 0,20,200", at,
                             MOMENTS_MAX);
        }
        step[(*count)++] = (int)n;
        p = end;
        if (*p == '\0') {
            return true;
        }
    }
}

static bool read_moments(struct search *s, const char *at)
{
    struct training *o = s->out;
    return training_moments(at, o->step, &o->count, s->err) &&
           (o->step[o->count - 1] <= o->steps ||
            error_set(s->err, ERROR_INPUT, "--moments %s: the run trains %d step%s", at, o->steps,
                      o->steps == 1 ? "" : "s"));
}

/* How many steps of the training before it wrote a parameter. */
static int updates_before(const struct search *s, int step)
{
    const struct train *r = &s->t->train;
    const struct train_step *last = r->count > 0 && step == s->out->end ? &r->step[step - 1] : NULL;
    int more = 0;
    for (int k = last != NULL ? last->first : 0; last != NULL && k < last->end; k++) {
        more |= what_is(&s->t->event[k]) == PARAMETER;
    }
    return r->count == 0  ? step - s->out->first
           : last != NULL ? last->updates + more
                          : r->step[step].updates;
}

/* Where not every step updates the weights, how many updates came before each moment. */
static bool tell_updates(struct search *s)
{
    struct training *o = s->out;
    bool fewer = false;
    for (int k = 0; k < o->count; k++) {
        int updates = updates_before(s, o->step[k]);
        fewer |= updates != o->step[k] - o->first;
        buf_printf(&o->updates, "%s%d", k > 0 ? ", " : "updated ", updates);
    }
    buf_puts(&o->updates, " times");
    if (!fewer || updates_before(s, o->end) == 0) { /* 0: each step makes new ones */
        buf_free(&o->updates);
    }
    return !o->updates.failed || error_memory(s->err);
}

static bool add_moment(struct search *s, const struct choice *c, int k)
{
    struct training *o = s->out;
    int event = event_after(s, o->step[k]);
    if (event < 0) {
        return error_set(s->err, ERROR_INPUT,
                         "--over-training: after %d step%s this is not computed", o->step[k],
                         o->step[k] == 1 ? "" : "s");
    }
    o->moment[k] = calloc(1, sizeof *o->moment[k]);
    if (o->moment[k] == NULL) {
        return error_memory(s->err);
    }
    if (!pick_panels(s->t, c, event, o->moment[k], s->err)) {
        return false;
    }
    o->panel[k] = o->moment[k]->panel[0];
    snprintf(o->heading[k], sizeof o->heading[k], o->first > 0 ? "step %d" : "after %d step%s",
             o->step[k], o->step[k] == 1 ? "" : "s");
    o->panel[k].heading = o->heading[k];
    return true;
}

/* --- the training --- */

/* Step `step` is one of the training that is shown; the moment behind all steps is of the last. */
static void set_training(struct search *s, int step)
{
    const struct train *r = &s->t->train;
    struct training *o = s->out;
    o->first = 0;
    o->end = o->steps;
    o->number = o->of = 1;
    if (r->count > 0) {
        int nth;
        step = step < r->count ? step : r->count - 1;
        o->end = train_size(s->t, step, &nth);
        o->first = step - nth;
        o->end += o->first;
        o->number = r->step[step].training + 1;
        o->of = r->step[r->count - 1].training + 1;
    }
}

/* The first training that computes the event's table in `least` turns; known: only that one. */
static bool find_training(struct search *s, bool known, int least)
{
    if (known) {
        return find_least(s) >= least;
    }
    for (int k = 0; k < s->out->steps; k = s->out->end) {
        set_training(s, k);
        if (find_least(s) >= least) {
            return true;
        }
    }
    return false;
}

static bool pick(struct tape *t, const struct choice *c, int *event, struct error *err)
{
    struct choice own = *c;
    int value;
    own.trained = true;
    if (c->gradient) {
        return pick_gradient_pair(t, &own, &value, event, err);
    }
    bool ok = pick_event(t, &own, event, err);
    for (int k = ok && c->name != NULL ? *event + 1 : t->event_count; k < t->event_count; k++) {
        bool later = t->event[k].output_count > 0 && what_is(&t->event[k]) == PARAMETER &&
                     t->event[k].output[0].serial == t->event[*event].output[0].serial;
        *event = later ? k : *event; /* what the last step has left of it */
    }
    return ok;
}

/* Nothing was said of which table: the first that some training computes again and again. */
static bool find_table(struct search *s, struct choice c, bool known)
{
    struct error none = {0};
    int first = s->event, event;
    for (c.layer = 1; c.layer <= s->t->pass_count; c.layer++) {
        bool other = pick(s->t, &c, &event, &none) && (c.layer == 1 || !alike(s, event));
        s->event = other ? event : s->event;
        if (other && find_training(s, known, 2)) {
            return true;
        }
    }
    s->event = first;
    return find_training(s, known, 1);
}

/* The step that computed the loss of a turn, one that the tape has; NULL: it has none. */
static const struct event *any_loss(const struct search *s)
{
    for (int k = s->out->end - 1; k >= s->out->first; k--) {
        const struct event *loss =
            s->start[k] < 0 ? NULL : &s->t->event[s->t->event[s->start[k]].of];
        if (loss != NULL && loss->figure == NULL) {
            return loss;
        }
    }
    return NULL;
}

/* What the loss is after the last step: where the code computes it there as it did before. */
static double loss_behind(struct search *s)
{
    const struct training *o = s->out;
    const struct train *r = &s->t->train;
    const struct event *loss = any_loss(s);
    bool one = r->count == 0 || r->step[o->end - 1].backwards == 1;
    int until = s->start[o->end] >= 0 ? s->start[o->end] : s->t->event_count;
    for (int k = s->start[o->end - 1] + 1; one && loss != NULL && k > 0 && k < until; k++) {
        const struct event *e = &s->t->event[k];
        if (e->of < 0 && e->op == loss->op && same_place(&e->site, &loss->site) &&
            same_place(&e->code, &loss->code)) {
            return loss_of(s, k);
        }
    }
    return NAN;
}

/* The losses of the training that is shown, and the one behind its last step if there is one. */
static bool make_curve(struct search *s)
{
    struct training *o = s->out;
    int count = o->end - o->first;
    o->curve = malloc((size_t)(count + 1) * sizeof *o->curve);
    if (o->curve == NULL) {
        return error_memory(s->err);
    }
    memcpy(o->curve, o->loss + o->first, (size_t)count * sizeof *o->curve);
    o->curve[count] = loss_behind(s);
    o->curve_count = count + isfinite(o->curve[count]);
    return true;
}

static bool find_all(struct search *s, const struct choice *c)
{
    struct training *o = s->out;
    bool named = c->step > 0 || c->name != NULL || c->layer > 0, known = o->count > 0;
    if (known) { /* --moments */
        set_training(s, o->step[0]);
        int last = o->step[o->count - 1];
        if (last >= o->end && o->end < o->steps) {
            return error_set(
                s->err, ERROR_INPUT,
                "--moments: step %d is of training %d, steps %d to %d, and step %d is of "
                "another one",
                o->step[0], o->number, o->first, o->end - 1, last);
        }
    } else if (named) {
        set_training(s, own_step(s));
    }
    bool found =
        !named ? find_table(s, *c, known) : find_training(s, true, 1) || find_training(s, known, 1);
    if (!found) {
        return error_set(s->err, ERROR_INPUT,
                         "--over-training: step %s%d is no part of what is trained",
                         s->t->event[s->event].setup ? "s" : "", s->t->event[s->event].number);
    }
    find_rank(s);
    find_other(s);
    return true;
}

bool training_pick(struct tape *t, const struct choice *c, const char *at, struct training *out,
                   struct error *err)
{
    struct search s = {.t = t, .out = out, .err = err};
    *out = (struct training){.count = 0};
    bool ok = pick(t, c, &s.event, err);
    s.leaf = ok ? leaf_of(t, s.event) : 0;
    ok = ok && find_steps(&s) && (at == NULL || read_moments(&s, at)) && find_all(&s, c) &&
         (at != NULL || choose(&s)) && make_curve(&s) && tell_updates(&s);
    for (int k = 0; ok && k < out->count; k++) {
        ok = add_moment(&s, c, k);
    }
    free(s.start);
    return ok;
}

void training_free(struct training *training)
{
    for (int k = 0; k < MOMENTS_MAX; k++) {
        if (training->moment[k] != NULL) {
            picked_free(training->moment[k]);
        }
        free(training->moment[k]);
    }
    free(training->loss);
    free(training->curve);
    buf_free(&training->updates);
}
