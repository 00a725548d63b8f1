/* Compares values: tensors cell by cell, lists, tuples and dicts item by item, the rest by what it
 * is. A list stands for a tuple, and a number for a tensor that is one number. */
#include "exercise/answer/same_value.h"

#include "base/number.h"
#include "exercise/answer/answer.h"
#include "trace/explain/name.h"

#include <math.h>
#include <string.h>

#define MOST_DEEP 40
#define MOST_SEEN 1000000

static bool differ(struct same_value *s, const char *format, ...) QKV_PRINTF(2, 3);
static bool differ(struct same_value *s, const char *format, ...)
{
    if (s->why.len == 0) {
        va_list args;
        va_start(args, format);
        buf_vprintf(&s->why, format, args);
        va_end(args);
    }
    return false;
}

static bool near(double a, double b, double tolerance)
{
    return answer_near(a, b, tolerance * fmax(1, fabs(b)));
}

/* --- tensors --- */

static const struct tensor *tensor_in(struct interp *in, struct value v)
{
    bool is = tensor_object_is(in, v) || ndarray_is(in, v);
    return is ? &tensor_object_of(v)->tensor : NULL;
}

static bool other_shape(struct same_value *s, const struct tensor *a, const struct tensor *b)
{
    if (s->why.len == 0) {
        buf_puts(&s->why, "gives the shape ");
        sizes_put_tuple(a->ndim, a->shape, ", ", &s->why);
        buf_puts(&s->why, ", not ");
        sizes_put_tuple(b->ndim, b->shape, ", ", &s->why);
    }
    return false;
}

static bool same_cell(const struct tensor *a, const struct tensor *b, int64_t k, double tolerance)
{
    int64_t at = tensor_place(a, k), of = tensor_place(b, k);
    if (dtype_category(b->dtype) == CATEGORY_COMPLEX) {
        const struct complex64 *x = (const struct complex64 *)a->storage->data + at;
        const struct complex64 *y = (const struct complex64 *)b->storage->data + of;
        return near((double)x->re, (double)y->re, tolerance) &&
               near((double)x->im, (double)y->im, tolerance);
    }
    if (dtype_category(b->dtype) == CATEGORY_FLOAT) {
        return near(tensor_double_at(a, at), tensor_double_at(b, of), tolerance);
    }
    return tensor_int_at(a, at) == tensor_int_at(b, of);
}

static void put_whole(const struct tensor *t, int64_t at, struct buf *out)
{
    if (t->dtype == DTYPE_BOOL) {
        buf_puts(out, tensor_int_at(t, at) != 0 ? "True" : "False");
    } else {
        buf_printf(out, "%lld", (long long)tensor_int_at(t, at));
    }
}

/* A cell of each, as texts that differ. */
static void put_cells(const struct tensor *a, int64_t at, const struct tensor *b, int64_t of,
                      struct buf *x, struct buf *y)
{
    if (dtype_category(b->dtype) == CATEGORY_FLOAT) {
        number_apart(tensor_double_at(a, at), tensor_double_at(b, of), x, y);
    } else if (dtype_category(b->dtype) == CATEGORY_COMPLEX) {
        const struct complex64 *p = (const struct complex64 *)a->storage->data + at;
        const struct complex64 *q = (const struct complex64 *)b->storage->data + of;
        number_apart((double)p->re, (double)q->re, x, y);
        buf_puts(x, " + ");
        buf_puts(y, " + ");
        number_apart((double)p->im, (double)q->im, x, y);
        buf_puts(x, "j");
        buf_puts(y, "j");
    } else {
        put_whole(a, at, x);
        put_whole(b, of, y);
    }
}

static bool other_cell(struct same_value *s, const struct tensor *a, const struct tensor *b,
                       int64_t k)
{
    scoped_buf got = {0}, wanted = {0};
    if (s->why.len > 0) {
        return false;
    }
    put_cells(a, tensor_place(a, k), b, tensor_place(b, k), &got, &wanted);
    buf_printf(&s->why, "gives %s", buf_text(&got));
    buf_puts(&s->why, a->ndim > 0 ? " at " : "");
    name_place(a, k, &s->why);
    buf_printf(&s->why, ", not %s", buf_text(&wanted));
    return false;
}

static bool same_tensor(struct same_value *s, const struct tensor *a, const struct tensor *b)
{
    if (!tensor_same_shape(a, b)) {
        return other_shape(s, a, b);
    }
    if (dtype_category(a->dtype) != dtype_category(b->dtype)) {
        return differ(s, "gives numbers of torch.%s, not torch.%s", dtype_name(a->dtype),
                      dtype_name(b->dtype));
    }
    int64_t n = tensor_numel(b);
    for (int64_t k = 0; k < n; k++) {
        if (!same_cell(a, b, k, s->tolerance)) {
            return other_cell(s, a, b, k);
        }
    }
    return true;
}

/* --- containers --- */

static bool inside(struct same_value *s, struct value got, struct value wanted)
{
    s->depth++;
    bool same = same_value(s, got, wanted);
    s->depth--;
    return same;
}

static bool same_items(struct same_value *s, const struct list *a, const struct list *b)
{
    if (a->count != b->count) {
        return differ(s, "gives %lld item%s, not %lld", (long long)a->count,
                      a->count == 1 ? "" : "s", (long long)b->count);
    }
    for (int64_t k = 0; k < a->count; k++) {
        if (!inside(s, a->at[k], b->at[k])) {
            struct buf item = {0};
            buf_printf(&item, "its item %lld ", (long long)k);
            buf_puts(&item, buf_text(&s->why));
            buf_free(&s->why);
            s->why = item;
            return false;
        }
    }
    return true;
}

/* A quiet look: differences are not told. */
static bool are_same(struct same_value *s, struct value got, struct value wanted)
{
    bool same = inside(s, got, wanted);
    buf_clear(&s->why);
    return same;
}

static bool same_dict(struct same_value *s, const struct dict *a, const struct dict *b)
{
    struct value key, value, other, found;
    int64_t at = 0;
    if (dict_count(a) != dict_count(b)) {
        return differ(s, "gives %lld entries, not %lld", (long long)dict_count(a),
                      (long long)dict_count(b));
    }
    while (dict_next(b, &at, &key, &value)) {
        bool has = false;
        for (int64_t k = 0; !has && dict_next(a, &k, &other, &found);) {
            has = are_same(s, other, key);
        }
        if (!has || !inside(s, found, value)) {
            return has ? false : differ(s, "has no entry for one of the keys");
        }
    }
    return true;
}

/* --- the rest --- */

static bool plain_class(struct interp *in, struct value v)
{
    return v.type != VALUE_OBJECT || value_class(in, v)->native;
}

/* Strings, ranges, sets, dtypes, big integers: by how they are written. */
static bool same_text(struct same_value *s, struct value got, struct value wanted)
{
    scoped_buf b = {.budget = s->wanted_in->memory};
    scoped_buf a = {.budget = s->in->memory};
    bool ok = value_repr(s->in, got, &a) && value_repr(s->wanted_in, wanted, &b);
    bool same = ok && a.len == b.len && memcmp(buf_text(&a), buf_text(&b), a.len) == 0;
    if (!same && a.len < 60 && b.len < 60) {
        differ(s, "gives %s, not %s", buf_text(&a), buf_text(&b));
    } else if (!same) {
        differ(s, "gives another %s", value_type_name(wanted));
    }
    return same;
}

static bool other_kind(struct same_value *s, struct value got, struct value wanted)
{
    return differ(s, "gives a value of the type %.60s, not %.60s", value_type_name(got),
                  value_type_name(wanted));
}

static bool same_number(struct same_value *s, struct value got, struct value wanted)
{
    bool floats = got.type == VALUE_FLOAT || wanted.type == VALUE_FLOAT;
    bool same = floats ? near(value_number(got), value_number(wanted), s->tolerance)
                       : (got.type == VALUE_BOOL ? got.b : got.i) ==
                             (wanted.type == VALUE_BOOL ? wanted.b : wanted.i);
    return same || same_text(s, got, wanted);
}

static bool is_sequence(struct value v)
{
    return list_is(v) || tuple_is(v);
}

/* A number, or a tensor without axes that holds one. */
static bool number_alone(struct value v, const struct tensor *t, double *out)
{
    bool alone = t != NULL && t->ndim == 0 && dtype_category(t->dtype) != CATEGORY_COMPLEX;
    *out = alone ? tensor_cell(t, 0) : t == NULL && value_is_number(v) ? value_number(v) : 0;
    return alone || (t == NULL && value_is_number(v));
}

static bool same_alone(struct same_value *s, double got, double wanted)
{
    scoped_buf a = {0}, b = {0};
    if (near(got, wanted, s->tolerance)) {
        return true;
    }
    number_apart(got, wanted, &a, &b);
    return differ(s, "gives %s, not %s", buf_text(&a), buf_text(&b));
}

bool same_value(struct same_value *s, struct value got, struct value wanted)
{
    const struct tensor *a = tensor_in(s->in, got), *b = tensor_in(s->wanted_in, wanted);
    double x, y;
    if (s->depth > MOST_DEEP || ++s->seen > MOST_SEEN) {
        return differ(s, "gives a value that holds too many others");
    }
    if ((a == NULL) != (b == NULL) && number_alone(got, a, &x) && number_alone(wanted, b, &y)) {
        return same_alone(s, x, y);
    }
    if (a != NULL || b != NULL) {
        bool both =
            a != NULL && b != NULL && ndarray_is(s->in, got) == ndarray_is(s->wanted_in, wanted);
        return both ? same_tensor(s, a, b) : other_kind(s, got, wanted);
    }
    if (value_is_number(wanted)) {
        return value_is_number(got) ? same_number(s, got, wanted) : other_kind(s, got, wanted);
    }
    if (is_sequence(wanted)) {
        return is_sequence(got)
                   ? same_items(s, (const struct list *)got.o, (const struct list *)wanted.o)
                   : other_kind(s, got, wanted);
    }
    if (dict_is(wanted)) {
        return dict_is(got)
                   ? same_dict(s, (const struct dict *)got.o, (const struct dict *)wanted.o)
                   : other_kind(s, got, wanted);
    }
    if (!plain_class(s->wanted_in, wanted)) {
        s->strange = true;
        return differ(s, "gives a value that cannot be compared");
    }
    if (got.type != wanted.type || !plain_class(s->in, got) ||
        strcmp(value_type_name(got), value_type_name(wanted)) != 0) {
        return other_kind(s, got, wanted);
    }
    return got.type != VALUE_OBJECT || same_text(s, got, wanted);
}
