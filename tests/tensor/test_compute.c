/* Tests the thread pool: every part runs exactly once, whatever the number of threads, job after
 * job. */
#include "tensor/compute/compute.h"

#include "base/watched.h"
#include "program.h"
#include "tensor/compute/kernel.h"
#include "tensor/compute/storage.h"

#include <check.h>
#include <dirent.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

Suite *suite_compute(void);

enum { MOST_PARTS = 100 };

struct tally {
    atomic_int times[MOST_PARTS];
    double result[MOST_PARTS];
};

static void count_part(void *arg, int part)
{
    struct tally *tally = arg;
    double sum = 0.0;
    for (int i = 0; i < 1000 * (part % 7); i++) {
        sum += 1.0 / (double)(i + 1 + part);
    }
    tally->result[part] = sum;
    atomic_fetch_add(&tally->times[part], 1);
}

START_TEST(every_part_runs_once)
{
    struct error err = {0};
    struct compute cx;
    struct tally alone, tally;
    memset(&alone, 0, sizeof alone);
    for (int part = 0; part < MOST_PARTS; part++) {
        count_part(&alone, part);
    }
    compute_init(&cx, &err, NULL, _i);
    for (int parts = 0; parts <= MOST_PARTS; parts++) {
        memset(&tally, 0, sizeof tally);
        compute_parallel(&cx, parts, count_part, &tally);
        for (int part = 0; part < MOST_PARTS; part++) {
            ck_assert_int_eq(atomic_load(&tally.times[part]), part < parts);
            if (part < parts) {
                ck_assert_mem_eq(&tally.result[part], &alone.result[part], sizeof(double));
            }
        }
    }
    compute_release(&cx);
}
END_TEST

START_TEST(threads_are_as_asked)
{
    struct error err = {0};
    struct compute cx;
    for (int threads = 1; threads <= 16; threads++) {
        compute_init(&cx, &err, NULL, threads);
        ck_assert_int_eq(compute_threads(&cx), threads);
        compute_release(&cx);
    }
    compute_init(&cx, &err, NULL, 0);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    ck_assert_int_eq(compute_threads(&cx), cores < 16 ? cores : 16);
    ck_assert_int_eq(cx.simd, compute_best_simd());
    compute_release(&cx);
    compute_init(&cx, &err, NULL, 1000);
    ck_assert_int_eq(compute_threads(&cx), 16);
    compute_release(&cx);
}
END_TEST

START_TEST(small_blocks_are_taken_again)
{
    struct compute cx;
    struct error err = {0};
    compute_init(&cx, &err, NULL, 1);
    for (size_t bytes = 0; bytes <= 2048; bytes += 32) {
        struct storage *s = storage_new(&cx, bytes);
        const void *data = s->data;
        storage_release(s);
        s = storage_new(&cx, bytes);
        ck_assert(s->bytes == bytes && s->references == 1);
        ck_assert(MEMORY_WATCHED || bytes > 1024 || s->data == data);
        memset(s->data, 0xff, bytes);
        storage_release(s);
    }
    compute_release(&cx);
}
END_TEST

START_TEST(release_twice_is_harmless)
{
    struct error err = {0};
    struct compute cx;
    compute_init(&cx, &err, NULL, 3);
    compute_release(&cx);
    compute_release(&cx);
    ck_assert_int_eq(compute_threads(&cx), 1);
}
END_TEST

/* Threads start with the first work that is worth them. */
static const struct {
    const char *before, *work;
    bool shared;
} works[] = {
    {"a = torch.ones(64, 64)", "a @ a", false},
    {"a = torch.ones(128, 128)", "a @ a", true},
    {"a = torch.ones(2, 64, 64)", "a @ a", false},
    {"a = torch.ones(8, 64, 64)", "a @ a", true},
    {"a = torch.ones(100, 24, 24)", "a @ a", true},
    {"a = torch.ones(32768)", "a + 1", false},
    {"a = torch.ones(256, 1).expand(256, 256)", "a + 1", true},
    {"a = torch.ones(16, 1024)", "torch.softmax(a, dim=1), torch.softmax(a, dim=0)", false},
    {"a = torch.ones(256, 1).expand(256, 256)", "torch.softmax(a, dim=0)", true},
    {"a = torch.ones(16, 1024)", "a.sum(1), a.var(1), a.max(1)", false},
    {"a = torch.ones(256, 1).expand(256, 256)", "a.sum(1)", true},
    {"a = torch.ones(256, 1).expand(256, 256)", "a.amax(1)", true},
};

static int threads_now(void) /* 0: this system does not tell */
{
    int count = 0;
    DIR *d = opendir("/proc/self/task");
    for (struct dirent *e = NULL; d != NULL && (e = readdir(d)) != NULL;) {
        count += e->d_name[0] != '.';
    }
    if (d != NULL) {
        closedir(d);
    }
    return count;
}

START_TEST(large_work_is_shared_and_small_work_is_not)
{
    struct program p;
    program_open(&p, 0, NULL);
    ck_assert_int_eq(program_run(&p, "import torch\n", 0), OUTCOME_DONE);
    struct compute *cx = &p.session->torch.compute, alone = *cx;
    compute_release(cx);
    compute_init(cx, alone.err, alone.memory, 2);
    ck_assert_int_eq(program_run(&p, works[_i].before, 0), OUTCOME_DONE);
    int before = threads_now();
    ck_assert_int_eq(program_run(&p, works[_i].work, 0), OUTCOME_DONE);
    ck_assert_msg(threads_now() - before == (before > 0 && works[_i].shared), "%s: %s",
                  works[_i].before, works[_i].work);
    program_close(&p);
}
END_TEST

/* Whatever goes row by row gives a row the same bits alone as among others, which other threads do.
 */
static const char rows[] =
    "import torch\n"
    "F = torch.nn.functional\n"
    "N = 24000\n"
    "g = torch.randn(N)\n"
    "ways = [lambda x: torch.softmax(x, 1), lambda x: torch.log_softmax(x, 1),\n"
    "        lambda x: F.layer_norm(x, (N,)), lambda x: F.layer_norm(x, (N,), g.to(x.dtype), "
    "g.to(x.dtype)),\n"
    "        lambda x: x.sum(1), lambda x: x.mean(1), lambda x: x.var(1), lambda x: "
    "x.norm(dim=1),\n"
    "        lambda x: x.amax(1), lambda x: x.argmin(1), lambda x: x.cumsum(1), lambda x: "
    "x.sort(1)[1],\n"
    "        lambda x: x.topk(3, 1)[0], lambda x: x.median(1)[0], lambda x: x.double().prod(1), "
    "lambda x: x.logsumexp(1),\n"
    "        lambda x: x.exp(), lambda x: F.gelu(x), lambda x: x * g.to(x.dtype), lambda x: x > "
    "0,\n"
    "        lambda x: x.flip(1), lambda x: x.index_select(1, torch.arange(0, N, 7)), lambda x: "
    "x.double(),\n"
    "        lambda x: x.bfloat16(), lambda x: torch.where(x > 0, x, -x), lambda x: torch.cat([x, "
    "x], 1),\n"
    "        lambda x: x.masked_fill(x > 1, 0), lambda x: x.roll(5, 1), lambda x: x.cummax(1)[0],\n"
    "        lambda x: x.unfold(1, 3, 3).sum(2), lambda x: x.view(-1, 40, N // 40).transpose(1, "
    "2).contiguous()]\n"
    "def check():\n"
    "    for dtype in (torch.float32, torch.float64, torch.bfloat16):\n"
    "        x = torch.randn(4, N).to(dtype)\n"
    "        for k in range(len(ways)):\n"
    "            whole = ways[k](x)\n"
    "            for row in range(4):\n"
    "                assert torch.equal(whole[row:row + 1], ways[k](x[row:row + 1])), (dtype, k, "
    "row)\n"
    "check()\n";

START_TEST(a_row_is_as_alone)
{
    struct program p;
    program_open(&p, 0, NULL);
    ck_assert_int_eq(program_run(&p, "import torch\n", 0), OUTCOME_DONE);
    struct compute *cx = &p.session->torch.compute, alone = *cx;
    compute_release(cx);
    compute_init(cx, alone.err, alone.memory, 3);
    ck_assert_int_eq(program_run(&p, rows, 0), OUTCOME_DONE);
    program_close(&p);
}
END_TEST

/* Nor is infinity one. */
START_TEST(a_nan_is_seen_wherever_it_is)
{
    struct error err = {0};
    struct compute cx;
    float cells[200];
    compute_init(&cx, &err, NULL, 1);
    cx.simd = (enum simd)_i < cx.simd ? (enum simd)_i : cx.simd;
    const struct kernel *kernel = kernel_for(&cx);
    for (int n = 0; n <= 200; n++) {
        for (int k = 0; k < n; k++) {
            cells[k] = k % 2 == 0 ? INFINITY : -INFINITY;
        }
        ck_assert(!kernel->any_nan(cells, n));
        for (int k = 0; k < n; k++) {
            float was = cells[k];
            cells[k] = k % 2 == 0 ? NAN : -NAN;
            ck_assert_msg(kernel->any_nan(cells, n), "%d of %d", k, n);
            cells[k] = was;
        }
    }
    compute_release(&cx);
}
END_TEST

Suite *suite_compute(void)
{
    Suite *s = suite_create("compute");
    TCase *t = tcase_create("compute");
    tcase_add_loop_test(t, every_part_runs_once, 1, 6);
    tcase_add_test(t, threads_are_as_asked);
    tcase_add_test(t, small_blocks_are_taken_again);
    tcase_add_test(t, release_twice_is_harmless);
    tcase_add_loop_test(t, large_work_is_shared_and_small_work_is_not, 0,
                        sizeof works / sizeof works[0]);
    tcase_add_test(t, a_row_is_as_alone);
    tcase_add_loop_test(t, a_nan_is_seen_wherever_it_is, SIMD_BASELINE, SIMD_AVX512 + 1);
    suite_add_tcase(s, t);
    return s;
}
