/* qkv walk: the walkthrough on the screen. The code is run to its end first; walking only reads. */
#include "cli/command.h"

#include "base/file.h"
#include "lesson/catalog.h"
#include "trace/axes.h"
#include "trace/stages.h"
#include "tui/action.h"
#include "tui/scene.h"
#include "tui/screen.h"
#include "tui/script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SCRIPT ((size_t)1 << 20)
#define TITLE_MOST 40

/* Where somebody was, to come back to behind another run. */
struct whereabouts {
    int number;
    bool setup;
    enum focus focus;
    int64_t batch, head, row, column;
    enum tier tier;
    char knob[TYPED_MOST + 1];
};

struct walker {
    const struct options *options;
    bool again; /* another run is wanted, with ... */
    struct whereabouts was;
    const char *script_at;
    struct tape tape;
    struct buf script; /* keys, when --script was given */
    int width, height; /* of the screen for a script */
    bool ascii;
};

static bool begin(void *self, struct session *session)
{
    return tape_start(&((struct walker *)self)->tape, session);
}

/* "weight splits" for a lesson, the name without folders for a file. */
static void short_title(const struct options *o, char out[TITLE_MOST])
{
    const struct lesson_file *built_in = catalog_find(o->rest[1]);
    const char *slash = strrchr(o->rest[1], '/');
    snprintf(out, TITLE_MOST, "%s",
             built_in != NULL ? catalog_name(built_in)
             : slash != NULL  ? slash + 1
                              : o->rest[1]);
    for (char *c = out; built_in != NULL && *c != '\0'; c++) {
        *c = *c == '-' ? ' ' : *c;
    }
}

/* A run that failed does not count: the next number may do, and leads back to the same step. */
static void remember(const struct viewer *v, struct whereabouts *was)
{
    if (v->failure != NULL && was->number > 0) {
        memcpy(was->knob, v->knob, sizeof was->knob);
        return;
    }
    const struct event *e = v->at.row < 0 ? NULL : &v->at.tape->event[stepper_event(&v->at)];
    *was = (struct whereabouts){.number = e != NULL ? e->number : 0,
                                .setup = e != NULL && e->setup,
                                .focus = v->focus,
                                .batch = v->batch,
                                .head = v->head,
                                .row = v->row,
                                .column = v->column,
                                .tier = v->tier};
    memcpy(was->knob, v->knob, sizeof was->knob);
}

static void return_to(struct viewer *v, const struct whereabouts *was)
{
    const struct tape *t = v->at.tape;
    int most = was->setup ? t->setup_count : t->step_count;
    v->focus = was->focus;
    v->batch = was->batch;
    v->head = was->head;
    v->row = was->row;
    v->column = was->column;
    v->tier = was->tier;
    memcpy(v->knob, was->knob, sizeof v->knob);
    stepper_to_number(&v->at, was->number < most ? was->number : most, was->setup);
    viewer_say(v, "%s %s.", v->failure != NULL ? "It fails with" : "Run again with", v->knob);
    v->page = v->failure != NULL ? PAGE_failure : PAGE_NONE;
}

/* The last screen of a script as text. */
static bool show_script(struct walker *w, struct viewer *v, unsigned *reaction)
{
    struct grid g;
    struct buf text = {0};
    v->width = w->width;
    v->height = w->height;
    if (!script_run(v, &w->script_at, reaction)) {
        return false;
    }
    if ((*reaction & REACT_AGAIN) != 0) {
        return true;
    }
    if (!grid_init(&g, w->width, w->height)) {
        return error_set(&v->at.tape->session->in.error, ERROR_MEMORY,
                         "the system has no memory left");
    }
    scene_draw(v, &g);
    grid_text(&g, &text);
    fwrite(buf_text(&text), 1, text.len, stdout);
    buf_free(&text);
    grid_free(&g);
    return true;
}

static bool show_screen(struct viewer *v, unsigned *reaction)
{
    struct error err = {0};
    if (!screen_open(&err)) {
        return error_set(&v->at.tape->session->in.error, ERROR_INPUT, "%s", err.text);
    }
    bool ok = screen_walk(v, reaction);
    screen_close();
    return ok;
}

static bool walk(struct walker *w, const struct warnings *warnings, struct lesson *lesson,
                 enum outcome outcome)
{
    unsigned reaction = REACT_QUIT;
    struct viewer v;
    struct buf failure = {0};
    char title[TITLE_MOST];
    short_title(w->options, title);
    if (outcome != OUTCOME_DONE) {
        interp_traceback(&w->tape.session->in, &failure);
    }
    error_clear(&w->tape.session->in.error);
    bool ok = viewer_init(&v, &w->tape, warnings, title);
    if (ok) {
        v.lesson = lesson;
        v.ascii = w->ascii;
        v.failure = outcome != OUTCOME_DONE ? buf_text(&failure) : NULL;
        if (w->again) {
            return_to(&v, &w->was);
        }
        ok =
            w->options->script != NULL ? show_script(w, &v, &reaction) : show_screen(&v, &reaction);
        w->again = ok && (reaction & REACT_AGAIN) != 0;
        remember(&v, &w->was);
        viewer_free(&v);
    }
    buf_free(&failure);
    return ok;
}

static int end(void *self, struct session *session, struct lesson *lesson, enum outcome outcome)
{
    struct walker *w = self;
    struct warnings warnings = {0};
    int status = (int)outcome;
    tape_finish(&w->tape);
    if (!stages_find(&w->tape) || !axes_find(&w->tape) || !warnings_find(&w->tape, &warnings) ||
        !walk(w, &warnings, lesson, outcome)) {
        command_complain(session->in.error.text);
        status = session->in.error.kind == ERROR_INPUT ? EXIT_USAGE : OUTCOME_LIMIT;
    }
    warnings_free(&warnings);
    tape_free(&w->tape);
    return status;
}

/* --set for the next run; a name that was set before gets the new number. */
static bool set_again(struct options *o, const char *knob, char settings[][TYPED_MOST + 1])
{
    size_t name = strcspn(knob, "=") + 1;
    int k = 0;
    while (k < o->set_count && strncmp(o->set[k], knob, name) != 0) {
        k++;
    }
    if (k == OPTIONS_MAX) {
        return false;
    }
    o->set_count += k == o->set_count;
    memcpy(settings[k], knob, strlen(knob) + 1);
    o->set[k] = settings[k];
    return true;
}

static int walk_file(const struct options *o, const struct walker *like)
{
    struct options now = *o;
    char settings[OPTIONS_MAX][TYPED_MOST + 1];
    struct walker *w = calloc(1, sizeof *w);
    const struct player player = {.self = w, .begin = begin, .end = end};
    if (w == NULL) {
        command_complain("the system has no memory left");
        return OUTCOME_LIMIT;
    }
    *w = *like;
    w->options = &now;
    w->script_at = buf_text(&w->script);
    int status = command_play(&now, false, &player);
    while (w->again && set_again(&now, w->was.knob, settings)) {
        memset(&w->tape, 0, sizeof w->tape);
        status = command_play(&now, false, &player);
    }
    free(w);
    return status;
}

/* --- the list of lessons --- */

/* The first paragraph behind the heading. */
static const char *about(const struct lesson *l)
{
    for (int k = 0; k < l->count; k++) {
        char *text = l->cells[k].text;
        if (l->cells[k].code || text == NULL) {
            continue;
        }
        text += strspn(text, "\n");
        if (*text == '#') {
            text += strcspn(text, "\n");
            text += strspn(text, "\n");
        }
        text[strcspn(text, "\n")] = '\0';
        return text;
    }
    return NULL;
}

static int choose(struct lesson *lessons, struct menu *m)
{
    struct menu_item items[64];
    struct error err = {0};
    int count = 0, chosen = -1;
    for (; count < lesson_count && count < 64; count++) {
        const struct lesson_file *f = &lesson_files[count];
        if (!lesson_read(&lessons[count], f->name, LESSON_MARKDOWN, f->text, f->len, &err)) {
            break;
        }
        items[count] = (struct menu_item){.name = catalog_name(f),
                                          .title = lessons[count].title,
                                          .about = about(&lessons[count])};
    }
    m->item = items;
    m->count = count;
    if (screen_open(&err)) {
        chosen = screen_menu(m);
        screen_close();
    } else {
        command_complain(err.text);
        chosen = -2;
    }
    for (int k = 0; k < count; k++) {
        lesson_free(&lessons[k]);
    }
    return chosen;
}

static int walk_lessons(const struct options *o, const struct walker *like)
{
    struct menu m = {0};
    struct lesson *lessons = calloc(64, sizeof *lessons);
    int status = OUTCOME_DONE;
    while (lessons != NULL) {
        struct options one = *o;
        int chosen = choose(lessons, &m);
        if (chosen < 0) {
            status = chosen == -2 ? EXIT_USAGE : OUTCOME_DONE;
            break;
        }
        one.rest[1] = catalog_name(&lesson_files[chosen]);
        one.rest_count = 2;
        status = walk_file(&one, like);
    }
    free(lessons);
    return status;
}

static bool read_options(const struct options *o, struct walker *w)
{
    struct error err = {0};
    char rest;
    w->width = SCENE_WIDTH;
    w->height = SCENE_HEIGHT;
    w->ascii = o->ascii;
    if (o->size != NULL && (sscanf(o->size, "%dx%d%c", &w->width, &w->height, &rest) != 2 ||
                            w->width < 1 || w->height < 1 || w->width > 1000 || w->height > 1000)) {
        command_complain("--size: give columns and lines, as in 80x24");
        return false;
    }
    if (o->script != NULL && !file_read(o->script, MAX_SCRIPT, &w->script, &err)) {
        command_complain(err.text);
        return false;
    }
    return true;
}

int command_walk(const struct options *o)
{
    struct walker like = {0};
    int status = EXIT_USAGE;
    if (read_options(o, &like)) {
        status = o->rest_count < 2 ? walk_lessons(o, &like) : walk_file(o, &like);
    }
    buf_free(&like.script);
    return status;
}
