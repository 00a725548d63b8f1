/* Checks the claims of captions.def, one after the other. */
#include "claimed.h"
#include "claimed_backward.h"

#include "formula.h"

#include "torch/op/ops.h"
#include "trace/tape/event.h"
#include "trace/tape/gradient.h"
#include "trace/tape/parameter.h"
#include "trace/tape/snapshot.h"

#include <check.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int claimed_read, claimed_not;

/* --- numbers --- */

static struct cells cells_of(const struct tensor *t)
{
    struct cells c = {.ndim = t->ndim, .count = 1, .memory = t->storage};
    int64_t at[TENSOR_MAX_DIMS] = {0};
    for (int d = 0; d < t->ndim; d++) {
        c.shape[d] = t->shape[d];
        c.count *= t->shape[d];
    }
    c.at = malloc((size_t)c.count * sizeof *c.at + 1);
    for (int64_t k = 0; k < c.count; k++) {
        int64_t place = t->offset;
        for (int d = 0; d < t->ndim; d++) {
            place += at[d] * t->stride[d];
        }
        c.at[k] =
            dtype_is_float(t->dtype) ? tensor_double_at(t, place) : (double)tensor_int_at(t, place);
        for (int d = t->ndim - 1; d >= 0 && ++at[d] == t->shape[d]; d--) {
            at[d] = 0;
        }
    }
    return c;
}

static struct cells input_cells(const struct claimed *s, int input)
{
    struct tensor then;
    if (input >= s->e->input_count) {
        return (struct cells){0};
    }
    ck_assert(tape_before(s->t, &s->e->input[input].of, s->k, &then));
    struct cells c = cells_of(&then);
    tensor_release(&then);
    return c;
}

static struct cells output_cells(struct tape *t, int k)
{
    struct tensor then;
    ck_assert(tape_after(t, &t->event[k].output[0], k, &then));
    struct cells c = cells_of(&then);
    tensor_release(&then);
    return c;
}

/* The numbers in a sentence; those in names and types are none. */
static void read_numbers(const char *text, double n[CLAIMED_NUMBERS])
{
    int count = 0;
    for (const char *p = text; *p != '\0' && count < CLAIMED_NUMBERS;) {
        bool word = p > text && (isalnum((unsigned char)p[-1]) || strchr("_.]", p[-1]) != NULL);
        bool starts = isdigit((unsigned char)*p) || (*p == '-' && isdigit((unsigned char)p[1]));
        char *end = NULL;
        double value = starts && !word ? strtod(p, &end) : 0;
        if (end != NULL && end != p) {
            n[count++] = value;
            p = end;
        } else {
            p++;
        }
    }
}

void claimed_open(struct claimed *s, struct tape *t, int k, const char *text)
{
    const struct event *e = &t->event[k];
    *s = (struct claimed){.t = t, .k = k, .e = e, .text = text};
    s->p = e->pass >= 0 ? &t->pass[e->pass] : NULL;
    s->out = output_cells(t, k);
    s->in = input_cells(s, 0);
    for (int i = 0; i < CLAIMED_NUMBERS; i++) {
        s->n[i] = NAN;
    }
    read_numbers(text, s->n);
}

void claimed_free(struct claimed *s)
{
    free(s->in.at);
    free(s->out.at);
}

/* What does not fit into a float is infinite. */
static bool close_to(double a, double b)
{
    return a == b || (isinf(a) && (fabs(b) > 3e38 || isnan(b))) || (isnan(a) && isnan(b)) ||
           fabs(a - b) <= 2e-4 * fabs(b) + 1e-6;
}

static bool same_number(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* Integers wrap, complex numbers have two parts, halves three digits: of those only sizes are
 * compared. */
static bool is_plain(const struct claimed *s)
{
    bool plain = true;
    for (int k = -1; k < s->e->input_count; k++) {
        enum dtype d = (k < 0 ? &s->e->output[0].tensor : &s->e->input[k].of.tensor)->dtype;
        plain = plain && (d == DTYPE_FLOAT32 || d == DTYPE_FLOAT64 || d == DTYPE_BOOL);
    }
    return plain;
}

static bool is_real(const struct claimed *s)
{
    return s->e->output[0].tensor.dtype != DTYPE_COMPLEX64;
}

static bool is_view(const struct claimed *s)
{
    return s->in.memory == s->out.memory;
}

static double argument_of(const struct claimed *s, const char *name)
{
    const char *p = s->e->op->signature, *own;
    size_t len;
    for (int k = 0; k < s->e->arg_count; k++) {
        p = op_next_parameter(p, &own, &len);
        if (len == strlen(name) && strncmp(own, name, len) == 0) {
            const struct argument *a = &s->e->arg[k];
            return value_is_number(a->value) ? value_number(a->value) : NAN;
        }
    }
    return NAN;
}

/* The whole number that stands just before `what`; -1: there is none. */
static int64_t number_before(const char *text, const char *what)
{
    const char *p = strstr(text, what), *from = p;
    while (p != NULL && from > text && isdigit((unsigned char)from[-1])) {
        from--;
    }
    return from == p ? -1 : atoll(from);
}

/* --- names, sizes and types that stand in any sentence --- */

/* Whether a name of the prelude, "self.weight", is the end of another: "layer.weight". */
static bool is_end_of(const char *name, const char *text, size_t len)
{
    size_t own = strncmp(name, "self.", 5) == 0 ? strlen(name + 4) : 0;
    return own > 0 && own < len && memcmp(name + 4, text + len - own, own) == 0;
}

/* Whether the step's own call knows another input by that name. */
static bool is_of_another(const struct claimed *s, int input, const char *text, size_t len)
{
    bool another = false, own = false;
    for (int k = 0; k < s->e->binds; k++) {
        const struct tape_bind *b = &s->t->bind[k];
        bool called = b->tensor != NULL && b->call == s->e->call && strlen(b->name) == len &&
                      memcmp(b->name, text, len) == 0;
        own |= called && b->serial == s->e->input[input].of.serial;
        for (int j = 0; called && j < s->e->input_count; j++) {
            another |= j != input && b->serial == s->e->input[j].of.serial;
        }
    }
    return another && !own;
}

/* Whether text[0 .. len) is a name of the input: in some call, the last thing that was called so.
 */
static bool is_name(const struct claimed *s, int input, const char *text, size_t len)
{
    bool another = is_of_another(s, input, text, len);
    const char *path = parameter_name(s->t, s->e->input[input].of.serial);
    if (path != NULL && strlen(path) == len && memcmp(path, text, len) == 0) {
        return true; /* "m.1.running_mean", which the module knows */
    }
    for (int k = 0; k < s->e->binds && !another; k++) {
        const struct tape_bind *b = &s->t->bind[k];
        bool is = b->tensor != NULL && b->serial == s->e->input[input].of.serial &&
                  ((strlen(b->name) == len && memcmp(b->name, text, len) == 0) ||
                   is_end_of(b->name, text, len));
        for (int j = k + 1; is && j < s->e->binds; j++) {
            const struct tape_bind *later = &s->t->bind[j];
            is = later->call != b->call || strcmp(later->name, b->name) != 0;
        }
        if (is) {
            return true;
        }
    }
    return false;
}

/* How much of the text is the name of a gradient, "matmul(...).grad", whose cells are just those of
 * the input. 0: nothing. */
static size_t names_gradient(const struct claimed *s, int input, const char *text)
{
    const struct tensor *of = &s->e->input[input].of.tensor;
    for (int k = 0; k < s->k; k++) {
        const struct event *e = &s->t->event[k];
        const struct tensor *out = e->output_count > 0 ? &e->output[0].tensor : NULL;
        size_t len = e->gradient != NULL ? strlen(e->gradient) : 0;
        if (len > 0 && strncmp(text, e->gradient, len) == 0 && !isalnum((unsigned char)text[len]) &&
            strchr("([_", text[len]) == NULL && out != NULL && out->storage == of->storage &&
            out->offset == of->offset && tensor_same_shape(out, of)) {
            return len;
        }
    }
    return 0;
}

/* How much of the text is a name of the input, or the expression that made it, as it stands in the
 * code, in parentheses or not. 0: nothing. */
static size_t stands_for(const struct claimed *s, int input, const char *text)
{
    size_t len = 0, width = 0, gradient = names_gradient(s, input, text);
    while (isalnum((unsigned char)text[len]) || text[len] == '_' ||
           (text[len] == '.' && isalnum((unsigned char)text[len + 1]))) {
        len++;
    }
    if (gradient > 0) {
        return gradient;
    }
    if (len > 0 && strchr("([", text[len]) == NULL && is_name(s, input, text, len)) {
        return len;
    }
    int maker = s->e->input[input].of.maker;
    const struct span *at = maker >= 0 ? &s->t->event[maker].code : NULL;
    const char *line =
        at != NULL && at->source != NULL ? source_line(at->source, at->line, &width) : NULL;
    if (line == NULL || at->end_line != at->line || (size_t)at->end_column > width) {
        return 0;
    }
    size_t open = *text == '(', code = (size_t)(at->end_column - at->column);
    for (; open + 1 > 0; open--) { /* "(a + b)" may be "a + b" in parentheses */
        bool same = strncmp(text + open, line + at->column, code) == 0;
        if (same && (open == 0 || text[open + code] == ')')) {
            return code + 2 * open;
        }
        if (open == 0) {
            break;
        }
    }
    return 0;
}

/* Behind `before` stands the input, or `otherwise`. */
static bool names(const struct claimed *s, const char *before, int input, const char *otherwise)
{
    const char *p = strstr(s->text, before);
    return p != NULL && input < s->e->input_count &&
           (strncmp(p + strlen(before), otherwise, strlen(otherwise)) == 0 ||
            stands_for(s, input, p + strlen(before)) > 0);
}

static bool is_shape(const struct tensor *t, const char *text)
{
    char *end;
    bool ok = *text++ == '(';
    for (int d = 0; ok && d < t->ndim; d++) {
        ok = strtoll(text, &end, 10) == t->shape[d] && end != text;
        text = end + (*end == ',') + (end[0] == ',' && end[1] == ' ');
    }
    return ok && *text == ')';
}

/* Every shape in the sentence is one of an input or a result. */
static bool shapes_are_there(const struct claimed *s)
{
    for (const char *p = s->text; (p = strchr(p, '(')) != NULL; p++) {
        size_t len = strspn(p + 1, "0123456789, ");
        bool shape = p[len + 1] == ')' && (p == s->text || p[-1] == ' '), found = false;
        for (int k = 0; k < s->e->input_count; k++) {
            found = found || is_shape(&s->e->input[k].of.tensor, p);
        }
        for (int k = 0; k < s->e->output_count; k++) {
            found = found || is_shape(&s->e->output[k].tensor, p);
        }
        if (shape && !found) {
            return false;
        }
    }
    return true;
}

/* "copied as float32; they were int64" */
static bool types_are(const struct claimed *s)
{
    char want[80];
    snprintf(want, sizeof want, "as %s instead of %s.", dtype_name(s->e->output[0].tensor.dtype),
             dtype_name(s->e->input[0].of.tensor.dtype));
    return strstr(s->text, want) != NULL;
}

/* --- places --- */

static int64_t inner_of(const struct cells *c, int axis)
{
    int64_t inner = 1;
    for (int d = axis + 1; d < c->ndim; d++) {
        inner *= c->shape[d];
    }
    return inner;
}

static bool same_row_major(const struct claimed *s)
{
    bool ok = s->in.count == s->out.count;
    for (int64_t k = 0; ok && k < s->in.count; k++) {
        ok = close_to(s->out.at[k], s->in.at[k]);
    }
    return ok;
}

/* The result with axes a and b exchanged is the input, number for number. */
static bool exchanged(const struct claimed *s, int a, int b)
{
    const struct cells *in = &s->in, *out = &s->out;
    int ndim = in->ndim;
    bool ok = ndim == out->ndim && in->count == out->count && a >= 0 && b >= 0 && is_view(s);
    for (int64_t k = 0; ok && k < out->count; k++) {
        int64_t at[TENSOR_MAX_DIMS], rest = k, from = 0;
        for (int d = ndim - 1; d >= 0; d--) {
            at[d] = rest % out->shape[d];
            rest /= out->shape[d];
        }
        int64_t kept = at[a];
        at[a] = at[b];
        at[b] = kept;
        for (int d = 0; d < ndim; d++) {
            ok = ok && at[d] < in->shape[d];
            from = from * in->shape[d] + at[d];
        }
        ok = ok && close_to(out->at[k], in->at[from]);
    }
    return ok;
}

/* The result holds places first ... last of the axis of `in`, and all of the others. */
static bool is_slice(const struct cells *in, const struct cells *out, int axis, int64_t first,
                     int64_t last)
{
    if (axis < 0 || axis >= in->ndim || first < 0 || last >= in->shape[axis]) {
        return false;
    }
    int64_t inner = inner_of(in, axis), wide = (last - first + 1) * inner, k = 0;
    bool ok = out->count == in->count / in->shape[axis] * (last - first + 1);
    for (int64_t start = first * inner; ok && start < in->count; start += in->shape[axis] * inner) {
        for (int64_t j = 0; ok && j < wide; j++) {
            ok = same_number(out->at[k++], in->at[start + j]);
        }
    }
    return ok;
}

/* "Axis 0 at 1, axis 2 from 0 to 3": taken one after the other. */
static bool shows_several(const struct claimed *s)
{
    struct cells from = input_cells(s, 0);
    const char *end = strchr(s->text, ':');
    bool ok = is_view(s) && end != NULL;
    for (const char *p = s->text; ok && p < end;
         p = strchr(p, ',') == NULL ? end : strchr(p, ',') + 2) {
        int axis = 0;
        long long first = 0, last = 0;
        int got = sscanf(p, "%*[Aa]xis %d from %lld to %lld", &axis, &first, &last);
        if (got < 3) {
            ok = sscanf(p, "%*[Aa]xis %d at %lld", &axis, &first) == 2;
            last = first;
        }
        ok = ok && axis < from.ndim && first >= 0 && last < from.shape[axis];
        if (ok) {
            int64_t inner = inner_of(&from, axis), size = from.shape[axis], k = 0;
            for (int64_t j = 0; j < from.count; j++) {
                int64_t at = j / inner % size;
                if (at >= first && at <= last) {
                    from.at[k++] = from.at[j];
                }
            }
            from.count = k;
            from.shape[axis] = last - first + 1;
        }
    }
    ok = ok && from.count == s->out.count;
    for (int64_t k = 0; ok && k < from.count; k++) {
        ok = same_number(from.at[k], s->out.at[k]);
    }
    free(from.at);
    return ok;
}

static bool shows(const struct claimed *s, int axis, double first, double last, double size)
{
    return is_view(s) && axis < s->in.ndim && size == (double)s->in.shape[axis] &&
           is_slice(&s->in, &s->out, axis, (int64_t)first, (int64_t)last);
}

/* The inputs stand one after the other along the axis of the result. */
static bool joined(const struct claimed *s, int axis)
{
    int64_t first = 0;
    bool ok = axis >= 0 && axis < s->out.ndim && s->n[0] == s->e->input_count;
    for (int k = 0; ok && k < s->e->input_count; k++) {
        struct cells part = input_cells(s, k);
        if (part.ndim == s->out.ndim && part.count > 0) {
            ok = is_slice(&s->out, &part, axis, first, first + part.shape[axis] - 1);
            first += part.shape[axis];
        } else {
            ok = part.count == 0;
        }
        free(part.at);
    }
    return ok && first == s->out.shape[axis];
}

static bool is_in(const struct cells *all, double v)
{
    for (int64_t k = 0; k < all->count; k++) {
        if (same_number(all->at[k], v)) {
            return true;
        }
    }
    return false;
}

/* Every number of the result is one of the input `from` of the step. */
static bool all_from(const struct claimed *s, int from)
{
    struct cells table = input_cells(s, from);
    bool ok = true;
    for (int64_t k = 0; ok && k < s->out.count && k < 300; k++) {
        ok = is_in(&table, s->out.at[k]);
    }
    free(table.at);
    return ok || !is_real(s);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The same numbers, as often. */
static bool same_numbers(const struct cells *a, const struct cells *b)
{
    bool ok = a->count == b->count;
    double *x = malloc((size_t)a->count * sizeof *x + 1);
    double *y = malloc((size_t)b->count * sizeof *y + 1);
    memcpy(x, a->at, (size_t)a->count * sizeof *x);
    memcpy(y, b->at, (size_t)b->count * sizeof *y);
    qsort(x, (size_t)a->count, sizeof *x, by_size);
    qsort(y, (size_t)b->count, sizeof *y, by_size);
    for (int64_t k = 0; ok && k < a->count; k++) {
        ok = same_number(x[k], y[k]);
    }
    free(x);
    free(y);
    return ok;
}

/* The result is the input, counted from the end along one or more axes. */
static bool turned_round(const struct claimed *s)
{
    const struct cells *in = &s->in, *out = &s->out;
    for (int axes = 0; axes < 1 << in->ndim; axes++) {
        bool ok = in->count == out->count;
        for (int64_t k = 0; ok && k < out->count; k++) {
            int64_t rest = k, from = 0, step = 1;
            for (int d = in->ndim - 1; d >= 0; d--) {
                int64_t at = rest % in->shape[d];
                rest /= in->shape[d];
                from += step * (axes >> d & 1 ? in->shape[d] - 1 - at : at);
                step *= in->shape[d];
            }
            ok = same_number(out->at[k], in->at[from]);
        }
        if (ok) {
            return true;
        }
    }
    return false;
}

/* --- counts --- */

static int64_t count_not_zero(const struct cells *c)
{
    int64_t count = 0;
    for (int64_t k = 0; k < c->count; k++) {
        count += c->at[k] != 0;
    }
    return count;
}

static int64_t count_changed(const struct claimed *s)
{
    int64_t count = 0;
    for (int64_t k = 0; k < s->out.count && s->in.count == s->out.count; k++) {
        count += !same_number(s->out.at[k], s->in.at[k]);
    }
    return count;
}

static bool says(const struct claimed *s, int64_t first, int64_t second)
{
    return s->n[0] == (double)first && s->n[1] == (double)second;
}

/* "... from .1 to 2": the least and the largest number. */
static bool ranges(const struct claimed *s, double low, double high)
{
    double least = INFINITY, most = -INFINITY;
    for (int64_t k = 0; k < s->out.count; k++) {
        least = s->out.at[k] < least ? s->out.at[k] : least;
        most = s->out.at[k] > most ? s->out.at[k] : most;
    }
    return s->n[0] == (double)s->out.count &&
           (isnan(low) || isnan(high) || (close_to(low, least) && close_to(high, most)));
}

static bool whole(const struct cells *c)
{
    bool ok = true;
    for (int64_t k = 0; k < c->count; k++) {
        ok = ok && c->at[k] == floor(c->at[k]);
    }
    return ok;
}

/* --- products --- */

static double dot(const double *a, int64_t step_a, const double *b, int64_t step_b, int64_t count)
{
    double sum = 0;
    for (int64_t k = 0; k < count; k++) {
        sum += a[k * step_a] * b[k * step_b];
    }
    return sum;
}

static bool near_sum(double is, double want)
{
    return close_to(is, want) || fabs(is - want) < 1e-2 + 1e-3 * fabs(want) || isnan(want);
}

/* The first and the last number of a product of tables: of x's and w's last two axes. */
static bool multiplied(const struct claimed *s, bool turned)
{
    struct cells w = input_cells(s, 1), bias = input_cells(s, 2);
    const struct cells *x = &s->in, *out = &s->out;
    bool ok = x->ndim >= 2 && w.ndim >= 2 && out->ndim >= 2;
    if (ok && out->count > 0 && is_plain(s)) {
        int64_t length = x->shape[x->ndim - 1], columns = out->shape[out->ndim - 1];
        int64_t wide = w.shape[w.ndim - 1], last = columns - 1;
        const double *row = x->at + x->count - length, *table = w.at;
        table += turned ? 0 : w.count - length * wide;
        double a = turned ? dot(x->at, 1, table, 1, length) : dot(x->at, 1, w.at, wide, length);
        double b = turned ? dot(row, 1, table + last * wide, 1, length)
                          : dot(row, 1, table + last, wide, length);
        a += bias.at != NULL ? bias.at[0] : 0;
        b += bias.at != NULL ? bias.at[bias.count - 1] : 0;
        ok = near_sum(out->at[0], a) && near_sum(out->at[out->count - 1], b);
    }
    free(w.at);
    free(bias.at);
    return ok;
}

static bool is_linear(const struct claimed *s)
{
    return strcmp(s->e->op->name, "linear") == 0;
}

static bool says_bias(const struct claimed *s)
{
    return (strstr(s->text, "plus a bias") != NULL) == (s->e->input_count > 2);
}

/* A weight is no result of a product: it was given, drawn, or cut out of such. */
static bool is_given(const struct tape *t, const struct tape_tensor *of)
{
    for (int depth = 0; depth < 8 && of->maker >= 0 && !of->parameter; depth++) {
        const struct event *e = &t->event[of->maker];
        if (e->op->kind == KIND_CONTRACTION || e->op->kind == KIND_SOFTMAX) {
            return false;
        }
        if (e->input_count == 0) {
            return true;
        }
        of = &e->input[0].of;
    }
    return true;
}

/* Whether the step's result goes into the tensor without another product on the way. */
static bool goes_into(const struct claimed *s, const struct tape_tensor *of, int depth)
{
    if (of->maker == s->k || of->maker < s->k || depth == 0) {
        return of->maker == s->k;
    }
    const struct event *e = &s->t->event[of->maker];
    for (int k = 0; k < e->input_count; k++) {
        if (e->op->kind != KIND_CONTRACTION && e->op->kind != KIND_SOFTMAX &&
            goes_into(s, &e->input[k].of, depth - 1)) {
            return true;
        }
    }
    return false;
}

/* Whether numbers of the step's result are in an operand of its attention, by whatever way. */
static bool reaches(const struct claimed *s, int event, int input)
{
    bool *has = calloc((size_t)s->t->event_count + 1, sizeof *has), found = false;
    has[s->k] = true;
    for (int k = s->k + 1; k <= event; k++) {
        for (int j = 0; j < s->t->event[k].input_count; j++) {
            int *at, count;
            ck_assert(tape_sources(s->t, k, &s->t->event[k].input[j], &at, &count));
            bool some = false;
            for (int i = 0; i < count; i++) {
                some |= has[at[i]];
            }
            free(at);
            has[k] |= some;
            found |= some && k == event && j == input;
        }
    }
    free(has);
    return found;
}

/* "keys and values": these, and no other. */
static bool has_roles(const struct claimed *s)
{
    bool query = reaches(s, s->p->product, s->p->query), key = reaches(s, s->p->product, s->p->key);
    bool value = s->p->context >= 0 && reaches(s, s->p->context, s->p->value);
    return query == (strstr(s->text, "queries") != NULL) &&
           key == (strstr(s->text, "keys") != NULL) && value == (strstr(s->text, "values") != NULL);
}

/* "the queries": the step's result becomes them, and nothing else; "keys and values": both. */
static bool has_role(const struct claimed *s)
{
    const struct event *product = &s->t->event[s->p->product];
    const struct event *context = s->p->context >= 0 ? &s->t->event[s->p->context] : product;
    bool query = goes_into(s, &product->input[s->p->query].of, 12);
    bool key = goes_into(s, &product->input[s->p->key].of, 12);
    bool value = context != product && goes_into(s, &context->input[s->p->value].of, 12);
    return strstr(s->text, "the queries")  ? query && !key && !value
           : strstr(s->text, "the keys")   ? key && !query && !value
           : strstr(s->text, "the values") ? value && !query && !key
           : strstr(s->text, "keys or")    ? true
                                           : has_roles(s);
}

/* Whether input `input` is made of what arange or linspace gave, or of a parameter. */
static bool is_made_of(const struct claimed *s, int input, bool counts, bool parameter)
{
    bool found = parameter && s->e->input[input].of.parameter;
    for (int k = 0; k < s->k; k++) {
        const struct event *e = &s->t->event[k];
        struct claimed from = *s;
        from.k = k;
        bool such = counts && (strcmp(e->name, "arange") == 0 || strcmp(e->name, "linspace") == 0);
        for (int j = 0; j < e->input_count; j++) {
            such |= parameter && e->input[j].of.parameter;
        }
        found |= such && reaches(&from, s->k, input);
    }
    return found;
}

/* Numbers that are added to scores: all between the lowest and the highest. */
static bool adds_bias(const struct claimed *s, bool counts, bool parameter)
{
    int at = tensor_same_shape(&s->e->input[0].of.tensor, &s->e->output[0].tensor) ? 1 : 0;
    bool both = at == 1 && tensor_same_shape(&s->e->input[1].of.tensor, &s->e->output[0].tensor);
    struct claimed product = *s;
    product.k = s->p->product;
    at = both && reaches(&product, s->k, 1) ? 0 : at;
    struct cells bias = input_cells(s, at), scores = input_cells(s, 1 - at);
    double low = INFINITY, high = -INFINITY;
    for (int64_t k = 0; k < bias.count; k++) {
        low = bias.at[k] < low ? bias.at[k] : low;
        high = bias.at[k] > high ? bias.at[k] : high;
    }
    bool ok = close_to(low, s->n[1]) && close_to(high, s->n[2]) && s->n[0] == (double)s->out.count;
    for (int64_t k = 0; k < s->out.count; k++) {
        double by = s->out.at[k] - scores.at[k];
        ok = ok && by > low - 1e-3 && by < high + 1e-3;
    }
    free(bias.at);
    free(scores.at);
    return ok && is_made_of(s, at, true, false) == counts &&
           is_made_of(s, at, false, true) == parameter;
}

static bool weighted(const struct claimed *s)
{
    const struct cells *in = &s->in, *out = &s->out;
    return (double)in->shape[in->ndim - 1] == s->n[0] &&
           (double)out->shape[out->ndim - 1] == s->n[1] && is_given(s->t, &s->e->input[1].of) &&
           (strstr(s->text, "table, turned") == NULL || is_linear(s)) &&
           (strstr(s->text, ") table") == NULL || !is_linear(s) || strstr(s->text, "turned")) &&
           says_bias(s) && multiplied(s, is_linear(s));
}

/* table[ids] */
static bool takes_rows(const struct claimed *s)
{
    bool first = s->e->input[0].of.tensor.dtype == DTYPE_INT64 && s->e->input_count == 2 &&
                 strcmp(s->e->op->name, "embedding") == 0;
    struct cells ids = input_cells(s, first ? 0 : 1), table = input_cells(s, first ? 1 : 0);
    int64_t wide = table.ndim == 2 ? table.shape[1] : 0;
    bool ok = table.ndim == 2 && says(s, ids.count, table.shape[0]) &&
              s->out.count == ids.count * wide && names(s, ": ", first ? 0 : 1, "the index");
    for (int64_t k = 0; ok && k < s->out.count; k++) {
        int64_t row = (int64_t)ids.at[k / wide];
        row += row < 0 ? table.shape[0] : 0;
        ok = same_number(s->out.at[k], table.at[row * wide + k % wide]);
    }
    free(ids.at);
    free(table.at);
    return ok;
}

/* table.index_add_(0, ids, rows) */
static bool adds_rows(const struct claimed *s)
{
    struct cells ids = input_cells(s, 1), rows = input_cells(s, 2), sum = input_cells(s, 0);
    int64_t wide = sum.ndim == 2 ? sum.shape[1] : 0;
    bool ok = wide > 0 && says(s, rows.shape[0], sum.shape[0]) &&
              names(s, "which ", 1, "the index") && sum.count == s->out.count;
    for (int64_t k = 0; ok && k < rows.count; k++) {
        sum.at[(int64_t)ids.at[k / wide] * wide + k % wide] += rows.at[k];
    }
    for (int64_t k = 0; ok && k < sum.count; k++) {
        ok = !is_plain(s) || close_to(s->out.at[k], sum.at[k]);
    }
    free(ids.at);
    free(rows.at);
    free(sum.at);
    return ok;
}

/* --- shares --- */

static bool adds_up(const struct cells *c, int axis)
{
    bool ok = axis >= 0 && axis < c->ndim;
    int64_t inner = inner_of(c, axis);
    for (int64_t k = 0; ok && k < c->count; k++) {
        double sum = 0;
        int64_t first = k - k / inner % c->shape[axis] * inner;
        for (int64_t j = 0; j < c->shape[axis]; j++) {
            sum += c->at[first + j * inner];
        }
        ok = c->at[k] >= 0 && fabs(sum - 1) < .03;
    }
    return ok;
}

static bool logs_add_up(const struct claimed *s, int axis)
{
    struct cells shares = output_cells(s->t, s->k);
    for (int64_t k = 0; k < shares.count; k++) {
        shares.at[k] = exp(shares.at[k]);
    }
    bool ok = adds_up(&shares, axis);
    free(shares.at);
    return ok;
}

/* So many rows of so many had nothing but minus infinity, and are NaN now. */
static bool rows_without_shares(const struct claimed *s)
{
    int64_t size = s->out.shape[s->out.ndim - 1], bad = 0;
    bool ok = s->in.count == s->out.count;
    for (int64_t row = 0; ok && row < s->out.count; row += size) {
        double most = -INFINITY, sum = 0;
        for (int64_t k = row; k < row + size; k++) {
            most = s->in.at[k] > most ? s->in.at[k] : most;
            sum += s->out.at[k];
        }
        bad += most == -INFINITY;
        ok = most == -INFINITY ? isnan(sum) : fabs(sum - 1) < 1e-3;
    }
    return ok && says(s, bad, s->out.count / size);
}

/* Every number is the input's times a factor. */
static bool all_times(const struct claimed *s, double factor)
{
    bool ok = true;
    struct cells in = s->in;
    if (!is_plain(s)) {
        return true;
    }
    if (in.count != s->out.count) { /* the number came first: 0.5 * x */
        in = input_cells(s, 1);
    }
    if (in.at == NULL) { /* [1, 2] / x of NumPy: a list is no tensor */
        return true;
    }
    ok = in.count == s->out.count;
    for (int64_t k = 0; ok && k < in.count; k++) {
        ok = !isfinite(s->out.at[k]) || close_to(s->out.at[k], in.at[k] * factor) ||
             fabs(s->out.at[k] - in.at[k] * factor) < 1e-3 * fabs(in.at[k]);
    }
    if (in.at != s->in.at) {
        free(in.at);
    }
    return ok;
}

/* Terms of a score, by the sizes of queries, keys and scores alone. */
static double head_width(const struct claimed *s)
{
    const struct event *e = &s->t->event[s->p->product];
    const struct tensor *q = &e->input[s->p->query].of.tensor;
    return q->ndim > 0 ? (double)q->shape[q->ndim - 1] : 0;
}

struct masked {
    int64_t changed, cells;
    bool infinite, no_share;
    double highest;
};

static struct masked mask_of(const struct claimed *s)
{
    struct masked m = {.cells = s->out.count, .infinite = true, .highest = -INFINITY};
    struct cells in = {0}, share = {0};
    for (int k = 0; k < s->e->input_count && in.at == NULL; k++) {
        const struct tensor *t = &s->e->input[k].of.tensor;
        bool same = dtype_is_float(t->dtype) && t->ndim == s->out.ndim &&
                    memcmp(t->shape, s->out.shape, (size_t)t->ndim * sizeof *t->shape) == 0;
        if (same) {
            in = input_cells(s, k);
        }
    }
    ck_assert_ptr_nonnull(in.at);
    if (s->p != NULL) {
        share = output_cells(s->t, s->p->softmax);
    }
    m.no_share = share.count == m.cells;
    for (int64_t k = 0; k < m.cells; k++) {
        double was = in.at[k], is = s->out.at[k];
        if (!same_number(was, is)) {
            m.changed++;
            m.infinite = m.infinite && is == -INFINITY;
            m.highest = is > m.highest ? is : m.highest;
            m.no_share = m.no_share && share.at[k] == 0;
        }
    }
    free(in.at);
    free(share.at);
    return m;
}

static bool has_batch(const struct claimed *s, double size)
{
    const struct tensor *t = &s->t->event[s->p->scores].output[0].tensor;
    for (int d = 0; d + 2 < t->ndim; d++) {
        if ((double)t->shape[d] == size) {
            return size > 1;
        }
    }
    return false;
}

/* The heads of an item: the last table takes the numbers of all of them, side by side. */
static double heads_of_item(const struct claimed *s)
{
    int k = s->p->context;
    while (k < s->t->event_count && strcmp(s->t->event[k].op->name, "linear") != 0) {
        k++;
    }
    const struct tensor *x = k < s->t->event_count ? &s->t->event[k].input[1].of.tensor : NULL;
    return x != NULL ? (double)x->shape[1] / head_width(s) : 0;
}

/* "The last: .14 Your + .58 journey": the shares of the first table's last row, with the words
 * of the keys. */
static bool mix_is(const struct claimed *s, const struct cells *w)
{
    const char *p = strstr(s->text, "weights. ");
    const struct tape_tensor *of = &s->e->input[s->p->weights].of;
    int64_t keys = w->shape[w->ndim - 1], rows = w->shape[w->ndim - 2];
    p = p != NULL ? strpbrk(p + 9, ".0123456789") : NULL;
    for (int64_t k = 0; p != NULL && k < keys; k++) {
        char *end;
        const char *word = of->words[w->ndim - 1][k];
        double share = strtod(p, &end);
        if (fabs(share - w->at[(rows - 1) * keys + k]) > .00501 ||
            strncmp(end + 1, word, strlen(word)) != 0) {
            return false;
        }
        p = end + 1 + strlen(word) + (k + 1 < keys ? 3 : 0);
    }
    return p == NULL || strcmp(p, ".") == 0;
}

static bool collects(struct claimed *s, bool shares)
{
    struct cells w = input_cells(s, s->p->weights), v = input_cells(s, s->p->value);
    bool ok = w.ndim >= 2 && v.ndim >= 2 && s->p->weights <= s->p->value &&
              s->n[0] == (double)v.shape[v.ndim - 2] && s->n[0] == (double)w.shape[w.ndim - 1] &&
              (!shares || adds_up(&w, w.ndim - 1));
    double sum = 0;
    for (int64_t k = 0; ok && k < w.shape[w.ndim - 1]; k++) {
        sum += w.at[k] * v.at[k * v.shape[v.ndim - 1]];
    }
    ok = ok && (!is_plain(s) || close_to(s->out.at[0], sum) || fabs(s->out.at[0] - sum) < 1e-3);
    ok = ok && mix_is(s, &w);
    free(w.at);
    free(v.at);
    return ok;
}

static bool drops(const struct claimed *s)
{
    int64_t zero = 0;
    bool ok = true;
    for (int64_t k = 0; k < s->out.count; k++) {
        zero += s->out.at[k] == 0;
        ok = ok && (s->out.at[k] == 0 || close_to(s->out.at[k], s->in.at[k] * s->n[3]));
    }
    return ok && says(s, zero, s->out.count) && s->n[2] == 0;
}

/* --- folds and scans --- */

static double middle(const double *at, int64_t count, int64_t step, int64_t place)
{
    double *sorted = malloc((size_t)count * sizeof *sorted + 1);
    for (int64_t k = 0; k < count; k++) {
        sorted[k] = at[k * step];
    }
    qsort(sorted, (size_t)count, sizeof *sorted, by_size);
    double v = sorted[place];
    free(sorted);
    return v;
}

/* What a noun of a sentence means. NaN: it is not worked out here, or there is a NaN. */
static double fold(const char *noun, const double *at, int64_t count, int64_t step)
{
    double sum = 0, product = 1, most = -INFINITY, least = INFINITY, spread = 0;
    int64_t ones = 0, place = 0, least_place = 0;
    for (int64_t k = 0; k < count; k++) {
        double v = at[k * step];
        if (isnan(v)) {
            return NAN;
        }
        sum += v;
        product *= v;
        place = v > most ? k : place;
        least_place = v < least ? k : least_place;
        most = v > most ? v : most;
        least = v < least ? v : least;
        ones += v != 0;
    }
    for (int64_t k = 0; k < count; k++) {
        spread += pow(at[k * step] - sum / (double)count, 2);
    }
#define SAYS(text) (strncmp(noun, text, sizeof text - 1) == 0)
    return SAYS("their sum")                   ? sum
           : SAYS("their mean")                ? sum / (double)count
           : SAYS("the mean of those")         ? sum / (double)count
           : SAYS("their product")             ? product
           : SAYS("the largest of them")       ? most
           : SAYS("the smallest of them")      ? least
           : SAYS("the place of the largest")  ? (double)place
           : SAYS("the place of the smallest") ? (double)least_place
           : SAYS("True if none is 0")         ? ones == count
           : SAYS("True if one is not 0")      ? ones > 0
           : SAYS("how many are not 0")        ? (double)ones
           : SAYS("their spread")              ? sqrt(spread / (double)(count - 1))
           : SAYS("their variance")            ? spread / (double)(count - 1)
           : SAYS("the one in the middle")     ? middle(at, count, step, (count - 1) / 2)
                                               : NAN;
#undef SAYS
}

static const char *noun_of(const struct claimed *s)
{
    const char *p = strstr(s->text, ": ");
    return p != NULL ? p + 2 : strstr(s->text, "becomes ") + 8;
}

/* Spreads may be of a sample or of all there is: n - 1, or n. */
static bool folds_to(const struct claimed *s, double is, const double *at, int64_t count,
                     int64_t step)
{
    double want = fold(noun_of(s), at, count, step);
    double whole_spread = want * sqrt((double)(count - 1) / (double)count);
    bool spread = strncmp(noun_of(s), "their spread", 12) == 0;
    bool variance = strncmp(noun_of(s), "their variance", 14) == 0;
    return near_sum(is, want) || (spread && near_sum(is, whole_spread)) ||
           (variance && near_sum(is, want * (double)(count - 1) / (double)count));
}

static bool folds_axis(const struct claimed *s, int axis)
{
    int64_t inner = inner_of(&s->in, axis);
    bool ok = axis < s->in.ndim && s->in.shape[axis] == (int64_t)s->n[0];
    for (int64_t k = 0; ok && is_plain(s) && k < s->out.count && k < 200; k++) {
        int64_t first = k / inner * inner * s->in.shape[axis] + k % inner;
        ok = folds_to(s, s->out.at[k], s->in.at + first, s->in.shape[axis], inner);
    }
    return ok;
}

static bool scans(const struct claimed *s, int axis)
{
    bool sum = strstr(s->text, "the sum") != NULL, product = strstr(s->text, "product") != NULL;
    bool largest = strstr(s->text, "largest") != NULL, ok = s->in.count == s->out.count;
    bool log_sum = strstr(s->text, "log of the sum of exp") != NULL;
    int64_t inner = inner_of(&s->in, axis);
    for (int64_t k = 0; ok && is_plain(s) && k < s->in.count; k++) {
        int64_t at = k / inner % s->in.shape[axis];
        double want = s->in.at[k];
        for (int64_t j = 1; j <= at; j++) {
            double v = s->in.at[k - j * inner];
            want = log_sum     ? log(exp(want) + exp(v))
                   : sum       ? want + v
                   : product   ? want * v
                   : isnan(v)  ? v
                   : v > want  ? (largest ? v : want)
                   : v <= want ? (largest ? want : v)
                               : want;
        }
        ok = near_sum(s->out.at[k], want);
    }
    return ok;
}

/* Along the axis no number is before its neighbour that should come behind it. */
static bool in_order(const struct claimed *s, int axis, bool places)
{
    bool falls = strstr(s->text, "the largest first") != NULL, ok = true;
    int64_t inner = inner_of(&s->out, axis), size = s->out.shape[axis];
    for (int64_t k = 0; ok && k < s->out.count; k++) {
        int64_t at = k / inner % size, first = k - at * inner;
        double a = at == 0 ? NAN : s->out.at[k - inner], b = s->out.at[k];
        if (places) {
            a = at == 0 ? NAN : s->in.at[first + (int64_t)a * inner];
            b = s->in.at[first + (int64_t)b * inner];
        }
        ok = at == 0 || isnan(a) || isnan(b) || (falls ? a >= b : a <= b);
    }
    return ok;
}

/* The k largest: fewer than k of the row are beyond the least of them. */
static bool are_best(const struct claimed *s, int axis)
{
    bool largest = strstr(s->text, "largest") != NULL, ok = true;
    int64_t k_asked = (int64_t)s->n[0], size = s->in.shape[axis], inner = inner_of(&s->in, axis);
    ok = s->out.shape[axis] == k_asked && (double)size == s->n[1];
    for (int64_t k = 0; ok && k < s->out.count; k++) {
        int64_t outer = k / inner / k_asked, first = outer * size * inner + k % inner, beyond = 0;
        for (int64_t j = 0; j < size; j++) {
            double v = s->in.at[first + j * inner];
            beyond += largest ? v > s->out.at[k] : v < s->out.at[k];
        }
        ok = beyond < k_asked;
    }
    return ok;
}

/* --- formulas --- */

struct lookup {
    const struct claimed *s;
    struct cells *input;
    int64_t cell; /* of the result */
};

/* The cell of an input that serves a cell of the result: axes are counted from the last one. */
static double served(const struct cells *in, const struct cells *out, int64_t cell)
{
    int64_t at = 0, step = 1, rest = cell;
    for (int d = out->ndim - 1, k = in->ndim - 1; d >= 0; d--, k--) {
        int64_t place = rest % out->shape[d];
        rest /= out->shape[d];
        if (k >= 0) {
            at += (in->shape[k] == 1 ? 0 : place) * step;
            step *= in->shape[k];
        }
    }
    return at < in->count ? in->at[at] : NAN;
}

/* What the sentence calls a number of each input. False: their names stand in the formula. */
static bool letters_of(const char *text, char letter[3])
{
    const char *each = strstr(text, "Each number "), *alone = strstr(text, " each number"),
               *two = strstr(text, " from the first input, "),
               *three = strstr(text, " from the inputs, in order");
    memset(letter, 0, 3);
    if (each != NULL && each[13] == ' ') { /* "Each number x becomes" */
        letter[0] = each[12];
    } else if (alone != NULL) {
        letter[0] = alone[-1];
    } else if (two != NULL) {
        letter[0] = two[-1];
        letter[1] = two[23];
    } else if (three != NULL) { /* ": x, y, z from" */
        letter[0] = three[-7];
        letter[1] = three[-4];
        letter[2] = three[-1];
    }
    return letter[0] != '\0';
}

static size_t look_up(void *self, const char *text, double *value)
{
    struct lookup *l = self;
    char name[3];
    bool letters = letters_of(l->s->text, name);
    for (int k = 0; k < l->s->e->input_count && k < 3; k++) {
        bool letter =
            letters && *text == name[k] && !isalnum((unsigned char)text[1]) && text[1] != '_';
        size_t len = letters ? letter : stands_for(l->s, k, text);
        if (len > 0) {
            *value = served(&l->input[k], &l->s->out, l->cell);
            return len;
        }
    }
    return 0;
}

/* Numbers in a formula have six digits. */
static bool becomes(const struct claimed *s, const char *before)
{
    struct cells input[3] = {{0}};
    struct lookup l = {.s = s, .input = input};
    bool ok = true, goes_on = is_plain(s);
    for (int k = 0; k < s->e->input_count && k < 3; k++) {
        input[k] = input_cells(s, k);
    }
    for (l.cell = 0; ok && goes_on && l.cell < s->out.count && l.cell < 300; l.cell++) {
        const char *end;
        double want, is = s->out.at[l.cell];
        const char *formula = strstr(s->text, before) + strlen(before);
        bool known =
            formula_value(formula, look_up, &l, &want, &end) &&
            (*end == '.' || *end == ':' || (*end == ',' && strncmp(end + 3, " each", 5) == 0));
        claimed_read += known;
        claimed_not += !known;
        ok = !known || close_to(is, want) || fabs(is - want) <= 1e-2 * fabs(want) + 1e-3 ||
             !isfinite(want) || isnan(is);
        goes_on = known;
    }
    for (int k = 0; k < 3; k++) {
        free(input[k].at);
    }
    return ok;
}

/* "3 > 2 is True", where what stands before " is" is known. */
static bool compares(const struct claimed *s, const char *formula)
{
    struct cells input[3] = {{0}};
    struct lookup l = {.s = s, .input = input};
    const char *end, *is = strstr(s->text, s->out.at[0] != 0 ? " is True" : " is False");
    double want;
    for (int k = 0; k < s->e->input_count && k < 3; k++) {
        input[k] = input_cells(s, k);
    }
    bool known = formula_value(formula, look_up, &l, &want, &end) && strncmp(end, " is ", 4) == 0;
    claimed_read += known;
    claimed_not += !known;
    for (int k = 0; k < 3; k++) {
        free(input[k].at);
    }
    return is != NULL && (!known || (want != 0) == (s->out.at[0] != 0));
}

/* Logarithms of shares (..., classes) or (n, classes, ...), and the class of each. */
static bool losses_folded(const struct claimed *s, bool mean)
{
    struct cells to = input_cells(s, 1);
    int64_t classes = s->in.shape[s->in.ndim > 1 ? 1 : 0], inner = 1;
    double sum = 0;
    for (int d = 2; d < s->in.ndim; d++) {
        inner *= s->in.shape[d];
    }
    for (int64_t k = 0; k < to.count; k++) {
        sum -= s->in.at[(k / inner * classes + (int64_t)to.at[k]) * inner + k % inner];
    }
    bool ok = s->n[0] == (double)to.count && close_to(s->out.at[0], mean ? sum / s->n[0] : sum);
    free(to.at);
    return ok;
}

/* Of two numbers, of which one or both are tensors, the larger goes on, or the smaller. */
static bool keeps(const struct claimed *s, bool larger)
{
    struct cells other = input_cells(s, 1);
    double a = s->n[0], b = s->n[1], kept = s->n[2];
    bool infinite = strstr(s->text, "infinity") != NULL; /* is no digits */
    bool first = close_to(a, s->in.at[0]),
         second = close_to(b, (other.at != NULL ? other : s->in).at[0]);
    bool known = infinite || (other.at != NULL ? first && second : first || second);
    free(other.at);
    return known && (infinite || kept == (larger == (a > b) ? a : b));
}

/* True where both, one, just one of the inputs is; one input: where it is not. */
static bool truths(const struct claimed *s)
{
    struct cells b = input_cells(s, 1);
    bool ok = says(s, count_not_zero(&s->out), s->out.count);
    for (int64_t k = 0; ok && k < s->out.count; k++) {
        bool one = served(&s->in, &s->out, k) != 0,
             other = b.at != NULL && served(&b, &s->out, k) != 0;
        bool want = strstr(s->text, "both inputs") ? one && other
                    : strstr(s->text, "or both")   ? one || other
                    : strstr(s->text, "just one")  ? one != other
                                                   : !one;
        ok = want == (s->out.at[k] != 0);
    }
    free(b.at);
    return ok;
}

/* where(condition, a, b), and a.where(condition, b) */
static bool chooses(const struct claimed *s)
{
    int64_t trues = 0;
    bool ok = true, method = strncmp(s->e->op->signature, "(Tensor input", 13) == 0;
    for (int64_t k = 0; ok && k < s->out.count; k++) {
        const int either[] = {method ? 0 : 1, 2}, condition = method ? 1 : 0;
        struct cells of[3] = {{0}};
        for (int j = 0; j < s->e->input_count; j++) {
            of[s->e->input[j].argument] = input_cells(s, j);
        }
        bool is_true = served(&of[condition], &s->out, k) != 0;
        const struct argument *a = &s->e->arg[either[!is_true]];
        const struct cells *from = &of[either[!is_true]];
        trues += is_true;
        if (is_real(s) && (from->at != NULL || value_is_number(a->value))) {
            double want = from->at != NULL ? served(from, &s->out, k) : value_number(a->value);
            ok = close_to(s->out.at[k], want);
        }
        for (int j = 0; j < 3; j++) {
            free(of[j].at);
        }
    }
    return ok && says(s, trues, s->out.count);
}

/* --- from nothing --- */

static bool all_alike(const struct claimed *s)
{
    double first = s->out.at[0];
    bool ok = !isfinite(first) || (close_to(s->n[0], first) && s->n[1] == (double)s->out.count);
    for (int64_t k = 0; ok && k < s->out.count; k++) {
        ok = same_number(s->out.at[k], first);
    }
    return ok;
}

/* The same step, or the same factor, from each number to the next. */
static bool goes_evenly(const struct claimed *s, bool factor)
{
    int64_t count = s->out.count;
    const double *at = s->out.at;
    bool ok =
        close_to(s->n[0], at[0]) && close_to(s->n[1], at[count - 1]) && s->n[2] == (double)count;
    for (int64_t k = 2; ok && is_plain(s) && k < count; k++) {
        ok = factor ? near_sum(at[k] * at[0], at[k - 1] * at[1])
                    : near_sum(at[k] - at[k - 1], at[1] - at[0]);
    }
    return ok;
}

/* Zeros and ones; the ones on one diagonal, or up to one. */
static bool diagonal_ones(const struct claimed *s, bool below)
{
    int64_t wide = s->out.shape[1], ones = count_not_zero(&s->out), diagonal = -1000;
    bool ok = s->out.ndim == 2 && s->n[0] == (double)ones;
    for (int64_t k = 0; ok && k < s->out.count; k++) {
        int64_t here = k % wide - k / wide;
        diagonal = s->out.at[k] == 1 && here > diagonal ? here : diagonal;
    }
    for (int64_t k = 0; ok && ones > 0 && k < s->out.count; k++) {
        int64_t here = k % wide - k / wide;
        ok = s->out.at[k] == (below ? here <= diagonal : here == diagonal);
    }
    return ok;
}

/* All of one side of the diagonal is 0, with it or without, and nothing else has changed. */
static bool triangle(const struct claimed *s)
{
    int64_t wide = s->out.shape[s->out.ndim - 1], tall = s->out.shape[s->out.ndim - 2];
    bool above = strstr(s->text, "above") != NULL, on = strstr(s->text, "on and") != NULL;
    bool ok = s->n[1] == (double)count_changed(s) && s->n[2] == (double)s->out.count;
    for (int64_t k = 0; ok && k < s->out.count; k++) {
        int64_t right = k % wide - k / wide % tall; /* of the diagonal */
        bool gone = (right == 0 && on) || (above ? right > 0 : right < 0);
        ok = gone ? s->out.at[k] == 0 : same_number(s->out.at[k], s->in.at[k]);
    }
    return ok;
}

/* The table times its inverse, times the table, is the table. */
static bool takes_back(const struct claimed *s)
{
    int64_t rows = s->in.shape[0], columns = s->in.shape[1];
    bool ok = true;
    for (int64_t k = 0; ok && s->in.ndim == 2 && is_plain(s) && k < s->in.count; k++) {
        double sum = 0;
        for (int64_t i = 0; i < columns; i++) {
            for (int64_t j = 0; j < rows; j++) {
                sum += s->in.at[k / columns * columns + i] * s->out.at[i * rows + j] *
                       s->in.at[j * columns + k % columns];
            }
        }
        ok = fabs(sum - s->in.at[k]) < 1e-2;
    }
    return ok;
}

static bool pairs_multiplied(const struct claimed *s)
{
    struct cells b = input_cells(s, 1);
    bool ok = s->out.count == s->in.count * b.count;
    for (int64_t k = 0; ok && is_plain(s) && k < s->out.count; k++) {
        ok = close_to(s->out.at[k], s->in.at[k / b.count] * b.at[k % b.count]);
    }
    free(b.at);
    return ok;
}

/* --- einsum --- */

static void put_letter(char *text, char c)
{
    size_t len = strlen(text);
    text[len] = c;
    text[len + 1] = '\0';
}

/* Every place of every letter, one after the other: small equations of letters alone. */
static bool einsum_is(const struct claimed *s)
{
    const char *first = strchr(s->text, '\''), *last = first ? strchr(first + 1, '\'') : NULL;
    char eq[64] = "", letters[64] = "";
    int64_t size[256] = {0}, at[256] = {0}, all = 1;
    int operand = 0, axis = 0;
    for (const char *p = first; p != NULL && p < last && strlen(eq) < 60; p++) {
        if (*p != ' ' && *p != '\'') {
            put_letter(eq, *p);
        }
    }
    char *arrow = strstr(eq, "->");
    if (arrow == NULL || strchr(eq, '.') != NULL || !is_plain(s) || s->e->input_count > 4) {
        return true;
    }
    struct cells in[4] = {{0}};
    for (int k = 0; k < s->e->input_count; k++) {
        in[k] = input_cells(s, k);
    }
    for (const char *p = eq; p < arrow; p++) {
        if (*p == ',') {
            operand++;
            axis = 0;
        } else {
            int64_t own = in[operand].shape[axis++], *most = &size[(unsigned char)*p];
            *most = own > *most ? own : *most; /* a size of 1 is repeated */
            if (strchr(letters, *p) == NULL) {
                put_letter(letters, *p);
            }
        }
    }
    for (const char *p = letters; *p != '\0'; p++) {
        all *= size[(unsigned char)*p];
        /* "added up over d" names what the right side does not have */
        char over[3] = {' ', *p, '\0'};
        const char *told = strstr(s->text, "added up over");
        bool dropped = strchr(arrow + 2, *p) == NULL;
        if (dropped != (told != NULL && strstr(told, over) != NULL)) {
            all = -1;
        }
    }
    double *sum = calloc((size_t)s->out.count + 1, sizeof *sum);
    for (int64_t k = 0; k < all && all < 200000; k++) {
        int64_t rest = k, place = 0;
        double product = 1;
        for (const char *p = letters; *p != '\0'; p++) {
            at[(unsigned char)*p] = rest % size[(unsigned char)*p];
            rest /= size[(unsigned char)*p];
        }
        operand = axis = 0;
        for (const char *p = eq; p <= arrow; p++) {
            if (*p == ',' || p == arrow) {
                product *= in[operand++].at[place];
                place = axis = 0;
            } else {
                int64_t own = in[operand].shape[axis++];
                place = place * own + (own == 1 ? 0 : at[(unsigned char)*p]);
            }
        }
        for (const char *p = arrow + 2; *p != '\0'; p++) {
            place = place * size[(unsigned char)*p] + at[(unsigned char)*p];
        }
        sum[place] += product;
    }
    bool each_once = (size_t)(arrow - eq) == strlen(letters);
    bool ok = all >= 0 && (strstr(s->text, "another order") == NULL || each_once) &&
              (strstr(s->text, "diagonal") == NULL || !each_once);
    for (int64_t k = 0; ok && all < 200000 && k < s->out.count; k++) {
        ok = near_sum(s->out.at[k], sum[k]);
    }
    free(sum);
    for (int k = 0; k < 4; k++) {
        free(in[k].at);
    }
    return ok;
}

/* --- the rows --- */

/* What a stage says. */
static bool holds_of_stage(struct claimed *s, enum caption said)
{
    const struct cells *in = &s->in, *out = &s->out;
    const struct event *product =
        s->p != NULL && s->p->product >= 0 ? &s->t->event[s->p->product] : NULL;
    int ndim = out->ndim;
    const double *n = s->n;
    struct masked m;
    switch (said) {
    case CAPTION_INPUTS_PROJECTED:
        return weighted(s) && has_role(s);
    case CAPTION_LAST_MATRIX:
        return weighted(s);
    case CAPTION_KEYS_TURNED:
        return exchanged(s, ndim - 2, ndim - 1) &&
               product->input[product->input_count - 1].of.serial == s->e->output[0].serial;
    case CAPTION_HEADS_CUT:
        return is_view(s) && same_row_major(s) && n[0] == n[1] * n[2] &&
               (double)in->shape[in->ndim - 1] == n[0] && (double)out->shape[ndim - 2] == n[1] &&
               has_batch(s, n[1]);
    case CAPTION_PAIRS_CUT:
        return is_view(s) && same_row_major(s) && n[0] == n[1] * 2 && out->shape[ndim - 1] == 2 &&
               (double)in->shape[in->ndim - 1] == n[0];
    case CAPTION_HEADS_FRONT:
        return exchanged(s, ndim - 3, ndim - 2) && (double)out->shape[ndim - 3] == n[0] &&
               (double)out->shape[ndim - 2] == n[1] && (double)out->shape[ndim - 1] == n[2] &&
               has_batch(s, n[0]);
    case CAPTION_BATCH_FRONT:
        return exchanged(s, ndim - 3, ndim - 2) && n[0] == heads_of_item(s) && n[1] > 1 &&
               (double)out->shape[ndim - 3] == n[0] * n[1] && has_batch(s, n[0] * n[1]) &&
               (double)out->shape[ndim - 2] == n[2] && (double)out->shape[ndim - 1] == n[3];
    case CAPTION_BATCH_BACK:
        return exchanged(s, ndim - 3, ndim - 2) && n[0] == heads_of_item(s) && n[1] > 1 &&
               (double)out->shape[ndim - 2] == n[0] * n[1] &&
               s->e->input[0].of.maker == s->p->context;
    case CAPTION_HEADS_BACK:
        return exchanged(s, ndim - 3, ndim - 2) && (double)out->shape[ndim - 2] == n[0] &&
               s->e->input[0].of.maker == s->p->context;
    case CAPTION_ONES_JOINED:
        return same_row_major(s) && (double)in->shape[ndim - 1] == n[0] && in->shape[ndim] == 1;
    case CAPTION_HEADS_JOINED:
        return same_row_major(s) && (double)in->shape[ndim - 1] == n[0] &&
               (double)in->shape[ndim] == n[1] && (double)out->shape[ndim - 1] == n[0] * n[1];
    case CAPTION_HEADS_MIXED: {
        const struct tensor *c = &s->t->event[s->p->context].output[0].tensor;
        return n[0] > 1 && (double)in->shape[in->ndim - 1] == n[0] * (double)c->shape[c->ndim - 1];
    }
    case CAPTION_QUERIES_MEET_KEYS:
        return fmod((double)out->count, n[0] * n[1]) == 0 && n[2] == head_width(s) &&
               (double)(out->shape[ndim - 1] * out->shape[ndim - 2]) == n[0] * n[1];
    case CAPTION_QUERIES_MEET_POSITIONS:
    case CAPTION_POSITIONS_MEET_KEYS:
        return is_made_of(s, said == CAPTION_POSITIONS_MEET_KEYS ? 0 : 1, true, false) &&
               s->k != s->p->product && (double)out->shape[ndim - 2] == n[0] &&
               (double)out->shape[ndim - 1] == n[1] && (double)in->shape[in->ndim - 1] == n[2];
    case CAPTION_POSITIONS_ADDED:
    case CAPTION_BIAS_OF_POSITIONS:
        return adds_bias(s, true, false);
    case CAPTION_BIAS_LEARNED_FOR_POSITIONS:
        return adds_bias(s, true, true);
    case CAPTION_BIAS_LEARNED:
        return adds_bias(s, false, true);
    case CAPTION_BIAS_ADDED:
        return adds_bias(s, is_made_of(s, 1, true, false), is_made_of(s, 1, false, true));
    case CAPTION_SCALED_BY_ONE:
        return all_times(s, 1) && head_width(s) == 1;
    case CAPTION_DIVIDED_BY_ROOT:
        return all_times(s, 1 / n[0]) && close_to(n[0], sqrt(n[1])) && n[1] == head_width(s);
    case CAPTION_TIMES_ROOT: /* "Times .5, 1 over ..." */
        return all_times(s, n[0]) && close_to(n[0], 1 / sqrt(n[2])) && n[2] == head_width(s);
    case CAPTION_DIVIDED_OTHERWISE:
        return all_times(s, 1 / n[0]) && !close_to(n[0], sqrt(n[1])) &&
               close_to(n[2], sqrt(n[1])) && n[1] == head_width(s);
    case CAPTION_MASK_IDLE:
    case CAPTION_NONE_MASKED:
        return mask_of(s).changed == 0;
    case CAPTION_MASK_INFINITE:
    case CAPTION_MASK_LOST:
    case CAPTION_MASK_INFINITE_ONLY:
    case CAPTION_FILLED_INFINITE:
        m = mask_of(s);
        return m.infinite && says(s, m.changed, m.cells) &&
               (said != CAPTION_MASK_INFINITE || m.no_share);
    case CAPTION_MASK_LOW:
    case CAPTION_MASK_LOW_ONLY:
        m = mask_of(s);
        return says(s, m.changed, m.cells) && close_to(m.highest, n[2]) && m.highest > -INFINITY &&
               (said != CAPTION_MASK_LOW || m.no_share);
    case CAPTION_FILLED_ZERO:
        m = mask_of(s);
        return says(s, m.changed, m.cells) && m.highest <= 0;
    case CAPTION_SHARES:
    case CAPTION_ROW_SHARES:
        return adds_up(out, ndim - 1) && n[0] == (double)out->shape[ndim - 1];
    case CAPTION_EACH_COLLECTS:
        return collects(s, true);
    case CAPTION_EACH_MIXES:
        return collects(s, false);
    case CAPTION_ROWS_BELOW: {
        double tables = n[0], rows = n[1];
        s->n[0] = 2;
        return tables + rows == n[2] && n[2] == (double)out->shape[ndim - 2] &&
               n[3] == (double)out->shape[ndim - 1] && tables == (double)in->shape[ndim - 2] &&
               joined(s, ndim - 2);
    }
    default:
        return false;
    }
}

/* The memory of the first input is that of a gradient that an earlier step computed. */
static bool is_made_by_backward(const struct claimed *s)
{
    bool found = false;
    for (int k = 0; k < s->k && !found; k++) {
        const struct event *e = &s->t->event[k];
        found = e->of >= 0 && e->output_count > 0 &&
                e->output[0].tensor.storage == s->e->input[0].of.tensor.storage;
    }
    return found;
}

/* Of views, copies, other types. */
static bool holds_of_move(struct claimed *s, enum caption said)
{
    const struct cells *in = &s->in, *out = &s->out;
    int ndim = out->ndim;
    const double *n = s->n;
    switch (said) {
    case CAPTION_GRADIENT_WANTED:
    case CAPTION_GRADIENT_UNWANTED:
    case CAPTION_GRADIENT_ITSELF:
        return s->e->output[0].serial == s->e->input[0].of.serial &&
               (said != CAPTION_GRADIENT_ITSELF || is_made_by_backward(s)) &&
               s->e->output[0].requires_grad == (said == CAPTION_GRADIENT_WANTED);
    case CAPTION_SAME_TENSOR: {
        bool same = false;
        for (int k = 0; k < s->e->input_count; k++) {
            same = same || s->e->output[0].serial == s->e->input[k].of.serial;
        }
        return same;
    }
    case CAPTION_TURNED:
        return ndim == 2 && exchanged(s, 0, 1);
    case CAPTION_EACH_TURNED:
        return ndim > 2 && exchanged(s, ndim - 2, ndim - 1);
    case CAPTION_TWO_AXES:
        return exchanged(s, (int)n[0], (int)n[1]);
    case CAPTION_AXES:
        return is_view(s) && same_numbers(in, out);
    case CAPTION_COUNTED:
        return is_view(s) && same_row_major(s) && n[0] == (double)out->count;
    case CAPTION_REPEATED:
        return is_view(s) && n[0] == (double)in->count && out->count > in->count && all_from(s, 0);
    case CAPTION_ONE_ROW:
    case CAPTION_ONE_NUMBER:
        return in->ndim == (said == CAPTION_ONE_ROW ? 2 : 1) && n[2] == 0 &&
               shows(s, 0, n[0], n[0], n[1]);
    case CAPTION_ONE_COLUMN:
        return in->ndim == 2 && n[2] == 0 && shows(s, 1, n[0], n[0], n[1]);
    case CAPTION_ONE_PLACE:
        return n[3] == 0 && shows(s, (int)n[2], n[0], n[0], n[1]);
    case CAPTION_SOME_PLACES:
        return n[1] > n[0] && shows(s, (int)n[2], n[0], n[1], n[3]);
    case CAPTION_CUT_OFF:
        return is_view(s) && same_row_major(s) && n[0] == (double)out->count &&
               !s->e->output[0].requires_grad;
    case CAPTION_WHOLE:
        return is_view(s) && same_row_major(s) && n[0] == (double)out->count && ndim == in->ndim;
    case CAPTION_PART:
        return is_view(s) && says(s, out->count, in->count) && all_from(s, 0);
    case CAPTION_SEVERAL_PLACES:
        return shows_several(s);
    case CAPTION_STRIDED:
        return is_view(s);
    case CAPTION_LOOKS_AT:
        return is_view(s) && n[0] == (double)in->count;
    case CAPTION_SPLIT_COMPLEX:
        return is_view(s) && n[0] == (double)in->count && 2 * in->count == out->count;
    case CAPTION_MADE_COMPLEX:
        return is_view(s) && n[0] == (double)in->count && in->count == 2 * out->count;
    case CAPTION_READ_AS:
        return is_view(s) && s->e->output[0].tensor.dtype != s->e->input[0].of.tensor.dtype &&
               strstr(s->text, dtype_name(s->e->output[0].tensor.dtype)) != NULL;
    case CAPTION_SHARED_OUT:
        return is_view(s) && says(s, s->e->output_count, in->count);
    case CAPTION_IN_READING_ORDER:
    case CAPTION_COPIED:
        return !is_view(s) && same_row_major(s) && n[0] == (double)out->count;
    case CAPTION_COPIED_AS_IT_LIES:
        return !is_view(s) && same_row_major(s) && n[0] == (double)out->count &&
               !tensor_is_contiguous(&s->e->output[0].tensor);
    case CAPTION_MADE_TRUE:
        return says(s, count_not_zero(in), in->count) && n[0] == (double)count_not_zero(out) &&
               s->e->output[0].tensor.dtype == DTYPE_BOOL;
    case CAPTION_CAST_TRUTH:
        return s->e->input[0].of.tensor.dtype == DTYPE_BOOL && n[2] == (double)out->count &&
               count_changed(s) == 0 && !is_view(s);
    case CAPTION_CAST:
        return types_are(s) && n[0] == (double)out->count && count_changed(s) == 0 && !is_view(s);
    case CAPTION_CAST_CHANGED:
        return types_are(s) && says(s, out->count, count_changed(s)) && n[1] > 0 && !is_view(s);
    case CAPTION_AS_TYPE:
        return types_are(s) && n[0] == (double)out->count;
    case CAPTION_LAID_BELOW:
        return joined(s, ndim - 2) && n[1] == (double)out->shape[ndim - 2] &&
               n[2] == (double)out->shape[ndim - 1] && !is_view(s);
    case CAPTION_SIDE_BY_SIDE:
        return joined(s, ndim - 1) && n[1] == (double)out->shape[ndim - 1] && !is_view(s);
    case CAPTION_JOINED:
        return joined(s, (int)n[1]);
    case CAPTION_STACKED:
        return (double)out->shape[(int)n[1]] == n[0] && ndim == in->ndim + 1 &&
               is_slice(out, in, (int)n[1], 0, 0);
    case CAPTION_PUT_TOGETHER:
    case CAPTION_SPREAD:
        return n[0] == s->e->input_count && all_from(s, 0) >= (said == CAPTION_SPREAD);
    case CAPTION_CUT:
        return n[0] == s->e->output_count && all_from(s, 0);
    case CAPTION_ROWS_TAKEN:
        return takes_rows(s);
    case CAPTION_ROWS_LISTED:
        return says(s, out->shape[0], in->shape[0]) && out->shape[1] == in->shape[1] &&
               all_from(s, 0) && !is_view(s);
    case CAPTION_CHOSEN: {
        struct cells mask = input_cells(s, 1);
        bool ok = says(s, count_not_zero(&mask), in->count) && out->count == (int64_t)n[0];
        free(mask.at);
        return ok && all_from(s, 0) && !is_view(s);
    }
    case CAPTION_PICKED: {
        int table = s->e->input_count > 1 && n[1] != (double)in->count ? 1 : 0;
        struct cells from = input_cells(s, table);
        bool ok = says(s, out->count, from.count) && all_from(s, table);
        free(from.at);
        return ok;
    }
    case CAPTION_TIMES_OVER: {
        int axis = (int)n[1];
        int64_t times = (int64_t)n[2], inner = inner_of(out, axis);
        bool all = (double)in->shape[axis] == n[0] && out->count == in->count * times;
        for (int64_t k = 0; k < out->count && all; k++) {
            all = out->at[k] == in->at[k / inner / times * inner + k % inner];
        }
        return all;
    }
    case CAPTION_TIMES_ALL:
    case CAPTION_TIMES_IN_A_ROW:
        return n[0] == (double)in->count && n[0] * n[1] == (double)out->count && all_from(s, 0);
    case CAPTION_TIMES_EACH:
        return all_from(s, 0);
    case CAPTION_PICKED_OF_LIST:
        return n[0] == (double)out->count;
    case CAPTION_TURNED_ROUND:
        return turned_round(s);
    case CAPTION_TURNED_BY_QUARTERS:
    case CAPTION_MOVED_ON:
        return same_numbers(in, out);
    case CAPTION_TRIANGLE_ZERO:
        return triangle(s);
    case CAPTION_DIAGONAL: {
        struct cells all = *in;
        int64_t own = count_not_zero(&all);
        return out->count <= in->count || count_not_zero(out) <= own * s->e->input_count * 3;
    }
    case CAPTION_MASKED:
    case CAPTION_WITHOUT_NAN:
        return says(s, count_changed(s), out->count);
    case CAPTION_ROWS_ADDED:
        return adds_rows(s);
    case CAPTION_CHANGED:
        return s->e->output[0].serial == s->e->input[0].of.serial && out->count == in->count &&
               says(s, count_changed(s), out->count);
    case CAPTION_COPY_CHANGED:
        return says(s, count_changed(s), out->count) && !is_view(s);
    case CAPTION_COPY_ALIKE:
    case CAPTION_SAME_NUMBERS:
        return n[0] == (double)in->count;
    case CAPTION_PADDED:
        return in->ndim == ndim && n[0] == (double)(out->count - in->count);
    case CAPTION_BORDERED: /* numbers of the input, and those around it */
        return in->ndim == ndim;
    case CAPTION_TRIANGLE:
        return count_not_zero(out) <= count_not_zero(in) || out->count > in->count;
    default:
        return false;
    }
}

/* From nothing, and by chance. */
static bool holds_of_made(struct claimed *s, enum caption said)
{
    const struct cells *in = &s->in, *out = &s->out;
    const double *n = s->n;
    bool from_to = strstr(s->text, "infinity") == NULL;
    switch (said) {
    case CAPTION_NOTHING_LEFT:
        return out->count == 0;
    case CAPTION_ALL_ALIKE:
        return all_alike(s);
    case CAPTION_NEW:
    case CAPTION_ROOM:
    case CAPTION_DRAWN:
    case CAPTION_OF_NO_TENSOR:
    case CAPTION_BEST_OF:
    case CAPTION_COMPLEX_PARTS:
    case CAPTION_EACH_BY_ITSELF:
    case CAPTION_UNDER_MASK:
        return n[0] == (double)out->count;
    case CAPTION_COUNTING_BY: {
        double step = n[2];
        s->n[2] = n[3];
        return near_sum(out->at[1] - out->at[0], step) && goes_evenly(s, false);
    }
    case CAPTION_COUNTING:
    case CAPTION_COUNTING_BY_FACTOR:
        return goes_evenly(s, said == CAPTION_COUNTING_BY_FACTOR);
    case CAPTION_DIAGONAL_ONES:
    case CAPTION_TRIANGLE_ONES:
        return diagonal_ones(s, said == CAPTION_TRIANGLE_ONES);
    case CAPTION_TRIANGLE_PLACES:
        return whole(out);
    case CAPTION_DRAWN_EVENLY:
    case CAPTION_DRAWN_BELL:
        return !from_to || ranges(s, n[1], n[2]);
    case CAPTION_DRAWN_WHOLE:
    case CAPTION_DRAWN_PLACES:
        return ranges(s, n[1], n[2]) && whole(out);
    case CAPTION_DRAWN_ORDER: {
        bool ok = n[0] == (double)out->count;
        for (int64_t k = 0; ok && in->at == NULL && k < out->count; k++) {
            ok = is_in(out, (double)k);
        }
        return ok && (in->at == NULL || same_numbers(in, out));
    }
    case CAPTION_DRAWN_ONES: {
        bool ok = says(s, count_not_zero(out), out->count);
        for (int64_t k = 0; k < out->count; k++) {
            ok = ok && (out->at[k] == 0 || out->at[k] == 1);
        }
        return ok;
    }
    default:
        return false;
    }
}

/* Of products, norms and tables. */
static bool holds_of_product(struct claimed *s, enum caption said)
{
    const struct cells *in = &s->in, *out = &s->out;
    const double *n = s->n;
    int ndim = out->ndim;
    switch (said) {
    case CAPTION_WEIGHTED:
        return weighted(s);
    case CAPTION_DOT_PRODUCTS:
        return says(s, out->count, in->shape[in->ndim - 1]) && says_bias(s) &&
               names(s, "each row of ", 0, "the first input") && multiplied(s, is_linear(s)) &&
               names(s, is_linear(s) ? "each row of " + 0 : "each column of ", is_linear(s) ? 0 : 1,
                     is_linear(s) ? "the first input" : "the second");
    case CAPTION_ROWS_WITH_ONE: {
        struct cells b = input_cells(s, 1);
        int64_t size = in->shape[in->ndim - 1];
        bool ok = says(s, out->count, b.count) && size == b.count;
        for (int64_t k = 0; ok && is_plain(s) && k < out->count; k++) {
            ok = near_sum(out->at[k], dot(in->at + k * size, 1, b.at, 1, size));
        }
        free(b.at);
        return ok && names(s, "each row of ", 0, "the first input") &&
               names(s, " with ", 1, "the second");
    }
    case CAPTION_ROWS_MIXED:
        return in->ndim == 1 && ndim == 1 && n[0] == (double)in->count &&
               names(s, "rows of ", 1, "the second") &&
               names(s, "number of ", 0, "the first input");
    case CAPTION_DOT_PRODUCT:
        return in->ndim == 1 && out->count == 1 &&
               number_before(s->text, " products") == in->count &&
               names(s, "product of ", 0, "the first input");
    case CAPTION_PLUS_PRODUCT:
        return argument_of(s, "beta") == 1 && argument_of(s, "alpha") == 1;
    case CAPTION_ADDED_PRODUCT:
        return close_to(n[0], argument_of(s, "beta")) && close_to(n[1], argument_of(s, "alpha"));
    case CAPTION_EVERY_PAIR:
        return pairs_multiplied(s) && names(s, "number of ", 0, "the first input");
    case CAPTION_ON_DIAGONAL: {
        double sum = 0;
        for (int64_t k = 0; in->ndim == 2 && k < in->shape[0] && k < in->shape[1]; k++) {
            sum += in->at[k * in->shape[1] + k];
        }
        return in->ndim != 2 || out->count > 1 || near_sum(out->at[0], sum);
    }
    case CAPTION_INVERSE:
        return takes_back(s);
    case CAPTION_NORMALIZED:
    case CAPTION_NORMALIZED_SCALED: {
        int64_t width = out->shape[ndim - 1];
        bool all = (double)width == n[0] && in->count == out->count;
        for (int64_t k = 0; k < out->count && said == CAPTION_NORMALIZED; k += width) {
            double sum = 0;
            for (int64_t c = 0; c < width; c++) {
                sum += out->at[k + c];
            }
            all = all && !(fabs(sum / (double)width) > 0.02);
        }
        return all;
    }
    case CAPTION_WITHOUT_MEAN:
        return n[0] > 0 && out->count % (int64_t)n[0] == 0;
    case CAPTION_BY_LETTERS:
        return einsum_is(s);
    case CAPTION_EVERY_OTHER:
    case CAPTION_PRODUCTS:
    case CAPTION_DETERMINANT:
    case CAPTION_SOLVED:
    case CAPTION_FACTORS:
    case CAPTION_TOGETHER:
    case CAPTION_DISTANCE:
    case CAPTION_LOSS:
        return true;
    case CAPTION_LOSS_MEAN:
    case CAPTION_LOSS_SUM:
        return losses_folded(s, said == CAPTION_LOSS_MEAN);
    case CAPTION_THROUGH_SOFTMAX:
    case CAPTION_IN_GROUPS:
    case CAPTION_THROUGH_NORM:
    case CAPTION_NORM_PARAMETERS:
        return true; /* it names shapes alone */
    default:
        return false;
    }
}

/* Each number of the result is a multiple of `unit`, the next one to its input. What comes of a
 * list is held against no input. */
static bool rounds(const struct claimed *s, double unit)
{
    const struct cells *in = &s->in, *out = &s->out;
    bool ok = true, list = s->e->input_count != 1;
    for (int64_t k = 0; k < out->count && ok; k++) {
        double many = out->at[k] / unit;
        ok = !isfinite(many) || fabs(many - nearbyint(many)) <= 1e-6 * (1 + fabs(many));
        ok = ok && (list || !isfinite(in->at[k]) ||
                    fabs(out->at[k] - in->at[k]) <= unit / 2 + 1e-6 * fabs(in->at[k]));
    }
    return ok;
}

/* Of numbers: each by itself, in order, many to one. */
static bool holds_of_number(struct claimed *s, enum caption said)
{
    const struct cells *in = &s->in, *out = &s->out;
    const double *n = s->n;
    switch (said) {
    case CAPTION_DROPOUT_OFF:
        return same_row_major(s);
    case CAPTION_DROPOUT_ON:
        return drops(s);
    case CAPTION_DROPPED: /* "to 0" */
        return n[0] == 0 && n[1] == (double)count_not_zero(out) && n[2] == (double)out->count;
    case CAPTION_ROUNDED:
    case CAPTION_ROUNDED_TENS:
    case CAPTION_ROUNDED_TO:
        return !is_plain(s) || rounds(s, said == CAPTION_ROUNDED        ? 1
                                         : said == CAPTION_ROUNDED_TENS ? n[0]
                                                                        : pow(10, -n[0]));
    case CAPTION_COLUMN_SHARES:
        return adds_up(out, out->ndim - 2) && n[0] == (double)out->shape[out->ndim - 2];
    case CAPTION_AXIS_SHARES:
        return adds_up(out, (int)n[0]);
    case CAPTION_NO_SHARES:
        return rows_without_shares(s);
    case CAPTION_LOG_SHARES:
        return logs_add_up(s, (int)n[0]);
    case CAPTION_TO_SHARES:
    case CAPTION_TO_LOG_SHARES:
        return n[0] < out->ndim && in->count == out->count;
    case CAPTION_TO_SOME_SHARES:
        return adds_up(out, 0) || adds_up(out, 1) || adds_up(out, out->ndim - 1) || out->ndim == 0;
    case CAPTION_TO_SOME_LOG_SHARES:
        return logs_add_up(s, 0) || logs_add_up(s, 1) || out->ndim == 0;
    case CAPTION_DIVIDED:
        return n[0] == 0 || all_times(s, 1 / n[0]);
    case CAPTION_MULTIPLIED:
        return all_times(s, n[0]);
    case CAPTION_ALL_TO_ONE:
        return out->count == 1 && n[0] == (double)in->count &&
               (!is_plain(s) || folds_to(s, out->at[0], in->at, in->count, 1));
    case CAPTION_AXIS_FOLDED:
        return folds_axis(s, (int)n[1]);
    case CAPTION_ROWS_FOLDED:
    case CAPTION_COLUMNS_FOLDED:
        return folds_axis(s, in->ndim - (said == CAPTION_ROWS_FOLDED ? 1 : 2));
    case CAPTION_FOLDED:
        return n[0] * (double)out->count == (double)in->count;
    case CAPTION_FOLDED_ALONE:
        return out->count == in->count;
    case CAPTION_NOTHING_FOLDED:
        return in->count == 0;
    case CAPTION_SCANNED:
        return scans(s, (int)n[0]);
    case CAPTION_SCANNED_ALL:
        return in->at == NULL || in->count == out->count;
    case CAPTION_SORTED:
    case CAPTION_SORTED_PLACES:
        return n[0] == (double)in->shape[(int)n[1]] &&
               in_order(s, (int)n[1], said == CAPTION_SORTED_PLACES);
    case CAPTION_SORTED_ALL:
    case CAPTION_QUANTILE:
        return n[0] == (double)in->count;
    case CAPTION_QUANTILES:
        return n[0] == (double)in->shape[(int)n[1]] && out->count * (int64_t)n[0] >= in->count;
    case CAPTION_BEST:
        return are_best(s, (int)n[2]);
    case CAPTION_DIFFERENT:
        for (int64_t k = 1; k < out->count && out->ndim == 1; k++) {
            if (out->at[k] == out->at[k - 1]) {
                return false;
            }
        }
        return all_from(s, 0);
    case CAPTION_NONZERO_PLACES:
        return in->at == NULL ||
               out->count ==
                   count_not_zero(in) * (s->e->output_count > 1 || out->ndim < 2 ? 1 : in->ndim);
    case CAPTION_OFTEN:
        return n[0] == 0 && n[1] == (double)out->count; /* "from 0 on" */
    case CAPTION_BINS:
        return says(s, in->count, out->count) && fold("their sum", out->at, out->count, 1) <= n[0];
    case CAPTION_BOTH_TRUE:
    case CAPTION_ONE_TRUE:
    case CAPTION_JUST_ONE_TRUE:
    case CAPTION_NOT_TRUE:
        return truths(s);
    case CAPTION_CHOSEN_FROM:
        return chooses(s);
    case CAPTION_ARE_NAN:
    case CAPTION_ARE_INFINITE:
    case CAPTION_ARE_FINITE: {
        int64_t count = 0;
        for (int64_t k = 0; k < in->count; k++) {
            count += said == CAPTION_ARE_NAN      ? isnan(in->at[k]) != 0
                     : said == CAPTION_ARE_FINITE ? isfinite(in->at[k]) != 0
                                                  : isinf(in->at[k]) != 0;
        }
        return says(s, count_not_zero(out), out->count) &&
               (in->at == NULL || n[0] == (double)count);
    }
    case CAPTION_ARE_AMONG:
    case CAPTION_ARE_CLOSE:
        return says(s, count_not_zero(out), out->count);
    case CAPTION_LARGER_KEPT:
    case CAPTION_SMALLER_KEPT:
        return keeps(s, said == CAPTION_LARGER_KEPT);
    case CAPTION_COMPARED_ASIDE:
        return compares(s, strstr(s->text, "numbers: ") + strlen("numbers: "));
    case CAPTION_COMPARED_ONE:
        return compares(s, s->text);
    case CAPTION_HOW_MANY_TRUE:
        return says(s, count_not_zero(out), out->count) && becomes(s, "True: where ");
    case CAPTION_EACH_NUMBER:
    case CAPTION_EACH_IN_WORDS:
        return becomes(s, "becomes ") && (strstr(s->text + 14, "becomes") == s->text + 14 ||
                                          names(s, "number x of ", 0, "?"));
    case CAPTION_PAIRS:
    case CAPTION_SEVERAL_IN_WORDS:
        return becomes(s, "becomes ");
    case CAPTION_CHOICE: /* of lists */
        return true;
    case CAPTION_AMONG: {
        bool ok = true;
        for (int64_t k = 0; k < out->count; k++) {
            ok = ok && out->at[k] >= 0;
        }
        return ok && whole(out);
    }
    case CAPTION_NEXT_MINUS:
        return out->count < in->count || s->e->input_count > 1;
    case CAPTION_ONE_HOT:
        return count_not_zero(out) == in->count &&
               fold("their sum", out->at, out->count, 1) == (double)in->count;
    default:
        return false;
    }
}

/* The steps that read the result of the step whose gradient this is, in the forward pass. */
static int readers_of(const struct claimed *s)
{
    int count = 0;
    for (int k = s->e->of + 1; k < s->k; k++) {
        const struct event *e = &s->t->event[k];
        for (int j = 0; e->of < 0 && j < e->input_count; j++) {
            count += e->output_count > 0 && e->output[0].requires_grad &&
                     e->input[j].of.serial == s->t->event[s->e->of].output[0].serial;
        }
    }
    return count;
}

/* All sums of such gradients in the pass. */
static int sums_of(const struct claimed *s)
{
    int first = s->k, sums = 0;
    while (strcmp(s->t->event[first].name, "ones_like") != 0) {
        first--;
    }
    for (int k = first + 1; k < s->t->event_count; k++) {
        const struct event *e = &s->t->event[k];
        if (strcmp(e->name, "ones_like") == 0) {
            break;
        }
        sums += e->of == s->e->of && e->of_argument < 0 && strcmp(e->name, "add") == 0;
    }
    return sums;
}

static double counted(const struct cells *c)
{
    double count = 0;
    for (int64_t k = 0; k < c->count; k++) {
        count += c->at[k] != 0;
    }
    return count;
}

/* How many cells the mask of the forward step hides, or softmax gave a share of 0. */
static double hidden_of(const struct claimed *s)
{
    const struct event *of = &s->t->event[s->e->of];
    double hidden = 0;
    struct tensor then;
    if (of->input_count < 2) {
        struct cells y = output_cells(s->t, s->e->of);
        hidden = (double)y.count - counted(&y);
        free(y.at);
        return hidden;
    }
    ck_assert(tape_before(s->t, &of->input[1].of, s->e->of, &then));
    struct cells mask = cells_of(&then);
    tensor_release(&then);
    for (int64_t k = 0; k < s->out.count; k++) { /* a mask of the last axes */
        hidden += mask.at[k % mask.count] != 0;
    }
    free(mask.at);
    return hidden;
}

static bool is_sum_of_inputs(const struct claimed *s)
{
    struct cells other = input_cells(s, 1);
    bool ok = s->in.count == s->out.count && other.count == s->out.count;
    for (int64_t k = 0; ok && k < s->out.count; k++) {
        ok = close_to(s->in.at[k] + other.at[k], s->out.at[k]);
    }
    free(other.at);
    return ok;
}

/* The same numbers, with the strides of the tensor whose gradient it is. */
static bool is_copy_like_leaf(const struct claimed *s)
{
    struct cells from = input_cells(s, 1);
    const struct tensor *leaf = &s->t->event[s->e->of].input[gradient_input(s->t, s->k)].of.tensor;
    const struct tensor *out = &s->e->output[0].tensor;
    bool ok = from.count == s->out.count && tensor_same_shape(leaf, out);
    for (int64_t k = 0; ok && k < s->out.count; k++) {
        ok = from.at[k] == s->out.at[k];
    }
    for (int d = 0; ok && d < out->ndim; d++) {
        ok = out->stride[d] == leaf->stride[d];
    }
    free(from.at);
    return ok;
}

static bool holds_of_gradient(struct claimed *s, enum caption said)
{
    double zeros = 0;
    const char *masked = strstr(s->text, "Masked: ");
    for (int64_t k = 0; k < s->out.count; k++) {
        zeros += s->out.at[k] == 0;
    }
    switch (said) {
    case CAPTION_GRADIENT_BEGINS:
        return s->out.count == 1 && s->out.at[0] == 1;
    case CAPTION_GRADIENT_HELD_ONE:
        return s->in.count == 1 && close_to(s->n[0], s->in.at[0]) && is_sum_of_inputs(s);
    case CAPTION_GRADIENT_HELD:
        return s->n[0] == counted(&s->in) && s->n[1] == (double)s->in.count && is_sum_of_inputs(s);
    case CAPTION_GRADIENT_ROOM:
        return s->e[1].input[0].of.maker == s->k && s->e[1].effect == STORAGE_IN_PLACE &&
               event_is(&s->e[1], OP_copy) && s->e[1].gradient != NULL &&
               strstr(s->text, s->e[1].gradient) != NULL;
    case CAPTION_GRADIENT_KEPT:
        return is_copy_like_leaf(s);
    case CAPTION_GRADIENTS_MEET: {
        const char *went = strstr(s->text, " went ");
        return went != NULL && atoi(went + 6) == readers_of(s) &&
               sums_of(s) == atoi(went + 6) - 1 && is_sum_of_inputs(s);
    }
    case CAPTION_GRADIENT_PARTS:
        return is_sum_of_inputs(s) && s->e->gathers && strstr(s->text, s->e->gradient) == NULL
                   ? strstr(s->e->gradient, " parts)") != NULL
                   : is_sum_of_inputs(s);
    case CAPTION_GRADIENT_MASKED: {
        char *end;
        double some = masked != NULL ? strtod(masked + 8, &end) : 0;
        return masked != NULL && some == hidden_of(s) && some <= zeros &&
               strtod(end + 4, NULL) == (double)s->out.count && claimed_chain(s);
    }
    case CAPTION_PARAMETER_STEPS: {
        double changed = 0, most = 0;
        for (int64_t k = 0; k < s->out.count; k++) {
            double moved = fabs(s->out.at[k] - s->in.at[k]);
            changed += s->out.at[k] != s->in.at[k];
            most = moved > most ? moved : most;
        }
        return s->e->output[0].parameter && s->n[0] == changed && s->n[1] == (double)s->out.count &&
               fabs(s->n[2] - most) <= 1e-4 * most;
    }
    case CAPTION_GRADIENT_EMPTIED:
        return s->n[0] == counted(&s->in) && s->n[1] == (double)s->out.count &&
               counted(&s->out) == 0;
    case CAPTION_GRADIENT_SQUARES:
        return claimed_squares(s);
    case CAPTION_GRADIENT_CHAIN:
        return claimed_chain(s);
    case CAPTION_GRADIENT_OF:
        return strstr(s->e->gradient, ".grad") != NULL && s->e->of >= 0 &&
               (s->out.count == 1 ? strstr(s->text, "with the one number of") != NULL
                                  : strstr(s->text, "with each of the") != NULL &&
                                        s->n[0] == (double)s->out.count);
    default:
        return false;
    }
}

bool claimed_holds(struct claimed *s, enum caption said)
{
    return shapes_are_there(s) &&
           (holds_of_gradient(s, said) || holds_of_stage(s, said) || holds_of_move(s, said) ||
            holds_of_made(s, said) || holds_of_product(s, said) || holds_of_number(s, said));
}
