/* Measures what the walkthrough costs between a key and its frame, in processor time: a step, a
 * move over cells, a repaint; of a lesson, of a layer with 12 heads and 1024 tokens, and at three
 * steps of a long run. The bytes that go to the terminal are not in it.
 *
 *     bench_walk LONG.py
 *     bench_walk GPT.py NAME=VALUE ...     the memory of the tape of that run, beside that of its
 * results */
#define _POSIX_C_SOURCE 200809L
#include "base/file.h"
#include "lesson/catalog.h"
#include "lesson/knobs.h"
#include "trace/tape/part.h"
#include "tui/action.h"
#include "tui/live.h"
#include "tui/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#define TURNS 60
#define CHANGES 11
#define LONG_ROUNDS 12
#define TAPE_MOST 1.2
#define MOST 5.0 /* milliseconds, for a key with its frame at any step */

static const char large[] = "import torch\n"
                            "q = torch.randn(1, 12, 1024, 64)\n"
                            "k = torch.randn(1, 12, 1024, 64)\n"
                            "s = q @ k.transpose(2, 3) / 8\n"
                            "s = s.masked_fill(torch.ones(1024, 1024).triu(1).bool(), -torch.inf)\n"
                            "w = torch.softmax(s, dim=-1)\n"
                            "c = w @ q\n";

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void give_up(const char *why)
{
    fprintf(stderr, "bench: %s\n", why);
    exit(1);
}

static void draw(struct viewer *v)
{
    struct grid g;
    if (!grid_init(&g, v->width, v->height)) {
        give_up("no memory");
    }
    scene_draw(v, &g);
    grid_free(&g);
}

static double sorted(double *taken, int count)
{
    for (int k = 1; k < count; k++) {
        for (int j = k; j > 0 && taken[j] < taken[j - 1]; j--) {
            double swap = taken[j];
            taken[j] = taken[j - 1];
            taken[j - 1] = swap;
        }
    }
    return taken[count / 2];
}

/* Another number of the code: the run, where the person stands in it, and the frame. */
static void change(struct live *l, struct viewer *v, const char *one, const char *other)
{
    double taken[CHANGES];
    for (int k = 0; k < CHANGES; k++) {
        struct error err = {0};
        double start = now_ms();
        snprintf(v->typed.knob, sizeof v->typed.knob, "%s", k % 2 == 0 ? one : other);
        v->typed.wish = WISH_NUMBER;
        if (!live_again(l, v, NULL, 0, &err) || !viewer_look(v)) {
            give_up(err.text);
        }
        draw(v);
        taken[k] = now_ms() - start;
    }
    double median = sorted(taken, CHANGES);
    printf("  %-22s %7.2f ms, worst %7.2f\n", "another number (:set)", median, taken[CHANGES - 1]);
}

/* Presses the keys in turn; the median and the worst of a key with its frame. */
static void measure(struct viewer *v, const char *what, const char *keys)
{
    double taken[TURNS];
    for (int k = 0; k < TURNS; k++) {
        double start = now_ms();
        if (*keys != '\0' && (action_key(v, (uint32_t)keys[k % (int)strlen(keys)]) & REACT_LOOK) &&
            !viewer_look(v)) {
            give_up("no memory");
        }
        draw(v);
        taken[k] = now_ms() - start;
    }
    double median = sorted(taken, TURNS);
    printf("  %-22s %7.2f ms, worst %7.2f\n", what, median, taken[TURNS - 1]);
}

struct walked {
    struct run run;
    struct live l;
    struct viewer v;
};

/* Runs the code and draws the first frame. */
static void open_walk(struct walked *w, const char *title, const char *name,
                      enum lesson_format format, const char *text, size_t len)
{
    const struct run_terms terms = {.threads = 2, .limits = {.depth = 1000}};
    struct lesson *lesson = calloc(1, sizeof *lesson);
    struct error err = {0};
    double start = now_ms();
    if (lesson == NULL || !lesson_read(lesson, name, format, text, len, &err) ||
        !run_make(&w->run, lesson, &terms, false, &err) ||
        !live_open(&w->l, &w->run, &terms, title, &w->v, &err)) {
        give_up(err.text);
    }
    w->v.width = 200;
    w->v.height = 60;
    if (!viewer_look(&w->v)) {
        give_up("no memory");
    }
    draw(&w->v);
    printf("walk: %s, 200x60; the first frame behind %.1f ms of run and drawing\n", title,
           now_ms() - start);
}

static void walk(const char *title, const char *name, enum lesson_format format, const char *text,
                 size_t len, int step)
{
    struct walked w;
    struct viewer *v = &w.v;
    open_walk(&w, title, name, format, text, len);
    measure(v, "a step (n)", "n");
    stepper_to_number(&v->where.at, step, false);
    if (!viewer_look(v)) {
        give_up("no memory");
    }
    measure(v, "back and forth (p n)", "pn");
    v->where.focus = FOCUS_CELLS;
    measure(v, "over cells (j l k h)", "jlkh");
    measure(v, "a repaint", "");
    if (format == LESSON_MARKDOWN) {
        change(&w.l, v, "d_out=4", "d_out=2");
    }
    live_free(&w.l, v);
}

/* --- a long run: a key costs the same at every step --- */

static const struct {
    const char *what, *keys;
} long_keys[] = {{"next", "n"},
                 {"back", "p"},
                 {"next stage", "]"},
                 {"stage before", "["},
                 {"out of the group", "S"},
                 {"behind the group", "u"},
                 {"before the group", "U"},
                 {"a cell", "\tl"},
                 {"list of steps", "L"},
                 {"names", "V"},
                 {"output", "o"},
                 {"search", "/cat\r"}};

static void press(struct viewer *v, const char *keys)
{
    for (; *keys != '\0'; keys++) {
        uint32_t key = *keys == '\r' ? PRESSED_ENTER : (uint32_t)*keys;
        if ((action_key(v, key) & REACT_LOOK) != 0 && !viewer_look(v)) {
            give_up("no memory");
        }
    }
}

/* The median of going from elsewhere to the step, or of keys pressed there. */
static double at_step(struct viewer *v, int step, int elsewhere, const char *keys)
{
    double taken[LONG_ROUNDS];
    char there[24];
    snprintf(there, sizeof there, ":%d\r", step);
    for (int k = 0; k < LONG_ROUNDS; k++) {
        stepper_to_number(&v->where.at, keys == NULL ? elsewhere : step, false);
        v->where.focus = FOCUS_STEPS;
        if (!viewer_look(v)) {
            give_up("no memory");
        }
        draw(v);
        double start = now_ms();
        press(v, keys == NULL ? there : keys);
        draw(v);
        taken[k] = now_ms() - start;
        v->where.page = PAGE_NONE;
    }
    return sorted(taken, LONG_ROUNDS);
}

static void walk_long(const char *name, const struct buf *text)
{
    static const int steps[] = {2, 9000, 15000};
    struct walked w;
    double worst = 0;
    open_walk(&w, "a GPT that generates", name, LESSON_PYTHON, buf_text(text), text->len);
    printf("  %-22s", "key to frame, ms");
    for (int s = 0; s < 3; s++) {
        printf(" %8d", steps[s]);
    }
    printf("   of %d steps\n", w.run.tape->step_count);
    for (size_t k = 0; k <= sizeof long_keys / sizeof long_keys[0]; k++) {
        bool going = k == sizeof long_keys / sizeof long_keys[0];
        printf("  %-22s", going ? "going there (:15000)" : long_keys[k].what);
        for (int s = 0; s < 3; s++) {
            double ms = at_step(&w.v, steps[s], steps[s] + 600, going ? NULL : long_keys[k].keys);
            worst = ms > worst ? ms : worst;
            printf(" %8.2f", ms);
        }
        printf("\n");
    }
    printf("  worst %.2f ms%s\n", worst, worst > MOST ? " (MORE THAN 5)" : "");
    live_free(&w.l, &w.v);
}

/* --- memory --- */

/* What a run with its tape takes, as often as the numbers that the code computed: each storage
 * once. */
static void weigh(const char *name, const struct buf *text, char **setting, int count)
{
    const struct run_terms terms = {.threads = 2, .limits = {.depth = 1000}};
    struct lesson *lesson = calloc(1, sizeof *lesson);
    struct error err = {0};
    struct knobs knobs;
    struct run run;
    struct buf report = {0};
    struct rusage usage;
    double results = 0;
    bool ok =
        lesson != NULL && lesson_read(lesson, name, LESSON_PYTHON, buf_text(text), text->len, &err);
    for (int k = 0; ok && k < count; k++) {
        ok = knobs_find(&knobs, lesson, &err) &&
             knobs_set(&knobs, lesson, setting[k], &report, &err);
        knobs_free(&knobs);
    }
    if (!ok || !run_make(&run, lesson, &terms, false, &err)) {
        give_up(err.text);
    }
    getrusage(RUSAGE_SELF, &usage);
    for (const struct part *p = run.tape->parts; p != NULL; p = p->next) {
        for (int k = 0; k < p->held_count; k++) {
            results += (double)p->held[k]->bytes;
        }
    }
    double peak = (double)run.session->memory.peak, resident = (double)usage.ru_maxrss * 1024;
    printf(
        "tape: %d steps and %d of set-up, results of %.0f MB; counted with all else %.0f MB, the "
        "process %.0f MB at most: %.2f and %.2f of the results%s\n",
        run.tape->step_count, run.tape->setup_count, results * 1e-6, peak * 1e-6, resident * 1e-6,
        peak / results, resident / results,
        resident > TAPE_MOST * results ? " (MORE THAN 1.2)" : "");
    buf_free(&report);
    run_free(&run);
}

int main(int argc, char **argv)
{
    const struct lesson_file *f = catalog_find("weight-splits");
    struct buf text = {0};
    struct error err = {0};
    if (argc < 2 || !file_read(argv[1], (size_t)1 << 20, &text, &err)) {
        give_up("usage: bench_walk LONG.py");
    }
    if (argc > 2) {
        weigh(argv[1], &text, argv + 2, argc - 2);
        buf_free(&text);
        return 0;
    }
    walk("weight splits", f->name, LESSON_MARKDOWN, f->text, f->len, 16);
    walk("12 heads, T = 1024", "large.py", LESSON_PYTHON, large, strlen(large), 5);
    walk_long(argv[1], &text);
    buf_free(&text);
    return 0;
}
