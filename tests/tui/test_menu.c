/* Tests bookmarks as text, and the list of lessons that shows them. */
#include "walked.h"

#include "tui/bookmarks.h"
#include "tui/keys.h"
#include "tui/page/menu.h"
#include "tui/scene.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_menu(void);

static const char kept[] = "qkv bookmarks 1\n"
                           "16@9 1-9,16,18-20 30 weight-splits\n"
                           "s3 0 30 /home/me/a name.ipynb\n"
                           "4@0 1-12 12 by-hand\n";

START_TEST(text_and_back)
{
    struct bookmarks b = {0};
    struct buf out = {0};
    ck_assert(bookmarks_read(&b, kept, strlen(kept)));
    ck_assert_int_eq(b.count, 3);
    const struct bookmark *m = bookmarks_find(&b, "/home/me/a name.ipynb");
    ck_assert(m != NULL && m->setup && m->step == 3 && m->all == 30);
    bookmarks_write(&b, &out);
    ck_assert_str_eq(buf_text(&out), kept);
    ck_assert_ptr_null(bookmarks_find(&b, "weight"));
    buf_free(&out);
    bookmarks_free(&b);
}
END_TEST

START_TEST(broken_texts_are_refused)
{
    static const char *const broken[] = {"",
                                         "qkv",
                                         "qkv bookmarks 2\n",
                                         "qkv bookmarks 1\nnonsense\n",
                                         "qkv bookmarks 1\n1 2 3\n",
                                         "qkv bookmarks 1\n1 5 3 seen-behind-the-end\n",
                                         "qkv bookmarks 1\n1 2-1 3 backwards\n",
                                         "qkv bookmarks 1\n1 2,1 3 out-of-order\n",
                                         "qkv bookmarks 1\n1 1, 3 no-number\n",
                                         "qkv bookmarks 1\n1 99999999999 3 too-many\n",
                                         "qkv bookmarks 1\n-1 2 3 name\n",
                                         "qkv bookmarks 1\n1 2 3 no line break"};
    for (size_t k = 0; k < sizeof broken / sizeof broken[0]; k++) {
        struct bookmarks b = {0};
        ck_assert_msg(!bookmarks_read(&b, broken[k], strlen(broken[k])), "'%s'", broken[k]);
        ck_assert_int_eq(b.count, 0);
    }
}
END_TEST

START_TEST(the_latest_comes_first)
{
    struct bookmarks b = {0};
    char name[32];
    ck_assert(bookmarks_read(&b, kept, strlen(kept)));
    struct seen second = {0};
    seen_add(&second, 2, 2);
    struct bookmark by_hand = {
        .name = "by-hand", .step = 2, .told = true, .seen = second, .all = 12};
    bookmarks_set(&b, &by_hand);
    ck_assert_str_eq(b.at[0].name, "by-hand");
    ck_assert_int_eq(seen_steps(&b.at[0].seen), 12); /* they were seen before */
    ck_assert_int_eq(b.count, 3);
    by_hand.all = 13;
    bookmarks_set(&b, &by_hand);
    ck_assert_int_eq(seen_steps(&b.at[0].seen), 1); /* the code is another one */
    bookmarks_touch(&b, "weight-splits"); /* with changed code: its place is the old one */
    ck_assert_str_eq(b.at[0].name, "weight-splits");
    ck_assert_int_eq(b.at[0].step, 16);
    bookmarks_touch(&b, "heads");
    ck_assert_str_eq(b.at[0].name, "heads");
    ck_assert(b.at[0].all == 0 && b.count == 4);
    bookmarks_set(&b, &(struct bookmark){.name = "two\nlines", .all = 1});
    ck_assert_int_eq(b.count, 4);
    for (int k = 0; k < 2 * BOOKMARKS_MOST; k++) {
        snprintf(name, sizeof name, "file%d", k);
        bookmarks_set(&b, &(struct bookmark){.name = name, .step = 1, .seen = second, .all = 2});
    }
    ck_assert_int_eq(b.count, BOOKMARKS_MOST);
    ck_assert_str_eq(b.at[0].name, name);
    seen_free(&second);
    bookmarks_free(&b);
}
END_TEST

/* Ranges that meet become one, in whatever order they come. */
START_TEST(ranges_are_joined)
{
    static const struct {
        int first, last;
        const char *all;
    } added[] = {{5, 5, "5"},         {9, 9, "5,9"},         {1, 2, "1-2,5,9"},
                 {6, 6, "1-2,5-6,9"}, {8, 8, "1-2,5-6,8-9"}, {9, 9, "1-2,5-6,8-9"},
                 {4, 7, "1-2,4-9"},   {3, 3, "1-9"},         {11, 11, "1-9,11"},
                 {1, 12, "1-12"}};
    struct seen s = {0};
    struct buf text = {0};
    for (size_t k = 0; k < sizeof added / sizeof added[0]; k++) {
        seen_add(&s, added[k].first, added[k].last);
        buf_clear(&text);
        seen_write(&s, &text);
        ck_assert_str_eq(buf_text(&text), added[k].all);
    }
    ck_assert_int_eq(seen_steps(&s), 12);
    buf_free(&text);
    seen_free(&s);
}
END_TEST

/* What was kept of a lesson in steps, before it was told in stops, is no number of stops. */
START_TEST(steps_are_no_stops)
{
    static const char old[] = "qkv bookmarks 1\n16 1-9,16,18-20 30 weight-splits\n";
    struct bookmarks b = {0};
    struct menu *m = calloc(1, sizeof *m);
    struct error err = {0};
    struct walked w;
    ck_assert(bookmarks_read(&b, old, strlen(old)) && !b.at[0].told);
    ck_assert(menu_open(m, &b, NULL, false, &err));
    ck_assert_str_eq(m->item[m->at].name, "weight-splits");
    ck_assert_str_eq(m->item[m->at].seen, "-");
    ck_assert(m->item[m->at].begun && !m->item[m->at].over);
    menu_free(m);
    free(m);
    walked_open(&w, "+weight-splits");
    b.at[0].all = w.viewer.guide->count - w.viewer.guide->recalls;
    bookmark_return(&b.at[0], &w.viewer);
    ck_assert_int_eq(w.viewer.where.stop, 0);
    walked_close(&w);
    bookmarks_free(&b);
}
END_TEST

START_TEST(back_to_the_place)
{
    struct walked w;
    struct bookmark m;
    walked_open(&w, "weight-splits");
    walked_press(&w, "16g 5p");
    ck_assert(bookmark_take(&w.viewer, "weight-splits", w.tape.step_count, &m));
    ck_assert(m.step == 11 && seen_steps(&m.seen) == 3 && m.all == 82); /* 1, 16, 11 */
    walked_press(&w, "g");
    bookmark_return(&m, &w.viewer);
    ck_assert_int_eq(w.tape.event[stepper_event(&w.viewer.where.at)].number, 11);
    ck_assert_ptr_nonnull(strstr(w.viewer.typed.message, "last time"));
    walked_press(&w, "g");
    m.all = 29; /* another code */
    bookmark_return(&m, &w.viewer);
    ck_assert_int_eq(w.tape.event[stepper_event(&w.viewer.where.at)].number, 1);
    walked_close(&w);
}
END_TEST

/* Seen is what was stood on: not what a jump to the end left out, nor another code's steps. */
START_TEST(a_jump_sees_no_steps)
{
    struct walked w;
    struct bookmarks b = {0};
    struct bookmark m;
    struct menu *menu = calloc(1, sizeof *menu);
    struct error err = {0};
    char keys[16];
    walked_open(&w, "weight-splits");
    walked_press(&w, "G");
    ck_assert(bookmark_take(&w.viewer, "weight-splits", w.tape.step_count, &m));
    m.told = true; /* of a lesson only stops are shown */
    bookmarks_set(&b, &m);
    ck_assert(menu_open(menu, &b, NULL, false, &err));
    ck_assert_str_eq(menu->item[menu->at].seen, "2 of 82");
    menu_free(menu);
    walked_press(&w, ":set Space b=3 Enter g n n n");
    ck_assert_str_eq(w.viewer.changed, "b=3");
    ck_assert_int_eq(seen_steps(&w.viewer.where.seen), 2);
    walked_close(&w);
    walked_open(&w, "weight-splits");
    for (int k = 2; k < 82; k++) {
        snprintf(keys, sizeof keys, "%dg", k);
        walked_press(&w, keys);
    }
    ck_assert(bookmark_take(&w.viewer, "weight-splits", w.tape.step_count, &m));
    m.told = true; /* of a lesson only stops are shown */
    bookmarks_set(&b, &m);
    ck_assert(menu_open(menu, &b, NULL, false, &err));
    ck_assert_str_eq(menu->item[menu->at].seen, "all 82");
    menu_free(menu);
    free(menu);
    bookmarks_free(&b);
    walked_close(&w);
}
END_TEST

/* Of a lesson that is told, stops: the first one and the last one. */
START_TEST(a_jump_sees_no_stops)
{
    struct walked w;
    struct bookmarks b = {0};
    struct bookmark m;
    struct menu *menu = calloc(1, sizeof *menu);
    struct error err = {0};
    char seen[32];
    walked_open(&w, "+by-hand");
    walked_press(&w, "G");
    ck_assert(bookmark_take(&w.viewer, "by-hand", w.tape.step_count, &m));
    bookmarks_set(&b, &m);
    ck_assert(menu_open(menu, &b, NULL, false, &err));
    snprintf(seen, sizeof seen, "2 of %d", w.viewer.guide->count - w.viewer.guide->recalls);
    ck_assert_str_eq(menu->item[menu->at].seen, seen);
    menu_free(menu);
    free(menu);
    bookmarks_free(&b);
    walked_close(&w);
}
END_TEST

/* --- the screen --- */

static const struct {
    const char *name, *note;
    int width, height;
} screens[] = {
    {"menu", NULL, 80, 24},         {"menu-note", "Where you were is not known.", 80, 24},
    {"menu-wide", NULL, 200, 60},   {"menu-small", NULL, 59, 24},
    {"menu-low", NULL, 60, 15},     {"menu-help", NULL, 60, 15},
    {"menu-practice", NULL, 80, 24}};

/* All of single-head is solved, some of wrapper; one name is of no exercise there. */
static const char practised[] = "qkv practice 1\n"
                                "solved 1 0 inside-a-head wrapper\n"
                                "tried 2 0 the-middle-of-forward wrapper\n"
                                "solved 1 0 no-such-one wrapper\n"
                                "solved 1 0 cell-3 /home/me/a name.ipynb\n"
                                "solved 1 0 which-sizes-must-agree single-head\n"
                                "solved 1 0 shape-of-the-scores single-head\n"
                                "solved 1 0 a-masked-share single-head\n"
                                "solved 1 0 the-first-word single-head\n"
                                "solved 1 0 who-may-see-whom single-head\n"
                                "solved 1 0 write-a-causal-head single-head\n"
                                "solved 1 0 shape-of-a-query single-head\n"
                                "solved 1 0 e-to-minus-infinity single-head\n"
                                "solved 1 0 key-and-value single-head\n";

START_TEST(as_before)
{
    struct bookmarks b = {0};
    struct progress p = {0};
    struct menu *m = calloc(1, sizeof *m);
    struct error err = {0};
    struct grid g;
    ck_assert(bookmarks_read(&b, kept, strlen(kept)));
    bool practice = strcmp(screens[_i].name, "menu-practice") == 0;
    ck_assert(progress_read(&p, practised, strlen(practised)));
    ck_assert(menu_open(m, &b, &p, practice, &err));
    ck_assert_str_eq(m->item[m->at].name, practice ? "wrapper" : "weight-splits");
    menu_add_file(m, &b.at[1], NULL);
    ck_assert_str_eq(m->item[m->at].name, practice ? "wrapper" : "weight-splits");
    m->note = screens[_i].note;
    m->help = strcmp(screens[_i].name, "menu-help") == 0;
    ck_assert(grid_init(&g, screens[_i].width, screens[_i].height));
    menu_draw(m, &g);
    walked_drawn(screens[_i].name, &g);
    menu_free(m);
    free(m);
    progress_free(&p);
    bookmarks_free(&b);
}
END_TEST

/* Of a file as of a lesson: how many of all. */
/* Each lesson stands in the list with all of its title and of its name, by which it is opened. */
START_TEST(names_are_whole)
{
    static struct bookmarks none;
    struct menu *m = calloc(1, sizeof *m);
    struct error err = {0};
    ck_assert(menu_open(m, &none, NULL, false, &err));
    for (m->at = 0; m->at < m->lessons; m->at++) {
        struct grid g;
        struct buf text = {0};
        ck_assert(grid_init(&g, 80, 24));
        menu_draw(m, &g);
        grid_text(&g, &text);
        ck_assert_msg(strstr(buf_text(&text), m->item[m->at].title) != NULL &&
                          strstr(buf_text(&text), m->item[m->at].name) != NULL,
                      "%s\n%s", m->item[m->at].name, buf_text(&text));
        grid_free(&g);
        buf_free(&text);
    }
    menu_free(m);
    free(m);
}
END_TEST

START_TEST(a_file_says_how_many_exercises_it_has)
{
    static const char text[] =
        "# A\n\n```python\nx = 1\n```\n"
        "```exercise one\nkind: choice\noption: a\nright: b\n\nWhich?\n```\n"
        "```exercise two\nkind: choice\noption: a\nright: b\n\nWhich?\n```\n";
    static const char solved[] = "qkv practice 1\nsolved 1 0 one /home/me/a name.ipynb\n";
    struct bookmarks b = {0};
    struct progress p = {0};
    struct menu *m = calloc(1, sizeof *m);
    struct lesson l;
    struct error err = {0};
    ck_assert(bookmarks_read(&b, kept, strlen(kept)));
    ck_assert(progress_read(&p, solved, strlen(solved)));
    ck_assert(lesson_read(&l, "a.md", LESSON_MARKDOWN, text, strlen(text), &err));
    ck_assert(menu_open(m, &b, &p, true, &err));
    menu_add_file(m, &b.at[1], &l);
    ck_assert_str_eq(m->item[m->count - 1].solved, "1 of 2");
    menu_add_file(m, &b.at[1], NULL);
    ck_assert_str_eq(m->item[m->count - 1].solved, "1");
    lesson_free(&l);
    menu_free(m);
    free(m);
    progress_free(&p);
    bookmarks_free(&b);
}
END_TEST

START_TEST(keys_choose)
{
    struct bookmarks none = {0};
    struct menu *m = calloc(1, sizeof *m);
    struct error err = {0};
    ck_assert(menu_open(m, &none, NULL, false, &err));
    ck_assert_int_eq(m->at, 0);
    ck_assert_int_eq(menu_key(m, 'p'), MENU_STAY);
    ck_assert_int_eq(m->at, 0);
    ck_assert_int_eq(menu_key(m, PRESSED_DOWN), MENU_STAY);
    ck_assert_int_eq(m->at, 1);
    ck_assert_int_eq(menu_key(m, 'G'), MENU_STAY);
    ck_assert_int_eq(m->at, m->count - 1);
    ck_assert_int_eq(menu_key(m, '9'), MENU_STAY);
    ck_assert_str_eq(m->item[m->at].name, "wrapper");
    ck_assert_int_eq(menu_key(m, PRESSED_ENTER), MENU_CHOSEN);
    ck_assert_int_eq(menu_key(m, 'q'), MENU_QUIT);
    ck_assert_int_eq(menu_key(m, PRESSED_ESC), MENU_STAY);
    ck_assert(m->said != NULL && strstr(m->said, "q quits") != NULL);
    ck_assert_int_eq(menu_key(m, 'x'), MENU_STAY);
    ck_assert(m->said == NULL);
    ck_assert_int_eq(menu_key(m, PRESSED_PLAIN), MENU_PLAIN);
    menu_free(m);
    free(m);
}
END_TEST

static void type(struct menu *m, const char *keys)
{
    for (; *keys != '\0'; keys++) {
        uint32_t key = *keys == '\n'  ? PRESSED_ENTER
                       : *keys == '<' ? PRESSED_BACKSPACE
                                      : (uint32_t)*keys;
        ck_assert_int_eq(menu_key(m, key), MENU_STAY);
    }
}

/* Every lesson by its number, of two digits too, and by a search in names, titles and texts. */
START_TEST(numbers_and_searches)
{
    static const struct {
        const char *keys, *name;
    } cases[] = {{"0", "by-hand"},
                 {"G1", "words-to-vectors"},
                 {"G12", "cross-attention"},
                 {"G9", "wrapper"},
                 {"G99", "wrapper"},
                 {"G1j0", "by-hand"},
                 {"G121", "words-to-vectors"},
                 {"g/stride\n", "shapes-and-strides"},
                 {"g/KV C\n", "kv-cache"},
                 {"g/kx<v-\n", "kv-cache"},
                 {"g/zzz\n", "by-hand"},
                 {"G/pencil\n", "by-hand"}};
    struct bookmarks none = {0};
    struct menu *m = calloc(1, sizeof *m);
    struct error err = {0};
    ck_assert(menu_open(m, &none, NULL, false, &err));
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        type(m, cases[k].keys);
        ck_assert_msg(strcmp(m->item[m->at].name, cases[k].name) == 0, "%s: %s", cases[k].keys,
                      m->item[m->at].name);
    }
    for (int k = 0; k < m->lessons; k++) {
        char number[16];
        snprintf(number, sizeof number, "g%d", m->item[k].number);
        type(m, number);
        ck_assert_int_eq(m->at, k);
    }
    type(m, "g/softmax\n");
    int first = m->at;
    type(m, "n");
    ck_assert_int_gt(m->at, first);
    type(m, "N");
    ck_assert_int_eq(m->at, first);
    type(m, "jn"); /* another key was pressed: the next one */
    ck_assert_int_eq(m->at, first + 2);
    type(m, "/");
    ck_assert_int_eq(menu_key(m, PRESSED_ESC), MENU_STAY);
    ck_assert(!m->searching && !m->finding);
    menu_free(m);
    free(m);
}
END_TEST

/* To the practice and back; the help and back; the mouse. */
START_TEST(from_walk_to_practice)
{
    struct bookmarks none = {0};
    struct menu *m = calloc(1, sizeof *m);
    struct error err = {0};
    ck_assert(menu_open(m, &none, NULL, false, &err));
    ck_assert_int_eq(menu_key(m, PRESSED_TAB), MENU_STAY);
    ck_assert(m->practice);
    ck_assert_int_eq(menu_key(m, PRESSED_TAB), MENU_STAY);
    ck_assert(!m->practice);
    ck_assert_int_eq(menu_key(m, '?'), MENU_STAY);
    ck_assert(m->help);
    ck_assert_int_eq(menu_key(m, PRESSED_ESC), MENU_STAY);
    ck_assert(!m->help);
    ck_assert_int_eq(menu_click(m, 10, 5, 80, 24), MENU_STAY); /* line 5: the fourth */
    ck_assert_int_eq(m->at, 3);
    ck_assert_int_eq(menu_key(m, PRESSED_WHEEL_DOWN), MENU_STAY);
    ck_assert_int_eq(m->at, 4);
    ck_assert_int_eq(menu_click(m, 10, 6, 80, 24), MENU_CHOSEN);
    ck_assert_int_eq(menu_click(m, 2, 23, 80, 24), MENU_CHOSEN); /* "Enter open" */
    ck_assert_int_eq(menu_click(m, 10, 22, 80, 24), MENU_STAY);
    menu_free(m);
    free(m);
}
END_TEST

static void screen_of(const struct menu *m, int width, int height, struct buf *out)
{
    struct grid g;
    ck_assert(grid_init(&g, width, height));
    menu_draw(m, &g);
    grid_text(&g, out);
    grid_free(&g);
}

/* Each key of the last line does something, wherever it is shown. */
START_TEST(the_last_line_works)
{
    static const char *const states[] = {"", "?", "/soft\n", "12"};
    struct bookmarks none = {0};
    struct menu *m = calloc(1, sizeof *m), *was = calloc(1, sizeof *was);
    struct error err = {0};
    ck_assert(menu_open(m, &none, NULL, _i % 2 == 1, &err));
    type(m, states[_i / 2]);
    *was = *m;
    for (int size = 0; size < 2; size++) {
        int width = size == 0 ? 80 : 60, height = size == 0 ? 24 : 15, keys = 0;
        struct buf before = {0};
        screen_of(m, width, height, &before);
        for (int x = 0; x < width; x++) {
            struct grid g;
            struct spot spot = {.x = x, .y = height - 1};
            ck_assert(grid_init(&g, width, height));
            g.asked = &spot;
            menu_draw(m, &g);
            grid_free(&g);
            if (spot.kind == SPOT_KEY) {
                struct buf after = {0};
                bool stays = menu_key(m, (uint32_t)spot.a) == MENU_STAY;
                screen_of(m, width, height, &after);
                EXPECT(!stays || strcmp(buf_text(&after), buf_text(&before)) != 0,
                       "key %x does nothing on\n%.2000s", (unsigned)spot.a, buf_text(&before));
                buf_free(&after);
                *m = *was;
                keys++;
            }
        }
        ck_assert_int_gt(keys, 0);
        buf_free(&before);
    }
    menu_free(m);
    free(m);
    free(was);
}
END_TEST

/* Lessons by number and name, files by path and name; there are ten digits only. */
START_TEST(lines_choose)
{
    struct bookmarks b = {0};
    struct menu *m = calloc(1, sizeof *m);
    struct error err = {0};
    struct buf text = {0};
    char number[16];
    ck_assert(bookmarks_read(&b, kept, strlen(kept)));
    ck_assert(menu_open(m, &b, NULL, false, &err));
    for (int k = 0; k < MENU_FILES + 3; k++) {
        menu_add_file(m, &b.at[1], NULL);
    }
    ck_assert_int_eq(m->count, m->lessons + MENU_FILES);
    menu_text(m, &text);
    ck_assert_ptr_nonnull(strstr(buf_text(&text), "weight-splits: "));
    ck_assert_ptr_nonnull(strstr(buf_text(&text), "/home/me/a name.ipynb; seen: -; "));
    ck_assert_int_eq(menu_line(m, "nothing"), MENU_STAY);
    ck_assert_int_eq(menu_line(m, "-1"), MENU_STAY);
    ck_assert_int_eq(menu_line(m, "q"), MENU_QUIT);
    ck_assert_int_eq(menu_line(m, ""), MENU_CHOSEN);
    ck_assert_str_eq(m->item[m->at].name, "weight-splits");
    ck_assert_int_eq(menu_line(m, " by-hand"), MENU_CHOSEN);
    ck_assert_str_eq(m->item[m->at].name, "by-hand");
    ck_assert_int_eq(menu_line(m, "a name.ipynb"), MENU_CHOSEN);
    ck_assert_int_eq(m->at, m->lessons);
    snprintf(number, sizeof number, "%d", m->item[m->count - 1].number);
    ck_assert_int_eq(menu_line(m, number), MENU_CHOSEN);
    ck_assert_int_eq(m->at, m->count - 1);
    snprintf(number, sizeof number, "%d", m->item[m->count - 1].number + 1);
    ck_assert_int_eq(menu_line(m, number), MENU_STAY);
    ck_assert_int_eq(menu_key(m, ':'), MENU_STAY); /* behind '9' */
    buf_free(&text);
    menu_free(m);
    free(m);
    bookmarks_free(&b);
}
END_TEST

Suite *suite_menu(void)
{
    Suite *s = suite_create("menu");
    TCase *t = tcase_create("menu");
    tcase_add_test(t, text_and_back);
    tcase_add_test(t, broken_texts_are_refused);
    tcase_add_test(t, the_latest_comes_first);
    tcase_add_test(t, ranges_are_joined);
    tcase_add_test(t, steps_are_no_stops);
    tcase_add_test(t, back_to_the_place);
    tcase_add_test(t, a_jump_sees_no_steps);
    tcase_add_test(t, a_jump_sees_no_stops);
    tcase_add_loop_test(t, as_before, 0, (int)(sizeof screens / sizeof screens[0]));
    tcase_add_test(t, names_are_whole);
    tcase_add_test(t, a_file_says_how_many_exercises_it_has);
    tcase_add_test(t, keys_choose);
    tcase_add_test(t, numbers_and_searches);
    tcase_add_test(t, from_walk_to_practice);
    tcase_add_loop_test(t, the_last_line_works, 0, 8);
    tcase_add_test(t, lines_choose);
    suite_add_tcase(s, t);
    return s;
}
