/* Tests the table of keys: no key twice, every name known, every row complete. And what keys do. */
#include "expect.h"
#include "walked.h"

#include "lesson/catalog.h"
#include "tui/act/act_mouse.h"
#include "tui/action.h"
#include "tui/escape.h"
#include "tui/keys.h"
#include "tui/page/page.h"
#include "tui/pane/signs.h"
#include "tui/pane/softmax_line.h"
#include "tui/viewer_live.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_keys(void);

START_TEST(no_key_and_no_command_twice)
{
    for (int k = 0; k < ACTION_COUNT; k++) {
        const struct key_row *row = key_row((enum action)k);
        const char *names = row->keys;
        uint32_t key;
        int count = 0;
        while (key_read(&names, &key)) {
            ck_assert_msg(key != 0, "'%s' has a key that is none", row->keys);
            ck_assert_msg(key_action(key) == (enum action)k, "'%s' is taken twice", row->keys);
            ck_assert_msg(key < '0' || key > '9', "digits are counts");
            count++;
        }
        ck_assert_int_gt(count, 0);
        ck_assert_msg(key_command(row->command) == (enum action)k, ":%s is taken twice",
                      row->command);
        ck_assert(row->help[0] != '\0' && row->group[0] != '\0');
        ck_assert_msg(strlen(row->keys) <= 18, "'%s' is too long for the help", row->keys);
        ck_assert_msg(strlen(row->help) <= 45, "'%s' is too long for the help", row->help);
    }
    ck_assert_int_eq(key_action('0'), ACTION_COUNT);
    ck_assert_int_eq(key_command("there is none"), ACTION_COUNT);
    ck_assert_int_eq(key_command("nex"), ACTION_next); /* a beginning that only one has */
    ck_assert_int_eq(key_command("un"), ACTION_COUNT); /* several have this one */
}
END_TEST

static void type(struct walked *w, const char *text)
{
    for (; *text != '\0'; text++) {
        ck_assert(action_key(&w->viewer, (uint32_t)*text) != REACT_NONE);
    }
}

/* A line is taken whole, and its end is seen while it is typed; one that is too long is not taken.
 */
START_TEST(a_long_line_is_taken_whole)
{
    struct walked w;
    char line[TYPED_MOST + 20] = ":p 1";
    walked_open(&w, "tests/walked/weight-splits.md");
    for (int k = 0; k < 200; k++) {
        strcat(line, "+1");
    }
    type(&w, line);
    char *screen = walked_screen(&w, 80, 23, false);
    ck_assert_ptr_nonnull(strstr(screen, "+1+1"));
    free(screen);
    action_key(&w.viewer, PRESSED_ENTER);
    ck_assert_str_eq(buf_text(&w.viewer.typed.answer), "201\n");
    memset(line, 'x', sizeof line);
    line[0] = ':';
    line[sizeof line - 1] = '\0';
    type(&w, line);
    action_key(&w.viewer, PRESSED_ENTER);
    ck_assert_int_eq(w.viewer.typed.prompt, PROMPT_COMMAND);
    screen = walked_screen(&w, 80, 23, false);
    ck_assert_ptr_nonnull(strstr(screen, "at most 1000 characters: xxx"));
    free(screen);
    action_key(&w.viewer, PRESSED_BACKSPACE);
    ck_assert_uint_eq(strlen(w.viewer.typed.text), TYPED_MOST);
    walked_close(&w);
}
END_TEST

/* What a browser keeps for itself does not come to a page, and a terminal has no part in one. */
START_TEST(a_page_lists_what_comes_to_it)
{
    static const char *const never[] = {"^",   "F1",    "F5",     "Tab", "ZZ",
                                        " q ", "shell", "screen", "|"};
    struct walked w;
    scoped_buf all = {0}, list = {0};
    walked_open(&w, "tests/walked/weight-splits.md");
    w.viewer.height = 0; /* all of them */
    page_text_of(&w.viewer, PAGE_help, 100, &all);
    w.viewer.keyless = true;
    page_text_of(&w.viewer, PAGE_help, 100, &list);
    for (size_t k = 0; k < sizeof never / sizeof never[0]; k++) {
        ck_assert_msg(strstr(buf_text(&list), never[k]) == NULL, "%s in\n%s", never[k],
                      buf_text(&list));
    }
    ck_assert_ptr_nonnull(strstr(buf_text(&list), "n Space Enter PgDn "));
    ck_assert_ptr_nonnull(strstr(buf_text(&list), " V  "));
    ck_assert_int_lt((int)list.len, (int)all.len);
    w.viewer.height = 24;
    walked_press(&w, "Esc");
    ck_assert_str_eq(w.viewer.typed.message, "There is nothing to go back from.");
    walked_close(&w);
}
END_TEST

static int number(const struct walked *w)
{
    return w->viewer.where.at.tape->event[stepper_event(&w->viewer.where.at)].number;
}

START_TEST(counts_and_numbers)
{
    struct walked w;
    walked_open(&w, "tests/walked/weight-splits.md");
    ck_assert_int_eq(number(&w), 1);
    walked_press(&w, "5n");
    ck_assert_int_eq(number(&w), 6);
    walked_press(&w, "2p");
    ck_assert_int_eq(number(&w), 4);
    walked_press(&w, "12g");
    ck_assert_int_eq(number(&w), 12);
    walked_press(&w, "16G");
    ck_assert_int_eq(number(&w), 16);
    walked_press(&w, ": 7 Enter");
    ck_assert_int_eq(number(&w), 7);
    walked_press(&w, ": 99 Enter");
    ck_assert_int_eq(number(&w), 7);
    ck_assert_ptr_nonnull(strstr(w.viewer.typed.message, "30"));
    walked_press(&w, ": 3 Space next Enter");
    ck_assert_int_eq(number(&w), 10);
    walked_press(&w, ": s2 Enter");
    ck_assert(w.tape.event[stepper_event(&w.viewer.where.at)].setup);
    ck_assert_int_eq(number(&w), 2);
    walked_press(&w, "' '"); /* back from the jump */
    ck_assert_int_eq(number(&w), 10);
    walked_press(&w, "M a G ' a");
    ck_assert_int_eq(number(&w), 10);
    walked_press(&w, "' z");
    ck_assert_int_eq(number(&w), 10);
    walked_press(&w, "99999999999999999999n");
    ck_assert_int_eq(number(&w), 30);
    walked_close(&w);
}
END_TEST

START_TEST(presenters_and_arrows)
{
    struct walked w;
    walked_open(&w, "tests/walked/weight-splits.md");
    walked_press(&w, "PgDn Space Enter Down j");
    ck_assert_int_eq(number(&w), 6);
    walked_press(&w, "PgUp Backspace N Up k");
    ck_assert_int_eq(number(&w), 1);
    walked_press(&w, "Right l Left"); /* step by step, and never out of forward or into softmax */
    ck_assert_int_eq(number(&w), 2);
    walked_press(&w, "h S");
    ck_assert(stepper_folded(&w.viewer.where.at));
    walked_press(&w, "s");
    ck_assert_int_eq(number(&w), 1);
    walked_press(&w, "16g Tab j j l l");
    ck_assert_int_eq(number(&w), 16);
    ck_assert_int_eq(w.viewer.fetched.cell_row, 2);
    ck_assert_int_eq(w.viewer.fetched.cell_column, 2);
    walked_press(&w, "99j 99l");
    ck_assert_int_eq(w.viewer.fetched.cell_row, 5);
    ck_assert_int_eq(w.viewer.fetched.cell_column, 5);
    walked_press(&w, "k h");
    ck_assert_int_eq(w.viewer.fetched.cell_row, 4);
    ck_assert_int_eq(w.viewer.fetched.cell_column, 4);
    walked_press(&w, ") )"); /* there are two heads */
    ck_assert_int_eq(w.viewer.fetched.out.slice.head, 1);
    walked_press(&w, "( 1 }");
    ck_assert_int_eq(w.viewer.fetched.out.slice.head, 0);
    ck_assert_int_eq(w.viewer.fetched.out.slice.batch, 1);
    walked_close(&w);
}
END_TEST

START_TEST(breakpoints)
{
    struct walked w;
    walked_open(&w, "tests/walked/weight-splits.md");
    walked_press(&w, "c"); /* there is none */
    ck_assert_int_eq(number(&w), 1);
    walked_press(&w, "11g b 16g b g c");
    ck_assert_int_eq(number(&w), 10); /* the line of the scores begins with a transpose */
    walked_press(&w, "c");
    ck_assert_int_eq(number(&w), 15);
    walked_press(&w, "c");
    ck_assert_int_eq(number(&w), 15);
    walked_press(&w, "G C");
    ck_assert_int_eq(number(&w), 16);
    walked_press(&w, "C");
    ck_assert_int_eq(number(&w), 11);
    walked_press(&w, "b g c"); /* taken away */
    ck_assert_int_eq(number(&w), 15);
    walked_close(&w);
}
END_TEST

/* On the step's own line, too, however many digits its number has: none of them is covered. */
START_TEST(a_breakpoint_is_seen_where_one_stands)
{
    static const char *const numbers[] = {"\n* >6   x", "\n*>36   x", "\n*>456  x", "\n*3456  x"};
    struct walked w;
    struct buf code = {0};
    buf_puts(&code, "import torch; x = torch.ones(2)\n");
    for (int line = 2, k = 0; line <= 3456; line++) {
        static const int at[] = {6, 36, 456, 3456};
        buf_puts(&code, line == at[k] ? "x = x * 2\n" : "\n");
        k += line == at[k] && k < 3;
    }
    walked_open(&w, buf_text(&code));
    for (size_t k = 0; k < 4; k++) {
        walked_press(&w, k == 0 ? "b" : "n b");
        char *screen = walked_screen(&w, 80, 24, false);
        ck_assert_msg(strstr(screen, numbers[k]) != NULL, "%s", screen);
        free(screen);
    }
    buf_free(&code);
    walked_close(&w);
}
END_TEST

START_TEST(guessing)
{
    struct walked w;
    walked_open(&w, "tests/walked/weight-splits.md");
    walked_press(&w, "10g r");
    ck_assert(!w.viewer.chosen.hidden); /* it was seen already */
    walked_press(&w, "n");
    ck_assert(w.viewer.chosen.hidden);
    walked_press(&w, "i");
    ck_assert_int_eq(w.viewer.where.page, PAGE_NONE);
    walked_press(&w, "r 6 Space 6 Enter");
    ck_assert(w.viewer.chosen.hidden);
    ck_assert_ptr_nonnull(strstr(w.viewer.typed.message, "more axes"));
    walked_press(&w, "r 2 Space 3 Space 6 Space 6 Enter");
    ck_assert_ptr_nonnull(strstr(w.viewer.typed.message, "num_heads is not 3"));
    walked_press(&w, "r one Enter");
    ck_assert(w.viewer.chosen.hidden);
    walked_press(&w, "r (2, Space 2,6, 6) Enter");
    ck_assert(!w.viewer.chosen.hidden);
    walked_press(&w, "n");
    ck_assert(w.viewer.chosen.hidden);
    walked_press(&w, "r Enter"); /* given up */
    ck_assert(!w.viewer.chosen.hidden);
    walked_press(&w, "r n");
    ck_assert(!w.viewer.chosen.hidden && !w.viewer.chosen.guessing);
    walked_close(&w);
}
END_TEST

/* Instead of the shape one number, as exact as it was typed; and whether a line can run at all. */
START_TEST(guessing_cells_and_refusals)
{
    struct walked w;
    walked_open(&w, "import torch\nx = torch.ones(2, 3)\ny = x.transpose(0, 1) / 3\n"
                    "z = y.T\na = z.T.contiguous().T.view(-1)\n");
    ck_assert_ptr_nonnull(w.viewer.failure);
    walked_press(&w, "g r n");
    ck_assert(w.viewer.chosen.hidden);
    walked_press(&w, "r = 0.4 Enter");
    ck_assert(w.viewer.chosen.hidden);
    ck_assert_str_eq(w.viewer.typed.message, "Not yet: it is less.");
    walked_press(&w, "r =x Enter");
    ck_assert(w.viewer.chosen.hidden);
    walked_press(&w, "r refused Enter");
    ck_assert(w.viewer.chosen.hidden);
    ck_assert_ptr_nonnull(strstr(w.viewer.typed.message, "allowed"));
    walked_press(&w, "r =0.333 Enter");
    ck_assert(!w.viewer.chosen.hidden);
    walked_press(&w, "G r Enter");
    char *screen = walked_screen(&w, 80, 24, false);
    ck_assert_ptr_null(strstr(screen, "fails"));
    free(screen);
    walked_press(&w, "n");
    ck_assert_int_eq(w.viewer.typed.prompt, PROMPT_GUESS);
    walked_press(&w, "refused Enter");
    ck_assert_int_eq(w.viewer.where.page, PAGE_failure);
    ck_assert_ptr_nonnull(strstr(w.viewer.typed.message, "Right"));
    walked_press(&w, "q n"); /* it was asked once */
    ck_assert_int_eq(w.viewer.where.page, PAGE_failure);
    walked_close(&w);
}
END_TEST

START_TEST(numbers_are_set)
{
    struct walked w;
    walked_open(&w, "tests/walked/weight-splits.md");
    walked_press(&w, "+"); /* which number? */
    ck_assert_int_eq(w.again, 0);
    ck_assert_ptr_nonnull(strstr(w.viewer.typed.message, "d_out"));
    walked_press(&w, ": set Space nothing=3 Enter");
    ck_assert_int_eq(w.again, 0);
    walked_press(&w, ": set Space d_out=four Enter");
    ck_assert_int_eq(w.again, 0);
    walked_press(&w, ": set Space d_out=4 Enter");
    ck_assert_int_eq(w.again, 1);
    ck_assert_str_eq(w.viewer.typed.knob, "d_out=4");
    walked_press(&w, "2+");
    ck_assert_int_eq(w.again, 1);
    ck_assert_str_eq(w.viewer.typed.knob, "d_out=6");
    ck_assert_int_eq(number(&w), 1);
    walked_press(&w, "-"); /* which does not go: the last good run is kept */
    ck_assert_str_eq(w.viewer.typed.knob, "d_out=5");
    ck_assert_int_eq(w.viewer.where.page, PAGE_attempt);
    ck_assert_ptr_nonnull(strstr(buf_text(&w.viewer.typed.attempt), "d_out must be divisible"));
    ck_assert_ptr_null(w.viewer.failure);
    walked_press(&w, "- 7g");
    ck_assert_str_eq(w.viewer.changed, "d_out=4");
    ck_assert_int_eq(w.viewer.fetched.out.of->tensor.shape[3], 2);
    walked_close(&w);
}
END_TEST

START_TEST(lines_go_off_and_on)
{
    struct walked w;
    walked_open(&w, "tests/walked/weight-splits.md");
    walked_press(&w, "14g x"); /* the mask that is not kept */
    ck_assert_int_eq(w.again, 1);
    ck_assert_str_eq(w.viewer.changed, "line 68 off");
    ck_assert_int_eq(number(&w), 12); /* what came behind it: it made three steps */
    ck_assert_int_eq((int)w.viewer.fetched.differing, 0);
    walked_press(&w, "x"); /* on again, and back on it */
    ck_assert_str_eq(w.viewer.changed, "");
    ck_assert_int_eq(number(&w), 14);
    ck_assert_ptr_null(w.viewer.earlier);
    walked_press(&w, "x 15n x"); /* a line off; then another one, still compared with none off */
    ck_assert_int_eq(w.again, 2);
    ck_assert_ptr_nonnull(w.viewer.earlier);
    ck_assert_str_eq(w.viewer.earlier->what, "with all lines on");
    walked_press(&w, "X");
    ck_assert_str_eq(w.viewer.changed, "");
    walked_press(&w, "4g x"); /* without the view it fails */
    ck_assert_int_eq(w.viewer.where.page, PAGE_attempt);
    ck_assert_str_eq(w.viewer.changed, "");
    walked_press(&w, "q");
    ck_assert_int_eq(number(&w), 4);
    ck_assert_int_eq(w.tape.event_count, w.viewer.where.at.tape->event_count);
    walked_press(&w, "X x"); /* nothing to turn on */
    walked_close(&w);
}
END_TEST

/* Blocks, statements over several lines, the top level, the last statement of a body. */
START_TEST(whole_statements_go_off)
{
    struct walked w;
    walked_open(&w, "import torch\n"
                    "x = torch.ones(2, 3)\n"
                    "def f(x):\n"
                    "    if x.sum() > 1:\n"
                    "        x = x * 2\n"
                    "    return (x +\n"
                    "            1)\n"
                    "y = f(x)\n"
                    "z = f(y) * 2; w = z + 1\n");
    walked_press(&w, "F3 g 3k x q"); /* line 2, that all the rest stands on */
    ck_assert_int_eq(w.viewer.where.page, PAGE_NONE);
    ck_assert_str_eq(w.viewer.changed, "");
    walked_press(&w, "/ mul Enter x");
    ck_assert_str_eq(w.viewer.changed, "line 5 off");
    walked_press(&w, "X / add Enter x"); /* nothing comes back from f */
    ck_assert_int_eq(w.viewer.where.page, PAGE_attempt);
    walked_press(&w, "q G x"); /* two statements on one line go together */
    ck_assert_str_eq(w.viewer.changed, "line 9 off");
    walked_press(&w, "F3 99k 3j x"); /* the if, with all that is in it */
    ck_assert_str_eq(w.viewer.changed, "line 9 off, lines 4-5 off");
    walked_press(&w, "j x"); /* a line inside turns it on */
    ck_assert_str_eq(w.viewer.changed, "line 9 off");
    walked_close(&w);
}
END_TEST

START_TEST(lines_are_chosen)
{
    struct walked w;
    walked_open(&w, "tests/walked/weight-splits.md");
    walked_press(&w, "t"); /* which line? */
    ck_assert_int_eq(w.viewer.where.page, PAGE_code);
    walked_press(&w, "8j"); /* comments and empty lines are lines too */
    int line = w.viewer.where.cursor.line;
    walked_press(&w, "2j t");
    ck_assert_int_eq(w.viewer.where.page, PAGE_NONE);
    ck_assert_int_eq(number(&w), 7);
    ck_assert_int_eq(viewer_line(&w.viewer).line, line + 2);
    walked_press(&w, "' '"); /* back from the jump */
    ck_assert_int_eq(number(&w), 1);
    walked_press(&w, "16g t 7k t"); /* a line before */
    ck_assert_int_eq(number(&w), 9);
    walked_press(&w, "t 999k t");
    ck_assert_int_eq(w.viewer.where.page, PAGE_code); /* import torch makes no step */
    ck_assert_ptr_nonnull(strstr(w.viewer.typed.message, "No step"));
    walked_press(&w, "999j 999k j Tab n"); /* Tab: back to the steps */
    ck_assert_int_eq(w.viewer.where.page, PAGE_NONE);
    ck_assert_int_eq(number(&w), 10);
    walked_press(&w, "Tab");
    ck_assert_int_eq(w.viewer.where.focus, FOCUS_CELLS);
    walked_press(&w, "BackTab BackTab"); /* steps, code, ... */
    ck_assert_int_eq(w.viewer.where.page, PAGE_code);
    walked_press(&w, "BackTab"); /* ... cells, steps */
    ck_assert_int_eq(w.viewer.where.focus, FOCUS_CELLS);
    ck_assert_int_eq(w.viewer.where.page, PAGE_NONE);
    walked_press(&w, "BackTab");
    ck_assert_int_eq(w.viewer.where.focus, FOCUS_STEPS);
    walked_press(&w, "F3 F4");
    ck_assert_int_eq(w.viewer.where.focus, FOCUS_CELLS);
    walked_press(&w, "Tab k b k b 2k b Tab C"); /* comments and blanks: none */
    ck_assert_int_eq(number(&w), 8);
    walked_close(&w);
}
END_TEST

START_TEST(code_is_edited)
{
    static const char before[] = "import torch\n"
                                 "x = torch.ones(2, 3)\n"
                                 "y = x + 1\n"
                                 "z = y * 2\n"
                                 "w = z.sum()\n";
    struct walked w;
    walked_open(&w, before);
    walked_press(&w, "2g");
    w.edited = "import torch\n"
               "# a comment, and a line more\n"
               "x = torch.ones(2, 3)\n"
               "v = x - 1\n"
               "y = x + 1\n"
               "z = y * 3\n"
               "w = z.sum()\n";
    walked_press(&w, "e Enter");
    ck_assert_int_eq(number(&w), 3); /* z is z still */
    ck_assert_int_eq((int)w.viewer.fetched.differing, 6);
    ck_assert_str_eq(w.viewer.earlier->what, "before the edit");
    walked_press(&w, "2p");
    ck_assert(!w.viewer.fetched.any_before); /* v is new */
    walked_press(&w, "J");
    ck_assert_int_eq(number(&w), 3);
    walked_press(&w, "2K");
    ck_assert_int_eq(number(&w), 3); /* there is one only */
    w.edited = "x = (\n";
    walked_press(&w, "e Enter");
    ck_assert_int_eq(w.viewer.where.page, PAGE_attempt);
    ck_assert_ptr_nonnull(strstr(buf_text(&w.viewer.typed.attempt), "was never closed"));
    ck_assert_int_gt(w.live.failed_line, 0);
    w.edited = "import torch\nx = torch.ones(3)\ny = x + 1\nz = y.view(2, 2)\n";
    walked_press(&w, "e Enter");
    ck_assert_int_eq(w.live.failed_line, 4);
    walked_press(&w, "q");
    ck_assert_str_eq(w.viewer.changed, "edited");
    ck_assert_int_eq(number(&w), 3);
    struct buf text = {0};
    int line;
    live_text(&w.live, &w.viewer, &text, &line);
    ck_assert_ptr_nonnull(strstr(buf_text(&text), "z = y * 3")); /* of the last good run */
    ck_assert_int_eq(line, 6);
    buf_free(&text);
    walked_close(&w);
}
END_TEST

/* Three layers with norms and residuals, as in a llama; SCALE is where its versions differ. */
#define LAYERS(scale, more)                                                                        \
    "import torch\n"                                                                               \
    "torch.manual_seed(1)\n"                                                                       \
    "def norm(x, weight):\n"                                                                       \
    "    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-5) * weight\n"                \
    "def layer(x, p):\n"                                                                           \
    "    b, t, d = x.shape\n" more "    h = norm(x, p['n1'])\n"                                    \
    "    q = (h @ p['q']).view(b, t, 4, d // 4).transpose(1, 2)\n"                                 \
    "    k = (h @ p['k']).view(b, t, 2, d // 4).transpose(1, 2)\n"                                 \
    "    v = (h @ p['v']).view(b, t, 2, d // 4).transpose(1, 2)\n"                                 \
    "    k = k.repeat_interleave(2, dim=1)\n"                                                      \
    "    v = v.repeat_interleave(2, dim=1)\n"                                                      \
    "    s = q @ k.transpose(2, 3) / " scale "\n"                                                  \
    "    w = torch.softmax(s, dim=-1)\n"                                                           \
    "    x = x + (w @ v).transpose(1, 2).reshape(b, t, d) @ p['o']\n"                              \
    "    return x + torch.relu(norm(x, p['n2']) @ p['up']) @ p['down']\n"                          \
    "x = torch.randn(1, 3, 8)\n"                                                                   \
    "for _ in range(3):\n"                                                                         \
    "    p = {'q': torch.randn(8, 8), 'k': torch.randn(8, 4), 'v': torch.randn(8, 4),\n"           \
    "         'o': torch.randn(8, 8), 'up': torch.randn(8, 16), 'down': torch.randn(16, 8),\n"     \
    "         'n1': torch.ones(8), 'n2': torch.ones(8)}\n"                                         \
    "    x = layer(x, p)\n"

/* Beside its own copy every step has its twin, and none differs. */
START_TEST(compared_with_a_copy)
{
    struct walked w;
    int steps = 0;
    walked_open(&w, LAYERS("2 ** 0.5", ""));
    walked_compare(&w, LAYERS("2 ** 0.5", ""));
    ck_assert(viewer_look(&w.viewer));
    do {
        ck_assert(viewer_look(&w.viewer));
        bool alone = w.viewer.fetched.any_out && !w.viewer.fetched.any_before;
        ck_assert_msg(!alone && w.viewer.fetched.differing == 0, "step %d: %lld differ", number(&w),
                      (long long)w.viewer.fetched.differing);
        steps++;
    } while (stepper_next(&w.viewer.where.at, 1));
    ck_assert_int_gt(steps, 60);
    walked_press(&w, "g J");
    ck_assert_ptr_nonnull(strstr(w.viewer.typed.message, "No step behind"));
    walked_close(&w);
}
END_TEST

/* Of two versions, the first step that differs is where they do; a step of one alone is told. */
START_TEST(compared_with_another_version)
{
    struct walked w;
    walked_open(&w, LAYERS("2 ** 0.25", "    x = x * 1\n"));
    walked_compare(&w, LAYERS("2 ** 0.5", ""));
    walked_press(&w, "g");
    ck_assert(!w.viewer.fetched.any_before);
    ck_assert_str_eq(w.viewer.fetched.out.name, "x");
    walked_press(&w, "J");
    ck_assert(w.viewer.fetched.any_before && w.viewer.fetched.differing > 0);
    ck_assert_str_eq(w.viewer.fetched.out.name, "s");
    ck_assert_ptr_nonnull(strstr(w.viewer.typed.message, "They part here: the factor is "));
    walked_close(&w);
    walked_open(&w, "import torch\nx = torch.arange(6.).view(2, 3)\na, b = x.split(1)\n"
                    "y = a @ b.T\nz = y.exp() - a\n");
    walked_compare(&w, "import torch\nx = torch.arange(6.).view(2, 3)\nr = x[0] * x[1]\n"
                       "z = r.sum().exp() - x[0]\n"); /* built in another way */
    ck_assert_ptr_nonnull(strstr(w.viewer.typed.message, "what it comes to is the same"));
    walked_close(&w);
    walked_open(&w, "weight-splits|wrapper"); /* another program: what has no stage is no matter */
    walked_press(&w, "g");
    for (int k = 0; k < 5; k++) {
        walked_press(&w, "J");
        ck_assert(w.viewer.fetched.any_before && w.viewer.fetched.differing != 0);
    }
    walked_close(&w);
}
END_TEST

/* The path to a good run leads over failing ones. */
START_TEST(failing_code_is_mended)
{
    struct walked w;
    walked_open(&w, "import torch\nx = torch.ones(2, 3)\ny = x.transpose(0, 1)\nz = y.view(6)\n");
    w.edited = "import torch\nx = torch.ones(2, 3)\ny = x.transpose(0, 1)\nz = y.view(7)\n";
    walked_press(&w, "e Enter");
    ck_assert_ptr_nonnull(w.viewer.failure);
    ck_assert_int_eq(w.viewer.where.page, PAGE_failure);
    w.edited = "import torch\nx = torch.ones(2, 3)\ny = x.transpose(0, 1)\nz = y.reshape(6)\n";
    walked_press(&w, "e Enter n");
    ck_assert_ptr_null(w.viewer.failure);
    ck_assert_int_eq(w.viewer.where.page, PAGE_NONE);
    walked_close(&w);
}
END_TEST

START_TEST(search)
{
    struct walked w;
    walked_open(&w, "tests/walked/weight-splits.md");
    walked_press(&w, "/ SOFTMAX Enter");
    ck_assert_int_ge(number(&w), 15);
    walked_press(&w, ".");
    ck_assert_int_eq(number(&w), 16);
    walked_press(&w, "g / transpose Enter .");
    ck_assert_int_eq(number(&w), 8);
    walked_press(&w, ",");
    ck_assert_int_eq(number(&w), 7);
    walked_press(&w, "/ nowhere Enter");
    ck_assert_int_eq(number(&w), 7);
    ck_assert_str_eq(w.viewer.typed.message, "nowhere: not found.");
    walked_press(&w, "/ transpose Enter G ."); /* round the end, both ways, and says so */
    int first = number(&w);
    ck_assert_int_eq(first, 7);
    ck_assert_ptr_nonnull(strstr(w.viewer.typed.message, "from the first step on again"));
    walked_press(&w, "g ,");
    int last = number(&w), matches = 1;
    ck_assert_int_gt(last, 17);
    ck_assert_ptr_nonnull(strstr(w.viewer.typed.message, "from the last step back again"));
    for (walked_press(&w, "7g"); number(&w) != last; matches++) {
        walked_press(&w, ".");
        ck_assert_str_eq(w.viewer.typed.message, "");
    }
    char round[16];
    snprintf(round, sizeof round, "%d.", 2 * matches);
    walked_press(&w, round); /* twice round, to where it was */
    ck_assert_int_eq(number(&w), last);
    snprintf(round, sizeof round, "%d.", matches);
    walked_press(&w, round); /* once */
    ck_assert_int_eq(number(&w), last);
    ck_assert_str_eq(w.viewer.typed.message, "transpose: from the first step on again.");
    walked_press(&w, "7g");
    walked_press(&w, "/ x Backspace Backspace n"); /* given up: n is a key again */
    ck_assert_int_eq(number(&w), 8);
    walked_press(&w, "g / transpose Enter n"); /* behind a search n is the next match, ... */
    ck_assert_int_eq(number(&w), 8);
    walked_press(&w, "N");
    ck_assert_int_eq(number(&w), 7);
    walked_press(&w, "3n");
    int third = number(&w);
    walked_press(&w, "N N");
    ck_assert_int_eq(number(&w), 8);
    ck_assert_int_gt(third, 9);
    walked_press(&w, "Space n"); /* ... until another key */
    ck_assert_int_eq(number(&w), 10);
    walked_press(&w, "g / transpose Enter Esc n");
    ck_assert_int_eq(number(&w), 8);
    walked_close(&w);
}
END_TEST

/* A cell that was followed to the update of its parameter is the one that s shows inside. */
/* What a key finds nothing of is counted as it is: none, or one. */
static const struct {
    const char *code, *key, *said;
} alone[] = {
    {"x = torch.ones(2)\ny = x * 2\n", "Y", "This step has one result."},
    {"x = torch.ones(2)\ny = x * 2\n", "y", "This step has one input."},
    {"plt.plot([1, 2, 3])\nplt.show()\n", "Y", "This figure has one image or line."},
    {"plt.figure()\nplt.show()\n", "Y", "This figure has no image or line."},
    {"print(1)\n", "Y", "There is no step here."},
    {"print(1)\n", "y", "There is no step here."},
};

START_TEST(what_is_alone_is_counted)
{
    struct walked w;
    scoped_buf code = {0};
    buf_printf(&code, "import torch, matplotlib.pyplot as plt\n%s", alone[_i].code);
    walked_open(&w, buf_text(&code));
    walked_press(&w, "G");
    walked_press(&w, alone[_i].key);
    ck_assert_str_eq(w.viewer.typed.message, alone[_i].said);
    walked_close(&w);
}
END_TEST

START_TEST(into_an_update)
{
    struct walked w;
    walked_open(&w, "import torch\nw = torch.nn.Parameter(torch.ones(3, 4))\n"
                    "opt = torch.optim.Adam([w])\n"
                    "(torch.ones(2, 4) @ w.T).sum().backward()\nopt.step()\n");
    walked_press(&w, ": 1 Enter B > > s");
    ck_assert_int_eq(w.viewer.fetched.cell_row, 2);
    ck_assert_int_eq(w.viewer.fetched.cell_column, 1);
    walked_close(&w);
}
END_TEST

/* Heads in the first of three axes, by no name of heads: the key of heads turns what there is. */
START_TEST(heads_in_the_first_axis)
{
    struct walked w;
    walked_open(&w, "import torch\ngroup, num_kv = 2, 3\nkeys = torch.randn(num_kv, 5, 4)\n"
                    "wide = keys.repeat_interleave(group, dim=0)\n");
    walked_press(&w, "G )");
    ck_assert_int_eq(w.viewer.fetched.out.slice.batch, 1);
    walked_press(&w, "4)");
    ck_assert_int_eq(w.viewer.fetched.out.slice.batch, 4);
    walked_press(&w, "(");
    ck_assert_int_eq(w.viewer.fetched.out.slice.batch, 3);
    walked_close(&w);
    walked_open(&w, "import torch\nx = torch.randn(3, 4)\ny = x + 1\n");
    walked_press(&w, "G )");
    ck_assert_str_eq(w.viewer.typed.message, "There is only one head here.");
    walked_close(&w);
}
END_TEST

START_TEST(a_run_that_failed_is_not_compared)
{
    struct walked w;
    walked_open(&w, "import torch\nx = torch.randn(3, 4)\ny = x + 1\nz = y + 1\n");
    walked_press(&w, "1g x");
    EXPECT(w.viewer.where.page == PAGE_attempt, "%s", w.viewer.typed.message);
    walked_press(&w, "Esc =");
    ck_assert_str_eq(w.viewer.typed.message,
                     "Nothing ran again to its end yet: x, e and :set do that.");
    walked_close(&w);
}
END_TEST

/* s goes into a softmax: its five parts, one after the other, and out again. */
START_TEST(parts_of_a_softmax)
{
    struct walked w;
    walked_open(&w, "tests/walked/weight-splits.md");
    walked_press(&w, "15g s"); /* a division has none */
    ck_assert_int_eq(w.viewer.where.page, PAGE_NONE);
    walked_press(&w, "16g s");
    ck_assert_int_eq(w.viewer.where.at.part, 0);
    walked_press(&w, "n n s");
    ck_assert_int_eq(w.viewer.where.at.part, 3);
    walked_press(&w, "p");
    ck_assert_int_eq(w.viewer.where.at.part, 2);
    walked_press(&w, ")"); /* of the other head */
    ck_assert_int_eq(w.viewer.where.at.part, 2);
    ck_assert_int_eq(w.viewer.fetched.out.slice.head, 1);
    ck_assert_int_eq(number(&w), 16);
    static const char *const out[] = {"S", "q", "Esc"};
    for (size_t k = 0; k < sizeof out / sizeof out[0]; k++) {
        ck_assert(!walked_press(&w, out[k]));
        ck_assert_int_eq(w.viewer.where.at.part, -1);
        ck_assert_int_eq(number(&w), 16);
        walked_press(&w, "s 4n");
        ck_assert_int_eq(w.viewer.where.at.part, 4);
    }
    walked_press(&w, "n"); /* behind the last one: the next step */
    ck_assert_int_eq(w.viewer.where.at.part, -1);
    ck_assert_int_eq(number(&w), 17);
    walked_press(&w, "p"); /* and back again: it is still open */
    ck_assert_int_eq(w.viewer.where.at.part, 4);
    walked_press(&w, "5p");
    ck_assert_int_eq(w.viewer.where.at.part, -1);
    ck_assert_int_eq(number(&w), 15);
    walked_press(&w, "3n u");
    ck_assert_int_eq(number(&w), 17);
    walked_press(&w, "16g 2n U");
    ck_assert_int_eq(number(&w), 15);
    walked_press(&w, "n 3n : set Space d_out=4 Enter"); /* the same part of another run */
    ck_assert_int_eq(number(&w), 16);
    ck_assert_int_eq(w.viewer.where.at.part, 3);
    walked_press(&w, "L");
    char *screen = walked_screen(&w, 80, 24, false);
    ck_assert_ptr_nonnull(strstr(screen, "\n >         sum "));
    free(screen);
    walked_close(&w);
}
END_TEST

/* Those of log_softmax are its own: each of them has its numbers and the arithmetic of the cell,
 * and they end with the result. */
START_TEST(parts_of_a_log_softmax)
{
    static const char *const seen[] = {"\n >maximum     3.0000\n", "\n >- maximum [-2.0000]",
                                       "\n >sum         1.5032\n", "\n >log         0.4076\n",
                                       "\n >- log     [-2.4076] -1.4076  -0.4076"};
    static const char *const arithmetic[] = {"[0, 2] = 3.0", "1.0 - 3.0 = -2.0",
                                             "exp(1.0 - 3.0) = ", "log(1.5032147) = 0.40760595",
                                             "-2.0 - 0.40760595 = -2.407606"};
    struct walked w;
    walked_open(&w, "import torch\nx = torch.tensor([[1., 2., 3.]])\n"
                    "y = torch.log_softmax(x, dim=-1)\n");
    walked_press(&w, "/ log_softmax Enter s");
    for (int k = 0; k < 5; k++) {
        char *screen = walked_screen(&w, 80, 24, false);
        EXPECT(strstr(screen, seen[k]) != NULL && strstr(screen, arithmetic[k]) != NULL, "%s",
               screen);
        free(screen);
        walked_press(&w, "n");
    }
    walked_close(&w);
}
END_TEST

/* What is said of a part is true of its numbers: of a column, of one along another axis, of a row
 * that nothing is left of, of one with nan in it. */
static const struct {
    const char *code, *keys, *said, *never;
} said_of_parts[] = {
    {"y = torch.softmax(torch.rand(2, 3), dim=-1)", "s 4n", "now the row adds up to 1.", "column"},
    {"y = torch.softmax(torch.rand(2, 3), dim=0)", "s", "number of the column is", "row"},
    {"y = torch.softmax(torch.rand(2, 3), dim=0)", "s 4n", "now the column adds up to 1.", "row "},
    {"y = torch.softmax(torch.rand(3, 1), dim=0)", "s 4n", "now the column adds up to 1.", "row "},
    {"y = torch.log_softmax(torch.rand(2, 3), dim=0)", "s n", "number of the column:", "the row"},
    {"y = torch.softmax(torch.rand(2, 2, 2), dim=0)", "s 4n", "now the line adds up to 1.", "row "},
    {"y = torch.softmax(torch.full((2, 2), -math.inf), dim=-1)", "s n", "gives nan", "at most 1"},
    {"y = torch.softmax(torch.full((2, 2), -math.inf), dim=-1)", "s 2n", "nan it is nan", "0"},
    {"y = torch.softmax(torch.full((2, 2), -math.inf), dim=0)", "s 3n", "sum is nan", "row"},
    {"y = torch.softmax(torch.full((2, 2), -math.inf), dim=-1)", "s 4n", "so is every share",
     "adds up"},
    {"y = torch.softmax(torch.tensor([1., math.inf]), dim=-1)", "s 4n", "so is every share",
     "adds up"},
    {"y = torch.softmax(torch.tensor([1., math.nan]), dim=-1)", "s 4n", "so is every share",
     "adds up"},
    {"y = torch.softmax(torch.tensor([1., -math.inf]), dim=-1)", "s 4n", "adds up to 1.", "nan"},
    {"y = torch.log_softmax(torch.full((2,), -math.inf), dim=-1)", "s 4n", "has no shares",
     "adds up"},
};

START_TEST(what_is_said_of_parts)
{
    struct walked w;
    struct buf code = {0}, out = {0};
    buf_printf(&code, "import math\nimport torch\n%s\n", said_of_parts[_i].code);
    walked_open(&w, buf_text(&code));
    walked_press(&w, "/ softmax Enter");
    walked_press(&w, said_of_parts[_i].keys);
    ck_assert(softmax_parts_are_open(&w.viewer));
    const struct softmax_line at = softmax_line_of(&w.viewer, 1);
    softmax_line_sentence(&w.viewer, &at, w.viewer.where.at.part, &out);
    ck_assert_msg(strstr(buf_text(&out), said_of_parts[_i].said) != NULL &&
                      strstr(buf_text(&out), said_of_parts[_i].never) == NULL,
                  "%s: %s", said_of_parts[_i].code, buf_text(&out));
    buf_free(&code);
    buf_free(&out);
    walked_close(&w);
}
END_TEST

/* Where there is room, names and output stand in the ring of Tab, and O shows what is in focus. */
START_TEST(panes_in_focus)
{
    struct walked w;
    walked_open(&w, "tests/walked/weight-splits.md");
    w.viewer.width = 200;
    w.viewer.height = 60;
    walked_press(&w, "16g O");
    ck_assert_int_eq(w.viewer.where.page, PAGE_steps);
    walked_press(&w, "O");
    ck_assert_int_eq(w.viewer.where.page, PAGE_NONE);
    walked_press(&w, "Tab O");
    ck_assert(w.viewer.chosen.maximized);
    walked_press(&w, "O Tab");
    ck_assert(!w.viewer.chosen.maximized);
    ck_assert_int_eq(w.viewer.where.page, PAGE_code);
    walked_press(&w, "Tab");
    ck_assert_int_eq(w.viewer.where.focus, FOCUS_NAMES);
    ck_assert_int_eq(w.viewer.where.page, PAGE_NONE);
    walked_press(&w, "2j k");
    ck_assert_int_eq(w.viewer.where.pane_scroll, 1);
    walked_press(&w, "99k"); /* to the beginning, above where it stood */
    ck_assert_int_le(w.viewer.where.pane_scroll, 0);
    ck_assert_int_gt(w.viewer.where.pane_scroll, -20);
    ck_assert_int_eq(number(&w), 16); /* the step is where it was */
    walked_press(&w, "O");
    ck_assert_int_eq(w.viewer.where.page, PAGE_names);
    walked_press(&w, "O Tab");
    ck_assert_int_eq(w.viewer.where.focus, FOCUS_OUTPUT);
    walked_press(&w, "BackTab");
    ck_assert_int_eq(w.viewer.where.focus, FOCUS_NAMES);
    w.viewer.width = 80; /* the pane is gone: the arrows move over steps */
    walked_press(&w, "j");
    ck_assert_int_eq(number(&w), 17);
    walked_press(&w, "Tab");
    ck_assert_int_eq(w.viewer.where.focus, FOCUS_STEPS);
    walked_close(&w);
}
END_TEST

/* Below 80x24: one pane at a time, and Tab turns through all of them. */
START_TEST(small_screens_turn)
{
    static const enum page pages[] = {PAGE_NONE, PAGE_code, PAGE_names, PAGE_output, PAGE_NONE};
    struct walked w;
    walked_open(&w, "weight-splits");
    w.viewer.width = 60;
    w.viewer.height = 15;
    walked_press(&w, "16g");
    char *step = walked_screen(&w, 60, 15, false);
    ck_assert_ptr_nonnull(strstr(step, "torch.softmax("));
    ck_assert_ptr_null(strstr(step, "(1 / ")); /* the arithmetic has its own pane */
    for (int k = 0; k < 5; k++) {
        walked_press(&w, "Tab");
        ck_assert_int_eq(w.viewer.where.page, pages[k]);
        ck_assert_int_eq(w.viewer.where.focus, k == 4 ? FOCUS_STEPS : FOCUS_CELLS);
        char *screen = walked_screen(&w, 60, 15, false);
        ck_assert_str_ne(screen, step);
        ck_assert(k != 0 || strstr(screen, "(1 / ") != NULL);
        free(screen);
    }
    walked_press(&w, "BackTab");
    ck_assert_int_eq(w.viewer.where.page, PAGE_output);
    walked_press(&w, "Esc n p"); /* what was said is over */
    ck_assert_int_eq(w.viewer.where.page, PAGE_NONE);
    free(step);
    walked_close(&w);
}
END_TEST

/* On a screen that is too small only leaving, and going on as text. */
/* The step as it would be seen without the page, but for the last line. */
static char *step_behind(struct walked *w)
{
    enum page page = w->viewer.where.page;
    w->viewer.where.page = PAGE_NONE;
    w->viewer.typed.message[0] = '\0';
    char *screen = walked_screen(w, 80, 24, true);
    w->viewer.where.page = page;
    return screen;
}

static const char *const still[] = {"?", "? ?", "!", ": p Space keys Enter"};

/* Behind a page that does not show the step no key changes it: it acts in sight, or not at all. */
START_TEST(no_page_hides_what_a_key_does)
{
    struct walked w;
    int left = 0;
    walked_open(&w, "weight-splits");
    for (int k = 0; k < ACTION_COUNT; k++) {
        char name[12], keys[40];
        key_first_name((enum action)k, name);
        snprintf(keys, sizeof keys, "16g %s", still[_i]);
        walked_press(&w, keys);
        enum page page = w.viewer.where.page;
        ck_assert_int_ne(page, PAGE_NONE);
        char *before = step_behind(&w);
        if (k != ACTION_quit && k != ACTION_interrupt && k != ACTION_edit) {
            walked_press(&w, name);
        }
        char *after = step_behind(&w);
        if (w.viewer.where.page == page && w.viewer.typed.prompt == PROMPT_NONE) {
            ck_assert_msg(strcmp(before, after) == 0, "%s: %s\n%s", still[_i], name, after);
        }
        left += w.viewer.where.page == PAGE_NONE;
        free(before);
        free(after);
        w.viewer.typed.leaving = false;
        walked_press(&w, "Esc Esc Esc Esc X");
    }
    ck_assert_int_gt(left, 20);
    walked_close(&w);
    walked_open(&w, "+by-hand");
    walked_press(&w, "V : stop Space 18 Enter");
    ck_assert_int_eq(w.viewer.where.page, PAGE_NONE);
    walked_close(&w);
}
END_TEST

/* Of names that are more than a screen it is told where the others are. */
START_TEST(more_names_are_told_of)
{
    struct walked w;
    walked_open(&w, "is-or-are");
    walked_press(&w, "300g V");
    for (int k = 0; k < 3; k++) { /* as it opens, at its end, at its top */
        char *screen = walked_screen(&w, 80, 24, false);
        bool first = strstr(screen, "run_head\n") != NULL, last = strstr(screen, "vocab") != NULL;
        ck_assert_msg((strstr(screen, " more above ") != NULL) == !first, "%s", screen);
        ck_assert_msg(k != 1 || strstr(screen, "more: PgDn") == NULL, "%s", screen);
        ck_assert_msg(k != 2 || strstr(screen, "more: PgDn") != NULL || last, "%s", screen);
        free(screen);
        walked_press(&w, k == 0 ? "PgDn PgDn PgDn PgDn PgDn" : "PgUp PgUp PgUp PgUp PgUp");
    }
    walked_close(&w);
}
END_TEST

START_TEST(nothing_acts_unseen)
{
    struct walked w;
    walked_open(&w, "weight-splits");
    for (int small = 0; small < 2; small++) {
        w.viewer.width = small ? 59 : 60;
        w.viewer.height = 15;
        ck_assert_int_eq(action_key(&w.viewer, 'q') & REACT_QUIT, REACT_QUIT);
        ck_assert_int_eq(action_key(&w.viewer, 't') == REACT_PLAIN, small);
        ck_assert_int_eq(action_key(&w.viewer, PRESSED_PLAIN) == REACT_PLAIN,
                         small);         /* as screen.c has it */
        w.viewer.where.page = PAGE_NONE; /* t: all of the code */
        for (int k = 0; k < ACTION_COUNT; k++) {
            const char *names = key_row((enum action)k)->keys;
            uint32_t key;
            key_read(&names, &key);
            unsigned reaction = action_key(&w.viewer, key);
            bool leaves = k == ACTION_quit || k == ACTION_interrupt || k == ACTION_repaint ||
                          k == ACTION_suspend || k == ACTION_to_line;
            ck_assert_msg(!small || leaves || reaction == REACT_NONE, "%s", key_row(k)->keys);
        }
        ck_assert_int_eq(act_click(&w.viewer, 1, 1) == REACT_NONE, small || w.viewer.typed.prompt);
        w.viewer.typed.prompt = PROMPT_NONE;
    }
    walked_close(&w);
}
END_TEST

/* Esc goes back, one thing at a time, and never out. */
START_TEST(escape_goes_back)
{
    struct walked w;
    walked_open(&w, "+by-hand");
    while (viewer_stop(&w.viewer)->kind != GUIDE_STEP) {
        walked_press(&w, "Space");
    }
    int stop = w.viewer.where.stop;
    char *before = walked_screen(&w, 80, 24, false);
    static const char *const ways[] = {"Tab",
                                       "Tab O",
                                       "s",
                                       "/ x",
                                       ": p",
                                       "M",
                                       "'",
                                       "F3 2j",
                                       "? ?",
                                       "W",
                                       "o",
                                       "? n",
                                       ": what Space softmax Enter",
                                       "V",
                                       "P",
                                       "L",
                                       "i",
                                       "w",
                                       "Tab Tab"};
    for (size_t k = 0; k < sizeof ways / sizeof ways[0]; k++) {
        walked_press(&w, ways[k]);
        char *there = walked_screen(&w, 80, 24, false);
        ck_assert_msg(strcmp(there, before) != 0, "%s does nothing", ways[k]);
        free(there);
        ck_assert_msg(!walked_press(&w, "Esc Esc Esc"), "%s: Esc quits", ways[k]);
        w.viewer.typed.message[0] = '\0';
        char *after = walked_screen(&w, 80, 24, false);
        ck_assert_msg(strcmp(after, before) == 0, "Esc behind %s:\n%s", ways[k], after);
        ck_assert_int_eq(w.viewer.where.stop, stop);
        free(after);
    }
    free(before);
    walked_press(&w, "L 3 Esc"); /* a number is forgotten first */
    ck_assert_int_eq(w.viewer.where.page, PAGE_steps);
    ck_assert_int_eq(w.viewer.typed.count, 0);
    walked_press(&w, "Esc");
    ck_assert_int_eq(w.viewer.where.page, PAGE_NONE);
    walked_press(&w, "G 2p Enter 3 Esc");
    ck_assert(!w.viewer.typed.answering && w.viewer.where.asking);
    walked_press(&w, "Esc");
    ck_assert(!w.viewer.where.asking);
    walked_close(&w);
}
END_TEST

/* Behind ':': commands; behind p names of the step, behind set numbers, behind what terms. */
START_TEST(tab_completes)
{
    static const struct {
        const char *keys, *text;
    } cases[] = {{": ne Tab", "next"},
                 {": fin Tab", "finish"},
                 {": save Tab", "save-display"},
                 {": st Tab", "stage"},
                 {": st Tab Tab", "steps"},
                 {": st Tab Tab Tab Tab Tab", "stage"},
                 {": st Tab x Backspace Tab", "stage"},
                 {": zzz Tab", "zzz"},
                 {": p Space key Tab", "p keys"},
                 {": p Space 2*(que Tab", "p 2*(queries"},
                 {": p Space self.num_h Tab", "p self.num_heads"},
                 {": p Space context_v Tab", "p context_v"}, /* it is not there yet */
                 {": set Space num_h Tab", "set num_heads"},
                 {": what Space sof Tab", "what softmax"},
                 {"/ sof Tab", "sof"}};
    struct walked w;
    walked_open(&w, "tests/walked/weight-splits.md");
    walked_press(&w, "11g");
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        walked_press(&w, cases[k].keys);
        ck_assert_str_eq(w.viewer.typed.text, cases[k].text);
        walked_press(&w, "Esc");
    }
    ck_assert_int_eq(number(&w), 11);
    walked_press(&w, ": unb Tab Tab Tab Tab Tab Enter"); /* over and over */
    ck_assert_ptr_null(strstr(w.viewer.typed.message, "no command"));
    walked_close(&w);
}
END_TEST

/* A mask that hides something in the second batch alone: that one is shown, until somebody chooses.
 */
START_TEST(a_mask_is_shown_where_it_hides)
{
    struct walked w;
    walked_open(&w, "import torch\n"
                    "q = torch.arange(24.).reshape(2, 2, 3, 2) / 10\n"
                    "s = q @ q.transpose(2, 3)\n"
                    "lengths = torch.tensor([3, 2])\n"
                    "hidden = torch.arange(3) >= lengths[:, None, None, None]\n"
                    "m = s.masked_fill(hidden, float('-inf'))\n"
                    "w = torch.softmax(m, -1)\n"
                    "c = w @ q\n");
    walked_press(&w, "2g");
    ck_assert_int_eq((int)w.viewer.fetched.out.slice.batch, 0);
    for (int k = 0; k < 9 && w.viewer.fetched.out.then.dtype != DTYPE_BOOL; k++) {
        walked_press(&w, "n");
    }
    ck_assert_int_eq(w.viewer.fetched.out.then.dtype, DTYPE_BOOL);
    ck_assert_int_eq((int)w.viewer.fetched.out.slice.batch, 1);
    walked_press(&w, "g / masked Enter Esc");
    ck_assert(w.viewer.fetched.out.infinite);
    ck_assert_int_eq((int)w.viewer.fetched.out.slice.batch, 1);
    walked_press(&w, "{");
    ck_assert_int_eq((int)w.viewer.fetched.out.slice.batch, 0);
    walked_press(&w, "p n"); /* it was chosen */
    ck_assert_int_eq((int)w.viewer.fetched.out.slice.batch, 0);
    walked_close(&w);
}
END_TEST

/* Where a text stands on the screen. */
static void find_on_screen(struct walked *w, const char *text, int *x, int *y)
{
    char *screen = walked_screen(w, w->viewer.width, w->viewer.height, false);
    char *at = strstr(screen, text), *line = screen;
    ck_assert_msg(at != NULL, "%s is not on\n%s", text, screen);
    *y = 0;
    for (char *c = screen; c < at; c++) {
        *y += *c == '\n';
        line = *c == '\n' ? c + 1 : line;
    }
    *at = '\0';
    *x = grid_width(line);
    free(screen);
}

static void click(struct walked *w, const char *text, int right)
{
    int x, y;
    find_on_screen(w, text, &x, &y);
    act_click(&w->viewer, x + right, y);
    ck_assert(viewer_look(&w->viewer));
}

/* A click chooses a cell, a line, a step, a key of the footer; the wheel scrolls. */
START_TEST(the_mouse_chooses)
{
    struct walked w;
    walked_open(&w, "tests/walked/weight-splits.md");
    ck_assert(w.viewer.chosen.mouse);
    walked_press(&w, "16g 2j 2k");
    char *screen = walked_screen(&w, 80, 24, false);
    ck_assert_ptr_nonnull(strstr(screen, " step 16 "));
    free(screen);
    int x, y;
    find_on_screen(&w, ">Your", &x, &y);
    act_click(&w.viewer, x + 8, y + 2); /* in the input: nothing */
    ck_assert_int_eq(w.viewer.where.focus, FOCUS_STEPS);
    find_on_screen(&w, "OUT  #16", &x, &y);
    act_click(&w.viewer, x + 12, y + 7);
    ck_assert(viewer_look(&w.viewer));
    ck_assert_int_eq(w.viewer.where.focus, FOCUS_CELLS);
    ck_assert_int_eq(w.viewer.fetched.cell_row, 2);
    ck_assert_int_gt(w.viewer.fetched.cell_column, 0);
    int64_t row = w.viewer.fetched.cell_row;
    walked_press(&w, "");
    action_key(&w.viewer, PRESSED_WHEEL_DOWN);
    ck_assert(viewer_look(&w.viewer));
    ck_assert_int_eq(w.viewer.fetched.cell_row, row + 1);
    action_key(&w.viewer, PRESSED_WHEEL_UP);
    ck_assert_int_eq(number(&w), 16); /* the wheel passes no step */
    click(&w, "torch.softmax(", 2);
    ck_assert_int_eq(w.viewer.where.page, PAGE_code);
    struct code_line at = w.viewer.where.cursor;
    action_key(&w.viewer, PRESSED_WHEEL_DOWN);
    ck_assert_int_eq(w.viewer.where.cursor.line, at.line + 3);
    click(&w, "torch.softmax(", 2);
    ck_assert_int_eq(w.viewer.where.cursor.line, at.line);
    click(&w, "q back", 0); /* as the footer says */
    ck_assert_int_eq(w.viewer.where.page, PAGE_NONE);
    walked_press(&w, "L");
    click(&w, " 14 ", 1);
    ck_assert_int_eq(number(&w), 14);
    click(&w, "n next", 0);
    ck_assert_int_eq(number(&w), 15);
    walked_press(&w, ": set Space nomouse Enter");
    ck_assert(!w.viewer.chosen.mouse);
    walked_close(&w);
}
END_TEST

/* PgDn and PgUp go through a page, and never out of it; a key that moves leads out of one that says
 * the same at every step. */
START_TEST(pages_are_turned)
{
    struct walked w;
    walked_open(&w, "tests/walked/weight-splits.md");
    walked_press(&w, "11g F3");
    int line = w.viewer.where.cursor.line;
    walked_press(&w, "PgUp");
    ck_assert_int_ne(w.viewer.where.cursor.line, line);
    walked_press(&w, "PgDn q W PgDn");
    ck_assert_int_gt(w.viewer.where.scroll, 0);
    walked_press(&w, "PgUp PgUp PgUp");
    ck_assert_int_eq(w.viewer.where.scroll, 0);
    ck_assert_int_eq(w.viewer.where.page, PAGE_words);
    ck_assert_int_eq(number(&w), 11);
    walked_press(&w, "]");
    ck_assert_int_eq(w.viewer.where.page, PAGE_NONE);
    ck_assert_int_gt(number(&w), 11);
    walked_press(&w, "11g i ]"); /* the arithmetic follows */
    ck_assert_int_eq(w.viewer.where.page, PAGE_cell);
    walked_close(&w);
}
END_TEST

/* What is typed, and how to get out of it; a character may have several bytes. */
START_TEST(prompts)
{
    static const char *const asks[] = {"/", ":", "M", "'", "w"};
    struct walked w;
    walked_open(&w, "tests/walked/weight-splits.md");
    walked_press(&w, "11g / a \xc3\xa9 \xe6\x97\xa5 \xf0\x9f\x98\x80");
    ck_assert_str_eq(w.viewer.typed.text, "a\xc3\xa9\xe6\x97\xa5\xf0\x9f\x98\x80");
    walked_press(&w, "Backspace");
    ck_assert_str_eq(w.viewer.typed.text, "a\xc3\xa9\xe6\x97\xa5");
    walked_press(&w, "Backspace");
    ck_assert_str_eq(w.viewer.typed.text, "a\xc3\xa9");
    walked_press(&w, "Backspace");
    ck_assert_str_eq(w.viewer.typed.text, "a");
    walked_press(&w, "Backspace");
    ck_assert_str_eq(w.viewer.typed.text, "");
    ck_assert_int_eq(w.viewer.typed.prompt, PROMPT_SEARCH);
    walked_press(&w, "Backspace"); /* there is nothing left: out of it */
    ck_assert_int_eq(w.viewer.typed.prompt, PROMPT_NONE);
    for (size_t k = 0; k < sizeof asks / sizeof asks[0]; k++) {
        walked_press(&w, asks[k]);
        ck_assert_int_ne(w.viewer.typed.prompt, PROMPT_NONE);
        ck_assert_msg(!walked_press(&w, "^C"), "^C behind %s quits", asks[k]);
        ck_assert_int_eq(w.viewer.typed.prompt, PROMPT_NONE);
        ck_assert_int_eq(number(&w), 11);
    }
    ck_assert(walked_press(&w, "o ^C"));
    walked_close(&w);
}
END_TEST

/* Sequences behind ESC that no key is known for, to their last character. */
START_TEST(escape_sequences)
{
    static const struct {
        const char *text;
        size_t len; /* of the sequence; 0: ESC is a key, and so is what follows */
    } cases[] = {{"[4~q", 3},        {"[1;5Cq", 5},      {"OPq", 2},      {"[q", 2},
                 {"[Mabcq", 5},      {"[1Mq", 3},        {"[[Aq", 3},     {"]0;title\aq", 9},
                 {"P1$r\033\\q", 6}, {"_a\033bc\aq", 6}, {"[?1;2cq", 6},  {"q", 0},
                 {"\033", 0},        {"xq", 0},          {"[<0;1;2Mq", 8}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        enum escape at = ESCAPE_BEGUN;
        size_t len = 0;
        while (at < ESCAPE_OVER && cases[k].text[len] != '\0') {
            at = escape_next(at, (unsigned char)cases[k].text[len++]);
        }
        ck_assert_msg(at == (cases[k].len > 0 ? ESCAPE_OVER : ESCAPE_NONE), "case %zu", k);
        ck_assert_msg(cases[k].len == 0 || len == cases[k].len, "case %zu: %zu", k, len);
    }
}
END_TEST

START_TEST(pages_open_and_close)
{
    struct walked w;
    walked_open(&w, "tests/walked/weight-splits.md");
    static const char *const keys[] = {"W", "i", "o", "V", "L", "P", "!"};
    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
        walked_press(&w, keys[k]);
        ck_assert_msg(w.viewer.where.page != PAGE_NONE, "%s", keys[k]);
        ck_assert(!walked_press(&w, "q"));
        ck_assert_int_eq(w.viewer.where.page, PAGE_NONE);
        walked_press(&w, keys[k]);
        walked_press(&w, keys[k]);
        ck_assert_int_eq(w.viewer.where.page, PAGE_NONE);
    }
    walked_press(&w, "?");
    ck_assert_int_eq(w.viewer.where.page, PAGE_help);
    walked_press(&w, "?"); /* once more: the words */
    ck_assert_int_eq(w.viewer.where.page, PAGE_words);
    walked_press(&w, "?");
    ck_assert_int_eq(w.viewer.where.page, PAGE_NONE);
    walked_press(&w, "? n n n n n n");
    ck_assert_int_eq(number(&w), 1);          /* it is the page that moves */
    ck_assert_int_eq(w.viewer.where.help, 6); /* to the last group: the signs */
    walked_press(&w, "p p p p p p p");
    ck_assert_int_eq(w.viewer.where.page, PAGE_NONE);
    walked_press(&w, "11g F3 2l ?"); /* from the code, and back to it */
    ck_assert_str_eq(key_group(w.viewer.where.help), "Change");
    walked_press(&w, "?");
    ck_assert_int_eq(w.viewer.where.page, PAGE_words);
    ck_assert_str_eq(w.viewer.typed.question, "@"); /* the word that is chosen there */
    walked_press(&w, "q");
    ck_assert_int_eq(w.viewer.where.page, PAGE_code);
    walked_press(&w, "99l W");
    ck_assert_str_eq(w.viewer.typed.question, "transpose");
    walked_press(&w, "W 99h W");
    ck_assert_str_eq(w.viewer.typed.question, "attn_scores");
    walked_press(&w, "q q g");
    walked_press(&w, "L n n"); /* but in the list of steps, and of names, the steps */
    ck_assert_int_eq(number(&w), 3);
    ck_assert(!walked_press(&w, "Esc Esc")); /* goes back, but never out */
    ck_assert_int_eq(w.viewer.where.page, PAGE_NONE);
    ck_assert(!walked_press(&w, "Z n Z"));
    ck_assert(walked_press(&w, "Z"));
    ck_assert(walked_press(&w, "q"));
    walked_close(&w);
}
END_TEST

static bool until_the_twentieth(void *self, int steps)
{
    *(int *)self = steps;
    return steps < 20;
}

/* Who waits for a training step hears of each turn; to stop leaves all as it was. */
START_TEST(a_run_is_stopped_on_its_way)
{
    struct walked w;
    int heard = 0;
    struct train_watch watch = {.turn = until_the_twentieth, .self = &heard};
    walked_open(&w, "import torch\nw = torch.ones(3, requires_grad=True)\n"
                    "for k in range(40):\n    w.grad = None\n    (w * w).sum().backward()\n"
                    "    w.data -= .1 * w.grad\n");
    walked_press(&w, "g n");
    int at = number(&w);
    w.live.terms.watch = &watch;
    walked_press(&w, ":train Space 30 Enter");
    ck_assert_int_eq(heard, 20);
    ck_assert_str_eq(w.viewer.typed.message, "Stopped: all is as it was before.");
    ck_assert_int_eq(number(&w), at);
    ck_assert(!w.viewer.where.at.tape->train.step[30].kept);
    w.live.terms.watch = NULL;
    walked_press(&w, ":train Space 30 Enter");
    ck_assert(w.viewer.where.at.tape->train.step[30].kept);
    walked_close(&w);
}
END_TEST

/* At 80x24 each group of keys is one screen, and no line of it is cut. */
START_TEST(help_fits_the_screen)
{
    struct walked w;
    int seen = 0;
    walked_open(&w, "tests/walked/weight-splits.md");
    walked_press(&w, "?");
    for (w.viewer.where.help = 0; key_group(w.viewer.where.help) != NULL; w.viewer.where.help++) {
        char *screen = walked_screen(&w, 80, 24, false);
        ck_assert_ptr_nonnull(strstr(screen, key_group(w.viewer.where.help)));
        for (int k = 0; k < ACTION_COUNT; k++) {
            const struct key_row *row = key_row((enum action)k);
            if (strcmp(row->group, key_group(w.viewer.where.help)) == 0) {
                ck_assert_msg(strstr(screen, row->help) != NULL, "%s is not on\n%s", row->help,
                              screen);
                seen++;
            }
        }
        free(screen);
    }
    ck_assert_int_eq(seen, ACTION_COUNT);
    for (int ascii = 0; ascii < 2; ascii++) { /* and so are the signs, behind them */
        w.viewer.chosen.ascii = ascii;
        char *screen = walked_screen(&w, 80, 24, false);
        for (int k = 0; k < SIGN_COUNT; k++) {
            char line[120];
            const char *sign = ascii ? sign_row(k)->ascii : sign_row(k)->sign;
            snprintf(line, sizeof line, "\n  %s%*s%s\n", sign, 14 - grid_width(sign), "",
                     sign_row(k)->meaning);
            ck_assert_msg(strstr(screen, line) != NULL, "%s is not on\n%s", line, screen);
        }
        free(screen);
    }
    walked_close(&w);
}
END_TEST

START_TEST(failing_code_is_walked_to_its_end)
{
    struct walked w;
    walked_open(&w, "import torch\nx = torch.ones(2, 3)\ny = x.transpose(0, 1)\nz = y.view(6)\n");
    ck_assert_ptr_nonnull(w.viewer.failure);
    walked_press(&w, "G n");
    ck_assert_int_eq(w.viewer.where.page, PAGE_failure);
    char *screen = walked_screen(&w, 80, 24, false);
    ck_assert_ptr_nonnull(strstr(screen, "view size is not compatible"));
    free(screen);
    walked_close(&w);
}
END_TEST

/* Behind ':' the word of a row does what its key does. */
START_TEST(every_key_is_a_command)
{
    const struct key_row *row = key_row((enum action)_i);
    struct walked by_key, by_word;
    char keys[64], word[64], name[12];
    key_first_name((enum action)_i, name);
    snprintf(keys, sizeof keys, "14g %s", name);
    snprintf(word, sizeof word, "14g : %s Enter", row->command);
    walked_open(&by_key, "weight-splits");
    walked_open(&by_word, "weight-splits");
    bool quit = walked_press(&by_key, keys);
    ck_assert_int_eq(walked_press(&by_word, word), quit);
    char *one = walked_screen(&by_key, 100, 30, true),
         *other = walked_screen(&by_word, 100, 30, true);
    ck_assert_msg(strcmp(one, other) == 0, "%s gives\n%s\n:%s gives\n%s", name, one, row->command,
                  other);
    free(one);
    free(other);
    walked_close(&by_key);
    walked_close(&by_word);
}
END_TEST

/* Any key anywhere leaves a screen that can be drawn. */
START_TEST(every_key_everywhere)
{
    static const char *const codes[] = {
        "weight-splits",
        "by-hand",
        "+tests/walked/no-tensors.md",
        "print(1)\nprint(2)\n",
        "import torch\nx = torch.zeros(0, 3)\ny = x + 1\nz = y.sum()\nw = z.item()\n",
        "import torch\nx = torch.zeros(2, 3, 0, 4)\ny = x + 1\n",
        "1 / 0\n2\n"};
    struct walked w;
    uint32_t seed = 1;
    walked_open(&w, codes[_i]);
    for (int k = 0; k < 600; k++) {
        static const uint32_t others[] = {'3', 'x', PRESSED_BACKSPACE, 0x20ac, PRESSED_F12, 'z'};
        seed = seed * 1664525u + 1013904223u;
        uint32_t pick = (seed >> 16) % (ACTION_COUNT + 6), key;
        if (pick < ACTION_COUNT) {
            const char *names = key_row((enum action)pick)->keys;
            key_read(&names, &key);
        } else {
            key = others[pick - ACTION_COUNT];
        }
        unsigned reaction = action_key(&w.viewer, key);
        if ((reaction & REACT_AGAIN) != 0) {
            struct error err = {0};
            ck_assert(live_again(&w.live, &w.viewer, NULL, 0, &err));
            reaction |= REACT_LOOK;
        }
        ck_assert((reaction & REACT_LOOK) == 0 || viewer_look(&w.viewer));
        if (k % 5 == 0) {
            char *screen = walked_screen(&w, 80 + k % 90, 24 + k % 30, false);
            free(screen);
        }
    }
    walked_close(&w);
}
END_TEST

/* --- bug hunts --- */

static const struct exercise *open_hunt(const struct exercises *x, const char *warning)
{
    for (int k = 0; k < x->count; k++) {
        const char *asked = exercise_field(&x->at[k], "warning");
        if (x->at[k].kind == EXERCISE_bug && asked != NULL && strcmp(asked, warning) == 0) {
            return &x->at[k];
        }
    }
    return NULL;
}

static void hold(struct walked *w, const struct exercises *x, const struct progress *p)
{
    struct held held;
    held_find(&held, x, p, w->live.title);
    live_hold(&w->live, &w->viewer, &held);
    ck_assert(viewer_look(&w->viewer));
}

/* How many cells are warned of what an exercise asks for. */
static int told(const struct walked *w, const struct exercises *x)
{
    const struct warnings *all = w->viewer.warnings;
    int count = 0;
    for (int k = 0; k < all->count; k++) {
        count += open_hunt(x, mistake_table[all->at[k].kind].found.name) != NULL;
    }
    return count;
}

/* In every lesson: before its bug exercises are solved nothing tells them, nor what follows from
 * them, nor in another run; once they are solved all is told as ever. */
START_TEST(open_bugs_are_not_told)
{
    struct walked w;
    struct exercises x;
    struct complaints none = {0};
    struct progress nothing = {0}, solved = {0};
    struct error err = {0};
    walked_open(&w, catalog_name(&lesson_files[_i]));
    ck_assert(exercises_read(&x, &w.lesson, &none, &err));
    int all = w.warnings.count, hunts = told(&w, &x);
    for (int k = 0; k < x.count; k++) {
        const struct progress_line line = {w.live.title, x.at[k].name, DONE_SOLVED, 1, 0};
        ck_assert(progress_set(&solved, &line));
    }
    hold(&w, &x, &solved);
    ck_assert_int_eq(w.warnings.count, all);
    ck_assert_ptr_null(w.viewer.held);
    hold(&w, &x, &nothing);
    ck_assert_int_eq(told(&w, &x), 0);
    ck_assert_int_eq(w.viewer.held != NULL, hunts > 0);
    ck_assert_int_ge(all - w.warnings.count, hunts);
    if (strcmp(w.live.title, "wrapper") == 0) {
        ck_assert_int_eq(w.warnings.count, 0); /* the softmax that follows is silent, too */
        walked_press(&w, "8g !");
        ck_assert_str_eq(
            w.viewer.typed.message,
            "What would give the exercise the-middle-of-forward away waits until it is solved.");
        walked_press(&w, "3g x");
        ck_assert_int_eq(w.again, 1);
        ck_assert_int_eq(w.viewer.warnings->count, 0);
        ck_assert_str_eq(w.viewer.held, "the-middle-of-forward");
    }
    progress_free(&solved);
    complaints_free(&none);
    exercises_free(&x);
    walked_close(&w);
}
END_TEST

/* An expression that is cut ends in dots, whatever its last part is. */
START_TEST(what_is_cut_has_dots)
{
    static const char *const titles[][3] = {
        {"block", "2g", "IN  #1 torch.randn(3, 3, d_model, d_..."},
        {"is-or-are", "100g", "IN 2/2  (shares @ (x..."}};
    for (size_t k = 0; k < sizeof titles / sizeof titles[0]; k++) {
        struct walked w;
        walked_open(&w, titles[k][0]);
        walked_press(&w, titles[k][1]);
        char *screen = walked_screen(&w, 80, 23, false);
        const char *in = strstr(screen, " IN ");
        ck_assert_ptr_nonnull(in);
        EXPECT(strstr(in, titles[k][2]) != NULL, "%.100s", in);
        free(screen);
        walked_close(&w);
    }
}
END_TEST

/* Within qkv's own code a tensor of the run before is called as that of this run is. */
START_TEST(both_runs_name_it_alike)
{
    static const char *const steps[][2] = {{"86", "BEFORE  #86 norm(rows) "},
                                           {"87", "BEFORE  #87 input.no"},
                                           {"88", "BEFORE  #88 input.norm(p, dim"}};
    struct walked w;
    walked_open(&w, "block");
    walked_press(&w, ": set Space num_words=4 Enter");
    ck_assert_int_eq(w.again, 1);
    for (size_t k = 0; k < sizeof steps / sizeof steps[0]; k++) {
        char keys[20];
        snprintf(keys, sizeof keys, "%sg", steps[k][0]);
        walked_press(&w, keys);
        char *screen = walked_screen(&w, 160, 40, false);
        const char *before = strstr(screen, "BEFORE");
        ck_assert_ptr_nonnull(before);
        ck_assert_msg(strstr(before, steps[k][1]) == before, "%.100s", before);
        free(screen);
    }
    walked_close(&w);
}
END_TEST

Suite *suite_keys(void)
{
    Suite *s = suite_create("keys");
    TCase *t = tcase_create("keys");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, no_key_and_no_command_twice);
    tcase_add_test(t, a_page_lists_what_comes_to_it);
    tcase_add_test(t, counts_and_numbers);
    tcase_add_test(t, presenters_and_arrows);
    tcase_add_test(t, breakpoints);
    tcase_add_test(t, a_breakpoint_is_seen_where_one_stands);
    tcase_add_test(t, guessing);
    tcase_add_test(t, guessing_cells_and_refusals);
    tcase_add_test(t, numbers_are_set);
    tcase_add_test(t, lines_go_off_and_on);
    tcase_add_test(t, whole_statements_go_off);
    tcase_add_test(t, lines_are_chosen);
    tcase_add_test(t, code_is_edited);
    tcase_add_test(t, compared_with_a_copy);
    tcase_add_test(t, compared_with_another_version);
    tcase_add_test(t, failing_code_is_mended);
    tcase_add_test(t, search);
    tcase_add_loop_test(t, what_is_alone_is_counted, 0, (int)(sizeof alone / sizeof alone[0]));
    tcase_add_test(t, into_an_update);
    tcase_add_test(t, parts_of_a_softmax);
    tcase_add_test(t, heads_in_the_first_axis);
    tcase_add_test(t, a_run_that_failed_is_not_compared);
    tcase_add_test(t, parts_of_a_log_softmax);
    tcase_add_loop_test(t, what_is_said_of_parts, 0,
                        (int)(sizeof said_of_parts / sizeof said_of_parts[0]));
    tcase_add_test(t, panes_in_focus);
    tcase_add_test(t, prompts);
    tcase_add_test(t, escape_sequences);
    tcase_add_test(t, pages_open_and_close);
    tcase_add_test(t, small_screens_turn);
    tcase_add_test(t, nothing_acts_unseen);
    tcase_add_loop_test(t, no_page_hides_what_a_key_does, 0, 4);
    tcase_add_test(t, more_names_are_told_of);
    tcase_add_test(t, escape_goes_back);
    tcase_add_test(t, tab_completes);
    tcase_add_test(t, the_mouse_chooses);
    tcase_add_test(t, a_mask_is_shown_where_it_hides);
    tcase_add_test(t, pages_are_turned);
    tcase_add_test(t, help_fits_the_screen);
    tcase_add_test(t, a_run_is_stopped_on_its_way);
    tcase_add_test(t, failing_code_is_walked_to_its_end);
    tcase_add_loop_test(t, every_key_is_a_command, 0, ACTION_COUNT);
    tcase_add_loop_test(t, every_key_everywhere, 0, 7);
    tcase_add_loop_test(t, open_bugs_are_not_told, 0, lesson_count);
    tcase_add_test(t, what_is_cut_has_dots);
    tcase_add_test(t, a_long_line_is_taken_whole);
    tcase_add_test(t, both_runs_name_it_alike);
    suite_add_tcase(s, t);
    return s;
}
