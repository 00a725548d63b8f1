/* The gradient of what is shown. */
#include "heatmap/pick.h"

#include "heatmap/pick_event.h"
#include "heatmap/pick_name.h"
#include "torch/op/ops.h"
#include "trace/tape/event.h"
#include "trace/tape/gradient.h"

#include <stddef.h>

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

bool pick_gradient_pair(struct tape *t, const struct choice *c, int *event, int *gradient,
                        struct error *err)
{
    *gradient = c->name != NULL && c->step == 0 ? pick_name_trained(t, c->name, event) : -1;
    return *gradient >= 0 ||
           (pick_event(t, c, event, err) && pick_gradient(t, *event, gradient, err));
}
