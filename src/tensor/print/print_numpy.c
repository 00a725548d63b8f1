/* Writes arrays as NumPy 1.24 prints them: the rules of numpy/core/arrayprint.py for one array.
 * The shown cells are surveyed first; they share one notation and are padded to one width. */
#include "tensor/print/print_numpy.h"

#include "tensor/compute/half.h"
#include "tensor/print/digits.h"
#include "tensor/print/print_number.h"

#include <math.h>

const struct numpy_print_options print_numpy_default = {
    .precision = 8,
    .threshold = 1000,
    .edgeitems = 3,
    .linewidth = 75,
    .sign = '-',
    .nan_text = "nan",
    .infinity_text = "inf",
};

struct numpy_printer {
    const struct tensor *t;
    const struct numpy_print_options *options;
    const char *separator; /* " " or ", " */
    bool summarize;
    bool scientific;
    int precision;     /* the most digits after the point */
    bool zeros;        /* all cells have as many digits after the point */
    int left, right;   /* columns before and after the decimal point (with scientific: digits) */
    int exponent_size; /* digits of the widest exponent */
    int width;         /* integers */
    int linewidth;
    bool stopped; /* the caller's own format failed */
    struct buf scratch;
    struct buf line;   /* of the row being written */
    size_t line_start; /* its first byte to write: the first line's indent is there already */
};

/* What the shown cells have in common. */
struct numpy_survey {
    bool finite, not_finite, negative, negative_infinity;
    double min, max; /* of the absolute values of finite cells other than 0; max 0: none */
};

static const char *nan_text(const struct numpy_printer *p)
{
    return p->options->nan_text[0] != '\0' ? p->options->nan_text : "nan";
}

static const char *infinity_text(const struct numpy_printer *p)
{
    return p->options->infinity_text[0] != '\0' ? p->options->infinity_text : "inf";
}

/* --- one float --- */

/* Digits after the point: the shortest that read back, but no more than the precision. Before it:
 * all of them, even where fewer would read back (96423984 in float32). */
static void put_positional(const struct numpy_printer *p, double value, struct buf *out)
{
    struct digits d = digits_shortest(value, p->t->dtype);
    int after = d.count - 1 - d.exponent;
    if (p->options->sign == '+' && !signbit(value)) {
        buf_putc(out, '+');
    }
    size_t start = out->len;
    bool exact = p->options->floatmode == FLOATMODE_FIXED;
    if (after > p->precision || exact) {
        buf_printf(out, "%.*f", p->precision, value);
        while (!exact && out->len > start && out->data[out->len - 1] == '0' &&
               memchr(out->data + start, '.', out->len - start) != NULL) {
            out->data[--out->len] = '\0';
        }
        if (memchr(out->data + start, '.', out->len - start) == NULL) {
            buf_putc(out, '.');
        }
        return;
    }
    if (d.negative) {
        buf_putc(out, '-');
    }
    if (d.exponent < 0) {
        buf_puts(out, "0.");
        if (d.text[0] != '0') {
            buf_fill(out, '0', (size_t)(-d.exponent - 1));
            buf_puts(out, d.text);
        }
        return;
    }
    int whole = d.exponent + 1;
    if (d.count < whole) {
        buf_printf(out, "%.0f.", fabs(value));
    } else {
        buf_printf(out, "%.*s.%s", whole, d.text, d.text + whole);
    }
}

/* digits < 0: as many as needed up to the precision; else exactly so many. */
static void put_scientific(const struct numpy_printer *p, double value, int digits, struct buf *out)
{
    struct digits d = digits_shortest(value, p->t->dtype);
    int limit = digits < 0 ? p->precision : digits;
    if (p->options->sign == '+' && !signbit(value)) {
        buf_putc(out, '+');
    }
    size_t start = out->len;
    if (d.count - 1 == limit || (digits < 0 && d.count - 1 < limit)) {
        buf_printf(out, "%s%c.%se%+03d", d.negative ? "-" : "", d.text[0], d.text + 1, d.exponent);
    } else {
        buf_printf(out, limit == 0 ? "%#.*e" : "%.*e", limit, value);
    }
    if (digits >= 0 || out->failed || p->options->floatmode == FLOATMODE_FIXED) {
        return;
    }
    /* drop the zeros before the exponent */
    char *e = strchr(out->data + start, 'e');
    char *end = e;
    while (end[-1] == '0') {
        end--;
    }
    memmove(end, e, strlen(e) + 1);
    out->len -= (size_t)(e - end);
}

/* --- which cells are shown --- */

struct numpy_shown {
    int64_t head, tail, size;
    bool gap;
};

static struct numpy_shown shown_of(const struct numpy_printer *p, int dim)
{
    int64_t size = p->t->shape[dim], edge = p->options->edgeitems < 0 ? 0 : p->options->edgeitems;
    if (!p->summarize || size / 2 < edge || size <= 2 * edge) {
        return (struct numpy_shown){0, 0, size, false};
    }
    /* the last cell is shown even when edgeitems is 0 */
    return (struct numpy_shown){edge, size - (edge > 0 ? edge : 1), size, true};
}

typedef void look_function(struct numpy_printer *, int64_t, struct numpy_survey *);

static void visit(struct numpy_printer *p, int dim, int64_t place, struct numpy_survey *survey,
                  look_function *look)
{
    if (dim == p->t->ndim) {
        look(p, place, survey);
        return;
    }
    struct numpy_shown s = shown_of(p, dim);
    for (int64_t i = 0; i < s.head; i++) {
        visit(p, dim + 1, place + i * p->t->stride[dim], survey, look);
    }
    for (int64_t i = s.tail; i < s.size; i++) {
        visit(p, dim + 1, place + i * p->t->stride[dim], survey, look);
    }
}

/* --- the survey --- */

static void look_range(struct numpy_printer *p, int64_t place, struct numpy_survey *survey)
{
    double value = tensor_double_at(p->t, place);
    survey->negative |= isfinite(value) && signbit(value);
    if (!isfinite(value)) {
        survey->not_finite = true;
        survey->negative_infinity |= value < 0;
        return;
    }
    survey->finite = true;
    double size = fabs(value);
    if (size == 0) {
        return;
    }
    survey->min = survey->max > 0 && survey->min < size ? survey->min : size;
    survey->max = survey->max > size ? survey->max : size;
}

static void raise_to(int *target, size_t value)
{
    if ((int)value > *target) {
        *target = (int)value;
    }
}

static void look_digits(struct numpy_printer *p, int64_t place, struct numpy_survey *survey)
{
    double value = tensor_double_at(p->t, place);
    if (!isfinite(value)) {
        return;
    }
    buf_clear(&p->scratch);
    if (p->scientific) {
        put_scientific(p, value, -1, &p->scratch);
    } else {
        put_positional(p, value, &p->scratch);
    }
    const char *text = buf_text(&p->scratch), *point = strchr(text, '.');
    if (point == NULL) {
        return; /* only without memory */
    }
    const char *e = p->scientific ? strchr(point, 'e') : text + p->scratch.len;
    raise_to(&p->left, (size_t)(point - text));
    raise_to(&p->right, (size_t)(e - point - 1));
    if (p->scientific) {
        raise_to(&p->exponent_size, strlen(e + 2));
    }
}

static void look_integer(struct numpy_printer *p, int64_t place, struct numpy_survey *survey)
{
    buf_clear(&p->scratch);
    buf_printf(&p->scratch, "%lld", (long long)tensor_int_at(p->t, place));
    raise_to(&p->width, p->scratch.len);
}

/* The ratio is taken in the dtype of the array. */
static bool wants_exponent(const struct numpy_printer *p, const struct numpy_survey *survey)
{
    if (survey->max == 0) {
        return false;
    }
    if (survey->max >= 1.e8) {
        return true;
    }
    if (p->options->suppress) {
        return false;
    }
    double ratio = survey->max / survey->min;
    if (p->t->dtype != DTYPE_FLOAT64) {
        ratio = (double)half_round(p->t->dtype, (float)survey->max / (float)survey->min);
    }
    return survey->min < 0.0001 || ratio > 1000.;
}

static void choose_format(struct numpy_printer *p)
{
    struct numpy_survey survey = {0};
    int64_t place = p->t->offset;
    if (!dtype_is_float(p->t->dtype)) {
        visit(p, 0, place, &survey, look_integer);
        return;
    }
    visit(p, 0, place, &survey, look_range);
    p->scientific = wants_exponent(p, &survey);
    enum numpy_floatmode mode = p->options->floatmode;
    p->precision = mode == FLOATMODE_UNIQUE ? 60 : p->options->precision;
    p->zeros = mode == FLOATMODE_FIXED || mode == FLOATMODE_MAXPREC_EQUAL;
    visit(p, 0, place, &survey, look_digits);
    if (p->scientific && mode == FLOATMODE_FIXED) {
        p->right = p->precision;
    }
    p->left += p->options->sign == ' ' && !survey.negative;
    if (!survey.not_finite) {
        return;
    }
    int nan_size = (int)strlen(nan_text(p)), infinity = (int)strlen(infinity_text(p));
    infinity += p->options->sign == '+' || p->options->sign == ' ' || survey.negative_infinity;
    int offset = p->right + 1;
    if (p->scientific) {
        offset += p->exponent_size + 2;
    }
    raise_to(&p->left, (size_t)(nan_size - offset > 0 ? nan_size - offset : 0));
    raise_to(&p->left, (size_t)(infinity - offset > 0 ? infinity - offset : 0));
}

/* --- a padded cell --- */

static void put_exponent_padded(const struct numpy_printer *p, struct buf *text, struct buf *out)
{
    const char *e = strchr(buf_text(text), 'e');
    if (e == NULL) {
        return; /* only without memory */
    }
    buf_put(out, text->data, (size_t)(e - text->data) + 2);
    if (strlen(e + 2) < (size_t)p->exponent_size) {
        buf_fill(out, '0', (size_t)p->exponent_size - strlen(e + 2));
    }
    buf_puts(out, e + 2);
}

static void put_blanks(struct buf *out, int width, size_t used)
{
    if (width > 0 && used < (size_t)width) {
        buf_fill(out, ' ', (size_t)width - used);
    }
}

static void put_float(struct numpy_printer *p, double value, struct buf *out)
{
    if (!isfinite(value)) {
        const char *name = isnan(value) ? nan_text(p) : infinity_text(p);
        const char *sign = value < 0 ? "-" : p->options->sign == '+' ? "+" : "";
        int total = p->left + p->right + 1 + (p->scientific ? p->exponent_size + 2 : 0);
        put_blanks(out, total, strlen(name) + strlen(sign));
        buf_printf(out, "%s%s", sign, name);
        return;
    }
    buf_clear(&p->scratch);
    if (p->scientific) {
        put_scientific(p, value, p->right, &p->scratch);
    } else {
        put_positional(p, value, &p->scratch);
    }
    size_t before = strcspn(buf_text(&p->scratch), ".");
    put_blanks(out, p->left, before);
    if (p->scientific) {
        put_exponent_padded(p, &p->scratch, out);
        return;
    }
    buf_puts(out, buf_text(&p->scratch));
    size_t used = p->scratch.len - before - 1;
    if (p->zeros && used < (size_t)p->right) {
        buf_fill(out, '0', (size_t)p->right - used);
    } else {
        put_blanks(out, p->right, used);
    }
}

static void put_cell(struct numpy_printer *p, int64_t place, struct buf *out)
{
    if (p->options->format != NULL) {
        p->stopped = p->stopped || !p->options->format(p->options->format_arg, p->t, place, out);
    } else if (dtype_is_float(p->t->dtype)) {
        put_float(p, tensor_double_at(p->t, place), out);
    } else if (p->t->dtype == DTYPE_BOOL) {
        bool value = tensor_int_at(p->t, place) != 0;
        buf_puts(out, value ? (p->t->ndim == 0 ? "True" : " True") : "False");
    } else {
        buf_printf(out, "%*lld", p->width, (long long)tensor_int_at(p->t, place));
    }
}

/* --- rows and blocks --- */

/* Adds what stands in p->line beyond `start` as one word: when it does not fit, the line before it
 * is written out without its trailing blanks and the word begins a new one. */
static void end_word(struct numpy_printer *p, size_t start, int width, int indent, struct buf *out)
{
    if (p->line.failed || (int64_t)p->line.len <= width || start <= (size_t)indent) {
        return;
    }
    size_t kept = start;
    while (kept > 0 && p->line.data[kept - 1] == ' ') {
        kept--;
    }
    buf_put(out, p->line.data + p->line_start, kept - p->line_start);
    buf_putc(out, '\n');
    p->line_start = 0;
    buf_clear(&p->scratch);
    buf_puts(&p->scratch, p->line.data + start);
    buf_clear(&p->line);
    buf_fill(&p->line, ' ', (size_t)indent);
    buf_puts(&p->line, buf_text(&p->scratch));
}

/* The separator without the blanks at its end: it stands at the end of a line. */
static int separator_size(const struct numpy_printer *p)
{
    int size = (int)strlen(p->separator);
    while (size > 0 && p->separator[size - 1] == ' ') {
        size--;
    }
    return size;
}

static void put_row(struct numpy_printer *p, int64_t place, int indent, struct buf *out)
{
    int dim = p->t->ndim - 1, behind = separator_size(p);
    int width = p->linewidth - dim - (behind > 1 ? behind : 1);
    struct numpy_shown s = shown_of(p, dim);
    buf_putc(out, '[');
    buf_clear(&p->line);
    buf_fill(&p->line, ' ', (size_t)indent);
    p->line_start = (size_t)indent;
    for (int64_t i = s.gap ? 0 : s.tail; i < s.size; i++) {
        size_t start = p->line.len;
        if (s.gap && i == s.head) {
            buf_puts(&p->line, "...");
            end_word(p, start, width, indent, out);
            buf_puts(&p->line, p->separator);
            start = p->line.len;
            i = s.tail;
        }
        put_cell(p, place + i * p->t->stride[dim], &p->line);
        end_word(p, start, width, indent, out);
        if (i + 1 < s.size) {
            buf_puts(&p->line, p->separator);
        }
    }
    if (!p->line.failed) {
        buf_puts(out, p->line.data + p->line_start);
    }
    buf_putc(out, ']');
}

static void break_rows(const struct numpy_printer *p, int newlines, int indent, struct buf *out)
{
    buf_put(out, p->separator, (size_t)separator_size(p));
    buf_fill(out, '\n', (size_t)newlines);
    buf_fill(out, ' ', (size_t)indent);
}

/* indent: blanks in front of what is inside this block's bracket. */
static void put_block(struct numpy_printer *p, int dim, int64_t place, int indent, struct buf *out)
{
    int left = p->t->ndim - dim;
    if (left == 0) {
        put_cell(p, place, out);
        return;
    }
    if (left == 1) {
        put_row(p, place, indent, out);
        return;
    }
    struct numpy_shown s = shown_of(p, dim);
    buf_putc(out, '[');
    for (int64_t i = s.gap ? 0 : s.tail; i < s.size; i++) {
        if (s.gap && i == s.head) {
            buf_puts(out, "...");
            break_rows(p, left - 1, indent, out);
            i = s.tail;
        }
        put_block(p, dim + 1, place + i * p->t->stride[dim], indent + 1, out);
        if (i + 1 < s.size) {
            break_rows(p, left - 1, indent, out);
        }
    }
    buf_putc(out, ']');
}

static void put_array(const struct tensor *t, const struct numpy_print_options *options,
                      const char *separator, int prefix, int suffix, struct buf *out)
{
    struct numpy_printer p = {.t = t,
                              .options = options,
                              .separator = separator,
                              .scratch.budget = out->budget,
                              .line.budget = out->budget};
    p.summarize = tensor_numel(t) > options->threshold;
    p.linewidth = options->linewidth - suffix;
    if (options->format == NULL) {
        choose_format(&p);
    }
    put_block(&p, 0, t->offset, prefix + 1, out);
    if (p.scratch.failed || p.line.failed) {
        out->failed = true;
    }
    buf_free(&p.scratch);
    buf_free(&p.line);
}

void print_numpy_str(const struct tensor *t, const struct numpy_print_options *options,
                     struct buf *out)
{
    if (tensor_numel(t) == 0) {
        buf_puts(out, "[]");
    } else if (t->ndim == 0 && t->dtype == DTYPE_FLOAT32) {
        print_float32((float)tensor_double_at(t, t->offset), out); /* a scalar, not an array */
    } else if (t->ndim == 0 && t->dtype == DTYPE_FLOAT16) {
        print_float16((float)tensor_double_at(t, t->offset), out);
    } else if (t->ndim == 0 && t->dtype == DTYPE_FLOAT64) {
        print_double(tensor_double_at(t, t->offset), out);
    } else {
        put_array(t, options, options->separator != NULL ? options->separator : " ",
                  options->prefix, options->suffix, out);
    }
}

/* "[]" and, unless it is (0,), its shape. */
static void put_empty(const struct tensor *t, struct buf *out)
{
    buf_puts(out, "[]");
    if (t->ndim == 1) {
        return;
    }
    buf_puts(out, ", shape=(");
    sizes_put(t->ndim, t->shape, ", ", out);
    buf_putc(out, ')');
}

void print_numpy_repr(const struct tensor *t, const struct numpy_print_options *options,
                      struct buf *out)
{
    static const char prefix[] = "array(";
    size_t start = out->len;
    bool empty = tensor_numel(t) == 0;
    bool implied = t->dtype == DTYPE_INT64 || t->dtype == DTYPE_FLOAT64 || t->dtype == DTYPE_BOOL;
    buf_puts(out, prefix);
    if (empty) {
        put_empty(t, out);
    } else {
        put_array(t, options, ", ", (int)sizeof prefix - 1, 1, out);
    }
    if (implied && !empty) {
        buf_putc(out, ')');
        return;
    }
    buf_putc(out, ',');
    size_t line = 0;
    while (out->len - line > start && out->data[out->len - line - 1] != '\n') {
        line++;
    }
    size_t dtype = strlen("dtype=)") + strlen(dtype_name(t->dtype));
    if ((int64_t)(line + dtype + 1) > options->linewidth) {
        buf_putc(out, '\n');
        buf_fill(out, ' ', sizeof prefix - 1);
    } else {
        buf_putc(out, ' ');
    }
    buf_printf(out, "dtype=%s)", dtype_name(t->dtype));
}
