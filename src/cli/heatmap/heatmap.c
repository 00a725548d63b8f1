/* Draws a tensor of a run as a picture: this is `qkv heatmap`. */
#define _POSIX_C_SOURCE 200809L
#include "cli/heatmap/heatmap.h"

#include "cli/command.h"
#include "cli/heatmap/heatmap_chart.h"
#include "cli/heatmap/heatmap_write.h"
#include "heatmap/pick/pick_event.h"
#include "heatmap/pick/training.h"
#include "lang/run/heap.h"
#include "show/code.h"
#include "tensor/compute/storage.h"
#include "trace/axes/axes.h"
#include "trace/stage/stages.h"
#include "trace/tape/location.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct drawer {
    struct heatmap how;
    struct tape tape;
    struct fonts *fonts; /* opened for the first picture */
    char *text;          /* the tokens lie in it */
    const char **token;
    struct lesson *lesson;
    bool told; /* that numbers have no room */
};

static bool begin(void *self, struct session *session)
{
    return command_tape(((struct drawer *)self)->how.options, &((struct drawer *)self)->tape,
                        session);
}

/* --- one picture --- */

/* What the file says of itself. No time: the same run gives the same bytes. */
static void make_notes(const struct drawer *d, const struct picked *p, const struct figure *f,
                       struct buf *words, struct notes *n)
{
    const struct event *e = &d->tape.event[p->event];
    struct buf shape = {0}, tokens = {0};
    heatmap_notes(&d->how, f->title != NULL ? f->title : p->text, words, n);
    if (d->how.meta != META_FULL) {
        return;
    }
    notes_add_text(n, "Source", d->lesson->file);
    notes_add_text(n, "Stage", stage_name(e->stage));
    notes_add_text(n, "Step", p->step);
    tensor_shape_text(&e->output[0].tensor, &shape);
    notes_add(n, "Shape", &shape);
    notes_add_text(n, "Heads", d->how.choice.heads);
    notes_add_text(n, "Seed", d->how.options->seed);
    const struct axis *axis = f->row.label != NULL ? &f->row : &f->column;
    int count = axis == &f->row ? f->panel->rows : f->panel->columns;
    for (int k = 0; axis->label != NULL && k < count; k++) {
        buf_printf(&tokens, "%s%s", k > 0 ? " " : "", axis->label[k]);
    }
    if (tokens.len > 0) {
        notes_add(n, "Tokens", &tokens);
    }
}

static bool draw_picked(struct drawer *d, const struct picked *p, struct drawing *s,
                        struct notes *notes, struct error *err)
{
    struct figure f = d->how.look;
    struct buf words = {0};
    char tick[32];
    heatmap_fill(d->how.options, p, &f, tick);
    describe_figure(&f, &words);
    heatmap_print_words(&d->how, &words);
    make_notes(d, p, &f, &words, notes);
    bool ok = heatmap_highlight(&d->how, &f, err) && figure_draw(&f, d->fonts, s, err);
    if (ok && s->numbers == 0 && !d->told && !heatmap_only_words(&d->how)) {
        d->told = heatmap_numbers_missing(&f, d->fonts, 1);
    }
    return ok;
}

/* Gives back to the system what only the tape kept. */
static void forget_run(struct drawer *d)
{
    struct session *session = d->tape.session;
    tape_free(&d->tape);
    heap_collect(&session->in);
    storage_free_spare(&session->torch.compute);
}

/* only: no other picture is drawn of the run, so that its values need not wait for the file. */
static bool draw_event(struct drawer *d, int event, const char *path, bool only, struct error *err)
{
    struct picked *p = calloc(1, sizeof *p);
    scoped_drawing s = {0};
    scoped_notes notes = {.count = 0};
    if (p == NULL) {
        return error_memory(err);
    }
    bool ok =
        pick_panels(&d->tape, &d->how.choice, event, p, err) && draw_picked(d, p, &s, &notes, err);
    if (ok && only && p->whole) {
        output_say("--head %s: step %s%d has no heads; it is drawn whole", d->how.choice.heads,
                   d->tape.event[event].setup ? "s" : "", d->tape.event[event].number);
    }
    picked_free(p);
    free(p);
    if (only) {
        forget_run(d);
    }
    return ok && heatmap_write(&d->how, d->fonts, &s, &notes, path, err);
}

/* --- where to --- */

/* Which of several softmaxes is shown, where nobody chose. */
static void print_layer(const struct drawer *d, const char *these_are)
{
    if (d->tape.pass_count > 1 && d->how.choice.layer == 0) {
        output_say("the run has %d softmaxes; %s the first; --layer N picks another",
                   d->tape.pass_count, these_are);
    }
}

/* Of several steps of one stage the one that is shown is told; so is which softmax of several. */
static void print_choice(const struct drawer *d, int event)
{
    const struct tape *t = &d->tape;
    const struct event *e = &t->event[event];
    const struct choice *c = &d->how.choice;
    scoped_buf others = {0};
    if (c->step > 0 || c->name != NULL || e->pass < 0) {
        return;
    }
    print_layer(d, "this is");
    for (int k = 0, n = 0; k < t->event_count && n < 12; k++) {
        const struct event *o = &t->event[k];
        if (k != event && o->pass == e->pass && o->stage == e->stage && o->output_count > 0 &&
            e->stage < STAGE_SCORES) {
            buf_printf(&others, "%s%s%d", n++ > 0 ? ", " : "", o->setup ? "s" : "", o->number);
        }
    }
    if (others.len > 0) {
        output_say("this is step %d; --step N picks another step of %s: %s", e->number,
                   stage_name(e->stage), buf_text(&others));
    }
}

static bool draw_one(struct drawer *d, struct error *err)
{
    scoped_buf own = {0};
    const struct choice *c = &d->how.choice;
    int event;
    if (c->stage == STAGE_TRAINING && c->step == 0 && c->name == NULL) {
        return heatmap_chart_losses(&d->how, &d->tape, d->lesson->file, d->fonts, err);
    }
    if (!pick_event(&d->tape, c, &event, err)) {
        return false;
    }
    const struct event *e = &d->tape.event[event];
    if (e->figure != NULL) {
        return heatmap_chart_figure(&d->how, &d->tape, event, d->lesson->file, d->fonts, err);
    }
    print_choice(d, event);
    const char *path =
        heatmap_path(&d->how, d->lesson->file,
                     e->stage == STAGE_OTHER ? e->name : stage_name(e->stage), &own, err);
    bool ok = path != NULL && draw_event(d, event, path, true, err);
    if (ok) {
        heatmap_print_path(&d->how, path);
    }
    return ok;
}

static bool draw_told(struct drawer *d, struct story *story, const char *path, struct error *err)
{
    scoped_drawing s = {0};
    scoped_notes notes = {.count = 0};
    struct buf words = {0};
    story_describe(story, &words);
    heatmap_print_words(&d->how, &words);
    heatmap_notes(&d->how, story->look.title, &words, &notes);
    return story_draw(story, d->fonts, &s, err) &&
           heatmap_write(&d->how, d->fonts, &s, &notes, path, err);
}

/* One head from its queries to its context. */
static bool draw_story(struct drawer *d, struct error *err)
{
    struct story *story = calloc(1, sizeof *story);
    struct arena arena = {0};
    scoped_buf own = {0}, about = {0};
    if (story == NULL) {
        return error_memory(err);
    }
    bool ok = pick_story(&d->tape, &d->how.choice, story, &arena, &about, err);
    if (ok) {
        const char *path = heatmap_path(&d->how, d->lesson->file, "story", &own, err);
        const char *lesson = d->lesson->title != NULL ? d->lesson->title : "from Q to context";
        story->look = d->how.look;
        story->row.every = d->how.look.row.every;
        story->look.title = heatmap_text(d->how.options->title, lesson);
        story->look.subtitle = heatmap_text(d->how.options->subtitle, buf_text(&about));
        ok = path != NULL && draw_told(d, story, path, err);
        if (ok) {
            print_layer(d, "this is the story of");
            heatmap_print_path(&d->how, path);
        }
    }
    arena_free(&arena);
    free(story);
    return ok;
}

enum { GRADIENTS = 4 }; /* at most on one picture */

/* Values in front, in the same order their gradients behind them. */
static void put_pairs(const struct picked *value, const struct picked *gradient, int count,
                      struct buf heading[2 * GRADIENTS], struct panel panel[2 * GRADIENTS])
{
    for (int k = 0; k < 2 * count; k++) {
        const struct panel *p = k < count ? &value->panel[k] : &gradient->panel[k - count];
        const char *head = value->panel[k % count].heading;
        buf_printf(&heading[k], "%s%s%s", head != NULL ? head : "", head != NULL ? " \u00b7 " : "",
                   k < count ? "value" : "gradient");
        panel[k] = *p;
        panel[k].heading = buf_text(&heading[k]);
    }
}

static bool draw_pairs(struct drawer *d, const struct picked *value, const struct picked *gradient,
                       const char *pass, const char *path, struct error *err)
{
    struct figure f = d->how.look;
    scoped_drawing s = {0};
    scoped_notes notes = {.count = 0};
    struct buf heading[2 * GRADIENTS] = {{0}}, words = {0};
    scoped_buf below = {0};
    struct panel panel[2 * GRADIENTS];
    int count = value->panel_count < GRADIENTS ? value->panel_count : GRADIENTS;
    char tick[32];
    heatmap_fill(d->how.options, value, &f, tick);
    put_pairs(value, gradient, count, heading, panel);
    buf_printf(&below, "%s%s%s", value->note, *value->note != '\0' ? " \u00b7 " : "", pass);
    if (count < value->panel_count) {
        buf_printf(&below, " \u00b7 the first %d of %d", count, value->panel_count);
    }
    f.subtitle = heatmap_text(d->how.options->subtitle, buf_text(&below));
    f.panel = panel;
    f.panel_count = 2 * count;
    f.differences = count;
    f.gradients = true;
    f.gradient_of = pass;
    describe_figure(&f, &words);
    heatmap_print_words(&d->how, &words);
    heatmap_notes(&d->how, f.title, &words, &notes);
    bool ok = heatmap_highlight(&d->how, &f, err) && figure_draw(&f, d->fonts, &s, err) &&
              heatmap_write(&d->how, d->fonts, &s, &notes, path, err);
    if (ok && s.numbers == 0 && !heatmap_only_words(&d->how)) {
        heatmap_numbers_missing(&f, d->fonts, 2);
    }
    for (int k = 0; k < 2 * count; k++) {
        buf_free(&heading[k]);
    }
    return ok;
}

/* A tensor and its gradient, side by side. */
static bool draw_gradient(struct drawer *d, struct error *err)
{
    struct picked *both = calloc(2, sizeof *both);
    scoped_buf own = {0}, pass = {0};
    int event, gradient;
    if (both == NULL) {
        return error_memory(err);
    }
    const char *path = heatmap_path(&d->how, d->lesson->file, "gradient", &own, err);
    bool ok = path != NULL &&
              pick_gradient_pair(&d->tape, &d->how.choice, &event, &gradient, err) &&
              pick_panels(&d->tape, &d->how.choice, event, &both[0], err) &&
              pick_panels(&d->tape, &d->how.choice, gradient, &both[1], err);
    if (ok) {
        pick_gradient_text(&d->tape, gradient, &pass);
        ok = draw_pairs(d, &both[0], &both[1], buf_text(&pass), path, err);
    }
    if (ok) {
        heatmap_print_path(&d->how, path);
    }
    picked_free(&both[0]);
    picked_free(&both[1]);
    free(both);
    return ok;
}

/* What of it the picture tells; `curve` and `tick` must live as long as the figure. */
static void fill_training(const struct drawer *d, const struct training *g, struct figure *f,
                          struct curve *curve, struct buf *below, char tick[32])
{
    heatmap_fill(d->how.options, g->moment[0], f, tick);
    int steps = g->end - g->first;
    const struct picked *one = g->moment[0];
    const char *head = one->of_all > 1 ? one->panel[0].heading : NULL; /* of several the first */
    buf_printf(below, "%s%s", one->note, *one->note != '\0' ? " \u00b7 " : "");
    buf_printf(below, "%s%s", head != NULL ? head : "", head != NULL ? " \u00b7 " : "");
    if (g->of > 1) {
        buf_printf(below, "training %d of %d: ", g->number, g->of);
    }
    buf_printf(below, "%d step%s%s", steps, steps == 1 ? "" : "s", g->of > 1 ? "" : " of training");
    if (g->updates.len > 0) {
        buf_printf(below, " \u00b7 %s", buf_text(&g->updates));
    }
    const struct train *r = &d->tape.train;
    bool several = r->count > 0 && r->step[g->first].backwards > 1;
    *curve = (struct curve){.name = several ? "sum of losses" : "loss",
                            .along = "steps of training",
                            .value = g->curve,
                            .count = g->curve_count,
                            .steps = steps,
                            .updates = g->updates.len > 0 ? buf_text(&g->updates) : NULL,
                            .first = g->first,
                            .mark = g->step,
                            .mark_count = g->count,
                            .most = g->step[g->count - 1] - g->first};
    f->panel = g->panel;
    f->panel_count = g->count;
    f->curve = curve;
    f->subtitle = heatmap_text(d->how.options->subtitle, buf_text(below));
}

/* One head as it was at several moments of a training, above the loss. */
static bool draw_training(struct drawer *d, struct error *err)
{
    struct training g = {.count = 0};
    scoped_drawing s = {0};
    scoped_notes notes = {.count = 0};
    struct buf words = {0};
    scoped_buf own = {0}, below = {0};
    const char *path = heatmap_path(&d->how, d->lesson->file, "over-training", &own, err);
    bool ok =
        path != NULL && training_pick(&d->tape, &d->how.choice, d->how.options->moments, &g, err);
    if (ok) {
        struct figure f = d->how.look;
        struct curve curve;
        char tick[32];
        fill_training(d, &g, &f, &curve, &below, tick);
        describe_figure(&f, &words);
        heatmap_print_words(&d->how, &words);
        heatmap_notes(&d->how, f.title, &words, &notes);
        ok = heatmap_highlight(&d->how, &f, err) && figure_draw(&f, d->fonts, &s, err) &&
             heatmap_write(&d->how, d->fonts, &s, &notes, path, err);
        if (ok && s.numbers == 0 && !heatmap_only_words(&d->how)) {
            heatmap_numbers_missing(&f, d->fonts, 0);
        }
    }
    if (ok && g.moment[0]->of_all > 1) {
        output_say("this is the first of %d tables; --head N shows another", g.moment[0]->of_all);
    }
    if (ok && g.of > 1) {
        output_say("the run trains %d times; this is training %d, steps %d to %d; --moments N,N "
                   "with steps of another one shows that",
                   g.of, g.number, g.first, g.end - 1);
    }
    if (ok) {
        heatmap_print_path(&d->how, path);
    }
    training_free(&g);
    return ok;
}

/* The step that is asked for; without a choice the first that shows what heads do to memory. */
static bool storage_event(struct drawer *d, int *event, struct error *err)
{
    static const enum stage likely[] = {STAGE_TRANSPOSE, STAGE_VIEW, STAGE_CONCAT};
    struct choice *c = &d->how.choice;
    if (c->stage != STAGE_COUNT || c->step > 0 || c->name != NULL) {
        return pick_event(&d->tape, c, event, err);
    }
    for (size_t k = 0; k < sizeof likely / sizeof likely[0]; k++) {
        struct error none = {0};
        c->stage = likely[k];
        if (pick_event(&d->tape, c, event, &none)) {
            return true;
        }
    }
    return error_set(err, ERROR_INPUT,
                     "--storage: this run has no view, transpose or concat of heads; --step N "
                     "picks a step (qkv trace numbers them)");
}

/* Memory before and after a view, a transpose or a copy. */
static bool draw_storage(struct drawer *d, struct error *err)
{
    struct strips *strips = calloc(1, sizeof *strips);
    struct arena arena = {0};
    struct drawing s = {0};
    struct notes notes = {.count = 0};
    struct buf words = {0};
    scoped_buf own = {0}, title = {0};
    char about[80];
    int event;
    if (strips == NULL) {
        return error_memory(err);
    }
    bool ok = storage_event(d, &event, err) &&
              pick_strips(&d->tape, &d->how.choice, event, strips, &arena, about, err);
    if (ok) {
        const char *path = heatmap_path(&d->how, d->lesson->file, "storage", &own, err);
        code_of_event(&d->tape, event, false, &title);
        strips->look = d->how.look;
        strips->look.title = heatmap_text(d->how.options->title, buf_text(&title));
        strips->look.subtitle = heatmap_text(d->how.options->subtitle, about);
        buf_printf(&words, "Cells %s; %s.", strips->before.heading, strips->after.heading);
        if (path != NULL) {
            heatmap_print_words(&d->how, &words);
        }
        heatmap_notes(&d->how, strips->look.title, &words, &notes);
        ok = path != NULL && strips_draw(strips, d->fonts, &s, err) &&
             heatmap_write(&d->how, d->fonts, &s, &notes, path, err);
        if (ok) {
            heatmap_print_path(&d->how, path);
        }
    }
    notes_free(&notes);
    drawing_free(&s);
    arena_free(&arena);
    free(strips);
    return ok;
}

static bool make_folder(const struct drawer *d, struct error *err)
{
    const char *folder = d->how.options->output;
    return mkdir(folder, 0777) == 0 || errno == EEXIST ||
           error_set(err, ERROR_INPUT, "%s cannot be made: %s", folder, strerror(errno));
}

/* A picture for each step of the pass, named by the step's number. */
static bool draw_steps(struct drawer *d, struct error *err)
{
    const struct tape *t = &d->tape;
    struct choice *c = &d->how.choice, softmax = {.layer = c->layer, .stage = STAGE_SOFTMAX};
    int event, written = 0;
    if (!make_folder(d, err) || !pick_event(&d->tape, &softmax, &event, err)) {
        return false;
    }
    int pass = t->event[event].pass;
    for (int k = 0; k < t->event_count; k++) {
        const struct event *e = &t->event[k];
        scoped_buf path = {0};
        if (e->pass != pass || e->setup || e->stage == STAGE_OTHER || e->output_count == 0) {
            continue;
        }
        c->step = e->number;
        buf_printf(&path, "%s/%0*d-%s.png", d->how.options->output, t->step_count > 99 ? 4 : 2,
                   e->number, stage_name(e->stage));
        bool ok = draw_event(d, k, buf_text(&path), false, err);
        if (!ok) {
            return false;
        }
        written++;
    }
    print_layer(d, "these pictures are of");
    heatmap_highlight_missing(&d->how);
    output_say("wrote %d picture%s to %s", written, written == 1 ? "" : "s",
               d->how.options->output);
    return true;
}

/* A picture for each stage of the pass, in the order of the run: 03-scores.png. */
static bool draw_all(struct drawer *d, struct error *err)
{
    const char *folder = d->how.options->output;
    int number = 0, layer = d->how.choice.layer > 0 ? d->how.choice.layer : 1;
    if (!make_folder(d, err)) {
        return false;
    }
    for (int s = 0; s < STAGE_FIGURE; s++) {
        struct choice *c = &d->how.choice;
        struct error none = {0};
        scoped_buf path = {0};
        int event;
        c->stage = (enum stage)s;
        if (!pick_event(&d->tape, c, &event, &none)) {
            if (d->tape.pass_count < layer) {
                return error_set(err, none.kind, "%s", none.text);
            }
            continue;
        }
        buf_printf(&path, "%s/%02d-%s.png", folder, ++number, stage_name(c->stage));
        bool ok = draw_event(d, event, buf_text(&path), false, err);
        if (!ok) {
            return false;
        }
    }
    print_layer(d, "these pictures are of");
    heatmap_highlight_missing(&d->how);
    output_say("wrote %d picture%s to %s", number, number == 1 ? "" : "s", folder);
    return true;
}

/* --- the command --- */

/* A comment `# tokens:` whose words are as many as no axis has places. */
static void print_lost_words(const struct drawer *d)
{
    for (int k = 0; k < d->tape.lost_count; k++) {
        const struct lost_words *w = &d->tape.lost[k];
        struct location at = location_of(&(struct span){.source = w->source, .line = w->line});
        char cell[24] = "";
        if (at.cell > 0) {
            snprintf(cell, sizeof cell, "%d:", at.cell);
        }
        output_say("%s:%s%d: # tokens: has %d word%s, but no tensor of this statement, of the one "
                   "before or of a later one has an axis of %d; give a word for each place",
                   w->source->file, cell, at.line, w->count, w->count == 1 ? "" : "s", w->count);
    }
}

static bool draw(struct drawer *d, struct error *err)
{
    struct choice *c = &d->how.choice;
    if (!heatmap_tokens(d->how.options, &d->text, &d->token, &c->token_count, err)) {
        return false;
    }
    c->token = d->token;
    print_lost_words(d);
    d->fonts = fonts_open(d->how.options->font, err);
    if (d->fonts == NULL) {
        return false;
    }
    return d->how.options->story           ? draw_story(d, err)
           : d->how.options->over_training ? draw_training(d, err)
           : d->how.options->gradient      ? draw_gradient(d, err)
           : d->how.options->storage       ? draw_storage(d, err)
           : d->how.options->steps         ? draw_steps(d, err)
           : d->how.options->all           ? draw_all(d, err)
                                           : draw_one(d, err);
}

/* Code that fails is shown up to there. */
static int end(void *self, struct session *session, struct lesson *lesson, enum outcome outcome)
{
    struct drawer *d = self;
    struct error err = {0};
    int status = (int)outcome;
    d->lesson = lesson;
    command_tape_end(d->how.options, &d->tape);
    if (!stages_find(&d->tape) || !axes_find(&d->tape)) {
        command_complain(session->in.error.text);
        status = OUTCOME_LIMIT;
    } else if (!draw(d, &err)) {
        command_complain(err.text);
        status = command_status(&err);
    }
    if (d->fonts != NULL) {
        heatmap_print_boxes(d->fonts);
    }
    fonts_close(d->fonts);
    free(d->token);
    free(d->text);
    tape_free(&d->tape);
    return status;
}

int command_heatmap(const struct options *o)
{
    struct drawer *d = calloc(1, sizeof *d);
    const struct player player = {.self = d, .begin = begin, .end = end};
    struct error err = {0};
    int status = EXIT_USAGE;
    if (o->diff != NULL) {
        free(d);
        return heatmap_diff(o);
    }
    if (d == NULL) {
        command_complain("the system has no memory left");
        return OUTCOME_LIMIT;
    }
    if (heatmap_options(o, &d->how, &err)) {
        status = command_play(o, false, &player);
    } else {
        command_complain(err.text);
    }
    free(d);
    return status;
}
