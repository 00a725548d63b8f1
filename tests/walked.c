/* Runs a lesson or a text with a tape, presses keys, and compares screens with golden files. */
#include "walked.h"

#include "base/file.h"

#include "lesson/catalog.h"
#include "plot/pictures.h"
#include "trace/axes/axes.h"
#include "trace/stage/stages.h"
#include "tui/action.h"
#include "tui/scene.h"
#include "tui/script.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void run_cells(struct walked *w)
{
    struct program *p = &w->program;
    p->outcome = OUTCOME_DONE;
    p->session->in.pictures = pictures_dropped(w->lesson.format != LESSON_PYTHON);
    for (int k = 0; k < w->lesson.count && p->outcome == OUTCOME_DONE; k++) {
        if (w->lesson.cells[k].code) {
            const struct source *source = lesson_source(&w->lesson, &w->lesson.cells[k]);
            ck_assert_ptr_nonnull(source);
            p->outcome = interp_run(&p->session->in, source, &p->last, &p->has_last);
        }
    }
}

static void open_one(struct walked *w, const char *name)
{
    bool anew = *name == '=';
    name += anew;
    const struct lesson_file *file = strchr(name, '\n') == NULL ? catalog_find(name) : NULL;
    struct error err = {0};
    memset(w, 0, sizeof *w);
    program_open(&w->program, 0, NULL);
    if (file != NULL) {
        ck_assert(
            lesson_read(&w->lesson, file->name, LESSON_MARKDOWN, file->text, file->len, &err));
    } else if (strncmp(name, "tests/", 6) == 0) {
        struct buf text = {0};
        ck_assert_msg(file_read(name, (size_t)1 << 20, &text, &err), "%s", err.text);
        ck_assert(lesson_read(&w->lesson, name, LESSON_MARKDOWN, buf_text(&text), text.len, &err));
        buf_free(&text);
    } else {
        ck_assert(lesson_read(&w->lesson, "test.py", LESSON_PYTHON, name, strlen(name), &err));
    }
    for (int k = 0; anew && k < w->lesson.count; k++) {
        w->lesson.cells[k].line = 1;
    }
    ck_assert(tape_start(&w->tape, w->program.session));
    run_cells(w);
    tape_finish(&w->tape);
    ck_assert(stages_find(&w->tape) && axes_find(&w->tape));
    ck_assert(warnings_find(&w->tape, &w->warnings));
    struct run first;
    const struct run_terms terms = {
        .threads = 1, .limits = {.depth = 1000}, .library = &trees, .stack = own_stack};
    run_borrow(&first, &w->lesson, &w->tape, &w->warnings, w->program.outcome);
    ck_assert(
        live_open(&w->live, &first, &terms, file != NULL ? name : "test.py", &w->viewer, &err));
    w->viewer.width = SCENE_WIDTH;
    w->viewer.height = SCENE_HEIGHT;
    w->viewer.editor = "ed: w and q leave it.";
    w->viewer.placeless = catalog_is_before(file, VIEWER_PLACES);
    ck_assert(viewer_look(&w->viewer));
}

void walked_compare(struct walked *w, const char *name)
{
    bool code = strchr(name, '\n') != NULL;
    const struct lesson_file *file = code ? NULL : catalog_find(name);
    const struct run_terms terms = {
        .threads = 1, .limits = {.depth = 1000}, .library = &trees, .stack = own_stack};
    struct lesson *lesson = calloc(1, sizeof *lesson);
    struct error err = {0};
    struct run run;
    ck_assert(lesson != NULL && (file != NULL || code));
    ck_assert(code ? lesson_read(lesson, "other.py", LESSON_PYTHON, name, strlen(name), &err)
                   : lesson_read(lesson, file->name, LESSON_MARKDOWN, file->text, file->len, &err));
    ck_assert(run_make(&run, lesson, &terms, true, &err));
    ck_assert(live_compare(&w->live, &w->viewer, &run, file != NULL ? name : "other.py", &err));
}

/* Its text and its exercises, with the numbers of its file. */
static void tell(struct walked *w, const char *name)
{
    struct complaints none = {0};
    struct error err = {0};
    const struct run_terms terms = {.threads = 1,
                                    .limits = {.steps = 10000000, .depth = 1000},
                                    .library = &trees,
                                    .stack = own_stack};
    ck_assert(exercises_read(&w->exercises, &w->lesson, &none, &err));
    complaints_free(&none);
    if (w->exercises.count > 0) {
        ck_assert_msg(
            practice_of_lesson(&w->practice, &w->exercises, &w->progress, name, 0, &terms, &err),
            "%s", err.text);
        w->practice.as_written = true;
        if (catalog_find(name) != NULL) {
            practice_recall(&w->practice, catalog_find(name), &w->progress);
        }
        w->viewer.practice = &w->practice;
    }
    live_tell(&w->live, &w->viewer, &w->exercises);
    ck_assert(viewer_look(&w->viewer));
}

void walked_open(struct walked *w, const char *name)
{
    const char *bar = strchr(name, '\n') == NULL ? strchr(name, '|') : NULL;
    char first[64];
    if (bar == NULL) {
        bool told = *name == '+';
        open_one(w, name + told);
        if (told) {
            tell(w, name + 1);
        }
        return;
    }
    snprintf(first, sizeof first, "%.*s", (int)(bar - name), name);
    open_one(w, first);
    w->viewer.title = "compared";
    walked_compare(w, bar + 1);
}

void walked_close(struct walked *w)
{
    live_free(&w->live, &w->viewer);
    practice_free(&w->practice);
    progress_free(&w->progress);
    exercises_free(&w->exercises);
    warnings_free(&w->warnings);
    tape_free(&w->tape);
    program_close(&w->program);
    lesson_free(&w->lesson);
}

bool walked_press(struct walked *w, const char *keys)
{
    unsigned reaction;
    struct error err = {0};
    w->again = 0;
    do {
        ck_assert(script_run(&w->viewer, &keys, &reaction));
        if ((reaction & REACT_EDIT) != 0 && w->edited != NULL) {
            ck_assert(live_again(&w->live, &w->viewer, w->edited, strlen(w->edited), &err));
            w->again++;
        } else if ((reaction & REACT_AGAIN) != 0) {
            ck_assert(live_again(&w->live, &w->viewer, NULL, 0, &err));
            w->again++;
        }
        w->again += (reaction & REACT_ANSWER) != 0;
        if ((reaction & REACT_PICTURE) != 0) { /* pictures are no matter of the library */
            viewer_say(&w->viewer, "Written: %.100s", w->viewer.typed.text);
        }
        ck_assert(viewer_look(&w->viewer));
    } while ((reaction & (REACT_AGAIN | REACT_EDIT | REACT_PICTURE | REACT_ANSWER)) != 0);
    return (reaction & REACT_QUIT) != 0;
}

char *walked_screen(struct walked *w, int width, int height, bool styles)
{
    struct grid g;
    struct buf text = {0};
    w->viewer.width = width;
    w->viewer.height = height;
    ck_assert(grid_init(&g, width, height));
    scene_draw(&w->viewer, &g);
    grid_text(&g, &text);
    if (styles) {
        buf_printf(&text, "--- cursor %d %d\n", g.cursor_x, g.cursor_y);
        grid_styles(&g, &text);
    }
    grid_free(&g);
    buf_puts(&text, "");
    return text.data;
}

void walked_drawn(const char *name, struct grid *g)
{
    struct buf text = {0}, path = {0};
    grid_text(g, &text);
    grid_styles(g, &text);
    buf_printf(&path, "tests/scenes/%s.txt", name);
    walked_golden(buf_text(&path), buf_text(&text));
    buf_free(&text);
    buf_free(&path);
    grid_free(g);
}

void walked_golden(const char *path, const char *screen)
{
    struct buf golden = {0};
    struct error err = {0};
    FILE *f;
    if (getenv("UPDATE") != NULL && (f = fopen(path, "wb")) != NULL) {
        fputs(screen, f);
        fclose(f);
    }
    ck_assert_msg(file_read(path, (size_t)1 << 22, &golden, &err), "%s\n%.3000s", err.text, screen);
    int line = 1, begin = 0;
    for (int k = 0; screen[k] != '\0' && screen[k] == buf_text(&golden)[k]; k++) {
        line += screen[k] == '\n';
        begin = screen[k] == '\n' ? k + 1 : begin;
    }
    ck_assert_msg(strcmp(screen, buf_text(&golden)) == 0, "%s, from line %d on, is\n%.3000s", path,
                  line, screen + begin);
    buf_free(&golden);
}
