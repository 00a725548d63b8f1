/* Asks exercises on the screen or as text: this is `qkv practice`. What was done is kept in the
 * state's folder. */
#define _XOPEN_SOURCE 700
#include "cli/walk/practice_terminal.h"

#include "base/file.h"
#include "base/text.h"
#include "cli/folder.h"
#include "cli/walk/state.h"
#include "cli/walk/walk.h"
#include "exercise/handin/marks.h"
#include "lang/run/library.h"
#include "lesson/catalog.h"
#include "tui/practice_told.h"
#include "tui/practice_word.h"
#include "tui/screen.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CODE_MOST ((size_t)1 << 20)
#define PATH_ROOM 4200

/* --- what was done --- */

static bool keeps(const struct practicing *g)
{
    return !g->o->no_state && strcmp(g->name, "-") != 0;
}

static void print_note(struct practicing *g, const char *sentence)
{
    if (g->over) {
        output_say("%s", sentence);
    } else {
        practice_note(g->p, sentence);
    }
}

/* Said once: whoever practices should know before the sitting is over. */
static void print_not_kept(struct practicing *g, const char *why)
{
    scoped_buf text = {0};
    buf_printf(&text, "What you do is not kept: %s.", why);
    if (!g->told) {
        print_note(g, buf_text(&text));
    }
    g->told = true;
}

static bool set_aside(struct practicing *g, const char *path, struct error *err)
{
    char beside[PATH_ROOM];
    scoped_buf text = {0};
    bool ok = folder_set_aside(path, beside, sizeof beside, err);
    if (ok) {
        buf_printf(&text,
                   "What was practised before is not known: this qkv does not understand %s; it is "
                   "kept as %s.",
                   path, beside);
        print_note(g, buf_text(&text));
    }
    return ok;
}

/* Into what is there by now, since two practices may run at once. */
static bool write_progress(struct practicing *g, const char *path, struct error *err)
{
    struct progress now = {0};
    scoped_buf text = {0};
    bool ok = state_progress(&now, false) || set_aside(g, path, err);
    if (ok) {
        practice_keep(g->p, g->name, &now);
        progress_write(&now, &text);
        ok = file_save(path, &text, err);
    }
    progress_free(&now);
    return ok;
}

/* After every step, so that whatever ends the program loses none. */
static void keep_progress(struct practicing *g)
{
    char path[PATH_ROOM];
    struct error err = {0};
    if (!keeps(g)) {
        return;
    }
    if (!folder_find(path, sizeof path)) {
        print_not_kept(g, "neither XDG_STATE_HOME nor HOME says where");
        return;
    }
    if (!folder_make(path)) {
        error_set(&err, ERROR_INPUT, "%.400s cannot be made: %s", path, strerror(errno));
        print_not_kept(g, err.text);
        return;
    }
    strcat(path, "/practice");
    if (!write_progress(g, path, &err)) {
        print_not_kept(g, err.text);
    }
}

/* --- code that is written elsewhere --- */

/* Files of one name in two folders are two lessons. */
static unsigned hash_of(const char *text)
{
    uint32_t hash = 2166136261u;
    for (; *text != '\0'; text++) {
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    }
    return hash;
}

/* Where the code of the question is kept while it is being written. False: nowhere. */
static bool draft_path(const struct practicing *g, char *out, size_t size)
{
    const struct task *t = &g->p->task[g->p->at];
    const char *slash = strrchr(g->name, '/');
    char folder[PATH_ROOM], number[32] = "", lesson[80];
    if (!keeps(g) || !folder_find(folder, sizeof folder) || !folder_make(folder) ||
        access(folder, W_OK) != 0) {
        return false;
    }
    if (t->draw > 0) {
        snprintf(number, sizeof number, "-%llu", (unsigned long long)t->draw);
    }
    if (slash != NULL) {
        snprintf(lesson, sizeof lesson, "%.60s-%08x", slash + 1, hash_of(g->name));
    } else {
        snprintf(lesson, sizeof lesson, "%.60s", g->name);
    }
    int len = snprintf(out, size, "%s/write-%s-%.100s%s.py", folder, lesson, t->name, number);
    return len > 0 && (size_t)len < size;
}

/* What an earlier sitting left of the question's code. */
static bool read_draft(const struct practicing *g, struct buf *out)
{
    struct editor at;
    struct error none = {0};
    return practice_takes_code(g->p) && draft_path(g, at.path, sizeof at.path) &&
           access(at.path, R_OK) == 0 && file_read(at.path, CODE_MOST, out, &none) &&
           text_clean(out, at.path, &none);
}

/* Once for each question: there is something to go on with. */
static void offer_draft(struct practicing *g)
{
    const struct task *t = &g->p->task[g->p->at];
    scoped_buf draft = {0};
    if (g->p->at == g->asked && t->draw == g->asked_draw) {
        return;
    }
    g->asked = g->p->at;
    g->asked_draw = t->draw;
    if (read_draft(g, &draft) && strcmp(buf_text(&draft), practice_begin(g->p)) != 0) {
        practice_draft(g->p, buf_text(&draft));
    }
}

/* The copy that is edited: the draft, where it can be kept; else one for this time alone. */
static bool begin_draft(struct practicing *g, const struct buf *text)
{
    struct error none = {0};
    if (!draft_path(g, g->editor.path, sizeof g->editor.path) ||
        !file_save(g->editor.path, text, &none)) {
        g->editor.path[0] = '\0';
        return false;
    }
    return true;
}

/* The editor has the terminal as long as it runs. What was not changed is no attempt. */
static bool edit(struct practicing *g)
{
    scoped_buf text = {0}, edited = {0};
    struct error why = {0};
    bool ok = true;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
        practice_say(g->p, "An editor needs a terminal; file NAME takes the code from a file.");
        return true;
    }
    buf_puts(&text, practice_begin(g->p));
    if (g->screen) {
        screen_close();
    }
    bool draft = begin_draft(g, &text);
    bool done =
        editor_run(&g->editor, g->p->task[g->p->at].name, ".py", &text, draft, 1, &edited, &why) &&
        text_clean(&edited, g->editor.path, &why);
    bool same = strcmp(buf_text(&text), buf_text(&edited)) == 0;
    bool start = g->p->question.code == NULL ? edited.len == 0
                                             : strcmp(g->p->question.code, buf_text(&edited)) == 0;
    if (g->screen && !screen_open(&g->err)) {
        ok = false;
    } else if (!done) {
        practice_say(g->p, why.text);
    } else if (same) {
        practice_say(g->p, "Nothing was changed: that was no attempt.");
    } else {
        ok = practice_code(g->p, buf_text(&edited), &g->err);
    }
    if (!draft || (done && start)) {
        editor_forget(&g->editor);
    }
    g->editor.path[0] = '\0'; /* a draft stays */
    return ok;
}

static bool read_file(struct practicing *g)
{
    scoped_buf text = {0};
    struct error why = {0};
    bool ok = true;
    if (stat(g->p->file, &g->seen) != 0) {
        g->seen = (struct stat){0};
    }
    if (file_read(g->p->file, CODE_MOST, &text, &why) && text_clean(&text, g->p->file, &why)) {
        ok = practice_code(g->p, buf_text(&text), &g->err);
    } else {
        practice_say(g->p, why.text);
    }
    return ok;
}

/* Whether the file was saved since; then it is judged. */
static bool look(void *self)
{
    struct practicing *g = self;
    struct stat now;
    if (g->p->file[0] == '\0' || stat(g->p->file, &now) != 0 ||
        (now.st_mtim.tv_sec == g->seen.st_mtim.tv_sec &&
         now.st_mtim.tv_nsec == g->seen.st_mtim.tv_nsec && now.st_size == g->seen.st_size &&
         now.st_ino == g->seen.st_ino)) {
        return false;
    }
    read_file(g);
    return true;
}

/* --- lines and keys --- */

static bool fulfil(struct practicing *g, enum practice_wish wish)
{
    return wish == PRACTICE_EDIT ? edit(g) : wish == PRACTICE_FILE ? read_file(g) : true;
}

static void print_text(const struct practice *p, bool whole)
{
    scoped_buf text = {0};
    if (whole) {
        practice_text(p, &text);
    } else {
        practice_told(p, &text);
    }
    output_printf("%s\n> ", buf_text(&text));
    output_flush();
}

static bool by_lines(struct practicing *g)
{
    char line[PRACTICE_LINE * 4];
    enum practice_wish wish = PRACTICE_STAY;
    uint64_t draw = 0;
    int at = -1;
    while (wish != PRACTICE_QUIT) {
        const struct task *t = &g->p->task[g->p->at];
        offer_draft(g);
        print_text(g->p, at != g->p->at || draw != t->draw);
        at = g->p->at;
        draw = t->draw;
        if (fgets(line, sizeof line, stdin) == NULL) {
            break;
        }
        line[strcspn(line, "\r\n")] = '\0';
        bool judged = look(g);
        if (judged && *line == '\0') {
            continue; /* the line only asked for what came of the file */
        }
        if (!practice_line(g->p, line, &wish, &g->err) || !fulfil(g, wish)) {
            return false;
        }
        if (wish != PRACTICE_QUIT) {
            keep_progress(g);
        }
    }
    output_printf("\n");
    return true;
}

static bool on_screen(struct practicing *g)
{
    enum practice_wish wish = PRACTICE_STAY;
    bool ok = screen_colors(g->o->color, g->o->theme, &g->err) && screen_take_keys(&g->err) &&
              screen_open(&g->err);
    while (ok && wish != PRACTICE_QUIT) {
        offer_draft(g);
        ok = screen_practice(g->p, look, g, &wish, &g->err) && fulfil(g, wish);
        if (wish != PRACTICE_QUIT) {
            keep_progress(g);
        }
        if (wish == PRACTICE_PLAIN) {
            screen_close();
            g->p->ascii = true;
            g->screen = false;
            return by_lines(g);
        }
    }
    screen_close();
    return ok;
}

/* --- what is asked about --- */

static bool complain_all(struct practicing *g, struct complaints *c)
{
    scoped_buf text = {0};
    complaints_write(c, g->lesson->file, g->lesson->whole != NULL ? g->lesson->whole : "", &text);
    output_error(buf_text(&text), text.len, VISIBLE_LINES);
    return error_set(&g->err, ERROR_INPUT, "the exercises of %s cannot be read", g->o->rest[1]);
}

/* How to leave the editor is told before it has the terminal. */
static void tell_editor(struct practicing *g)
{
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
        editor_told(g->told_editor);
        g->p->editor = g->told_editor;
    }
}

/* A lesson's exercises; of a file without any, its run. */
static bool begin(struct practicing *g)
{
    struct complaints complaints = {0};
    struct run_terms terms = marking_terms();
    terms.library = &g->library;
    uint64_t seed = g->o->seed != NULL ? strtoull(g->o->seed, NULL, 10) : 0;
    bool ok = exercises_read(&g->exercises, g->lesson, &complaints, &g->err) &&
              (complaints.errors == 0 || complain_all(g, &complaints));
    complaints_free(&complaints);
    if (!ok) {
        return false;
    }
    if (g->exercises.count > 0) {
        return practice_of_lesson(g->p, &g->exercises, &g->progress, g->name, seed, &terms,
                                  &g->err);
    }
    terms.seed = seed;
    terms.memory = g->o->max_memory;
    terms.limits.steps = g->o->max_steps;
    struct lesson *lesson = g->lesson;
    g->lesson = NULL;
    if (!run_make(&g->run, lesson, &terms, false, &g->err)) {
        return false;
    }
    if (g->run.failure.len > 0) {
        output_error(g->run.failure.data, g->run.failure.len, VISIBLE_LINES);
        return error_set(&g->err, ERROR_INPUT, "%s does not run to its end", g->o->rest[1]);
    }
    return practice_of_run(g->p, &g->run, &g->progress, g->name, seed, &terms, &g->err);
}

static bool practice(struct practicing *g, bool listed)
{
    if (command_open(g->o, g->lesson) != OUTCOME_DONE) {
        free(g->lesson);
        g->lesson = NULL;
        return false;
    }
    state_progress(&g->progress, !keeps(g));
    bool ok = begin(g) && practice_ask(g->p, &g->err);
    if (ok) {
        tell_editor(g);
        g->p->ascii = g->o->ascii || g->o->plain;
        g->p->listed = listed;
        g->screen = !g->o->plain && screen_is_there(strcmp(g->o->rest[1], "-") == 0);
        ok = g->screen ? on_screen(g) : by_lines(g);
        g->over = true;
        keep_progress(g);
    }
    return ok;
}

void practicing_free(struct practicing *g)
{
    if (g->p != NULL) {
        practice_free(g->p);
    }
    free(g->p);
    exercises_free(&g->exercises);
    run_free(&g->run);
    library_free(&g->library);
    progress_free(&g->progress);
    if (g->lesson != NULL) {
        lesson_free(g->lesson);
    }
    free(g->lesson);
}

bool practicing_beside(struct practicing *g, const struct options *o, const char *name,
                       const struct exercises *x)
{
    struct run_terms terms = marking_terms();
    *g = (struct practicing){.o = o, .name = name, .asked = -1};
    terms.library = &g->library;
    if (x->count == 0) {
        return true;
    }
    g->p = calloc(1, sizeof *g->p);
    state_progress(&g->progress, !keeps(g));
    if (g->p == NULL) {
        return error_memory(&g->err);
    }
    bool ok = practice_of_lesson(g->p, x, &g->progress, name, 0, &terms, &g->err);
    g->p->as_written = true;
    tell_editor(g);
    const struct lesson_file *here = catalog_find(name);
    if (ok && here != NULL) {
        practice_recall(g->p, here, &g->progress);
    }
    return ok;
}

bool practicing_heard(struct practicing *g, enum practice_wish wish)
{
    if (wish == PRACTICE_EDIT) {
        offer_draft(g);
    }
    bool ok = fulfil(g, wish);
    keep_progress(g);
    return ok;
}

int practice_one(const struct options *o, bool listed)
{
    struct practicing g = {.o = o, .asked = -1};
    const struct lesson_file *built_in = catalog_find(o->rest[1]);
    char *path = built_in == NULL ? realpath(o->rest[1], NULL) : NULL;
    g.name = built_in != NULL ? catalog_name(built_in) : path != NULL ? path : o->rest[1];
    g.lesson = calloc(1, sizeof *g.lesson);
    g.p = calloc(1, sizeof *g.p);
    bool ok = g.lesson != NULL && g.p != NULL && practice(&g, listed);
    if (!ok && g.err.kind != ERROR_NONE) {
        command_complain(g.err.text);
    }
    practicing_free(&g);
    free(path);
    return ok ? OUTCOME_DONE : command_status(&g.err);
}

int command_practice(const struct options *o)
{
    return o->rest_count > 1 ? practice_one(o, false) : walk_choose(o, true);
}
