/* Adds up rows of cells. All is inlined, so that with a constant order its steps become plain code;
 * that is compiled once more for processors that have fmaf as an instruction, with the same bits.
 */
#include "tensor/cells/rows.h"

#include <math.h>

enum { LANES = 8 }; /* of float64 half as many */

ADD_INLINE int lanes_of(enum dtype dtype)
{
    return dtype == DTYPE_FLOAT64 ? LANES / 2 : LANES;
}

struct add_row rows_of_powers(enum dtype dtype)
{
    return (struct add_row){.lanes = lanes_of(dtype),
                            .act = ADD_ROUNDED,
                            .ends = dtype == DTYPE_FLOAT64 ? ENDS_IN_ORDER : ENDS_HALVES,
                            .few_in_order = true};
}

struct add_row rows_of_gradients(enum dtype dtype, int64_t n)
{
    struct add_row row = rows_of_powers(dtype);
    row.first = true;
    row.act = n < row.lanes ? ADD_ROUNDED : ADD_FUSED;
    return row;
}

struct add_row rows_of_channels(enum dtype dtype)
{
    return (struct add_row){
        .lanes = lanes_of(dtype), .act = ADD_FUSED, .ends = ENDS_IN_ORDER, .rest_last = true};
}

#define ROWS_SUM(name, real, fused)                                                                \
    struct row_##name {                                                                            \
        const real *x, *y;                                                                         \
        real sum[LANES];                                                                           \
    };                                                                                             \
    ADD_INLINE void take_##name(void *arg, const struct add_step *step)                            \
    {                                                                                              \
        struct row_##name *r = arg;                                                                \
        real *to = &r->sum[step->to];                                                              \
        if (step->act == ADD_JOIN) {                                                               \
            *to += r->sum[step->from];                                                             \
        } else if (r->y && step->act == ADD_FUSED) {                                               \
            *to = fused(r->x[step->k], r->y[step->k], *to);                                        \
        } else {                                                                                   \
            real x = r->y ? r->x[step->k] * r->y[step->k] : r->x[step->k];                         \
            *to = step->act == ADD_FIRST ? x : *to + x;                                            \
        }                                                                                          \
    }                                                                                              \
    ADD_INLINE real sum_##name(const struct add_row *row, const real *x, const real *y, int64_t n) \
    {                                                                                              \
        struct row_##name r = {x, y, {0}};                                                         \
        add_row(&(struct add_way){take_##name, &r}, row, n);                                       \
        return r.sum[0];                                                                           \
    }                                                                                              \
    ADD_INLINE real gradients_##name(enum dtype dtype, const real *x, const real *y, int64_t n)    \
    {                                                                                              \
        const struct add_row few = rows_of_gradients(dtype, 0);                                    \
        const struct add_row row = rows_of_gradients(dtype, LANES);                                \
        return n < row.lanes ? sum_##name(&few, x, y, n) : sum_##name(&row, x, y, n);              \
    }                                                                                              \
    ADD_INLINE real channels_##name(enum dtype dtype, const real *x, const real *y, int64_t n)     \
    {                                                                                              \
        const struct add_row row = rows_of_channels(dtype);                                        \
        return sum_##name(&row, x, y, n);                                                          \
    }
ROWS_SUM(f32, float, fmaf)
ROWS_SUM(f64, double, fma)

/* With y and without it are two loops. Rows shorter than their lanes are not worth asking the
 * processor, nor registers that only long ones need. */
#define BOTH(of, dtype) y ? of(dtype, x, y, n) : of(dtype, x, NULL, n)
#if defined(__x86_64__)
#define ROWS(of, real, dtype)                                                                      \
    __attribute__((target("avx2,fma"))) static real of##_fma(const real *x, const real *y,         \
                                                             int64_t n)                            \
    {                                                                                              \
        return BOTH(of, dtype);                                                                    \
    }                                                                                              \
    __attribute__((noinline)) static real of##_plain(const real *x, const real *y, int64_t n)      \
    {                                                                                              \
        return BOTH(of, dtype);                                                                    \
    }                                                                                              \
    real rows_##of(const real *x, const real *y, int64_t n)                                        \
    {                                                                                              \
        if (n >= lanes_of(dtype)) {                                                                \
            return __builtin_cpu_supports("fma") ? of##_fma(x, y, n) : of##_plain(x, y, n);        \
        }                                                                                          \
        return BOTH(of, dtype);                                                                    \
    }
#else
#define ROWS(of, real, dtype)                                                                      \
    real rows_##of(const real *x, const real *y, int64_t n)                                        \
    {                                                                                              \
        return BOTH(of, dtype);                                                                    \
    }
#endif
ROWS(gradients_f32, float, DTYPE_FLOAT32)
ROWS(channels_f32, float, DTYPE_FLOAT32)
ROWS(gradients_f64, double, DTYPE_FLOAT64)
ROWS(channels_f64, double, DTYPE_FLOAT64)

double rows_powers_f64(const double *x, int64_t n)
{
    const struct add_row row = rows_of_powers(DTYPE_FLOAT64);
    return sum_f64(&row, x, NULL, n);
}
