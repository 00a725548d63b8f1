/* Tests tables with more values than pixels: every pixel against the mean of what it covers, added
 * up value by value. */
#include "decode.h"

#include "../expect.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>

Suite *suite_blocks(void);

enum { ROWS = 900, COLUMNS = 1100 };

struct table {
    float single[ROWS * COLUMNS];
    double value[ROWS * COLUMNS];
    bool masked[ROWS * COLUMNS];
};

/* odd: with masked cells and such as are no numbers. */
static struct table *some_table(bool odd)
{
    struct table *t = calloc(1, sizeof *t);
    for (int k = 0; k < ROWS * COLUMNS; k++) {
        t->single[k] = (float)((k * 7919LL + k / COLUMNS * 13) % 1009) / 1008;
        t->single[k] = odd && k % 17 == 0 ? (float)NAN : t->single[k];
        t->masked[k] = odd && k % COLUMNS > k / COLUMNS + 40;
        t->value[k] = (double)t->single[k];
    }
    return t;
}

/* How much of [k, k + 1) lies in [from, to). */
static double covered(int k, double from, double to)
{
    double left = from > k ? from : k, right = to < k + 1 ? to : k + 1;
    return right > left ? right - left : 0;
}

/* The mean of the values under a cell, NaN: there are none. */
static double mean_under(const struct table *t, const struct item *cells, int row, int column)
{
    double high = (double)ROWS / cells->rows, wide = (double)COLUMNS / cells->columns;
    double sum = 0, area = 0;
    for (int r = (int)(row * high); r < ROWS && r < (row + 1) * high; r++) {
        for (int c = (int)(column * wide); c < COLUMNS && c < (column + 1) * wide; c++) {
            int at = r * COLUMNS + c;
            double part = covered(r, row * high, (row + 1) * high) *
                          covered(c, column * wide, (column + 1) * wide);
            if (isfinite(t->value[at]) && !t->masked[at]) {
                sum += t->value[at] * part;
                area += part;
            }
        }
    }
    return area > 1e-9 ? sum / area : (double)NAN;
}

static void expect_means(const struct table *t, bool by_single, bool odd)
{
    const struct panel p = {
        .rows = ROWS,
        .columns = COLUMNS,
        .value = by_single ? NULL : t->value,
        .single = by_single ? t->single : NULL,
        .masked = odd ? t->masked : NULL,
    };
    struct figure f = plain_figure(&p, 1);
    struct drawn d;
    f.wish.most = 1;
    draw_figure(&f, &d);
    const struct item *cells = cells_item(&d.drawing, 0);
    ck_assert_int_eq(cells->pitch, 1);
    ck_assert_int_lt(cells->rows, ROWS);
    for (int k = 0; k < cells->rows * cells->columns; k += 7) {
        int row = k / cells->columns, column = k % cells->columns;
        double mean = mean_under(t, cells, row, column);
        uint32_t got = decoded_at(&d.png, cells->x + column, cells->y + row);
        if (isnan(mean)) {
            EXPECT(got == opaque(drawing_color(&d.drawing, ROLE_MASK)) ||
                       got == opaque(drawing_color(&d.drawing, ROLE_HATCH)) ||
                       got == opaque(drawing_color(&d.drawing, ROLE_ODD)) ||
                       got == opaque(drawing_color(&d.drawing, ROLE_ODD_LINE)),
                   "%d, %d: %08x is no mark", row, column, got);
            continue;
        }
        uint32_t want = opaque(d.drawing.map[colormap_index(mean, 0, 1)]);
        uint32_t below = opaque(d.drawing.map[colormap_index(mean - 1e-9, 0, 1)]);
        uint32_t above = opaque(d.drawing.map[colormap_index(mean + 1e-9, 0, 1)]);
        EXPECT(got == want || got == below || got == above, "%d, %d: %08x, not %08x", row, column,
               got, want);
    }
    drawn_free(&d);
}

START_TEST(pixels_are_means_of_what_they_cover)
{
    bool by_single = _i % 2 != 0, odd = _i / 2 != 0;
    struct table *t = some_table(odd);
    expect_means(t, by_single, odd);
    free(t);
}
END_TEST

/* A mean of equal values is that value: a flat table has one color. */
START_TEST(equal_values_stay_equal)
{
    struct table *t = calloc(1, sizeof *t);
    for (int k = 0; k < ROWS * COLUMNS; k++) {
        t->single[k] = 0.3f;
    }
    const struct panel p = {.rows = ROWS, .columns = COLUMNS, .single = t->single};
    struct figure f = plain_figure(&p, 1);
    struct drawn d;
    f.wish.most = 1;
    draw_figure(&f, &d);
    const struct item *cells = cells_item(&d.drawing, 0);
    uint32_t first = decoded_at(&d.png, cells->x, cells->y);
    for (int k = 0; k < cells->rows * cells->columns; k++) {
        EXPECT(cells->cell[k] == cells->cell[0] &&
                   decoded_at(&d.png, cells->x + k % cells->columns,
                              cells->y + k / cells->columns) == first,
               "pixel %d has another color", k);
    }
    drawn_free(&d);
    free(t);
}
END_TEST

Suite *suite_blocks(void)
{
    Suite *s = suite_create("blocks");
    TCase *t = tcase_create("blocks");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, pixels_are_means_of_what_they_cover, 0, 4);
    tcase_add_test(t, equal_values_stay_equal);
    suite_add_tcase(s, t);
    return s;
}
