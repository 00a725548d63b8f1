/* Holds what the functions share that find mistakes: adding a warning, rows of a tensor. */
#include "mistakes/warn.h"

#include "base/grow.h"
#include "trace/tape/snapshot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- adding --- */

#define MOST_AGAIN 10000 /* from there on a place is told of no more: a loop without an end */

bool warn_same_span(const struct span *a, const struct span *b)
{
    return a->source == b->source && a->line == b->line && a->column == b->column &&
           a->end_line == b->end_line && a->end_column == b->end_column;
}

bool warn_same_place(const struct warning *x, const struct warning *y)
{
    return x->kind == y->kind && x->at.source == y->at.source && x->at.line == y->at.line &&
           x->at.column == y->at.column;
}

/* Whether the place was warned of before; of the same event nothing is said twice. */
static bool look_up(struct warner *w, struct warning *x, bool *known)
{
    uint64_t key = ((uint64_t)(uintptr_t)x->at.source ^ (uint64_t)x->at.line << 24 ^
                    (uint64_t)x->at.column << 8 ^ (uint64_t)x->kind) *
                   0x9E3779B97F4A7C15u;
    int first = (int)map_get(&w->said, key ^ key >> 29, 0) - 1;
    x->again = first >= 0 && warn_same_place(&w->out->at[first], x);
    *known = x->again && w->out->at[w->out->count - 1].event == x->event &&
             warn_same_place(&w->out->at[w->out->count - 1], x);
    *known = *known || (x->again && w->out->at[first].event == x->event);
    return x->again || map_set(&w->said, key ^ key >> 29, w->out->count + 1);
}

void warn_memory(struct warner *w)
{
    w->failed = true;
    error_memory(&w->tape->session->in.error);
}

bool warn_in_time(struct warner *w)
{
    w->failed = w->failed || !tape_in_time(w->tape);
    return !w->failed;
}

static void add(struct warner *w, struct warning x)
{
    struct warnings *out = w->out;
    bool known, ok = look_up(w, &x, &known);
    if (ok && (known || (x.again && out->count >= MOST_AGAIN))) {
        return;
    }
    ok = ok && grow(&out->at, out->count, &out->cap, sizeof *out->at);
    x.text = ok ? arena_copy(&w->tape->arena, x.text, strlen(x.text)) : NULL;
    if (x.text == NULL) {
        warn_memory(w);
        return;
    }
    out->at[out->count++] = x;
}

static void add_formatted(struct warner *w, int event, const struct span *at, const char *format,
                          va_list args)
{
    scoped_buf text = {0};
    buf_vprintf(&text, format, args);
    add(w, (struct warning){w->kind, event, *at, buf_text(&text), false});
}

void warn_add(struct warner *w, int event, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_formatted(w, event, &w->tape->event[event].code, format, args);
    va_end(args);
}

void warn_add_at(struct warner *w, int event, const struct span *at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_formatted(w, event, at, format, args);
    va_end(args);
}

bool warn_said(const struct warner *w, enum mistake_kind kind, int event)
{
    for (int k = 0; k < w->out->count; k++) {
        if (w->out->at[k].kind == kind && w->out->at[k].event == event) {
            return true;
        }
    }
    return false;
}

/* --- what they look at --- */

/* Without rows until its tensor is there. */
static void rows_open(struct warner *w, bool taken, int axis, struct rows *out)
{
    out->axis = axis;
    if (!taken) {
        w->failed = true;
        out->tensor = (struct tensor){0};
        return;
    }
    out->length = out->tensor.ndim == 0 ? 1 : out->tensor.shape[axis];
    out->count = out->length == 0 ? 0 : tensor_numel(&out->tensor) / out->length;
}

bool warn_takes(struct warner *w, int event, int input, struct tensor *out)
{
    const struct tape_tensor *of = &w->tape->event[event].input[input].of;
    w->failed = !warn_in_time(w) || !tape_before(w->tape, of, event, out);
    return !w->failed;
}

void rows_of_input(struct warner *w, int event, int input, int axis, struct rows *out)
{
    const struct tape_tensor *of = &w->tape->event[event].input[input].of;
    *out = (struct rows){0};
    rows_open(w, warn_in_time(w) && tape_before(w->tape, of, event, &out->tensor), axis, out);
}

void rows_of_result(struct warner *w, int event, int axis, struct rows *out)
{
    const struct tape_tensor *of = &w->tape->event[event].output[0];
    *out = (struct rows){0};
    rows_open(w, warn_in_time(w) && tape_after(w->tape, of, event, &out->tensor), axis, out);
}

/* Where a row begins. */
static int64_t row_place(const struct rows *r, int64_t row)
{
    const struct tensor *t = &r->tensor;
    int64_t place = t->offset;
    for (int d = t->ndim - 1; d >= 0; d--) {
        if (d != r->axis) {
            place += row % t->shape[d] * t->stride[d];
            row /= t->shape[d];
        }
    }
    return place;
}

/* Four sums side by side: a row is read faster than one sum after the other adds up. */
static double float_sum(const float *at, int64_t count)
{
    double sum[4] = {0};
    int64_t k = 0;
    for (; k + 4 <= count; k += 4) {
        for (int j = 0; j < 4; j++) {
            sum[j] += (double)at[k + j];
        }
    }
    for (; k < count; k++) {
        sum[0] += (double)at[k];
    }
    return sum[0] + sum[1] + sum[2] + sum[3];
}

static double place_at(const struct tensor *t, int64_t place)
{
    return t->dtype == DTYPE_FLOAT32 ? (double)((const float *)t->storage->data)[place]
                                     : tensor_double_at(t, place);
}

/* From a cell of a row to the next one. */
static int64_t row_step(const struct rows *r)
{
    return r->tensor.ndim == 0 ? 0 : r->tensor.stride[r->axis];
}

double rows_at(const struct rows *r, int64_t row, int64_t k)
{
    return place_at(&r->tensor, row_place(r, row) + k * row_step(r));
}

int64_t rows_broken(const struct rows *r, double *sum)
{
    /* A cell of bfloat16 is off by up to 1 part in 512, all of a row perhaps to the same side. */
    double slack = r->tensor.dtype == DTYPE_BFLOAT16 ? 1e-3 + 1.0 / 512 : 1e-3;
    for (int64_t k = 0; k < r->count; k++) {
        int64_t place = row_place(r, k), step = row_step(r);
        *sum = 0;
        if (r->tensor.dtype == DTYPE_FLOAT32 && step == 1) {
            *sum = float_sum((const float *)r->tensor.storage->data + place, r->length);
        } else {
            for (int64_t j = 0; j < r->length; j++) {
                *sum += place_at(&r->tensor, place + j * step);
            }
        }
        if (!isnan(*sum) && fabs(*sum - 1) > slack && *sum != 0) {
            return k;
        }
    }
    return -1;
}

void rows_close(struct rows *r)
{
    tensor_release(&r->tensor);
}
