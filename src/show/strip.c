/* Writes the storage behind a step as text. */
#include "show/strip.h"

#include "torch/origin/origin.h"
#include "torch/origin/origin_region.h"
#include "trace/tape/snapshot.h"

#include <stdlib.h>
#include <string.h>

int64_t strip_cell(const struct tensor *t, int64_t place)
{
    int order[TENSOR_MAX_DIMS];
    int64_t at[TENSOR_MAX_DIMS] = {0}, first, end, cell = 0;
    tensor_reach(t, &first, &end);
    int64_t rest = place - first;
    for (int d = 0; d < t->ndim; d++) { /* axes by falling stride, which may go back */
        int k = d;
        while (k > 0 && llabs(t->stride[order[k - 1]]) < llabs(t->stride[d])) {
            order[k] = order[k - 1];
            k--;
        }
        order[k] = d;
    }
    for (int k = 0; k < t->ndim && rest >= 0; k++) {
        int d = order[k];
        int64_t stride = llabs(t->stride[d]), last = t->shape[d] - 1;
        if (last > 0 && stride > 0) {
            int64_t steps = rest / stride < last ? rest / stride : last;
            at[d] = t->stride[d] < 0 ? last - steps : steps;
            rest -= steps * stride;
        }
    }
    for (int d = 0; d < t->ndim; d++) {
        cell = cell * t->shape[d] + at[d];
    }
    return rest == 0 && tensor_numel(t) > 0 ? cell : -1;
}

/* "keys[0, 1, 2]" */
static void put_cell(const char *name, const struct tensor *t, int64_t cell, struct buf *out)
{
    int64_t at[TENSOR_MAX_DIMS];
    origin_place(t, cell, at);
    buf_puts(out, name);
    tensor_sizes_text(t->ndim, at, out);
}

static void put_value(const struct tensor *t, int64_t place, struct buf *out)
{
    if (dtype_is_float(t->dtype)) {
        buf_printf(out, "%12.6g", tensor_double_at(t, place));
    } else {
        buf_printf(out, "%12lld", (long long)tensor_int_at(t, place));
    }
}

static void pad(struct buf *out, size_t from, size_t width)
{
    while (out->len - from < width) {
        buf_putc(out, ' ');
    }
}

/* A view: the same places under two countings. */
static bool put_shared(struct tape *t, int event, int input, int lines, struct buf *out)
{
    const struct event *e = &t->event[event];
    const struct tensor *before = &e->input[input].of.tensor;
    scoped_tensor after = {0};
    const char *was = tape_name(t, event, &e->input[input].of);
    const char *is = tape_result_name(t, event, 0);
    if (!tape_after(t, &e->output[0], event, &after)) {
        return false;
    }
    int64_t places = (int64_t)(after.storage->bytes / dtype_size(after.dtype));
    int64_t first = before->offset < after.offset ? before->offset : after.offset;
    buf_printf(out, "  place        value  before                     after\n");
    int shown = 0;
    int64_t left = 0;
    for (int64_t p = first; p < places; p++) {
        int64_t old = strip_cell(before, p), now = strip_cell(&after, p);
        if (old < 0 && now < 0) {
            continue;
        }
        if (shown == lines) {
            left++;
            continue;
        }
        buf_printf(out, "  %5lld ", (long long)p);
        put_value(&after, p, out);
        buf_puts(out, "  ");
        size_t from = out->len;
        if (old >= 0) {
            put_cell(was != NULL ? was : "(input)", before, old, out);
        }
        pad(out, from, 27);
        if (now >= 0) {
            put_cell(is != NULL ? is : "(result)", &after, now, out);
        }
        buf_putc(out, '\n');
        shown++;
    }
    if (left > 0) {
        buf_printf(out, "  ... %lld more\n", (long long)left);
    }
    return true;
}

/* A copy, or a computed result: where each cell lies, and for a moved one the place it came from.
 */
static bool put_own(struct tape *t, int event, int lines, struct buf *out)
{
    const struct event *e = &t->event[event];
    const char *is = tape_result_name(t, event, 0);
    bool moved = e->op->kind == KIND_MAP && e->input_count > 0;
    scoped_tensor after = {0};
    struct call call = {0};
    if (!tape_after(t, &e->output[0], event, &after)) {
        return false;
    }
    bool ok = !moved || tape_call_of(t, event, &call);
    int64_t cells = tensor_numel(&after);
    buf_printf(out, "  place        value  cell%s\n",
               moved ? "                       came from" : "");
    for (int64_t k = 0; ok && k < cells && k < lines; k++) {
        int64_t place = tensor_place(&after, k);
        struct origins o = {0};
        buf_printf(out, "  %5lld ", (long long)place);
        put_value(&after, place, out);
        buf_puts(out, "  ");
        size_t from = out->len;
        put_cell(is != NULL ? is : "(result)", &after, k, out);
        if (moved) {
            ok = origin_find(&call, 0, &after, k, &o);
            pad(out, from, 27);
            for (int j = 0; ok && o.count > 0 && j < e->input_count; j++) {
                const struct tape_input *input = &e->input[j];
                if (input->argument == o.at[0].argument && input->element == o.at[0].element) {
                    const char *was = tape_name(t, event, &input->of);
                    put_cell(was != NULL ? was : "(input)", &input->of.tensor, o.at[0].cell, out);
                    buf_printf(out, " at place %lld",
                               (long long)tensor_place(&input->of.tensor, o.at[0].cell));
                }
            }
            origins_free(&o);
        }
        buf_putc(out, '\n');
    }
    if (moved && call.op != NULL) {
        tape_call_release(t, event, &call);
    }
    if (cells > lines) {
        buf_printf(out, "  ... %lld more\n", (long long)(cells - lines));
    }
    return ok;
}

bool strip_write(struct tape *t, int event, int lines, struct buf *out)
{
    const struct event *e = &t->event[event];
    for (int k = 0; k < e->input_count; k++) {
        if (e->input[k].of.tensor.storage == e->output[0].tensor.storage &&
            e->input[k].of.tensor.dtype == e->output[0].tensor.dtype) {
            return put_shared(t, event, k, lines, out);
        }
    }
    return put_own(t, event, lines, out);
}
