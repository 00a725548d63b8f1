/* What the walkthrough costs between a key and its frame, in processor time: a step, a move over
 * cells, a repaint; of a lesson, and of a layer with 12 heads and 1024 tokens. The bytes that go to
 * the terminal are not in it.
 *
 *     bench_walk */
#define _POSIX_C_SOURCE 200809L
#include "lesson/catalog.h"
#include "tui/action.h"
#include "tui/live.h"
#include "tui/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROUNDS 60
#define CHANGES 11

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
    double taken[ROUNDS];
    for (int k = 0; k < ROUNDS; k++) {
        double start = now_ms();
        if (*keys != '\0' && (action_key(v, (uint32_t)keys[k % (int)strlen(keys)]) & REACT_LOOK) &&
            !viewer_look(v)) {
            give_up("no memory");
        }
        draw(v);
        taken[k] = now_ms() - start;
    }
    double median = sorted(taken, ROUNDS);
    printf("  %-22s %7.2f ms, worst %7.2f\n", what, median, taken[ROUNDS - 1]);
}

static void walk(const char *title, const char *name, enum lesson_format format, const char *text,
                 size_t len, int step)
{
    const struct run_terms terms = {.threads = 2, .limits = {.depth = 1000}};
    struct lesson *lesson = calloc(1, sizeof *lesson);
    struct error err = {0};
    struct run run;
    struct live l;
    struct viewer v;
    double start = now_ms();
    if (lesson == NULL || !lesson_read(lesson, name, format, text, len, &err) ||
        !run_make(&run, lesson, &terms, false, &err) ||
        !live_open(&l, &run, &terms, title, &v, &err)) {
        give_up(err.text);
    }
    v.width = 200;
    v.height = 60;
    if (!viewer_look(&v)) {
        give_up("no memory");
    }
    draw(&v);
    printf("walk: %s, 200x60; the first frame behind %.1f ms of run and drawing\n", title,
           now_ms() - start);
    measure(&v, "a step (n)", "n");
    stepper_to_number(&v.where.at, step, false);
    if (!viewer_look(&v)) {
        give_up("no memory");
    }
    measure(&v, "back and forth (p n)", "pn");
    v.where.focus = FOCUS_CELLS;
    measure(&v, "over cells (j l k h)", "jlkh");
    measure(&v, "a repaint", "");
    if (format == LESSON_MARKDOWN) {
        change(&l, &v, "d_out=4", "d_out=2");
    }
    live_free(&l, &v);
}

int main(void)
{
    const struct lesson_file *f = catalog_find("weight-splits");
    walk("weight splits", f->name, LESSON_MARKDOWN, f->text, f->len, 16);
    walk("12 heads, T = 1024", "large.py", LESSON_PYTHON, large, strlen(large), 5);
    return 0;
}
