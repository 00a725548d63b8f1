/* Writes the statistics of results, as PyTorch's own folds give them and its print shows them. */
#include "trace/report/summary.h"

#include "show/code.h"
#include "tensor/cells/reduce.h"
#include "tensor/print/print.h"
#include "trace/tape/event.h"
#include "trace/tape/module_path.h"
#include "trace/tape/snapshot.h"

#include <math.h>
#include <string.h>

#define LONGEST 40 /* columns of a path, an operation, a shape */
#define COLUMN 11  /* columns of a number */

const char *const summary_names[SUMMARY_NUMBERS] = {"min", "max", "mean", "std", "sum"};

/* --- numbers --- */

void summary_free(struct summary *s)
{
    for (int k = 0; k < SUMMARY_NUMBERS; k++) {
        tensor_release(&s->at[k]);
    }
    *s = (struct summary){0};
}

static bool is_nan(const struct tensor *x, int64_t place)
{
    if (x->dtype != DTYPE_COMPLEX64) {
        return isnan(tensor_double_at(x, place));
    }
    const struct complex64 *z = (const struct complex64 *)x->storage->data + place;
    return isnan(z->re) || isnan(z->im);
}

static int64_t count_nan(const struct tensor *x)
{
    int64_t count = 0;
    for (int64_t k = 0; k < tensor_numel(x); k++) {
        count += is_nan(x, tensor_place(x, k));
    }
    return count;
}

static bool fold(struct compute *cx, const struct tensor *x, struct summary *out)
{
    scoped_tensor real = {0};
    bool whole = !dtype_is_float(x->dtype);
    const struct tensor *mean = whole ? &real : x;
    return (!whole || tensor_cast(cx, &real, x, DTYPE_FLOAT32)) &&
           (tensor_numel(x) == 0 ||
            (reduce_fold(cx, REDUCE_AMIN, &out->at[SUMMARY_MIN], x, ~0u, false) &&
             reduce_fold(cx, REDUCE_AMAX, &out->at[SUMMARY_MAX], x, ~0u, false))) &&
           reduce_fold(cx, REDUCE_MEAN, &out->at[SUMMARY_MEAN], mean, ~0u, false) &&
           reduce_var_one(cx, &out->at[SUMMARY_STD], mean, ~0u, 1, false, true) &&
           reduce_fold(cx, REDUCE_SUM, &out->at[SUMMARY_SUM], x, ~0u, false);
}

/* Whether some cell may be no number: of a float tensor its largest cell tells, as NaN wins. */
static bool may_hold_nan(const struct tensor *x, const struct summary *of)
{
    const struct tensor *most = &of->at[SUMMARY_MAX];
    return x->dtype == DTYPE_COMPLEX64 ||
           (most->storage != NULL && dtype_is_float(most->dtype) && is_nan(most, most->offset));
}

bool summary_of(struct tape *t, int event, int output, struct summary *out)
{
    struct compute *cx = &t->session->torch.compute;
    scoped_tensor then = {0}, wide = {0};
    *out = (struct summary){0};
    if (!tape_after(t, &t->event[event].output[output], event, &then)) {
        return false;
    }
    bool narrow = dtype_is_short_float(then.dtype), complex = then.dtype == DTYPE_COMPLEX64;
    bool ok = complex || ((!narrow || tensor_cast(cx, &wide, &then, DTYPE_FLOAT32)) &&
                          fold(cx, narrow ? &wide : &then, out));
    out->nan = ok && may_hold_nan(&then, out) ? count_nan(&then) : 0;
    return ok;
}

/* --- lines --- */

struct writer {
    struct tape *t;
    int module, op, shape, dtype; /* columns */
    struct buf out;
};

static bool is_told(const struct choice *choice, bool all, const struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    return e->figure == NULL && (!e->setup || all || choice->step > 0) &&
           choice_takes(choice, t, event);
}

/* "split[1]" where there are several. */
static void put_op(const struct event *e, int output, struct buf *out)
{
    buf_puts(out, e->name);
    if (e->output_count > 1) {
        buf_printf(out, "[%d]", output);
    }
}

static void put_cut(const char *text, int width, struct buf *out)
{
    scoped_buf cut = {0};
    buf_puts(&cut, text);
    code_fit(&cut, width);
    buf_printf(out, "%s%*s  ", buf_text(&cut), width - code_width(buf_text(&cut), cut.len), "");
}

static void widen(int *width, const struct buf *text)
{
    int own = code_width(buf_text(text), text->len);
    *width = own > LONGEST ? LONGEST : own > *width ? own : *width;
}

static void measure(struct writer *w, int event, int output)
{
    const struct event *e = &w->t->event[event];
    const struct tensor *x = &e->output[output].tensor;
    const char *path = event_module(w->t, event);
    scoped_buf module = {0}, op = {0}, shape = {0}, dtype = {0};
    buf_puts(&module, path != NULL ? path : "");
    put_op(e, output, &op);
    tensor_tuple_text(x, &shape);
    buf_puts(&dtype, dtype_name(x->dtype));
    widen(&w->module, &module);
    widen(&w->op, &op);
    widen(&w->shape, &shape);
    widen(&w->dtype, &dtype);
}

/* As PyTorch prints a tensor of one cell, without what stands around it. */
static void put_number(const struct tensor *x, struct buf *out)
{
    scoped_buf text = {0};
    if (x->storage == NULL) {
        buf_printf(out, " %*s", COLUMN, "-");
        return;
    }
    print_tensor(x, &print_torch_default, NULL, &text);
    const char *from = buf_text(&text) + strlen("tensor(");
    buf_printf(out, " %*.*s", COLUMN, (int)strcspn(from, ",)"), from);
}

static void put_head(struct writer *w)
{
    buf_puts(&w->out, "   n  ");
    put_cut("module", w->module, &w->out);
    put_cut("operation", w->op, &w->out);
    put_cut("shape", w->shape, &w->out);
    buf_printf(&w->out, "%-*s", w->dtype, "dtype");
    for (int k = 0; k < SUMMARY_NUMBERS; k++) {
        buf_printf(&w->out, " %*s", COLUMN, summary_names[k]);
    }
    buf_puts(&w->out, " nan\n");
}

static bool put_line(struct writer *w, int event, int output)
{
    const struct event *e = &w->t->event[event];
    const struct tensor *x = &e->output[output].tensor;
    const char *path = event_module(w->t, event);
    scoped_buf number = {0}, op = {0}, shape = {0};
    struct summary s;
    if (!summary_of(w->t, event, output, &s)) {
        summary_free(&s);
        return false;
    }
    event_number(e, &number);
    put_op(e, output, &op);
    tensor_tuple_text(x, &shape);
    buf_printf(&w->out, "%4s  ", buf_text(&number));
    put_cut(path != NULL ? path : "", w->module, &w->out);
    put_cut(buf_text(&op), w->op, &w->out);
    put_cut(buf_text(&shape), w->shape, &w->out);
    buf_printf(&w->out, "%-*s", w->dtype, dtype_name(x->dtype));
    for (int k = 0; k < SUMMARY_NUMBERS; k++) {
        put_number(&s.at[k], &w->out);
    }
    buf_printf(&w->out, " %3lld\n", (long long)s.nan);
    summary_free(&s);
    return true;
}

bool summary_write(const struct choice *choice, bool all, struct tape *t,
                   bool (*take)(void *self, const char *text, size_t len), void *self)
{
    struct writer w = {.t = t, .module = 6, .op = 9, .shape = 5, .dtype = 5};
    bool ok = true, any = false;
    for (int k = 0; k < t->event_count; k++) {
        for (int j = 0; is_told(choice, all, t, k) && j < t->event[k].output_count; j++) {
            measure(&w, k, j);
            any = true;
        }
    }
    if (any) {
        put_head(&w);
    }
    for (int k = 0; ok && k < t->event_count; k++) {
        for (int j = 0; ok && is_told(choice, all, t, k) && j < t->event[k].output_count; j++) {
            ok = tape_in_time(t) && put_line(&w, k, j) && take(self, buf_text(&w.out), w.out.len);
            buf_clear(&w.out);
        }
    }
    buf_free(&w.out);
    return ok;
}
