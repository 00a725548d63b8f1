/* qkv walk: the walkthrough on the screen. The code is run to its end first; walking only reads. */
#include "cli/command.h"

#include "base/file.h"
#include "lesson/catalog.h"
#include "trace/axes.h"
#include "trace/stages.h"
#include "tui/scene.h"
#include "tui/screen.h"
#include "tui/script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SCRIPT ((size_t)1 << 20)
#define TITLE_MOST 40

struct walker {
    const struct options *options;
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

/* The last screen of a script as text. */
static bool show_script(struct walker *w, struct viewer *v)
{
    struct grid g;
    struct buf text = {0};
    bool quit;
    v->width = w->width;
    v->height = w->height;
    if (!script_run(v, buf_text(&w->script), &quit)) {
        return false;
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

static bool show_screen(struct viewer *v)
{
    struct error err = {0};
    if (!screen_open(&err)) {
        return error_set(&v->at.tape->session->in.error, ERROR_INPUT, "%s", err.text);
    }
    bool ok = screen_walk(v);
    screen_close();
    return ok;
}

static bool walk(struct walker *w, const struct warnings *warnings, const struct lesson *lesson,
                 enum outcome outcome)
{
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
        ok = w->options->script != NULL ? show_script(w, &v) : show_screen(&v);
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

static int walk_file(const struct options *o, const struct walker *like)
{
    struct walker *w = calloc(1, sizeof *w);
    const struct player player = {.self = w, .begin = begin, .end = end};
    if (w == NULL) {
        command_complain("the system has no memory left");
        return OUTCOME_LIMIT;
    }
    *w = *like;
    w->options = o;
    int status = command_play(o, false, &player);
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
