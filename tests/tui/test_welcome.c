/* Tests the first screen of a first walk: its numbers are those of the lesson, its keys work. */
#include "walked.h"

#include "tui/keys.h"
#include "tui/page/welcome.h"
#include "tui/scene.h"

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
            {'?', WELCOME_STAY},
            {'q', WELCOME_QUIT},
            {PRESSED_ESC, WELCOME_STAY},
            {'x', WELCOME_STAY},
            {PRESSED_PLAIN, WELCOME_PLAIN},
            {PRESSED_RIGHT, WELCOME_BEGIN},
            {PRESSED_LEFT, WELCOME_STAY},
            {'%', WELCOME_STAY}};

START_TEST(keys_lead_on)
{
    struct welcome w;
    open_it(&w);
    ck_assert_int_eq(welcome_key(&w, keys[_i].key), keys[_i].answer);
    welcome_free(&w);
}
END_TEST

/* One thing less at a time; behind the last one it is said what quits. */
START_TEST(esc_goes_back)
{
    struct welcome w;
    open_it(&w);
    welcome_key(&w, 'x');
    welcome_key(&w, '?');
    ck_assert(w.help && w.hides);
    ck_assert_int_eq(welcome_key(&w, PRESSED_ESC), WELCOME_STAY);
    ck_assert(!w.help && w.hides && w.said == NULL);
    ck_assert_int_eq(welcome_key(&w, PRESSED_ESC), WELCOME_STAY);
    ck_assert(!w.hides && w.said == NULL);
    ck_assert_int_eq(welcome_key(&w, PRESSED_ESC), WELCOME_STAY);
    ck_assert(w.said != NULL && strstr(w.said, "q quits") != NULL);
    welcome_key(&w, '?');
    ck_assert(w.said == NULL);
    ck_assert_int_eq(welcome_key(&w, ' '), WELCOME_BEGIN);
    welcome_free(&w);
}
END_TEST

static const struct {
    const char *name;
    int width, height;
    const char *keys;
} screens[] = {
    {"welcome", 80, 24, ""},          {"welcome-low", 60, 15, "x"},
    {"welcome-small", 40, 10, ""},    {"welcome-help-low", 60, 15, "?"},
    {"welcome-back", 80, 24, "\033"},
};

START_TEST(as_before)
{
    struct welcome w;
    struct grid g;
    open_it(&w);
    for (const char *key = screens[_i].keys; *key != '\0'; key++) {
        welcome_key(&w, *key == '\033' ? PRESSED_ESC : (uint32_t)*key);
    }
    ck_assert(grid_init(&g, screens[_i].width, screens[_i].height));
    welcome_draw(&w, &g);
    walked_drawn(screens[_i].name, &g);
    welcome_free(&w);
}
END_TEST

Suite *suite_welcome(void)
{
    Suite *s = suite_create("welcome");
    TCase *t = tcase_create("welcome");
    tcase_add_test(t, the_map_is_that_of_the_lesson);
    tcase_add_test(t, esc_goes_back);
    tcase_add_loop_test(t, keys_lead_on, 0, (int)(sizeof keys / sizeof keys[0]));
    tcase_add_loop_test(t, as_before, 0, (int)(sizeof screens / sizeof screens[0]));
    suite_add_tcase(s, t);
    return s;
}
