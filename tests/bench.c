/* Measures speed, as ratios of one run on the same cores: the matrix product against OpenBLAS (when
 * compiled with -DHAVE_OPENBLAS), and a causal attention layer of GPT-2 small against NumPy and
 * PyTorch (when tests/bench_layer.py finds them). Prints; decides nothing. */
#define _POSIX_C_SOURCE 200809L
#include "tensor/cells/elementwise.h"
#include "tensor/cells/elementwise_select.h"
#include "tensor/cells/softmax.h"
#include "tensor/product/matmul.h"
#include "tensor/product/matmul_linear.h"
#include "tensor/random/random.h"
#include "tensor/shape/view.h"
#include "tensor/shape/view_shape.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef HAVE_OPENBLAS
#include <cblas.h>
void openblas_set_num_threads(int threads);
#endif

enum { T = 1024, C = 768, HEADS = 12, ROUNDS = 12, THREADS = 2 };

static double clock_ms(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static double now_ms(void)
{
    return clock_ms(CLOCK_MONOTONIC);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

struct timing {
    double ms[ROUNDS];
    int count;
};

static void note(struct timing *t, double ms)
{
    if (t->count < ROUNDS) {
        t->ms[t->count++] = ms;
    }
}

static double best(const struct timing *t)
{
    double least = INFINITY;
    for (int i = 0; i < t->count; i++) {
        least = fmin(least, t->ms[i]);
    }
    return least;
}

static double median(const struct timing *t)
{
    double sorted[ROUNDS];
    if (t->count == 0) {
        return NAN;
    }
    memcpy(sorted, t->ms, sizeof sorted);
    qsort(sorted, (size_t)t->count, sizeof *sorted, compare);
    return sorted[t->count / 2];
}

/* ---- the matrix product ---- */

static void fill(float *x, size_t n)
{
    uint32_t state = 1;
    for (size_t i = 0; i < n; i++) {
        state = state * 1664525u + 1013904223u;
        x[i] = (float)(state >> 8) * 0x1p-24f - 0.5f;
    }
}

static void bench_matmul(struct compute *cx)
{
    size_t an = (size_t)T * C, bn = (size_t)C * C;
    float *a = malloc(an * sizeof *a), *b = malloc(bn * sizeof *b), *c = malloc(an * sizeof *c);
    struct timing ours = {.count = 0}, blas = {.count = 0};
    if (!a || !b || !c) {
        exit(1);
    }
    fill(a, an);
    fill(b, bn);
    matmul_kernel_f32(cx, T, C, C, a, C, 1, b, C, 1, c);
    for (int i = 0; i < ROUNDS; i++) {
        double start = now_ms();
        matmul_kernel_f32(cx, T, C, C, a, C, 1, b, C, 1, c);
        note(&ours, now_ms() - start);
#ifdef HAVE_OPENBLAS
        openblas_set_num_threads(1);
        start = now_ms();
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, T, C, C, 1.0f, a, C, b, C, 0.0f, c,
                    C);
        note(&blas, now_ms() - start);
#endif
    }
    double work = 2e-6 * T * C * C;
    printf("matmul %dx%dx%d, one thread: %.1f GFLOP/s best, %.1f median", T, C, C,
           work / best(&ours), work / median(&ours));
    if (blas.count > 0) {
        printf("; OpenBLAS %.1f, %.1f; ratio %.2f best, %.2f median", work / best(&blas),
               work / median(&blas), best(&blas) / best(&ours), median(&blas) / median(&ours));
    }
    printf("\n");
    free(a);
    free(b);
    free(c);
}

/* ---- the layer ---- */

enum phase { QKV, SPLIT, SCORES, SCALE, MASK, SOFTMAX, CONTEXT, CONCAT, OUT_PROJ, PHASES };
static const char *const phase_names[PHASES] = {"q, k, v", "split",   "scores", "scale",   "mask",
                                                "softmax", "context", "concat", "out-proj"};

struct layer {
    struct tensor x, weight[4], bias[4]; /* q, k, v, out */
    struct tensor mask, divisor, minus_infinity;
};

static void check(struct compute *cx, bool ok)
{
    if (!ok) {
        fprintf(stderr, "bench: %s\n", cx->err->text);
        exit(1);
    }
}

static void make_layer(struct compute *cx, struct layer *l)
{
    const int64_t x_shape[] = {1, T, C}, w_shape[] = {C, C}, b_shape[] = {C}, m_shape[] = {T, T};
    struct random r;
    random_seed(&r, 0);
    check(cx, tensor_new(cx, &l->x, DTYPE_FLOAT32, 3, x_shape) &&
                  random_uniform(cx, &r, &l->x, -1.0, 1.0));
    for (int i = 0; i < 4; i++) {
        check(cx, tensor_new(cx, &l->weight[i], DTYPE_FLOAT32, 2, w_shape) &&
                      random_uniform(cx, &r, &l->weight[i], -0.036, 0.036) &&
                      tensor_new(cx, &l->bias[i], DTYPE_FLOAT32, 1, b_shape) &&
                      random_uniform(cx, &r, &l->bias[i], -0.036, 0.036));
    }
    check(cx, tensor_new(cx, &l->mask, DTYPE_BOOL, 2, m_shape) &&
                  tensor_from_double(cx, &l->divisor, DTYPE_FLOAT32, 8.0, true) &&
                  tensor_from_double(cx, &l->minus_infinity, DTYPE_FLOAT32, -INFINITY, true));
    uint8_t *mask = tensor_data(&l->mask);
    for (int i = 0; i < T; i++) {
        for (int j = 0; j < T; j++) {
            mask[i * T + j] = j > i;
        }
    }
}

static void free_layer(struct layer *l)
{
    tensor_release(&l->x);
    for (int i = 0; i < 4; i++) {
        tensor_release(&l->weight[i]);
        tensor_release(&l->bias[i]);
    }
    tensor_release(&l->mask);
    tensor_release(&l->divisor);
    tensor_release(&l->minus_infinity);
}

struct layer_timing {
    struct timing phases[PHASES], whole;
    struct timing processor; /* all threads' time: what others do on the machine does not count */
};

/* Every intermediate stays until the end, as a run that is recorded keeps it. */
static void run_layer(struct compute *cx, const struct layer *l, struct layer_timing *timing)
{
    const int64_t heads[] = {1, T, HEADS, C / HEADS}, joined[] = {1, T, C};
    struct tensor p[3], s[3], h[3], k_t, scores, scaled, masked, weights, context, swapped, concat,
        flat, out;
    double at[PHASES + 1], processor_at = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
    at[QKV] = now_ms();
    for (int i = 0; i < 3; i++) {
        check(cx, matmul_linear(cx, &p[i], &l->x, &l->weight[i], &l->bias[i]));
    }
    at[SPLIT] = now_ms();
    for (int i = 0; i < 3; i++) {
        check(cx, view_view(cx, &s[i], &p[i], 4, heads) && view_transpose(cx, &h[i], &s[i], 1, 2));
    }
    check(cx, view_transpose(cx, &k_t, &h[1], -2, -1));
    at[SCORES] = now_ms();
    check(cx, matmul_matmul(cx, &scores, &h[0], &k_t));
    at[SCALE] = now_ms();
    check(cx, elementwise_binary(cx, BINARY_DIV, &scaled, &scores, &l->divisor));
    at[MASK] = now_ms();
    check(cx, elementwise_masked_fill(cx, &masked, &scaled, &l->mask, &l->minus_infinity));
    at[SOFTMAX] = now_ms();
    check(cx, reduce_softmax(cx, &weights, &masked, -1));
    at[CONTEXT] = now_ms();
    check(cx, matmul_matmul(cx, &context, &weights, &h[2]));
    at[CONCAT] = now_ms();
    check(cx, view_transpose(cx, &swapped, &context, 1, 2) &&
                  tensor_contiguous(cx, &concat, &swapped) &&
                  view_view(cx, &flat, &concat, 3, joined));
    at[OUT_PROJ] = now_ms();
    check(cx, matmul_linear(cx, &out, &flat, &l->weight[3], &l->bias[3]));
    at[PHASES] = now_ms();
    for (int i = 0; i < PHASES; i++) {
        note(&timing->phases[i], at[i + 1] - at[i]);
    }
    note(&timing->whole, at[PHASES] - at[0]);
    note(&timing->processor, clock_ms(CLOCK_PROCESS_CPUTIME_ID) - processor_at);
    struct tensor *const kept[] = {&k_t,    &scores, &scaled, &masked, &weights, &context, &swapped,
                                   &concat, &flat,   &out,    &p[0],   &p[1],    &p[2],    &s[0],
                                   &s[1],   &s[2],   &h[0],   &h[1],   &h[2]};
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        tensor_release(kept[i]);
    }
}

/* ---- the others: a child that runs one layer per line and answers with milliseconds ---- */

struct other {
    pid_t pid;
    FILE *ask, *answer;
};

static bool start_other(struct other *o, const char *script)
{
    int to[2], from[2];
    if (pipe(to) != 0 || pipe(from) != 0) {
        return false;
    }
    o->pid = fork();
    if (o->pid == 0) {
        dup2(to[0], 0);
        dup2(from[1], 1);
        close(to[1]);
        close(from[0]);
        execl("/usr/bin/python3", "python3", script, (char *)NULL);
        execlp("python3", "python3", script, (char *)NULL);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    o->ask = fdopen(to[1], "w");
    o->answer = fdopen(from[0], "r");
    return o->pid > 0 && o->ask && o->answer;
}

/* OpenBLAS's and OpenMP's threads keep a core busy for a while after their work is done. */
static void let_threads_rest(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
}

/* Milliseconds, or a negative number when the library is missing; the name of its BLAS. */
static double ask_other(struct other *o, const char *library, char blas[32])
{
    char line[64], *end;
    let_threads_rest();
    if (fprintf(o->ask, "%s\n", library) < 0 || fflush(o->ask) != 0 ||
        !fgets(line, sizeof line, o->answer)) {
        return -1.0;
    }
    double milliseconds = strtod(line, &end);
    snprintf(blas, 32, "%.*s", (int)strcspn(end + (*end == ' '), "\n"), end + (*end == ' '));
    return milliseconds;
}

static void bench_layer(struct compute *cx, struct budget *memory, const char *script)
{
    struct layer l;
    struct layer_timing warm = {0}, timed = {0};
    static const char *const libraries[] = {"numpy", "torch"};
    struct timing others[2] = {{.count = 0}};
    char blas[2][32] = {"", ""};
    struct other o = {0};
    bool asked = start_other(&o, script);
    make_layer(cx, &l);
    size_t before = memory->used;
    size_t scores = (size_t)4 * HEADS * T * T, rows = (size_t)4 * T * C;
    size_t intermediates = 4 * scores + 6 * rows;
    for (int round = 0; round < ROUNDS; round++) {
        let_threads_rest();
        run_layer(cx, &l, &warm); /* each turn begins with one that does not count */
        run_layer(cx, &l, &timed);
        for (int i = 0; asked && i < 2; i++) {
            double ms = ask_other(&o, libraries[i], blas[i]);
            if (ms > 0.0) {
                note(&others[i], ms);
            }
        }
    }
    printf("layer (1, %d, %d), %d heads, %d threads: %.1f ms best, %.1f median; processor time "
           "%.1f, %.1f\n",
           T, C, HEADS, compute_threads(cx), best(&timed.whole), median(&timed.whole),
           best(&timed.processor), median(&timed.processor));
    for (int i = 0; i < PHASES; i++) {
        printf("    %-9s %6.2f best %6.2f median\n", phase_names[i], best(&timed.phases[i]),
               median(&timed.phases[i]));
    }
    for (int i = 0; i < 2; i++) {
        if (others[i].count == 0) {
            continue;
        }
        printf("    %s with %s: %.1f ms best, %.1f median; ", libraries[i], blas[i],
               best(&others[i]), median(&others[i]));
        if (strcmp(blas[i], "reference BLAS") == 0) {
            puts("no ratio: the reference BLAS is not made for speed (install OpenBLAS)");
        } else {
            printf("qkv is %.2f, %.2f times as fast\n", best(&others[i]) / best(&timed.whole),
                   median(&others[i]) / median(&timed.whole));
        }
    }
    printf("    memory: %.2f of the intermediates' own %.0f MB\n",
           (double)(memory->peak - before) / (double)intermediates, (double)intermediates * 1e-6);
    free_layer(&l);
    if (asked) {
        fclose(o.ask);
        fclose(o.answer);
        waitpid(o.pid, NULL, 0);
    }
}

int main(int argc, char **argv)
{
    struct error err = {0};
    struct budget memory = {0};
    struct compute one, two;
    signal(SIGPIPE, SIG_IGN); /* the child may be gone: then there is nothing to compare with */
    compute_init(&one, &err, NULL, 1);
    bench_matmul(&one);
    compute_release(&one);
    compute_init(&two, &err, &memory, THREADS);
    bench_layer(&two, &memory, argc > 1 ? argv[1] : "tests/bench_layer.py");
    compute_release(&two);
    return 0;
}
