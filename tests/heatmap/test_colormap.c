/* Tests color maps: the published colors, monotone lightness, and ink that is legible on all of
 * them. */
#include "heatmap/draw/drawing.h"
#include "plot/colormap.h"

#include "../expect.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>

Suite *suite_colormap(void);

/* L* of CIE 1976, from 0 to 100. */
static double lightness(struct rgb c)
{
    double y = color_luminance(c);
    return y > 216.0 / 24389 ? 116 * cbrt(y) - 16 : y * 24389 / 27;
}

START_TEST(lightness_is_monotone)
{
    for (int k = 0; colormap_at(k) != NULL; k++) {
        const struct colormap *m = colormap_at(k);
        struct rgb table[COLORMAP_COLORS];
        colormap_table(m, table);
        double way = 0, reach = lightness(table[255]) - lightness(table[0]);
        for (int c = 1; c < COLORMAP_COLORS; c++) {
            double step = lightness(table[c]) - lightness(table[c - 1]);
            double up = m->kind == DIVERGING ? (c < 128 ? 1 : -1) : reach > 0 ? 1 : -1;
            EXPECT(step * up >= -0.35, "%s: lightness goes back by %.2f at %d", m->name, -step * up,
                   c);
            way += step * up;
        }
        EXPECT(way > 60, "%s: only %.0f of lightness from end to end", m->name, way);
    }
}
END_TEST

START_TEST(ink_is_legible_on_every_color)
{
    double worst = 21;
    for (int k = 0; colormap_at(k) != NULL; k++) {
        struct rgb table[COLORMAP_COLORS];
        colormap_table(colormap_at(k), table);
        for (int c = 0; c < COLORMAP_COLORS; c++) {
            double contrast = color_contrast(table[c], color_ink(table[c]));
            worst = contrast < worst ? contrast : worst;
        }
    }
    EXPECT(worst >= 4.58, "the worst contrast is %.2f", worst);
    for (int c = 0; c < 1 << 12; c++) { /* and on any color at all */
        struct rgb any = {(uint8_t)((c >> 8) * 17), (uint8_t)((c >> 4 & 15) * 17),
                          (uint8_t)((c & 15) * 17)};
        EXPECT(color_contrast(any, color_ink(any)) >= 4.5, "%d %d %d", any.r, any.g, any.b);
    }
}
END_TEST

static const struct {
    const char *name;
    int at;
    struct rgb color;
} known[] = {{"viridis", 0, {68, 1, 84}},      {"viridis", 255, {253, 231, 37}},
             {"viridis", 128, {33, 145, 140}}, {"magma", 0, {0, 0, 4}},
             {"magma", 255, {252, 253, 191}},  {"cividis", 0, {0, 34, 78}},
             {"Blues", 0, {247, 251, 255}},    {"RdBu_r", 0, {5, 48, 97}},
             {"RdBu_r", 255, {103, 0, 31}},    {"rdbu_R", 51, {67, 147, 195}}};

/* Matplotlib's, where fewer points would be furthest off. */
static const struct {
    const char *name;
    int at, color[3];
} near_points[] = {{"plasma", 251, {242, 242, 39}}, {"inferno", 199, {251, 155, 6}},
                   {"bone", 92, {80, 80, 112}},     {"copper", 207, {255, 162, 103}},
                   {"turbo", 8, {57, 42, 115}},     {"twilight", 10, {220, 217, 223}},
                   {"cividis", 31, {24, 55, 111}}};

START_TEST(points_are_near_all_colors)
{
    struct rgb table[COLORMAP_COLORS];
    for (size_t k = 0; k < sizeof near_points / sizeof near_points[0]; k++) {
        ck_assert(colormap_of_code(near_points[k].name, table));
        struct rgb got = table[near_points[k].at];
        const int *want = near_points[k].color;
        EXPECT(abs(got.r - want[0]) <= 1 && abs(got.g - want[1]) <= 1 && abs(got.b - want[2]) <= 1,
               "%s[%d] is %d %d %d", near_points[k].name, near_points[k].at, got.r, got.g, got.b);
    }
}
END_TEST

START_TEST(colors_are_the_published_ones)
{
    struct rgb table[COLORMAP_COLORS];
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
        const struct colormap *m = colormap_find(known[k].name);
        ck_assert_ptr_nonnull(m);
        colormap_table(m, table);
        struct rgb got = table[known[k].at], want = known[k].color;
        EXPECT(got.r == want.r && got.g == want.g && got.b == want.b, "%s[%d] is %d %d %d",
               known[k].name, known[k].at, got.r, got.g, got.b);
    }
    ck_assert_ptr_null(colormap_find("jet"));
}
END_TEST

START_TEST(values_become_equal_parts)
{
    ck_assert_int_eq(colormap_index(0, 0, 1), 0);
    ck_assert_int_eq(colormap_index(1, 0, 1), 255);
    ck_assert_int_eq(colormap_index(0.5, 0, 1), 128);
    ck_assert_int_eq(colormap_index(0.499999, 0, 1), 127);
    ck_assert_int_eq(colormap_index(-7, 0, 1), 0);
    ck_assert_int_eq(colormap_index(7, 0, 1), 255);
    ck_assert_int_eq(colormap_index(3, 3, 3), 128);
    ck_assert_int_eq(colormap_index(0, -2, 2), 128);
    int different = 0, before = -1;
    for (int k = 0; k < 10000; k++) {
        int index = colormap_index(k / 10000.0, 0, 1);
        EXPECT(index >= before && abs(index - k * 255 / 9999) <= 2, "%d of 10000 has color %d", k,
               index);
        different += index != before;
        before = index;
    }
    ck_assert_int_eq(different, COLORMAP_LEVELS);
}
END_TEST

/* Text keeps 4.5 on its background, lines and marks 3. */
START_TEST(roles_can_be_seen_in_both_themes)
{
    for (int theme = THEME_LIGHT; theme <= THEME_DARK; theme++) {
        const struct drawing s = {.theme = (enum theme)theme};
        struct rgb ground = drawing_color(&s, ROLE_BACKGROUND);
        EXPECT(color_contrast(ground, drawing_color(&s, ROLE_TEXT)) > 7, "text, theme %d", theme);
        EXPECT(color_contrast(ground, drawing_color(&s, ROLE_QUIET)) > 4.5, "quiet, theme %d",
               theme);
        EXPECT(color_contrast(ground, drawing_color(&s, ROLE_ACCENT)) > 3, "accent, theme %d",
               theme);
        EXPECT(color_contrast(ground, drawing_color(&s, ROLE_FRAME)) > 3, "frame, theme %d", theme);
        EXPECT(color_contrast(drawing_color(&s, ROLE_MASK), drawing_color(&s, ROLE_HATCH)) > 2.5,
               "hatch, theme %d: %.2f", theme,
               color_contrast(drawing_color(&s, ROLE_MASK), drawing_color(&s, ROLE_HATCH)));
        EXPECT(color_contrast(drawing_color(&s, ROLE_ODD), drawing_color(&s, ROLE_ODD_LINE)) > 3,
               "odd, theme %d", theme);
    }
}
END_TEST

Suite *suite_colormap(void)
{
    Suite *s = suite_create("colormap");
    TCase *t = tcase_create("colormap");
    tcase_add_test(t, lightness_is_monotone);
    tcase_add_test(t, ink_is_legible_on_every_color);
    tcase_add_test(t, points_are_near_all_colors);
    tcase_add_test(t, colors_are_the_published_ones);
    tcase_add_test(t, values_become_equal_parts);
    tcase_add_test(t, roles_can_be_seen_in_both_themes);
    suite_add_tcase(s, t);
    return s;
}
