/* Tests figures, judged on decoded pixels. */
#include "decode.h"

#include "../expect.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_figure(void);

enum { MOST = 128 * 128 };

/* Values between 0 and 1 that differ from cell to cell. */
static double *some_values(int count)
{
    double *v = malloc((size_t)count * sizeof *v);
    for (int k = 0; k < count; k++) {
        v[k] = (double)((k * 37 + 11) % 101) / 100;
    }
    return v;
}

/* Every pixel of every cell of the table has the color of the value; nothing of it is left out. */
static void expect_cells(const struct drawn *d, const struct item *cells, const struct panel *p,
                         double lo, double hi)
{
    int side = cells->pitch - cells->gap;
    ck_assert_int_eq(cells->rows, p->rows);
    ck_assert_int_eq(cells->columns, p->columns);
    for (int at = 0; at < p->rows * p->columns; at++) {
        int x = cells->x + at % p->columns * cells->pitch;
        int y = cells->y + at / p->columns * cells->pitch;
        uint32_t want = opaque(d->drawing.map[colormap_index(p->value[at], lo, hi)]);
        for (int k = 0; k < side * side; k++) {
            uint32_t got = decoded_at(&d->png, x + k % side, y + k / side);
            EXPECT(got == want, "cell %d, pixel %d: %08x, not %08x", at, k, got, want);
        }
    }
}

static const int sizes[][2] = {{1, 1}, {1, 7}, {6, 6}, {11, 11}, {64, 64}, {3, 40}, {100, 40}};

START_TEST(cells_are_equal_squares_of_exact_colors)
{
    int rows = sizes[_i][0], columns = sizes[_i][1];
    double *v = some_values(rows * columns);
    const struct panel p = {NULL, rows, columns, v, NULL, NULL};
    struct figure f = plain_figure(&p, 1);
    struct drawn d;
    f.annotate = ANNOT_NEVER;
    draw_figure(&f, &d);
    double most = 0;
    for (int k = 0; k < rows * columns; k++) {
        most = v[k] > most ? v[k] : most;
    }
    expect_cells(&d, cells_item(&d.drawing, 0), &p, 0, most);
    drawn_free(&d);
    free(v);
}
END_TEST

/* The size of type of a text of the drawing, 0: it is not there. */
static int size_of_text(const struct drawing *s, const char *text)
{
    for (int k = 0; k < s->count; k++) {
        if (s->item[k].kind == ITEM_TEXT && strcmp(s->item[k].text, text) == 0) {
            return s->item[k].style.size;
        }
    }
    return 0;
}

static int count_numbers(const struct drawing *s, const char **first)
{
    int n = 0;
    for (int k = 0; k < s->count; k++) {
        if (s->item[k].kind == ITEM_TEXT && s->item[k].style.number) {
            *first = n++ == 0 ? s->item[k].text : *first;
            ck_assert_int_ge(s->item[k].style.size, 26);
            ck_assert_int_le(s->item[k].style.size, 44);
        }
    }
    return n;
}

static const struct {
    int n;
    const char *first; /* 0.457 as it is written; NULL: no numbers */
} numbers[] = {{2, "0.457"}, {6, "0.457"}, {7, "0.457"}, {8, "0.457"},
               {11, ".46"},  {16, NULL},   {40, NULL}};

START_TEST(numbers_stand_where_they_fit)
{
    int n = numbers[_i].n;
    double *v = some_values(n * n);
    const struct panel p = {NULL, n, n, v, NULL, NULL};
    const char *first = NULL;
    struct drawn d;
    v[0] = 0.457;
    struct figure f = plain_figure(&p, 1);
    draw_figure(&f, &d);
    int count = count_numbers(&d.drawing, &first);
    EXPECT(count == (numbers[_i].first != NULL ? n * n : 0), "%d numbers in %d x %d", count, n, n);
    if (numbers[_i].first != NULL) {
        ck_assert_str_eq(first, numbers[_i].first);
    }
    drawn_free(&d);
    free(v);
}
END_TEST

/* The ink of each number is the darkest, or the lightest, pixel in its cell. */
START_TEST(numbers_have_contrast)
{
    for (int m = 0; colormap_at(m) != NULL; m++) {
        double *v = some_values(36);
        const struct panel p = {NULL, 6, 6, v, NULL, NULL};
        struct figure f = plain_figure(&p, 1);
        struct drawn d;
        f.map = colormap_at(m);
        draw_figure(&f, &d);
        const struct item *cells = cells_item(&d.drawing, 0);
        int side = cells->pitch - cells->gap;
        for (int at = 0; at < 36; at++) {
            int x = cells->x + at % 6 * cells->pitch, y = cells->y + at / 6 * cells->pitch;
            uint32_t under = decoded_at(&d.png, x, y);
            struct rgb ground = {(uint8_t)(under >> 16), (uint8_t)(under >> 8), (uint8_t)under};
            double best = 0;
            for (int k = 0; k < side * side; k++) {
                uint32_t c = decoded_at(&d.png, x + k % side, y + k / side);
                const struct rgb ink = {(uint8_t)(c >> 16), (uint8_t)(c >> 8), (uint8_t)c};
                double contrast = color_contrast(ground, ink);
                best = contrast > best ? contrast : best;
            }
            EXPECT(best >= 4.5, "%s, cell %d: %.2f", f.map->name, at, best);
        }
        drawn_free(&d);
        free(v);
    }
}
END_TEST

START_TEST(masked_cells_are_hatched_and_outside_of_the_scale)
{
    double v[16];
    bool hidden[16];
    for (int k = 0; k < 16; k++) {
        hidden[k] = k % 4 > k / 4;
        v[k] = hidden[k] ? 50 : 0.25 + k / 100.0;
    }
    const struct panel p = {NULL, 4, 4, v, hidden, NULL};
    struct figure f = plain_figure(&p, 1);
    for (int style = MASK_HATCH; style <= MASK_SHOW; style++) {
        struct drawn d;
        f.masks = (enum mask_style)style;
        draw_figure(&f, &d);
        const struct item *cells = cells_item(&d.drawing, 0);
        int fill = 0, line = 0, side = cells->pitch - cells->gap, x = cells->x + 3 * cells->pitch;
        for (int k = 0; k < side * side; k++) {
            uint32_t c = decoded_at(&d.png, x + k % side, cells->y + k / side);
            fill += c == opaque(drawing_color(&d.drawing, ROLE_MASK));
            line += c == opaque(drawing_color(&d.drawing, ROLE_HATCH));
        }
        if (style == MASK_SHOW) {
            EXPECT(fill + line == 0, "a shown cell is masked");
            EXPECT(size_of_text(&d.drawing, "masked") == 0, "the legend names what is not there");
        } else {
            EXPECT(fill + line == side * side, "%d of %d pixels are a mask's", fill + line,
                   side * side);
            EXPECT((line > fill / 10) == (style == MASK_HATCH), "%d pixels of lines", line);
            EXPECT(size_of_text(&d.drawing, "masked") > 0, "the legend is missing");
            EXPECT(size_of_text(&d.drawing, "0.400") > 0, "the scale does not end at 0.4");
            const char *first;
            EXPECT(count_numbers(&d.drawing, &first) == 10, "a masked cell has a number");
        }
        drawn_free(&d);
    }
}
END_TEST

START_TEST(nan_and_infinities_have_marks_of_their_own)
{
    static const double v[] = {1, NAN, INFINITY, -INFINITY, 0, 2};
    static const char *const words[] = {"NaN", "\u221e", "\u2212\u221e"};
    const struct panel p = {NULL, 2, 3, v, NULL, NULL};
    struct figure f = plain_figure(&p, 1);
    struct drawn d;
    draw_figure(&f, &d);
    const struct item *cells = cells_item(&d.drawing, 0);
    int side = cells->pitch - cells->gap;
    uint32_t line = opaque(drawing_color(&d.drawing, ROLE_ODD_LINE));
    for (int k = 1; k <= 3; k++) {
        int x = cells->x + k % 3 * cells->pitch, y = cells->y + k / 3 * cells->pitch, lines = 0;
        for (int at = 0; at < side * side; at++) {
            lines += decoded_at(&d.png, x + at % side, y + at / side) == line;
        }
        EXPECT(lines > side, "cell %d has %d pixels of lines", k, lines);
        EXPECT(size_of_text(&d.drawing, words[k - 1]) > 0, "the legend lacks %s", words[k - 1]);
    }
    for (int j = 1; j < 3; j++) {
        for (int k = j + 1; k <= 3; k++) {
            int differ = 0, x = cells->x, y = cells->y, p1 = cells->pitch;
            for (int at = 0; at < side * side; at++) {
                differ +=
                    decoded_at(&d.png, x + j % 3 * p1 + at % side, y + j / 3 * p1 + at / side) !=
                    decoded_at(&d.png, x + k % 3 * p1 + at % side, y + k / 3 * p1 + at / side);
            }
            EXPECT(differ > side * side / 10, "marks %d and %d look the same", j, k);
        }
    }
    drawn_free(&d);
}
END_TEST

/* Weights in viridis, on dark in magma, from 0; what is signed in red and blue with white at 0. */
START_TEST(maps_fit_what_they_show)
{
    static const double v[] = {-0.5, 0, 0.25, 0.5};
    static const struct {
        enum scale_rule rule;
        enum theme theme;
        const char *map;
        double lo;
    } cases[] = {{SCALE_WEIGHTS, THEME_LIGHT, "viridis", 0},
                 {SCALE_WEIGHTS, THEME_DARK, "magma", 0},
                 {SCALE_SIGNED, THEME_LIGHT, "RdBu_r", -0.5},
                 {SCALE_SIGNED, THEME_DARK, "RdBu_r", -0.5}};
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        bool signs = cases[c].lo < 0;
        const struct panel p = {NULL, 1, signs ? 4 : 3, signs ? v : v + 1, NULL, NULL};
        struct rgb table[COLORMAP_COLORS];
        struct figure f = plain_figure(&p, 1);
        struct drawn d;
        f.wish.rule = cases[c].rule;
        f.theme = cases[c].theme;
        f.annotate = ANNOT_NEVER;
        draw_figure(&f, &d);
        const struct item *cells = cells_item(&d.drawing, 0);
        colormap_table(colormap_find(cases[c].map), table);
        for (int k = 0; k < p.columns; k++) {
            uint32_t got = decoded_at(&d.png, cells->x + k * cells->pitch + 9, cells->y + 9);
            uint32_t want = opaque(table[colormap_index(p.value[k], cases[c].lo, 0.5)]);
            EXPECT(got == want, "%s, cell %d: %08x, not %08x", cases[c].map, k, got, want);
        }
        uint32_t zero = decoded_at(&d.png, cells->x + cells->pitch + 9, cells->y + 9);
        EXPECT(!signs ||
                   ((zero & 255) > 240 && (zero >> 8 & 255) > 240 && (zero >> 16 & 255) > 240),
               "0 is %08x, not white", zero);
        drawn_free(&d);
    }
}
END_TEST

/* How many pixels of a box have the color. */
static int count_pixels(const struct decoded *png, int x, int y, int w, int h, uint32_t color)
{
    int n = 0;
    for (int k = 0; k < w * h; k++) {
        n += decoded_at(png, x + k % w, y + k / w) == color;
    }
    return n;
}

/* The uniform share has a mark beside the color bar, where its color is. */
START_TEST(the_uniform_share_is_marked)
{
    double *v = some_values(36);
    const struct panel p = {NULL, 6, 6, v, NULL, NULL};
    struct figure f = plain_figure(&p, 1);
    struct drawn d;
    for (int k = 0; k < 36; k++) {
        v[k] = 0.157 + v[k] * 0.023; /* as in seed 002: nearly uniform */
    }
    f.tick = 1.0 / 6;
    f.tick_name = "1/6";
    draw_figure(&f, &d);
    const struct item *bar = cells_item(&d.drawing, 1);
    uint32_t quiet = opaque(drawing_color(&d.drawing, ROLE_QUIET));
    int lines = 0, at = 0;
    for (int y = bar->y + 8; y < bar->y + bar->h - 8; y++) { /* between the ends' own marks */
        if (count_pixels(&d.png, bar->x + bar->w + 3, y, 5, 1, quiet) == 5) {
            at += y - bar->y;
            lines++;
        }
    }
    EXPECT(lines == 2, "the mark is %d pixels high", lines);
    double most = 0;
    for (int k = 0; k < 36; k++) {
        most = v[k] > most ? v[k] : most;
    }
    double share = 1 - (double)at / lines / bar->h;
    EXPECT(fabs(share - 1.0 / 6 / most) < 0.01, "the mark stands at %.3f of the bar", share);
    ck_assert_int_gt(size_of_text(&d.drawing, "1/6"), 0);
    drawn_free(&d);
    free(v);
}
END_TEST

/* Also where the share is so small, or so near to the largest weight, that its text has to stand
 * aside: the mark is where its color is, and no text covers another. */
START_TEST(the_uniform_share_is_marked_at_both_ends)
{
    static const int keys[] = {2, 3, 8, 12, 20, 30, 64};
    for (int k = 0; k < 7 * 4; k++) {
        int n = keys[k / 4], count = k % 4 + 1;
        bool even = k % 4 == 3;
        double *v = some_values(n * n);
        struct panel p[4];
        for (int at = 0; at < n * n; at++) {
            v[at] = even ? 1.0 / n : at % n == at / n;
        }
        v[1] += even ? 0.001 : 0; /* nearly the largest */
        for (int j = 0; j < count; j++) {
            p[j] = (struct panel){count > 1 ? "head" : NULL, n, n, v, NULL, NULL};
        }
        struct figure f = plain_figure(p, count);
        struct drawn d;
        char name[16];
        snprintf(name, sizeof name, "1/%d", n);
        f.tick = 1.0 / n;
        f.tick_name = name;
        draw_figure(&f, &d);
        const struct item *text = NULL, *tick = NULL, *bar = cells_item(&d.drawing, count);
        double most = even ? 1.0 / n + 0.001 : 1;
        int want = bar->y + (int)lround((bar->h - 2) * (1 - 1.0 / n / most));
        for (int j = 0; j < d.drawing.count; j++) {
            const struct item *item = &d.drawing.item[j];
            text = item->kind == ITEM_TEXT && strcmp(item->text, name) == 0 ? item : text;
            tick = item->kind == ITEM_RECT && item->x == bar->x + bar->w &&
                           abs(item->y - want) <= 1 && item->w == 10
                       ? item
                       : tick;
        }
        EXPECT(text != NULL && tick != NULL, "%d keys, %d tables: %s is %s", n, count, name,
               text == NULL ? "not written" : "not marked");
        for (int j = 0; j < d.drawing.count; j++) {
            const struct item *item = &d.drawing.item[j];
            EXPECT(item->kind != ITEM_TEXT || item == text || item->x != text->x ||
                       abs(item->y - text->y) >= text->style.size,
                   "%d keys, %d tables: %s covers %s", n, count, name, item->text);
        }
        drawn_free(&d);
        free(v);
    }
}
END_TEST

/* Large enough for the last row of a room, in the drawing and in ink. */
START_TEST(type_can_be_read_from_afar)
{
    double *v = some_values(36);
    const struct panel p = {NULL, 6, 6, v, NULL, NULL};
    struct figure f = plain_figure(&p, 1);
    struct drawn d;
    draw_figure(&f, &d);
    for (int k = 0; k < d.drawing.count; k++) {
        const struct item *item = &d.drawing.item[k];
        EXPECT(item->kind != ITEM_TEXT || item->style.size >= 29, "\"%s\" has %d pixels per em",
               item->text, item->style.size);
    }
    ck_assert_int_ge(size_of_text(&d.drawing, f.title), 56);
    const struct item *cells = cells_item(&d.drawing, 0);
    int side = cells->pitch - cells->gap;
    for (int at = 0; at < 36; at++) {
        int x = cells->x + at % 6 * cells->pitch, y = cells->y + at / 6 * cells->pitch;
        uint32_t ground = decoded_at(&d.png, x, y);
        int first = side, last = 0;
        for (int row = 0; row < side; row++) {
            if (count_pixels(&d.png, x, y + row, side, 1, ground) < side) {
                first = row < first ? row : first;
                last = row;
            }
        }
        EXPECT(last - first + 1 >= 29 * 7 / 10, "number %d is %d pixels high", at,
               last - first + 1);
        EXPECT(first > 0 && last < side - 1, "number %d touches its cell's edge", at);
    }
    drawn_free(&d);
    free(v);
}
END_TEST

/* Each label stands beside the middle of its row or column; of many every n-th. */
START_TEST(labels_stand_at_their_cells)
{
    static const int sides[] = {2, 6, 40, 100};
    double *v = some_values(MOST);
    for (size_t c = 0; c < sizeof sides / sizeof sides[0]; c++) {
        const struct panel p = {NULL, sides[c], sides[c], v, NULL, NULL};
        struct figure f = plain_figure(&p, 1);
        struct drawn d;
        f.annotate = ANNOT_NEVER;
        f.no_bar = true;
        draw_figure(&f, &d);
        const struct item *cells = cells_item(&d.drawing, 0);
        int rows = 0, columns = 0;
        for (int k = 0; k < d.drawing.count; k++) {
            const struct item *item = &d.drawing.item[k];
            char *end;
            if (item->kind != ITEM_TEXT || item->style.turned) {
                continue;
            }
            long n = strtol(item->text, &end, 10);
            if (*end != '\0' || end == item->text) {
                continue;
            }
            bool row = item->x < cells->x;
            int middle = (int)n * cells->pitch + cells->pitch / 2;
            int off = row ? item->y - item->style.size * 36 / 100 - cells->y - middle
                          : item->x - cells->x - middle;
            EXPECT(abs(off) <= 3, "label %ld of %d: %d beside its cell", n, sides[c], off);
            int x = row ? item->x - 40 : item->x - 8, y = item->y - item->style.size / 2;
            EXPECT(count_pixels(&d.png, x, y, row ? 40 : 16, 8, 0xFFFFFFFF) < (row ? 320 : 128),
                   "label %ld of %d has no ink", n, sides[c]);
            rows += row;
            columns += !row;
        }
        EXPECT(rows > 0 && columns > 0 && (sides[c] > 6 || rows == sides[c]) &&
                   (sides[c] < 40 || rows < sides[c]),
               "%d and %d labels of %d", rows, columns, sides[c]);
        EXPECT(size_of_text(&d.drawing, "\u2190 query") > 0 &&
                   size_of_text(&d.drawing, "key \u2192") > 0,
               "the axes have no names");
        drawn_free(&d);
    }
    free(v);
}
END_TEST

/* From the first color at the lower end to the last at the upper, and both ends in numbers. */
START_TEST(color_bar_has_its_ends)
{
    static const double v[] = {0.05, 0.25, 0.1, 0.6};
    const struct panel p = {NULL, 2, 2, v, NULL, NULL};
    struct figure f = plain_figure(&p, 1);
    struct drawn d;
    f.tick = 0.5;
    f.tick_name = "1/2";
    draw_figure(&f, &d);
    const struct item *bar = cells_item(&d.drawing, 1);
    EXPECT(bar->h >= 256, "the bar is %d high", bar->h);
    for (int y = 0; y < bar->h; y++) {
        uint32_t got = decoded_at(&d.png, bar->x, bar->y + y);
        int near = (bar->h - 1 - y) * 255 / (bar->h - 1), off = 256;
        for (int k = 0; k < 256; k++) {
            int far = abs(k - near);
            off = got == opaque(d.drawing.map[k]) && far < off ? far : off;
        }
        EXPECT(off <= 2, "the color of line %d lies %d beside its place", y, off);
        for (int x = bar->x; x < bar->x + bar->w; x++) {
            EXPECT(decoded_at(&d.png, x, bar->y + y) == got, "%d %d", x - bar->x, y);
        }
    }
    ck_assert_uint_eq(decoded_at(&d.png, bar->x, bar->y), opaque(d.drawing.map[255]));
    ck_assert_uint_eq(decoded_at(&d.png, bar->x, bar->y + bar->h - 1), opaque(d.drawing.map[0]));
    ck_assert_int_gt(size_of_text(&d.drawing, "0"), 0);
    ck_assert_int_gt(size_of_text(&d.drawing, "0.600"), 0);
    ck_assert_int_gt(size_of_text(&d.drawing, "1/2"), 0);
    drawn_free(&d);
    f.wish.most = 0.3;
    draw_figure(&f, &d);
    ck_assert_int_gt(size_of_text(&d.drawing, "\u2265 0.300"), 0);
    drawn_free(&d);
    f.no_bar = true;
    draw_figure(&f, &d);
    ck_assert_int_eq(size_of_text(&d.drawing, "\u2265 0.300"), 0);
    drawn_free(&d);
}
END_TEST

static const int head_counts[] = {1, 2, 3, 12, 16, 25};

START_TEST(heads_share_one_scale)
{
    int count = head_counts[_i];
    struct panel p[25] = {{0}};
    double *v[25];
    for (int k = 0; k < count; k++) {
        v[k] = some_values(64);
        for (int at = 0; at < 64; at++) {
            v[k][at] /= k + 1; /* the first head has the largest */
        }
        p[k] = (struct panel){count > 1 ? "head" : NULL, 8, 8, v[k], NULL, NULL};
    }
    struct figure f = plain_figure(p, count);
    struct drawn d;
    f.annotate = ANNOT_NEVER;
    draw_figure(&f, &d);
    for (int k = 0; k < count; k++) {
        const struct item *cells = cells_item(&d.drawing, k), *first = cells_item(&d.drawing, 0);
        EXPECT(cells->pitch == first->pitch && cells->w == first->w, "head %d has other cells", k);
        expect_cells(&d, cells, &p[k], 0, 1);
        for (int j = 0; j < k; j++) {
            const struct item *other = cells_item(&d.drawing, j);
            EXPECT(cells->x >= other->x + other->w || other->x >= cells->x + cells->w ||
                       cells->y >= other->y + other->h || other->y >= cells->y + cells->h,
                   "heads %d and %d lie on one another", j, k);
        }
    }
    drawn_free(&d);
    f.own_scales = true;
    draw_figure(&f, &d);
    for (int k = 0; k < count; k++) {
        expect_cells(&d, cells_item(&d.drawing, k), &p[k], 0, 1.0 / (k + 1));
        free(v[k]);
    }
    EXPECT((size_of_text(&d.drawing, "each has a color scale of its own") > 0) == (count > 1),
           "the picture does not say so");
    drawn_free(&d);
}
END_TEST

START_TEST(large_tables_become_means_and_say_so)
{
    enum { N = 1024 };
    double *v = malloc((size_t)N * N * sizeof *v);
    for (int k = 0; k < N * N; k++) {
        v[k] = k / N < N / 2 ? 0.252 : 0.752;
    }
    const struct panel p = {NULL, N, N, v, NULL, NULL};
    struct figure f = plain_figure(&p, 1);
    struct drawn d;
    f.wish.most = 1;
    draw_figure(&f, &d);
    const struct item *cells = cells_item(&d.drawing, 0);
    ck_assert_int_eq(cells->pitch, 1);
    EXPECT(cells->rows > 600 && cells->rows < N && cells->columns == cells->rows, "%d x %d",
           cells->rows, cells->columns);
    uint32_t upper = opaque(d.drawing.map[64]), lower = opaque(d.drawing.map[192]);
    for (int y = 0; y < cells->rows; y++) {
        uint32_t c = decoded_at(&d.png, cells->x + 3, cells->y + y);
        bool border = y == cells->rows / 2;
        EXPECT(border || c == (y < cells->rows / 2 ? upper : lower), "row %d: %08x", y, c);
    }
    bool said = false;
    for (int k = 0; k < d.drawing.count; k++) {
        const struct item *item = &d.drawing.item[k];
        said |= item->kind == ITEM_TEXT && strstr(item->text, "is the mean of") != NULL;
    }
    EXPECT(said, "the picture does not say that it shows means");
    drawn_free(&d);
    free(v);
}
END_TEST

/* Far more columns than rows, or rows than columns: small cells become higher, or wider, so that
 * they can be seen; an axis of few is not folded. */
START_TEST(slim_tables_can_be_seen)
{
    static const struct {
        int rows, columns, panels;
    } cases[] = {{1, 100, 1}, {1, 2000, 1},  {3, 900, 1},  {2000, 2, 1},
                 {60, 1, 1},  {1, 1024, 12}, {1, 512, 25}, {1, 16000, 1}};
    double *v = some_values(MOST);
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        int rows = cases[c].rows, columns = cases[c].columns;
        struct panel p[25];
        for (int k = 0; k < cases[c].panels; k++) {
            p[k] =
                (struct panel){cases[c].panels > 1 ? "head" : NULL, rows, columns, v, NULL, NULL};
        }
        struct figure f = plain_figure(p, cases[c].panels);
        struct drawn d;
        draw_figure(&f, &d);
        const struct item *cells = cells_item(&d.drawing, 0);
        EXPECT(cells->w >= 24 && cells->h >= 24, "case %zu is %d x %d pixels", c, cells->w,
               cells->h);
        int shown = rows < columns ? rows : columns;
        bool wide = columns > rows;
        int side = (wide ? cells->h : cells->w) / shown; /* of a cell, across */
        for (int k = 0; k < shown; k++) {
            double want = rows * columns <= 100 ? v[k * (wide ? columns : 1)] : -1;
            uint32_t first = 0;
            for (int at = 0; at < side; at++) {
                uint32_t got = wide ? decoded_at(&d.png, cells->x, cells->y + k * side + at)
                                    : decoded_at(&d.png, cells->x + k * side + at, cells->y);
                first = at == 0 ? got : first;
                EXPECT(got == first, "case %zu: cell %d has two colors", c, k);
            }
            EXPECT(want < 0 || first == opaque(d.drawing.map[colormap_index(want, 0, 1)]),
                   "case %zu: cell %d is %08x", c, k, first);
        }
        bool said = false;
        for (int k = 0; k < d.drawing.count; k++) {
            const struct item *item = &d.drawing.item[k];
            said |= item->kind == ITEM_TEXT && strstr(item->text, "cell is the mean of") != NULL;
        }
        EXPECT(said == (rows * columns > 1920 && rows * columns != 2700 && cases[c].panels == 1),
               "case %zu: means are told: %d", c, said);
        drawn_free(&d);
    }
    free(v);
}
END_TEST

/* No text leaves the picture, and none lies on another or on cells that it does not belong to. */
static void expect_room(const struct drawing *s, const char *what)
{
    struct error err = {0};
    struct fonts *fonts = fonts_open(NULL, &err);
    int box[512][4], n = 0;
    for (int k = 0; k < s->count; k++) {
        const struct item *item = &s->item[k];
        const struct style *style = &item->style;
        if (item->kind != ITEM_TEXT || style->number || n == 512) {
            continue;
        }
        int w = font_width(fonts, style->size, style->bold, item->text);
        int up = font_capital(fonts, style->size, style->bold), back = 0;
        back = style->anchor == ANCHOR_MIDDLE ? w / 2 : style->anchor == ANCHOR_END ? w : 0;
        int x = style->turned ? item->x - up : item->x - back;
        int y = style->turned ? item->y + back - w : item->y - up;
        int wide = style->turned ? up : w, high = style->turned ? w : up;
        EXPECT(x >= 0 && y >= 0 && x + wide <= s->width && y + high <= s->height,
               "%s: \"%s\" leaves the picture", what, item->text);
        for (int j = 0; j < n; j++) {
            EXPECT(x >= box[j][0] + box[j][2] || box[j][0] >= x + wide ||
                       y >= box[j][1] + box[j][3] || box[j][1] >= y + high,
                   "%s: \"%s\" lies on another text", what, item->text);
        }
        for (int j = 0; j < s->count; j++) {
            const struct item *cells = &s->item[j];
            EXPECT(cells->kind != ITEM_CELLS || x >= cells->x + cells->w || cells->x >= x + wide ||
                       y >= cells->y + cells->h || cells->y >= y + high,
                   "%s: \"%s\" lies on cells", what, item->text);
        }
        box[n][0] = x;
        box[n][1] = y;
        box[n][2] = wide;
        box[n++][3] = high;
    }
    fonts_close(fonts);
}

static const char *const words[] = {"Your", "journey", "starts", "with", "one", "step"};
static const char *const long_words[] = {"Donaudampfschifffahrtsgesellschaftskap",
                                         "antidisestablishmentarianism, if you like",
                                         "\u65e5\u672c\u8a9e\u306e\u30c8\u30fc\u30af\u30f3",
                                         "",
                                         "\u00e9t\u00e9",
                                         "<|endoftext|>"};

START_TEST(nothing_overlaps_and_nothing_is_cut)
{
    static const int counts[] = {1, 2, 4, 12, 25, 64};
    double *v = some_values(MOST);
    for (int c = 0; c < 6; c++) {
        for (int n = 1; n <= 64; n = n < 12 ? n + 5 : n * 2) {
            struct panel p[64];
            for (int k = 0; k < counts[c]; k++) {
                p[k] = (struct panel){counts[c] > 1 ? "head 10" : NULL, n, n, v, NULL, NULL};
            }
            for (int labels = 0; labels < (n == 6 ? 3 : 1); labels++) {
                struct figure f = plain_figure(p, counts[c]);
                char what[80];
                f.row.label = f.column.label = labels == 1   ? words
                                               : labels == 2 ? long_words
                                                             : NULL;
                snprintf(what, sizeof what, "%d heads of %d, labels %d", counts[c], n, labels);
                struct error err = {0};
                struct drawing s = {0};
                struct fonts *fonts = fonts_open(NULL, &err);
                EXPECT(figure_draw(&f, fonts, &s, &err), "%s: %s", what, err.text);
                expect_room(&s, what);
                drawing_free(&s);
                fonts_close(fonts);
            }
        }
    }
    free(v);
}
END_TEST

/* A sentence beside rows and columns: a word that is too long is cut the same way on both sides,
 * and turned words stand clear of the heading. */
START_TEST(rows_and_columns_speak_one_language)
{
    static const int sides[] = {6, 12, 19};
    struct error err = {0};
    struct fonts *fonts = fonts_open(NULL, &err);
    for (int c = 0; c < 6; c++) {
        int n = sides[c % 3], count = c < 3 ? 1 : 4;
        const char *word[19];
        double *v = some_values(n * n);
        struct panel p[4];
        for (int k = 0; k < n; k++) {
            word[k] = k == 2 ? "Donaudampfschifffahrtsgesellschaftskapitaen" : "word";
        }
        for (int k = 0; k < count; k++) {
            p[k] = (struct panel){count > 1 ? "head" : NULL, n, n, v, NULL, NULL};
        }
        struct figure f = plain_figure(p, count);
        struct drawn d;
        f.annotate = ANNOT_NEVER;
        f.row.label = f.column.label = word;
        draw_figure(&f, &d);
        const char *row = NULL, *column = NULL;
        int heading = 0;
        for (int k = 0; k < d.drawing.count; k++) {
            const struct item *item = &d.drawing.item[k];
            bool text = item->kind == ITEM_TEXT;
            if (text && strncmp(item->text, "Donau", 5) == 0) {
                *(item->style.turned ? &column : &row) = item->text;
                int reach =
                    item->style.turned ? font_width(fonts, item->style.size, false, item->text) : 0;
                EXPECT(heading == 0 || reach == 0 || item->y - reach >= heading + 16,
                       "%d tables of %d: %d pixels below the heading", count, n,
                       item->y - reach - heading);
            }
            heading = text && strcmp(item->text, "head") == 0 ? item->y : heading;
        }
        bool shown = row != NULL && column != NULL; /* of many every n-th has its word */
        EXPECT(shown ? strcmp(row, column) == 0 && strstr(row, "\u2026") != NULL
                     : n > 6 && row == NULL && column == NULL,
               "%d tables of %d: %s and %s", count, n, row, column);
        drawn_free(&d);
        free(v);
    }
    fonts_close(fonts);
}
END_TEST

/* The numbers of signed scores do not hang on a subtitle. */
START_TEST(scores_have_numbers_with_and_without_a_subtitle)
{
    double *v = some_values(64);
    static const char *const sentence[] = {"The", "old",     "professor", "forgot",
                                           "his", "glasses", "again",     "today"};
    const struct panel p = {NULL, 8, 8, v, NULL, NULL};
    for (int k = 0; k < 64; k++) {
        v[k] = (v[k] - 0.5) * 11;
    }
    for (int k = 0; k < 2; k++) {
        struct figure f = plain_figure(&p, 1);
        const char *first = NULL;
        struct drawn d;
        f.row.label = f.column.label = sentence;
        f.subtitle = k == 0 ? "step 14" : NULL;
        f.wish.rule = SCALE_SIGNED;
        draw_figure(&f, &d);
        int count = count_numbers(&d.drawing, &first);
        EXPECT(count == 64 && d.drawing.numbers > 0, "%s: %d numbers",
               k == 0 ? "with a subtitle" : "without one", count);
        drawn_free(&d);
    }
    free(v);
}
END_TEST

START_TEST(highlights_frame_what_they_name)
{
    double *v = some_values(36);
    const struct panel p = {NULL, 6, 6, v, NULL, NULL};
    const struct highlight mark[] = {{2, -1}, {4, 1}};
    struct figure f = plain_figure(&p, 1);
    struct drawn d;
    f.annotate = ANNOT_NEVER;
    f.highlight = mark;
    f.highlight_count = 2;
    draw_figure(&f, &d);
    const struct item *cells = cells_item(&d.drawing, 0);
    uint32_t accent = opaque(drawing_color(&d.drawing, ROLE_ACCENT));
    for (int x = cells->x; x < cells->x + cells->w; x++) {
        EXPECT(decoded_at(&d.png, x, cells->y + 2 * cells->pitch - 1) == accent,
               "above row 2 at %d", x);
        EXPECT(decoded_at(&d.png, x, cells->y + 3 * cells->pitch) == accent, "below row 2 at %d",
               x);
    }
    int left = cells->x + cells->pitch - 1, y = cells->y + 4 * cells->pitch + cells->pitch / 2;
    ck_assert(decoded_at(&d.png, left, y) == accent);
    ck_assert(decoded_at(&d.png, left + 10, y) != accent);
    drawn_free(&d);
    free(v);
}
END_TEST

START_TEST(themes_and_transparency)
{
    double *v = some_values(4);
    const struct panel p = {NULL, 2, 2, v, NULL, NULL};
    struct figure f = plain_figure(&p, 1);
    struct drawn d;
    draw_figure(&f, &d);
    ck_assert(decoded_at(&d.png, 0, 0) == 0xFFFFFFFFu);
    ck_assert(!d.png.alpha);
    drawn_free(&d);
    f.theme = THEME_DARK;
    draw_figure(&f, &d);
    ck_assert(decoded_at(&d.png, 0, 0) == opaque(drawing_color(&d.drawing, ROLE_BACKGROUND)));
    ck_assert(decoded_at(&d.png, 0, 0) != 0xFFFFFFFFu);
    drawn_free(&d);
    f.transparent = true;
    draw_figure(&f, &d);
    ck_assert(d.png.alpha);
    ck_assert_uint_eq(decoded_at(&d.png, 0, 0) >> 24, 0);
    const struct item *cells = cells_item(&d.drawing, 0);
    ck_assert_uint_eq(decoded_at(&d.png, cells->x, cells->y) >> 24, 255);
    drawn_free(&d);
    free(v);
}
END_TEST

START_TEST(sizes_keep_the_proportions)
{
    static const int size[][2] = {{960, 540}, {3840, 2160}, {800, 800}, {1920, 400}};
    double *v = some_values(36);
    const struct panel p = {NULL, 6, 6, v, NULL, NULL};
    struct figure f = plain_figure(&p, 1);
    for (size_t k = 0; k < sizeof size / sizeof size[0]; k++) {
        struct drawn d;
        f.width = size[k][0];
        f.height = size[k][1];
        draw_figure(&f, &d);
        ck_assert_int_eq(d.png.width, size[k][0]);
        ck_assert_int_eq(d.png.height, size[k][1]);
        expect_room(&d.drawing, "size");
        drawn_free(&d);
    }
    free(v);
}
END_TEST

/* Two panels with one scale and map, the third with its own: white is 0. */
START_TEST(differences_have_a_scale_of_their_own)
{
    static const double a[] = {0.1, 0.2, 0.3, 0.4}, b[] = {0.1, 0.6, 0.2, 0.4};
    static const double d[] = {0, 0.4, -0.1, 0};
    const struct panel p[] = {
        {"A", 2, 2, a, NULL, NULL}, {"B", 2, 2, b, NULL, NULL}, {"B - A", 2, 2, d, NULL, NULL}};
    struct figure f = plain_figure(p, 3);
    struct drawn out;
    f.differences = 1;
    f.annotate = ANNOT_NEVER;
    f.tick = 0.5;
    f.tick_name = "1/2";
    draw_figure(&f, &out);
    const struct item *cells = NULL;
    int n = 0;
    for (int k = 0; n < 3; k++) { /* the bar of A and B stands between them */
        cells = cells_item(&out.drawing, k);
        if (cells->rows == 2) {
            struct rgb table[COLORMAP_COLORS];
            colormap_table(colormap_find(n == 2 ? "RdBu_r" : "viridis"), table);
            for (int at = 0; at < 4; at++) {
                double lo = n == 2 ? -0.4 : 0, hi = n == 2 ? 0.4 : 0.6;
                uint32_t want = opaque(table[colormap_index(p[n].value[at], lo, hi)]);
                uint32_t got = decoded_at(&out.png, cells->x + at % 2 * cells->pitch + 5,
                                          cells->y + at / 2 * cells->pitch + 5);
                EXPECT(got == want, "panel %d, cell %d: %08x, not %08x", n, at, got, want);
            }
            n++;
        }
    }
    ck_assert_int_gt(size_of_text(&out.drawing, "0.600"), 0);
    ck_assert_int_gt(size_of_text(&out.drawing, "0.400"), 0);
    ck_assert_int_gt(size_of_text(&out.drawing, "\u22120.400"), 0);
    ck_assert_int_gt(size_of_text(&out.drawing, "1/2"), 0);
    expect_room(&out.drawing, "difference");
    drawn_free(&out);
}
END_TEST

/* Each head has its line: A, B, B - A; and one size of colors for all of a kind. */
START_TEST(differences_of_several_heads_stand_below_each_other)
{
    static const double a[] = {0.1, 0.2, 0.3, 0.4}, b[] = {0.1, 0.6, 0.2, 0.4};
    static const double d[] = {0, 0.4, -0.1, 0}, minus[] = {0, -0.4, 0.1, 0};
    const struct panel p[] = {{"0 A", 2, 2, a, NULL, NULL}, {"0 B", 2, 2, b, NULL, NULL},
                              {"1 A", 2, 2, b, NULL, NULL}, {"1 B", 2, 2, a, NULL, NULL},
                              {"0 D", 2, 2, d, NULL, NULL}, {"1 D", 2, 2, minus, NULL, NULL}};
    static const int line[] = {0, 0, 1, 1, 0, 1}, column[] = {0, 1, 0, 1, 2, 2};
    struct figure f = plain_figure(p, 6);
    struct drawn out;
    struct buf told = {0};
    const struct item *cells[6];
    f.differences = 2;
    f.annotate = ANNOT_NEVER;
    draw_figure(&f, &out);
    for (int k = 0, n = 0; n < 6; k++) {
        const struct item *one = cells_item(&out.drawing, k);
        if (one->rows == 2) {
            cells[n++] = one;
        }
    }
    for (int k = 1; k < 6; k++) {
        for (int o = 0; o < k; o++) {
            EXPECT((cells[k]->y == cells[o]->y) == (line[k] == line[o]), "%d and %d", k, o);
            EXPECT((cells[k]->x < cells[o]->x) == (column[k] < column[o]), "%d and %d", k, o);
        }
    }
    expect_room(&out.drawing, "differences");
    describe_figure(&f, &told);
    EXPECT(strstr(buf_text(&told), "4 of 8 cells differ; B \u2212 A lies between \u22120.400 and "
                                   "0.400.") != NULL,
           "%s", buf_text(&told));
    EXPECT(strstr(buf_text(&told), "The largest is 0.600, in 0 B") != NULL, "%s", buf_text(&told));
    buf_free(&told);
    drawn_free(&out);
}
END_TEST

/* Between one pixel and two to a cell the room is filled, and the picture says how. */
static const int middling[] = {450, 512, 600};

START_TEST(no_size_leaves_half_of_the_room)
{
    int n = middling[_i];
    double *v = malloc((size_t)n * (size_t)n * sizeof *v);
    for (int k = 0; k < n * n; k++) {
        v[k] = k % n < n / 2 ? 0.252 : 0.752;
    }
    const struct panel p = {NULL, n, n, v, NULL, NULL};
    struct figure f = plain_figure(&p, 1);
    struct drawn d;
    const struct highlight row = {n / 2, -1};
    f.wish.most = 1;
    f.highlight = &row;
    f.highlight_count = 1;
    draw_figure(&f, &d);
    const struct item *cells = cells_item(&d.drawing, 0);
    int wide = cells->columns;
    EXPECT(cells->rows > 650 && wide > 650, "%d tokens: %d rows", n, cells->rows);
    for (int x = 0; x < wide; x++) {
        uint32_t c = decoded_at(&d.png, cells->x + x, cells->y + 3);
        uint32_t want = opaque(d.drawing.map[x < wide / 2 ? 64 : 192]);
        EXPECT(x == wide / 2 || c == want, "column %d: %08x", x, c);
    }
    EXPECT(size_of_text(&d.drawing, "pixels between two values are their mean") > 0,
           "the picture of %d does not say so", n);
    expect_room(&d.drawing, "middling");
    drawn_free(&d);
    free(v);
}
END_TEST

START_TEST(words_say_what_is_shown)
{
    static const double v[] = {0.25, 0.75, NAN, 1};
    static const bool hidden[] = {false, false, false, true};
    static const char *const label[] = {"one", "two"};
    const struct panel p = {NULL, 2, 2, v, hidden, NULL};
    struct figure f = plain_figure(&p, 1);
    struct buf out = {0};
    f.column.label = label;
    describe_figure(&f, &out);
    ck_assert_str_eq(buf_text(&out),
                     "A heatmap of softmax: weights, 2 rows (query) by 2 columns (key). "
                     "Values from 0.250 to 0.750. The largest is 0.750, query 0, key "
                     "\"two\". 1 cell is masked. 1 cell is NaN.");
    buf_free(&out);
}
END_TEST

Suite *suite_figure(void)
{
    Suite *s = suite_create("figure");
    TCase *t = tcase_create("figure");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, cells_are_equal_squares_of_exact_colors, 0,
                        (int)(sizeof sizes / sizeof sizes[0]));
    tcase_add_loop_test(t, numbers_stand_where_they_fit, 0,
                        (int)(sizeof numbers / sizeof numbers[0]));
    tcase_add_test(t, numbers_have_contrast);
    tcase_add_test(t, masked_cells_are_hatched_and_outside_of_the_scale);
    tcase_add_test(t, nan_and_infinities_have_marks_of_their_own);
    tcase_add_test(t, maps_fit_what_they_show);
    tcase_add_test(t, the_uniform_share_is_marked);
    tcase_add_test(t, the_uniform_share_is_marked_at_both_ends);
    tcase_add_test(t, rows_and_columns_speak_one_language);
    tcase_add_test(t, scores_have_numbers_with_and_without_a_subtitle);
    tcase_add_test(t, type_can_be_read_from_afar);
    tcase_add_test(t, labels_stand_at_their_cells);
    tcase_add_test(t, color_bar_has_its_ends);
    tcase_add_loop_test(t, heads_share_one_scale, 0,
                        (int)(sizeof head_counts / sizeof head_counts[0]));
    tcase_add_test(t, large_tables_become_means_and_say_so);
    tcase_add_test(t, slim_tables_can_be_seen);
    tcase_add_test(t, nothing_overlaps_and_nothing_is_cut);
    tcase_add_test(t, highlights_frame_what_they_name);
    tcase_add_test(t, themes_and_transparency);
    tcase_add_test(t, sizes_keep_the_proportions);
    tcase_add_test(t, differences_have_a_scale_of_their_own);
    tcase_add_test(t, differences_of_several_heads_stand_below_each_other);
    tcase_add_loop_test(t, no_size_leaves_half_of_the_room, 0,
                        (int)(sizeof middling / sizeof middling[0]));
    tcase_add_test(t, words_say_what_is_shown);
    suite_add_tcase(s, t);
    return s;
}
