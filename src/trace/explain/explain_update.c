/* Explains what stands in the last operation of a step of Adam, AdamW or SGD: where its step size,
 * its mean and its root come from. All numbers are read off the operations before it
 * (torch.optim.adam, _move).
 * */
#include "trace/explain/explain_update.h"

#include "base/fmath.h"
#include "trace/explain/line.h"
#include "trace/tape/event.h"
#include "trace/tape/gradient.h"
#include "trace/tape/snapshot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEAN = 1, ROOT = 2 }; /* inputs of param.addcdiv_(mean, denom, value=-step_size) */

/* The last operation before `event` that call `call` itself carried out with `op` and that wrote
 * tensor `serial` (0: a single number); -1: none. */
static int last_of(const struct tape *t, int event, int call, const char *op, uint64_t serial)
{
    for (int k = event - 1; k >= t->call[call].first; k--) {
        const struct event *e = &t->event[k];
        if (e->call == call && event_is(e, op) && e->output_count == 1 &&
            (serial != 0 ? e->output[0].serial == serial : e->output[0].tensor.ndim == 0)) {
            return k;
        }
    }
    return -1;
}

/* The cell of input `input` of an event, as it went in. */
static bool cell_of(struct explainer *t, int event, int input, struct scalar *out)
{
    const struct event *e = event < 0 ? NULL : &t->tape->event[event];
    scoped_tensor x = {0};
    if (e == NULL || input >= e->input_count) {
        return false;
    }
    if (!tape_before(t->tape, &e->input[input].of, event, &x)) {
        t->failed = true;
        return false;
    }
    bool has = t->cell < tensor_numel(&x);
    if (has) {
        *out = scalar_cell(&x, t->cell);
    }
    return has;
}

/* The number that an event was given besides its tensors. */
static bool number_of(const struct tape *t, int event, const char *name, struct scalar *out)
{
    const struct argument *a = event < 0 ? NULL : event_argument(&t->event[event], name);
    if (a == NULL || a->object != NULL || !value_is_number(a->value)) {
        return false;
    }
    *out = scalar_float(value_number(a->value), DTYPE_FLOAT64);
    return true;
}

/* The count of steps, right behind state["step"] += 1. */
static bool count_of(struct explainer *t, double *out)
{
    struct tape *tape = t->tape;
    int at = last_of(tape, t->event, tape->call[t->e->call].parent, OP_add, 0);
    scoped_tensor x = {0};
    if (at < 0 || !tape_after(tape, &tape->event[at].output[0], at, &x)) {
        t->failed |= at >= 0;
        return false;
    }
    *out = scalar_double(scalar_cell(&x, 0));
    return true;
}

/* The rate that gives this very step size; false: none does. */
static bool rate_of(double size, double rest, char *text, size_t room)
{
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, room, "%.*g", digits, size * rest);
        if (strtod(text, NULL) / rest == size) {
            return true;
        }
    }
    return false;
}

/* AdamW has taken a part of the parameter away before. */
static void tell_decay(struct explainer *t)
{
    struct tape *tape = t->tape;
    int at = last_of(tape, t->event, tape->call[t->e->call].parent, OP_mul, t->e->output[0].serial);
    struct scalar before, factor;
    if (number_of(tape, at, "other", &factor) && cell_of(t, at, 0, &before)) {
        line_numbers(t, "decay", -1, "before was # * (1 - lr * weight_decay) = @ * # = #",
                     NUMBERS(before, before, factor, explainer_value(t, 0)));
    }
}

static void tell(struct explainer *t, double count)
{
    struct tape *tape = t->tape;
    const struct tape_input *in = t->e->input;
    int call = t->e->call, mean = last_of(tape, t->event, call, OP_mul, in[MEAN].of.serial);
    int taken = last_of(tape, t->event, call, OP_add, in[MEAN].of.serial);
    int eps = last_of(tape, t->event, call, OP_add, in[ROOT].of.serial);
    int root = eps < 0 ? -1 : tape->event[eps].input[0].of.maker;
    root = root < 0 ? -1 : tape->event[root].input[0].of.maker;
    uint64_t square = root < 0 ? 0 : tape->event[root].input[0].of.serial;
    struct scalar beta1, beta2, room, size, was, grad, of;
    struct scalar step = scalar_int((int64_t)count, DTYPE_INT64);
    char rate[32];
    if (!number_of(tape, mean, "other", &beta1) || !number_of(tape, t->event, "value", &size) ||
        !number_of(tape, eps, "other", &room) || !cell_of(t, mean, 0, &was) ||
        !cell_of(t, taken, 1, &grad) || !cell_of(t, root, 0, &of) ||
        !rate_of(-size.f, 1 - fmath_pow(beta1.f, count), rate, sizeof rate)) {
        return;
    }
    struct buf text = {0};
    buf_printf(&text, "-lr / (1 - beta1 ** step) = -%s", rate);
    scalars_text(&text, " / (1 - # ** #) = #", NUMBERS(beta1, step, size));
    tell_decay(t);
    line_add(t, "step size", -1, &text, NULL, size.f);
    struct scalar now[2] = {explainer_value(t, MEAN), explainer_value(t, ROOT)};
    line_words(t, "mean", -1, "exp_avg: beta1 * before + (1 - beta1) * gradient");
    line_numbers(t, "mean", -1, "# * @ + (1 - #) * @ = #",
                 NUMBERS(beta1, was, beta1, grad, now[0]));
    int other = last_of(tape, t->event, call, OP_mul, square);
    if (number_of(tape, other, "other", &beta2) && cell_of(t, other, 0, &was)) { /* not amsgrad's */
        line_words(t, "square", -1, "exp_avg_sq: beta2 * before + (1 - beta2) * gradient ** 2");
        line_numbers(t, "square", -1, "# * # + (1 - #) * @ ** 2 = #",
                     NUMBERS(beta2, was, beta2, grad, of));
        line_words(t, "denom", -1, "sqrt(exp_avg_sq) / sqrt(1 - beta2 ** step) + eps");
        line_numbers(t, "denom", -1, "sqrt(#) / sqrt(1 - # ** #) + # = #",
                     NUMBERS(of, beta2, step, room, now[1]));
    }
}

/* What SGD's momentum_buffer was made of (torch.optim.sgd, _update). */
static void tell_buffer(struct explainer *t)
{
    struct tape *tape = t->tape;
    uint64_t buffer = t->e->input[1].of.serial;
    int left = last_of(tape, t->event, t->e->call, OP_mul, buffer);
    int taken = last_of(tape, t->event, t->e->call, OP_add, buffer);
    struct scalar momentum, share, was, grad;
    if (taken > left && number_of(tape, left, "other", &momentum) && cell_of(t, left, 0, &was) &&
        number_of(tape, taken, "alpha", &share) && cell_of(t, taken, 1, &grad)) {
        line_words(t, "direction", -1, "momentum_buffer: momentum * before + gradient");
        line_numbers(t, "direction", -1, share.f == 1 ? "# * @ + @ = #" : "# * @ + # * @ = #",

                     share.f == 1 ? NUMBERS(momentum, was, grad, explainer_value(t, 1))
                                  : NUMBERS(momentum, was, share, grad, explainer_value(t, 1)));
    }
}

void explain_update(struct explainer *t)
{
    const struct event *e = t->e;
    double count;
    if (event_is(e, OP_add) && gradient_updates(t->tape, t->event) && e->input_count == 2 &&
        t->tape->call[e->call].prelude && strcmp(t->tape->call[e->call].name, "SGD.update") == 0) {
        tell_buffer(t);
    }
    if (event_is(e, OP_addcdiv) && gradient_updates(t->tape, t->event) && e->input_count == 3 &&
        t->ex->from_count == 3 && strcmp(t->tape->call[e->call].name, "move") == 0 &&
        t->tape->call[e->call].prelude && count_of(t, &count)) {
        tell(t, count);
    }
}
