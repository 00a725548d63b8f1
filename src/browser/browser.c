/* Opens code as a page, and passes on what a person does. */
#include "browser/browser.h"

#include "exercise/handin/marks.h"
#include "files/beside.h"
#include "lesson/catalog.h"
#include "lesson/copy.h"
#include "tui/act.h"
#include "tui/act/act_guide.h"
#include "tui/act/act_step.h"
#include "tui/live.h"
#include "tui/plain.h"
#include "tui/practice_told.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct browser {
    struct live live;
    struct viewer viewer;
    struct lesson *written; /* as it was opened: the exercises are read from it, whatever is run */
    struct exercises exercises;
    struct practice *practice;
    char title[64], name[64];
    const char *wish;
};

static bool no_memory(struct error *err)
{
    return error_set(err, ERROR_MEMORY, "the system has no memory left");
}

struct run_terms browser_terms(void)
{
    struct run_terms terms = marking_terms();
    terms.memory = (size_t)1 << 30;
    terms.limits.steps = 100000000;
    terms.limits.fixed = true;
    return terms;
}

/* --- opening --- */

static struct lesson *read_lesson(const struct browser_code *code, struct error *err)
{
    const char *name = code->name, *text = code->text;
    const struct lesson_file *built_in = text == NULL ? catalog_find(name) : NULL;
    struct lesson *l = calloc(1, sizeof *l);
    if (l == NULL) {
        no_memory(err);
        return NULL;
    }
    bool known = text != NULL || built_in != NULL;
    bool ok = known ? built_in != NULL ? lesson_read(l, built_in->name, LESSON_MARKDOWN,
                                                     built_in->text, built_in->len, err)
                                       : copy_or_file(l, name, text, code->len, err)
                    : error_set(err, ERROR_INPUT, "there is no lesson %s", name);
    if (ok && code->beside != NULL && !beside_look(l, code->beside, err)) {
        lesson_free(l);
        ok = false;
    }
    if (!ok) {
        free(l);
        return NULL;
    }
    return l;
}

static void call_it(struct browser *b, const char *name, const struct lesson_file *built_in)
{
    const char *shown = built_in != NULL ? catalog_name(built_in) : name;
    snprintf(b->name, sizeof b->name, "%s", shown);
    snprintf(b->title, sizeof b->title, "%s", shown);
    for (char *c = b->title; built_in != NULL && *c != '\0'; c++) {
        *c = *c == '-' ? ' ' : *c;
    }
}

/* The exercises of a lesson; without memory they are not asked. */
static void add_exercises(struct browser *b, const struct progress *known)
{
    struct run_terms terms = marking_terms();
    struct complaints none = {.unheard = true};
    const struct progress nothing = {0};
    struct error ignored = {0};
    if (!exercises_read(&b->exercises, b->written, &none, &ignored) || b->exercises.count == 0 ||
        (b->practice = calloc(1, sizeof *b->practice)) == NULL) {
        complaints_free(&none);
        return;
    }
    complaints_free(&none);
    practice_of_lesson(b->practice, &b->exercises, known != NULL ? known : &nothing, b->name, 0,
                       &terms, &ignored);
    b->practice->as_written = b->practice->keeps = true;
    b->viewer.practice = b->practice;
    struct held held;
    held_find(&held, &b->exercises, known != NULL ? known : &nothing, b->name);
    live_hold(&b->live, &b->viewer, &held);
}

static bool begin(struct browser *b, struct lesson *l, const struct lesson_file *built_in,
                  const struct progress *known, const struct run_terms *terms, struct error *err)
{
    const struct run_terms own = browser_terms();
    struct run first;
    terms = terms != NULL ? terms : &own;
    if (!run_make(&first, l, terms, true, err) ||
        !live_open(&b->live, &first, terms, b->title, &b->viewer, err)) {
        return false;
    }
    struct viewer *v = &b->viewer;
    v->placeless = catalog_is_before(built_in, VIEWER_PLACES);
    v->keyless = true;
    add_exercises(b, known);
    if (built_in != NULL && built_in + 1 < lesson_files + lesson_count) {
        v->next_lesson = catalog_name(built_in + 1);
    }
    v->last_lesson = built_in == lesson_files + lesson_count - 1;
    live_tell(&b->live, v, &b->exercises);
    return viewer_look(v) || no_memory(err);
}

struct browser *browser_open(const struct browser_code *code, const struct progress *known,
                             const struct run_terms *terms, struct error *err)
{
    struct lesson *l = read_lesson(code, err);
    struct browser *b = l != NULL ? calloc(1, sizeof *b) : NULL;
    const struct lesson_file *built_in = code->text == NULL ? catalog_find(code->name) : NULL;
    if (b == NULL) {
        if (l != NULL) {
            lesson_free(l);
            free(l);
            no_memory(err);
        }
        return NULL;
    }
    b->wish = "";
    call_it(b, code->name, built_in);
    b->written = read_lesson(code, err);
    if (b->written == NULL) {
        lesson_free(l);
        free(l);
        browser_free(b);
        return NULL;
    }
    if (!begin(b, l, built_in, known, terms, err)) {
        browser_free(b);
        return NULL;
    }
    return b;
}

void browser_free(struct browser *b)
{
    if (b->live.title != NULL) {
        live_free(&b->live, &b->viewer);
    }
    if (b->practice != NULL) {
        practice_free(b->practice);
    }
    free(b->practice);
    exercises_free(&b->exercises);
    if (b->written != NULL) {
        lesson_free(b->written);
    }
    free(b->written);
    free(b);
}

/* --- what a person does --- */

/* What an action asks for is done, or left to the one who shows the page. */
static bool fulfil(struct browser *b, unsigned reaction, struct error *err)
{
    struct viewer *v = &b->viewer;
    b->wish = (reaction & REACT_EDIT) != 0     ? "edit"
              : (reaction & REACT_LESSON) != 0 ? "lesson"
              : (reaction & REACT_AGAIN) != 0  ? "program"
                                               : "";
    if ((reaction & REACT_AGAIN) != 0 && !live_again(&b->live, v, NULL, 0, err)) {
        return false;
    }
    if ((reaction & REACT_PICTURE) != 0) {
        viewer_say(v, "Pictures are written by qkv heatmap.");
    }
    return viewer_look(v) || no_memory(err);
}

static void forget_message(struct browser *b)
{
    b->viewer.typed.message[0] = '\0';
}

bool browser_key(struct browser *b, uint32_t key, struct error *err)
{
    forget_message(b);
    return fulfil(b, action_key(&b->viewer, key), err);
}

bool browser_line(struct browser *b, const char *text, struct error *err)
{
    unsigned reaction;
    return (plain_line(&b->viewer, text, &reaction) || no_memory(err)) && fulfil(b, reaction, err);
}

bool browser_code(struct browser *b, const char *text, struct error *err)
{
    struct practice *p = b->viewer.practice;
    forget_message(b);
    bool asked = p != NULL && p->open && practice_takes_code(p);
    return (!asked || practice_code(p, text, err)) && fulfil(b, REACT_DRAW, err);
}

bool browser_anew(struct browser *b, struct error *err)
{
    struct practice *p = b->viewer.practice;
    forget_message(b);
    bool asked = p != NULL && p->open;
    return (!asked || practice_anew(p, err)) && fulfil(b, REACT_DRAW, err);
}

bool browser_point(struct browser *b, int64_t row, int64_t column, struct error *err)
{
    struct viewer *v = &b->viewer;
    v->where.row = row < 0 ? 0 : row;
    v->where.column = column < 0 ? 0 : column;
    v->where.pointed = true;
    return fulfil(b, REACT_LOOK, err);
}

bool browser_source(struct browser *b, int input, int64_t row, int64_t column, struct error *err)
{
    forget_message(b);
    return fulfil(b, act_hop_source(&b->viewer, input, row, column), err);
}

bool browser_choose(struct browser *b, bool heads, int64_t at, struct error *err)
{
    struct viewer *v = &b->viewer;
    *(heads ? &v->where.head : &v->where.batch) = at < 0 ? 0 : at;
    v->where.chose = true;
    return fulfil(b, REACT_LOOK, err);
}

bool browser_row(struct browser *b, int row, struct error *err)
{
    struct viewer *v = &b->viewer;
    forget_message(b);
    if (row >= 0 && row < v->where.at.outline.count) {
        act_leave_ways(v);
        stepper_to_event(&v->where.at, v->where.at.outline.row[row].end - 1);
        act_land(v);
    }
    return fulfil(b, REACT_LOOK, err);
}

bool browser_stop(struct browser *b, int stop, struct error *err)
{
    struct viewer *v = &b->viewer;
    forget_message(b);
    if (v->guide != NULL && stop >= 0 && stop < v->guide->count) {
        v->chosen.untold = false;
        act_stand(v, stop);
    }
    return fulfil(b, REACT_LOOK, err);
}

bool browser_task(struct browser *b, int task, struct error *err)
{
    struct viewer *v = &b->viewer;
    int stop = v->guide != NULL ? v->guide->count - 1 : -1;
    bool found = false;
    for (; stop >= 0 && !found; stop -= !found) {
        const struct guide_stop *s = &v->guide->at[stop];
        int count = s->kind == GUIDE_MORE ? s->exercises : s->kind == GUIDE_EXERCISE;
        found = task >= s->exercise && task < s->exercise + count;
    }
    if (!found) {
        return fulfil(b, REACT_LOOK, err);
    }
    if (!browser_stop(b, stop, err)) {
        return false;
    }
    v->where.asking = v->guide->at[stop].kind == GUIDE_MORE;
    act_guide_ask(v, task);
    return fulfil(b, REACT_LOOK, err);
}

bool browser_edit(struct browser *b, const char *text, size_t len, struct error *err)
{
    forget_message(b);
    b->viewer.typed.wish = WISH_EDIT;
    bool ok = live_again(&b->live, &b->viewer, text, len, err) && viewer_look(&b->viewer);
    b->wish = "program";
    return ok || err->kind != ERROR_NONE || no_memory(err);
}

bool browser_prepare(struct browser *b)
{
    const struct viewer *v = &b->viewer;
    int stops = v->practice != NULL && v->guide != NULL ? v->guide->count : 0;
    for (int k = 0; k < stops; k++) {
        const struct guide_stop *s = &v->guide->at[(v->where.stop + k) % stops];
        int tasks = s->kind == GUIDE_EXERCISE ? 1 : s->kind == GUIDE_MORE ? s->exercises : 0;
        for (int task = s->exercise; task < s->exercise + tasks; task++) {
            if (practice_prepare(v->practice, task)) {
                return true;
            }
        }
    }
    return false;
}

void browser_keep(const struct browser *b, struct progress *known)
{
    if (b->practice != NULL) {
        practice_keep(b->practice, b->name, known);
    }
}

const char *browser_wish(const struct browser *b)
{
    return b->wish;
}

void browser_text(const struct browser *b, struct buf *out, int *line)
{
    live_text(&b->live, &b->viewer, out, line);
}

const struct viewer *browser_viewer(const struct browser *b)
{
    return &b->viewer;
}
