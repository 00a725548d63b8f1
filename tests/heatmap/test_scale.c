/* Tests scales and the way numbers are written. */
#include "heatmap/table/scale.h"

#include "../expect.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_scale(void);

static const double values[] = {0.1, 0.4, NAN, 0.2, INFINITY, 9};
static const bool hidden[] = {false, false, false, false, false, true};
static const struct panel panel = {NULL, 2, 3, values, hidden, NULL};

static struct scale find(enum scale_rule rule, double least, double most, double center)
{
    const struct scale_wish wish = {rule, least, most, center, false};
    struct scale s;
    ck_assert(scale_find(&wish, &panel, 1, &s));
    return s;
}

START_TEST(masked_and_infinite_cells_take_no_part)
{
    struct scale s = find(SCALE_PLAIN, NAN, NAN, NAN);
    ck_assert_double_eq(s.lo, 0.1);
    ck_assert_double_eq(s.hi, 0.4);
    ck_assert(s.any);
}
END_TEST

/* The quick way has the ends that looking at each has, and leaves what is not plain to the other.
 */
START_TEST(plain_tables_have_the_same_ends)
{
    float v[70];
    const bool none[70] = {false};
    for (int count = 1; count <= 70; count++) {
        double least, most, low = INFINITY, high = -INFINITY;
        for (int k = 0; k < count; k++) {
            v[k] = (float)((k * 37 + count) % 71 - 35) / 7;
            low = (double)v[k] < low ? (double)v[k] : low;
            high = (double)v[k] > high ? (double)v[k] : high;
        }
        struct panel p = {.rows = 1, .columns = count, .single = v};
        if (panel_plain(&p, &least, &most)) {
            EXPECT(least == low && most == high, "%d values: %g to %g", count, least, most);
        } else {
            EXPECT(count < 16, "%d values are not plain", count);
        }
        for (int k = 0; k < count; k++) {
            static const float odd[] = {(float)NAN, (float)INFINITY, -(float)INFINITY};
            float was = v[k];
            v[k] = odd[k % 3];
            EXPECT(!panel_plain(&p, &least, &most), "value %d of %d is no number", k, count);
            v[k] = was;
        }
        p.masked = none;
        EXPECT(!panel_plain(&p, &least, &most), "%d values may be masked", count);
    }
}
END_TEST

START_TEST(rules_give_the_ends)
{
    struct scale s = find(SCALE_WEIGHTS, NAN, NAN, NAN);
    ck_assert_double_eq(s.lo, 0);
    ck_assert_double_eq(s.hi, 0.4);
    s = find(SCALE_SIGNED, NAN, NAN, NAN);
    ck_assert_double_eq(s.lo, -0.4);
    ck_assert_double_eq(s.hi, 0.4);
    s = find(SCALE_SIGNED, NAN, NAN, 1);
    ck_assert_double_eq_tol(s.lo, 0.1, 1e-15);
    ck_assert_double_eq_tol(s.hi, 1.9, 1e-15);
    s = find(SCALE_SIGNED, -3, 0.3, NAN);
    ck_assert_double_eq(s.lo, -3);
    ck_assert_double_eq(s.hi, 0.3);
    ck_assert_double_eq(s.most, 0.4);
}
END_TEST

START_TEST(robust_leaves_out_two_percent)
{
    double many[101];
    for (int k = 0; k < 101; k++) {
        many[k] = k;
    }
    many[100] = 1e9;
    const struct panel long_one = {NULL, 1, 101, many, NULL, NULL};
    const struct scale_wish wish = {SCALE_PLAIN, NAN, NAN, NAN, true};
    struct scale s;
    ck_assert(scale_find(&wish, &long_one, 1, &s));
    ck_assert_double_eq(s.lo, 2);
    ck_assert_double_eq(s.hi, 98);
    ck_assert_double_eq(s.most, 1e9);
}
END_TEST

/* Weights of n tokens that look at all before them alike, or (sharp) at themselves alone. */
static double *causal(int n, bool sharp, bool *later)
{
    double *v = calloc((size_t)n * (size_t)n, sizeof *v);
    for (int k = 0; k < n * n; k++) {
        int row = k / n, column = k % n;
        later[k] = column > row;
        v[k] = later[k] ? 0 : sharp ? column == row : 1.0 / (row + 1);
    }
    return v;
}

/* The first row of a causal table is 1 always: it does not darken all others, unless the table is
 * small, or the others reach as far, or somebody said where the colors end. */
static const struct {
    int n;
    bool sharp;
    double most;
    double least_end, most_end;
} tables[] = {{64, false, NAN, 0.1, 0.2}, {256, false, NAN, 0.02, 0.05},
              {6, false, NAN, 1, 1},      {64, true, NAN, 1, 1},
              {256, true, NAN, 1, 1},     {64, false, 0.5, 0.5, 0.5}};

START_TEST(a_first_row_of_one_key_does_not_darken_the_rest)
{
    int n = tables[_i].n;
    bool *later = calloc((size_t)n * (size_t)n, sizeof *later);
    double *v = causal(n, tables[_i].sharp, later);
    const struct panel p = {NULL, n, n, v, later, NULL};
    const struct scale_wish wish = {SCALE_WEIGHTS, NAN, tables[_i].most, NAN, false};
    struct scale s;
    ck_assert(scale_find(&wish, &p, 1, &s));
    EXPECT(s.lo == 0 && s.hi >= tables[_i].least_end && s.hi <= tables[_i].most_end,
           "%d tokens: %g to %g", n, s.lo, s.hi);
    EXPECT(s.cut == (isnan(wish.most) && s.hi < 1), "%d tokens: %d", n, s.cut);
    int beyond = 0, seen = 0;
    for (int k = 0; k < n * n; k++) {
        seen += !later[k];
        beyond += !later[k] && v[k] > s.hi;
    }
    EXPECT(!s.cut || (beyond > 0 && beyond * 50 <= seen), "%d of %d lie beyond", beyond, seen);
    free(v);
    free(later);
}
END_TEST

/* The rule as docs/heatmap.md states it, computed by counting: how many rows have a weight of half
 * of the largest, and how many weights lie beyond the end. */
static void expect_end(const double *v, const bool *later, int n, int seed)
{
    const struct panel p = {NULL, n, n, v, later, NULL};
    const struct scale_wish wish = {SCALE_WEIGHTS, NAN, NAN, NAN, false};
    struct scale s;
    double most = 0;
    int high_rows = 0, seen = 0, beyond = 0, nearly = 0, at_most = 0;
    ck_assert(scale_find(&wish, &p, 1, &s));
    for (int k = 0; k < n * n; k++) {
        most = !later[k] && v[k] > most ? v[k] : most;
    }
    for (int row = 0; row < n; row++) {
        bool high = false;
        for (int k = row * n; k < row * n + n; k++) {
            high = high || (!later[k] && v[k] >= most / 2);
            seen += !later[k];
            beyond += !later[k] && v[k] > s.hi;
            nearly += !later[k] && v[k] > s.hi * 0.99;
            at_most += !later[k] && v[k] > most * 0.99;
        }
        high_rows += high;
    }
    bool cut = n >= 16 && 4 * (n - high_rows) >= 3 * n && at_most <= seen / 50;
    EXPECT(s.cut == cut, "%d words, run %d: %d of %d rows reach half, but cut is %d", n, seed,
           high_rows, n, s.cut);
    EXPECT(s.cut || s.hi == most, "%d words, run %d: it ends at %g", n, seed, s.hi);
    EXPECT(!s.cut || (beyond <= seen / 50 && nearly > seen / 50),
           "%d words, run %d: %d or %d of %d lie beyond %g", n, seed, beyond, nearly, seen, s.hi);
}

START_TEST(the_end_of_long_tables_is_that_of_the_manual)
{
    uint64_t state = 1;
    bool ends[2] = {false, false};
    for (int n = 14; n <= 30; n++) {
        for (int seed = 0; seed < 24; seed++) {
            double v[30 * 30];
            bool later[30 * 30];
            for (int row = 0; row < n; row++) {
                double sum = 0;
                for (int c = 0; c < n; c++) {
                    state = state * 6364136223846793005u + 1442695040888963407u;
                    double u = (double)(state >> 40) / (1 << 24);
                    later[row * n + c] = c > row;
                    v[row * n + c] = c > row ? 0 : exp(u * (1 + seed / 2.0));
                    sum += v[row * n + c];
                }
                for (int c = 0; c < n; c++) {
                    v[row * n + c] /= sum;
                }
            }
            expect_end(v, later, n, seed);
            const struct panel p = {NULL, n, n, v, later, NULL};
            const struct scale_wish wish = {SCALE_WEIGHTS, NAN, NAN, NAN, false};
            struct scale s;
            ck_assert(scale_find(&wish, &p, 1, &s));
            ends[s.cut] = true;
        }
    }
    ck_assert(ends[0] && ends[1]); /* both were met */
}
END_TEST

static const struct {
    double v;
    int decimals;
    bool bare;
    const char *text;
} written[] = {{0.178, 3, false, "0.178"},
               {0.178, 2, true, ".18"},
               {1, 2, true, "1.0"},
               {-0.45, 2, true, "\u2212.45"},
               {-0.0004, 3, false, "0.000"},
               {-0.0004, 2, true, ".00"},
               {-12.34, 1, false, "\u221212.3"},
               {NAN, 3, false, "NaN"},
               {INFINITY, 3, true, "\u221e"},
               {-INFINITY, 0, false, "\u2212\u221e"},
               {3, 0, true, "3"},
               {1.276, 2, true, "1.3"},
               {-2.96, 2, true, "\u22123.0"},
               {0.996, 2, true, "1.0"},
               {1.27, 1, true, "1"},
               {-1e12, 2, false, "\u22121.0e+12"}};

static const struct {
    double v;
    const char *text;
} brief[] = {{0.18, "0.180"},
             {1, "1"},
             {0, "0"},
             {12.512, "12.5"},
             {0.00123, "0.00123"},
             {-3, "\u22123"},
             {153.2, "153"},
             {0.0178, "0.018"},
             {4e-17, "4.00e-17"},
             {1.5e7, "1.50e+07"},
             {1.5, "1.50"},
             /* on both sides of where the form changes */
             {999999, "999999"},
             {1e6, "1.00e+06"},
             {999999.5, "1000000"},
             {1000000.5, "1.00e+06"},
             {0.0001, "0.000100"},
             {0.0000999, "9.99e-05"},
             {0.01, "0.010"},
             {0.00999, "0.00999"},
             {0.5, "0.500"},
             {1.25, "1.25"},
             {10.5, "10.5"},
             {99.5, "99.5"},
             {100.25, "100"}};

START_TEST(numbers_are_written_so)
{
    char text[NUMBER_MAX];
    for (size_t k = 0; k < sizeof written / sizeof written[0]; k++) {
        const struct number_format how = {written[k].decimals, written[k].bare};
        numeral_text(written[k].v, how, text);
        EXPECT(strcmp(text, written[k].text) == 0, "%g: %s, not %s", written[k].v, text,
               written[k].text);
    }
    for (size_t k = 0; k < sizeof brief / sizeof brief[0]; k++) {
        numeral_brief(brief[k].v, text);
        EXPECT(strcmp(text, brief[k].text) == 0, "%g: %s, not %s", brief[k].v, text, brief[k].text);
    }
}
END_TEST

Suite *suite_scale(void)
{
    Suite *s = suite_create("scale");
    TCase *t = tcase_create("scale");
    tcase_add_test(t, masked_and_infinite_cells_take_no_part);
    tcase_add_test(t, plain_tables_have_the_same_ends);
    tcase_add_test(t, rules_give_the_ends);
    tcase_add_test(t, robust_leaves_out_two_percent);
    tcase_add_loop_test(t, a_first_row_of_one_key_does_not_darken_the_rest, 0,
                        (int)(sizeof tables / sizeof tables[0]));
    tcase_add_test(t, the_end_of_long_tables_is_that_of_the_manual);
    tcase_add_test(t, numbers_are_written_so);
    suite_add_tcase(s, t);
    return s;
}
