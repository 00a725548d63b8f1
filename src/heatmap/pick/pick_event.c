/* Finds the step of a tape that is asked for. */
#include "heatmap/pick/pick_event.h"

#include "base/named.h"
#include "heatmap/pick/pick_name.h"
#include "trace/stage/stages.h"

#include <string.h>

static bool same_cells(const struct event *a, const struct event *b)
{
    return a->output_count > 0 && b->output_count > 0 &&
           tensor_numel(&a->output[0].tensor) == tensor_numel(&b->output[0].tensor);
}

/* Back along an input of an event, and from there along first inputs: the step of that stage, -1:
 * none. A code may scale its scores in other ways too, which lead nowhere. */
static int back_to(const struct tape *t, int at, int input, enum stage stage)
{
    do {
        const struct event *e = &t->event[at];
        int maker = input < e->input_count ? e->input[input].of.maker : -1;
        at = maker < at ? maker : -1;
        input = 0;
    } while (at >= 0 && t->event[at].stage != stage);
    return at;
}

int last_of_stage(const struct tape *t, int pass, enum stage stage, int behind, int end)
{
    int k = end - 1;
    while (k > behind && !(t->event[k].pass == pass && t->event[k].stage == stage &&
                           t->event[k].output_count > 0)) {
        k--;
    }
    return k > behind ? k : -1;
}

/* The mask on the way, else one that was laid and lost. */
static int mask_of(const struct tape *t, int pass)
{
    const struct pass *p = &t->pass[pass];
    int any = -1;
    for (int k = t->event_count - 1; p->mask < 0 && k >= 0 && any < 0; k--) {
        const struct event *e = &t->event[k];
        bool lays = e->pass == pass && e->stage == STAGE_MASK;
        any = lays && same_cells(e, &t->event[p->softmax]) ? k : -1;
    }
    return p->mask >= 0 ? p->mask : any;
}

int step_of_stage(const struct tape *t, int pass, enum stage stage)
{
    const struct pass *p = &t->pass[pass];
    int at = -1;
    switch (stage) {
    case STAGE_SCORES:
        return p->scores;
    case STAGE_SOFTMAX:
        return p->softmax;
    case STAGE_CONTEXT:
        return p->context;
    case STAGE_OUT_PROJ:
        return p->out_proj;
    case STAGE_MASK:
        return mask_of(t, pass);
    case STAGE_SCALE:
        at = back_to(t, p->softmax, 0, stage);
        break;
    case STAGE_PROJECT:
    case STAGE_VIEW:
    case STAGE_TRANSPOSE: /* of the queries */
        at = p->product >= 0 ? back_to(t, p->product, p->query, stage) : -1;
        break;
    default:
        break;
    }
    return at >= 0 ? at : last_of_stage(t, pass, stage, -1, t->event_count);
}

/* Joins several tensors: whatever stage it is for the layer that comes next. */
static bool joins(const struct event *e)
{
    static const char *const names[] = {"cat",   "concat", "concatenate",
                                        "stack", "hstack", "dstack"};
    return NAMED(names, e->op->name) >= 0 && e->input_count > 1;
}

int heads_of_pass(const struct tape *t, int pass, int *out, int most)
{
    for (int k = 0; k < t->event_count; k++) {
        const struct event *e = &t->event[k];
        int n = 0, found = 0;
        bool mine = false;
        for (int j = 0; joins(e) && j < e->input_count && n < most; j++) {
            int maker = e->input[j].of.maker, of = maker >= 0 ? t->event[maker].pass : -1;
            bool known = false;
            for (int i = 0; i < n; i++) {
                known |= out[i] == of;
            }
            if (of >= 0 && !known &&
                tensor_same_shape(&t->event[t->pass[of].softmax].output[0].tensor,
                                  &t->event[t->pass[pass].softmax].output[0].tensor)) {
                out[n++] = of;
                mine |= of == pass;
            }
            found++;
        }
        if (mine && n > 1 && n == found) {
            return n;
        }
    }
    out[0] = pass;
    return 1;
}

/* --- what the user asked for --- */

/* The stages of a pass that can be shown: "project, scores, softmax". */
static void put_stages(const struct tape *t, int pass, struct buf *out)
{
    for (int s = 0; s < STAGE_OTHER; s++) {
        if (step_of_stage(t, pass, (enum stage)s) >= 0) {
            buf_printf(out, "%s%s", out->len > 0 ? ", " : "", stage_name((enum stage)s));
        }
    }
}

/* The largest softmax that nothing is weighted by: of a lesson on softmax alone. -1: none. */
static int lone_softmax(const struct tape *t)
{
    int found = -1;
    int64_t most = 0;
    for (int k = 0; k < t->event_count; k++) {
        const struct event *e = &t->event[k];
        if (strcmp(e->op->name, "softmax") == 0 && tensor_numel(&e->output[0].tensor) > most) {
            most = tensor_numel(&e->output[0].tensor);
            found = k;
        }
    }
    return found;
}

/* What the code shows first. */
static bool by_figure(const struct tape *t, int *event, struct error *err)
{
    for (int k = 0; k < t->event_count; k++) {
        if (t->event[k].stage == STAGE_FIGURE) {
            *event = k;
            return true;
        }
    }
    return error_set(err, ERROR_INPUT,
                     "--stage figure: this run shows no figure; qkv trace lists its steps");
}

static bool by_stage(struct tape *t, const struct choice *c, int *event, struct error *err)
{
    enum stage stage = c->stage == STAGE_COUNT ? STAGE_SOFTMAX : c->stage;
    int pass = c->layer > 0 ? c->layer - 1 : 0;
    if (stage == STAGE_FIGURE) {
        return by_figure(t, event, err);
    }
    if (stage == STAGE_TRAINING) {
        return error_set(err, ERROR_INPUT,
                         "--stage training is a curve of losses, and no table of numbers");
    }
    if (t->pass_count == 0 && stage == STAGE_SOFTMAX && c->layer == 0 && lone_softmax(t) >= 0) {
        *event = lone_softmax(t);
        return true;
    }
    if (t->pass_count == 0) {
        return error_set(
            err, ERROR_INPUT,
            "there is no softmax whose weights meet values in this run, so nothing has "
            "stages; --step N or --name VARIABLE shows any tensor");
    }
    if (pass >= t->pass_count) {
        return error_set(err, ERROR_INPUT, "--layer %d: the run has %d softmax%s", c->layer,
                         t->pass_count, t->pass_count == 1 ? "" : "es");
    }
    *event = step_of_stage(t, pass, stage == STAGE_BACKWARD ? STAGE_SOFTMAX : stage);
    if (stage == STAGE_BACKWARD) { /* of the weights; the others have --gradient, or a name */
        struct error none = {0};
        scoped_buf other = {0};
        int weights = *event;
        if (!pick_gradient(t, weights, event, &none)) {
            pick_gradient_other(t, weights, &other);
            error_set(err, ERROR_INPUT,
                      "--stage backward: these weights get no gradient in this run; --name W.grad "
                      "shows that of W%s",
                      buf_text(&other));
        }
        return *event >= 0;
    }
    if (*event < 0) {
        scoped_buf there = {0};
        put_stages(t, pass, &there);
        error_set(err, ERROR_INPUT, "--stage %s: this run has none; it has %s", stage_name(stage),
                  buf_text(&there));
        return false;
    }
    return true;
}

static bool by_step(struct tape *t, const struct choice *c, int *event, struct error *err)
{
    for (int k = 0; k < t->event_count; k++) {
        const struct event *e = &t->event[k];
        if (e->number == c->step && e->setup == c->setup_step) {
            *event = k;
            return e->output_count > 0 ||
                   error_set(err, ERROR_INPUT, "--step %d shows no numbers", c->step);
        }
    }
    int count = c->setup_step ? t->setup_count : t->step_count;
    return error_set(err, ERROR_INPUT, "--step %s%d: the run has %s%d to %s%d",
                     c->setup_step ? "s" : "", c->step, c->setup_step ? "s" : "", count > 0,
                     c->setup_step ? "s" : "", count);
}

static bool by_name(struct tape *t, const struct choice *c, int *event, struct error *err)
{
    if (c->trained && pick_name_trained(t, c->name, event) >= 0) {
        return true;
    }
    *event = pick_name(t, c->name);
    return *event >= 0 ||
           error_set(err, ERROR_INPUT, "--name %s: no tensor of the code had that name in this run",
                     c->name);
}

bool pick_event(struct tape *t, const struct choice *c, int *event, struct error *err)
{
    return c->step > 0       ? by_step(t, c, event, err)
           : c->name != NULL ? by_name(t, c, event, err)
                             : by_stage(t, c, event, err);
}
