/* Declares what the suites of src/tensor share: a compute to work in, tensors from lists,
 * comparisons whose failure says which tensor, which cell and both numbers. */
#pragma once

#include "tensor/shape/tensor.h"

#include <check.h>

/* Must not be moved between start and end: the compute points into it. */
struct fixture {
    struct error err;
    struct budget memory;
    struct compute cx;
};

void fixture_start(struct fixture *f, int threads);
/* Fails when a tensor was not given back or an error was left behind. */
void fixture_end(struct fixture *f);

/* DIMS(2, 3) and LIST(1, 2.5): a count and an array, for the functions below. */
#define DIMS(...)                                                                                  \
    (int)(sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t)), (const int64_t[])             \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
#define LIST(...)                                                                                  \
    (int)(sizeof((const double[]){__VA_ARGS__}) / sizeof(double)), (const double[])                \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

/* A contiguous tensor with these values in row-major order; a shorter list repeats. */
struct tensor make_tensor(struct fixture *f, enum dtype dtype, int ndim, const int64_t *shape,
                          int count, const double *values);
/* 0, 1, 2, ... */
struct tensor make_counting(struct fixture *f, enum dtype dtype, int ndim, const int64_t *shape);
struct tensor make_scalar(struct fixture *f, enum dtype dtype, double value);
/* A Python number: int64 or float64, as dtype says. */
struct tensor make_number(struct fixture *f, enum dtype dtype, double value);

/* RELEASE(&a, &b, ...) gives several tensors back. */
void release_tensors(int count, struct tensor *const *all);
#define RELEASE(...)                                                                               \
    release_tensors((int)(sizeof((struct tensor *[]){__VA_ARGS__}) / sizeof(struct tensor *)),     \
                    (struct tensor *[]){__VA_ARGS__})

/* Row-major element k as a double. */
double cell(const struct tensor *t, int64_t k);

/* |got - wanted| <= tolerance * max(1, |wanted|); infinities and NaN must be the same. */
void expect_near(const char *what, double got, double wanted, double tolerance);
void expect_values(const char *what, const struct tensor *t, int count, const double *values,
                   double tolerance);
void expect_same(const char *what, const struct tensor *got, const struct tensor *wanted,
                 double tolerance);
void expect_shape(const char *what, const struct tensor *t, int ndim, const int64_t *shape);
void expect_strides(const char *what, const struct tensor *t, int ndim, const int64_t *stride);
/* `ok` must be false with exactly this error, which is then cleared. */
void expect_error(struct fixture *f, bool ok, enum error_kind kind, const char *text);
/* `ok` must be true; else the error's text is the message. */
void expect_ok(struct fixture *f, bool ok);
