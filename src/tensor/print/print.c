/* Writes a tensor as print(tensor) shows it, byte for byte: the rules of torch/_tensor_str.py. A
 * formatter first looks at the cells that will be shown and settles one width and one notation for
 * all of them; then they are written. Reads tensors only. */
#include "tensor/print/print.h"

#include <math.h>
#include <string.h>

const struct print_options print_torch_default = {4, 1000, 3, 80, -1, DTYPE_FLOAT32};
const struct print_options print_torch_short = {2, 1000, 2, 80, -1, DTYPE_FLOAT32};
const struct print_options print_torch_full = {4, INT64_MAX, 3, 80, -1, DTYPE_FLOAT32};

static const char prefix[] = "tensor(";

struct printer {
    const struct tensor *t;
    const struct print_options *options;
    bool summarize;
    bool integral; /* every finite cell is a whole number: printed as "1." */
    bool scientific;
    int width;
    struct buf scratch;
    struct printer
        *imag; /* complex64: t is a view of the real parts, imag's are one place further */
};

/* What the formatter finds out about the shown cells that are neither 0 nor inf nor nan. */
struct survey {
    bool any;
    double min, max; /* of the absolute values */
};

/* --- one cell --- */

static void put_double(const struct printer *p, double value, struct buf *out)
{
    if (isnan(value)) {
        buf_puts(out, "nan");
    } else if (isinf(value)) {
        buf_puts(out, value < 0 ? "-inf" : "inf");
    } else if (p->scientific) {
        buf_printf(out, "%.*e", p->options->precision, value);
    } else if (p->integral) {
        buf_printf(out, "%.0f.", value);
    } else {
        buf_printf(out, "%.*f", p->options->precision, value);
    }
}

static void put_value(const struct printer *p, int64_t place, struct buf *out)
{
    if (dtype_is_float(p->t->dtype)) {
        put_double(p, tensor_double_at(p->t, place), out);
    } else if (p->t->dtype == DTYPE_BOOL) {
        buf_puts(out, tensor_int_at(p->t, place) != 0 ? "True" : "False");
    } else {
        buf_printf(out, "%lld", (long long)tensor_int_at(p->t, place));
    }
}

static void put_padded(struct printer *p, int64_t place, struct buf *out)
{
    buf_clear(&p->scratch);
    put_value(p, place, &p->scratch);
    if (p->scratch.len < (size_t)p->width) {
        buf_fill(out, ' ', (size_t)p->width - p->scratch.len);
    }
    buf_puts(out, buf_text(&p->scratch));
    if (p->imag == NULL) {
        return;
    }
    buf_clear(&p->scratch);
    put_value(p->imag, place + 1, &p->scratch);
    const char *text = buf_text(&p->scratch);
    buf_printf(out, "%s%sj", text[0] == '-' ? "" : "+", text);
}

/* --- which cells are shown --- */

/* Along an axis either all cells are shown, or [0, head) and [tail, size). */
struct shown {
    int64_t head, tail, size;
    bool gap;
};

static struct shown shown_of(const struct printer *p, int dim)
{
    int64_t size = p->t->shape[dim], edge = p->options->edgeitems;
    if (edge < 0) {
        edge = 0;
    }
    if (!p->summarize || size / 2 < edge || size <= 2 * edge) {
        return (struct shown){size, size, size, false};
    }
    /* x[-0:] is all of x: what PyTorch shows of a row when edgeitems is 0 */
    bool whole_row = edge == 0 && dim == p->t->ndim - 1;
    return (struct shown){edge, whole_row ? 0 : size - edge, size, true};
}

static void visit(struct printer *p, int dim, int64_t place, struct survey *survey,
                  void (*look)(struct printer *, int64_t, struct survey *))
{
    if (dim == p->t->ndim) {
        look(p, place, survey);
        return;
    }
    struct shown s = shown_of(p, dim);
    for (int64_t i = 0; i < s.head; i++) {
        visit(p, dim + 1, place + i * p->t->stride[dim], survey, look);
    }
    for (int64_t i = s.tail; i < s.size; i++) {
        visit(p, dim + 1, place + i * p->t->stride[dim], survey, look);
    }
}

/* --- the formatter --- */

static bool counts(double value)
{
    return isfinite(value) && value != 0;
}

static void look_range(struct printer *p, int64_t place, struct survey *survey)
{
    double value = tensor_double_at(p->t, place);
    if (!counts(value)) {
        return;
    }
    double size = fabs(value);
    survey->min = survey->any && survey->min < size ? survey->min : size;
    survey->max = survey->any && survey->max > size ? survey->max : size;
    survey->any = true;
    if (value != ceil(value)) {
        p->integral = false;
    }
}

static void look_width(struct printer *p, int64_t place, struct survey *survey)
{
    if (dtype_is_float(p->t->dtype) && !counts(tensor_double_at(p->t, place))) {
        return;
    }
    buf_clear(&p->scratch);
    put_value(p, place, &p->scratch);
    if (p->scratch.len > (size_t)p->width) {
        p->width = (int)p->scratch.len;
    }
}

/* The notation is chosen and the width measured in it; a forced sci_mode changes the notation after
 * that, never the width. */
static void choose_format(struct printer *p)
{
    struct survey survey = {0};
    p->width = 1;
    p->integral = true;
    int64_t place = p->t->offset;
    if (!dtype_is_float(p->t->dtype)) {
        visit(p, 0, place, &survey, look_width);
        return;
    }
    visit(p, 0, place, &survey, look_range);
    if (!survey.any) {
        return;
    }
    p->scientific = survey.max / survey.min > 1000.0 || survey.max > 1.0e8 ||
                    (!p->integral && survey.min < 1.0e-4);
    visit(p, 0, place, &survey, look_width);
    if (p->options->sci_mode >= 0) {
        p->scientific = p->options->sci_mode != 0;
    }
}

/* --- rows and blocks --- */

static void break_line(struct buf *out, int newlines, int indent)
{
    buf_fill(out, '\n', (size_t)newlines);
    buf_fill(out, ' ', (size_t)indent);
}

/* Starts the k-th item of a row: a separator, and a new line when the line is full. */
static void start_item(struct buf *out, int64_t k, int64_t per_line, int indent)
{
    if (k == 0) {
        return;
    }
    buf_putc(out, ',');
    if (k % per_line == 0) {
        break_line(out, 1, indent + 1);
    } else {
        buf_putc(out, ' ');
    }
}

static void put_row(struct printer *p, int64_t place, int indent, struct buf *out)
{
    int dim = p->t->ndim - 1;
    int64_t stride = p->t->stride[dim];
    int64_t room = (int64_t)p->options->linewidth - indent;
    int64_t per_line = room / (p->width + 2 + (p->imag != NULL ? p->imag->width + 1 : 0));
    if (per_line < 1) {
        per_line = 1;
    }
    struct shown s = shown_of(p, dim);
    int64_t k = 0;
    buf_putc(out, '[');
    for (int64_t i = 0; i < s.head; i++) {
        start_item(out, k++, per_line, indent);
        put_padded(p, place + i * stride, out);
    }
    if (s.gap) {
        start_item(out, k++, per_line, indent);
        buf_puts(out, " ...");
    }
    for (int64_t i = s.tail; i < s.size; i++) {
        start_item(out, k++, per_line, indent);
        put_padded(p, place + i * stride, out);
    }
    buf_putc(out, ']');
}

static void put_block(struct printer *p, int dim, int64_t place, int indent, struct buf *out)
{
    int left = p->t->ndim - dim;
    if (left == 0) {
        put_padded(p, place, out);
        return;
    }
    if (left == 1) {
        put_row(p, place, indent, out);
        return;
    }
    struct shown s = shown_of(p, dim);
    bool first = true;
    buf_putc(out, '[');
    for (int64_t i = 0; i < s.size; i++) {
        if (s.gap && i == s.head) {
            if (!first) {
                buf_putc(out, ',');
                break_line(out, left - 1, indent + 1);
            }
            buf_puts(out, "...");
            first = false;
            i = s.tail;
            if (i >= s.size) {
                break;
            }
        }
        if (!first) {
            buf_putc(out, ',');
            break_line(out, left - 1, indent + 1);
        }
        first = false;
        put_block(p, dim + 1, place + i * p->t->stride[dim], indent + 1, out);
    }
    buf_putc(out, ']');
}

/* --- what follows the values --- */

struct suffixes {
    struct buf *out;
    size_t line; /* length of the last line, as _add_suffixes counts it */
    int linewidth;
};

static void put_suffix(struct suffixes *s, const char *text)
{
    size_t len = strlen(text);
    int indent = (int)sizeof prefix - 1;
    if ((int64_t)(s->line + len + 2) > s->linewidth) {
        buf_puts(s->out, ",");
        break_line(s->out, 1, indent);
        s->line = (size_t)indent + len;
    } else {
        buf_puts(s->out, ", ");
        s->line += len + 2;
    }
    buf_puts(s->out, text);
}

/* "size=(2, 0)" */
static void put_size(struct suffixes *s, const struct tensor *t, struct buf *scratch)
{
    buf_clear(scratch);
    buf_puts(scratch, "size=(");
    sizes_put(t->ndim, t->shape, ", ", scratch);
    buf_putc(scratch, ')');
    put_suffix(s, buf_text(scratch));
}

static bool dtype_is_shown(const struct tensor *t, const struct print_options *o, bool empty)
{
    enum dtype plain = o->plain == DTYPE_BOOL ? DTYPE_FLOAT32 : o->plain;
    if (t->dtype == plain || (t->dtype == DTYPE_COMPLEX64 && plain != DTYPE_FLOAT64 && !empty)) {
        return false;
    }
    return empty || (t->dtype != DTYPE_INT64 && t->dtype != DTYPE_BOOL);
}

/* Columns from the last newline on, plus one: _add_suffixes' own count (plus two without one). */
static size_t last_line(const struct buf *out, size_t start)
{
    size_t len = 0;
    while (out->len - len > start && out->data[out->len - len - 1] != '\n') {
        len++;
    }
    return len + 2;
}

/* The float32 view of the real or imaginary parts: nothing is owned. */
static struct tensor part_of(const struct tensor *t, bool imaginary)
{
    struct tensor part = *t;
    part.dtype = DTYPE_FLOAT32;
    part.offset = 2 * t->offset + imaginary;
    for (int d = 0; d < t->ndim; d++) {
        part.stride[d] *= 2;
    }
    return part;
}

static void put_cells(struct printer *p, struct buf *out)
{
    struct tensor real, imag;
    struct printer other = *p;
    other.scratch = (struct buf){.budget = out->budget};
    if (p->t->dtype == DTYPE_COMPLEX64) {
        real = part_of(p->t, false);
        imag = part_of(p->t, true);
        p->t = &real;
        other.t = &imag;
        p->imag = &other;
        choose_format(&other);
    }
    choose_format(p);
    put_block(p, 0, p->t->offset, (int)sizeof prefix - 1, out);
    out->failed |= other.scratch.failed;
    if (p->imag != NULL) {
        buf_free(&other.scratch);
    }
}

void print_tensor(const struct tensor *t, const struct print_options *options, const char *suffix,
                  struct buf *out)
{
    struct printer p = {.t = t, .options = options};
    size_t start = out->len;
    bool empty = tensor_numel(t) == 0;
    buf_puts(out, prefix);
    if (empty) {
        buf_puts(out, "[]");
    } else {
        p.summarize = tensor_numel(t) > options->threshold;
        put_cells(&p, out);
    }
    struct suffixes s = {out, last_line(out, start), options->linewidth};
    if (empty && t->ndim != 1) {
        put_size(&s, t, &p.scratch);
    }
    if (dtype_is_shown(t, options, empty)) {
        buf_clear(&p.scratch);
        buf_printf(&p.scratch, "dtype=torch.%s", dtype_name(t->dtype));
        put_suffix(&s, buf_text(&p.scratch));
    }
    if (suffix != NULL) {
        put_suffix(&s, suffix);
    }
    buf_putc(out, ')');
    if (p.scratch.failed) {
        out->failed = true;
    }
    buf_free(&p.scratch);
}
