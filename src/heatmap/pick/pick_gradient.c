/* Finds the gradient of what is shown. */
#include "heatmap/pick/pick.h"

#include "heatmap/pick/pick_event.h"
#include "heatmap/pick/pick_name.h"
#include "show/code.h"
#include "trace/tape/gradient.h"

/* Whether a step of a backward pass computes the gradient of what event `of` gave. */
static bool is_of(const struct tape *t, int event, int of)
{
    const struct event *e = &t->event[event];
    int input = gradient_input(t, event);
    return (e->of_argument < 0 && e->of == of) ||
           (input >= 0 && t->event[e->of].input[input].of.serial == t->event[of].output[0].serial);
}

bool pick_gradient(const struct tape *t, int event, int *out, struct error *err)
{
    const struct tensor *value = &t->event[event].output[0].tensor;
    bool parts = false;
    *out = -1;
    for (int k = event + 1; k < t->event_count; k++) {
        const struct event *e = &t->event[k];
        if (e->of < 0 && *out >= 0) { /* the next pass has another */
            break;
        }
        if (e->of < 0 || e->gradient == NULL || e->output_count == 0 || !is_of(t, k, event)) {
            continue;
        }
        if (tensor_numel(&e->output[0].tensor) == tensor_numel(value)) {
            *out = k; /* the last one: what came several ways is added up */
        }
        parts = true;
    }
    return *out >= 0 ||
           error_set(err, ERROR_INPUT, "--gradient: step %s%d, %s, gets %s",
                     t->event[event].setup ? "s" : "", t->event[event].number, t->event[event].name,
                     parts ? "its gradient in parts, by writes into views"
                           : "no gradient in this run; that of a parameter W is --name W.grad");
}

/* How many passes begin in front of `end`: at the gradient of what backward() was called on. */
static int passes(const struct tape *t, int end)
{
    int n = 0;
    for (int k = 0; k < end; k++) {
        n += t->event[k].of >= 0 && (k == 0 || t->event[k - 1].of < 0);
    }
    return n;
}

void pick_gradient_text(const struct tape *t, int gradient, struct buf *out)
{
    const struct event *e = &t->event[gradient];
    int step = train_step_of(t, gradient), all = passes(t, t->event_count);
    scoped_buf code = {0};
    if (e->asked != NULL) {
        code_of_span(e->asked, &code);
        code_fit(&code, 40);
    }
    buf_printf(out, "gradient by %s", code.len > 0 ? buf_text(&code) : "backward()");
    if (step >= 0) {
        buf_printf(out, " in step %d of training", step);
    } else if (all > 1) {
        buf_printf(out, ", backward pass %d of %d", passes(t, gradient + 1), all);
    }
}

void pick_gradient_other(const struct tape *t, int event, struct buf *out)
{
    struct error none = {0};
    int same = -1, any = -1;
    for (int k = 0, other; k < t->event_count && same < 0; k++) {
        const struct event *e = &t->event[k];
        bool like = e->op == t->event[event].op;
        bool has = (like || any < 0) && e->of < 0 && e->output_count > 0 && e->figure == NULL &&
                   pick_gradient(t, k, &other, &none);
        same = has && like ? k : same;
        any = has && any < 0 ? k : any;
    }
    if (same >= 0 || any >= 0) {
        const struct event *e = &t->event[same >= 0 ? same : any];
        const char *setup = e->setup ? "s" : "";
        buf_printf(out, "; step %s%d, %s, gets one: --step %s%d --gradient", setup, e->number,
                   e->name, setup, e->number);
    }
}

bool pick_gradient_pair(struct tape *t, const struct choice *c, int *event, int *gradient,
                        struct error *err)
{
    struct error own = {0};
    scoped_buf other = {0};
    *gradient = c->name != NULL && c->step == 0 ? pick_name_trained(t, c->name, event) : -1;
    if (*gradient >= 0) {
        return true;
    }
    if (!pick_event(t, c, event, err)) {
        return false;
    }
    if (!pick_gradient(t, *event, gradient, &own)) {
        pick_gradient_other(t, *event, &other);
        error_set(err, own.kind, "%s%s", own.text, buf_text(&other));
    }
    return *gradient >= 0;
}
