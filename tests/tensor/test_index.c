/* Tests x[...] and x[...] = value: every kind of item alone and mixed, against index arithmetic on
 * 0, 1, 2, ...; shapes, strides, errors as PyTorch 1.13 gives them. */
#include "expect.h"
#include "helpers.h"
#include "tensor/shape/index.h"
#include "tensor/shape/view.h"
#include "tensor/shape/view_part.h"

#include <string.h>

Suite *suite_index(void);

static struct fixture f;
static struct tensor x; /* (2, 3, 4) counting */
/* index tensors */
static struct tensor row, last, pair, column, mask, mask2, half, zero, one_d_mask;

static void start(void)
{
    fixture_start(&f, 1);
    x = make_counting(&f, DTYPE_INT64, DIMS(2, 3, 4));
    row = make_tensor(&f, DTYPE_INT64, DIMS(2), LIST(1, 0));
    last = make_tensor(&f, DTYPE_INT64, DIMS(2), LIST(-1, 2));
    pair = make_tensor(&f, DTYPE_INT64, DIMS(3), LIST(0, 1, 1));
    column = make_tensor(&f, DTYPE_INT64, DIMS(2, 1), LIST(0, 1));
    mask = make_tensor(&f, DTYPE_BOOL, DIMS(3), LIST(1, 0, 1));
    mask2 = make_tensor(&f, DTYPE_BOOL, DIMS(2, 3), LIST(0, 1, 0, 0, 0, 1));
    half = make_tensor(&f, DTYPE_FLOAT32, DIMS(1), LIST(0.5));
    zero = make_scalar(&f, DTYPE_INT64, 0);
    one_d_mask = make_tensor(&f, DTYPE_BOOL, DIMS(4), LIST(1, 1, 0, 0));
}

static void end(void)
{
    struct tensor *all[] = {&x,    &row,   &last, &pair, &column,
                            &mask, &mask2, &half, &zero, &one_d_mask};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        tensor_release(all[i]);
    }
    fixture_end(&f);
}

static struct index at(int64_t i)
{
    return (struct index){.kind = INDEX_INT, .at = i};
}

static struct index slice(int64_t from, int64_t to, int64_t step)
{
    return (struct index){.kind = INDEX_SLICE, .start = from, .stop = to, .step = step};
}

static struct index by(const struct tensor *t)
{
    return (struct index){.kind = INDEX_TENSOR, .tensor = *t};
}

static const struct index all = {.kind = INDEX_SLICE, .stop = INT64_MAX, .step = 1};
static const struct index none = {.kind = INDEX_NONE}, rest = {.kind = INDEX_ELLIPSIS};
static const struct index yes = {.kind = INDEX_BOOL, .at = 1}, no = {.kind = INDEX_BOOL};

#define ITEMS(...)                                                                                 \
    (int)(sizeof((struct index[]){__VA_ARGS__}) / sizeof(struct index)), (struct index[])          \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

/* x[items] is a view or a copy of this shape, and holds these values. */
static void expect_get(const char *what, int count, const struct index *items, bool view, int ndim,
                       const int64_t *shape, int values, const double *wanted)
{
    struct tensor t;
    bool is_view;
    expect_ok(&f, index_get(&f.cx, &t, &x, count, items, &is_view));
    EXPECT(is_view == view, "%s: view or copy?", what);
    EXPECT((t.storage == x.storage) == view, "%s: whose storage?", what);
    expect_shape(what, &t, ndim, shape);
    expect_values(what, &t, values, wanted, 0);
    tensor_release(&t);
}

START_TEST(views)
{
    expect_get("x[1, 2, 3]", ITEMS(at(1), at(2), at(3)), true, 0, NULL, LIST(23));
    expect_get("x[-1, -1, 0]", ITEMS(at(-1), at(-1), at(0)), true, 0, NULL, LIST(20));
    expect_get("x[1, 0]", ITEMS(at(1), at(0)), true, DIMS(4), LIST(12, 13, 14, 15));
    expect_get("x[..., 0]", ITEMS(rest, at(0)), true, DIMS(2, 3), LIST(0, 4, 8, 12, 16, 20));
    expect_get("x[0, 1:, ::2]", ITEMS(at(0), slice(1, INT64_MAX, 1), slice(0, INT64_MAX, 2)), true,
               DIMS(2, 2), LIST(4, 6, 8, 10));
    expect_get("x[0, None, -2:-1, 3:1]", ITEMS(at(0), none, slice(-2, -1, 1), slice(3, 1, 1)), true,
               DIMS(1, 1, 0), 0, NULL);
    expect_get("x[0, 0, None]", ITEMS(at(0), at(0), none), true, DIMS(1, 4), LIST(0, 1, 2, 3));
    expect_get("x[zero, zero]", ITEMS(by(&zero), by(&zero)), true, DIMS(4), LIST(0, 1, 2, 3));
}
END_TEST

START_TEST(copies)
{
    expect_get("x[row, 0, :2]", ITEMS(by(&row), at(0), slice(0, 2, 1)), false, DIMS(2, 2),
               LIST(12, 13, 0, 1));
    expect_get("x[row, last, last]", ITEMS(by(&row), by(&last), by(&last)), false, DIMS(2),
               LIST(23, 10));
    expect_get("x[row, :, last]: apart, so in front", ITEMS(by(&row), all, by(&last)), false,
               DIMS(2, 3), LIST(15, 19, 23, 2, 6, 10));
    expect_get("x[0, :, last]: side by side", ITEMS(at(0), all, by(&last)), false, DIMS(3, 2),
               LIST(3, 2, 7, 6, 11, 10));
    expect_get("x[column, pair, 0]", ITEMS(by(&column), by(&pair), at(0)), false, DIMS(2, 3),
               LIST(0, 4, 4, 12, 16, 16));
    expect_get("x[mask2]", ITEMS(by(&mask2)), false, DIMS(2, 4), LIST(4, 5, 6, 7, 20, 21, 22, 23));
    expect_get("x[1, mask, 1]", ITEMS(at(1), by(&mask), at(1)), false, DIMS(2), LIST(13, 21));
    expect_get("x[0, 0][one_d_mask]", ITEMS(at(0), at(0), by(&one_d_mask)), false, DIMS(2),
               LIST(0, 1));
    expect_get("x[True, 0, 0, :2]", ITEMS(yes, at(0), at(0), slice(0, 2, 1)), false, DIMS(1, 2),
               LIST(0, 1));
    expect_get("x[False]", ITEMS(no), false, DIMS(0, 2, 3, 4), 0, NULL);
}
END_TEST

/* A copy by index tensors keeps the order of axes of what it was taken from. */
START_TEST(strides)
{
    const int64_t turn[] = {2, 1, 0};
    struct tensor turned, t;
    bool view;
    expect_ok(&f, view_permute(&f.cx, &turned, &x, 3, turn));
    expect_ok(&f, index_get(&f.cx, &t, &turned, ITEMS(by(&row)), &view));
    expect_shape("x.permute(2, 1, 0)[row]", &t, DIMS(2, 3, 2));
    expect_strides("x.permute(2, 1, 0)[row]", &t, DIMS(6, 1, 3));
    expect_values("x.permute(2, 1, 0)[row]", &t, LIST(1, 13, 5, 17, 9, 21, 0, 12, 4, 16, 8, 20), 0);
    tensor_release(&t);
    tensor_release(&turned);
}
END_TEST

/* --- errors --- */

static void refuse(int count, const struct index *items, enum error_kind kind, const char *text)
{
    struct tensor t;
    bool view;
    expect_error(&f, index_get(&f.cx, &t, &x, count, items, &view), kind, text);
    struct tensor value = make_number(&f, DTYPE_INT64, 1);
    expect_error(&f, index_put(&f.cx, &x, count, items, &value, false), kind, text);
    tensor_release(&value);
}

START_TEST(errors)
{
    struct tensor t;
    bool view;
    refuse(ITEMS(at(2)), ERROR_INDEX, "index 2 is out of bounds for dimension 0 with size 2");
    refuse(ITEMS(none, at(-3)), ERROR_INDEX,
           "index -3 is out of bounds for dimension 1 with size 2");
    refuse(ITEMS(at(0), at(0), at(0), at(0)), ERROR_INDEX,
           "too many indices for tensor of dimension 3");
    refuse(ITEMS(slice(0, 5, -1)), ERROR_VALUE, "step must be greater than zero");
    refuse(ITEMS(slice(0, 5, 0)), ERROR_VALUE, "slice step cannot be zero");
    refuse(ITEMS(by(&last)), ERROR_INDEX, "index 2 is out of bounds for dimension 0 with size 2");
    refuse(ITEMS(by(&row), by(&pair)), ERROR_INDEX,
           "shape mismatch: indexing tensors could not be broadcast together with shapes [2], [3]");
    refuse(ITEMS(by(&half)), ERROR_INDEX,
           "tensors used as indices must be long, byte or bool tensors");
    refuse(ITEMS(by(&mask)), ERROR_INDEX,
           "The shape of the mask [3] at index 0 does not match the shape of the indexed tensor "
           "[2, 3, 4] at index 0");
    refuse(ITEMS(at(0), by(&mask2)), ERROR_INDEX,
           "The shape of the mask [2, 3] at index 0 does not match the shape of the indexed tensor "
           "[3, 4] at index 0");
    expect_error(&f, index_get(&f.cx, &t, &zero, ITEMS(at(0)), &view), ERROR_INDEX,
                 "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or "
                 "`tensor.item<T>()` in C++ to convert a 0-dim tensor to a number");
    expect_error(&f, index_get(&f.cx, &t, &zero, ITEMS(all), &view), ERROR_INDEX,
                 "slice() cannot be applied to a 0-dim tensor.");
}
END_TEST

/* --- writing --- */

static int writes;

static bool count_write(void *observer, const struct tensor *region)
{
    (void)observer;
    (void)region;
    writes++;
    return true;
}

/* After x[items] = value (or += it), exactly the picked cells hold the value. */
static void expect_put(const char *what, int count, const struct index *items,
                       const struct tensor *value, bool add)
{
    struct tensor before, got, wanted;
    bool view;
    expect_ok(&f, tensor_copy(&f.cx, &before, &x));
    f.cx.before_write = count_write;
    writes = 0;
    expect_ok(&f, index_put(&f.cx, &x, count, items, value, add));
    f.cx.before_write = NULL;
    EXPECT(writes == 1, "%s: the observer was told %d times", what, writes);
    expect_ok(&f, index_get(&f.cx, &got, &x, count, items, &view));
    expect_ok(&f, index_get(&f.cx, &wanted, &before, count, items, &view));
    int64_t n = tensor_numel(&got), changed = 0;
    for (int64_t k = 0; k < n; k++) {
        double old = cell(&wanted, k), new = cell(value, value->ndim == 0 ? 0 : k);
        expect_near(what, cell(&got, k), add ? old + new : new, 0);
    }
    for (int64_t k = 0; k < 24; k++) {
        changed += cell(&x, k) != cell(&before, k);
    }
    EXPECT(changed == n, "%s: %lld cells changed, wanted %lld", what, (long long)changed,
           (long long)n);
    tensor_release(&before);
    tensor_release(&got);
    tensor_release(&wanted);
}

START_TEST(writing)
{
    struct tensor number = make_number(&f, DTYPE_FLOAT64, 100), value;
    expect_put("x[1, 1] = 100.", ITEMS(at(1), at(1)), &number, false);
    expect_put("x[:, mask, 0] = 100.", ITEMS(all, by(&mask), at(0)), &number, false);
    tensor_release(&number);
    value = make_tensor(&f, DTYPE_INT64, DIMS(2, 3), LIST(50, 51, 52, 53, 54, 55));
    expect_put("x[..., 1] = value", ITEMS(rest, at(1)), &value, false);
    expect_put("x[row, :, last] += value", ITEMS(by(&row), all, by(&last)), &value, true);
    expect_put("x[..., 1] += value", ITEMS(rest, at(1)), &value, true);
    tensor_release(&value);
}
END_TEST

START_TEST(repeated_cells)
{
    struct tensor value = make_tensor(&f, DTYPE_INT64, DIMS(3), LIST(100, 200, 300));
    expect_ok(&f, index_put(&f.cx, &x, ITEMS(by(&pair), at(0), at(0)), &value, true));
    expect_near("added twice", cell(&x, 12), 12 + 200 + 300, 0);
    expect_ok(&f, index_put(&f.cx, &x, ITEMS(by(&pair), at(0), at(0)), &value, false));
    expect_near("the last one wins", cell(&x, 12), 300, 0);
    expect_ok(&f, index_put(&f.cx, &x, ITEMS(no), &value, false)); /* does nothing at all */
    tensor_release(&value);
}
END_TEST

START_TEST(refused_values)
{
    struct tensor two = make_tensor(&f, DTYPE_INT64, DIMS(2), LIST(1, 2)), part;
    struct tensor real = make_tensor(&f, DTYPE_FLOAT32, DIMS(4), LIST(1.5));
    struct tensor huge = make_number(&f, DTYPE_FLOAT64, 1e300);
    expect_error(&f, index_put(&f.cx, &x, ITEMS(at(0)), &two, false), ERROR_RUNTIME,
                 "The expanded size of the tensor (4) must match the existing size (2) at "
                 "non-singleton dimension 1.  Target sizes: [3, 4].  Tensor sizes: [2]");
    expect_error(&f, index_put(&f.cx, &x, ITEMS(by(&row)), &two, false), ERROR_RUNTIME,
                 "shape mismatch: value tensor of shape [2] cannot be broadcast to indexing result "
                 "of shape [2, 3, 4]");
    expect_error(&f, index_put(&f.cx, &x, ITEMS(by(&row)), &real, false), ERROR_RUNTIME,
                 "Index put requires the source and destination dtypes match, got Long for the "
                 "destination and Float for the source.");
    expect_error(&f, index_put(&f.cx, &x, ITEMS(at(0)), &huge, false), ERROR_RUNTIME,
                 "value cannot be converted to type int64_t without overflow");
    expect_ok(&f, view_slice(&f.cx, &part, &x, 0, 0, 1, 1));
    const char *overlap = "unsupported operation: some elements of the input tensor and the "
                          "written-to tensor refer to a single memory location. Please clone() the "
                          "tensor before performing the operation.";
    expect_error(&f, index_put(&f.cx, &x, ITEMS(by(&row)), &part, false), ERROR_RUNTIME, overlap);
    tensor_release(&part);
    expect_ok(&f, index_put(&f.cx, &x, ITEMS(at(0), at(0)), &real, false)); /* a view: it casts */
    expect_near("cast", cell(&x, 3), 1, 0);
    tensor_release(&two);
    tensor_release(&real);
    tensor_release(&huge);
}
END_TEST

Suite *suite_index(void)
{
    Suite *suite = suite_create("index");
    TCase *group = tcase_create("index");
    tcase_add_checked_fixture(group, start, end);
    tcase_add_test(group, views);
    tcase_add_test(group, copies);
    tcase_add_test(group, strides);
    tcase_add_test(group, errors);
    tcase_add_test(group, writing);
    tcase_add_test(group, repeated_cells);
    tcase_add_test(group, refused_values);
    suite_add_tcase(suite, group);
    return suite;
}
