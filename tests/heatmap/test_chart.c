/* Tests charts, judged on decoded pixels and on where words stand. */
#include "decode.h"

#include "../expect.h"

#include "heatmap/chart/chart_draw.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_chart(void);

/* --- making and drawing --- */

static const struct chart_tick tenths[] = {{0, "0.0"}, {0.5, "0.5"}, {1, "1.0"}};

static struct chart_side side(double lo, double hi)
{
    return (struct chart_side){
        .lo = lo, .hi = hi, .tick = tenths, .tick_count = 3, .tick_size = 10, .tick_ha = "center"};
}

static struct chart_axes axes(const struct chart_mark *mark, int count)
{
    return (struct chart_axes){.place = {1, 1, 0, 1, 0, 1},
                               .over = -1,
                               .within = -1,
                               .grid_color = 0xB0B0B0,
                               .grid_dash = "-",
                               .label_size = 10,
                               .x = side(0, 1),
                               .y = side(0, 1),
                               .grid_alpha = 1,
                               .grid_width = 0.8,
                               .frame = CHART_LEFT | CHART_RIGHT | CHART_TOP | CHART_BOTTOM,
                               .ticks = true,
                               .face = 0xFFFFFF,
                               .mark = mark,
                               .mark_count = count,
                               .front = count};
}

static struct chart one(const struct chart_axes *a)
{
    return (struct chart){.width = 4,
                          .height = 3,
                          .dpi = 100,
                          .title_size = 12,
                          .face = 0xFFFFFF,
                          .axes = a,
                          .count = 1};
}

static void draw(const struct chart *c, struct drawn *d)
{
    static const struct about silent = {0};
    struct error err = {0};
    struct fonts *fonts = fonts_open(NULL, &err);
    *d = (struct drawn){0};
    bool ok = fonts != NULL && chart_draw(c, 200, fonts, &d->drawing, &err) &&
              png_drawing(&d->drawing, fonts, &silent, &d->bytes, &err) &&
              svg_write(&d->drawing, "DejaVu Sans", &silent, &d->svg, &err);
    ck_assert_msg(ok, "%s", err.text);
    decode(&d->bytes, &d->png);
    fonts_close(fonts);
}

/* The frame of the axes: between its left and its lower line, found as the black rectangles that
 * are longest. */
struct frame {
    double x, y, w, h;
};

static struct frame frame_of(const struct drawing *s)
{
    const struct item *left = NULL, *low = NULL;
    for (int k = 0; k < s->count; k++) {
        const struct item *item = &s->item[k];
        if (item->kind == ITEM_RECT && item->color.r + item->color.g + item->color.b == 0) {
            if (item->h > item->w && (left == NULL || item->h > left->h)) {
                left = item;
            }
            if (item->w > item->h && (low == NULL || item->w >= low->w)) {
                low = item;
            }
        }
    }
    ck_assert(left != NULL && low != NULL);
    return (struct frame){left->x + left->w / 2, left->y + low->h / 2, low->w - left->w,
                          left->h - low->h};
}

static uint32_t at(const struct drawn *d, struct frame f, double x, double y)
{
    return decoded_at(&d->png, (int)(f.x + f.w * x), (int)(f.y + f.h * (1 - y)));
}

/* --- tests --- */

/* Of more cells than pixels a pixel is the mean: narrow stripes are grey, not a few of them. */
START_TEST(cells_that_share_a_pixel_are_its_mean)
{
    static double values[20000];
    static const int32_t ends[] = {0xFFFFFF, 0};
    for (int k = 0; k < 20000; k++) {
        values[k] = k % 2;
    }
    const struct chart_mark stripes = {.kind = CHART_image,
                                       .rows = 1,
                                       .columns = 20000,
                                       .values = {values, 20000},
                                       .extent = {0, 1, 0, 1},
                                       .map = {.colors = {ends, 2}, .smooth = true, .vmax = 1},
                                       .alpha = 1};
    const struct chart_axes a = axes(&stripes, 1);
    const struct chart c = one(&a);
    struct drawn d;
    draw(&c, &d);
    struct frame f = frame_of(&d.drawing);
    for (int k = 1; k < 20; k++) {
        uint32_t grey = at(&d, f, k / 20.0, 0.5) & 0xFF;
        EXPECT(grey > 110 && grey < 180, "%d: %u", k, grey);
    }
    drawn_free(&d);
}
END_TEST

static double some(int k)
{
    return (double)((k * 37 + 11) % 101) / 100;
}

static const struct {
    int rows, columns;
    bool below;
} images[] = {{1, 1, false}, {3, 5, false}, {3, 5, true}, {8, 8, false}, {64, 40, false}};

START_TEST(cells_of_an_image_have_their_colors_where_they_belong)
{
    int rows = images[_i].rows, columns = images[_i].columns, cells = rows * columns;
    double *v = malloc((size_t)cells * sizeof *v);
    bool *mask = calloc((size_t)cells, sizeof *mask);
    for (int k = 0; k < cells; k++) {
        v[k] = k == 3 ? NAN : some(k);
        mask[k] = k % 7 == 4;
    }
    struct chart_mark m = {.kind = CHART_image, .alpha = 1, .rows = rows, .columns = columns};
    m.values = (struct chart_numbers){v, cells};
    m.mask = mask;
    m.map = (struct chart_map){.name = "plasma", .vmin = 0, .vmax = 1};
    bool below = images[_i].below; /* the first row */
    memcpy(m.extent, (double[]){0, 1, below, !below}, sizeof m.extent);
    struct chart_axes a = axes(&m, 1);
    struct chart c = one(&a);
    struct drawn d;
    draw(&c, &d);
    struct frame f = frame_of(&d.drawing);
    const struct item *item = cells_item(&d.drawing, 0);
    struct rgb table[COLORMAP_COLORS];
    ck_assert(colormap_of_code("plasma", table));
    for (int k = 0; k < cells; k++) {
        double x = (k % columns + 0.5) / columns, y = (k / columns + 0.5) / rows;
        y = below ? y : 1 - y;
        int px = (int)(f.x + f.w * x), py = (int)(f.y + f.h * (1 - y));
        int code = item->cell[(ptrdiff_t)(py - item->y) * item->columns + px - item->x];
        int want = mask[k] ? CELL_MASKED : isnan(v[k]) ? CELL_NAN : colormap_index(v[k], 0, 1);
        EXPECT(code == want, "cell %d has %d, not %d", k, code, want);
        EXPECT(want >= COLORMAP_COLORS || at(&d, f, x, y) == opaque(table[want]),
               "cell %d has another color", k);
    }
    drawn_free(&d);
    free(v);
    free(mask);
}
END_TEST

START_TEST(lines_go_through_their_points)
{
    static const double x[] = {0.1, 0.3, NAN, 0.5, 0.7, 0.9}, y[] = {0.2, 0.8, 0, 0.4, 0.4, 0.9};
    struct chart_mark m = {.kind = CHART_line, .alpha = 1, .edge = 0x1F77B4, .width = 2};
    m.dash = "-";
    m.marker = m.step = "";
    m.x = (struct chart_numbers){x, 6};
    m.y = (struct chart_numbers){y, 6};
    struct chart_axes a = axes(&m, 1);
    struct chart c = one(&a);
    struct drawn d;
    uint32_t ink = opaque((struct rgb){0x1F, 0x77, 0xB4}), white = 0xFFFFFFFF;
    draw(&c, &d);
    struct frame f = frame_of(&d.drawing);
    ck_assert_uint_eq(at(&d, f, 0.2, 0.5), ink);
    ck_assert_uint_eq(at(&d, f, 0.6, 0.4), ink);
    ck_assert_uint_eq(at(&d, f, 0.8, 0.65), ink);
    EXPECT(at(&d, f, 0.4, 0.6) == white, "a line goes over a missing point");
    EXPECT(at(&d, f, 0.6, 0.45) == white, "ink beside the line");
    ck_assert_ptr_nonnull(strstr(buf_text(&d.svg), "stroke=\"#1f77b4\""));
    drawn_free(&d);
    /* logarithmic: the decades are equally far; what is not above 0 is no point */
    static const double decades[] = {0, 1, 10, 100};
    static const double steps[] = {0.5, 0.25, 0.5, 0.75};
    m.x = (struct chart_numbers){decades, 4};
    m.y = (struct chart_numbers){steps, 4};
    a.x = (struct chart_side){.lo = 0.1, .hi = 1000, .log = true, .tick_ha = "center"};
    draw(&c, &d);
    f = frame_of(&d.drawing);
    ck_assert_uint_eq(at(&d, f, 0.5, 0.5), ink);
    ck_assert_uint_eq(at(&d, f, 0.375, 0.375), ink);
    EXPECT(at(&d, f, 0.1, 0.5) == white, "log of 0 is somewhere");
    drawn_free(&d);
}
END_TEST

START_TEST(bars_and_spans_fill_what_they_say)
{
    static const double x[] = {0.1, 0.6}, y[] = {0, 0}, w[] = {0.2, 0.2}, h[] = {0.3, 0.7};
    static const int32_t red[] = {0xD62728, 0x2CA02C}, grey[] = {0x808080};
    struct chart_mark m[2] = {{.kind = CHART_rects, .alpha = 1, .edge = CHART_NONE, .dash = "-"},
                              {.kind = CHART_span, .alpha = 0.5, .edge = CHART_NONE, .dash = "-"}};
    m[0].x = (struct chart_numbers){x, 2};
    m[0].y = (struct chart_numbers){y, 2};
    m[0].w = (struct chart_numbers){w, 2};
    m[0].h = (struct chart_numbers){h, 2};
    m[0].face = (struct chart_colors){red, 2};
    m[1].face = (struct chart_colors){grey, 1};
    m[1].vertical = true;
    m[1].from = 0.4;
    m[1].to = 0.5;
    struct chart_axes a = axes(m, 2);
    struct chart c = one(&a);
    struct drawn d;
    draw(&c, &d);
    struct frame f = frame_of(&d.drawing);
    ck_assert_uint_eq(at(&d, f, 0.2, 0.15), 0xFFD62728);
    ck_assert_uint_eq(at(&d, f, 0.7, 0.65), 0xFF2CA02C);
    ck_assert_uint_eq(at(&d, f, 0.2, 0.35), 0xFFFFFFFF);
    ck_assert_uint_eq(at(&d, f, 0.45, 0.9) & 0xFF, 0xBF); /* half of grey over white */
    drawn_free(&d);
}
END_TEST

/* --- words --- */

struct area {
    int x, y, w, h;
};

static struct area area_of(struct fonts *f, const struct item *t)
{
    int size = t->style.size, w = font_width(f, size, t->style.bold, t->text);
    int h = font_capital(f, size, t->style.bold);
    double turn = t->style.angle * acos(-1.0) / 180;
    double x[4] = {0, w * cos(turn), -h * sin(turn), w * cos(turn) - h * sin(turn)};
    double y[4] = {0, -w * sin(turn), -h * cos(turn), -w * sin(turn) - h * cos(turn)};
    double l = 0, r = 0, top = 0, low = 0;
    for (int k = 0; k < 4; k++) {
        l = fmin(l, x[k]);
        r = fmax(r, x[k]);
        top = fmin(top, y[k]);
        low = fmax(low, y[k]);
    }
    return (struct area){t->x + (int)l, t->y + (int)top, (int)(r - l), (int)(low - top)};
}

static bool meet(struct area a, struct area b)
{
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

START_TEST(words_stay_on_the_picture_and_apart)
{
    static const struct chart_tick words[] = {{0, "The"},   {0.2, "quick brown"},
                                              {0.4, "fox"}, {0.6, "jumps over"},
                                              {0.8, "the"}, {1, "dog"}};
    static const struct chart_title title = {
        .text = "Weights of\nhead $\\alpha$", .loc = "center", .size = 12};
    static const struct chart_mark note = {.kind = CHART_text,
                                           .value = 0.4,
                                           .from = 1,
                                           .text = "note",
                                           .size = 10,
                                           .ha = "center",
                                           .va = "bottom",
                                           .alpha = 1,
                                           .box = CHART_NONE,
                                           .box_edge = CHART_NONE};
    struct chart_mark notes[2] = {note, note};
    notes[1].value = 0.5;
    notes[1].from = -0.2;
    notes[1].text = "below";
    struct chart_axes a[4];
    struct error err = {0};
    struct fonts *fonts = fonts_open(NULL, &err);
    int columns = 1 + _i % 2;
    for (int k = 0; k < 4; k++) {
        a[k] = axes(notes, _i < 2 ? 2 : 0);
        memcpy(a[k].place,
               (int[]){2, columns, k / columns, k / columns + 1, k % columns, k % columns + 1},
               sizeof a[k].place);
        a[k].titles = &title;
        a[k].title_count = 1;
        a[k].x.label = "key";
        a[k].y.label = "query";
        a[k].x.tick = words;
        a[k].x.tick_count = 6;
        a[k].x.far = _i >= 2;
        a[k].y.far = _i >= 4;
    }
    struct chart_bar bar = {.map = {.name = "Blues", .vmin = 0, .vmax = 1},
                            .side = side(0, 1),
                            .label_size = 10,
                            .alpha = 1,
                            .shrink = 1};
    bar.side.label = "share";
    bar.side.offset = "1e-14";
    bar.level = _i % 3 == 1;
    a[1].bar = &bar;
    a[1].bar_count = 1;
    struct chart c = one(a);
    c.width = 8;
    c.height = 7;
    c.count = 2 * columns;
    c.title = "All heads";
    struct drawn d;
    draw(&c, &d);
    for (int k = 0; k < d.drawing.count; k++) {
        const struct item *t = &d.drawing.item[k];
        if (t->kind != ITEM_TEXT || *t->text == '\0') {
            continue;
        }
        struct area area = area_of(fonts, t);
        EXPECT(area.x >= 0 && area.y >= 0 && area.x + area.w <= d.drawing.width &&
                   area.y + area.h <= d.drawing.height,
               "%s leaves the picture", t->text);
        EXPECT(strchr(t->text, '$') == NULL && strchr(t->text, '\n') == NULL, "%s", t->text);
        for (int b = k + 1; b < d.drawing.count; b++) {
            const struct item *u = &d.drawing.item[b];
            if (u->kind == ITEM_TEXT && *u->text != '\0' && t->style.angle != 45) {
                EXPECT(!meet(area, area_of(fonts, u)) || u->style.angle == 45,
                       "\"%s\" lies over \"%s\"", t->text, u->text);
            }
        }
    }
    drawn_free(&d);
    fonts_close(fonts);
}
END_TEST

START_TEST(the_best_legend_covers_no_point)
{
    static const double x[] = {0.7, 0.8, 0.9}, y[] = {0.8, 0.85, 0.9};
    static const struct chart_entry entry[] = {{"loss", 0, {-1, -1}}};
    struct chart_legend legend = {
        .loc = "best", .entry = entry, .count = 1, .columns = 1, .face = 0xFFFFFF, .alpha = 1};
    struct chart_mark m = {.kind = CHART_line, .alpha = 1, .edge = 0x1F77B4, .width = 2};
    m.dash = "-";
    m.marker = m.step = "";
    m.x = (struct chart_numbers){x, 3};
    m.y = (struct chart_numbers){y, 3};
    struct chart_axes a = axes(&m, 1);
    legend.size = 10;
    a.legend = &legend;
    struct chart c = one(&a);
    struct drawn d;
    for (int named = 0; named < 2;
         named++) { /* upper right is taken: upper left; by name it is not */
        legend.loc = named ? "upper right" : "best";
        draw(&c, &d);
        struct frame f = frame_of(&d.drawing);
        for (int k = 0; k < d.drawing.count; k++) {
            const struct item *t = &d.drawing.item[k];
            if (t->kind == ITEM_TEXT && strcmp(t->text, "loss") == 0) {
                EXPECT((t->x > f.x + f.w / 2) == named, "the legend is at %d", t->x);
                EXPECT(t->y < f.y + f.h / 2, "the legend is at %d", t->y);
            }
        }
        drawn_free(&d);
    }
}
END_TEST

START_TEST(maps_of_code_are_whole)
{
    static const struct colormap rows[] = {
#define COLORMAP(name, kind, points) {#name, kind, points},
#include "plot/colormap_code.def"
#undef COLORMAP
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct rgb table[COLORMAP_COLORS];
        size_t digits = strlen(rows[k].points);
        EXPECT(digits % 6 == 0 && strspn(rows[k].points, "0123456789ABCDEF") == digits, "%s",
               rows[k].name);
        EXPECT(colormap_of_code(rows[k].name, table), "%s", rows[k].name);
        EXPECT(colormap_find(rows[k].name) == NULL, "%s is in both tables", rows[k].name);
    }
    struct rgb table[COLORMAP_COLORS];
    ck_assert(colormap_of_code("RdBu_r", table));
    ck_assert_int_eq(table[COLORMAP_COLORS - 1].r, 103);
    ck_assert(!colormap_of_code("nonesuch", table));
}
END_TEST

START_TEST(what_is_no_picture_is_refused)
{
    struct chart_axes a = axes(NULL, 0);
    struct chart c = one(&a);
    struct error err = {0};
    struct fonts *fonts = fonts_open(NULL, &err);
    static const double sizes[][2] = {{0, 1}, {1e9, 1}, {NAN, 1}, {-1, 2}};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        struct drawing s = {0};
        c.width = sizes[k][0];
        c.height = sizes[k][1];
        err = (struct error){0};
        EXPECT(!chart_draw(&c, 100, fonts, &s, &err) && err.kind == ERROR_INPUT, "%g", c.width);
        drawing_free(&s);
    }
    c.width = c.height = 3;
    a.place[5] = 4;
    struct drawing s = {0};
    err = (struct error){0};
    ck_assert(!chart_draw(&c, 100, fonts, &s, &err));
    drawing_free(&s);
    fonts_close(fonts);
}
END_TEST

Suite *suite_chart(void)
{
    Suite *s = suite_create("chart");
    TCase *t = tcase_create("chart");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, cells_of_an_image_have_their_colors_where_they_belong, 0,
                        (int)(sizeof images / sizeof images[0]));
    tcase_add_test(t, cells_that_share_a_pixel_are_its_mean);
    tcase_add_test(t, lines_go_through_their_points);
    tcase_add_test(t, bars_and_spans_fill_what_they_say);
    tcase_add_loop_test(t, words_stay_on_the_picture_and_apart, 0, 6);
    tcase_add_test(t, the_best_legend_covers_no_point);
    tcase_add_test(t, maps_of_code_are_whole);
    tcase_add_test(t, what_is_no_picture_is_refused);
    suite_add_tcase(s, t);
    return s;
}
