/* Signs are told where they are seen first: each is found on a screen that shows it, and on no
 * other one; one at a step, in a line that is free; never again. */
#include "expect.h"
#include "walked.h"

#include "tui/pane/signs.h"
#include "tui/scene.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_signs(void);

static const char code[] = "import torch\nx = torch.ones(3, 2)\ny = x * 2\n"
                           "z = x @ y.T\nw = z.softmax(-1)\n";
static const char written[] = "import torch\nx = torch.ones(2, 2) * 1\nx[1] = 5.\n";
static const char masked[] = "import torch\nx = torch.ones(3, 3) + 1\n"
                             "m = torch.ones(3, 3).triu(1).bool()\n"
                             "y = x.masked_fill(m, -torch.inf)\nz = torch.ones(2, 60) * 2\n";

/* A screen that shows a sign, and one that does not. */
static const struct {
    const char *sign, *lesson, *keys, *other, *keys_there;
} screens[] = {
    {">", code, "", "+by-hand", ""},
    {"[0.50]", code, "", code, "r n"},
    {"(1 2)", code, "", "import torch\nx = torch.ones(3)\n", "s"},
    {"*0.50", written, "2g", masked, "1g"},
    {"head [0] 1", "weight-splits", "16g", code, ""},
    {"#7", code, "2g", "+by-hand", ""},
    {"s2, #s2", code, "", code, "2g"},
    {"1/2 scores", "weight-splits", "16g", code, "3g"},
    {"IN 1/2", code, "3g", code, ""},
    {"scores✓", "weight-splits", "16g", code, "1g"},
    {"mask!", "weight-splits", "16g", "weight-splits", "2g"},
    {"12 !", "weight-splits", "14g", "weight-splits", "2g"},
    {"! x = 1", "weight-splits", "14g", "weight-splits", "2g"},
    {"12 x", "import torch\nx = torch.ones(3)\nx = x * 2\ny = x + 1\n", "x", code, ""},
    {"* 12", code, "b", code, ""},
    {"^^^^", code, "", "+by-hand", ""},
    {"-inf", masked, "4g", masked, "1g"},
    {"…", "weight-splits", "16g", code, ""},
};

/* The screen of a step, with what is told on it. */
static void draw(struct walked *w, struct grid *g, int width, int height)
{
    w->viewer.width = width;
    w->viewer.height = height;
    ck_assert(grid_init(g, width, height));
    scene_draw(&w->viewer, g);
}

static bool is_there(const char *lesson, const char *keys, int nth, bool ascii)
{
    struct walked w;
    struct grid g;
    walked_open(&w, lesson);
    w.viewer.chosen.ascii = ascii;
    walked_press(&w, keys);
    draw(&w, &g, 80, 24);
    bool there = sign_is_there(nth, &g, ascii);
    grid_free(&g);
    walked_close(&w);
    return there;
}

START_TEST(each_is_found_where_it_is)
{
    ck_assert_str_eq(sign_row(_i)->sign, screens[_i].sign);
    for (int ascii = 0; ascii < 2; ascii++) {
        ck_assert_msg(is_there(screens[_i].lesson, screens[_i].keys, _i, ascii), "%s is not found",
                      screens[_i].sign);
        ck_assert_msg(!is_there(screens[_i].other, screens[_i].keys_there, _i, ascii),
                      "%s is found where it is not", screens[_i].sign);
    }
}
END_TEST

/* What is told at the stop: the index of its row, -1: nothing. No line of the screen but one that
 * was empty or a rule is another one. */
static int told(struct walked *w, struct signs *s, int width, int height)
{
    struct grid before, g;
    int changed = 0, nth = -1;
    draw(w, &before, width, height);
    draw(w, &g, width, height);
    signs_put(s, &w->viewer, &g);
    for (int y = 0; y < height; y++) {
        const struct glyph *was = &before.at[y * width], *now = &g.at[y * width];
        bool same = true, free = true;
        for (int x = 0; x < width; x++) {
            same = same && was[x].c == now[x].c;
            free = free && was[x].c == was[0].c && (was[x].c == ' ' || was[x].c == 0x2500);
        }
        ck_assert_msg(same || free, "a line that was not empty is written over");
        changed += !same;
    }
    ck_assert_int_le(changed, 1);
    if (changed > 0) {
        struct buf text = {0};
        grid_text(&g, &text);
        for (int k = 0; k < SIGN_COUNT; k++) {
            nth = strstr(buf_text(&text), sign_row(k)->meaning) != NULL ? k : nth;
        }
        buf_free(&text);
        ck_assert_int_ge(nth, 0);
    }
    grid_free(&before);
    grid_free(&g);
    return nth;
}

static const struct {
    int width, height;
} sizes[] = {{80, 23}, {80, 24}, {120, 40}, {200, 60}};

/* Through a lesson: each once, at a step that shows it; those that were told before, never. */
START_TEST(each_is_told_once)
{
    struct signs s = {0}, again = {0};
    struct walked w;
    struct buf kept = {0};
    int width = sizes[_i].width, height = sizes[_i].height, all = 0, steps = 0;
    bool seen[SIGN_COUNT] = {false};
    walked_open(&w, "+single-head");
    ck_assert_int_eq(told(&w, &s, width, height), -1); /* a text */
    while (w.viewer.where.stop + 1 < w.viewer.guide->count) {
        walked_press(&w, "Space");
        int nth = told(&w, &s, width, height);
        ck_assert(nth < 0 || !seen[nth]);
        ck_assert_int_eq(told(&w, &s, width, height), nth); /* as long as one stands there */
        if (nth >= 0) {
            seen[nth] = true;
            all++;
        }
        steps += !viewer_reads(&w.viewer);
        for (int k = 0; nth < 0 && !viewer_reads(&w.viewer) && k < SIGN_COUNT; k++) {
            struct grid g; /* nothing was left to tell */
            draw(&w, &g, width, height);
            ck_assert(s.told[k] || !sign_is_there(k, &g, false));
            grid_free(&g);
        }
    }
    ck_assert_int_ge(all, 5);
    ck_assert_int_le(all, steps);
    signs_write(&s, &kept);
    buf_puts(&kept, "of another version\n");
    signs_read(&again, buf_text(&kept));
    ck_assert_mem_eq(again.told, s.told, sizeof s.told);
    struct buf twice = {0};
    signs_write(&again, &twice);
    ck_assert_str_eq(buf_text(&twice), buf_text(&kept));
    buf_free(&twice);
    signs_free(&again);
    walked_press(&w, "g");
    while (w.viewer.where.stop + 1 < w.viewer.guide->count) {
        walked_press(&w, "Space");
        int nth = told(&w, &again, width, height);
        ck_assert(nth < 0 || !seen[nth]);
    }
    buf_free(&kept);
    walked_close(&w);
}
END_TEST

/* A text tells the ! before a line of its code. */
START_TEST(a_text_tells_of_a_wrong_line)
{
    struct signs s = {0};
    struct walked w;
    bool tells = false;
    walked_open(&w, "+masks");
    while (w.viewer.where.stop + 1 < w.viewer.guide->count) {
        walked_press(&w, "Space");
        int nth = told(&w, &s, 80, 24);
        bool here = nth >= 0 && strcmp(sign_row(nth)->sign, "! x = 1") == 0;
        ck_assert(!here || viewer_reads(&w.viewer));
        tells = tells || here;
    }
    ck_assert(tells);
    walked_close(&w);
}
END_TEST

/* A sign that comes up now goes before those that could have been told before. */
START_TEST(what_is_new_comes_first)
{
    struct signs s = {0};
    struct walked w;
    walked_open(&w, masked);
    walked_press(&w, "3g");
    ck_assert_int_ge(told(&w, &s, 80, 24), 0);
    walked_press(&w, "4g");
    ck_assert_str_eq(sign_row(told(&w, &s, 80, 24))->sign, "IN 1/2");
    walked_press(&w, "3g");
    walked_press(&w, "?");
    ck_assert_int_eq(told(&w, &s, 80, 24), -1); /* a page */
    walked_close(&w);
}
END_TEST

Suite *suite_signs(void)
{
    Suite *s = suite_create("signs");
    TCase *t = tcase_create("signs");
    tcase_add_loop_test(t, each_is_found_where_it_is, 0, SIGN_COUNT);
    tcase_add_loop_test(t, each_is_told_once, 0, (int)(sizeof sizes / sizeof sizes[0]));
    tcase_add_test(t, what_is_new_comes_first);
    tcase_add_test(t, a_text_tells_of_a_wrong_line);
    suite_add_tcase(s, t);
    return s;
}
