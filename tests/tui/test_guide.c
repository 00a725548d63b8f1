/* Tests a lesson told stop by stop: which stops there are, going through them, answering in place.
 */
#include "expect.h"
#include "walked.h"

#include "lesson/catalog.h"
#include "tui/act/act_answer.h"
#include "tui/act/act_guide.h"
#include "tui/act/act_search.h"
#include "tui/action.h"
#include "tui/asked.h"
#include "tui/bookmarks.h"
#include "tui/keys.h"
#include "tui/page/page.h"
#include "tui/pane/pane_text.h"
#include "tui/plain.h"
#include "tui/practice_told.h"
#include "tui/scene.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_guide(void);

/* --- which stops --- */

static const char *const kind_names[] = {"title",    "text", "step", "output",
                                         "exercise", "more", "end"};

/* A lesson, and its stops: kinds, the section's number behind a text, the line of a step. */
static const struct {
    const char *what, *text, *stops;
} lessons[] = {
    {"set-up is none, what is bound and what is computed for print are",
     "# A\n\nIntro.\n\n## B\n\nText.\n\n```python\nimport torch\nx = torch.ones(2, 3)\n"
     "y = x + 1\nprint(y * 2)\nprint(y[0])\n```\n",
     "title text step:y = x + 1 step:print(y * 2) output end"},
    {"unpacking is none, a loop is its first pass",
     "# A\n\n## B\n\nText.\n\n```python\nimport torch\nx = torch.ones(2, 3)\ny = x * 2\n"
     "a, b = y\nfor row in y:\n    z = row * 3\nprint(1)\n```\n",
     "title text step:y = x * 2 step:    z = row * 3 output end"},
    {"a loop of one line is its first pass, too",
     "# A\n\n## B\n\nText.\n\n```python\nimport torch\nx = torch.ones(2, 3)\n"
     "for k in range(4):\n    z = x + k\n```\n",
     "title text step:    z = x + k end"},
    {"a function is its first call",
     "# A\n\n## B\n\nText.\n\n```python\nimport torch\ndef f(x):\n    y = x @ x.T\n"
     "    return y + 1\na = torch.ones(2, 2)\nb = f(a)\nc = f(b)\n```\n",
     "title text step:    y = x @ x.T step:    return y + 1 end"},
    {"quick and folded cells have none",
     "# A\n\nIntro.\n\n```python folded\nimport torch\nx = torch.ones(2) * 2\nprint(x)\n```\n\n"
     "Text.\n\n```python quick\ny = x * 3\nprint(y)\n```\n\nMore.\n\n```python\nz = y * 4\n```\n",
     "title text output step:z = y * 4 end"},
    {"a function of a folded cell has none",
     "# A\n\n```python folded\nimport torch\ndef f(x):\n    y = x * 3\n    return y\n```\n\n## "
     "B\n\n"
     "Text.\n\n```python\nx = torch.ones(2) + 1\nz = f(x)\n```\n",
     "title text step:x = torch.ones(2) + 1 end"},
    {"text behind an output is shown with it",
     "# A\n\n## B\n\nText.\n\n```python\nimport torch\nx = "
     "torch.ones(2)\nprint(1)\n```\n\nBehind.\n\n## C\n\nOther.\n\n"
     "```python\nprint(2)\n```\n",
     "title text output text output end"},
    {"a gradient is one where its line is named, in the cell that calls backward()",
     "# A\n\n## B\n\n```python\nimport torch\nx = torch.ones(3, requires_grad=True)\n"
     "y = x * 3\nz = y.exp()\n```\n\n## C\n\nBack.\n<!-- at: y = -->\n\n```python\n"
     "z.backward(torch.ones(3))\ng = x.grad + 1\n```\n\n## D\n\nMore.\n\n```python\n"
     "h = g * 2\n```\n",
     "title text step:y = x * 3 step:z = y.exp() text step:y = x * 3 step:g = x.grad + 1 text "
     "step:h = g * 2 end"},
    {"of the exercises of a section the first one stands in place, all come back at its end",
     "# A\n\n## B\n\nText.\n\n```exercise one\nkind: choice\nright: x\noption: y\n\nWhich?\n```\n\n"
     "```python\nimport torch\nx = torch.ones(2)\nprint(1)\n```\n\n```exercise two\nkind: "
     "choice\nright: x\noption: y\n\nWhich?\n```\n\n"
     "## C\n\nOther.\n\n```python\nprint(2)\n```\n\n"
     "```exercise three\nkind: choice\nright: x\noption: y\n\nWhich?\n```\n",
     "title text exercise output more text output exercise end"},
};

static void put_stop(const struct walked *w, const struct guide_stop *s, struct buf *out)
{
    buf_printf(out, "%s%s", out->len > 0 ? " " : "", kind_names[s->kind]);
    if (s->kind == GUIDE_STEP) {
        size_t len;
        const struct event *e = &w->tape.event[s->event];
        const struct span *at =
            e->statement != NULL ? &e->statement->span : &e->code; /* a figure */
        const char *line = source_line(at->source, at->line, &len);
        buf_printf(out, ":%.*s", (int)len, line);
    }
}

/* A lesson that is no built-in one, from its text. */
static void open_text(struct walked *w, const char *text)
{
    struct buf path = {0};
    char name[] = "tests/guide-XXXXXX";
    int fd = mkstemp(name);
    ck_assert_int_ge(fd, 0);
    FILE *f = fdopen(fd, "wb");
    ck_assert_ptr_nonnull(f);
    fputs(text, f);
    fclose(f);
    buf_printf(&path, "+%s", name);
    walked_open(w, buf_text(&path));
    buf_free(&path);
    remove(name);
}

START_TEST(stops_are_found)
{
    struct walked w;
    struct buf found = {0};
    open_text(&w, lessons[_i].text);
    for (int k = 0; k < w.viewer.guide->count; k++) {
        put_stop(&w, &w.viewer.guide->at[k], &found);
    }
    ck_assert_msg(strcmp(buf_text(&found), lessons[_i].stops) == 0, "%s:\n%s\nwanted\n%s",
                  lessons[_i].what, buf_text(&found), lessons[_i].stops);
    buf_free(&found);
    walked_close(&w);
}
END_TEST

/* A file without prose is walked by operations. */
START_TEST(without_text_there_is_no_guide)
{
    struct walked w;
    walked_open(&w, "import torch\nx = torch.ones(2) + 1\n");
    live_tell(&w.live, &w.viewer, NULL);
    ck_assert_int_eq(w.viewer.guide->count, 0);
    ck_assert_ptr_null(viewer_stop(&w.viewer));
    walked_press(&w, "T");
    ck_assert_ptr_nonnull(strstr(w.viewer.typed.message, "no text"));
    walked_close(&w);
}
END_TEST

/* A line of a loop in a quick cell is a stop where a comment names it: in its second round. */
START_TEST(a_marked_line_of_a_loop_is_a_stop)
{
    struct walked w;
    int rounds = 0;
    walked_open(&w, "+block");
    for (int k = 0; k < w.viewer.guide->count; k++) {
        const struct guide_stop *s = &w.viewer.guide->at[k];
        const char *name = s->kind == GUIDE_STEP ? tape_result_name(&w.tape, s->event, 0) : NULL;
        if (name != NULL && strcmp(name, "blocks") == 0) {
            act_stand(&w.viewer, k);
            ck_assert(viewer_look(&w.viewer));
            char *screen = walked_screen(&w, 80, 24, false);
            rounds += strstr(screen, "-0.61836374 + 0.27331117") != NULL;
            free(screen);
        }
    }
    ck_assert_int_eq(rounds, 1);
    walked_close(&w);
}
END_TEST

/* What speaks of a line: the paragraph that is marked, the sentence that names the most of it. */
START_TEST(the_sentence_of_a_line_is_lit)
{
    static const char text[] =
        "# A\n\n## B\n\nFirst some words. Then `x @ x.T` is made. Last words.\n\nMarked.\n\n"
        "<!-- at: z = -->\n\nAnother.\n\n"
        "```python\nimport torch\nx = torch.ones(2, 2) * 1\ny = x @ x.T\nz = y + 1\n```\n";
    static const char *const lit[] = {NULL, "Then x @ x.T is made.", "Marked."};
    struct walked w;
    open_text(&w, text);
    for (int k = 0, n = 0; k < w.viewer.guide->count; k++) {
        const struct guide_stop *s = &w.viewer.guide->at[k];
        if (s->kind == GUIDE_STEP && lit[n] == NULL) { /* what stands before it was just read */
            ck_assert_int_eq(s->lit, -1);
            n++;
        } else if (s->kind == GUIDE_STEP) {
            const char *all = w.viewer.guide->prose.at[s->lit].text;
            ck_assert_uint_eq(s->lit_end - s->lit_from, strlen(lit[n]));
            ck_assert_mem_eq(all + s->lit_from, lit[n], strlen(lit[n]));
            n++;
        }
    }
    walked_close(&w);
}
END_TEST

/* In a long lesson operations that nobody speaks of are folded, from the end on; those that a
 * sentence names stay, and so does the first of each stage of attention. */
START_TEST(long_lessons_are_folded)
{
    struct walked w;
    struct buf text = {0};
    int steps = 0, named = 0, scores = 0;
    buf_puts(&text, "# A\n\n## B\n\nHere `y28 * 3` is looked at.\n\n```python\nimport torch\n"
                    "y0 = torch.ones(3, 2) * 2\n");
    for (int k = 1; k < 36; k++) {
        buf_printf(&text, "y%d = y%d * %d\n", k, k - 1, k == 29 ? 3 : 2);
    }
    buf_puts(&text, "w = torch.softmax(y35 @ y35.T, -1)\n```\n");
    open_text(&w, buf_text(&text));
    for (int k = 0; k < w.viewer.guide->count; k++) {
        const struct guide_stop *s = &w.viewer.guide->at[k];
        steps += s->kind == GUIDE_STEP;
        named += s->named;
        scores += s->kind == GUIDE_STEP && w.tape.event[s->event].stage == STAGE_SOFTMAX;
    }
    ck_assert_int_eq(w.viewer.guide->count, 31); /* scores count with their softmax */
    ck_assert_int_eq(steps, 28);
    ck_assert_int_eq(named, 1);
    ck_assert_int_eq(scores, 1);
    const struct practice recalls = {.recalls = 2}; /* they are not counted */
    struct guide more;
    struct error err = {0};
    ck_assert(guide_make(&more, w.viewer.lesson, NULL, &recalls, &w.viewer.where.at, &err));
    ck_assert_int_eq(more.count, 33);
    guide_free(&more);
    buf_free(&text);
    walked_close(&w);
}
END_TEST

/* --- the built-in lessons --- */

#define LESSON_STOPS 25
#define LESSON_WORDS 45 /* of the prose that one stop shows */
#define LESSON_KINDS 4

static int words_of(const struct guide *g, const struct guide_stop *s)
{
    int n = 0;
    for (int k = s->from; k < s->end; k++) {
        bool shown = g->prose.at[k].kind == PROSE_PARAGRAPH && guide_tells(g, s, k);
        const char *p = shown ? g->prose.at[k].text : "";
        for (p += strspn(p, " \n"); *p != '\0'; n++) {
            p += strcspn(p, " \n");
            p += strspn(p, " \n");
        }
    }
    return n;
}

/* A question that a few keys answer, or a bug hunt, behind which the mended code may run: no code,
 * no order. */
static bool is_gate(const struct walked *w, const struct guide_stop *s)
{
    enum exercise_kind kind = EXERCISE_code;
    if (s->kind == GUIDE_EXERCISE && !s->recall) {
        kind = w->exercises.at[s->exercise].kind;
    }
    return kind == EXERCISE_choice || kind == EXERCISE_shape || kind == EXERCISE_cell ||
           kind == EXERCISE_bug;
}

/* A lesson is one sitting: few stops, little to read at each. Its exercises are of several kinds, a
 * bug hunt is among them; and in each section something is asked before it is shown. */
START_TEST(lessons_are_short)
{
    struct walked w;
    struct buf name = {0}, bad = {0};
    unsigned kinds = 0;
    int section = -2, several = 0;
    bool asked = false;
    buf_printf(&name, "+%s", catalog_name(&lesson_files[_i]));
    walked_open(&w, buf_text(&name));
    const struct guide *g = w.viewer.guide;
    if (g->count - g->recalls - g->parts > LESSON_STOPS) {
        buf_printf(&bad, "\n%d stops", g->count - g->recalls - g->parts);
    }
    for (int k = 0; k < g->count; k++) {
        const struct guide_stop *s = &g->at[k];
        bool text = s->kind == GUIDE_TITLE || s->kind == GUIDE_TEXT || s->kind == GUIDE_OUTPUT;
        if (text && words_of(g, s) > LESSON_WORDS) {
            buf_printf(&bad, "\nstop %d: %d words", guide_number(g, k), words_of(g, s));
        }
        asked = (asked && s->section == section) || is_gate(&w, s);
        section = s->section;
        if (!asked && (s->kind == GUIDE_STEP || s->kind == GUIDE_OUTPUT)) {
            buf_printf(&bad, "\nstop %d: shown before anything was asked", guide_number(g, k));
        }
    }
    for (int k = 0; k < w.exercises.count; k++) {
        several += (kinds >> w.exercises.at[k].kind & 1) == 0;
        kinds |= 1U << w.exercises.at[k].kind;
    }
    if (several < LESSON_KINDS || (kinds >> EXERCISE_bug & 1) == 0) {
        buf_printf(&bad, "\n%d kinds of exercises%s", several,
                   kinds >> EXERCISE_bug & 1 ? "" : ", no bug hunt");
    }
    ck_assert_msg(bad.len == 0, "%s:%s", buf_text(&name), buf_text(&bad));
    buf_free(&bad);
    buf_free(&name);
    walked_close(&w);
}
END_TEST

/* --- going --- */

/* To the stop of an exercise. */
static void go_to(struct walked *w, const char *name)
{
    walked_press(w, "Home");
    for (int k = 0; k < w->viewer.guide->count; k++) {
        const struct guide_stop *s = viewer_stop(&w->viewer);
        if (s->kind == GUIDE_EXERCISE && strcmp(w->practice.task[s->exercise].name, name) == 0) {
            return;
        }
        walked_press(w, "Space");
    }
    ck_abort_msg("no stop asks %s", name);
}

static const struct {
    int width, height;
} sizes[] = {{60, 15}, {80, 23}, {80, 24}, {120, 40}, {200, 60}};
#define SIZES ((int)(sizeof sizes / sizeof sizes[0]))

static bool at_end(const struct walked *w)
{
    return w->viewer.where.stop + 1 == w->viewer.guide->count;
}

/* Space goes through every stop of every lesson, forwards once each; back leads over the same; on
 * each there is something to read, and the place in the title. */
static void go_through(int lesson, int size)
{
    struct walked w;
    struct buf name = {0};
    int visits = 0;
    buf_printf(&name, "+%s", catalog_name(&lesson_files[lesson]));
    walked_open(&w, buf_text(&name));
    w.viewer.width = sizes[size].width;
    w.viewer.height = sizes[size].height;
    int count = w.viewer.guide->count, presses = 0;
    ck_assert_int_gt(count, 5);
    for (int before = -1; !at_end(&w); presses++) {
        struct buf place = {0};
        guide_place(w.viewer.guide, w.viewer.where.stop, &place);
        char *screen = walked_screen(&w, sizes[size].width, sizes[size].height, false);
        ck_assert_msg(strstr(screen, buf_text(&place)) != NULL, "%s: %s\n%s", buf_text(&name),
                      buf_text(&place), screen);
        ck_assert_msg(strlen(screen) > 200, "%s: %s\n%s", buf_text(&name), buf_text(&place),
                      screen);
        buf_free(&place);
        free(screen);
        ck_assert_int_ge(w.viewer.where.stop, before);
        ck_assert_int_le(w.viewer.where.stop, before + 1);
        visits += w.viewer.where.stop != before;
        before = w.viewer.where.stop;
        ck_assert_int_lt(presses, 4 * count);
        walked_press(&w, "Space");
    }
    ck_assert_int_eq(visits, count - 1);
    for (int k = 0; k < 4 * count && w.viewer.where.stop > 0; k++) {
        walked_press(&w, "p");
        if (w.viewer.typed.answering) { /* it may begin the answer to this one */
            walked_press(&w, "Esc Left");
        }
    }
    ck_assert_int_eq(w.viewer.where.stop, 0);
    buf_free(&name);
    walked_close(&w);
}

START_TEST(space_goes_through_every_lesson)
{
    go_through(_i, 0);
    go_through(_i, 2);
}
END_TEST

START_TEST(at_the_other_sizes)
{
    go_through(_i, 1);
    for (int size = 3; size < SIZES; size++) {
        go_through(_i, size);
    }
}
END_TEST

/* Operations between two stops are a key away, and Space leads back to the stops. */
START_TEST(single_steps_lie_between)
{
    struct walked w;
    walked_open(&w, "+by-hand");
    while (viewer_stop(&w.viewer)->kind != GUIDE_STEP) {
        walked_press(&w, "Space");
    }
    const struct guide_stop *s = viewer_stop(&w.viewer);
    int event = s->event, stop = w.viewer.where.stop;
    walked_press(&w, "s");
    ck_assert(w.viewer.where.between);
    ck_assert_int_eq(stepper_event(&w.viewer.where.at), event + 1);
    ck_assert_int_eq(w.viewer.where.stop, stop);
    walked_press(&w, "Space");
    ck_assert_int_eq(w.viewer.where.stop, stop + 1);
    walked_press(&w, "p s p"); /* back from between: the stop itself */
    ck_assert_int_eq(w.viewer.where.stop, stop);
    ck_assert(!w.viewer.where.between);
    walked_press(&w, "T Space"); /* the text left out: every operation */
    ck_assert_int_eq(stepper_event(&w.viewer.where.at), event + 1);
    ck_assert_ptr_null(viewer_stop(&w.viewer));
    walked_press(&w, "T");
    ck_assert_ptr_nonnull(viewer_stop(&w.viewer));
    walked_close(&w);
}
END_TEST

/* ":stop 4" is the fourth stop, 12g the twelfth step, which says so. */
START_TEST(a_stop_by_its_number)
{
    struct walked w;
    walked_open(&w, "+single-head"); /* two of its stops have no number */
    walked_press(&w, ": stop Space 4 Enter");
    ck_assert_int_eq(guide_number(w.viewer.guide, w.viewer.where.stop), 4);
    walked_press(&w, ": stop Space 99 Enter");
    ck_assert_str_eq(w.viewer.typed.message, "There is no stop 99; the last one is 27.");
    walked_press(&w, ": stop Space 6x Enter");
    ck_assert_ptr_nonnull(strstr(w.viewer.typed.message, "There is no stop 6x"));
    ck_assert_int_eq(guide_number(w.viewer.guide, w.viewer.where.stop), 4);
    walked_press(&w, "12g");
    ck_assert_str_eq(w.viewer.typed.message, "Step 12. :stop 12 goes to a stop of the lesson.");
    walked_press(&w, "T : stop Space 4 Enter");
    ck_assert_ptr_nonnull(strstr(w.viewer.typed.message, "No lesson is told here"));
    walked_close(&w);
}
END_TEST

START_TEST(sections_are_jumped_over)
{
    struct walked w;
    walked_open(&w, "+by-hand");
    int section = -2;
    for (int k = 0; k < 6; k++) {
        ck_assert_int_ne(viewer_stop(&w.viewer)->section, section);
        section = viewer_stop(&w.viewer)->section;
        walked_press(&w, "]");
    }
    ck_assert_int_ne(viewer_stop(&w.viewer)->section, section);
    walked_press(&w, "[");
    ck_assert_int_eq(viewer_stop(&w.viewer)->section, section);
    walked_press(&w, "g");
    ck_assert_int_eq(w.viewer.where.stop, 0);
    walked_press(&w, "G");
    ck_assert(at_end(&w));
    walked_close(&w);
}
END_TEST

/* Keys, the stop they lead to (-1: the last one), and what is said. */
static const struct {
    const char *keys;
    int stop;
    const char *said;
} ends[] = {
    {"p", 0, "There is nothing before."},
    {"[", 0, "This is the first section."},
    {"g p", 0, "There is nothing before."},
    {"G ]", -1, "This is the last section."},
    {"G n", -1, "This is the end."},
    {"999n", -1, ""},
    {"G 999p", 0, ""},
    {"3n 2p", 1, ""},
    {"n p p", 0, "There is nothing before."},
    {"999]", -1, ""},
    {"G 999[", 0, ""},
    {"n [", 0, ""},
};

START_TEST(nothing_lies_beyond_the_ends)
{
    struct walked w;
    walked_open(&w, "+by-hand");
    w.viewer.width = w.viewer.height = 0;
    walked_press(&w, ends[_i].keys);
    int stop = w.viewer.where.stop, last = w.viewer.guide->count - 1;
    char *screen = walked_screen(&w, 100, 40, false);
    if (strcmp(ends[_i].keys, "999]") == 0) {
        ck_assert_int_eq(guide_section(w.viewer.guide, stop, 1), -1);
    } else {
        ck_assert_msg(stop == (ends[_i].stop < 0 ? last : ends[_i].stop), "%s: %d", ends[_i].keys,
                      stop);
    }
    ck_assert_msg(strstr(screen, ends[_i].said) != NULL, "%s", screen);
    free(screen);
    walked_close(&w);
}
END_TEST

/* A line turned off: the stops are those of the new run, and the place is kept. */
START_TEST(a_new_run_has_its_own_stops)
{
    struct walked w;
    walked_open(&w, "+by-hand");
    walked_press(&w, "] ] ] Space Space x");
    ck_assert_int_eq(w.again, 1);
    ck_assert_ptr_nonnull(viewer_stop(&w.viewer));
    ck_assert_int_gt(w.viewer.where.stop, 5);
    walked_press(&w, "Space X");
    ck_assert_ptr_nonnull(viewer_stop(&w.viewer));
    walked_close(&w);
}
END_TEST

/* Texts, outputs and exercises up to a stop. */
static int texts_up_to(const struct guide *g, int stop)
{
    int texts = 0;
    for (int k = 0; k <= stop; k++) {
        texts += g->at[k].kind != GUIDE_STEP;
    }
    return texts;
}

/* At each operation that a lesson stops at: its line off, and the texts before it are read, those
 * behind it are not; on again, and it is the same stop. */
START_TEST(a_line_off_keeps_the_place)
{
    struct walked w;
    struct buf name = {0};
    int tried = 0;
    buf_printf(&name, "+%s", catalog_name(&lesson_files[_i]));
    walked_open(&w, buf_text(&name));
    for (int k = 1; k < w.viewer.guide->count; k++) {
        if (w.viewer.guide->at[k].kind != GUIDE_STEP) {
            continue;
        }
        act_stand(&w.viewer, k);
        int read = texts_up_to(w.viewer.guide, k), part = w.viewer.guide->at[k].part;
        int stands = w.viewer.guide->at[k + part].event; /* of a line with scores in it: its end */
        walked_press(&w, "x");
        if (w.viewer.where.page != PAGE_NONE || *w.viewer.changed == '\0') {
            walked_press(&w, "q"); /* it fails without that line */
            continue;
        }
        tried++;
        int at = w.viewer.where.stop, event = stepper_event(&w.viewer.where.at);
        ck_assert_msg(texts_up_to(w.viewer.guide, at) == read, "%s: x at stop %d leads to %d",
                      buf_text(&name), k, at);
        walked_press(&w, "x");
        ck_assert_msg(w.viewer.where.stop == k + part && !w.viewer.where.between,
                      "%s: x x at stop %d leads to %d", buf_text(&name), k, w.viewer.where.stop);
        ck_assert_int_eq(stepper_event(&w.viewer.where.at), stands);
        walked_press(&w, "x Space");
        ck_assert_int_eq(w.viewer.where.stop, at + 1);
        ck_assert(viewer_reads(&w.viewer) || stepper_event(&w.viewer.where.at) >= event);
        walked_press(&w, ": lines Enter");
    }
    ck_assert(tried > 0 || strcmp(buf_text(&name), "+masks") != 0);
    buf_free(&name);
    walked_close(&w);
}
END_TEST

/* Code that is run again has the same stops: what is folded, quick or marked stays so. */
START_TEST(a_copy_has_the_same_stops)
{
    struct walked w;
    struct buf name = {0};
    struct lesson *copy = malloc(sizeof *copy);
    struct run run;
    struct stepper at;
    struct guide again;
    struct error err = {0};
    const struct run_terms terms = {
        .threads = 1, .limits = {.depth = 1000}, .library = &trees, .stack = own_stack};
    buf_printf(&name, "+%s", catalog_name(&lesson_files[_i]));
    walked_open(&w, buf_text(&name));
    ck_assert(copy != NULL && lesson_copy(copy, w.viewer.lesson, &err));
    ck_assert(run_make(&run, copy, &terms, true, &err) && stepper_init(&at, run.tape));
    ck_assert(guide_make(&again, copy, &w.exercises, &w.practice, &at, &err));
    ck_assert_int_eq(again.count, w.viewer.guide->count);
    for (int k = 0; k < again.count; k++) {
        const struct guide_stop *a = &again.at[k], *b = &w.viewer.guide->at[k];
        ck_assert_int_eq(a->kind, b->kind);
        ck_assert_int_eq(a->lit, b->lit);
        ck_assert_int_eq(a->event, b->event);
    }
    guide_free(&again);
    stepper_free(&at);
    run_free(&run);
    buf_free(&name);
    walked_close(&w);
}
END_TEST

/* The place is kept, of a text too. */
START_TEST(one_comes_back_to_the_same_stop)
{
    struct walked w;
    struct bookmark kept;
    walked_open(&w, "+by-hand");
    for (int k = 0; k < w.viewer.guide->count; k += 3) {
        struct bookmarks all = {0}, again = {0};
        struct buf text = {0};
        act_stand(&w.viewer, k);
        if (viewer_stop(&w.viewer)->kind ==
            GUIDE_STEP) { /* and to its stop, from what lies behind */
            walked_press(&w, "s");
            ck_assert(w.viewer.where.between);
        }
        ck_assert(bookmark_take(&w.viewer, "by-hand", w.tape.step_count, &kept));
        bookmarks_set(&all, &kept);
        bookmarks_write(&all, &text);
        ck_assert(bookmarks_read(&again, buf_text(&text), text.len));
        act_stand(&w.viewer, 0);
        bookmark_return(bookmarks_find(&again, "by-hand"), &w.viewer);
        ck_assert_int_eq(w.viewer.where.stop, k);
        ck_assert(!w.viewer.where.between);
        buf_free(&text);
        bookmarks_free(&all);
        bookmarks_free(&again);
    }
    walked_close(&w);
}
END_TEST

/* Code that fails ends with the failure. */
START_TEST(a_failure_is_told_at_the_end)
{
    struct walked w;
    open_text(&w, "# A\n\n## B\n\nText.\n\n```python\nimport torch\nx = torch.ones(2, 3) * 2\n"
                  "y = x @ x\n```\n\n## C\n\nMore.\n");
    walked_press(&w, "G");
    char *screen = walked_screen(&w, 80, 24, false);
    ck_assert_ptr_nonnull(strstr(screen, "The code fails before its end"));
    free(screen);
    walked_press(&w, "Space");
    ck_assert_int_eq(w.viewer.where.page, PAGE_failure);
    walked_close(&w);
}
END_TEST

/* A name as long as may be does not run into what stands beside it. */
START_TEST(long_names_of_exercises)
{
    struct walked w;
    open_text(&w, "# A\n\n## B\n\nText.\n\n```python\nimport torch\nx = torch.ones(2)\n```\n\n"
                  "```exercise first\nkind: choice\nright: a\noption: b\n\nWhich?\n```\n\n"
                  "```exercise aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n"
                  "kind: choice\nright: a\noption: b\n\nWhich?\n```\n\n");
    walked_press(&w, "G p");
    char *screen = walked_screen(&w, 60, 15, false);
    ck_assert_msg(strstr(screen, "aaaa... choice    new") != NULL, "%s", screen);
    free(screen);
    walked_close(&w);
}
END_TEST

/* More exercises than are asked: the others are left out. */
START_TEST(many_exercises)
{
    struct walked w;
    struct buf text = {0};
    buf_puts(&text, "# A\n\n## B\n\nText.\n\n```python\nimport torch\nx = torch.ones(2)\n```\n\n");
    for (int k = 0; k < PRACTICE_MOST + 20; k++) {
        buf_printf(&text, "```exercise e%d\nkind: choice\nright: a\noption: b\n\nWhich?\n```\n\n",
                   k);
    }
    open_text(&w, buf_text(&text));
    walked_press(&w, "G p");
    ck_assert_int_eq(viewer_stop(&w.viewer)->exercises, PRACTICE_MOST);
    free(walked_screen(&w, 80, 24, false));
    buf_free(&text);
    walked_close(&w);
}
END_TEST

/* --- small things --- */

/* A heading without text stands with what follows it. */
START_TEST(a_heading_alone_joins_the_next)
{
    struct walked w;
    open_text(&w, "# A\n\nIntro.\n\n## Bare\n\n### Below\n\nText.\n\n```python\nimport torch\nx = "
                  "torch.ones(2) + 1\n```\n");
    walked_press(&w, "Space");
    char *screen = walked_screen(&w, 80, 24, false);
    ck_assert(strstr(screen, " Below ") != NULL && strstr(screen, "\n Bare") != NULL);
    free(screen);
    walked_close(&w);
}
END_TEST

START_TEST(sections_are_counted)
{
    struct walked w;
    walked_open(&w, "+by-hand");
    walked_press(&w, "] ] ]");
    int three = w.viewer.where.stop;
    walked_press(&w, "g 3]");
    ck_assert_int_eq(w.viewer.where.stop, three);
    walked_press(&w, "3[");
    ck_assert_int_eq(w.viewer.where.stop, 0);
    walked_press(&w, "[");
    ck_assert_ptr_nonnull(strstr(w.viewer.typed.message, "first section"));
    walked_press(&w, "99]");
    int last = w.viewer.where.stop;
    walked_press(&w, "]");
    ck_assert_ptr_nonnull(strstr(w.viewer.typed.message, "last section"));
    ck_assert_int_eq(w.viewer.where.stop, last);
    walked_close(&w);
}
END_TEST

/* What acts on a step says so where a text hides it, and does nothing. */
START_TEST(nothing_acts_unseen)
{
    static const char *const keys[] = {"x", "b", "Tab", "F4", "i", "I", ")", "}", "y", "Y", "v",
                                       "z", "O", "=",   "w",  "P", "S", "u", "U", "m", "H"};
    struct walked w;
    walked_open(&w, "+single-head");
    walked_press(&w, "] ]");
    ck_assert(viewer_reads(&w.viewer));
    char *before = walked_screen(&w, 80, 24, false);
    int stop = w.viewer.where.stop;
    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
        walked_press(&w, keys[k]);
        ck_assert_msg(strstr(w.viewer.typed.message, "This is a text.") != NULL, "%s", keys[k]);
        ck_assert_int_eq(w.again, 0);
        w.viewer.typed.message[0] = '\0';
        char *now = walked_screen(&w, 80, 24, false);
        ck_assert_str_eq(now, before);
        free(now);
    }
    walked_press(&w, ": line Enter");
    ck_assert_ptr_nonnull(strstr(w.viewer.typed.message, "This is a text."));
    walked_press(&w, ": set Space T=5 Enter"); /* a number is no line: one stays at the text */
    ck_assert_int_eq(w.again, 1);
    ck_assert_str_eq(w.viewer.typed.message, "Run again with T=5."); /* = shows nothing here */
    ck_assert(viewer_reads(&w.viewer));
    ck_assert_int_eq(w.viewer.where.stop, stop);
    walked_press(&w, "F3 8j x Esc"); /* the line that is chosen in the code */
    ck_assert_int_eq(w.again, 1);
    ck_assert_int_eq(w.viewer.off->count, 1);
    ck_assert_int_eq(w.viewer.where.stop, stop);
    free(before);
    walked_close(&w);
}
END_TEST

/* At a text the key for an operation names a key that leads to one. */
START_TEST(a_key_at_a_text_leads_on)
{
    static const char *const told[] = {"+words-to-vectors", "+single-head", "+block"};
    struct walked w;
    walked_open(&w, told[_i]);
    for (int k = 0; k < w.viewer.guide->count; k++) {
        act_stand(&w.viewer, k);
        ck_assert(viewer_look(&w.viewer));
        if (!viewer_reads(&w.viewer) || asked_for(&w.viewer) != ASKED_NOTHING) {
            continue;
        }
        for (const char *key = "i\0x\0B\0"; *key != '\0'; key += 2) {
            walked_press(&w, key);
            const char *says = w.viewer.typed.message;
            if (strstr(says, "This is a text.") == NULL) { /* it speaks of this very key */
                break;
            }
            ck_assert_int_le((int)strlen(says), 79);
            walked_press(&w, strstr(says, "s goes to one") != NULL ? "s" : "T");
            ck_assert_msg(!viewer_reads(&w.viewer), "stop %d: %s", k + 1, says);
            w.viewer.chosen.untold = false;
            act_stand(&w.viewer, k);
        }
    }
    walked_close(&w);
}
END_TEST

/* How a hidden result is guessed is told to the end, beside every step that is a stop. */
START_TEST(how_to_guess_is_told_whole)
{
    char name[80];
    struct walked w;
    snprintf(name, sizeof name, "+%s", catalog_name(&lesson_files[_i]));
    walked_open(&w, name);
    w.viewer.chosen.guessing = true;
    for (int k = 0; k < w.viewer.guide->count; k++) {
        if (w.viewer.guide->at[k].kind == GUIDE_STEP) {
            act_stand(&w.viewer, k);
            ck_assert(viewer_look(&w.viewer));
            w.viewer.chosen.hidden = true;
            char *screen = walked_screen(&w, 80, 23, false);
            bool asked = strstr(screen, "What shape") != NULL;
            ck_assert_msg(!asked || strstr(screen, " on.") != NULL, "stop %d:\n%s", k + 1, screen);
            free(screen);
        }
    }
    walked_close(&w);
}
END_TEST

/* A long page over a text, and back: the text begins at its first line. */
START_TEST(a_text_is_whole_behind_a_page)
{
    struct walked w;
    walked_open(&w, "+positions");
    walked_press(&w, "Space");
    char *before = walked_screen(&w, 80, 23, false);
    walked_press(&w, "F3 8j Esc");
    char *now = walked_screen(&w, 80, 23, false);
    ck_assert_str_eq(now, before);
    free(now);
    free(before);
    walked_close(&w);
}
END_TEST

/* The text left out and told again, or the walk left meanwhile: the page stays. */
START_TEST(the_page_is_kept)
{
    struct walked w;
    struct bookmark kept;
    walked_open(&w, "+single-head");
    walked_press(&w, "] ]");
    int stop = w.viewer.where.stop;
    ck_assert(viewer_reads(&w.viewer));
    walked_press(&w, "T");
    ck_assert(bookmark_take(&w.viewer, "single-head", w.tape.step_count, &kept));
    ck_assert_int_eq(kept.stop, guide_number(w.viewer.guide, stop));
    walked_press(&w, "T");
    ck_assert(viewer_reads(&w.viewer));
    ck_assert_int_eq(w.viewer.where.stop, stop);
    walked_press(&w, "M a G ' a"); /* marks know texts */
    ck_assert_int_eq(w.viewer.where.stop, stop);
    walked_press(&w, "' '");
    ck_assert(at_end(&w));
    walked_press(&w, "' a T n T"); /* moved meanwhile: where that is */
    ck_assert(w.viewer.where.stop != stop || w.viewer.where.between);
    walked_close(&w);
}
END_TEST

/* What was printed up to a text: that of the outputs that it has come to. */
START_TEST(output_up_to_a_text)
{
    struct walked w;
    open_text(&w,
              "# A\n\nIntro.\n\n## B\n\nText.\n\n```python\nprint('one')\n```\n\n## C\n\nMore.\n\n"
              "```python\nimport torch\nx = torch.ones(2) + 1\nprint('two')\n```\n");
    static const struct {
        const char *there, *not ;
    } printed[] = {{"Nothing was printed so far", "one"},
                   {"Nothing was printed so far", "one"},
                   {"\n one", "two"},
                   {"\n one", "two"},
                   {"\n two", "Nothing"},
                   {"\n two", "Nothing"},
                   {"\n two", "Nothing"}};
    for (int k = 0; k < w.viewer.guide->count; k++) {
        act_stand(&w.viewer, k);
        walked_press(&w, "o");
        char *screen = walked_screen(&w, 80, 24, false);
        ck_assert_msg(strstr(screen, printed[k].there) != NULL &&
                          strstr(screen, printed[k].not ) == NULL,
                      "%d: %s", k, screen);
        free(screen);
        walked_press(&w, "Esc");
    }
    ck_assert_int_eq(w.viewer.guide->count, 7);
    walked_close(&w);
}
END_TEST

/* Code in a text has its marks: a line that is off, one that is wrong as far as it has come. */
START_TEST(code_in_a_text_is_marked)
{
    struct walked w;
    open_text(&w,
              "# A\n\n## B\n\nText.\n\n```python\nx = 1\nx = 2\nprint(x)\n```\n\n## C\n\nMore.\n\n"
              "```python\nimport torch\ny = torch.ones(2) * 2\n```\n");
    walked_press(&w, "Space F3 j x j b Esc g Space");
    char *screen = walked_screen(&w, 80, 24, false);
    ck_assert_msg(strstr(screen, "\n x # x = 2") != NULL, "%s", screen);
    ck_assert_msg(strstr(screen, "\n * print(x)") != NULL, "%s", screen);
    free(screen);
    walked_close(&w);
}
END_TEST

/* What is made for a later run belongs to no run, while another one comes first. */
START_TEST(a_run_is_told_where_it_is_next)
{
    static const struct {
        const char *line;
        int run; /* 0: none */
    } lines[] = {{"q = b + 2", 0}, {"u = a @ a.T", 1}, {"v = w @ a", 1},
                 {"m = a * 3", 0}, {"t = q @ b.T", 2}, {"d = k @ b", 2}};
    struct walked w;
    walked_open(&w, "import torch\na = torch.rand(3, 2)\nb = torch.rand(3, 2)\nq = b + 2\n"
                    "u = a @ a.T\nw = torch.softmax(u, -1)\nv = w @ a\nm = a * 3\n"
                    "t = q @ b.T\nk = torch.softmax(t, -1)\nd = k @ b\n");
    for (size_t k = 0; k < sizeof lines / sizeof lines[0]; k++) {
        char run[8];
        stepper_first(&w.viewer.where.at);
        const struct event *e;
        size_t len;
        do {
            e = &w.tape.event[stepper_event(&w.viewer.where.at)];
        } while (strncmp(source_line(e->code.source, e->code.line, &len), lines[k].line,
                         strlen(lines[k].line)) != 0 &&
                 stepper_next(&w.viewer.where.at, 1));
        while (stepper_next(&w.viewer.where.at, 1) &&
               w.tape.event[stepper_event(&w.viewer.where.at)].code.line == e->code.line) {
        }
        stepper_prev(&w.viewer.where.at, 1);
        ck_assert(viewer_look(&w.viewer));
        char *screen = walked_screen(&w, 80, 24, false), *bar = strchr(screen, '\n') + 1;
        snprintf(run, sizeof run, " %d/2 ", lines[k].run);
        EXPECT(lines[k].run == 0 ? *bar == '\n' : strncmp(bar, run, strlen(run)) == 0, "%s: %s",
               lines[k].line, screen);
        free(screen);
    }
    walked_close(&w);
}
END_TEST

/* In front of the first stage and behind the last one no stages are told. */
START_TEST(stages_are_those_around)
{
    struct walked w;
    walked_open(&w, "import torch\nx = torch.ones(3, 2) + 1\ny = x - 1\nw = torch.softmax(x @ "
                    "y.T / 2, -1)\nn = w * 1\nz = w @ x\na = z + 1\nb = a * 2\nc = b - 1\n");
    int told = 0, quiet = 0;
    for (bool more = true; more; more = stepper_next(&w.viewer.where.at, 1)) {
        const struct event *e = &w.tape.event[stepper_event(&w.viewer.where.at)];
        ck_assert(viewer_look(&w.viewer));
        char *screen = walked_screen(&w, 80, 24, false), *line = strchr(screen, '\n') + 1;
        bool bar = *line != '\n';
        ck_assert_msg(bar || e->pass < 0, "%s", screen);
        told += bar;
        quiet += !bar;
        free(screen);
    }
    ck_assert_int_ge(told, 4);
    ck_assert_int_ge(quiet, 3);
    walked_close(&w);
}
END_TEST

/* At a text the words that stand in it are explained, not those of the operation before it. */
START_TEST(the_words_of_a_text_are_explained)
{
    struct walked w;
    walked_open(&w, "+block");
    walked_press(&w, "G W"); /* what is solved and open */
    char *screen = walked_screen(&w, 80, 24, false);
    ck_assert_msg(strstr(screen, "\n matmul\n") == NULL && strstr(screen, "\n dtype\n") == NULL,
                  "%s", screen);
    free(screen);
    walked_close(&w);
    walked_open(&w, "+masks");
    walked_press(&w, "3n W");
    screen = walked_screen(&w, 80, 24, false);
    ck_assert_msg(strstr(screen, "\n causal\n") != NULL, "%s", screen);
    free(screen);
    walked_close(&w);
}
END_TEST

/* --- the list of steps --- */

/* Each section that has steps stands above them, once. */
START_TEST(steps_stand_under_their_sections)
{
    struct walked w;
    struct buf name = {0}, text = {0};
    buf_printf(&name, "+%s", catalog_name(&lesson_files[_i]));
    walked_open(&w, buf_text(&name));
    walked_press(&w, "L");
    page_text_of(&w.viewer, PAGE_steps, 200, &text);
    const struct stepper *s = &w.viewer.where.at;
    const char *at = buf_text(&text);
    int last = -1;
    for (int row = stepper_stop_after(s, -1); row >= 0; row = stepper_stop_after(s, row)) {
        int section =
            guide_section_of(w.viewer.guide, w.viewer.lesson, &w.tape, s->outline.row[row].first);
        if (section >= 0 && section != last) {
            struct buf heading = {0}; /* without the signs of code */
            pane_say_heading(&w.viewer, w.viewer.guide->prose.at[section].text, &heading);
            ck_assert_ptr_null(strchr(buf_text(&heading), '`'));
            at = strstr(at, buf_text(&heading));
            ck_assert_msg(at != NULL, "%s is not on\n%s", buf_text(&heading), buf_text(&text));
            buf_free(&heading);
            last = section;
        }
    }
    ck_assert_int_ge(last, 0);
    buf_free(&text);
    buf_free(&name);
    walked_close(&w);
}
END_TEST

/* Enter opens what is folded, or leads to the step; the arrows are those of the list. */
START_TEST(the_list_opens_and_folds)
{
    struct walked w;
    walked_open(&w, "+single-head");
    walked_press(&w, "] T F4 T L");
    while (!stepper_folded(&w.viewer.where.at)) {
        walked_press(&w, "Up");
    }
    int group = w.viewer.where.at.row;
    walked_press(&w, "Enter");
    ck_assert_int_eq(w.viewer.where.page, PAGE_steps);
    ck_assert(w.viewer.where.at.open[group]);
    walked_press(&w, "Left");
    ck_assert(!w.viewer.where.at.open[group]);
    walked_press(&w, "Right Down");
    ck_assert(w.viewer.where.at.open[group]);
    int row = w.viewer.where.at.row;
    ck_assert_int_gt(row, group);
    walked_press(&w, "Enter");
    ck_assert_int_eq(w.viewer.where.page, PAGE_NONE);
    ck_assert_int_eq(w.viewer.where.at.row, row);
    walked_close(&w);
}
END_TEST

static int lines_of(const char *screen, const char *word)
{
    int count = 0;
    for (; (screen = strstr(screen, word)) != NULL; screen++) {
        count++;
    }
    return count;
}

/* While it is typed and behind it only what holds the text is on the list; Esc shows all again. */
START_TEST(the_list_is_filtered)
{
    struct walked w;
    walked_open(&w, "+weight-splits");
    int all = 0, events = w.tape.event_count;
    for (int k = 0; k < events; k++) {
        all += act_holds(&w.viewer, k, "softmax");
    }
    ck_assert_int_ge(all, 2);
    walked_press(&w, "L / s o f t");
    char *typed = walked_screen(&w, 80, 24, false);
    walked_press(&w, "m a x Enter");
    char *screen = walked_screen(&w, 80, 24, false);
    ck_assert_int_eq(lines_of(screen, " softmax   "), all);
    ck_assert_int_eq(lines_of(typed, " softmax   "), all);
    ck_assert_int_eq(lines_of(screen, " scores "), 0);
    int first = w.viewer.where.at.row;
    walked_press(&w, "Down");
    ck_assert_int_gt(w.viewer.where.at.row, first);
    ck_assert(act_holds(&w.viewer, stepper_event(&w.viewer.where.at), "softmax"));
    walked_press(&w, "Up");
    ck_assert_int_eq(w.viewer.where.at.row, first);
    free(screen);
    walked_press(&w, "Esc");
    ck_assert_int_eq(w.viewer.where.page, PAGE_steps);
    screen = walked_screen(&w, 80, 24, false);
    ck_assert_int_gt(lines_of(screen, " scores "), 0);
    free(screen);
    walked_press(&w, "/ q x q Enter");
    screen = walked_screen(&w, 80, 24, false);
    ck_assert_ptr_nonnull(strstr(screen, "No step has this"));
    ck_assert_int_eq(w.viewer.where.at.row, first);
    free(screen);
    walked_press(&w, "Esc / s o f t Enter Enter"); /* to it */
    ck_assert_int_eq(w.viewer.where.page, PAGE_NONE);
    ck_assert(act_holds(&w.viewer, stepper_event(&w.viewer.where.at), "softmax"));
    free(typed);
    walked_close(&w);
}
END_TEST

/* Of a file without text the runs through the stages are the headings. */
START_TEST(stages_are_headings)
{
    struct walked w;
    walked_open(&w, "single-head");
    walked_press(&w, "L");
    struct buf text = {0};
    page_text_of(&w.viewer, PAGE_steps, 100, &text);
    ck_assert_int_ge(w.tape.pass_count, 2);
    ck_assert_int_eq(lines_of(buf_text(&text), " Stages, "), w.tape.pass_count);
    ck_assert_ptr_nonnull(strstr(buf_text(&text), "\n Stages, 2 of "));
    buf_free(&text);
    walked_close(&w);
}
END_TEST

/* --- answering --- */

/* While an answer is typed the text is turned over as it is else. */
START_TEST(a_long_question_is_turned_over)
{
    struct walked w;
    struct buf text = {0};
    buf_puts(&text, "# A\n\n## B\n\nText.\n\n```python\nimport torch\nx = torch.ones(2, 3)\n"
                    "```\n\n```exercise long\nkind: shape\nof: x\n\nWhich?\n");
    for (int k = 0; k < 40; k++) {
        buf_printf(&text, "\nLine %d.\n", k);
    }
    buf_puts(&text, "```\n");
    open_text(&w, buf_text(&text));
    go_to(&w, "long");
    walked_press(&w, "Enter 2 PgDn");
    ck_assert(w.viewer.typed.answering);
    ck_assert_int_gt(w.viewer.where.scroll, 5);
    walked_press(&w, "PgUp PgUp");
    ck_assert_int_eq(w.viewer.where.scroll, 0);
    ck_assert_str_eq(w.practice.typed, "2");
    walked_press(&w, "Backspace Enter"); /* nothing is typed: the field stays open */
    ck_assert(w.viewer.typed.answering);
    ck_assert(strstr(w.viewer.typed.message, "Esc leaves the line") != NULL);
    walked_press(&w, "Esc");
    ck_assert(!w.viewer.typed.answering);
    buf_free(&text);
    walked_close(&w);
}
END_TEST

/* Edited code keeps the exercises in their places. */
START_TEST(exercises_stay_in_edited_code)
{
    struct walked w;
    struct buf name = {0}, text = {0}, before = {0}, now = {0};
    int line;
    buf_printf(&name, "+%s", catalog_name(&lesson_files[_i]));
    walked_open(&w, buf_text(&name));
    for (int k = 0; k < w.viewer.guide->count; k++) {
        put_stop(&w, &w.viewer.guide->at[k], &before);
    }
    live_text(&w.live, &w.viewer, &text, &line);
    buf_puts(&text, "\n");
    w.edited = buf_text(&text);
    walked_press(&w, "e Enter");
    ck_assert_str_eq(w.viewer.changed, "edited");
    struct walked as = w; /* its tape is another one now */
    as.tape = *w.viewer.where.at.tape;
    for (int k = 0; k < w.viewer.guide->count; k++) {
        put_stop(&as, &w.viewer.guide->at[k], &now);
    }
    ck_assert_str_eq(buf_text(&now), buf_text(&before));
    buf_free(&name);
    buf_free(&text);
    buf_free(&before);
    buf_free(&now);
    walked_close(&w);
}
END_TEST

static enum done done_of(const struct walked *w, const char *name)
{
    for (int k = 0; k < w->practice.count; k++) {
        if (strcmp(w->practice.task[k].name, name) == 0) {
            return w->practice.task[k].done;
        }
    }
    return DONE_NOT;
}

/* What the lesson says of a line is read to its end: above the code, or in a text before it. At the
 * smallest screen that shows both. */
START_TEST(what_is_said_of_a_line_is_seen)
{
    struct walked w;
    struct buf name = {0}, read = {0};
    buf_printf(&name, "+%s", catalog_name(&lesson_files[_i]));
    walked_open(&w, buf_text(&name));
    const struct guide *g = w.viewer.guide;
    w.viewer.width = 80;
    w.viewer.height = 23;
    for (int k = 0; k < g->count; k++) {
        const struct guide_stop *s = &g->at[k];
        act_stand(&w.viewer, k);
        ck_assert(viewer_look(&w.viewer));
        if (s->kind != GUIDE_STEP) {
            page_text_of(&w.viewer, PAGE_guide, 78, &read);
            continue;
        }
        if (s->lit < 0) {
            continue;
        }
        const char *text = g->prose.at[s->lit].text, *last = text + s->lit_end;
        while (last > text + s->lit_from && last[-1] != ' ') { /* the last word */
            last--;
        }
        char word[64];
        snprintf(word, sizeof word, "%.*s", (int)(text + s->lit_end - last), last);
        char *screen = walked_screen(&w, 80, 23, false);
        ck_assert_msg(strstr(screen, word) != NULL || strstr(buf_text(&read), word) != NULL,
                      "stop %d: no \"%s\" in\n%s", guide_number(g, k), word, screen);
        free(screen);
    }
    buf_free(&name);
    buf_free(&read);
    walked_close(&w);
}
END_TEST

/* A line of code may begin with blanks: they are typed, and do not lead away from the question. */
START_TEST(a_mended_line_may_be_indented)
{
    struct walked w;
    walked_open(&w, "+chain-rule");
    go_to(&w, "the-way-back-to-x");
    int stop = w.viewer.where.stop;
    walked_press(&w, "line Space 4 Enter Space Space Space Space d_x");
    ck_assert_int_eq(w.viewer.where.stop, stop);
    ck_assert_str_eq(w.practice.typed, "    d_x");
    walked_press(&w, "Space += Space part.grad Space @ Space W.T Enter");
    ck_assert_int_eq(done_of(&w, "the-way-back-to-x"), DONE_SOLVED);
    walked_close(&w);
}
END_TEST

/* Of code that was changed it is said that the exercise asks about the lesson's own. */
START_TEST(an_exercise_is_that_of_the_file)
{
    struct walked w;
    static const char says[] = "asks about the lesson as it was written";
    walked_open(&w, "+single-head");
    for (int changed = 0; changed < 2; changed++) {
        go_to(&w, "which-sizes-must-agree");
        char *screen = walked_screen(&w, 80, 24, false);
        ck_assert_msg((strstr(screen, says) != NULL) == changed, "%s", screen);
        free(screen);
        walked_press(&w, ": set Space T=5 Enter");
    }
    walked_press(&w, ": stop Space 2 Enter"); /* nor is a text about it */
    char *text = walked_screen(&w, 80, 24, false);
    ck_assert_ptr_nonnull(strstr(text, "This text is about the lesson as it was written."));
    free(text);
    walked_close(&w);
}
END_TEST

START_TEST(a_choice_takes_one_key)
{
    struct walked w;
    char key[] = "a";
    walked_open(&w, "+by-hand");
    go_to(&w, "best-fit");
    while (!w.practice.question.option[key[0] - 'a'].right) {
        walked_press(&w, key);
        ck_assert_int_eq(done_of(&w, "best-fit"), DONE_TRIED);
        key[0]++;
    }
    int stop = w.viewer.where.stop;
    walked_press(&w, key);
    ck_assert_int_eq(w.again, 1); /* what was done is kept */
    ck_assert_int_eq(done_of(&w, "best-fit"), DONE_SOLVED);
    char *screen = walked_screen(&w, 80, 24, false);
    ck_assert_ptr_nonnull(strstr(screen, "Right."));
    ck_assert_ptr_nonnull(strstr(screen, "Enter goes on."));
    free(screen);
    ck_assert_int_eq(w.viewer.where.stop, stop); /* the word about it is read first */
    walked_press(&w, "Enter");
    ck_assert_int_eq(w.viewer.where.stop, stop + 1);
    go_to(&w, "what-the-scale-does");
    go_to(&w, "best-fit");
    screen = walked_screen(&w, 80, 24, false);
    ck_assert_msg(strstr(screen, "This one is solved. Enter goes on.") != NULL, "%s", screen);
    free(screen);
    walked_close(&w);
}
END_TEST

/* The first time with the numbers of the lesson itself, which the screen before has shown. */
START_TEST(a_shape_is_typed_and_is_that_of_the_lesson)
{
    struct walked w;
    walked_open(&w, "+by-hand");
    go_to(&w, "shape-of-the-scores");
    ck_assert_ptr_nonnull(strstr(w.practice.question.prompt, "(3, 2)"));
    walked_press(&w, "Enter 3 Esc"); /* thought better of it */
    ck_assert_int_eq(done_of(&w, "shape-of-the-scores"), DONE_NOT);
    ck_assert(!w.viewer.typed.answering);
    walked_press(&w, "Enter 3,3 Enter");
    ck_assert_int_eq(done_of(&w, "shape-of-the-scores"), DONE_TRIED);
    walked_press(&w, "3,4 Enter");
    ck_assert_int_eq(done_of(&w, "shape-of-the-scores"), DONE_SOLVED);
    ck_assert(!w.viewer.typed.answering);
    int stop = w.viewer.where.stop;
    walked_press(&w, "1 3 Esc Space"); /* typed once more, it counts no stops */
    ck_assert_int_eq(w.viewer.where.stop, stop + 1);
    walked_close(&w);
}
END_TEST

/* Where the lesson's own numbers do not suit a question, that its numbers are others is said. */
START_TEST(other_numbers_are_told)
{
    static const struct {
        const char *require;
        bool other;
    } cases[] = {{"require: n > 2\n", true}, {"require: n > 1\n", false}, {"", false}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        struct walked w;
        struct buf text = {0};
        buf_printf(&text,
                   "# A\n\n```draw\nversion: 1\nn: 2..5\n```\n\n## B\n\n```python\nimport torch\n"
                   "n = 2\n```\n\n```exercise sized\nkind: shape\nof: x\n%s\nWhich?\n```\n\n"
                   "```python\nx = torch.ones(n, n + 1)\n```\n",
                   cases[k].require);
        open_text(&w, buf_text(&text));
        buf_free(&text);
        go_to(&w, "sized");
        char *screen = walked_screen(&w, 80, 24, false);
        bool told =
            strstr(screen, "This exercise has numbers of its own, not the lesson's.") != NULL;
        ck_assert_msg(told == cases[k].other, "%s", screen);
        free(screen);
        walked_close(&w);
    }
}
END_TEST

/* Passed with Space it is open, and asked again where the section ends. */
START_TEST(what_was_passed_comes_back)
{
    struct walked w;
    walked_open(&w, "+by-hand");
    walked_press(&w, "G 2p");
    ck_assert_int_eq(viewer_stop(&w.viewer)->kind, GUIDE_MORE);
    walked_press(&w, "Enter");
    ck_assert_str_eq(w.practice.task[w.practice.at].name, "shape-of-the-scores");
    walked_press(&w, "3,4 Enter Enter");
    ck_assert_int_eq(done_of(&w, "shape-of-the-scores"), DONE_SOLVED);
    ck_assert_str_eq(w.practice.task[w.practice.at].name, "a-score");
    walked_press(&w, "Esc Space Space");
    ck_assert(at_end(&w));
    char *screen = walked_screen(&w, 80, 24, false);
    ck_assert_ptr_nonnull(strstr(screen, "Exercises solved: 1 of 10. Open: best-fit"));
    free(screen);
    walked_close(&w);
}
END_TEST

/* A number typed before Enter is used up there: it does not count stops behind the answer. */
START_TEST(enter_uses_a_number_up)
{
    struct walked w;
    walked_open(&w, "+by-hand");
    walked_press(&w, "G 2p");
    int stop = w.viewer.where.stop;
    walked_press(&w, "3 Enter");
    ck_assert_int_eq(w.viewer.typed.count, 0);
    walked_press(&w, "3,4 Enter Space");
    ck_assert_int_eq(done_of(&w, "shape-of-the-scores"), DONE_SOLVED);
    ck_assert_int_eq(w.viewer.where.stop, stop + 1);
    walked_close(&w);
}
END_TEST

/* One that cannot be asked does not bar the one behind it. */
START_TEST(what_cannot_be_asked_is_passed)
{
    struct walked w;
    open_text(&w, "# A\n\n## B\n\nText.\n\n```python\nimport torch\nx = torch.ones(2, 3)\n```\n\n"
                  "```exercise broken\nkind: shape\nof: nobody\n\nWhich?\n```\n\n"
                  "```exercise good\nkind: shape\nof: x.T\n\nWhich?\n```\n");
    walked_press(&w, "G p Enter");
    ck_assert(!w.practice.open);
    walked_press(&w, "Enter");
    ck_assert_str_eq(w.practice.task[w.practice.at].name, "good");
    walked_press(&w, "3,2 Enter");
    ck_assert_int_eq(done_of(&w, "good"), DONE_SOLVED);
    walked_close(&w);
}
END_TEST

/* --- earlier lessons --- */

/* Behind the title stand two questions: about the lesson before, and about one of the three before
 * that. They say all that they are about, have no number, and can be passed. */
START_TEST(a_lesson_opens_with_earlier_ones)
{
    static const char *const elsewhere[] = {"his lesson", "his head",  "elow",     "bove",
                                            "next cell",  "last cell", "the cell", "screen"};
    struct walked w;
    struct buf name = {0};
    int here = _i, most = here < 2 ? here : 2;
    buf_printf(&name, "+%s", catalog_name(&lesson_files[here]));
    walked_open(&w, buf_text(&name));
    const struct guide *g = w.viewer.guide;
    ck_assert_int_eq(g->recalls, most);
    for (int k = 1; k <= most; k++) {
        walked_press(&w, "Space");
        const struct guide_stop *s = viewer_stop(&w.viewer);
        const struct task *t = &w.practice.task[s->exercise];
        int back = (int)(&lesson_files[here] - t->from->file);
        ck_assert(s->recall && s->kind == GUIDE_EXERCISE && w.practice.open);
        ck_assert_int_eq(guide_number(g, w.viewer.where.stop), 0);
        ck_assert(k == 1 ? back == 1 : back >= 2 && back <= 4);
        ck_assert(t->exercise->kind == EXERCISE_choice || t->exercise->kind == EXERCISE_shape);
        struct question first; /* as its own lesson asks it */
        struct seed seed;
        struct error err = {0};
        seed_of_number(&seed, 0, t->name);
        ck_assert(question_make(&first, &t->from->exercises, t->exercise, &seed, &w.practice.terms,
                                &err));
        ck_assert_msg(t->exercise->kind != EXERCISE_choice ||
                          strcmp(first.key, w.practice.question.key) != 0,
                      "%s: %s is right once more", t->name, first.key);
        question_free(&first);
        char *screen = walked_screen(&w, 80, 24, false);
        ck_assert_msg(strstr(screen, "An earlier lesson: ") != NULL, "%s", screen);
        free(screen);
    }
    walked_press(&w, "Space");
    ck_assert_int_eq(guide_number(g, w.viewer.where.stop), 2);
    for (int k = 0; k < w.exercises.count; k++) { /* all that later lessons may ask again */
        const struct exercise *e = &w.exercises.at[k];
        for (size_t j = 0; j < sizeof elsewhere / sizeof elsewhere[0]; j++) {
            bool asked = e->kind == EXERCISE_choice || e->kind == EXERCISE_shape;
            ck_assert_msg(!asked || strstr(e->prompt, elsewhere[j]) == NULL,
                          "%s of %s speaks of %s, which is not on the screen of a later lesson",
                          e->name, buf_text(&name), elsewhere[j]);
        }
    }
    buf_free(&name);
    walked_close(&w);
}
END_TEST

/* Time after time: always the lesson before, all of the three before that, all of their questions.
 */
START_TEST(earlier_lessons_take_turns)
{
    for (int here = 0; here < lesson_count; here++) {
        int further = here < 2 ? 0 : here < 4 ? here - 1 : 3;
        bool met[5] = {false};
        struct recalled r[RECALL_MOST];
        for (int nth = 0; nth < 3 * 8; nth++) {
            ck_assert_int_eq(recall_choose(r, &lesson_files[here], (uint64_t)nth),
                             here < 2 ? here : 2);
            ck_assert(here == 0 || r[0].file == &lesson_files[here - 1]);
            long back = here < 2 ? 0 : &lesson_files[here] - r[1].file;
            ck_assert(here < 2 || (back >= 2 && back < 2 + further));
            met[back] = true;
        }
        for (int k = 2; k < 2 + further; k++) {
            ck_assert(met[k]);
        }
    }
    char asked[3][64];
    for (uint64_t nth = 0; nth < 3; nth++) {
        struct recalled r[RECALL_MOST];
        struct error err = {0};
        recall_choose(r, catalog_find("softmax"), nth);
        const struct exercise *e = recall_exercise(&r[0], &err);
        ck_assert_ptr_nonnull(e);
        snprintf(asked[nth], sizeof asked[nth], "%s", e->name);
        for (uint64_t k = 0; k < nth; k++) {
            ck_assert_str_ne(asked[k], asked[nth]);
        }
        recall_free(&r[0]);
    }
}
END_TEST

/* Another time others are asked, or with other numbers; what was passed leaves nothing open, what
 * was right is solved in its own lesson. */
START_TEST(recalled_anew_each_time)
{
    struct buf asked[4] = {{0}};
    struct progress progress = {0};
    for (int k = 0; k < 4; k++) {
        struct walked w;
        walked_open(&w, "+two-heads");
        practice_recall(&w.practice, catalog_find("two-heads"), &progress);
        ck_assert_uint_eq(w.practice.opened, (uint64_t)k);
        ck_assert(!practice_has_recalled(&w.practice));
        walked_press(&w, "Space");
        practice_question_text(&w.practice, &asked[k]);
        const struct task *t = &w.practice.task[w.practice.at];
        if (k == 3) {
            struct buf answer = {0};
            const struct progress_line tried = {catalog_name(t->from->file), t->name, DONE_TRIED, 2,
                                                5};
            ck_assert(progress_set(&progress, &tried));
            unsigned reaction;
            buf_puts(&answer, w.practice.question.key);
            ck_assert(plain_line(&w.viewer, buf_text(&answer), &reaction));
            ck_assert_int_eq(t->done, DONE_SOLVED);
            buf_free(&answer);
        }
        practice_keep(&w.practice, "two-heads", &progress);
        const struct progress_line *l =
            progress_find(&progress, catalog_name(t->from->file), t->name);
        ck_assert(k < 3 ? l == NULL : l->done == DONE_SOLVED && l->tries == 3 && l->draw == 5);
        ck_assert_int_eq(progress.count, k < 3 ? 1 : 2);
        walked_press(&w, "End");
        char *screen = walked_screen(&w, 80, 24, false);
        ck_assert_msg(strstr(screen, "Exercises solved: 0 of 7.") != NULL, "%s", screen);
        free(screen);
        walked_close(&w);
    }
    for (int k = 1; k < 4; k++) {
        ck_assert_str_ne(buf_text(&asked[k]), buf_text(&asked[k - 1]));
    }
    for (int k = 0; k < 4; k++) {
        buf_free(&asked[k]);
    }
    progress_free(&progress);
}
END_TEST

/* Text, output and questions need no tensor. */
START_TEST(without_tensors_a_lesson_is_told)
{
    struct walked w;
    static const char *const told[] = {"Nothing to compute", "print(1 + 1)", "This prints:"};
    walked_open(&w, "+tests/walked/no-tensors.md");
    ck_assert_int_lt(w.viewer.where.at.row, 0);
    for (size_t k = 0; k < sizeof told / sizeof told[0]; k++) {
        char *screen = walked_screen(&w, 60, 15, false);
        ck_assert_msg(strstr(screen, told[k]) != NULL, "%s is not on\n%s", told[k], screen);
        free(screen);
        walked_press(&w, "Space");
    }
    walked_press(&w, "T"); /* there is nothing but the text */
    ck_assert_ptr_nonnull(viewer_stop(&w.viewer));
    ck_assert_ptr_nonnull(strstr(w.viewer.typed.message, "nothing with tensors"));
    go_to(&w, "which");
    walked_press(&w, "s T V a b");
    ck_assert_int_eq(done_of(&w, "which"), DONE_SOLVED);
    walked_press(&w, "End");
    ck_assert(at_end(&w));
    char *screen = walked_screen(&w, 80, 24, false);
    ck_assert_ptr_nonnull(strstr(screen, "This is the end"));
    free(screen);
    walked_close(&w);
}
END_TEST

/* As text: every stop is told, an answer is a line. */
START_TEST(as_text)
{
    struct walked w;
    struct buf text = {0};
    unsigned reaction;
    walked_open(&w, "+by-hand");
    plain_step(&w.viewer, &text);
    ck_assert_ptr_nonnull(strstr(buf_text(&text), "1 of "));
    ck_assert_ptr_nonnull(strstr(buf_text(&text), "Here one word"));
    go_to(&w, "shape-of-the-scores");
    buf_clear(&text);
    plain_step(&w.viewer, &text);
    ck_assert_ptr_nonnull(strstr(buf_text(&text), "What is the shape of `queries @ keys.T`?"));
    ck_assert(plain_line(&w.viewer, "(3, 4)", &reaction));
    ck_assert_uint_ne(reaction & REACT_ANSWER, 0);
    ck_assert_int_eq(done_of(&w, "shape-of-the-scores"), DONE_SOLVED);
    int stop = w.viewer.where.stop;
    ck_assert(plain_line(&w.viewer, "", &reaction));
    ck_assert_int_eq(w.viewer.where.stop, stop + 1);
    buf_free(&text);
    walked_close(&w);
}
END_TEST

/* "P shows ..." is of the step before the text: P and s go there. */
START_TEST(a_text_names_a_key)
{
    struct walked w;
    open_text(&w, "# A\n\n## B\n\nText.\n\n```python\nimport torch\nx = torch.ones(2, 3)\n"
                  "y = x + 1\nprint(1)\n```\n\nNo number moved; `P` shows the row.\n\n"
                  "```python\nz = y * 2\nprint(2)\n```\n\n`z` is more.\n");
    walked_press(&w, "Space Space Space");
    ck_assert_int_eq(viewer_stop(&w.viewer)->kind, GUIDE_OUTPUT);
    int step = w.viewer.where.stop - 1;
    walked_press(&w, "P");
    ck_assert_int_eq(w.viewer.where.stop, step);
    ck_assert_int_eq(w.viewer.where.page, PAGE_storage);
    walked_press(&w, "q Space s");
    ck_assert_int_eq(w.viewer.where.stop, step);
    ck_assert(!w.viewer.where.between);
    walked_press(&w, "Space Space Space P"); /* a text that speaks of no key */
    ck_assert_int_eq(viewer_stop(&w.viewer)->kind, GUIDE_OUTPUT);
    ck_assert_int_eq(w.viewer.where.page, PAGE_NONE);
    walked_close(&w);
}
END_TEST

/* Code from a file: behind a wrong one the verdict is in sight, and the line stays. */
START_TEST(wrong_code_keeps_the_line)
{
    struct walked w;
    struct error err = {0};
    open_text(&w, "# A\n\n## B\n\n```python\nimport torch\nn = 3\n```\n\n"
                  "```exercise write\nkind: code\ntry: f(n)\n\nWrite `f`.\n\nIt adds 1.\n\n"
                  "-- start\n~~~python\ndef f(n):\n"
                  "    a = n.view(b, num_tokens, num_heads, head_dim).transpose(1, 2)"
                  ".contiguous()\n    b = 2\n    c = 3\n    d = 4\n"
                  "    e = 5\n    g = 6\n    h = 7\n    i = 8\n    j = 9\n    ...\n~~~\n"
                  "-- solution\n~~~python\ndef f(n):\n    return n + 1\n~~~\n```\n");
    w.viewer.width = 80;
    w.viewer.height = 23;
    while (viewer_stop(&w.viewer)->kind != GUIDE_EXERCISE) {
        walked_press(&w, "Space");
    }
    char *screen = walked_screen(&w, 80, 23, false); /* long code goes on further in */
    ck_assert_msg(strstr(screen, "\n         .contiguous()") != NULL, "%s", screen);
    ck_assert_ptr_nonnull(strstr(screen, "more: Space"));
    free(screen);
    walked_press(&w, "Enter f i l e Space b");
    screen = walked_screen(&w, 80, 23, false);
    ck_assert_ptr_nonnull(strstr(screen, "more: PgDn"));
    free(screen);
    walked_press(&w, "Enter");
    ck_assert_int_eq(w.viewer.typed.asked, PRACTICE_FILE);
    ck_assert(practice_code(&w.practice, "def f(n):\n    return n\n", &err));
    act_answered(&w.viewer);
    ck_assert(w.viewer.typed.answering);
    ck_assert_int_gt(w.viewer.where.scroll, 0);
    ck_assert(practice_code(&w.practice, "def f(n):\n    return n + 1\n", &err));
    act_answered(&w.viewer);
    ck_assert(!w.viewer.typed.answering);
    walked_press(&w, "F3 q"); /* the text is read from its top again */
    ck_assert_int_eq(w.viewer.where.scroll, 0);
    walked_close(&w);
}
END_TEST

Suite *suite_guide(void)
{
    Suite *s = suite_create("guide");
    TCase *t = tcase_create("guide");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, stops_are_found, 0, (int)(sizeof lessons / sizeof lessons[0]));
    tcase_add_test(t, without_text_there_is_no_guide);
    tcase_add_test(t, a_marked_line_of_a_loop_is_a_stop);
    tcase_add_test(t, the_sentence_of_a_line_is_lit);
    tcase_add_test(t, long_lessons_are_folded);
    tcase_add_loop_test(t, lessons_are_short, 0, lesson_count);
    tcase_add_loop_test(t, space_goes_through_every_lesson, 0, lesson_count);
    tcase_add_test(t, single_steps_lie_between);
    tcase_add_test(t, a_stop_by_its_number);
    tcase_add_test(t, sections_are_jumped_over);
    tcase_add_loop_test(t, nothing_lies_beyond_the_ends, 0, (int)(sizeof ends / sizeof ends[0]));
    tcase_add_test(t, a_new_run_has_its_own_stops);
    tcase_add_loop_test(t, a_line_off_keeps_the_place, 0, lesson_count);
    tcase_add_loop_test(t, a_copy_has_the_same_stops, 0, lesson_count);
    tcase_add_test(t, one_comes_back_to_the_same_stop);
    tcase_add_test(t, a_failure_is_told_at_the_end);
    tcase_add_test(t, many_exercises);
    tcase_add_test(t, long_names_of_exercises);
    tcase_add_test(t, a_heading_alone_joins_the_next);
    tcase_add_test(t, sections_are_counted);
    tcase_add_test(t, nothing_acts_unseen);
    tcase_add_loop_test(t, a_key_at_a_text_leads_on, 0, 3);
    tcase_add_loop_test(t, how_to_guess_is_told_whole, 0, lesson_count);
    tcase_add_test(t, a_text_is_whole_behind_a_page);
    tcase_add_test(t, the_page_is_kept);
    tcase_add_test(t, output_up_to_a_text);
    tcase_add_test(t, code_in_a_text_is_marked);
    tcase_add_test(t, stages_are_those_around);
    tcase_add_test(t, a_run_is_told_where_it_is_next);
    tcase_add_test(t, the_words_of_a_text_are_explained);
    tcase_add_test(t, a_long_question_is_turned_over);
    tcase_add_loop_test(t, exercises_stay_in_edited_code, 0, lesson_count);
    tcase_add_test(t, an_exercise_is_that_of_the_file);
    tcase_add_test(t, a_mended_line_may_be_indented);
    tcase_add_loop_test(t, what_is_said_of_a_line_is_seen, 0, lesson_count);
    tcase_add_loop_test(t, steps_stand_under_their_sections, 0, lesson_count);
    tcase_add_test(t, the_list_opens_and_folds);
    tcase_add_test(t, the_list_is_filtered);
    tcase_add_test(t, stages_are_headings);
    tcase_add_test(t, a_choice_takes_one_key);
    tcase_add_test(t, a_shape_is_typed_and_is_that_of_the_lesson);
    tcase_add_test(t, other_numbers_are_told);
    tcase_add_test(t, what_was_passed_comes_back);
    tcase_add_test(t, enter_uses_a_number_up);
    tcase_add_test(t, what_cannot_be_asked_is_passed);
    tcase_add_loop_test(t, a_lesson_opens_with_earlier_ones, 0, lesson_count);
    tcase_add_test(t, earlier_lessons_take_turns);
    tcase_add_test(t, recalled_anew_each_time);
    tcase_add_test(t, without_tensors_a_lesson_is_told);
    tcase_add_test(t, as_text);
    tcase_add_test(t, a_text_names_a_key);
    tcase_add_test(t, wrong_code_keeps_the_line);
    suite_add_tcase(s, t);
    t = tcase_create("guide, all");
    tcase_set_tags(t, "long");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, at_the_other_sizes, 0, lesson_count);
    suite_add_tcase(s, t);
    return s;
}
