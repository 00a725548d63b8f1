/* The body of a tile kernel, included once by each kernel_*.c, which defines
 *     KERNEL_NAME     the struct kernel to define
 *     KERNEL_TARGET   the function's target attribute, or nothing
 *     KERNEL_BYTES    the width of a vector register
 * Two vectors wide and six rows high: twelve independent sums hide the latency of the addition and
 * leave four of sixteen registers for the operands. */

#define KERNEL_WIDTH ((int)(KERNEL_BYTES / sizeof(float)))
#if defined(__clang__)
#define KERNEL_UNROLL _Pragma("clang loop unroll(full)")
#else
#define KERNEL_UNROLL _Pragma("GCC unroll 6")
#endif

/* Rows of c may begin anywhere. */
typedef float kernel_vector __attribute__((vector_size(KERNEL_BYTES), aligned(4), may_alias));

KERNEL_TARGET static void kernel_tile(int64_t K, const float *a, int64_t a_row, const float *b,
                                      float *c, int64_t c_row, int first)
{
    kernel_vector sum[KERNEL_MAX_ROWS][2];
    KERNEL_UNROLL
    for (int i = 0; i < KERNEL_MAX_ROWS; i++) {
        const float *c_i = c + i * c_row;
        sum[i][0] = first ? (kernel_vector){0} : *(const kernel_vector *)c_i;
        sum[i][1] = first ? (kernel_vector){0} : *(const kernel_vector *)(c_i + KERNEL_WIDTH);
    }
    for (int64_t k = 0; k < K; k++) {
        kernel_vector b_left = *(const kernel_vector *)b;
        kernel_vector b_right = *(const kernel_vector *)(b + KERNEL_WIDTH);
        KERNEL_UNROLL
        for (int i = 0; i < KERNEL_MAX_ROWS; i++) {
            float a_ik = a[i * a_row];
            sum[i][0] += a_ik * b_left;
            sum[i][1] += a_ik * b_right;
        }
        a++;
        b += 2 * KERNEL_WIDTH;
    }
    KERNEL_UNROLL
    for (int i = 0; i < KERNEL_MAX_ROWS; i++) {
        float *c_i = c + i * c_row;
        *(kernel_vector *)c_i = sum[i][0];
        *(kernel_vector *)(c_i + KERNEL_WIDTH) = sum[i][1];
    }
}

const struct kernel KERNEL_NAME = {KERNEL_MAX_ROWS, 2 * (int)(KERNEL_BYTES / sizeof(float)),
                                   kernel_tile};
