/* The first screen of a first walk: its numbers are those of the lesson, its keys work. */
#include "walked.h"

#include "tui/keys.h"
#include "tui/scene.h"
#include "tui/welcome.h"

#include <check.h>
#include <math.h>
#include <string.h>

Suite *suite_welcome(void);

static void open_it(struct welcome *w)
{
    const struct run_terms terms = {
        .threads = 1, .limits = {.depth = 1000}, .library = &trees, .stack = own_stack};
    struct error err = {0};
    ck_assert_msg(welcome_open(w, &terms, &err), "%s", err.text);
}

START_TEST(the_map_is_that_of_the_lesson)
{
    struct welcome w;
    open_it(&w);
    double sum = 0;
    for (int k = 0; k < w.seen.words; k++) {
        sum += w.seen.share[k];
    }
    ck_assert_str_eq(w.seen.word[w.seen.most], "keys");
    ck_assert(w.seen.share[w.seen.most] > 0.99);
    ck_assert(fabs(sum - 1) < 1e-5);
    ck_assert_int_eq((int)w.seen.numbers, 1074);
    ck_assert(w.seen.are > 0.9 && fabs(w.seen.is + w.seen.are - 1) < 1e-5);
    ck_assert(w.seen.guessed == 0.5);
    ck_assert_int_eq((int)w.seen.sentences, 144);
    welcome_key(&w, 'x'); /* run again without it */
    ck_assert(w.hides);
    ck_assert(w.blind.share[w.seen.most] == 0);
    welcome_key(&w, 'x');
    ck_assert(!w.hides);
    welcome_free(&w);
}
END_TEST

static const struct {
    uint32_t key;
    enum welcome_answer answer;
} keys[] = {{' ', WELCOME_BEGIN},
            {PRESSED_ENTER, WELCOME_BEGIN},
            {PRESSED_DOWN, WELCOME_BEGIN},
            {'l', WELCOME_LIST},
            {'?', WELCOME_LIST},
            {'q', WELCOME_QUIT},
            {PRESSED_ESC, WELCOME_QUIT},
            {'x', WELCOME_STAY},
            {PRESSED_PLAIN, WELCOME_PLAIN},
            {'%', WELCOME_STAY}};

START_TEST(keys_lead_on)
{
    struct welcome w;
    open_it(&w);
    ck_assert_int_eq(welcome_key(&w, keys[_i].key), keys[_i].answer);
    welcome_free(&w);
}
END_TEST

static const struct {
    const char *name;
    int width, height;
    bool hides;
} screens[] = {{"welcome", 80, 24, false},
               {"welcome-hidden", 80, 24, true},
               {"welcome-wide", 200, 60, true},
               {"welcome-low", 60, 15, true},
               {"welcome-small", 40, 10, false}};

START_TEST(as_before)
{
    struct welcome w;
    struct grid g;
    struct buf text = {0}, path = {0};
    open_it(&w);
    if (screens[_i].hides) {
        welcome_key(&w, 'x');
    }
    ck_assert(grid_init(&g, screens[_i].width, screens[_i].height));
    welcome_draw(&w, &g);
    grid_text(&g, &text);
    grid_styles(&g, &text);
    buf_printf(&path, "tests/scenes/%s.txt", screens[_i].name);
    walked_golden(buf_text(&path), buf_text(&text));
    buf_free(&text);
    buf_free(&path);
    grid_free(&g);
    welcome_free(&w);
}
END_TEST

Suite *suite_welcome(void)
{
    Suite *s = suite_create("welcome");
    TCase *t = tcase_create("welcome");
    tcase_add_test(t, the_map_is_that_of_the_lesson);
    tcase_add_loop_test(t, keys_lead_on, 0, (int)(sizeof keys / sizeof keys[0]));
    tcase_add_loop_test(t, as_before, 0, (int)(sizeof screens / sizeof screens[0]));
    suite_add_tcase(s, t);
    return s;
}
