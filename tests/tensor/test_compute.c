/* The thread pool: every part runs exactly once, whatever the number of threads, job after job. */
#include "tensor/compute/compute.h"

#include <check.h>
#include <stdatomic.h>
#include <string.h>

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
    ck_assert_int_ge(compute_threads(&cx), 1);
    ck_assert_int_le(compute_threads(&cx), 16);
    ck_assert_int_eq(cx.simd, compute_best_simd());
    compute_release(&cx);
    compute_init(&cx, &err, NULL, 1000);
    ck_assert_int_eq(compute_threads(&cx), 16);
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

Suite *suite_compute(void)
{
    Suite *s = suite_create("compute");
    TCase *t = tcase_create("compute");
    tcase_add_loop_test(t, every_part_runs_once, 1, 6);
    tcase_add_test(t, threads_are_as_asked);
    tcase_add_test(t, release_twice_is_harmless);
    suite_add_tcase(s, t);
    return s;
}
