/* Warns of NaN, and tells where it comes from. */
#include "mistakes/warn.h"
#include "tensor/compute/kernel.h"
#include "trace/tape/event.h"
#include "trace/tape/snapshot.h"

#include <math.h>
#include <string.h>

static bool has_nan(const struct tape *tape, const struct tensor *all)
{
    struct tensor once = *all; /* cells that are the same one (a log of zeros) are read once */
    const struct tensor *t = &once;
    for (int d = 0; d < once.ndim; d++) {
        once.shape[d] = once.stride[d] == 0 && once.shape[d] > 1 ? 1 : once.shape[d];
    }
    int64_t count = dtype_is_float(t->dtype) ? tensor_numel(t) : 0;
    if (t->dtype == DTYPE_FLOAT32 && tensor_is_contiguous(t)) { /* nearly always */
        const struct kernel *kernel = kernel_for(&tape->session->torch.compute);
        return kernel->any_nan(tensor_data(t), count);
    }
    for (int64_t k = 0; k < count; k++) {
        if (isnan(tensor_cell(t, k))) {
            return true;
        }
    }
    return false;
}

static bool holds_nan(struct warner *w, const struct tape_tensor *of, int event, bool before)
{
    scoped_tensor t = {0};
    if (!dtype_is_float(of->tensor.dtype)) {
        return false;
    }
    if (!warn_in_time(w) ||
        (before ? !tape_before(w->tape, of, event, &t) : !tape_after(w->tape, of, event, &t))) {
        w->failed = true;
        return false;
    }
    return has_nan(w->tape, &t);
}

/* Whether there was a NaN at any time: every cell that ever was is there still, or in the log of
 * what was overwritten. Most runs have none, and no old state has to be rebuilt for them. */
static bool ever_nan(const struct tape *t)
{
    struct map looked = {0}; /* storage: 1 + the dtype as which all of it was looked at. Views of
                                it, and x of each x[i] = y, say nothing new */
    bool found = false;
    for (int k = 0; k < t->write_count && !found; k++) {
        found = has_nan(t, &t->write[k].cells);
    }
    for (int k = 0; k < t->event_count && !found; k++) {
        const struct tape_tensor *of = &t->event[k].output[0];
        if (t->event[k].output_count == 0 ||
            map_get(&looked, of->tensor.storage->id, 0) == 1 + (int64_t)of->tensor.dtype) {
            continue;
        }
        found = has_nan(t, &of->tensor);
        size_t bytes = (size_t)tensor_numel(&of->tensor) * dtype_size(of->tensor.dtype);
        bool whole = tensor_is_contiguous(&of->tensor) && bytes == of->tensor.storage->bytes;
        if (whole && !map_set(&looked, of->tensor.storage->id, 1 + (int64_t)of->tensor.dtype)) {
            found = true; /* no memory to know: the caller looks at every state */
        }
    }
    map_free(&looked);
    return found;
}

/* How numbers become NaN. */
static const struct {
    const char *names, *text;
} nan_makers[] = {
    {OP_sqrt OP_rsqrt OP_log OP_log2 OP_log10 OP_pow OP_power OP_float_power,
     "makes it of a negative number"},
    {OP_log1p OP_acos OP_asin OP_arccos OP_arcsin OP_acosh OP_atanh OP_arccosh OP_arctanh OP_lgamma
         OP_erfinv OP_xlogy,
     "makes it of a number outside of its range"},
    {OP_sin OP_cos OP_tan, "makes it of infinity"},
    {OP_fmod OP_remainder OP_mod OP_floor_divide, "makes it of a rest by 0, or of infinity"},
    {OP_mean OP_nanmean OP_std OP_var OP_std_mean OP_var_mean,
     "makes it of too few numbers, or of infinite ones"},
    {OP_softmax OP_log_softmax, "makes it of a row with inf in it, or with nothing but -inf"},
};

/* A division says which of its two ways it was, where what is divided tells. */
static bool put_division(struct warner *w, int event, struct buf *out)
{
    const struct event *e = &w->tape->event[event];
    scoped_tensor t = {0};
    bool zero = false, infinite = false;
    if (!event_does(e, DIVIDES) && !event_is(e, OP_rdiv)) {
        return false;
    }
    if (e->input_count > 0 && tape_before(w->tape, &e->input[0].of, event, &t)) {
        for (int64_t k = 0, n = tensor_numel(&t); k < n; k++) {
            double x = tensor_cell(&t, k);
            zero |= x == 0;
            infinite |= isinf(x) != 0;
        }
    }
    buf_puts(out, zero && !infinite   ? "0 is divided by 0"
                  : infinite && !zero ? "infinity is divided by infinity"
                                      : "0 is divided by 0, or infinity by infinity");
    return true;
}

static const char *nan_of(const struct event *e)
{
    for (int k = 0; k < e->arg_count; k++) {
        if (event_is(e, " __setitem__") && k > 1 && e->arg[k].value.type == VALUE_NONE) {
            return "writes None, which a table of numbers holds as NaN";
        }
    }
    for (size_t k = 0; k < sizeof nan_makers / sizeof nan_makers[0]; k++) {
        if (event_is(e, nan_makers[k].names)) {
            return nan_makers[k].text;
        }
    }
    bool computes = e->op->kind == KIND_ELEMENTWISE || e->op->kind == KIND_CONTRACTION ||
                    e->op->kind == KIND_REDUCTION || e->op->kind == KIND_SCAN;
    return computes ? "makes it of numbers (0 * inf, inf - inf)" : "brings it in";
}

/* Whether NaN stands there, alone or in a list: what is written down is meant. */
static bool names_nan(struct value v)
{
    if (!list_is(v) && !tuple_is(v)) {
        return value_is_number(v) && isnan(value_number(v));
    }
    const struct list *all = (const struct list *)v.o;
    for (int64_t k = 0; k < all->count; k++) {
        if (names_nan(all->at[k])) {
            return true;
        }
    }
    return false;
}

/* The first event from `from` on that makes NaN out of none; -1: there is none. */
static int find_maker(struct warner *w, int from)
{
    for (int k = from; k < w->tape->event_count && !w->failed; k++) {
        const struct event *e = &w->tape->event[k];
        bool came = event_creates(e) || e->output_count == 0 || e->figure != NULL ||
                    warn_said(w, MISTAKE_row_fully_masked, k);
        for (int j = 0; !came && j < e->arg_count; j++) {
            came = names_nan(e->arg[j].value);
        }
        if (came || !holds_nan(w, &e->output[0], k, false)) {
            continue;
        }
        for (int j = 0; !came && j < e->input_count; j++) {
            came = holds_nan(w, &e->input[j].of, k, true);
        }
        if (!came && !rows_are_mended(w, k)) {
            return k;
        }
    }
    return -1;
}

/* --- steps of a training that are not on the tape --- */

/* The first training step whose loss or gradients have NaN; -1: there is none. */
static int first_step(const struct train *r)
{
    for (int k = 0; k < r->count; k++) {
        bool has = isnan(r->step[k].loss) && !r->step[k].vague;
        for (int j = 0; j < r->step[k].norm_count; j++) {
            has |= isnan(r->step[k].norm[j]);
        }
        if (has) {
            return k;
        }
    }
    return -1;
}

/* A step that begins with NaN has it from the one before. */
static void tell_step(struct warner *w, int step)
{
    const struct train *r = &w->tape->train;
    bool kept = r->step[step].kept, before = step > 0 && !r->step[step - 1].kept;
    int last = kept ? step - 1 : step, first = before ? step - 1 : step;
    scoped_buf list = {0};
    if (last < first) {
        return; /* it was there before the training, or is meant */
    }
    buf_printf(&list, first < last ? "%d-%d" : "%d", first, last);
    warn_add(w, r->step[last].first,
             "NaN appears first in training step %d, and comes of what is not on the tape: "
             "--train-steps %s shows where",
             step, buf_text(&list));
}

/* Where NaN appears: first, or in another statement out of other numbers. */
static void tell_maker(struct warner *w, int maker, bool first)
{
    const struct event *e = &w->tape->event[maker];
    const char *gradient = e->gradient != NULL ? e->gradient : "";
    scoped_buf how = {0};
    if (!put_division(w, maker, &how)) {
        buf_printf(&how, "%s %s", e->name, nan_of(e));
    }
    warn_add(w, maker, "NaN appears here%s%s%s: %s", first ? " first" : ", too",
             e->gradient != NULL ? ", in "
             : e->of >= 0        ? ", in a gradient"
                                 : "",
             gradient, buf_text(&how));
}

/* The others come of numbers of their own, each in a line of its own. */
static void tell_others(struct warner *w, int first)
{
    enum { MOST = 3 };
    int told[MOST] = {first}, count = 1;
    for (int maker = first; count < MOST && (maker = find_maker(w, maker + 1)) >= 0;) {
        bool known = w->tape->event[maker].of >= 0; /* a gradient of what was told */
        for (int k = 0; k < count; k++) {
            const struct span *a = &w->tape->event[told[k]].code, *b = &w->tape->event[maker].code;
            known |= a->source == b->source && a->line == b->line;
        }
        if (!known) {
            told[count++] = maker;
            tell_maker(w, maker, false);
        }
    }
}

void find_not_a_number(struct warner *w)
{
    const struct train *r = &w->tape->train;
    int maker = ever_nan(w->tape) ? find_maker(w, 0) : -1, step = first_step(r);
    if (w->failed || (maker < 0 && step < 0)) {
        return;
    }
    if (step >= 0 && (maker < 0 || maker >= r->step[step].end)) {
        tell_step(w, step);
        return;
    }
    tell_maker(w, maker, true);
    tell_others(w, maker);
}
