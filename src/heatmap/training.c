/* The same table over a training: which events are the same step of each turn. */
#include "heatmap/training.h"

#include "heatmap/pick_event.h"
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
};

static bool no_memory(struct error *err)
{
    return error_set(err, ERROR_LIMIT, "the system has no memory left");
}

/* A pass begins with the gradient of the loss itself. */
static bool begins(const struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    return e->of >= 0 && e->of_argument < 0 && (event == 0 || t->event[event - 1].of < 0);
}

static double loss_of(struct search *s, int event)
{
    const struct event *e = &s->t->event[event];
    struct tensor value;
    double loss = NAN;
    if (e->output_count > 0 && tensor_numel(&e->output[0].tensor) == 1 &&
        tape_after(s->t, &e->output[0], event, &value)) {
        loss = tensor_double_at(&value, tensor_place(&value, 0));
        tensor_release(&value);
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
        return no_memory(s->err);
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

/* The same place of the code, and a table as large; of gradients and parameters the same one. */
static bool alike(const struct search *s, int event)
{
    const struct event *a = &s->t->event[s->event], *b = &s->t->event[event];
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
    const struct tensor *x = &a->output[0].tensor, *y = &b->output[0].tensor;
    bool same = x->ndim == y->ndim;
    for (int k = x->ndim > 2 ? x->ndim - 2 : 0; same && k < x->ndim; k++) {
        same = x->shape[k] == y->shape[k];
    }
    return same;
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

/* How many there are in front of `end` in its turn. */
static int count_alike(const struct search *s, int step, int end)
{
    int n = 0;
    for (int k = first_of(s, step); k < end; k++) {
        n += counts(s, step, k);
    }
    return n;
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
        int n = count_alike(s, k, end_of(s, k));
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

/* -1: the turn has none. */
static int event_in(const struct search *s, int step)
{
    int end = end_of(s, step), skip = count_alike(s, step, end) - s->least + s->nth;
    for (int k = first_of(s, step); skip >= 0 && k < end; k++) {
        if (counts(s, step, k) && skip-- == 0) {
            return k;
        }
    }
    return -1;
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
        return no_memory(s->err);
    }
    enum what what = what_is(&s->t->event[s->event]);
    /* of the last training also the table behind its last step */
    bool behind = what == PARAMETER || (what == TABLE && o->end == o->steps);
    for (int k = o->first; k < o->end + behind; k++) {
        if (event_after(s, k) >= 0) {
            there[count++] = k;
        }
    }
    const int wish[] = {0, count / 10 > 1 ? count / 10 : 1, count / 4 > 2 ? count / 4 : 2,
                        count - 1};
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
        return no_memory(s->err);
    }
    if (!pick_panels(s->t, c, event, o->moment[k], s->err)) {
        return false;
    }
    o->panel[k] = o->moment[k]->panel[0];
    bool behind = o->first > 0 || what_is(&s->t->event[s->event]) == GRADIENT;
    snprintf(o->heading[k], sizeof o->heading[k], behind ? "step %d" : "after %d step%s",
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
        step = step < r->count ? step : r->count - 1;
        o->first = o->end = step;
        while (o->first > 0 && r->step[o->first - 1].training == r->step[step].training) {
            o->first--;
        }
        while (o->end < r->count && r->step[o->end].training == r->step[step].training) {
            o->end++;
        }
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
    return pick_event(t, c, event, err) && (!c->gradient || pick_gradient(t, *event, event, err));
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
    return true;
}

bool training_pick(struct tape *t, const struct choice *c, const char *at, struct training *out,
                   struct error *err)
{
    struct search s = {.t = t, .out = out, .err = err};
    *out = (struct training){.count = 0};
    bool ok = pick(t, c, &s.event, err) && find_steps(&s) && (at == NULL || read_moments(&s, at)) &&
              find_all(&s, c) && (at != NULL || choose(&s));
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
}
