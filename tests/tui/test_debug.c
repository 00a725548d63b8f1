/* Tests breakpoints and watches: where they are met, what they tell, how they are taken away. */
#include "walked.h"

#include "tui/act/act_debug.h"
#include "tui/action.h"
#include "tui/ask.h"
#include "tui/page/page.h"
#include "tui/probe.h"
#include "tui/viewer_live.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_debug(void);

static const char code[] = "import torch, random\n"                             /* line 1 */
                           "import torch.nn as nn\n"                            /* 2 */
                           "def double(x):\n"                                   /* 3 */
                           "    y = x * 2\n"                                    /* 4 */
                           "    return y\n"                                     /* 5 */
                           "class Part(nn.Module):\n"                           /* 6 */
                           "    def __init__(self):\n"                          /* 7 */
                           "        super().__init__()\n"                       /* 8 */
                           "        self.calls = 0\n"                           /* 9 */
                           "    def forward(self, x):\n"                        /* 10 */
                           "        self.calls += 1\n"                          /* 11 */
                           "        return double(x) - 1\n"                     /* 12 */
                           "class Net(nn.Module):\n"                            /* 13 */
                           "    def __init__(self):\n"                          /* 14 */
                           "        super().__init__()\n"                       /* 15 */
                           "        self.h = nn.ModuleList([Part(), Part()])\n" /* 16 */
                           "    def forward(self, x):\n"                        /* 17 */
                           "        for part in self.h:\n"                      /* 18 */
                           "            x = part(x)\n"                          /* 19 */
                           "        return x\n"                                 /* 20 */
                           "net = Net()\n"                                      /* 21 */
                           "seen, limit = [], 5\n"                              /* 22 */
                           "for turn in range(3):\n"                            /* 23 */
                           "    out = net(torch.full((2,), turn + 2))\n"        /* 24 */
                           "    seen.append(out.sum().item())\n"                /* 25 */
                           "    z = out.float() / (turn - 1)\n"                 /* 26 */
                           "    p = random.random()\n"                          /* 27 */
                           "net.eval()\n"                                       /* 28 */
                           "end = z + len(seen)\n";                             /* 29 */
/* Steps of each turn: full, double and minus of one part, of the other, sum, float, division. */

static void run_command(struct walked *w, const char *line)
{
    w->viewer.typed.message[0] = '\0';
    unsigned reaction = action_command(&w->viewer, line);
    ck_assert((reaction & REACT_LOOK) == 0 || viewer_look(&w->viewer));
}

/* "2 4 11": the steps that a key leads to one after the other, from where one stands. */
static void put_stops(struct walked *w, const char *key, struct buf *out)
{
    for (int row = -1, k = 0; row != w->viewer.where.at.row && k < 40; k++) {
        row = w->viewer.where.at.row;
        walked_press(w, key);
        if (w->viewer.where.at.row != row) {
            const struct event *e = &w->tape.event[stepper_event(&w->viewer.where.at)];
            buf_printf(out, "%s%s%d", out->len > 0 ? " " : "", e->setup ? "s" : "", e->number);
        }
    }
}

/* `on`: from the first step by c; `back`: from the last one by C. */
static const struct {
    const char *point, *on, *back;
} met[] = {
    {"4", "3 8 10 15 17", "17 15 10 8 3 1"},
    {"26", "6 13 20", "21 14 7"},
    {"24", "s2 s3", "s3 s2 s1"},
    {"19", "3 8 10 15 17", "17 15 10 8 3 1"},
    {"double", "3 8 10 15 17", "17 15 10 8 3 1"},
    {"Part.forward", "3 8 10 15 17", "17 15 10 8 3 1"},
    {"forward", "3 8 10 15 17", "17 15 10 8 3 1"},
    {"h.1.forward", "3 10 17", "17 10 3"},
    {"h.0", "8 15", "15 8 1"},
    {"net.h.1", "3 10 17", "17 10 3"},
    {"h.*", "3 8 10 15 17", "17 15 10 8 3 1"},
    {"net", "8 15", "15 8 1"},
    {"double()", "3 8 10 15 17", "17 15 10 8 3 1"},
    {"len(seen) == 2", "13", "13"},
    {"self.calls == 2", "9", "9"},
    {"turn == 1", "s2", "s2"},
    {"z.isinf().any()", "14", "14"},
    {"not net.training", "22", ""},
    {"limit", "", "s1"},
    {"x.sum() > 10", "17", "17"},
    {"nothing > 2", "", ""},
    {"y", "", ""},
};

START_TEST(stops_are_met)
{
    struct walked w;
    walked_open(&w, code);
    for (size_t k = 0; k < sizeof met / sizeof met[0]; k++) {
        struct buf line = {0}, on = {0}, back = {0};
        buf_printf(&line, "break %s", met[k].point);
        run_command(&w, buf_text(&line));
        ck_assert_msg(w.viewer.chosen.stop_count == 1, "%s: %s", met[k].point,
                      w.viewer.typed.message);
        walked_press(&w, "1g");
        put_stops(&w, "c", &on);
        walked_press(&w, "G");
        put_stops(&w, "C", &back);
        ck_assert_msg(strcmp(buf_text(&on), met[k].on) == 0 &&
                          strcmp(buf_text(&back), met[k].back) == 0,
                      "%s: %s; %s", met[k].point, buf_text(&on), buf_text(&back));
        run_command(&w, "delete 1");
        ck_assert_int_eq(w.viewer.chosen.stop_count, 0);
        buf_free(&line);
        buf_free(&on);
        buf_free(&back);
    }
    walked_close(&w);
}
END_TEST

/* Without line breaks and the blanks behind them. */
static void flatten(char *text)
{
    char *to = text;
    for (const char *at = text; *at != '\0'; at++) {
        bool blank = *at == ' ' || *at == '\n';
        bool again = to == text || to[-1] == ' ';
        if (!blank || !again) {
            *to++ = blank ? ' ' : *at;
        }
    }
    to -= to > text && to[-1] == ' ';
    *to = '\0';
}

/* What `:p` prints of it at an event; NULL: an exception. Freed by the caller. */
static char *asked(struct walked *w, int event, const char *form, const char *expression)
{
    struct buf question = {0}, out = {0};
    buf_printf(&question, form, expression);
    ck_assert(stepper_to_event(&w->viewer.where.at, event));
    ask(&w->viewer, buf_text(&question), &out);
    bool raised = strstr(buf_text(&out), "Error: ") != NULL ||
                  strstr(buf_text(&out), "not bound yet") != NULL;
    char *text = raised ? NULL : strdup(buf_text(&out));
    buf_free(&question);
    buf_free(&out);
    if (text != NULL) {
        flatten(text);
    }
    return text;
}

/* The one run that asks at every step tells what a run for each step tells. */
static const char *const watched[] = {
    "len(seen), turn",
    "seen",
    "net.h[1].calls",
    "self.calls",
    "y",
    "x",
    "p",
    "[*locals()][:4]",
    "z",
    "net.training",
    "random.random()",
    "torch.is_grad_enabled()",
};

START_TEST(a_watch_tells_what_is_asked)
{
    struct walked w;
    walked_open(&w, code);
    for (size_t k = 0; k < sizeof watched / sizeof watched[0]; k++) {
        struct point *p = &w.viewer.chosen.stop[0];
        struct buf line = {0};
        char *last = NULL;
        bool dice = strcmp(watched[k], "random.random()") == 0; /* each answer changes the next */
        buf_printf(&line, "watch %s", watched[k]);
        run_command(&w, buf_text(&line));
        ck_assert_msg(w.viewer.chosen.stop_count == 1 && p->probe->known > 0, "%s", watched[k]);
        for (int event = 0; event < w.tape.event_count && !dice; event++) {
            char *text = asked(&w, event, "print(repr((%s)))", watched[k]);
            const char *told = probe_text(p, event);
            ck_assert_msg((text == NULL && told == NULL) ||
                              (text != NULL && told != NULL && strcmp(text, told) == 0),
                          "%s, event %d: %s, not %s", watched[k], event, told, text);
            bool fresh = text != NULL && (last == NULL || strcmp(last, text) != 0);
            ck_assert_msg((probe_at(p, event) == PROBED_NEW) == fresh, "%s, event %d: %s",
                          watched[k], event, text);
            if (text != NULL) {
                free(last);
                last = text;
            }
        }
        free(last);
        buf_free(&line);
        run_command(&w, "unwatch");
        ck_assert_int_eq(w.viewer.chosen.stop_count, 0);
    }
    walked_close(&w);
}
END_TEST

START_TEST(a_condition_is_what_is_asked)
{
    struct walked w;
    walked_open(&w, code);
    for (size_t k = 0; k < sizeof met / sizeof met[0]; k++) {
        struct point *p = &w.viewer.chosen.stop[0];
        struct buf line = {0};
        buf_printf(&line, "break %s", met[k].point);
        run_command(&w, buf_text(&line));
        bool before = false;
        for (int event = 0; event < w.tape.event_count && p->kind == POINT_CONDITION; event++) {
            char *text = asked(&w, event, "print('name' if %s else '')", met[k].point);
            bool truth = text != NULL && *text != '\0';
            bool unknown = text == NULL && probe_at(p, event) == PROBED_NOTHING;
            ck_assert_msg((probe_at(p, event) == PROBED_NEW) == (truth && !before), "%s, event %d",
                          met[k].point, event);
            before = unknown ? before : truth;
            free(text);
        }
        buf_free(&line);
        run_command(&w, "delete 1");
    }
    walked_close(&w);
}
END_TEST

/* Commands one after the other, and what is said to each. */
static const struct {
    const char *line, *said;
    int count; /* of points, behind it */
} talk[] = {
    {"break nonsense", "No function, module or name of this run", 0},
    {"break 99", "No step comes from line 99 or a line behind it.", 0},
    {"break main.py:4", "No step comes from line 4 of main.py", 0},
    {"break x.", "x. is no expression: SyntaxError", 0},
    {"break turn = 3", "is no expression: SyntaxError", 0},
    {"watch turn = 3", "is no expression: SyntaxError", 0},
    {"break nothing > 2", "Breakpoint 1: nothing > 2 is true at no step.", 1},
    {"break turn == 1", "Breakpoint 2: turn == 1, becomes true once. c goes on to it.", 2},
    {"break turn == 1", "That is breakpoint 2 already.", 2},
    {"break h.0", "Breakpoint 3: h.0, entered 3 times. c goes on to it.", 3},
    {"break 25", "Breakpoint 4: line 25. c goes on to it.", 4},
    {"break 27", "Breakpoint 5: line 29. c goes on to it.", 5},
    {"break y", "true at no step. RuntimeError: Boolean value of Tensor", 6},
    {"watch len(seen)", "len(seen) has 4 values one after the other.", 7},
    {"watch nothing", "nothing has 0 values", 8},
    {"watch x.zork", "AttributeError", 9},
    {"watch x.add_(1)", "may not change a tensor of the run", 10},
    {"delete 12", "There is no breakpoint or watch 12", 10},
    {"delete", "Which one?", 10},
    {"unwatch 1", "That is not watched.", 10},
    {"unwatch nothing", "Watched no more.", 9},
    {"delete h.0", "Gone.", 8},
    {"delete 1", "Gone.", 7},
    {"unwatch", "Watched no more.", 4},
    {"unwatch", "That is not watched.", 4},
    {"watch", "Nothing is watched", 4},
};

START_TEST(commands_say_what_they_did)
{
    struct walked w;
    walked_open(&w, code);
    for (size_t k = 0; k < sizeof talk / sizeof talk[0]; k++) {
        run_command(&w, talk[k].line);
        ck_assert_msg(strstr(w.viewer.typed.message, talk[k].said) != NULL &&
                          w.viewer.chosen.stop_count == talk[k].count,
                      ":%s: %s (%d)", talk[k].line, w.viewer.typed.message,
                      w.viewer.chosen.stop_count);
    }
    walked_close(&w);
}
END_TEST

/* Another run has other values; breakpoints and watches stay. */
START_TEST(another_run_is_asked_again)
{
    struct walked w;
    walked_open(&w, code);
    run_command(&w, "watch limit");
    run_command(&w, "break limit == 8");
    walked_press(&w, "G : s e t Space l i m i t = 8 Enter");
    ck_assert_int_eq(w.again, 1);
    ck_assert(viewer_look(&w.viewer));
    ck_assert_str_eq(probe_text(&w.viewer.chosen.stop[0], w.viewer.where.at.tape->event_count - 1),
                     "8");
    walked_press(&w, "C");
    ck_assert_ptr_nonnull(strstr(w.viewer.typed.message, "limit == 8 is true from here on."));
    walked_close(&w);
}
END_TEST

/* Keys go from change to change, in groups that are folded, too. */
START_TEST(changes_are_gone_to)
{
    static const struct {
        const char *keys;
        int number;
    } rows[] = {{"1g ;", 6}, {";", 13}, {";", 20}, {";", 20}, {"_", 13}, {"_", 6}, {"_", 1}};
    struct walked w;
    walked_open(&w, code);
    run_command(&w, "watch len(seen)");
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        walked_press(&w, rows[k].keys);
        const struct event *e = &w.tape.event[stepper_event(&w.viewer.where.at)];
        ck_assert_msg(e->number == rows[k].number, "row %d: %d", (int)k, e->number);
    }
    walked_close(&w);
}
END_TEST

/* What goes another way when it is run again, and what a question changes, is not told. */
START_TEST(another_way_is_not_told)
{
    static const struct {
        const char *code, *watched, *why;
    } rows[] = {{"import torch, time\nx = torch.ones(1, dtype=torch.float64)\ny = x + 1\nz = x * "
                 "time.perf_counter()\n"
                 "w = z + 1\n",
                 "y", "Not known from step 2 on"},
                {"import torch\nx = torch.ones(1)\ny = x + 1\nz = torch.rand(1)\nw = z + 1\n",
                 "torch.rand(1)", "Not known from step"}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct walked w;
        struct buf line = {0};
        walked_open(&w, rows[k].code);
        buf_printf(&line, "watch %s", rows[k].watched);
        run_command(&w, buf_text(&line));
        const struct probe *p = w.viewer.chosen.stop[0].probe;
        ck_assert_msg(strstr(buf_text(&p->why), rows[k].why) != NULL, "%s", buf_text(&p->why));
        ck_assert_int_gt(p->known, 0); /* before it, it is */
        buf_free(&line);
        walked_close(&w);
    }
}
END_TEST

Suite *suite_debug(void)
{
    Suite *s = suite_create("debug");
    TCase *t = tcase_create("debug");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, stops_are_met);
    tcase_add_test(t, a_watch_tells_what_is_asked);
    tcase_add_test(t, a_condition_is_what_is_asked);
    tcase_add_test(t, commands_say_what_they_did);
    tcase_add_test(t, another_run_is_asked_again);
    tcase_add_test(t, changes_are_gone_to);
    tcase_add_test(t, another_way_is_not_told);
    suite_add_tcase(s, t);
    return s;
}
