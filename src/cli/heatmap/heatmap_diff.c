/* Draws two steps of one run, or the same step of two runs, side by side with their difference, B -
 * A: qkv heatmap --diff A B. */
#include "cli/heatmap/heatmap.h"

#include "cli/command.h"
#include "cli/heatmap/heatmap_write.h"
#include "heatmap/pick/pick_event.h"
#include "trace/axes/axes.h"
#include "trace/stage/stages.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct side {
    struct picked picked;
    char *text; /* the tokens lie in it */
    const char **token;
};

struct differ {
    struct heatmap how;
    struct tape tape;
    struct side side[2];
    const char *name[2];                 /* "11" and "15", or two files */
    bool steps;                          /* of one run */
    struct panel panel[3 * PICK_PANELS]; /* A and B of each head, then all differences */
    int heads;
    struct buf heading[2 * PICK_PANELS];
    int playing; /* which file runs now */
    struct error err;
};

enum { MOST_HEADS = 4 }; /* one below the other: more cannot be seen on a slide */

static bool is_step(const char *text)
{
    text += *text == 's';
    return isdigit((unsigned char)*text) && text[strspn(text, "0123456789")] == '\0';
}

static bool begin(void *self, struct session *session)
{
    return command_tape(((struct differ *)self)->how.options, &((struct differ *)self)->tape,
                        session);
}

static bool pick_side(struct differ *d, int k, struct error *err)
{
    struct side *side = &d->side[k];
    struct choice *c = &d->how.choice;
    int event;
    if (!heatmap_tokens(d->how.options, &side->text, &side->token, &c->token_count, err)) {
        return false;
    }
    c->token = side->token;
    if (d->steps) {
        c->setup_step = *d->name[k] == 's';
        c->step = atoi(d->name[k] + c->setup_step);
    }
    if (pick_event(&d->tape, c, &event, err) &&
        pick_panels(&d->tape, c, event, &side->picked, err) && picked_settle(&side->picked, err)) {
        return true;
    }
    picked_free(&side->picked);
    return false;
}

static int end(void *self, struct session *session, struct lesson *lesson, enum outcome outcome)
{
    struct differ *d = self;
    tape_finish(&d->tape);
    bool ok = stages_find(&d->tape) && axes_find(&d->tape);
    if (!ok) {
        error_set(&d->err, ERROR_LIMIT, "%s", session->in.error.text);
    }
    ok = ok && pick_side(d, d->playing, &d->err) && (!d->steps || pick_side(d, 1, &d->err));
    tape_free(&d->tape);
    memset(&d->tape, 0, sizeof d->tape);
    if (!ok) {
        command_complain(d->err.text);
        return command_status(&d->err);
    }
    return (int)outcome;
}

/* --- the figure --- */

/* b - a; what both hide stays hidden. */
static bool subtract(const struct panel *a, const struct panel *b, struct arena *arena,
                     struct panel *out)
{
    size_t cells = (size_t)a->rows * (size_t)a->columns;
    double *value = arena_alloc(arena, cells * sizeof *value);
    bool *hidden = arena_alloc(arena, cells * sizeof *hidden);
    if (value == NULL || hidden == NULL) {
        return false;
    }
    for (size_t k = 0; k < cells; k++) {
        value[k] = panel_value(b, (int)k) - panel_value(a, (int)k);
        hidden[k] = a->masked != NULL && b->masked != NULL && a->masked[k] && b->masked[k];
    }
    *out = (struct panel){"B \u2212 A", a->rows, a->columns, value, hidden, NULL};
    return true;
}

static bool same_shape(const struct differ *d, struct error *err)
{
    const struct picked *a = &d->side[0].picked, *b = &d->side[1].picked;
    const struct panel *p = &a->panel[0], *q = &b->panel[0];
    if (p->rows != q->rows || p->columns != q->columns) {
        return error_set(err, ERROR_INPUT,
                         "--diff: the shapes are different: (%d, %d) and (%d, %d)", p->rows,
                         p->columns, q->rows, q->columns);
    }
    return a->panel_count == b->panel_count ||
           error_set(err, ERROR_INPUT,
                     "--diff: A has %d table%s and B has %d; --head N picks one of each",
                     a->panel_count, a->panel_count == 1 ? "" : "s", b->panel_count);
}

/* All heads that were asked for, up to MOST_HEADS; false: memory. */
static bool make_panels(struct differ *d)
{
    int all = d->side[0].picked.panel_count;
    d->heads = all < MOST_HEADS ? all : MOST_HEADS;
    for (int k = 0; k < 2 * d->heads; k++) {
        struct buf *text = &d->heading[k];
        const struct panel *p = &d->side[k % 2].picked.panel[k / 2];
        buf_printf(text, "%s%s%c: ", p->heading != NULL ? p->heading : "",
                   p->heading != NULL ? " \u00b7 " : "", 'A' + k % 2);
        if (d->steps) {
            buf_printf(text, "step %s", d->name[k % 2]);
        } else {
            heatmap_base(d->name[k % 2], text);
        }
        d->panel[k] = *p;
        d->panel[k].heading = buf_text(text);
    }
    bool ok = true;
    for (int k = 0; ok && k < d->heads; k++) {
        ok = subtract(&d->panel[2 * k], &d->panel[2 * k + 1], &d->side[0].picked.arena,
                      &d->panel[2 * d->heads + k]);
    }
    return ok;
}

/* What it is, of both; the headings tell the steps or the runs. */
static void put_about(const struct differ *d, struct buf *title, struct buf *note)
{
    const struct picked *a = &d->side[0].picked, *b = &d->side[1].picked;
    buf_printf(title, "%s", a->text);
    if (strcmp(a->text, b->text) != 0) {
        buf_printf(title, " and %s", b->text);
    }
    if (strcmp(a->part, b->part) == 0) {
        buf_puts(note, strcmp(a->note, b->note) == 0 ? a->note : a->part);
    } else {
        buf_printf(note, "A: %s, B: %s", *a->part != '\0' ? a->part : a->text,
                   *b->part != '\0' ? b->part : b->text);
    }
    if (d->heads < a->panel_count) {
        buf_printf(note, "%sthe first %d of %d", note->len > 0 ? " \u00b7 " : "", d->heads,
                   a->panel_count);
    }
}

static bool draw(struct differ *d, const char *path, struct error *err)
{
    struct picked *first = &d->side[0].picked;
    struct figure f = d->how.look;
    struct buf words = {0};
    scoped_buf title = {0}, note = {0};
    scoped_drawing s = {0};
    scoped_notes notes = {.count = 0};
    char tick[32];
    if (!same_shape(d, err)) {
        return false;
    }
    heatmap_fill(d->how.options, first, &f, tick);
    struct fonts *fonts = fonts_open(d->how.options->font, err);
    bool ok = fonts != NULL && (make_panels(d) || error_memory(err));
    if (ok) {
        put_about(d, &title, &note);
        f.title = heatmap_text(d->how.options->title, buf_text(&title));
        f.subtitle = heatmap_text(d->how.options->subtitle, buf_text(&note));
        f.panel = d->panel;
        f.panel_count = 3 * d->heads;
        f.differences = d->heads;
        describe_figure(&f, &words);
        heatmap_print_words(&d->how, &words);
        heatmap_notes(&d->how, f.title, &words, &notes);
    }
    ok = ok && heatmap_highlight(&d->how, &f, err) && figure_draw(&f, fonts, &s, err) &&
         heatmap_write(&d->how, fonts, &s, &notes, path, err);
    if (ok && s.numbers == 0 && !heatmap_only_words(&d->how)) {
        heatmap_numbers_missing(&f, fonts, 3);
    }
    if (fonts != NULL) {
        heatmap_print_boxes(fonts);
    }
    for (int k = 0; k < 2 * d->heads; k++) {
        buf_free(&d->heading[k]);
    }
    fonts_close(fonts);
    return ok;
}

/* --- the command --- */

/* --diff 11 15 FILE, FILE --diff 11 15, --diff A.py B.py: the word behind A is B, or the file
 * stands before it. */
static bool read_sides(struct differ *d, const struct options *o, struct options run[2])
{
    const char *file = NULL;
    run[0] = run[1] = *o;
    d->name[0] = o->diff;
    d->name[1] = o->rest_count > 1 ? o->rest[o->rest_count - 1] : NULL;
    d->steps = is_step(o->diff) && o->rest_count == 3;
    if (d->steps && !is_step(d->name[1])) {
        d->name[1] = o->rest[1];
        file = o->rest[2];
    } else if (d->steps) {
        file = o->rest[1];
    }
    if (o->rest_count < 2 || o->rest_count > 3 || (o->rest_count == 3 && !d->steps) ||
        (d->steps && !is_step(d->name[1]))) {
        command_complain("--diff: give two steps and a file (FILE --diff 11 15), or two files "
                         "(--diff A.py B.py)");
        return false;
    }
    if (d->steps && (o->stage != NULL || o->step != NULL || o->name != NULL)) {
        command_complain("--diff of two steps says what is shown; --stage, --step and --name go "
                         "with two files");
        return false;
    }
    for (int k = 0; k < 2; k++) {
        run[k].rest_count = 2;
        run[k].rest[1] = d->steps ? file : d->name[k];
    }
    return true;
}

static int run_both(struct differ *d, const struct options run[2])
{
    const struct player player = {.self = d, .begin = begin, .end = end};
    scoped_buf own = {0};
    struct error err = {0};
    int status = command_play(&run[0], false, &player);
    d->playing = 1;
    if (status == OUTCOME_DONE && !d->steps) {
        status = command_play(&run[1], false, &player);
    }
    if (status != OUTCOME_DONE) {
        return status;
    }
    const char *path = heatmap_path(&d->how, run[0].rest[1], "diff", &own, &err);
    if (path != NULL && draw(d, path, &err)) {
        heatmap_print_path(&d->how, path);
    } else {
        command_complain(err.text);
        status = command_status(&err);
    }
    return status;
}

int heatmap_diff(const struct options *o)
{
    struct differ *d = calloc(1, sizeof *d);
    struct options *run = calloc(2, sizeof *run);
    struct error err = {0};
    int status = EXIT_USAGE;
    if (d == NULL || run == NULL) {
        command_complain("the system has no memory left");
        status = OUTCOME_LIMIT;
    } else if (!heatmap_options(o, &d->how, &err)) {
        command_complain(err.text);
    } else if (read_sides(d, o, run)) {
        status = run_both(d, run);
    }
    for (int k = 0; d != NULL && k < 2; k++) {
        picked_free(&d->side[k].picked);
        free(d->side[k].token);
        free(d->side[k].text);
    }
    free(run);
    free(d);
    return status;
}
