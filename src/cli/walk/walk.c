/* Shows a run on the screen: this is `qkv walk`. The code is run to its end first; walking only
 * reads. */
#define _POSIX_C_SOURCE 200809L
#include "cli/walk/walk.h"

#include "cli/walk/practice_terminal.h"
#include "cli/walk/state.h"
#include "cli/walk/walk_menu.h"
#include "cli/walk/walk_picture.h"

#include "base/file.h"
#include "exercise/handin/marks.h"
#include "lesson/catalog.h"
#include "lesson/copy.h"
#include "trace/axes/axes.h"
#include "trace/stage/stages.h"
#include "trace/tape/location.h"
#include "tui/act/act_answer.h"
#include "tui/act/act_guide.h"
#include "tui/action.h"
#include "tui/live.h"
#include "tui/pane/grid_svg.h"
#include "tui/plain.h"
#include "tui/scene.h"
#include "tui/screen.h"
#include "tui/script.h"
#include "tui/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_SCRIPT ((size_t)1 << 20)
#define TITLE_MOST 64
#define PLAIN_LINE 512
#define PATH_MOST 4096
#define AGAIN_SECONDS 5 /* for another run, and four times what the first one took */

struct walker {
    const struct options *options;
    const char *script_at;
    struct tape tape;
    struct buf script; /* keys, when --script was given */
    int width, height; /* of the screen for a script */
    bool ascii;
    bool listed;               /* the list is behind it */
    bool plain, screen;        /* as text; on the terminal; neither: a script */
    time_t began, told;        /* the first run; when its progress was told last */
    struct train_watch waited; /* for it */
    struct editor editor;
    struct practicing practicing;
    struct signs *signs;
    struct buf *left;               /* of the list: the name of what was walked last, or NULL */
    const struct lesson_file *next; /* the person goes on to it; NULL: leaves */
};

/* Before there is a screen: once a second how far a training is. */
static bool tell_progress(void *self, int steps)
{
    struct walker *w = self;
    time_t now = time(NULL);
    if (now != w->told && now != w->began) {
        w->told = now;
        output_progress("\rrunning the code first: turn %d ", steps);
    }
    return true;
}

static bool begin(void *self, struct session *session)
{
    struct walker *w = self;
    w->began = time(NULL);
    if (!command_tape(w->options, &w->tape, session)) {
        return false;
    }
    w->waited = (struct train_watch){.turn = tell_progress, .self = w};
    w->tape.train.watch = w->screen ? &w->waited : NULL;
    return true;
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
static bool show_script(struct walker *w, struct viewer *v, struct error *err)
{
    struct grid g;
    scoped_buf text = {0};
    if (!grid_init(&g, w->width, w->height)) {
        return error_memory(err);
    }
    scene_draw(v, &g);
    grid_text(&g, &text);
    output_text(buf_text(&text), text.len);
    output_flush(); /* whoever waits for the frame does not wait for the end of the program */
    grid_free(&g);
    return true;
}

/* --- as text --- */

/* What a line has led to: a page, the step, a cell, a message. */
static void tell(struct viewer *v, unsigned reaction, int row)
{
    scoped_buf text = {0};
    if (v->typed.prompt != PROMPT_NONE) {
        plain_prompt(v, &text);
    } else if (v->where.page != PAGE_NONE) {
        plain_page(v, &text);
        v->where.page = PAGE_NONE;
    } else if ((reaction & REACT_LOOK) != 0 && v->where.at.row == row &&
               v->where.focus == FOCUS_CELLS && v->chosen.beside == BESIDE_INPUTS) {
        plain_cell(v, &text);
    } else if ((reaction & REACT_LOOK) != 0) {
        plain_step(v, &text);
    }
    if (v->typed.message[0] != '\0') {
        buf_printf(&text, "%s\n", v->typed.message);
    }
    buf_putc(&text, '\n');
    output_text(buf_text(&text), text.len);
    output_flush();
}

/* Lines until one that quits or asks for another run; the end of the input quits. */
static bool read_lines(struct viewer *v, unsigned *reaction)
{
    char line[PLAIN_LINE];
    bool same = (*reaction & REACT_PICTURE) != 0; /* the step was told before */
    *reaction = REACT_LOOK;
    if (!viewer_look(v)) {
        return false;
    }
    tell(v, same ? REACT_DRAW : REACT_LOOK, -1);
    while ((*reaction & REACT_ENDS) == 0) {
        int row = v->where.at.row;
        if (!command_read_line(line, sizeof line)) {
            *reaction = REACT_QUIT;
            return true;
        }
        if (!plain_line(v, line, reaction)) {
            return false;
        }
        if ((*reaction & REACT_ENDS) == 0) {
            tell(v, *reaction | (v->where.at.row != row ? REACT_LOOK : 0), row);
        }
    }
    return true;
}

/* --- keys --- */

/* Keys until one that quits or asks for another run. */
static bool press_keys(struct walker *w, struct viewer *v, unsigned *reaction, struct error *err)
{
    bool ok = true;
    if (w->plain) {
        ok = read_lines(v, reaction);
    } else if (w->options->script == NULL) {
        ok = screen_walk(v, reaction);
    } else {
        v->width = w->width;
        v->height = w->height;
        ok = script_run(v, &w->script_at, reaction);
        if (ok && (*reaction & (REACT_ENDS & ~(REACT_QUIT | REACT_PLAIN))) == 0) {
            return show_script(w, v, err);
        }
    }
    return ok || error_set(err, ERROR_MEMORY, "%s", v->where.at.tape->session->in.error.text);
}

static void print_copy(const struct walker *w, struct viewer *v)
{
    const char *home = getenv("HOME"), *path = w->editor.path;
    size_t len = home != NULL ? strlen(home) : 0;
    bool at_home = len > 1 && strncmp(path, home, len) == 0 && path[len] == '/';
    viewer_say(v, "%s; your copy: %s%.100s",
               v->where.page == PAGE_attempt ? "Not taken" : "Run as edited", at_home ? "~" : "",
               at_home ? path + len : path);
}

/* The editor has the terminal as long as it runs. */
static bool edit(struct walker *w, struct live *l, struct viewer *v, struct error *err)
{
    scoped_buf text = {0}, edited = {0};
    struct error why = {0};
    bool screen = w->screen, fresh = w->editor.path[0] == '\0', ok = true;
    int line, failed = l->failed_line;
    live_text(l, v, &text, &line);
    if (screen) {
        screen_close();
    }
    bool done = editor_run(&w->editor, w->options->rest[1], copy_ending(l->now.lesson), &text,
                           failed > 0, failed > 0 ? failed : line, &edited, &why);
    ok = !screen || screen_open(err);
    if (!done) {
        viewer_say(v, "%.150s", why.text);
    } else if (edited.len == text.len &&
               memcmp(buf_text(&edited), buf_text(&text), text.len) == 0) {
        viewer_say(v, "Nothing was changed.");
        l->failed_line = 0;
    } else if (ok) {
        ok = live_again(l, v, buf_text(&edited), edited.len, err);
        print_copy(w, v);
        fresh = false;
    }
    if (fresh) {
        editor_forget(&w->editor);
    }
    return ok;
}

/* The lesson behind this one in the course; NULL: there is none, or a script walks. */
static const struct lesson_file *lesson_behind(const struct options *o)
{
    const struct lesson_file *here = catalog_find(o->rest[1]);
    return here != NULL && o->script == NULL && here + 1 < lesson_files + lesson_count ? here + 1
                                                                                       : NULL;
}

/* The screen as text, with its layers of styles and heat; as a picture, if the name says so. */
static bool write_display(const struct walker *w, const struct viewer *v, const char *path,
                          struct error *err)
{
    struct grid g;
    scoped_buf text = {0};
    int width = v->width >= SCENE_WIDTH ? v->width : SCENE_WIDTH;
    int height = v->height >= SCENE_HEIGHT ? v->height : SCENE_HEIGHT;
    struct viewer now = *v;
    now.typed.message[0] = '\0';
    now.chosen.mono = v->chosen.mono || !walk_picture_is_svg(path);
    now.width = width;
    now.height = height;
    if (!grid_init(&g, width, height)) {
        return error_memory(err);
    }
    scene_draw(&now, &g);
    if (walk_picture_is_svg(path)) {
        const char *theme = w->options->theme;
        grid_svg(&g, v->chosen.map, theme != NULL && strcmp(theme, "light") == 0, &text);
    } else {
        grid_text(&g, &text);
        buf_printf(&text, "--- cursor %d %d\n", g.cursor_x, g.cursor_y);
        grid_styles(&g, &text);
    }
    grid_free(&g);
    return file_save(path, &text, err);
}

static bool write_as_wished(const struct walker *w, struct viewer *v,
                            const struct walk_picture *picture, const char *path, struct error *err)
{
    return v->typed.display ? write_display(w, v, path, err)
                            : walk_picture_write(picture, path, err);
}

/* What is there is not written over unless that was asked for. */
static void write_picture(const struct walker *w, struct viewer *v)
{
    const struct plane *p = &v->fetched.out.slice;
    const struct walk_picture picture = {.tape = v->where.at.tape,
                                         .event = stepper_event(&v->where.at),
                                         .batch = p->batch,
                                         .head = p->head_axis >= 0 ? p->head : -1};
    char path[PATH_MOST];
    struct error err = {0};
    if (v->typed.display) {
        snprintf(path, sizeof path, "%s", v->typed.text);
    } else {
        walk_picture_path(v->typed.text, path, sizeof path);
    }
    if (!v->typed.over && access(path, F_OK) == 0) {
        v->typed.prompt = PROMPT_OVER;
    } else if (write_as_wished(w, v, &picture, path, &err)) {
        viewer_say(v, "Written: %.140s", v->typed.text);
    } else {
        viewer_say(v, "Not written: %.140s", err.text);
    }
}

/* The terminal is too small for the screen, and will stay so. */
static void go_on_as_text(struct walker *w, struct viewer *v)
{
    screen_close();
    w->screen = w->practicing.screen = false;
    w->plain = v->chosen.ascii = true;
    v->width = v->height = 0;
}

struct waiting { /* for a run that trains */
    struct viewer *viewer;
    struct timespec shown;
};

/* Says ten times a second how far the run is; Esc and ^C end it. */
static bool wait_on(void *self, int steps)
{
    struct waiting *w = self;
    struct viewer *v = w->viewer;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if ((now.tv_sec - w->shown.tv_sec) * 1000 + (now.tv_nsec - w->shown.tv_nsec) / 1000000 < 100) {
        return true;
    }
    w->shown = now;
    if (v->typed.wish == WISH_TRAIN) { /* the same code: it will make as many steps as before */
        viewer_say(v, "Running again to training step %d: turn %d of %d. Esc stops.",
                   v->typed.train, steps, v->where.at.tape->train.count);
    } else if (v->typed.wish == WISH_ASK) {
        viewer_say(v, "Asking at every step: %d of %d. Esc stops.", steps,
                   v->where.at.tape->event_count);
    } else {
        viewer_say(v, "Running again: turn %d. Esc stops.", steps);
    }
    return screen_wait(v);
}

static bool keep_walking(struct walker *w, struct live *l, struct viewer *v, struct error *err)
{
    unsigned reaction = REACT_NONE;
    bool ok = true;
    struct waiting waiting = {.viewer = v};
    struct train_watch watch = {.turn = wait_on, .self = &waiting};
    l->terms.watch = w->screen ? &watch : NULL;
    while (ok && (ok = press_keys(w, v, &reaction, err))) {
        l->terms.watch = w->screen ? &watch : NULL;
        clock_gettime(CLOCK_MONOTONIC, &waiting.shown);
        if ((reaction & REACT_EDIT) != 0) {
            ok = edit(w, l, v, err);
        } else if ((reaction & REACT_AGAIN) != 0) {
            ok = live_again(l, v, NULL, 0, err);
        } else if ((reaction & REACT_PICTURE) != 0) {
            write_picture(w, v);
        } else if ((reaction & REACT_ANSWER) != 0) {
            ok = practicing_heard(&w->practicing, v->typed.asked) ||
                 error_set(err, ERROR_MEMORY, "%s", w->practicing.err.text);
            act_answered(v); /* code from a file is judged by now */
        } else if ((reaction & REACT_PLAIN) != 0 && w->screen) {
            go_on_as_text(w, v);
        } else if ((reaction & REACT_LESSON) != 0) {
            w->next = lesson_behind(w->options);
            break;
        } else {
            break;
        }
    }
    return ok;
}

static void read_terms(const struct walker *w, const struct lesson *lesson, const struct session *s,
                       struct run_terms *out)
{
    const struct options *o = w->options;
    *out = (struct run_terms){.memory = o->max_memory,
                              .threads = o->threads > 1024 ? 1024 : (int)o->threads,
                              .baseline = o->simd != NULL && strcmp(o->simd, "baseline") == 0,
                              .seeded = o->seed != NULL,
                              .seed = o->seed != NULL ? strtoull(o->seed, NULL, 10) : 0,
                              .last_cell = command_last_cell(o, lesson),
                              .files = s->in.files,
                              .limits = s->in.limits,
                              .train = w->tape.train.window};
    if (out->limits.seconds <= 0) { /* somebody waits before the screen */
        out->limits.seconds = AGAIN_SECONDS + 4 * difftime(time(NULL), w->began);
    }
}

/* Runs the other file under the same terms, without its output. */
static bool compare(const struct walker *w, struct live *l, struct viewer *v,
                    const struct run_terms *terms, struct error *err)
{
    struct options other = *w->options;
    struct lesson *lesson = calloc(1, sizeof *lesson);
    struct run run;
    struct run_terms whole = *terms; /* --cells is about the first one */
    char title[TITLE_MOST];
    whole.last_cell = 0;
    other.rest[1] = other.compare;
    other.set_count = 0;
    if (lesson == NULL || command_open(&other, lesson) != OUTCOME_DONE) {
        free(lesson);
        return error_set(err, ERROR_INPUT, "there is nothing to compare with");
    }
    if (!run_make(&run, lesson, &whole, true, err)) {
        return false;
    }
    short_title(&other, title);
    bool ok = live_compare(l, v, &run, title, err);
    if (!ok) {
        run_free(&run);
    }
    return ok;
}

/* A person sits there, and the code has a name by which it is known again. */
static bool keeps_place(const struct walker *w)
{
    return (w->screen || (w->plain && screen_is_there(false))) &&
           strcmp(w->options->rest[1], "-") != 0;
}

/* Bug hunts of the lesson that are open. */
static bool hold_back(const struct walker *w, struct live *l, struct viewer *v, struct exercises *x,
                      const struct lesson *lesson, struct error *err)
{
    struct complaints none = {.unheard = true};
    struct progress progress = {0};
    struct held held = {0};
    char *known = state_name(w->options->rest[1]);
    bool ok = exercises_read(x, lesson, &none, err);
    state_progress(&progress, w->options->no_state);
    if (ok) {
        held_find(&held, x, &progress, known != NULL ? known : "");
        live_hold(l, v, &held);
    }
    progress_free(&progress);
    complaints_free(&none);
    free(known);
    return ok;
}

/* The first event that --step, --stage or --line asks for, of the set-up only where there is no
 * other; -1: there is none. */
static int first_event(const struct options *o, const struct tape *t)
{
    enum stage stage = STAGE_COUNT;
    char *end;
    bool setup = o->step != NULL && *o->step == 's';
    long step = o->step != NULL ? strtol(o->step + setup, &end, 10) : 0;
    long line = o->line != NULL ? strtol(o->line, &end, 10) : 0;
    if (o->stage != NULL && !stage_of_name(o->stage, &stage)) {
        return -1;
    }
    int found = -1;
    for (int k = 0; k < t->event_count && (found < 0 || t->event[found].setup); k++) {
        const struct event *e = &t->event[k];
        if ((step == 0 || (e->number == step && e->setup == setup)) &&
            (stage == STAGE_COUNT || e->stage == stage) &&
            (line == 0 || (e->code.source != NULL && location_module(t, &e->code) == NULL &&
                           location_of(&e->code).line == line))) {
            found = found < 0 || !e->setup ? k : found;
        }
    }
    return found;
}

/* Where a teacher wants to begin: operation by operation from there on. */
static bool begin_at(const struct options *o, struct viewer *v, struct error *err)
{
    const char *number[] = {o->step, o->line};
    for (int k = 0; k < 2; k++) {
        const char *text = number[k];
        char *end;
        if (text != NULL &&
            (strtol(text + (k == 0 && *text == 's'), &end, 10) < 1 || *end != '\0')) {
            return error_set(err, ERROR_INPUT, "--%s %s: give a number from 1",
                             k == 0 ? "step" : "line", text);
        }
    }
    bool asked = o->step != NULL || o->stage != NULL || o->line != NULL;
    int event = asked ? first_event(o, v->where.at.tape) : -1;
    v->chosen.guessing = v->chosen.hidden = o->hidden;
    v->chosen.untold = asked;
    if (asked && event < 0) {
        scoped_buf what = {0};
        buf_printf(&what, "%s%s%s%s%s%s", o->step != NULL ? " --step " : "",
                   o->step != NULL ? o->step : "", o->stage != NULL ? " --stage " : "",
                   o->stage != NULL ? o->stage : "", o->line != NULL ? " --line " : "",
                   o->line != NULL ? o->line : "");
        error_set(err, ERROR_INPUT, "%s has no step for%s; qkv trace lists its steps", o->rest[1],
                  buf_text(&what));
        return false;
    }
    if (asked) {
        stepper_to_event(&v->where.at, event);
        act_sync(v);
    }
    v->chosen.guessed = v->where.at.row;
    return true;
}

static bool walk(struct walker *w, struct warnings *warnings, struct lesson *lesson,
                 enum outcome outcome, struct error *err)
{
    struct viewer v;
    struct live l;
    struct run first;
    struct run_terms terms;
    char title[TITLE_MOST];
    short_title(w->options, title);
    read_terms(w, lesson, w->tape.session, &terms);
    run_borrow(&first, lesson, &w->tape, warnings, outcome);
    if (!live_open(&l, &first, &terms, title, &v, err)) {
        return false;
    }
    v.chosen.ascii = w->ascii;
    v.placeless = catalog_is_before(catalog_find(w->options->rest[1]), VIEWER_PLACES);
    v.signs = w->screen ? w->signs : NULL;
    struct exercises exercises = {0};
    if (!hold_back(w, &l, &v, &exercises, lesson, err) ||
        (w->options->compare != NULL && !compare(w, &l, &v, &terms, err))) {
        live_free(&l, &v);
        exercises_free(&exercises);
        return false;
    }
    char *name = state_name(w->options->rest[1]);
    const struct lesson_file *next = lesson_behind(w->options);
    if (!practicing_beside(&w->practicing, w->options, name != NULL ? name : "-", &exercises)) {
        v.typed.message[0] = '\0'; /* without memory they are not asked */
    }
    w->practicing.screen = w->screen;
    v.practice = w->practicing.p;
    char editor[EDITOR_TOLD];
    editor_told(editor);
    v.editor = w->screen || !w->plain || screen_is_there(false) ? editor : NULL;
    v.listed = w->listed;
    v.next_lesson = next != NULL ? catalog_name(next) : NULL;
    v.last_lesson = catalog_find(w->options->rest[1]) == lesson_files + lesson_count - 1;
    live_tell(&l, &v, &exercises);
    bool keeps = keeps_place(w), begins = begin_at(w->options, &v, err);
    if (keeps && begins && !v.chosen.untold) {
        state_return(w->options->rest[1], w->options->no_state, &v);
    }
    int places = warnings_places(warnings);
    if (places > 0 && v.typed.message[0] == '\0' && catalog_find(w->options->rest[1]) == NULL) {
        viewer_say(&v, "%d place%s of this code %s warned of; ! shows %s.", places,
                   places > 1 ? "s" : "", places > 1 ? "are" : "is", places > 1 ? "them" : "it");
    }
    bool ok = begins && (!w->screen || (screen_take_keys(err) && screen_open(err)));
    if (ok) {
        ok = keep_walking(w, &l, &v, err);
        if (keeps && w->screen && terminal_asked() != 0) { /* a signal: the screen's end is all's */
            state_keep(w->options->rest[1], w->options->no_state, &v, w->tape.step_count);
        }
        if (w->screen) {
            screen_close();
        }
        if (w->practicing.p != NULL && practice_has_recalled(w->practicing.p)) {
            practicing_heard(&w->practicing, PRACTICE_STAY); /* next time others are asked */
        }
        if (keeps) {
            state_keep(w->options->rest[1], w->options->no_state, &v, w->tape.step_count);
        }
    }
    live_free(&l, &v);
    practicing_free(&w->practicing);
    exercises_free(&exercises);
    free(name);
    return ok;
}

static int end(void *self, struct session *session, struct lesson *lesson, enum outcome outcome)
{
    struct walker *w = self;
    struct warnings warnings = {0};
    struct error err = {0};
    int status = (int)outcome;
    tape_finish(&w->tape);
    if (w->told != 0) {
        output_progress("\r%60s\r", "");
    }
    if (!stages_find(&w->tape) || !axes_find(&w->tape) || !warnings_find(&w->tape, &warnings)) {
        err = session->in.error;
    } else {
        walk(w, &warnings, lesson, outcome, &err);
    }
    if (err.kind != ERROR_NONE) {
        command_complain(err.text);
        status = err.kind == ERROR_INPUT ? EXIT_USAGE : OUTCOME_LIMIT;
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
    w->script_at = buf_text(&w->script);
    w->editor.scripted = o->script != NULL;
    int status = command_play(o, false, &player);
    const struct lesson_file *next = w->next;
    if (w->editor.path[0] != '\0') {
        output_say("your edited copy is %s", w->editor.path);
    }
    free(w);
    if (next != NULL) { /* the course goes on */
        struct options one = *o;
        one.rest[1] = next->name;
        if (like->left != NULL) {
            buf_clear(like->left);
            buf_puts(like->left, catalog_name(next));
        }
        return walk_file(&one, like);
    }
    return status;
}

/* --- the list of lessons --- */

/* Nothing was walked or practised so far. */
static bool is_first(const struct options *o)
{
    struct state state;
    struct progress progress = {0};
    state_read(&state, o->no_state);
    state_progress(&progress, o->no_state);
    bool first =
        !o->no_state && state.bookmarks.count == 0 && progress.count == 0 && state.note[0] == '\0';
    state_free(&state);
    progress_free(&progress);
    return first;
}

/* A first walk begins with a trained head. WELCOME_LIST where it cannot be shown. */
static enum welcome_answer welcome(void)
{
    struct welcome w;
    struct error none = {0};
    struct run_terms terms = marking_terms();
    enum welcome_answer answer = WELCOME_LIST;
    if (welcome_open(&w, &terms, &none) && screen_open(&none)) {
        answer = screen_welcome(&w);
        screen_close();
    }
    welcome_free(&w);
    return answer;
}

/* *name becomes what was walked last: the course may go on. */
static int open_one(const struct options *o, struct buf *name, bool plain, bool practice,
                    const struct walker *like)
{
    scoped_buf first = {0};
    struct options one = *o;
    struct walker here = *like;
    buf_puts(&first, buf_text(name));
    one.rest[1] = buf_text(&first);
    one.rest_count = 2;
    one.plain = here.plain = plain;
    here.screen = !plain;
    here.listed = true;
    here.left = name;
    here.ascii = like->ascii || plain;
    return practice ? practice_one(&one, true) : walk_file(&one, &here);
}

static int choose(const struct options *o, const struct walker *like, bool practice)
{
    bool first = !practice && like->screen && is_first(o), plain = like->plain;
    enum welcome_answer answer = first ? welcome() : WELCOME_LIST;
    if (answer == WELCOME_QUIT) {
        return OUTCOME_DONE;
    }
    plain = plain || answer == WELCOME_PLAIN;
    scoped_buf name = {0};
    if (answer == WELCOME_BEGIN) {
        buf_puts(&name, catalog_name(&lesson_files[0]));
        open_one(o, &name, false, false, like);
    }
    enum walk_choice choice = CHOICE_MADE;
    int status = OUTCOME_DONE;
    while (choice == CHOICE_MADE &&
           status != EXIT_USAGE) { /* else the list would hide what was said */
        choice = walk_menu(o, &plain, &practice, &name);
        if (choice == CHOICE_MADE) {
            status = open_one(o, &name, plain, practice, like);
        }
    }
    return choice == CHOICE_FAILED ? EXIT_USAGE : status;
}

static bool read_options(const struct options *o, struct walker *w)
{
    struct error err = {0};
    char rest;
    w->width = SCENE_WIDTH;
    w->height = SCENE_HEIGHT;
    w->ascii = o->ascii || o->plain;
    bool piped = o->rest_count > 1 && strcmp(o->rest[1], "-") == 0;
    w->plain = o->script == NULL && (o->plain || !screen_is_there(piped));
    w->screen = o->script == NULL && !w->plain;
    if (o->size != NULL && (sscanf(o->size, "%dx%d%c", &w->width, &w->height, &rest) != 2 ||
                            w->width < 1 || w->height < 1 || w->width > 1000 || w->height > 1000)) {
        command_complain("--size: give columns and lines, as in 80x24");
        return false;
    }
    if (!screen_colors(o->color, o->theme, &err)) {
        command_complain(err.text);
        return false;
    }
    if (o->script != NULL && !file_read(o->script, MAX_SCRIPT, &w->script, &err)) {
        command_complain(err.text);
        return false;
    }
    return true;
}

/* A file, or what is chosen of the list (`chooses`). */
static int walk_any(const struct options *o, bool chooses, bool practice)
{
    struct signs signs = {0};
    struct walker like = {.signs = &signs};
    int status = EXIT_USAGE;
    if (read_options(o, &like)) {
        bool off = o->no_state || !like.screen;
        state_signs(&signs, off);
        status = chooses ? choose(o, &like, practice) : walk_file(o, &like);
        state_keep_signs(&signs, off);
    }
    signs_free(&signs);
    buf_free(&like.script);
    return status;
}

int walk_choose(const struct options *o, bool practice)
{
    return walk_any(o, true, practice);
}

int command_walk(const struct options *o)
{
    return walk_any(o, o->rest_count < 2, false);
}
