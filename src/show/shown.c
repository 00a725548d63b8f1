/* Measures the plane of a tensor that is shown, and names it and its cells. */
#include "show/shown.h"

#include "show/code.h"
#include "show/figure_text.h"
#include "tensor/print/print_number.h"
#include "torch/op/ops.h"
#include "torch/origin/origin_region.h"
#include "trace/axes/axes.h"
#include "trace/axes/axes_called.h"
#include "trace/axes/axes_heads.h"
#include "trace/tape/event.h"
#include "trace/tape/gradient.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* --- the range of its numbers --- */

static void measure_one(struct shown *s, double value)
{
    if (value >= -DBL_MAX && value <= DBL_MAX) {
        s->lowest = value < s->lowest ? value : s->lowest;
        s->highest = value > s->highest ? value : s->highest;
        s->round = s->round && value == floor(value);
    } else {
        s->nan |= isnan(value) != 0;
        s->infinite |= isnan(value) == 0;
    }
}

/* A float as an integer of the same order, and back. */
static int32_t key_of(int32_t bits)
{
    return bits < 0 ? bits ^ 0x7fffffff : bits;
}

static double float_of(int32_t key)
{
    int32_t bits = key_of(key);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

#define EXPONENT 0x7f800000 /* all of its bits are set in infinities and NaN */

/* Of at most so many that counts fit; integers, for the compiler then takes several at a time. */
static void measure_block(struct shown *s, const float *at, int count)
{
    int32_t lowest = INT32_MAX, highest = INT32_MIN, infinite = 0, nan = 0;
    for (int k = 0; k < count; k++) {
        int32_t bits;
        memcpy(&bits, at + k, sizeof bits);
        int32_t size = bits & 0x7fffffff, key = key_of(bits);
        int32_t low = size < EXPONENT ? key : INT32_MAX, high = size < EXPONENT ? key : INT32_MIN;
        lowest = low < lowest ? low : lowest;
        highest = high > highest ? high : highest;
        infinite |= size == EXPONENT;
        nan |= size > EXPONENT;
    }
    if (lowest <= highest) {
        s->lowest = float_of(lowest) < s->lowest ? float_of(lowest) : s->lowest;
        s->highest = float_of(highest) > s->highest ? float_of(highest) : s->highest;
    }
    s->nan |= nan != 0;
    s->infinite |= infinite != 0;
}

/* The usual row: a large tensor has millions of cells. */
static void measure_floats(struct shown *s, const float *at, int64_t count)
{
    enum { BLOCK = 1 << 16 };
    for (int64_t k = 0; k < count; k += BLOCK) {
        measure_block(s, at + k, (int)(count - k < BLOCK ? count - k : BLOCK));
    }
    for (int64_t k = 0; k < count && s->round; k++) {
        bool finite = at[k] >= -FLT_MAX && at[k] <= FLT_MAX;
        s->round = !finite || at[k] == floorf(at[k]);
    }
}

static void measure_bools(struct shown *s, const uint8_t *at, int64_t count)
{
    uint8_t lowest = 1, highest = 0;
    for (int64_t k = 0; k < count; k++) {
        lowest = at[k] < lowest ? at[k] : lowest;
        highest = at[k] > highest ? at[k] : highest;
    }
    s->lowest = lowest < s->lowest ? lowest : s->lowest;
    s->highest = highest > s->highest ? highest : s->highest;
}

/* Cells as steps in memory: the last axis is the innermost. */
struct cells {
    int axes;
    int64_t first, size[TENSOR_MAX_DIMS], step[TENSOR_MAX_DIMS];
};

/* One more axis, in its place among those of smaller steps. What it repeats adds nothing. */
static void add_axis(struct cells *c, int64_t size, int64_t step)
{
    c->first += step < 0 ? step * (size - 1) : 0;
    step = step < 0 ? -step : step;
    int at = 0;
    while (at < c->axes && c->step[at] > step) {
        at++;
    }
    if (step == 0 || size == 1) {
        return;
    }
    size_t behind = (size_t)(c->axes++ - at);
    memmove(c->size + at + 1, c->size + at, behind * sizeof *c->size);
    memmove(c->step + at + 1, c->step + at, behind * sizeof *c->step);
    c->size[at] = size;
    c->step[at] = step;
}

/* Axes that follow or overlap each other become one: expanded or unfolded, few numbers can be a
 * table of billions of cells. */
static void join_axes(struct cells *c)
{
    for (int k = c->axes - 1; k > 0; k--) {
        int64_t by = c->step[k - 1] / c->step[k];
        if (c->step[k - 1] % c->step[k] == 0 && by <= c->size[k]) {
            c->step[k - 1] = c->step[k];
            c->size[k - 1] = c->size[k] + by * (c->size[k - 1] - 1);
            c->axes--;
            memmove(c->size + k, c->size + k + 1, (size_t)(c->axes - k) * sizeof *c->size);
            memmove(c->step + k, c->step + k + 1, (size_t)(c->axes - k) * sizeof *c->step);
        }
    }
}

/* Those of the plane, each once. */
static struct cells cells_of(const struct plane *p, const struct tensor *t)
{
    struct cells c = {.first = plane_offset(p, t, 0, 0)};
    for (int k = 0; k < p->row_axes; k++) {
        add_axis(&c, t->shape[p->row_axis[k]], t->stride[p->row_axis[k]]);
    }
    if (t->ndim > 0) {
        add_axis(&c, p->columns, t->stride[t->ndim - 1]);
    }
    join_axes(&c);
    return c;
}

static void measure_run(struct shown *s, int64_t place, int64_t count, int64_t step)
{
    const struct tensor *t = &s->then;
    if (t->dtype == DTYPE_FLOAT32 && step == 1) {
        measure_floats(s, (const float *)t->storage->data + place, count);
    } else if (t->dtype == DTYPE_BOOL && step == 1) {
        measure_bools(s, (const uint8_t *)t->storage->data + place, count);
    } else {
        for (int64_t k = 0; k < count; k++) {
            measure_one(s, tensor_double_at(t, place + k * step));
        }
    }
}

static void measure(struct shown *s)
{
    const struct plane *p = &s->slice;
    s->lowest = INFINITY;
    s->highest = -INFINITY;
    s->infinite = s->nan = false;
    s->round = true;
    if (p->rows == 0 || p->columns == 0) {
        return;
    }
    struct cells c = cells_of(p, &s->then);
    int outer = c.axes > 0 ? c.axes - 1 : 0, k = 0;
    int64_t at[TENSOR_MAX_DIMS] = {0}, place = c.first;
    while (k >= 0) {
        measure_run(s, place, c.axes > 0 ? c.size[outer] : 1, c.axes > 0 ? c.step[outer] : 1);
        for (k = outer - 1; k >= 0; k--) { /* the next run */
            place += c.step[k];
            if (++at[k] < c.size[k]) {
                break;
            }
            place -= c.size[k] * c.step[k];
            at[k] = 0;
        }
    }
}

#define HEADS_MOST (1 << 20) /* cells; of more the head that is shown tells alone */

/* The other heads: whoever turns to one of them finds a number in the same color. */
static void measure_heads(struct shown *s)
{
    s->least = s->lowest;
    s->most = s->highest;
    for (int64_t k = 0; k < s->slice.heads && tensor_numel(&s->of->tensor) <= HEADS_MOST; k++) {
        struct shown other = *s;
        if (k != s->slice.head) {
            other.slice = plane_of(s->of, s->slice.batch, k);
            measure(&other);
            s->least = fmin(s->least, other.lowest);
            s->most = fmax(s->most, other.highest);
        }
    }
}

void shown_measure(struct shown *s, const struct tape_tensor *of, int64_t batch, int64_t head)
{
    s->of = of;
    s->slice = plane_of(of, batch, head);
    measure(s);
    measure_heads(s);
}

/* --- its name --- */

/* The name of parameter `argument` in the signature: "(Tensor input, Tensor mask, ...)". */
static void put_argument(const struct event *e, int argument, struct buf *out)
{
    const char *p = e->op->signature, *name = p;
    size_t len = 0;
    for (int k = 0; k <= argument; k++) {
        p = op_next_parameter(p, &name, &len);
    }
    buf_put(out, name, len);
}

/* v.data in v.data[0] = 7: what this step writes into, or what the one did that made it. */
static const struct span *written_item(const struct shown *s, const struct event *e,
                                       const struct event *made)
{
    bool own =
        event_is(e, OP___setitem__) && e->output_count > 0 && e->output[0].serial == s->of->serial;
    const struct event *by = own ? e : made != NULL && event_is(made, OP___setitem__) ? made : NULL;
    return by != NULL ? event_target(by) : NULL;
}

void shown_name(const struct tape *t, const struct shown *s, bool inside, bool local,
                struct buf *out)
{
    const struct event *e = &t->event[s->event], *made = s->maker >= 0 ? &t->event[s->maker] : NULL;
    const char *own = s->name == NULL && local ? tape_local_name(t, s->event, s->of) : NULL;
    const struct span *item = inside ? NULL : written_item(s, e, made);
    if (s->name != NULL || own != NULL) {
        buf_puts(out, s->name != NULL ? s->name : own);
    } else if (s->input < 0 && e->figure != NULL) {
        figure_part_name(t, s->event, s->output, out);
    } else if (item != NULL) {
        code_of_span(item, out);
    } else if (made != NULL && gradient_inner(t, s->maker, out)) {
        return;
    } else if (made != NULL && inside && made->site.source != NULL) {
        code_of_span(&made->site, out);
    } else if (made != NULL && made->of < 0 && made->name[0] != '_' &&
               !gradient_is_expression(t, s->maker)) {
        buf_printf(out, "%s(...)", made->name); /* a step of nn.MultiheadAttention */
    } else if (made != NULL && made->code.source != NULL && !made->code.source->prelude) {
        code_of_span(&made->code, out);
    } else if (s->input >= 0 && made == NULL && s->of->tensor.ndim == 0 &&
               dtype_is_float(s->then.dtype)) {
        print_double(tensor_double_at(&s->then, s->then.offset), out); /* np.sqrt(d) */
    } else if (s->input >= 0) {
        put_argument(e, e->input[s->input].argument, out);
    } else {
        buf_puts(out, e->name);
    }
}

/* --- labels --- */

bool shown_is_attention(const struct tape *t, const struct shown *s)
{
    const struct plane *p = &s->slice;
    int query, key;
    return p->row_axes == 1 && axes_is_map(t, s->event, s->input, &s->of->tensor, &query, &key) &&
           query == p->row_axis[0] && key == s->of->tensor.ndim - 1;
}

static void put_label(const struct shown *s, int axis, int64_t at, struct buf *out)
{
    const char *const *word = axis_words(s->of, axis);
    if (word != NULL) {
        buf_puts(out, word[at]);
    } else {
        buf_printf(out, "%s%lld", axes_is_heads(s->of, axis) ? "h" : "", (long long)at);
    }
}

void shown_row_label(const struct shown *s, int64_t row, struct buf *out)
{
    const struct plane *p = &s->slice;
    int64_t at[TENSOR_MAX_DIMS];
    for (int k = p->row_axes - 1; k >= 0; k--) {
        at[k] = row % s->of->tensor.shape[p->row_axis[k]];
        row /= s->of->tensor.shape[p->row_axis[k]];
    }
    for (int k = 0; k < p->row_axes; k++) {
        buf_puts(out, k > 0 ? " " : "");
        put_label(s, p->row_axis[k], at[k], out);
    }
}

void shown_column_label(const struct shown *s, int64_t column, struct buf *out)
{
    if (s->of->tensor.ndim > 0) {
        put_label(s, s->of->tensor.ndim - 1, column, out);
    }
}

void shown_cell_label(const struct shown *s, int64_t cell, struct buf *out)
{
    const struct tensor *t = &s->of->tensor;
    int64_t at[TENSOR_MAX_DIMS];
    origin_place(t, cell, at);
    for (int k = 0; k < t->ndim - 1 || k == 0; k++) {
        bool batch = t->ndim > 2 && k == 0 && s->slice.batches > 1;
        if (k < t->ndim && !batch) {
            buf_puts(out, out->len > 0 ? " " : "");
            put_label(s, k, at[k], out);
        }
    }
}
