/* Tests every stop of every lesson at every size: where one is, the code, the caption, both factors
 * of a product, and a last line whose keys all do something. The same of the pages. */
#include "expect.h"
#include "walked.h"

#include "lesson/catalog.h"
#include "torch/op/ops.h"
#include "trace/stage/stages.h"
#include "trace/tape/event.h"
#include "tui/act/act_guide.h"
#include "tui/action.h"
#include "tui/pane.h"
#include "tui/pane/pane_code.h"
#include "tui/pane/pane_storage.h"
#include "tui/pane/pane_text.h"
#include "tui/scene.h"
#include "tui/viewer_live.h"

#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_stops(void);

static const struct {
    int width, height;
} sizes[] = {{60, 15}, {80, 23}, {80, 24}, {120, 40}, {200, 60}};
#define SIZES ((int)(sizeof sizes / sizeof sizes[0]))
#define KEYS_MOST 16

struct sight { /* a screen that is looked at */
    struct walked *w;
    struct grid g;
    struct buf text;
    char where[120]; /* for a failure */
};

static void draw(struct sight *s, struct walked *w, const char *name)
{
    *s = (struct sight){.w = w};
    snprintf(s->where, sizeof s->where, "%s, stop %d, %dx%d", name, w->viewer.where.stop + 1,
             w->viewer.width, w->viewer.height);
    ck_assert(grid_init(&s->g, w->viewer.width, w->viewer.height));
    scene_draw(&w->viewer, &s->g);
    grid_text(&s->g, &s->text);
}

static void leave(struct sight *s)
{
    grid_free(&s->g);
    buf_free(&s->text);
}

static void shows(const struct sight *s, const char *text)
{
    EXPECT(strstr(buf_text(&s->text), text) != NULL, "%s: no %s on\n%.3000s", s->where, text,
           buf_text(&s->text));
}

/* --- what must be there --- */

/* The beginning of what the step carries out, and carets below it. */
static void has_code(const struct sight *s)
{
    const struct span *at = viewer_span(&s->w->viewer);
    size_t len;
    const char *line = source_line(at->source, at->line, &len);
    size_t end = at->end_line == at->line ? (size_t)at->end_column : len;
    size_t from = (size_t)at->column, count = end - from < 10 ? end - from : 10;
    char part[11] = "";
    memcpy(part, line + from, count);
    shows(s, part);
    shows(s, "^");
}

/* Whole, or marked as cut. */
static void has_caption(const struct sight *s)
{
    struct buf text = {0};
    char words[25];
    const struct viewer *v = &s->w->viewer;
    pane_sentence_text(v, v->width, &text);
    ck_assert_msg(text.len > 0, "%s: no caption\n%.3000s", s->where, buf_text(&s->text));
    snprintf(words, sizeof words, "%s", buf_text(&text));
    if (strrchr(words, ' ') != NULL) { /* the last word may be on the next line */
        *strrchr(words, ' ') = '\0';
    }
    shows(s, words);
    const char *last = strrchr(buf_text(&text), ' ');
    EXPECT(last == NULL || strstr(buf_text(&s->text), last + 1) != NULL ||
               strstr(buf_text(&s->text), "\xe2\x80\xa6") != NULL,
           "%s: the caption is cut:\n%.3000s", s->where, buf_text(&s->text));
    buf_free(&text);
}

/* Where a text begins on the screen. */
static bool find_text(const struct grid *g, const char *text, int *x, int *y)
{
    size_t len = strlen(text);
    for (*y = 0; *y < g->height; (*y)++) {
        for (*x = 0; *x + (int)len <= g->width; (*x)++) {
            size_t k = 0;
            while (k < len && g->at[*y * g->width + *x + (int)k].c == (uint32_t)text[k]) {
                k++;
            }
            if (k == len) {
                return true;
            }
        }
    }
    return false;
}

static int count_style(const struct grid *g, int left, int right, int top, enum style style)
{
    int count = 0;
    for (int y = top; y < g->height - 1; y++) {
        for (int x = left; x < right; x++) {
            count += g->at[y * g->width + x].style == style;
        }
    }
    return count;
}

/* Both factors side by side, the row of the one and the column of the other lit, and the cell that
 * they make. */
static void has_factors(const struct sight *s)
{
    const struct viewer *v = &s->w->viewer;
    const struct op *op = s->w->tape.event[stepper_event(&v->where.at)].op;
    int x[3], y[3], out, top;
    if (stepper_folded(&v->where.at) ||
        !op_is(op, OP_matmul OP_mm OP_bmm OP_mv OP_dot OP_inner OP_linear OP_einsum) ||
        !v->fetched.explained || v->fetched.explanation.from_count == 0) {
        return;
    }
    bool bias = v->fetched.in_count > 2;
    bool found = find_text(&s->g, "IN 1/", &x[0], &y[0]) &&
                 find_text(&s->g, "IN 2/", &x[1], &y[1]) &&
                 find_text(&s->g, bias ? "IN 3/" : "OUT  ", &x[2], &y[2]) &&
                 find_text(&s->g, "OUT  ", &out, &top);
    ck_assert_msg(found, "%s: not both factors\n%.3000s", s->where, buf_text(&s->text));
    for (int k = 0; k < 2; k++) {
        EXPECT(count_style(&s->g, x[k] - 1, x[k + 1] - 1, y[0], STYLE_SOURCE) > 0,
               "%s: factor %d is not lit\n%.3000s", s->where, k + 1, buf_text(&s->text));
    }
    EXPECT(count_style(&s->g, out - 1, s->g.width, top, STYLE_FOCUS) > 0, "%s: no cell\n%.3000s",
           s->where, buf_text(&s->text));
}

/* A shape is never cut: "(2, 2, ..." */
static void has_shapes(const struct sight *s)
{
    for (const char *at = buf_text(&s->text);
         s->g.width < 140 && (at = strchr(at, '(')) != NULL;) { /* behind that panes cut code */
        size_t digits = strspn(++at, "0123456789, ");
        bool several = memchr(at, ',', digits) != NULL;
        EXPECT(!several || strncmp(at + digits, "...", 3) != 0, "%s: a shape is cut\n%.3000s",
               s->where, buf_text(&s->text));
    }
}

/* A mask that hides something opens on what it hides, and stands between the scores and the result.
 */
static void has_mask(const struct sight *s)
{
    const struct viewer *v = &s->w->viewer;
    const struct op *op = s->w->tape.event[stepper_event(&v->where.at)].op;
    if (!op_is(op, OP_masked_fill)) {
        return;
    }
    shows(s, "IN 1/2  ");
    shows(s, "IN 2/2  ");
    shows(s, "OUT  ");
    if (s->g.width >= 80) {
        shows(s, v->fetched.out.infinite ? "-inf if True else" : "-inf if False else");
    }
}

/* Where one number is made of two, both are there, and what they make. */
static void has_both(const struct sight *s)
{
    const struct viewer *v = &s->w->viewer;
    const struct op *op = s->w->tape.event[stepper_event(&v->where.at)].op;
    int x[3], y[3];
    if (stepper_folded(&v->where.at) || op == NULL || op->kind != KIND_ELEMENTWISE ||
        v->fetched.in_count != 2 || !v->fetched.explained ||
        v->fetched.explanation.from_count < 2) {
        return;
    }
    bool found = find_text(&s->g, "IN 1/", &x[0], &y[0]) &&
                 find_text(&s->g, "IN 2/", &x[1], &y[1]) && find_text(&s->g, "OUT  ", &x[2], &y[2]);
    ck_assert_msg(found, "%s: not both inputs\n%.3000s", s->where, buf_text(&s->text));
    for (int k = 0; k < 2; k++) {
        EXPECT(count_style(&s->g, x[k] - 1, x[k + 1] - 1, y[0], STYLE_SOURCE) > 0,
               "%s: input %d is not lit\n%.3000s", s->where, k + 1, buf_text(&s->text));
    }
}

/* Where places are told, that of the chosen cell tells the strides apart. */
static void has_place(const struct sight *s)
{
    const struct viewer *v = &s->w->viewer;
    if (pane_has_storage(v) && strstr(buf_text(&s->text), " at place ") != NULL) {
        const struct tensor *t = &v->fetched.out.then;
        EXPECT(plane_offset(&v->fetched.out.slice, t, v->fetched.cell_row, v->fetched.cell_column) >
                   0,
               "%s: the place is 0\n%.3000s", s->where, buf_text(&s->text));
        EXPECT(s->g.width < 80 || strstr(buf_text(&s->text), "strides") != NULL,
               "%s: no strides\n%.3000s", s->where, buf_text(&s->text));
    }
}

static int parts_of(const struct shown *s, int64_t row)
{
    int parts = 0;
    for (int64_t k = 0; k < s->slice.columns; k++) {
        parts += tensor_double_at(&s->then, plane_offset(&s->slice, &s->then, row, k)) != 0;
    }
    return parts;
}

/* The arithmetic of shares, and of a product with them, shows how a row is shared out: not that of
 * a word that has all, 1.0 * (1 / 1.0), and not a share that is shown as 0. */
static void has_parts(const struct sight *s)
{
    const struct viewer *v = &s->w->viewer;
    const struct shown *out = &v->fetched.out, *in = v->fetched.in;
    const struct event *e = &s->w->tape.event[stepper_event(&v->where.at)];
    bool softmax = op_is(e->op, OP_softmax), product = op_is(e->op, OP_matmul OP_bmm);
    if ((!softmax && !product) || !v->fetched.explained ||
        out->event != (int)(e - s->w->tape.event) ||
        (product && (in->slice.rows != out->slice.rows || in->slice.columns < 2))) {
        return;
    }
    int most = 0;
    for (int64_t row = 0; row < out->slice.rows; row++) {
        int parts = parts_of(softmax ? out : in, row);
        most = parts > most ? parts : most;
    }
    double number =
        tensor_double_at(&out->then, plane_offset(&out->slice, &out->then, v->fetched.cell_row,
                                                  v->fetched.cell_column));
    EXPECT(most < 2 || parts_of(softmax ? out : in, v->fetched.cell_row) > 1,
           "%s: the row is made of one number\n%.3000s", s->where, buf_text(&s->text));
    EXPECT(softmax ? number > 0.005 : number != 0 || parts_of(out, v->fetched.cell_row) == 0,
           "%s: the cell is 0\n%.3000s", s->where, buf_text(&s->text));
}

/* A view of a tensor that is none itself is called one of that number which the tensor has. */
static void has_base(const struct sight *s)
{
    const struct viewer *v = &s->w->viewer;
    const struct tape *t = v->where.at.tape;
    const struct shown *in = viewer_input(v);
    const char *base = strstr(buf_text(&s->text), "view of #");
    if (base == NULL || in == NULL || in->maker < 0 || stepper_folded(&v->where.at) ||
        t->event[in->maker].effect == STORAGE_VIEW || in->of->maker < 0 ||
        t->event[in->of->maker].effect == STORAGE_VIEW) {
        return;
    }
    struct buf number = {0};
    event_number(&t->event[in->maker], &number);
    base += strlen("view of #");
    EXPECT(strncmp(base, buf_text(&number), number.len) == 0 &&
               !isdigit((unsigned char)base[number.len]),
           "%s: not of %s\n%.3000s", s->where, buf_text(&number), buf_text(&s->text));
    buf_free(&number);
}

/* The line of stages: the count of attentions never runs backwards, what is ticked stands before
 * the present stage, and a softmax behind the scale, but for one aside, where one stands. */
static void bar_goes_on(const struct sight *s, int *count)
{
    const char *line = strchr(buf_text(&s->text), '\n') + 1;
    size_t len = strcspn(line, "\n");
    const char *here = memchr(line, '>', len), *tick = here;
    int nth = 0, all = 0;
    if (sscanf(line, " %d/%d ", &nth, &all) == 2) {
        EXPECT(nth >= *count && nth <= all, "%s: %d behind %d\n%.*s", s->where, nth, *count,
               (int)len, line);
        *count = nth;
    }
    char small[256] = "";
    for (size_t k = 0; k < len && k + 1 < sizeof small; k++) {
        small[k] = (char)tolower((unsigned char)line[k]);
    }
    const char *aside = strstr(small, ">softmax (aside)");
    const char *scale = strstr(small, "scale"),
               *softmax = strstr(aside ? aside + 8 : small, "softmax");
    EXPECT(aside != NULL || strstr(small, "(aside)") == NULL, "%s: not aside\n%.*s", s->where,
           (int)len, line);
    EXPECT(scale == NULL || softmax == NULL || scale < softmax, "%s: the scale is behind\n%.*s",
           s->where, (int)len, line);
    while (tick != NULL && tick < line + len && strncmp(tick, "\xe2\x9c\x93", 3) != 0) {
        tick++;
    }
    EXPECT(tick == NULL || tick >= line + len, "%s: ticked before its time\n%.*s", s->where,
           (int)len, line);
}

/* --- the last line --- */

static int keys_of(const struct viewer *v, uint32_t out[KEYS_MOST])
{
    int count = 0;
    struct grid g;
    ck_assert(grid_init(&g, v->width, v->height));
    for (int x = 0; x < v->width; x++) {
        struct spot spot = {.x = x, .y = v->height - 1};
        g.asked = &spot;
        scene_draw(v, &g);
        bool met = spot.kind != SPOT_KEY;
        for (int k = 0; k < count && !met; k++) {
            met = out[k] == (uint32_t)spot.a;
        }
        if (!met && count < KEYS_MOST) {
            out[count++] = (uint32_t)spot.a;
        }
    }
    grid_free(&g);
    return count;
}

/* As it was before a key. */
static void restore(struct viewer *v, const struct viewer *was, int stop)
{
    v->where.page = v->where.below = PAGE_NONE;
    v->where.focus = FOCUS_STEPS;
    v->where.row = was->where.row;
    v->where.column = was->where.column;
    v->chosen.beside = BESIDE_INPUTS;
    v->typed.prompt = PROMPT_NONE;
    v->typed.answering = v->typed.finding = false;
    v->typed.message[0] = '\0';
    if (v->practice != NULL) {
        v->practice->typed[0] = '\0';
    }
    v->chosen.hop_count = 0;
    v->where.at.part = -1; /* a softmax that was opened */
    act_stand(v, stop);
    ck_assert(viewer_look(v));
}

/* Something on the screen is another, or whoever reads the keys has something to do. */
static bool does_something(struct walked *w, uint32_t key, const char *before)
{
    struct sight s;
    unsigned reaction = action_key(&w->viewer, key);
    ck_assert((reaction & REACT_LOOK) == 0 || viewer_look(&w->viewer));
    draw(&s, w, "");
    bool other = strcmp(buf_text(&s.text), before) != 0;
    leave(&s);
    return other || (reaction & REACT_ENDS) != 0;
}

static void keys_work(struct walked *w, const struct sight *s)
{
    uint32_t keys[KEYS_MOST];
    int stop = w->viewer.where.stop, count = keys_of(&w->viewer, keys);
    struct viewer was = w->viewer;
    EXPECT(count >= 3, "%s: %d keys", s->where, count);
    for (int k = 0; k < count; k++) {
        EXPECT(does_something(w, keys[k], buf_text(&s->text)),
               "%s: key %x does nothing on\n%.3000s", s->where, keys[k], buf_text(&s->text));
        restore(&w->viewer, &was, stop);
    }
}

/* Where the colors are around 0, those of negative numbers lie below the middle one, those of
 * positive numbers above it; and shares never have them. */
static void has_signs(const struct sight *s)
{
    const int middle = HEAT_LEVELS + (HEAT_SIGNED + 1) / 2;
    for (int k = 0; k < s->g.width * s->g.height; k++) {
        const struct glyph *at = &s->g.at[k];
        bool begins = at->heat > HEAT_LEVELS && (k == 0 || at[-1].heat == 0);
        while (begins && (at->c == ' ' || at->c == '*')) {
            at++;
        }
        if (begins && (at->c == '-' || at->c == '.' || isdigit((int)at->c))) { /* and no block */
            EXPECT(at->c == '-' ? at->heat <= middle : at->heat >= middle,
                   "%s: %c has color %d around %d on line %d", s->where, (char)at->c, at->heat,
                   middle, k / s->g.width);
        }
    }
}

/* --- every stop --- */

static void look_at_stop(struct walked *w, const char *name, bool press, int *count)
{
    struct sight s;
    struct buf place = {0};
    guide_place(w->viewer.guide, w->viewer.where.stop, &place);
    draw(&s, w, name);
    shows(&s, buf_text(&place));
    shows(&s, "q quit");
    if (viewer_stop(&w->viewer)->kind == GUIDE_STEP) {
        has_code(&s);
        has_caption(&s);
        has_factors(&s);
        has_shapes(&s);
        has_mask(&s);
        has_both(&s);
        has_place(&s);
        has_parts(&s);
        has_base(&s);
        has_signs(&s);
        bar_goes_on(&s, count);
    }
    if (press) {
        keys_work(w, &s);
    }
    buf_free(&place);
    leave(&s);
}

static void look_at_lesson(const char *name, int size, int every)
{
    struct walked w;
    struct buf told = {0};
    int count = 0;
    buf_printf(&told, "+%s", name);
    walked_open(&w, buf_text(&told));
    w.viewer.width = sizes[size].width;
    w.viewer.height = sizes[size].height;
    for (int k = 0; k < w.viewer.guide->count; k++) {
        act_stand(&w.viewer, k);
        ck_assert(viewer_look(&w.viewer));
        look_at_stop(&w, name, every > 0 && k % every == size % every, &count);
    }
    buf_free(&told);
    walked_close(&w);
}

START_TEST(nothing_that_matters_is_cut)
{
    look_at_lesson(catalog_name(&lesson_files[_i / SIZES]), _i % SIZES, 1);
}
END_TEST

/* Of three lessons, for every day. */
START_TEST(nothing_is_cut)
{
    static const char *const some[] = {"by-hand", "single-head", "weight-splits"};
    look_at_lesson(some[_i / SIZES], _i % SIZES, 5);
}
END_TEST

/* Of all lessons at the usual sizes, without pressing keys. */
START_TEST(steps_are_whole)
{
    look_at_lesson(catalog_name(&lesson_files[_i / 3]), _i % 3, 0);
}
END_TEST

/* A line of code that is too long for a text goes on below. */
START_TEST(code_of_texts_is_whole)
{
    struct walked w;
    struct buf told = {0};
    buf_printf(&told, "+%s", catalog_name(&lesson_files[_i]));
    walked_open(&w, buf_text(&told));
    for (int k = 0; k < w.viewer.guide->count; k++) {
        act_stand(&w.viewer, k);
        if (!viewer_reads(&w.viewer) || w.viewer.guide->at[k].kind == GUIDE_EXERCISE) {
            continue;
        }
        char *screen = walked_screen(&w, 80, 200, false);
        EXPECT(strstr(screen, "...\n") == NULL, "%s, stop %d: code is cut\n%.3000s",
               buf_text(&told), k + 1, screen);
        free(screen);
    }
    buf_free(&told);
    walked_close(&w);
}
END_TEST

/* --- products of other programs --- */

static const char products[] =
    "import torch\nimport numpy as np\nimport torch.nn.functional as F\n"
    "x = torch.arange(80.).reshape(5, 16) / 10\nw = torch.arange(128.).reshape(8, 16) / 100\n"
    "b = torch.ones(8)\na, c = x.numpy(), w.numpy()\n"
    "y = x @ w.T\ny = torch.mm(x, w.T)\ny = torch.bmm(x[None], w.T[None])\n"
    "y = torch.mv(x, w[0])\ny = F.linear(x, w)\ny = F.linear(x, w, b)\n"
    "y = torch.einsum('ij,kj->ik', x, w)\ny = torch.dot(x[0], w[1])\ny = torch.inner(x, w)\n"
    "y = np.dot(a, c.T)\ny = np.matmul(a, c.T)\ny = np.einsum('ij,kj->ik', a, c)\n"
    "y = np.inner(a, c)\n";

START_TEST(both_factors_are_there)
{
    struct walked w;
    struct sight s;
    walked_open(&w, products);
    w.viewer.width = sizes[_i].width;
    w.viewer.height = sizes[_i].height;
    do {
        ck_assert(viewer_look(&w.viewer));
        draw(&s, &w, "products");
        has_factors(&s);
        leave(&s);
    } while (stepper_next(&w.viewer.where.at, 1));
    walked_close(&w);
}
END_TEST

/* The mask has room also where it does not hide for good. */
START_TEST(a_large_number_leaves_room_for_the_mask)
{
    static const char code[] = "import torch\ntorch.manual_seed(0)\ns = torch.randn(6, 6) * 2\n"
                               "hidden = torch.ones(6, 6).triu(1).bool()\n"
                               "y = s.masked_fill(hidden, -1e9)\n";
    struct walked w;
    struct sight s;
    walked_open(&w, code);
    w.viewer.width = 80;
    w.viewer.height = 24;
    walked_press(&w, "G");
    draw(&s, &w, "-1e9");
    shows(&s, "IN 2/2  ");
    shows(&s, "[-1e9]");
    shows(&s, "-1000000000.0 if True else");
    leave(&s);
    walked_close(&w);
}
END_TEST

/* A softmax of unscaled scores, to compare, is not a stage before its time. */
START_TEST(a_softmax_to_compare_stands_aside)
{
    static const char code[] =
        "import torch\nq, k, v = torch.rand(3, 2, 4)\ns = q @ k.T\nraw = torch.softmax(s, dim=-1)\n"
        "w = torch.softmax(s / 2, dim=-1)\nc = w @ v\nlate = torch.softmax(s / 9, dim=-1)\n";
    static const char *const bars[] = {">SCORES scale softmax context",
                                       "scores+ >SOFTMAX (aside) scale softmax context",
                                       "scores+ >SCALE softmax context",
                                       "scores+ scale+ >SOFTMAX context",
                                       "scores+ scale+ softmax+ >CONTEXT",
                                       "scores+ scale+ softmax+ context+\n",
                                       "scores+ scale+ softmax+ context+ >SOFTMAX (aside)\n"};
    struct walked w;
    struct sight s;
    walked_open(&w, code);
    w.viewer.width = 80;
    w.viewer.height = 24;
    w.viewer.chosen.ascii = true;
    walked_press(&w, "g n n");
    for (size_t k = 0; k < sizeof bars / sizeof bars[0]; k++) {
        draw(&s, &w, "aside");
        shows(&s, bars[k]);
        leave(&s);
        walked_press(&w, "n");
    }
    walked_close(&w);
}
END_TEST

/* Whether `name` stands on a line of stages, ticked; -1: it does not stand there. */
static int is_ticked(const char *line, const char *name)
{
    size_t len = strlen(name);
    for (const char *at = strstr(line, name); at != NULL; at = strstr(at + 1, name)) {
        if (at[-1] == ' ' && strchr(" +!\n", at[len]) != NULL) {
            return at[len] == '+' || at[len] == '!';
        }
    }
    return -1;
}

/* From one step to the next a stage that is behind one stays so, unless one comes to a stage. */
START_TEST(what_is_behind_stays_behind)
{
    struct walked w;
    struct sight s;
    char last[256] = "";
    walked_open(&w, catalog_name(&lesson_files[_i]));
    w.viewer.width = 200;
    w.viewer.height = 24;
    w.viewer.chosen.ascii = true;
    for (int k = 0; k < 300; k++) {
        draw(&s, &w, catalog_name(&lesson_files[_i]));
        char line[256];
        snprintf(line, sizeof line, "%.*s\n", 200, strchr(buf_text(&s.text), '\n') + 1);
        strchr(line, '\n')[1] = '\0';
        bool same = strncmp(line, last, strcspn(line, " ") + 5) == 0; /* of the same pass */
        for (int j = 0; j < STAGE_OTHER && same && strchr(line, '>') == NULL; j++) {
            ck_assert_msg(is_ticked(last, stage_name((enum stage)j)) != 1 ||
                              is_ticked(line, stage_name((enum stage)j)) != 0,
                          "%s: %s is no longer behind one\n%s%s", s.where,
                          stage_name((enum stage)j), last, line);
        }
        memcpy(last, line, sizeof last);
        leave(&s);
        walked_press(&w, "n");
    }
    walked_close(&w);
}
END_TEST

/* Shares that are only moved are shares still, and have their colors; among others they are not. */
START_TEST(moved_shares_begin_at_0)
{
    static const char *const code[] = {"w.expand(3, 2, 4)",
                                       "w.T",
                                       "w[1:]",
                                       "w.clone()",
                                       "w.repeat(2, 1)",
                                       "w.expand(3, 2, 4)[0]",
                                       "torch.cat([w, w])",
                                       "torch.cat([w, s])",
                                       "w - 1"};
    struct walked w;
    struct sight s;
    struct buf all = {0};
    buf_printf(&all,
               "import torch\ns = torch.tensor([[1., -2., 3., 4.], [0., 1., -5., 1.]])\n"
               "w = torch.softmax(s, -1)\nx = %s\n",
               code[_i]);
    walked_open(&w, buf_text(&all));
    w.viewer.width = 80;
    w.viewer.height = 24;
    walked_press(&w, "G");
    draw(&s, &w, code[_i]);
    const char *color = strstr(buf_text(&s.text), "color "); /* the last one: of OUT */
    for (const char *next = color; next != NULL; next = strstr(next + 1, "color ")) {
        color = next;
    }
    ck_assert_msg((strncmp(color, "color 0 to ", 11) == 0) == (_i < 7), "%s", buf_text(&s.text));
    leave(&s);
    buf_free(&all);
    walked_close(&w);
}
END_TEST

/* --- every page --- */

static const char fails[] = "import torch\nx = torch.ones(2, 3)\ny = x.transpose(0, 1)\n"
                            "z = y.view(6)\n";

static const struct {
    const char *code, *keys;
} pages[] = {{"weight-splits", "16g i"},
             {"weight-splits", "G o"},
             {"weight-splits", "16g V"},
             {"weight-splits", "16g L"},
             {"weight-splits", "7g P"},
             {"weight-splits", "16g !"},
             {"weight-splits", "16g W"},
             {"weight-splits", "16g ?"},
             {"weight-splits", "16g ? n"},
             {"weight-splits", "16g ? ?"},
             {"weight-splits", "16g F3"},
             {"weight-splits", "16g : p Space keys Enter"},
             {"weight-splits", "16g Tab"},
             {"weight-splits", "16g O"},
             {"weight-splits", "/ softmax Enter"},
             {"weight-splits", "16g s n"},
             {"+by-hand", "Space F3"},
             {"+by-hand", "Space ?"},
             {fails, "G"},
             {fails, "G n"}};

START_TEST(pages_have_keys_that_work)
{
    for (int size = 0; size < SIZES; size++) {
        struct walked w;
        struct sight s;
        uint32_t keys[KEYS_MOST];
        walked_open(&w, pages[_i].code);
        w.viewer.width = sizes[size].width;
        w.viewer.height = sizes[size].height;
        walked_press(&w, pages[_i].keys);
        w.viewer.typed.message[0] = '\0';
        int count = keys_of(&w.viewer, keys);
        draw(&s, &w, pages[_i].keys);
        ck_assert_msg(count >= 1, "%s: no keys on\n%.3000s", s.where, buf_text(&s.text));
        for (int k = 0; k < count; k++) {
            ck_assert_msg(does_something(&w, keys[k], buf_text(&s.text)),
                          "%s: key %x does nothing on\n%.3000s", s.where, keys[k],
                          buf_text(&s.text));
            walked_close(&w);
            walked_open(&w, pages[_i].code);
            w.viewer.width = sizes[size].width;
            w.viewer.height = sizes[size].height;
            walked_press(&w, pages[_i].keys);
            w.viewer.typed.message[0] = '\0';
        }
        leave(&s);
        walked_close(&w);
    }
}
END_TEST

static bool stands_on(const struct walked *w, const char *gradient)
{
    const struct viewer *v = &w->viewer;
    const char *own = v->where.at.tape->event[stepper_event(&v->where.at)].gradient;
    return own != NULL && strcmp(own, gradient) == 0;
}

static void press_and_tell(struct walked *w, const char *keys, char **screen)
{
    walked_press(w, keys);
    free(*screen);
    *screen = walked_screen(w, 80, 23, false);
}

/* From a query to its gradient, through the row of softmax to the loss, and back: a key for each
 * hop, named at the bottom, and of each gradient its arithmetic. */
START_TEST(a_trip_over_the_gradients)
{
    static const char *const way[] = {"query.grad",        "attn_scores.grad", "scaled.grad",
                                      "attn_weights.grad", "context.grad",     "L.grad"};
    enum { HOPS = 6 };
    struct walked w;
    char *screen = NULL;
    walked_open(&w, "+chain-rule");
    press_and_tell(&w, ":s11 Enter B", &screen);
    for (int k = 0; k < HOPS; k++) {
        ck_assert_msg(stands_on(&w, way[k]), "%s:\n%s", way[k], screen);
        ck_assert_msg(strstr(screen, k < HOPS - 1 ? "B forward  < from  > to" : "B forward"), "%s",
                      screen);
        ck_assert(w.viewer.fetched.explained);
        press_and_tell(&w, "<", &screen);
    }
    ck_assert_ptr_nonnull(strstr(screen, "L = context[0, 0]"));
    ck_assert_ptr_nonnull(strstr(screen, "B gradient"));
    for (int k = HOPS; k > 0; k--) {
        press_and_tell(&w, ">", &screen);
        ck_assert_msg(stands_on(&w, way[k - 1]), "%s:\n%s", way[k - 1], screen);
    }
    press_and_tell(&w, "B", &screen); /* where the trip began */
    ck_assert_ptr_nonnull(strstr(screen, "query.requires_grad_()"));
    walked_close(&w);
    free(screen);
}
END_TEST

/* Behind B Space goes on from there; B once more leads back, to the very gradient. */
START_TEST(a_gradient_and_back)
{
    struct walked w;
    walked_open(&w, "+chain-rule");
    struct viewer *v = &w.viewer;
    walked_press(&w, "45g");
    int stop = v->where.stop;
    ck_assert(!v->where.between);
    walked_press(&w, "B");
    int forward = stepper_event(&v->where.at);
    walked_press(&w, "B");
    ck_assert_int_eq(v->where.stop, stop);
    ck_assert(!v->where.between);
    walked_press(&w, "B Space"); /* on to the first stop behind the line */
    ck_assert_int_ge(v->guide->at[v->where.stop].event, forward);
    ck_assert_int_lt(v->guide->at[v->where.stop - 1].event, forward);
    walked_press(&w, "34g s Space"); /* single steps go on from there, too */
    ck_assert_int_ge(v->guide->at[v->where.stop].event, forward);
    walked_press(&w, "g 35g Space"); /* nor back to texts that were jumped over */
    ck_assert_int_ge(v->guide->at[v->where.stop].event, forward);
    walked_press(&w, ":s12 Enter B B"); /* a leaf, of which three lines have a part */
    ck_assert(v->where.at.tape->event[stepper_event(&v->where.at)].setup);
    walked_press(&w, "63g S B B"); /* the second gradient of a product */
    ck_assert(stands_on(&w, "values.grad"));
    walked_close(&w);
}
END_TEST

/* A training as learners write it first. */
static const char trains[] = "import torch\n"
                             "import torch.nn.functional as F\n"
                             "torch.manual_seed(3)\n"
                             "x = torch.randn(4, 3)\n"
                             "target = torch.tensor([1, 0, 2, 1])\n"
                             "Wq = torch.randn(3, 3, requires_grad=True)\n"
                             "Wk = torch.randn(3, 3, requires_grad=True)\n"
                             "Wv = torch.randn(3, 3, requires_grad=True)\n"
                             "opt = torch.optim.SGD([Wq, Wk, Wv], lr=0.5)\n"
                             "for step in range(3):\n"
                             "    q = x @ Wq\n"
                             "    k = x @ Wk\n"
                             "    v = x @ Wv\n"
                             "    scores = q @ k.T / 3 ** 0.5\n"
                             "    weights = F.softmax(scores, dim=-1)\n"
                             "    out = weights @ v\n"
                             "    loss = F.cross_entropy(out, target)\n"
                             "    opt.zero_grad()\n"
                             "    loss.backward()\n"
                             "    opt.step()\n"
                             "    print(step, loss.item())\n";

/* A loss of what a function gives; one of a cell of the last head. */
static const char called[] = "import torch\n"
                             "import torch.nn.functional as F\n"
                             "w = torch.randn(2, 3, requires_grad=True)\n"
                             "def double(t):\n"
                             "    return t * 2\n"
                             "loss = F.cross_entropy(double(w), torch.tensor([2, 1]))\n"
                             "loss.backward()\n";
static const char squared[] = "import torch\n"
                              "import torch.nn.functional as F\n"
                              "torch.manual_seed(3)\n"
                              "x, y = torch.randn(4, 3), torch.randn(4, 2)\n"
                              "w = torch.randn(3, 2, requires_grad=True)\n"
                              "out = x @ w\n"
                              "loss = F.mse_loss(out, y)\n"
                              "loss.backward()\n";
static const char headed[] = "import torch\n"
                             "torch.manual_seed(3)\n"
                             "q = torch.randn(1, 2, 3, 4, requires_grad=True)\n"
                             "k = torch.randn(1, 2, 3, 4)\n"
                             "s = q @ k.transpose(2, 3)\n"
                             "L = s[0, 1, 2, 0] * 2\n"
                             "L.backward()\n";

/* Weights of a module. */
static const char models[] = "import torch\n"
                             "import torch.nn as nn\n"
                             "torch.manual_seed(3)\n"
                             "head = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 2, bias=False))\n"
                             "opt = torch.optim.Adam(head.parameters(), lr=0.1)\n"
                             "x = torch.randn(4, 3)\n"
                             "for step in range(2):\n"
                             "    loss = head(x).square().mean()\n"
                             "    opt.zero_grad()\n"
                             "    loss.backward()\n"
                             "    opt.step()\n";

static const char alone[] = "import torch\n"
                            "W = torch.ones(3, 3, requires_grad=True)\n"
                            "opt = torch.optim.Adam([W], 0.1)\n"
                            "(W ** 2).sum().backward()\n"
                            "opt.step()\n";

/* The weights of its heads are averaged. */
static const char averaged[] = "import torch\n"
                               "x = torch.randn(3, 1, 8)\n"
                               "out, weights = torch.nn.MultiheadAttention(8, 2)(x, x, x)\n";

/* Its steps have no names in the code. */
static const char attends[] = "import torch\n"
                              "x = torch.ones(3, 1, 4)\n"
                              "mha = torch.nn.MultiheadAttention(4, 2)\n"
                              "out, weights = mha(x, x, x)\n"
                              "out.sum().backward()\n";

/* Square, so that a cell and its mirror image are both there; both leaves have a gradient. */
static const char squares[] = "import torch\n"
                              "torch.manual_seed(3)\n"
                              "x = torch.randn(3, 3, requires_grad=True)\n"
                              "W = torch.randn(3, 3, requires_grad=True)\n"
                              "U = torch.randn(3, 3, requires_grad=True)\n"
                              "opt = torch.optim.Adam([W, U], lr=0.1)\n"
                              "q = x @ W\n"
                              "k = x @ U.T\n"
                              "loss = (q * k).sum()\n"
                              "loss.backward()\n"
                              "opt.step()\n"
                              "print(W)\n";

static const struct {
    const char *lesson, *keys, *shows[3];
} hops[] = {
    /* numbers that are written again: who wrote them, who uses them */
    {trains, ":44 Enter", {"IN 1/2  #s1 x", "IN 2/2  #41 Wq", "0(-.8160)"}},
    {trains, ":44 Enter y", {"Input 2 of 2: < leads to the step that wrote it."}},
    {trains, ":44 Enter y <", {"steps 41-43 / 141", "OUT  1/3  #41 Wq"}},
    {trains, ":44 Enter y <", {"= -0.8646356 + -0.5 * -0.097259365"}},
    {trains, ":45 Enter y <", {"OUT  2/3  #42 Wk", "IN 1/2  #38 Wk.grad", "IN 2/2  #s4 Wk"}},
    {trains, ":45 Enter y < >", {"step 45 / 141"}},
    {trains, ":41 Enter S >", {"step 44 / 141", "q = x @ Wq"}},
    {trains, ":41 Enter S Y >", {"step 45 / 141", "k = x @ Wk"}},
    {trains, ":41 Enter S Y Y Y", {"OUT  1/3  #41 Wq"}},
    {trains, ":41 Enter S Y B", {"OUT  #38 Wk.grad"}},
    {trains, ":40 Enter S >", {"steps 41-43 / 141", "IN 1/2  #40 Wq.grad", "OUT  1/3  #41 Wq"}},
    {trains, ":38 Enter S >", {"IN 1/2  #38 Wk.grad", "OUT  2/3  #42 Wk"}},
    {trains, ":38 Enter S > <", {"steps 37-38 / 141"}},
    /* on to the weight that B led to last, else to the last gradient of the pass */
    {trains, ":28 Enter >", {"OUT  #30 q.grad"}},
    {trains, ":2 Enter B :28 Enter >", {"k.T.grad\n"}},
    {"+a-head-learns-to-copy",
     ":83 Enter >",
     {"#92 W_answer.T.grad", "Use 3 of 3 of scores.grad; < and then 1> to 3> lead to each."}},
    {"+a-head-learns-to-copy", ":83 Enter > < 2>", {"steps 88-89 / 1336", "Use 2 of 3"}},
    {"+a-head-learns-to-copy",
     ":141 Enter >",
     {"IN 1/2  #141 W_query.grad", "OUT  3/8  #172 W_query\n"}},
    /* a gradient of a weight before one of what goes through it */
    {"+a-head-learns-to-copy", ":53 Enter B", {"OUT  #138 W_query.T.grad"}},
    /* to the gradient, not to the room that is made for it */
    {"+a-head-learns-to-copy",
     ":51 Enter B",
     {"OUT  #143 place_table.grad", "[0, 0] = -0.00941448"}},
    {"import torch\nb = torch.ones(2, 2, requires_grad=True)\nc = b + torch.ones(2, 2)\n"
     "(c * c).sum().backward()\n",
     ":1 Enter B",
     {"b.grad[0, 0] = 4.0"}},
    {"+a-head-learns-to-copy", ":385 Enter S B", {".grad", "step "}},
    {attends, ":29 Enter n y", {"IN 2/2  #19 view(...)", "OUT  #31 out_proj"}},
    /* the cell goes along to one that has a part */
    {"+a-head-learns-to-copy", ":52 Enter B <", {"W_query.T.grad[1, 2] = -0.039513458"}},
    {"+a-head-learns-to-copy", ":52 Enter B < >", {"W_query.grad[2, 1] = -0.039513458"}},
    {"+a-head-learns-to-copy", ":138 Enter S >", {"W_query.grad[0, 0] = 0.0218"}},
    {"+a-head-learns-to-copy", ":52 Enter B < <", {"query.grad[0, 2] = -0.0343"}},
    {"+a-head-learns-to-copy", ":52 Enter B < < < < < <", {"(attn_weights @ value).grad[0, 5]"}},
    {"+a-head-learns-to-copy", ":52 Enter B < < < < < < < <", {" scores.grad[0, 2] = -0.14064145"}},
    {trains, ":22 Enter F4 Down <", {"log_softmax(out).grad[1, 0] = -0.25"}},
    {trains, ":21 Enter S F4 Down Down >", {"out.grad[2, 1] = "}},
    {headed, ":5 Enter > > >", {"q.grad[0, 1, 2, 0] = -3.1669884"}},
    {headed, ":5 Enter > >", {"axis 1: 0 [1]", "s.grad[0, 1, 2, 0] = 2.0"}},
    {called, ":15 Enter", {"Forward y = log_softmax(t * 2), so backward d(t * 2) ="}},
    /* a module's weight has its owner's name, and was made by a step */
    {models, ":1 Enter", {"IN 2/3  ...weight", "IN 3/3  ...0.bias"}},
    {models, ":1 Enter y <", {"OUT  1/2  #s3 head.0.weight", "steps s1-s4"}},
    /* the first factor of what Adam adds */
    {models,
     ":92 Enter S",
     {"Adam.step in one step", "step size -lr / (1 - beta1 ** step) = -0.1 / (1 - 0.9 ** 2);"}},
    /* zero_grad() is a step of its training step, also of the first one that has gradients */
    {trains, ":54 Enter S", {"steps 54-56 / 141", "IN  #40 Wq.grad", "OUT  1/3  #54 Wq.grad"}},
    {trains,
     ":54 Enter S",
     {"Gradients are 0 again: backward() adds to what is there. s: 3 operations."}},
    {trains, ":54 Enter S Y", {"Wk.grad", "OUT  2/3"}},
    {models, ":30 Enter S", {"steps 17-43 / 92", "27 operations"}},
    {models, ":1 Enter y y <", {"OUT  2/2  #s4 head.0.bias"}},
    /* what a step inside of an optimizer calls its numbers; a name of a loop is none */
    {"+chain-rule", ":s11 Enter", {"OUT  #s11 query\n"}},
    /* the sentence names what the tables show */
    {"+chain-rule", ":47 Enter S", {"keys, which is keys.T turned", "IN 2/2  #33 keys.T"}},
    /* the gradient of the logarithms in cross_entropy: one name, one number with its reason */
    {trains, ":22 Enter <", {"OUT  log_softmax(out).grad", "takes log_softmax(out) at"}},
    {trains, ":22 Enter <", {"0.0000[-0.2500] 0.0000", "= -loss.grad / 4 = -1.0 / 4"}},
    {trains, ":22 Enter < Tab Left", {"[0, 0] = 0.0", "0, because target[0] is 1, not 0\n"}},
    {trains, ":21 Enter i", {"[0, 1] = -0.25", "divide       1.0 / 4.0 = 0.25"}},
    {trains, ":22 Enter", {"IN 1/2  log_softmax(out).grad", "IN 2/2  log_softmax(out)"}},
    {trains, ":21 Enter H", {"c = log_softmax(out)[0, 1]", "step 10 with c in it again"}},
    {trains, ":9 Enter", {"OUT  #9 log_softmax(out)"}},
    {"+a-head-learns-to-copy", ":83 Enter", {"IN 1/2  #82 log_softmax(scores).grad"}},
    {"+a-head-learns-to-copy",
     ":82 Enter S",
     {"-loss.grad / 6 = -1.0 / 6", "d(log_softmax(scores))"}},
    {"+a-head-learns-to-copy", ":84 Enter", {"OUT  #84 bias.grad", "bias.grad[0, 0] = -0.14"}},
    /* the same of the squared distance */
    {squared,
     ":5 Enter >",
     {"steps 6-8", "= 2 / 8 * (-0.4487612 - (-0.8646356)) * 1.0", "mean of (out - y)^2, so"}},
    {squared, ":5 Enter <", {"= ((-0.4487612 - (-0.8646356)) ** 2 + ...) / 8"}},
    /* of an expression that is too long the end is kept */
    /* what the code reads as x.grad: another object over the memory of the gradient */
    {"+chain-rule", ":79 Enter >", {"x.grad[0]", "IN  #79 x.grad", "step 92 / 97"}},
    {"+chain-rule", ":92 Enter <", {"step 79 / 97"}},
    {"+chain-rule", ":67 Enter 2>", {"step 81 / 97"}},
    {"+chain-rule", ":81 Enter <", {"steps 66-67 / 97"}},
    {"+softmax-backwards", ":14 Enter >", {"step 15 / 48", "#14 scores.grad"}},
    {"+softmax-backwards", ":15 Enter <", {"step 14 / 48"}},
    {"+scale-by-gradients", ":13 Enter >", {"step 14 / 125", "#13 scores.grad"}},
    /* parts; a leaf leads to their sum */
    {"+chain-rule", ":s12 Enter B", {"OUT  #79 x.grad\n", "(2 parts)", "= 0.6654737"}},
    {"+chain-rule", ":48 Enter B", {"#78 x.grad (queries)", "x.grad (queries)[num_words=0"}},
    {"+chain-rule", ":48 Enter B", {", a part\n of x.grad."}},
    {"+chain-rule", ":76 Enter", {"#73 x.grad (values)", "x.grad (keys)", "#76 x.grad (2 parts)"}},
    {"+chain-rule",
     ":76 Enter",
     {"Each way to the loss gives a part of x.grad; two parts are added"}},
    {"+chain-rule",
     ":79 Enter i",
     {"formula      x.grad (2 parts)[0, 0] + x.grad (queries)[0, 0]"}},
    /* an expression that is too long for the sentence */
    {"+chain-rule", ":64 Enter", {"Forward shares = softmax(y), so backward dy = (dshares - s)"}},
    {"+chain-rule", ":64 Enter", {"OUT  #64 (... / head_dim ** 0.5).grad"}},
    /* the stop of the lesson is kept */
    {"+chain-rule",
     ":44 Enter < <",
     {"14 of 25", "steps 40-41 / 97", "L is one number of context"}},
    /* the way back is forgotten */
    {"+scale-by-gradients", ":3 Enter > <", {"step 3 / 125"}},
    {"+scale-by-gradients", ":3 Enter > Space p B B <", {"step s2 / s17"}},
    {"+scale-by-gradients", ":3 Enter > y <", {"step s2 / s17"}},
    /* whose code it is */
    {"+chain-rule", ":67 Enter", {"qkv's own code, no line of the file: gradient of queries"}},
    {"+chain-rule", ":67 Enter", {">   return grad.mm(right.t())", ").grad  IN 2/2"}},
    /* two uses: that of the weight comes first, and the other is named */
    {squares,
     ":9 Enter >",
     {"OUT  #14 U.T.grad", "Use 2 of 2 of k.grad; < and then 1> lead to the other."}},
    {squares, ":9 Enter > < 1>", {"#11 x.grad (k)", "Use 1 of 2 of k.grad; < and then 2> lead to"}},
    /* a transposed weight, and back */
    {squares, ":15 Enter F4 Down Left B", {"OUT  #2 U.T", "U.T[1, 2] = "}},
    {squares, ":2 Enter F4 Down Left B", {"U.grad[1, 2] = "}},
    {squares, ":22 Enter S F4 Down Right B", {"OUT  #1 q", "q[2, 1] = "}},
    /* into the steps of the parameter that is shown, and out to it */
    {squares, "G Y s", {"step 33 / 40", "mean"}},
    /* an optimizer's inputs are called as its code and the sum call them */
    {models, ":92 Enter S y y", {"IN 3/4  ", " square   "}},
    {models, ":92 Enter S y y y", {"IN 4/4  ", " mean   "}},
    {squares, "G Y s S", {"OUT  2/2  #40 U"}},
    {squares, "G s n S", {"OUT  1/2  #31 W"}},
    {squares, "G s", {"step 24 / 40"}},
    /* what a gradient of several steps is made of, through a transposition too */
    {"+a-head-learns-to-copy", ":138 Enter S F4 Right", {"f -.01( .02)-.03"}},
    {squares, ":14 Enter S F4 Right", {".6269(  .5540) 1.1403   (  .8033)"}},
    /* steps that belong to one line of the code */
    {"+a-head-learns-to-copy",
     ":141 Enter L",
     {"139 backward  W_query.grad, by permute", "140 backward  W_query.grad, by empty_like",
      "141 backward  W_query.grad, by copy_"}},
    {"+a-head-learns-to-copy", ":138 Enter L", {"> 138   backward  return grad.t().mm(left).t()"}},
    /* out of the pass, and back to it */
    {"+a-head-learns-to-copy",
     ":53 Enter B n",
     {"The lesson goes on behind the backward pass; '' goes back, s walks in it."}},
    {"+a-head-learns-to-copy", ":53 Enter B n ' '", {"step 138 / 1336"}},
    /* nothing to go into: once it is said */
    {"+a-head-learns-to-copy", ":54 Enter s", {"step 55", "Nothing is inside of that operation"}},
    {"+a-head-learns-to-copy", ":54 Enter s s", {"step 56", "p to stop 5  B gradient"}},
    /* the cell of a view lies in the head that its input shows */
    {"+d-model-64", ":stop Space 14 Enter", {"num_heads=0, d_k=2]"}},
    /* one weight: its update is a group, too, and has the numbers of its own steps */
    {alone, ":3 Enter L", {"     8 Adam.step: steps to 16"}},
    {"+a-head-learns-to-copy",
     ":238 Enter S",
     {"steps 238-245 / 1336", "adds to what is there. s: 8 operations."}},
    {"+a-head-learns-to-copy", ":238 Enter S L", {" > 238 Optimizer.zero_grad: steps to 245"}},
    {averaged, ") S )", {"The 2 heads are inside of this step: s goes into it."}},
    /* the check by nudging */
    {"+a-head-learns-to-copy", ":53 Enter B H", {"check  "}},
    {"+a-head-learns-to-copy", ":97 Enter S H", {"   check        "}},
    {"+a-head-learns-to-copy", ":97 Enter S H q i", {"   check        "}},
    {"+chain-rule", "44g H q F4 Down i", {"nudged       c = "}},
    {"+chain-rule", "44g H q n p i", {"  H            nudges that number"}},
    {"+chain-rule", "44g H", {"nudged       c = scaled[0, 0] = 1.41421354", "check        -0.161"}},
    {"+a-head-learns-to-copy", ":139 Enter", {" a-head-learns-to-copy  step 139"}},
    {"+chain-rule", "B", {"s goes to one; T hides the texts."}},
    {"+chain-rule", "44g i", {"  H            nudges that number"}},
    {"+a-head-learns-to-copy", ":71 Enter H", {"This is no gradient; B goes to one."}},
    {"+induction-head", ":9 Enter H", {"no gradient of it was computed"}},
    {"+a-head-learns-to-copy", ":108 Enter 2>", {"No further step uses what was made here."}},
    {"+scale-by-gradients", ":13 Enter H", {"shares.backward() did not begin at one number"}},
};

/* What readers of the lessons on gradients stumbled over, each at its own step. */
START_TEST(a_hop_lands_where_the_screen_says)
{
    struct walked w;
    walked_open(&w, hops[_i].lesson);
    w.viewer.height = 23;
    walked_press(&w, hops[_i].keys);
    char *screen = walked_screen(&w, 80, 23, false);
    for (int k = 0; k < 3 && hops[_i].shows[k] != NULL; k++) {
        ck_assert_msg(strstr(screen, hops[_i].shows[k]) != NULL, "%s %s: no \"%s\" in\n%s",
                      hops[_i].lesson, hops[_i].keys, hops[_i].shows[k], screen);
    }
    free(screen);
    walked_close(&w);
}
END_TEST

static const struct {
    const char *lesson, *keys, *shows[3], *never;
} sights[] = {
    {"+weight-splits",
     ":21 Enter",
     {"become one: 2 numbers side by side in each row."},
     "1 number"},
    /* on the last lines of a page n leads nowhere */
    {"+block", ":163 Enter i", {" n on, lines 1-"}, NULL},
    {"+block", ":163 Enter i n n n n", {" p back, lines ", "q to the step"}, " n on"},
    {"+softmax-backwards",
     ":21 Enter",
     {"averages, (3, 1): each of its\n numbers serves a row."},
     "for all"},
    /* weights of one head go through the softmax of two more: each context has its own values */
    {"+two-heads", ":24 Enter", {" 3/5 project", ">CONTEXT\n"}, NULL},
    {"+two-heads", ":32 Enter", {" 4/5 >PROJECT"}, NULL},
    {"+two-heads", ":37 Enter", {" 5/5 >PROJECT"}, NULL},
    {"+two-heads", ":45 Enter", {" 4/5 ", ">CONTEXT"}, NULL},
    {"+two-heads", ":49 Enter", {" 5/5 project", " >MASK! softmax context"}, NULL},
    /* where view would raise an error, reshape is the wrong way */
    {"+weight-splits",
     ":37 Enter I",
     {"IF reshape(2, 3, 4, 5) INSTEAD", "no axes change"},
     "IF view"},
    {"+weight-splits", ":34 Enter I", {"IF view("}, "IF reshape"},
    /* a table of weights has neither tokens nor heads */
    {"+a-head-learns-to-copy", ":54 Enter I", {"only cut into other rows"}, "heads"},
    {"+single-head", ":7 Enter I", {"only cut into other rows"}, "across"},
    /* a pane that has no room for all of the arithmetic */
    {"+softmax-backwards",
     ":2 Enter Tab Right",
     {"this cell", "exp(2.828427 - 2.828427) = 1.0 ", "\n i shows all of its arithmetic\n"},
     NULL},
    /* products with 0, those that the line does not show among them */
    {"+weight-splits", ":52 Enter", {"= -0.11627974   (12 products with 0 left out)"}, "+ ..."},
    {"+block", ":192 Enter", {"(9 products with 0 left out)"}, NULL},
    {"+block", ":163 Enter", {"0.18075284 + ...   (12 more are 0)"}, NULL},
    /* between the parts of a softmax Space goes to the next part */
    {"+kv-cache", ":16 Enter s", {"part 1 / 5", " Space next  p back "}, "to stop"},
    {"+a-head-learns-to-copy", ":70 Enter s n", {"part 2 / 5", " Space next  p back "}, "to stop"},
};

/* What readers were told that was not so, each at its own step. */
START_TEST(what_is_seen_is_so)
{
    struct walked w;
    walked_open(&w, sights[_i].lesson);
    w.viewer.height = 23;
    walked_press(&w, sights[_i].keys);
    char *screen = walked_screen(&w, 80, 23, false);
    for (int k = 0; k < 3 && sights[_i].shows[k] != NULL; k++) {
        ck_assert_msg(strstr(screen, sights[_i].shows[k]) != NULL, "%s %s: no \"%s\" in\n%s",
                      sights[_i].lesson, sights[_i].keys, sights[_i].shows[k], screen);
    }
    ck_assert_msg(sights[_i].never == NULL || strstr(screen, sights[_i].never) == NULL,
                  "%s %s: \"%s\" in\n%s", sights[_i].lesson, sights[_i].keys, sights[_i].never,
                  screen);
    free(screen);
    walked_close(&w);
}
END_TEST

static const char *const optimizers[] = {"SGD([W, U], 0.1)",
                                         "SGD([W, U], 0.1, momentum=0.9)",
                                         "SGD([W, U], 0.1, momentum=0.9, nesterov=True)",
                                         "Adam([W, U], 0.1)",
                                         "Adam([W, U], 0.1, amsgrad=True, weight_decay=0.1)",
                                         "AdamW([W, U], 0.1)",
                                         "RMSprop([W, U], 0.1, momentum=0.9, centered=True)",
                                         "Adagrad([W, U], 0.1)"};

/* Every optimizer: the cell goes from the gradient into the update, and back. */
START_TEST(an_update_keeps_the_cell)
{
    struct walked w;
    char code[400], *screen = NULL;
    snprintf(code, sizeof code,
             "import torch\ntorch.manual_seed(3)\nW = torch.randn(3, 3, requires_grad=True)\n"
             "U = torch.randn(3, 3, requires_grad=True)\nopt = torch.optim.%s\n"
             "for k in range(2):\n    opt.zero_grad()\n    (W.T * U).sum().backward()\n"
             "    opt.step()\nprint(W)\n",
             optimizers[_i]);
    walked_open(&w, code);
    for (int pass = 0; pass < 2; pass++) {
        press_and_tell(&w, pass == 0 ? ":1 Enter B > >" : ">", &screen);
        ck_assert_msg(strstr(screen, "W[2, 1] = ") != NULL, "%s:\n%s", optimizers[_i], screen);
        press_and_tell(&w, "<", &screen);
        ck_assert_msg(strstr(screen, "W.grad[2, 1] = ") != NULL, "%s:\n%s", optimizers[_i], screen);
    }
    walked_close(&w);
    free(screen);
}
END_TEST

/* It is not offered where there is no loss of one number, nor for what a later step fills in. */
START_TEST(a_check_that_is_none_is_not_offered)
{
    struct walked w;
    walked_open(&w, _i == 0 ? "+scale-by-gradients" : "+a-head-learns-to-copy");
    walked_press(&w, _i == 0 ? ":13 Enter i" : ":94 Enter i");
    char *screen = walked_screen(&w, 80, 23, false);
    ck_assert_msg(strstr(screen, "formula") != NULL, "%s", screen);
    ck_assert_msg(strstr(screen, "nudges that number") == NULL, "%s", screen);
    free(screen);
    walked_close(&w);
}
END_TEST

Suite *suite_stops(void)
{
    Suite *s = suite_create("stops");
    TCase *t = tcase_create("stops");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, nothing_is_cut, 0, 3 * SIZES);
    tcase_add_loop_test(t, steps_are_whole, 0, 3 * lesson_count);
    tcase_add_loop_test(t, code_of_texts_is_whole, 0, lesson_count);
    tcase_add_loop_test(t, what_is_seen_is_so, 0, (int)(sizeof sights / sizeof sights[0]));
    tcase_add_test(t, a_large_number_leaves_room_for_the_mask);
    tcase_add_loop_test(t, both_factors_are_there, 0, SIZES);
    tcase_add_test(t, a_softmax_to_compare_stands_aside);
    tcase_add_loop_test(t, what_is_behind_stays_behind, 0, lesson_count);
    tcase_add_loop_test(t, moved_shares_begin_at_0, 0, 9);
    tcase_add_test(t, a_trip_over_the_gradients);
    tcase_add_test(t, a_gradient_and_back);
    tcase_add_loop_test(t, a_hop_lands_where_the_screen_says, 0,
                        (int)(sizeof hops / sizeof hops[0]));
    tcase_add_loop_test(t, an_update_keeps_the_cell, 0,
                        (int)(sizeof optimizers / sizeof optimizers[0]));
    tcase_add_loop_test(t, a_check_that_is_none_is_not_offered, 0, 2);
    suite_add_tcase(s, t);
    t = tcase_create("stops, all");
    tcase_set_tags(t, "long");
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, nothing_that_matters_is_cut, 0, SIZES * lesson_count);
    tcase_add_loop_test(t, pages_have_keys_that_work, 0, (int)(sizeof pages / sizeof pages[0]));
    suite_add_tcase(s, t);
    return s;
}
