/* Writes sentences about gradients: where they begin, what their formula does, where several meet.
 */
#include "torch/origin/origin_region.h"
#include "trace/report/caption_formula_words.h"
#include "trace/report/caption_words.h"
#include "trace/tape/event.h"
#include "trace/tape/gradient.h"
#include "trace/tape/parameter.h"

#include <math.h>
#include <string.h>

enum { LONGEST = 140, WAYS_MOST = 6 }; /* letters of a sentence; ways that are named */

static const struct {
    const char *names;
    int argument;
    const char *forward, *backward;
} rows[] = {
#define BACKWARD(names, argument, forward, backward) {names, argument, forward, backward},
#include "trace/report/backward.def"
#undef BACKWARD
};

/* "(4,)" in an expression is no shape of the step's tensors. */
static bool has_sizes(const struct buf *text)
{
    for (const char *p = strchr(buf_text(text), '('); p != NULL; p = strchr(p + 1, '(')) {
        size_t digits = strspn(p + 1, "0123456789");
        if (digits > 0 && p[1 + digits] == ',') {
            return true;
        }
    }
    return false;
}

static bool is_whole(const struct captioned *s)
{
    const struct event *next = s->e + 1;
    bool last = s->e->own || s->event + 1 == s->t->event_count || !gradient_same(next, s->e);
    const struct event *of = s->e->of >= 0 ? &s->t->event[s->e->of] : NULL;
    return of != NULL && of->of < 0 && of->effect != STORAGE_IN_PLACE && last &&
           s->e->of_argument >= 0 && s->e->gradient != NULL && !s->e->gathers &&
           !event_is(s->e, OP_copy);
}

CAPTION_IF(begins_backward, s->e->of >= 0 && s->e->of_argument < 0 && !s->e->own &&
                                event_is(s->e, OP_ones_like) && tensor_numel(caption_out(s)) == 1)

bool adds_to_held(struct captioned *s)
{
    scoped_tensor before = {0};
    if (!s->e->gathers || s->e->effect != STORAGE_IN_PLACE || !event_does(s->e, ADDS) ||
        s->e->gradient == NULL || !caption_before(s, 0, &before)) {
        return false;
    }
    s->n[0] = 0;
    s->n[1] = (double)tensor_numel(&before);
    for (int64_t k = 0; k < tensor_numel(&before); k++) {
        s->n[0] += tensor_cell(&before, k) != 0;
    }
    buf_clear(&s->formula);
    buf_puts(&s->formula, s->e->gradient);
    return true;
}

bool adds_to_held_one(struct captioned *s)
{
    scoped_tensor before = {0};
    if (!adds_to_held(s) || s->n[1] != 1 || !caption_before(s, 0, &before)) {
        return false;
    }
    s->n[0] = tensor_cell(&before, 0);
    return true;
}

static void put_gradient(struct captioned *s)
{
    buf_clear(&s->formula);
    buf_puts(&s->formula, s->e->gradient != NULL ? s->e->gradient : "");
}

bool makes_room(struct captioned *s)
{
    put_gradient(s);
    return gradient_is_room(s->t, s->event) && s->formula.len < LONGEST - 50;
}

/* Whether the tensor whose gradient it is lies in memory as the result does. */
static bool lies_like_its_tensor(const struct captioned *s)
{
    int input = gradient_input(s->t, s->event);
    const struct tensor *out = &s->e->output[0].tensor;
    const struct tensor *x = input < 0 ? NULL : &s->t->event[s->e->of].input[input].of.tensor;
    return x != NULL && tensor_same_shape(x, out) &&
           memcmp(x->stride, out->stride, sizeof *x->stride * (size_t)x->ndim) == 0;
}

bool keeps_copy(struct captioned *s)
{
    put_gradient(s);
    return gradient_is_room(s->t, s->event - 1) && lies_like_its_tensor(s) && s->formula.len > 0 &&
           s->formula.len < LONGEST - 60;
}

/* A step that reads the result of s->e->of and passes a gradient back, by its result's name. */
static bool put_way(const struct captioned *s, int event, struct buf *out)
{
    const struct event *e = &s->t->event[event];
    const char *name = tape_result_name(s->t, event, 0);
    const char *from = tape_result_name(s->t, s->e->of, 0);
    if (name != NULL && (from == NULL || strcmp(from, name) != 0)) {
        buf_puts(out, name);
        return true;
    }
    size_t len;
    const char *line = source_line(e->code.source, e->code.line, &len);
    bool whole = line != NULL && e->code.line == e->code.end_line &&
                 (size_t)e->code.end_column <= len && e->code.end_column - e->code.column <= 40;
    if (whole && !e->code.source->prelude) {
        buf_put(out, line + e->code.column, (size_t)(e->code.end_column - e->code.column));
    }
    return whole;
}

/* The steps between the forward step and the pass that read its result, the last one first, as
 * gradients come back; an input twice counts twice. -1: more than `most`. */
static int ways_of(const struct captioned *s, int *at, int most)
{
    int count = 0;
    uint64_t serial = s->t->event[s->e->of].output[0].serial;
    for (int k = s->event; k > s->e->of; k--) {
        const struct event *e = &s->t->event[k];
        for (int j = 0; e->of < 0 && j < e->input_count; j++) {
            if (e->input[j].of.serial == serial && e->output_count > 0 &&
                e->output[0].requires_grad) {
                if (count == most) {
                    return -1;
                }
                at[count++] = k;
            }
        }
    }
    return count;
}

/* Of the pass: a gradient, or a step in the backward of a function of the program's own. */
static bool in_pass(const struct captioned *s, const struct event *e)
{
    const struct span *at = &e->code, *own = &s->e->code;
    return e->of >= 0 ||
           (at->source == own->source && at->line == own->line && at->column == own->column);
}

/* How many sums of these gradients there are in the pass, and which one the step is. */
static int sums_of(const struct captioned *s, int *own)
{
    int count = 0;
    for (int k = s->event; k > s->e->of; k--) {
        const struct event *e = &s->t->event[k];
        count += e->of == s->e->of && e->of_argument < 0 && event_does(e, ADDS);
        if (event_is(e, OP_ones_like) && e->of >= 0) {
            break;
        }
    }
    *own = count;
    for (int k = s->event + 1; k < s->t->event_count && in_pass(s, &s->t->event[k]); k++) {
        const struct event *e = &s->t->event[k];
        if (event_is(e, OP_ones_like) && e->of >= 0) {
            break;
        }
        count += e->of == s->e->of && e->of_argument < 0 && event_does(e, ADDS);
    }
    return count;
}

/* "its gradients by way of f(x) and g(x)": of these ways, up to the last one; where the sentence
 * would be too long, how many they are. */
static void put_ways(const struct captioned *s, const int *at, int last, int count, struct buf *out)
{
    size_t start = out->len;
    bool ok = true;
    buf_puts(out, "its gradients by way of ");
    for (int k = 0; ok && k <= last; k++) {
        buf_puts(out, k == 0 ? "" : k == last ? " and " : ", ");
        ok = put_way(s, at[k], out);
    }
    if (!ok || out->len >= LONGEST || has_sizes(out)) {
        buf_cut(out, start);
        if (last + 1 < count) {
            buf_printf(out, "%d of its gradients", last + 1);
        } else {
            buf_puts(out, count == 2 ? "both its gradients" : "all its gradients");
        }
    }
}

bool joins_ways(struct captioned *s)
{
    int at[WAYS_MOST], own, count;
    struct buf *out = &s->formula;
    if (s->e->of < 0 || s->e->of_argument >= 0 || s->e->gathers || !event_does(s->e, ADDS) ||
        s->e->input_count != 2) {
        return false;
    }
    count = ways_of(s, at, WAYS_MOST);
    if (count < 2 || sums_of(s, &own) != count - 1) {
        return false;
    }
    buf_clear(out);
    gradient_whose(s->t, s->e->of, -1, 0, out);
    buf_printf(out, " went %d ways: ", count);
    put_ways(s, at, own, count, out);
    return out->len < LONGEST && !has_sizes(out);
}

/* "x.grad" of "x.grad (values)"; false: it is whole. */
static bool put_whole(const struct captioned *s, struct buf *out)
{
    const char *name = s->e->gradient, *part = strstr(name, ".grad (");
    if (part != NULL) {
        buf_put(out, name, (size_t)(part - name) + strlen(".grad"));
    }
    return part != NULL;
}

/* ", a part of x.grad", where other ways to the loss give others. */
static void put_part(const struct captioned *s, struct buf *out)
{
    size_t whole = out->len;
    buf_puts(out, ", a part of ");
    if (s->e->gradient == NULL || gradient_hands_on(s->t, s->event) || !put_whole(s, out)) {
        buf_cut(out, whole);
    }
}

/* The same of a leaf, whose gradient is kept. */
bool joins_parts(struct captioned *s)
{
    buf_clear(&s->formula);
    if (s->e->gradient == NULL || !s->e->gathers || !gradient_adds_parts(s->t, s->event)) {
        return false;
    }
    if (!put_whole(s, &s->formula)) {
        buf_puts(&s->formula, s->e->gradient);
    }
    return s->formula.len < LONGEST - 70 && !has_sizes(&s->formula);
}

/* An embedding that leaves rows out, or divides them by how often they were taken. */
static bool passes_over(const struct event *of)
{
    const struct argument *row = event_argument(of, "padding_idx");
    const struct argument *often = event_argument(of, "scale_grad_by_freq");
    return event_is(of, OP_embedding) &&
           ((row != NULL && row->value.type == VALUE_INT && row->value.i != -1) ||
            (often != NULL && often->value.type == VALUE_BOOL && often->value.b));
}

/* x // 2 has no slope. */
static bool rounds(const struct event *of)
{
    const struct argument *mode = event_argument(of, "rounding_mode");
    return mode != NULL && !mode->none;
}

/* Whether softmax's result, which its gradient is computed with, was written over since: by
 * w.data.mul_(2), say. */
static bool is_written(const struct captioned *s)
{
    const struct event *of = &s->t->event[s->e->of];
    const struct tensor *y = &of->output[0].tensor;
    bool saves = event_does(of, SOFTMAX | LOG_SOFTMAX) && y->storage != NULL;
    int write = saves ? (int)map_get(&s->t->storages, y->storage->id, -1) : -1;
    while (write >= 0 && s->t->write[write].event >= s->event) {
        write = s->t->write[write].previous;
    }
    return write >= 0 && s->t->write[write].event > s->e->of;
}

/* A product with a vector is no product of turned matrices, but for W.T @ dy. */
static bool has_vector(const struct captioned *s)
{
    const struct event *of = &s->t->event[s->e->of];
    bool first = event_is(of, OP_matmul) && of->input[0].of.tensor.ndim < 2;
    bool second = event_is(of, OP_matmul) && of->input[of->input_count - 1].of.tensor.ndim < 2;
    return first || (second && (s->e->of_argument == 0 || of->input[0].of.tensor.ndim > 2));
}

/* The tables show k.T where the formula has k. */
static void put_turned(const struct captioned *s, const char *backward, struct buf *out)
{
    for (char letter = 'a'; letter <= 'b'; letter++) {
        char word[] = {'{', letter, 'T', '}', '\0'};
        scoped_buf name = {0};
        caption_put_argument(s, letter - 'a', &name);
        if (strstr(backward, word) != NULL && name.len > 2 && out->len + name.len < LONGEST - 16 &&
            strcmp(name.data + name.len - 2, ".T") == 0) {
            buf_printf(out, ", which is %s turned", buf_text(&name));
        }
    }
}

/* The gradient that a formula was given, by the name that it has on the screen; NULL: it is that of
 * a sum. */
static const char *given(const struct captioned *s)
{
    int first = s->event;
    while (first > 0 && gradient_same(s->e, &s->t->event[first - 1])) {
        first--;
    }
    for (int k = first; k <= s->event; k++) {
        for (int j = 0; j < s->t->event[k].input_count; j++) {
            int maker = s->t->event[k].input[j].of.maker;
            if (maker >= 0 && maker < first && s->t->event[maker].of > s->e->of) {
                return s->t->event[maker].gradient;
            }
        }
    }
    return NULL;
}

/* out - y passes on what came to it, and no step stands for that: "dout = (out - y).grad". Not
 * where an operand has that name, too: q = rope(q). */
static void put_passed_on(const struct captioned *s, struct buf *out)
{
    scoped_buf own = {0}, result = {0}, d = {0}, whose = {0};
    const char *came = given(s), *end = came != NULL ? strstr(came, ".grad") : NULL;
    buf_put(&whose, came, end != NULL ? (size_t)(end - came) : 0);
    gradient_whose(s->t, s->e->of, -1, 0, &own);
    buf_puts(&own, ".grad");
    caption_put_result(s, &result);
    caption_put_d(&result, &d);
    if (end != NULL && strcmp(end, ".grad") == 0 && strcmp(came, buf_text(&own)) != 0 &&
        !caption_is_argument(s, buf_text(&whose)) && strstr(buf_text(out), buf_text(&d)) != NULL) {
        buf_printf(out, ", %s = %s passed on unchanged", buf_text(&d), came);
    }
}

static bool is_short(const struct captioned *s)
{
    scoped_buf sentence = {0};
    buf_printf(&sentence, "Forward %s.", buf_text(&s->formula));
    return s->formula.len + s->spare < LONGEST && caption_fits(buf_text(&sentence));
}

/* The sentence of a row of backward.def; false: a name is missing, or it is too long. */
static bool put_formula(struct captioned *s, const char *forward, const char *backward)
{
    const struct event *of = &s->t->event[s->e->of];
    const struct tensor *y = &of->output[0].tensor;
    buf_clear(&s->formula);
    bool ok = caption_fill(s, forward, &s->formula);
    if (event_is(of, OP_linear) && of->input_count > 2 && s->e->of_argument < 2) {
        buf_puts(&s->formula, s->brief > 0 ? " + its bias" : " + ");
        caption_put_argument(s, s->brief > 0 ? of->arg_count : 2, &s->formula);
    }
    buf_puts(&s->formula, ", so backward ");
    ok = ok && caption_fill(s, backward, &s->formula);
    put_turned(s, backward, &s->formula);
    if (of->op->kind == KIND_ELEMENTWISE && tensor_numel(y) != tensor_numel(caption_out(s))) {
        buf_puts(&s->formula, ", added up where it was repeated");
    }
    const struct tensor *out = caption_out(s);
    if (event_is(of, OP_matmul) &&
        tensor_count(y, 0, y->ndim - 2) > tensor_count(out, 0, out->ndim - 2)) {
        buf_puts(&s->formula, ", added up over all tables");
    }
    if (event_is(of, OP_linear) && s->e->of_argument == 1 && y->ndim > 2) {
        buf_puts(&s->formula, ", the rows of all tables as one");
    }
    size_t whole = s->formula.len;
    put_passed_on(s, &s->formula);
    whole = is_short(s) ? s->formula.len : whole;
    buf_cut(&s->formula, whole);
    put_part(s, &s->formula);
    if (!is_short(s)) {
        buf_cut(&s->formula, whole);
    }
    return ok && is_short(s) && !has_sizes(&s->formula);
}

/* Two tensors that a function of qkv's own made have one expression of the code. */
static bool has_twins(const struct captioned *s)
{
    const struct event *of = &s->t->event[s->e->of];
    bool twins = false;
    for (int k = 1; k < of->input_count; k++) {
        scoped_buf one = {0}, other = {0};
        caption_put_argument(s, of->input[0].argument, &one);
        caption_put_argument(s, of->input[k].argument, &other);
        twins |= of->input[0].of.serial != of->input[k].of.serial &&
                 strcmp(buf_text(&one), buf_text(&other)) == 0;
    }
    return twins;
}

bool follows_formula(struct captioned *s)
{
    if (!is_whole(s) || gradient_apart(s->t, s->event) || has_vector(s) || has_twins(s)) {
        return false;
    }
    const struct event *of = &s->t->event[s->e->of];
    if (rounds(of) || is_written(s)) {
        return false;
    }
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        if (rows[k].argument == s->e->of_argument && event_is(of, rows[k].names) &&
            !passes_over(of)) {
            bool ok = false;
            for (s->brief = 0; !ok && s->brief < 3; s->brief += !ok) {
                ok = put_formula(s, rows[k].forward, rows[k].backward);
            }
            return ok;
        }
    }
    return false;
}

/* Whether a gradient is that of the result of the function that s->e belongs to, not one that a
 * sum passed on. */
static bool is_of_result(const struct captioned *s, int gradient)
{
    const struct event *e = &s->t->event[gradient], *of = &s->t->event[s->e->of];
    uint64_t serial = of->call >= 0 ? s->t->call[of->call].returned[0] : of->output[0].serial;
    int input = gradient_input(s->t, gradient);
    bool itself = e->of >= 0 && e->of_argument < 0;
    return (itself && s->t->event[e->of].output[0].serial == serial) ||
           (input >= 0 && s->t->event[e->of].input[input].of.serial == serial);
}

/* The squared distance: "loss = the mean of (out - y)^2, so backward dout = ...". */
bool follows_squares(struct captioned *s)
{
    double factor = 0;
    const char *back = NULL, *grad = NULL;
    const struct event *last = s->e - event_is(s->e, OP_contiguous); /* of the target */
    if (is_whole(s) && gradient_squares(s->t, (int)(last - s->t->event), &factor) != NULL) {
        back = tape_name(s->t, s->event, &last->input[1].of);
        grad = back != NULL ? strstr(back, ".grad") : NULL;
    }
    if (grad == NULL || s->e->of_argument > 1) {
        return false;
    }
    struct buf *out = &s->formula;
    scoped_buf loss = {0}, a = {0}, b = {0};
    int own = s->e->of_argument;
    bool each = tensor_numel(&last->input[1].of.tensor) > 1;
    bool passed = !is_of_result(s, last->input[1].of.maker); /* loss = f(...) + g(...) */
    if (passed) {
        buf_putc(&loss, tape_letter(s->t, caption_letters));
    } else {
        buf_put(&loss, back, (size_t)(grad - back));
    }
    caption_put_argument(s, 0, &a);
    caption_put_argument(s, 1, &b);
    buf_clear(out);
    buf_printf(out, "%s = %s(%s - %s)^2, so backward ", buf_text(&loss),
               each          ? ""
               : factor == 2 ? "the sum of "
                             : "the mean of ",
               buf_text(&a), buf_text(&b));
    caption_put_d(own == 0 ? &a : &b, out);
    buf_puts(out, " = 2");
    if (factor != 2) {
        buf_printf(out, " / %lld", (long long)tensor_numel(caption_out(s)));
    }
    buf_printf(out, " * (%s - %s) * ", buf_text(own == 0 ? &a : &b), buf_text(own == 0 ? &b : &a));
    caption_put_d(&loss, out);
    if (passed) {
        buf_puts(out, ", ");
        caption_put_d(&loss, out);
        buf_printf(out, " = %s passed on unchanged", back);
    }
    size_t whole = out->len;
    put_part(s, out);
    buf_cut(out, is_short(s) ? out->len : whole);
    return is_short(s) && !has_sizes(out);
}

/* How many cells of `hidden` say that a cell is masked; -1: one of those of x is not 0. */
static double masked_zeros(const struct tensor *hidden, bool mask, const struct tensor *x)
{
    double count = 0;
    if (hidden->ndim > x->ndim) {
        return -1;
    }
    for (int64_t k = 0; k < tensor_numel(x); k++) {
        int64_t at[TENSOR_MAX_DIMS];
        origin_place(x, k, at);
        int64_t cell = origin_broadcast(hidden, x->ndim, at);
        bool is = mask ? tensor_int_at(hidden, tensor_place(hidden, cell)) != 0
                       : tensor_cell(hidden, cell) == 0;
        count += is;
        if (is && tensor_cell(x, k) != 0) {
            return -1;
        }
    }
    return count;
}

/* Cells that were masked, or whose share is 0, get exactly 0. */
bool keeps_masked_zero(struct captioned *s)
{
    struct captioned of = {.t = s->t, .event = s->e->of};
    scoped_tensor hidden = {0}, out = {0};
    if (!is_whole(s) || s->e->of_argument != 0) {
        return false;
    }
    of.e = &s->t->event[s->e->of];
    bool mask = event_is(of.e, OP_masked_fill), share = event_does(of.e, SOFTMAX);
    if ((!mask && !share) ||
        !(mask ? caption_before(&of, 1, &hidden) : caption_result(&of, &hidden))) {
        return false;
    }
    s->n[0] = -1;
    if (caption_result(s, &out)) {
        s->n[0] = masked_zeros(&hidden, mask, &out);
        s->n[1] = (double)tensor_numel(&out);
    }
    s->spare = strlen(" Masked: 1000 of 1000 are exactly 0.");
    bool follows = s->n[0] > 0 && follows_formula(s);
    s->spare = 0;
    return follows;
}

bool is_gradient(struct captioned *s)
{
    buf_clear(&s->formula);
    if (is_whole(s)) {
        gradient_whose(s->t, s->e->of, s->e->of_argument, s->e->of_element, &s->formula);
        put_part(s, &s->formula);
    }
    s->n[0] = (double)tensor_numel(caption_out(s));
    return is_whole(s) && s->formula.len < LONGEST - 60 && !has_sizes(&s->formula);
}

/* zero_grad(), or x.grad.zero_(). */
bool empties_gradient(struct captioned *s)
{
    scoped_tensor was = {0};
    if (!gradient_empties(s->t, (int)(s->e - s->t->event)) || !caption_before(s, 0, &was)) {
        return false;
    }
    s->n[0] = 0;
    s->n[1] = (double)tensor_numel(&was);
    for (int64_t k = 0; k < tensor_numel(&was); k++) {
        s->n[0] += tensor_cell(&was, k) != 0;
    }
    return true;
}

/* Inside step(): code of nn.init and load_state_dict() writes into parameters, too. */
static bool is_in_step(const struct captioned *s)
{
    for (int k = s->e->call; k >= 0 && s->t->call[k].prelude; k = s->t->call[k].parent) {
        if (strstr(s->t->call[k].name, "step") != NULL) {
            return true;
        }
    }
    return false;
}

/* What an optimizer writes into a parameter. */
bool steps_parameter(struct captioned *s)
{
    const struct tape_tensor *of = &s->e->output[0];
    const char *name = parameter_name(s->t, of->serial);
    scoped_tensor was = {0}, is = {0};
    if (name == NULL || s->e->effect != STORAGE_IN_PLACE || s->e->of >= 0 || s->e->setup ||
        !of->parameter || !is_in_step(s) || strlen(name) > LONGEST - 80 ||
        !caption_before(s, 0, &was)) {
        return false;
    }
    bool ok = caption_result(s, &is);
    if (ok) {
        ok = tensor_same_shape(&was, &is) && dtype_is_float(is.dtype);
        s->n[0] = s->n[2] = 0;
        s->n[1] = (double)tensor_numel(&is);
        for (int64_t k = 0; ok && k < tensor_numel(&is); k++) {
            double moved = fabs(tensor_cell(&is, k) - tensor_cell(&was, k));
            s->n[0] += moved > 0;
            s->n[2] = moved > s->n[2] ? moved : s->n[2];
            ok = isfinite(moved);
        }
    }
    buf_clear(&s->formula);
    buf_puts(&s->formula, name);
    return ok;
}
