/* qkv practice: exercises on the screen or as text. What was done is kept in the state's folder. */
#define _XOPEN_SOURCE 700
#include "base/file.h"
#include "cli/command.h"
#include "cli/editor.h"
#include "cli/folder.h"
#include "cli/walk_menu.h"
#include "exercise/marks.h"
#include "lesson/catalog.h"
#include "tui/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define STATE_MOST ((size_t)1 << 20)
#define CODE_MOST ((size_t)1 << 20)
#define PATH_ROOM 4200

struct practicing {
    const struct options *o;
    const char *name; /* under which progress is kept */
    struct lesson *lesson;
    struct exercises exercises;
    struct run run;
    struct progress progress;
    struct practice *p;
    struct editor editor;
    struct stat seen; /* the file that is looked at, as it was read last */
    bool screen;
    struct error err;
};

/* --- what was done --- */

static bool progress_path(const struct practicing *g, char *path, size_t size)
{
    if (g->o->no_state || strcmp(g->name, "-") == 0 || !folder_find(path, size)) {
        return false;
    }
    return true;
}

static void read_progress(const struct practicing *g, struct progress *progress)
{
    char path[PATH_ROOM];
    struct buf text = {0};
    struct error none = {0};
    if (!progress_path(g, path, sizeof path)) {
        return;
    }
    strcat(path, "/practice");
    if (file_read(path, STATE_MOST, &text, &none)) {
        progress_read(progress, buf_text(&text), text.len);
    }
    buf_free(&text);
}

/* After every step, so that whatever ends the program loses none; into what is there by now, since
 * two practices may run at once. */
static void keep_progress(struct practicing *g)
{
    char path[PATH_ROOM];
    struct progress now = {0};
    struct buf text = {0};
    struct error none = {0};
    if (!progress_path(g, path, sizeof path) || !folder_make(path)) {
        return;
    }
    strcat(path, "/practice");
    read_progress(g, &now);
    practice_keep(g->p, g->name, &now);
    progress_write(&now, &text);
    file_save(path, &text, &none); /* not kept is no error: the practice is over */
    buf_free(&text);
    progress_free(&now);
}

/* --- code that is written elsewhere --- */

/* The editor has the terminal as long as it runs. */
static bool edit(struct practicing *g)
{
    struct buf text = {0}, edited = {0};
    struct error why = {0};
    bool ok = true;
    buf_puts(&text, practice_begin(g->p));
    if (g->screen) {
        screen_close();
    }
    editor_forget(&g->editor);
    bool done =
        editor_run(&g->editor, g->p->task[g->p->at].name, ".py", &text, false, 1, &edited, &why);
    if (g->screen && !screen_open(&g->err)) {
        ok = false;
    } else if (!done) {
        practice_say(g->p, why.text);
    } else {
        ok = practice_code(g->p, buf_text(&edited), &g->err);
    }
    editor_forget(&g->editor);
    buf_free(&text);
    buf_free(&edited);
    return ok;
}

static bool read_file(struct practicing *g)
{
    struct buf text = {0};
    struct error why = {0};
    bool ok = true;
    if (stat(g->p->file, &g->seen) != 0) {
        g->seen = (struct stat){0};
    }
    if (file_read(g->p->file, CODE_MOST, &text, &why)) {
        ok = practice_code(g->p, buf_text(&text), &g->err);
    } else {
        practice_say(g->p, why.text);
    }
    buf_free(&text);
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
    struct buf text = {0};
    if (whole) {
        practice_text(p, &text);
    } else {
        practice_told(p, &text);
    }
    output_printf("%s\n> ", buf_text(&text));
    output_flush();
    buf_free(&text);
}

static bool by_lines(struct practicing *g)
{
    char line[PRACTICE_LINE * 4];
    enum practice_wish wish = PRACTICE_STAY;
    uint64_t draw = 0;
    int at = -1;
    while (wish != PRACTICE_QUIT) {
        const struct task *t = &g->p->task[g->p->at];
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
        keep_progress(g);
    }
    output_printf("\n");
    return true;
}

static bool on_screen(struct practicing *g)
{
    enum practice_wish wish = PRACTICE_STAY;
    bool ok = screen_take_keys(&g->err) && screen_open(&g->err);
    while (ok && wish != PRACTICE_QUIT) {
        ok = screen_practice(g->p, look, g, &wish, &g->err) && fulfil(g, wish);
        keep_progress(g);
    }
    screen_close();
    return ok;
}

/* --- what is asked about --- */

static bool complain_all(struct practicing *g, struct complaints *c)
{
    struct buf text = {0};
    complaints_write(c, g->lesson->file, g->lesson->whole != NULL ? g->lesson->whole : "", &text);
    output_error(buf_text(&text), text.len, VISIBLE_LINES);
    buf_free(&text);
    return error_set(&g->err, ERROR_INPUT, "the exercises of %s cannot be read", g->o->rest[1]);
}

/* A lesson's exercises; of a file without any, its run. */
static bool begin(struct practicing *g)
{
    struct complaints complaints = {0};
    struct run_terms terms = marking_terms();
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

static bool practice(struct practicing *g)
{
    if (!command_open(g->o, g->lesson)) {
        free(g->lesson);
        g->lesson = NULL;
        return false;
    }
    read_progress(g, &g->progress);
    bool ok = begin(g) && practice_ask(g->p, &g->err);
    if (ok) {
        g->p->ascii = g->o->ascii || g->o->plain;
        g->screen = !g->o->plain && screen_is_there(strcmp(g->o->rest[1], "-") == 0);
        ok = g->screen ? on_screen(g) : by_lines(g);
        keep_progress(g);
    }
    return ok;
}

static void close_all(struct practicing *g)
{
    if (g->p != NULL) {
        practice_free(g->p);
    }
    free(g->p);
    exercises_free(&g->exercises);
    run_free(&g->run);
    progress_free(&g->progress);
    if (g->lesson != NULL) {
        lesson_free(g->lesson);
    }
    free(g->lesson);
}

static int practice_file(const struct options *o)
{
    struct practicing g = {.o = o};
    const struct lesson_file *built_in = catalog_find(o->rest[1]);
    char *path = built_in == NULL ? realpath(o->rest[1], NULL) : NULL;
    g.name = built_in != NULL ? catalog_name(built_in) : path != NULL ? path : o->rest[1];
    g.lesson = calloc(1, sizeof *g.lesson);
    g.p = calloc(1, sizeof *g.p);
    bool ok = g.lesson != NULL && g.p != NULL && practice(&g);
    if (!ok && g.err.kind != ERROR_NONE) {
        command_complain(g.err.text);
    }
    close_all(&g);
    free(path);
    return ok ? OUTCOME_DONE : g.err.kind == ERROR_LIMIT ? OUTCOME_LIMIT : EXIT_USAGE;
}

int command_practice(const struct options *o)
{
    struct options one = *o;
    struct buf name = {0};
    if (o->rest_count > 1) {
        return practice_file(o);
    }
    enum walk_choice choice = walk_menu(o, o->plain || !screen_is_there(false), &name);
    int status = choice == CHOICE_FAILED ? EXIT_USAGE : OUTCOME_DONE;
    if (choice == CHOICE_MADE) {
        one.rest[1] = buf_text(&name);
        one.rest_count = 2;
        status = practice_file(&one);
    }
    buf_free(&name);
    return status;
}
