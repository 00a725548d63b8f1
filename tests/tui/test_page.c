/* Tests pages and screens at every width: they come to an end, nothing is drawn outside of its
 * place, and a long text costs no more than its length. */
#include "walked.h"

#include "base/utf8.h"
#include "tui/action.h"
#include "tui/keys.h"
#include "tui/page/page.h"
#include "tui/plain.h"
#include "tui/scene.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

Suite *suite_page(void);

/* Words that are too long, wide ones, combining ones, and what no terminal may get to see. */
static const char speaks[] = "import torch\n"
                             "# tokens: \xe6\x97\xa5\xe6\x9c\xac \xc4\xa0the cafe\xcc\x81\n"
                             "print('a' * 500, 'b c ' * 90, '\xe6\x97\xa5' * 150)\n"
                             "print('\\x1b]0;title\\x07\\x1b[2J\\x9b1m\\u202e\\n\\n   x   \\n')\n"
                             "q = torch.arange(12.).reshape(3, 4)\n"
                             "k = q.T\n"
                             "w = torch.softmax(q @ k, dim=-1)\n"
                             "raise ValueError('\\x1b[2J' + 'no ' * 60)\n";

static const struct {
    const char *code, *keys;
} stops[] = {
    {"weight-splits", "16g Tab 2j l s 2n F3 2j l"},
    {"weight-splits", "7g : p Space keys,keys,keys Enter"},
    {speaks, "G F3 4j 3l W"},
    {speaks, "G : p Space 'x'*5000 Enter"},
};

#define STOPS ((int)(sizeof stops / sizeof stops[0]))
#define EDGE 3

/* Everything but the box of the page is blank still. */
static void is_inside(const struct grid *g, int width, int height, enum page page)
{
    for (int y = 0; y < g->height; y++) {
        for (int x = 0; x < g->width; x++) {
            const struct glyph *at = &g->at[y * g->width + x];
            bool within = x >= EDGE && x < EDGE + width && y >= EDGE && y < EDGE + height;
            bool blank = at->c == ' ' && at->style == 0 && at->heat == 0;
            if (!within && !blank) { /* Check writes a line for every assertion: too many here */
                ck_abort_msg("%s, %dx%d: drawn outside, at %d %d", page_title(page), width, height,
                             x - EDGE, y - EDGE);
            }
            if (at->c != 0 && (at->c < ' ' || utf8_width(at->c) < 1)) {
                ck_abort_msg("%s: the character %x", page_title(page), (unsigned)at->c);
            }
        }
    }
}

START_TEST(pages_at_every_width)
{
    static const int heights[] = {1, 2, 7, 40};
    struct walked w;
    walked_open(&w, stops[_i].code);
    walked_press(&w, stops[_i].keys);
    for (int page = PAGE_NONE + 1; page < PAGE_COUNT; page++) {
        for (int width = 1; width <= 200; width++) {
            int height = heights[width % 4], length = page_length(&w.viewer, page, width);
            struct grid g;
            ck_assert(grid_init(&g, width + 2 * EDGE, height + 2 * EDGE));
            page_draw(&w.viewer, page, &g, EDGE, EDGE, width, height,
                      width % 3 == 0 ? page_start(&w.viewer, page, width, height)
                                     : (length - height) * (width % 3 - 1));
            is_inside(&g, width, height, page);
            grid_free(&g);
        }
    }
    walked_close(&w);
}
END_TEST

/* As text a page is what it is on a screen that is high enough for it. */
START_TEST(pages_as_text)
{
    struct walked w;
    walked_open(&w, stops[_i].code);
    walked_press(&w, stops[_i].keys);
    w.viewer.chosen.ascii = true;
    for (int page = PAGE_NONE + 1; page < PAGE_COUNT; page++) {
        struct buf text = {0}, drawn = {0};
        struct grid g;
        int length = page_length(&w.viewer, page, 100);
        page_text_of(&w.viewer, page, 100, &text);
        ck_assert(grid_init(&g, 100, length));
        page_draw(&w.viewer, page, &g, 0, 0, 100, length, 0);
        grid_text(&g, &drawn);
        ck_assert_str_eq(buf_text(&text), buf_text(&drawn));
        grid_free(&g);
        buf_free(&text);
        buf_free(&drawn);
    }
    walked_close(&w);
}
END_TEST

/* Every key of the table on a screen of any size. */
START_TEST(keys_at_every_size)
{
    static const int heights[] = {1, 2, 5, 23, 24, 25, 40, 60};
    struct walked w;
    walked_open(&w, stops[_i % STOPS].code);
    for (int width = 1 + _i; width <= 200; width += 8) {
        w.viewer.width = width;
        w.viewer.height = heights[width / 8 % 8];
        for (int k = 0; k < ACTION_COUNT; k++) {
            const char *names = key_row((enum action)k)->keys;
            uint32_t key;
            key_read(&names, &key);
            unsigned reaction = action_key(&w.viewer, key);
            if ((reaction & REACT_LOOK) != 0 && !viewer_look(&w.viewer)) {
                ck_abort_msg("width %d, %s", width, key_row((enum action)k)->keys);
            }
            free(walked_screen(&w, w.viewer.width, w.viewer.height, false));
        }
    }
    walked_close(&w);
}
END_TEST

/* Where nothing is seen nothing is done. */
START_TEST(no_key_acts_unseen)
{
    static const int sizes[][2] = {{59, 24}, {80, 14}, {1, 1}, {200, 5}};
    struct walked w;
    walked_open(&w, "weight-splits");
    walked_press(&w, "11g /");
    for (size_t j = 0; j < sizeof sizes / sizeof sizes[0]; j++) {
        w.viewer.width = sizes[j][0];
        w.viewer.height = sizes[j][1];
        for (int k = 0; k < ACTION_COUNT; k++) {
            const char *names = key_row((enum action)k)->keys;
            uint32_t key;
            while (key_read(&names, &key)) {
                unsigned reaction = action_key(&w.viewer, key),
                         wanted = k == ACTION_quit || k == ACTION_interrupt ? REACT_QUIT
                                  : k == ACTION_repaint ? REACT_REPAINT | REACT_DRAW
                                  : k == ACTION_suspend ? REACT_SUSPEND | REACT_DRAW
                                  : key == 't'          ? REACT_PLAIN /* on as text */
                                                        : REACT_NONE;
                ck_assert_msg(reaction == wanted, "%s: %u", key_row((enum action)k)->keys,
                              reaction);
            }
        }
        ck_assert_int_eq(w.viewer.typed.prompt, PROMPT_SEARCH);
        ck_assert_str_eq(w.viewer.typed.text, "");
    }
    ck_assert_int_eq(w.tape.event[stepper_event(&w.viewer.where.at)].number, 11);
    walked_close(&w);
}
END_TEST

/* --- lines --- */

START_TEST(lines_are_broken)
{
    static const struct {
        const char *text;
        int columns;
        size_t fits;
    } cases[] = {
        {"ab cde fgh", 10, 10}, {"ab cde fgh", 9, 6}, {"ab cde fgh", 6, 6},
        {"ab cde fgh", 5, 2},   {"ab cde fgh", 1, 1}, {"ab cde fgh", 0, 1},
        {"ab cde fgh", -5, 1},  {"abcdef", 4, 4},     {"", 4, 0},
        {" abc", 2, 2},         {" ", 0, 1},          {"\xe6\x97\xa5\xe6\x9c\xac", 3, 3},
        {"\xe6\x97\xa5", 1, 3}, {"a\x1b[2J", 3, 3},   {"\xff\xfe", 1, 1},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        size_t fits = grid_fit(cases[k].text, strlen(cases[k].text), cases[k].columns);
        ck_assert_msg(fits == cases[k].fits, "'%s' in %d columns: %zu", cases[k].text,
                      cases[k].columns, fits);
    }
}
END_TEST

/* No more of a text is looked at than goes into the line: behind it no memory may be read. */
START_TEST(only_the_line_is_looked_at)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *all = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ck_assert(all != MAP_FAILED);
    memset(all, 'y', page);
    ck_assert_int_eq(mprotect(all + page, page, PROT_NONE), 0);
    ck_assert_uint_eq(grid_fit(all + page - 84, 1 << 20, 80), 80);
    munmap(all, 2 * page);
}
END_TEST

/* A line of a million characters, on the screen and as text. */
START_TEST(a_long_line)
{
    struct walked w;
    struct buf text = {0};
    clock_t began = clock();
    walked_open(&w, "import torch\nprint('y' * 1000000)\nx = torch.ones(2)\n");
    walked_press(&w, "o n n p");
    free(walked_screen(&w, 80, 24, false));
    ck_assert_int_eq(page_length(&w.viewer, PAGE_output, 78), 12821);
    ck_assert_int_eq(page_length(&w.viewer, PAGE_output, 1), 1000000);
    plain_page(&w.viewer, &text);
    ck_assert_uint_gt(text.len, 1000000);
    buf_free(&text);
    walked_press(&w, ": p Space 'y'*10**6 Enter");
    free(walked_screen(&w, 80, 24, false));
    ck_assert_int_eq(page_length(&w.viewer, PAGE_answer, 78), 12822);
    double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
    ck_assert_msg(seconds < 20, "%g seconds", seconds); /* it took many minutes */
    walked_close(&w);
}
END_TEST

Suite *suite_page(void)
{
    Suite *s = suite_create("page");
    TCase *t = tcase_create("page");
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, pages_at_every_width, 0, STOPS);
    tcase_add_loop_test(t, pages_as_text, 0, STOPS);
    tcase_add_test(t, no_key_acts_unseen);
    tcase_add_test(t, lines_are_broken);
    tcase_add_test(t, only_the_line_is_looked_at);
    tcase_add_test(t, a_long_line);
    suite_add_tcase(s, t);
    t = tcase_create("page, all");
    tcase_set_tags(t, "long");
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, keys_at_every_size, 0, 8);
    suite_add_tcase(s, t);
    return s;
}
