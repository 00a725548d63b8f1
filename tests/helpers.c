/* Makes and compares tensors for the tensor suites. */
#include "helpers.h"
#include "expect.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

void fixture_start(struct fixture *f, int threads)
{
    memset(f, 0, sizeof *f);
    compute_init(&f->cx, &f->err, &f->memory, threads);
}

void fixture_end(struct fixture *f)
{
    EXPECT(f->err.kind == ERROR_NONE, "an error is left: %s", f->err.text);
    compute_release(&f->cx);
    EXPECT(f->memory.used == 0, "%zu bytes were not given back", f->memory.used);
}

void expect_ok(struct fixture *f, bool ok)
{
    EXPECT(ok, "failed: %s", f->err.text);
}

struct tensor make_tensor(struct fixture *f, enum dtype dtype, int ndim, const int64_t *shape,
                          int count, const double *values)
{
    struct tensor t;
    expect_ok(f, tensor_new(&f->cx, &t, dtype, ndim, shape));
    int64_t n = tensor_numel(&t);
    for (int64_t k = 0; k < n; k++) {
        tensor_set_double(&t, tensor_place(&t, k), values[k % count]);
    }
    return t;
}

struct tensor make_counting(struct fixture *f, enum dtype dtype, int ndim, const int64_t *shape)
{
    struct tensor t;
    expect_ok(f, tensor_new(&f->cx, &t, dtype, ndim, shape));
    int64_t n = tensor_numel(&t);
    for (int64_t k = 0; k < n; k++) {
        tensor_set_double(&t, tensor_place(&t, k), (double)k);
    }
    return t;
}

struct tensor make_scalar(struct fixture *f, enum dtype dtype, double value)
{
    return make_tensor(f, dtype, 0, NULL, 1, &value);
}

struct tensor make_number(struct fixture *f, enum dtype dtype, double value)
{
    struct tensor t = make_scalar(f, dtype, value);
    t.wrapped = true;
    return t;
}

void release_tensors(int count, struct tensor *const *all)
{
    for (int i = 0; i < count; i++) {
        tensor_release(all[i]);
    }
}

double cell(const struct tensor *t, int64_t k)
{
    return tensor_double_at(t, tensor_place(t, k));
}

void expect_near(const char *what, double got, double wanted, double tolerance)
{
    if (isnan(wanted) || isinf(wanted)) {
        EXPECT(isnan(wanted) ? isnan(got) : got == wanted, "%s: got %.17g, wanted %.17g", what, got,
               wanted);
        return;
    }
    double scale = fabs(wanted) > 1 ? fabs(wanted) : 1;
    EXPECT(fabs(got - wanted) <= tolerance * scale, "%s: got %.17g, wanted %.17g", what, got,
           wanted);
}

void expect_values(const char *what, const struct tensor *t, int count, const double *values,
                   double tolerance)
{
    char place[160];
    EXPECT(tensor_numel(t) == count, "%s: %" PRId64 " elements, wanted %d", what, tensor_numel(t),
           count);
    for (int k = 0; k < count; k++) {
        snprintf(place, sizeof place, "%s, element %d", what, k);
        expect_near(place, cell(t, k), values[k], tolerance);
    }
}

void expect_same(const char *what, const struct tensor *got, const struct tensor *wanted,
                 double tolerance)
{
    char place[160];
    EXPECT(got->dtype == wanted->dtype, "%s: dtype %s, wanted %s", what, dtype_name(got->dtype),
           dtype_name(wanted->dtype));
    expect_shape(what, got, wanted->ndim, wanted->shape);
    int64_t n = tensor_numel(wanted);
    for (int64_t k = 0; k < n; k++) {
        snprintf(place, sizeof place, "%s, element %" PRId64, what, k);
        expect_near(place, cell(got, k), cell(wanted, k), tolerance);
    }
}

static void expect_list(const char *what, const char *name, int have, const int64_t *got, int want,
                        const int64_t *wanted)
{
    struct buf a = {0}, b = {0};
    tensor_sizes_text(have, got, &a);
    tensor_sizes_text(want, wanted, &b);
    EXPECT(strcmp(buf_text(&a), buf_text(&b)) == 0, "%s: %s %s, wanted %s", what, name,
           buf_text(&a), buf_text(&b));
    buf_free(&a);
    buf_free(&b);
}

void expect_shape(const char *what, const struct tensor *t, int ndim, const int64_t *shape)
{
    expect_list(what, "shape", t->ndim, t->shape, ndim, shape);
}

void expect_strides(const char *what, const struct tensor *t, int ndim, const int64_t *stride)
{
    expect_list(what, "strides", t->ndim, t->stride, ndim, stride);
}

void expect_error(struct fixture *f, bool ok, enum error_kind kind, const char *text)
{
    EXPECT(!ok, "no error, wanted \"%s\"", text);
    EXPECT(f->err.kind == kind, "error kind %d, wanted %d: \"%s\"", (int)f->err.kind, (int)kind,
           f->err.text);
    EXPECT(strcmp(f->err.text, text) == 0, "error text\n  \"%s\"\nwanted\n  \"%s\"", f->err.text,
           text);
    error_clear(&f->err);
}
