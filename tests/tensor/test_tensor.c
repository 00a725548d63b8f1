/* Tests tensors: lifetime and budget, spare blocks, facts about shapes, copies, casts and writes.
 */
#include "expect.h"
#include "helpers.h"
#include "tensor/shape/factory.h"
#include "tensor/shape/view.h"
#include "tensor/shape/view_part.h"

#include <math.h>
#include <string.h>

Suite *suite_tensor(void);

static struct fixture f;

static void start(void)
{
    fixture_start(&f, 2);
}

static void end(void)
{
    fixture_end(&f);
}

START_TEST(new_is_contiguous)
{
    struct tensor t;
    expect_ok(&f, tensor_zeros(&f.cx, &t, DTYPE_FLOAT32, DIMS(2, 0, 3)));
    expect_strides("an axis of size 0 counts as 1", &t, DIMS(3, 3, 1));
    ck_assert_int_eq(tensor_numel(&t), 0);
    ck_assert(tensor_is_contiguous(&t));
    tensor_release(&t);
    expect_ok(&f, tensor_zeros(&f.cx, &t, DTYPE_INT64, DIMS(2, 3, 4)));
    expect_strides("row-major", &t, DIMS(12, 4, 1));
    ck_assert_uint_eq(t.storage->bytes, 24 * 8);
    ck_assert_uint_eq((uintptr_t)t.storage->data % 64, 0);
    for (int64_t k = 0; k < 24; k++) {
        ck_assert_int_eq(tensor_place(&t, k), k);
        ck_assert(cell(&t, k) == 0);
    }
    tensor_release(&t);
    tensor_release(&t); /* zeroed by now: nothing happens */
}
END_TEST

START_TEST(new_refuses)
{
    struct tensor t;
    int64_t many[TENSOR_MAX_DIMS + 1] = {1};
    expect_error(&f, tensor_new(&f.cx, &t, DTYPE_FLOAT32, DIMS(2, -1)), ERROR_RUNTIME,
                 "Trying to create tensor with negative dimension -1: [2, -1]");
    expect_error(&f, tensor_new(&f.cx, &t, DTYPE_FLOAT32, DIMS(1000000000000, 1000000000000)),
                 ERROR_RUNTIME,
                 "Storage size calculation overflowed with sizes=[1000000000000, 1000000000000]");
    ck_assert(!tensor_new(&f.cx, &t, DTYPE_FLOAT32, TENSOR_MAX_DIMS + 1, many));
    ck_assert_int_eq(f.err.kind, ERROR_UNSUPPORTED);
    error_clear(&f.err);
    f.memory.limit = 1 << 20;
    ck_assert(!tensor_new(&f.cx, &t, DTYPE_FLOAT32, DIMS(1000000000000)));
    ck_assert_int_eq(f.err.kind, ERROR_LIMIT);
    error_clear(&f.err);
}
END_TEST

START_TEST(references_share)
{
    struct tensor a = make_counting(&f, DTYPE_FLOAT32, DIMS(4)), b = tensor_ref(&a);
    ck_assert_uint_eq(a.storage->references, 2);
    uint64_t id = a.storage->id;
    tensor_release(&a);
    ck_assert_uint_gt(f.memory.used, 0);
    ck_assert(cell(&b, 3) == 3);
    tensor_release(&b);
    ck_assert_uint_eq(f.memory.used, 0);
    a = make_counting(&f, DTYPE_FLOAT32, DIMS(4));
    ck_assert_uint_eq(a.storage->id, id + 1);
    tensor_release(&a);
}
END_TEST

/* A very large block comes back for the same size, and never stands in the way of the limit. */
START_TEST(spare_blocks)
{
    struct tensor a, b;
    f.memory.limit = (size_t)100 << 20;
    expect_ok(&f, tensor_zeros(&f.cx, &a, DTYPE_FLOAT32, DIMS(10 << 20)));
    void *data = a.storage->data;
    ck_assert_uint_eq((uintptr_t)data % (2 << 20), 0);
    tensor_release(&a);
    ck_assert_uint_eq(f.memory.used, 0);
    ck_assert_ptr_nonnull(f.cx.spare);
    expect_ok(&f, tensor_new(&f.cx, &a, DTYPE_FLOAT32, DIMS(10 << 20)));
    ck_assert_ptr_eq(a.storage->data, data);
    ck_assert_ptr_null(f.cx.spare);
    tensor_release(&a);
    expect_ok(&f, tensor_new(&f.cx, &a, DTYPE_FLOAT32, DIMS(20 << 20))); /* 80 of 100 MiB */
    ck_assert_ptr_null(f.cx.spare);
    ck_assert(!tensor_new(&f.cx, &b, DTYPE_FLOAT32, DIMS(10 << 20)));
    ck_assert_int_eq(f.err.kind, ERROR_LIMIT);
    error_clear(&f.err);
    tensor_release(&a);
    expect_ok(&f, tensor_new(&f.cx, &b, DTYPE_FLOAT32, DIMS(10 << 20)));
    tensor_release(&b);
    ck_assert_uint_eq(f.memory.peak, (size_t)80 << 20);
}
END_TEST

START_TEST(places_and_cells)
{
    struct tensor t = make_counting(&f, DTYPE_INT64, DIMS(2, 3)), turned;
    expect_ok(&f, view_T(&f.cx, &turned, &t));
    expect_values("transposed", &turned, LIST(0, 3, 1, 4, 2, 5), 0);
    ck_assert_int_eq(tensor_int_at(&t, 5), 5);
    struct buf text = {0};
    tensor_shape_text(&turned, &text);
    ck_assert_str_eq(buf_text(&text), "[3, 2]");
    buf_free(&text);
    ck_assert(!tensor_is_contiguous(&turned));
    ck_assert(tensor_is_dense(&turned));
    ck_assert(!tensor_same_shape(&t, &turned));
    tensor_release(&turned);
    tensor_release(&t);
}
END_TEST

START_TEST(dims)
{
    struct tensor t = {.ndim = 2}, scalar = {.ndim = 0};
    int d = -5;
    ck_assert(tensor_dim(&f.cx, &t, -2, &d) && d == 0);
    ck_assert(tensor_dim(&f.cx, &t, 1, &d) && d == 1);
    ck_assert(tensor_dim(&f.cx, &scalar, -1, &d) && d == 0);
    expect_error(&f, tensor_dim(&f.cx, &t, 2, &d), ERROR_INDEX,
                 "Dimension out of range (expected to be in range of [-2, 1], but got 2)");
    expect_error(&f, tensor_dim(&f.cx, &scalar, 1, &d), ERROR_INDEX,
                 "Dimension out of range (expected to be in range of [-1, 0], but got 1)");
}
END_TEST

START_TEST(broadcasts)
{
    struct tensor a = {.ndim = 3, .shape = {2, 1, 4}}, b = {.ndim = 2, .shape = {3, 1}};
    int64_t shape[TENSOR_MAX_DIMS];
    int ndim;
    expect_ok(&f, tensor_broadcast(&f.cx, &a, &b, &ndim, shape));
    ck_assert(ndim == 3 && shape[0] == 2 && shape[1] == 3 && shape[2] == 4);
    a.shape[1] = 0; /* 0 against 3 does not fit, against 1 it does */
    expect_error(&f, tensor_broadcast(&f.cx, &a, &b, &ndim, shape), ERROR_RUNTIME,
                 "The size of tensor a (0) must match the size of tensor b (3) at non-singleton "
                 "dimension 1");
    b.shape[0] = 1;
    expect_ok(&f, tensor_broadcast(&f.cx, &a, &b, &ndim, shape));
    ck_assert_int_eq(shape[1], 0);
}
END_TEST

/* A clone keeps the order of strides, a copy does not. */
START_TEST(clones)
{
    struct tensor t = make_counting(&f, DTYPE_FLOAT32, DIMS(2, 3, 4)), turned, copy, clone, row,
                  wide;
    expect_ok(&f, view_transpose(&f.cx, &turned, &t, 0, 2));
    expect_ok(&f, tensor_copy(&f.cx, &copy, &turned));
    expect_ok(&f, tensor_clone(&f.cx, &clone, &turned));
    expect_strides("copy", &copy, DIMS(6, 2, 1));
    expect_strides("clone", &clone, DIMS(1, 4, 12));
    expect_same("copy", &copy, &turned, 0);
    expect_same("clone", &clone, &turned, 0);
    tensor_release(&copy);
    tensor_release(&clone);
    tensor_release(&turned);
    expect_ok(&f, view_select(&f.cx, &row, &t, 0, 1));
    expect_ok(&f, view_expand(&f.cx, &wide, &row, DIMS(2, 3, 4)));
    expect_ok(&f, tensor_clone(&f.cx, &clone, &wide));
    expect_strides("clone of an expanded tensor", &clone, DIMS(12, 4, 1));
    expect_same("clone", &clone, &wide, 0);
    expect_ok(&f, tensor_contiguous(&f.cx, &copy, &row));
    ck_assert_ptr_eq(copy.storage, t.storage);
    tensor_release(&copy);
    tensor_release(&clone);
    tensor_release(&wide);
    tensor_release(&row);
    tensor_release(&t);
}
END_TEST

START_TEST(casts)
{
    struct tensor t = make_tensor(&f, DTYPE_FLOAT64, DIMS(8),
                                  LIST(1.9, -1.9, 0, -0.5, 300, NAN, INFINITY, -1e30)),
                  c;
    expect_ok(&f, tensor_cast(&f.cx, &c, &t, DTYPE_INT64));
    double least = (double)INT64_MIN;
    expect_values("int64", &c, LIST(1, -1, 0, 0, 300, least, least, least), 0);
    tensor_release(&c);
    expect_ok(&f, tensor_cast(&f.cx, &c, &t, DTYPE_INT32));
    least = INT32_MIN;
    expect_values("int32", &c, LIST(1, -1, 0, 0, 300, least, least, least), 0);
    tensor_release(&c);
    expect_ok(&f, tensor_cast(&f.cx, &c, &t, DTYPE_BOOL));
    expect_values("bool", &c, LIST(1, 1, 0, 1, 1, 1, 1, 1), 0);
    tensor_release(&c);
    expect_ok(&f, tensor_cast(&f.cx, &c, &t, DTYPE_FLOAT32));
    expect_values("float32", &c,
                  LIST((float)1.9, (float)-1.9, 0, -0.5, 300, NAN, INFINITY, (float)-1e30), 0);
    tensor_release(&c);
    expect_ok(&f, tensor_cast(&f.cx, &c, &t, DTYPE_UINT8));
    ck_assert(cell(&c, 1) == 255 && cell(&c, 4) == 44);
    tensor_release(&c);
    expect_ok(&f, tensor_cast(&f.cx, &c, &t, DTYPE_FLOAT64));
    ck_assert_ptr_eq(c.storage, t.storage);
    tensor_release(&c);
    tensor_release(&t);
}
END_TEST

/* --- writes --- */

static int announced;

static bool count_write(void *observer, const struct tensor *region)
{
    (void)region;
    announced++;
    return observer == NULL;
}

START_TEST(writes)
{
    struct tensor t = make_counting(&f, DTYPE_INT64, DIMS(3, 4)), column, row;
    f.cx.before_write = count_write;
    announced = 0;
    expect_ok(&f, view_slice(&f.cx, &column, &t, 1, 1, 3, 1));
    row = make_tensor(&f, DTYPE_FLOAT32, DIMS(2), LIST(7.9, -7.9));
    expect_ok(&f, tensor_write(&f.cx, &column, &row));
    expect_values("broadcast and cast", &t, LIST(0, 7, -7, 3, 4, 7, -7, 7, 8, 7, -7, 11), 0);
    ck_assert_int_eq(announced, 1);
    f.cx.observer = &f; /* now it refuses */
    ck_assert(!tensor_write(&f.cx, &column, &row));
    f.cx.before_write = NULL;
    tensor_release(&row);
    tensor_release(&column);
    tensor_release(&t);
}
END_TEST

START_TEST(write_refuses)
{
    struct tensor t = make_counting(&f, DTYPE_FLOAT32, DIMS(6)), one, wide, low, high, square,
                  turned;
    struct tensor four = make_counting(&f, DTYPE_FLOAT32, DIMS(4)),
                  grid = make_counting(&f, DTYPE_FLOAT32, DIMS(6, 6));
    expect_error(&f, tensor_write(&f.cx, &t, &four), ERROR_RUNTIME,
                 "The size of tensor a (6) must match the size of tensor b (4) at non-singleton "
                 "dimension 0");
    expect_error(&f, tensor_write(&f.cx, &t, &grid), ERROR_RUNTIME,
                 "output with shape [6] doesn't match the broadcast shape [6, 6]");
    expect_ok(&f, view_slice(&f.cx, &one, &t, 0, 0, 1, 1));
    expect_ok(&f, view_expand(&f.cx, &wide, &one, DIMS(6)));
    expect_error(&f, tensor_write(&f.cx, &wide, &t), ERROR_RUNTIME,
                 "unsupported operation: more than one element of the written-to tensor refers to "
                 "a single memory location. Please clone() the tensor before performing the "
                 "operation.");
    expect_ok(&f, view_slice(&f.cx, &low, &t, 0, 0, 5, 1));
    expect_ok(&f, view_slice(&f.cx, &high, &t, 0, 1, 6, 1));
    const char *partly = "unsupported operation: some elements of the input tensor and the "
                         "written-to tensor refer to a single memory location. Please clone() the "
                         "tensor before performing the operation.";
    expect_error(&f, tensor_write(&f.cx, &high, &low), ERROR_RUNTIME, partly);
    expect_ok(&f, tensor_write(&f.cx, &low, &low));
    expect_ok(&f, view_slice(&f.cx, &square, &grid, 0, 0, 6, 1));
    expect_ok(&f, view_T(&f.cx, &turned, &square));
    expect_error(&f, tensor_write(&f.cx, &square, &turned), ERROR_RUNTIME, partly);
    struct tensor *all[] = {&t, &one, &wide, &low, &high, &square, &turned, &four, &grid};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        tensor_release(all[i]);
    }
}
END_TEST

/* A source that overlaps with gaps is read as it was before the write. */
/* As PyTorch writes: without a copy, in the order of memory. */
START_TEST(write_overlapping)
{
    struct tensor t = make_counting(&f, DTYPE_INT32, DIMS(12)), to, from;
    expect_ok(&f, view_slice(&f.cx, &to, &t, 0, 2, 12, 2));
    expect_ok(&f, view_slice(&f.cx, &from, &t, 0, 0, 10, 2));
    expect_ok(&f, tensor_write(&f.cx, &to, &from));
    expect_values("shifted", &t, LIST(0, 1, 0, 3, 0, 5, 0, 7, 0, 9, 0, 11), 0);
    RELEASE(&to, &from, &t);
}
END_TEST

/* A permuted copy large enough for several threads agrees with plain loops. */
START_TEST(large_copy)
{
    enum { A = 37, B = 61, C = 83 };
    struct tensor t = make_counting(&f, DTYPE_FLOAT32, DIMS(A, B, C)), turned, copy;
    static const int64_t order[] = {2, 0, 1};
    expect_ok(&f, view_permute(&f.cx, &turned, &t, 3, order));
    expect_ok(&f, tensor_copy(&f.cx, &copy, &turned));
    const float *data = copy.storage->data;
    for (int c = 0, k = 0; c < C; c++) {
        for (int a = 0; a < A; a++) {
            for (int b = 0; b < B; b++, k++) {
                float wanted = (float)((a * B + b) * C + c);
                EXPECT(data[k] == wanted, "element %d: %g, wanted %g", k, (double)data[k],
                       (double)wanted);
            }
        }
    }
    tensor_release(&turned);
    tensor_release(&copy);
    tensor_release(&t);
}
END_TEST

/* Rows that stay whole while the axes before them change places, for several threads. */
START_TEST(large_copy_of_rows)
{
    enum { A = 7, B = 19, C = 13, D = 61 };
    struct tensor t = make_counting(&f, DTYPE_FLOAT32, DIMS(A, B, C, D)), turned, copy;
    expect_ok(&f, view_transpose(&f.cx, &turned, &t, 1, 2));
    expect_ok(&f, tensor_contiguous(&f.cx, &copy, &turned));
    const float *data = copy.storage->data;
    for (int k = 0; k < A * B * C * D; k++) {
        int d = k % D, b = k / D % B, c = k / D / B % C, a = k / D / B / C;
        ck_assert(data[k] == (float)(((a * B + b) * C + c) * D + d));
    }
    RELEASE(&turned, &copy, &t);
}
END_TEST

Suite *suite_tensor(void)
{
    Suite *s = suite_create("tensor");
    TCase *t = tcase_create("tensor");
    tcase_add_checked_fixture(t, start, end);
    tcase_add_test(t, new_is_contiguous);
    tcase_add_test(t, new_refuses);
    tcase_add_test(t, references_share);
    tcase_add_test(t, spare_blocks);
    tcase_add_test(t, places_and_cells);
    tcase_add_test(t, dims);
    tcase_add_test(t, broadcasts);
    tcase_add_test(t, clones);
    tcase_add_test(t, casts);
    tcase_add_test(t, writes);
    tcase_add_test(t, write_refuses);
    tcase_add_test(t, write_overlapping);
    tcase_add_test(t, large_copy);
    tcase_add_test(t, large_copy_of_rows);
    suite_add_tcase(s, t);
    return s;
}
