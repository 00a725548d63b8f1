/* Reads a lesson's exercises, fence by fence. An exercise with an error is left out: it cannot be
 * used. */
#include "base/named.h"
#include "exercise/fields.h"
#include "exercise/form.h"
#include "exercise/kind.h"
#include "exercise/reader.h"

#include <stdlib.h>
#include <string.h>

#define NAME_MOST 60

FORM(unnamed, "[^A-Za-z0-9-]");

static void check_name(struct reader *r, const struct fence *f)
{
    int len = (int)strlen(f->rest);
    if (*f->rest == '\0') {
        complain(r->c, f->line, f->column, 0,
                 "this exercise has no name: ```exercise NAME, of letters, digits and hyphens");
    } else if (form_in(&unnamed, piece_of(f->rest))) {
        complain(r->c, f->line, f->column, len,
                 "`%s` is no name for an exercise: letters, digits and hyphens", f->rest);
    } else if (len > NAME_MOST) {
        complain(r->c, f->line, f->column, len, "a name has at most %d letters", NAME_MOST);
    }
    for (const struct fence *other = r->fence; other < f; other++) {
        if (other->word == FENCE_EXERCISE && *f->rest != '\0' &&
            strcmp(other->rest, f->rest) == 0) {
            complain(r->c, f->line, f->column, len, "the exercise on line %d has this name already",
                     other->line);
            break;
        }
    }
}

/* The cell that stands behind a line of the file. */
static int cell_behind(const struct lesson *l, int line)
{
    bool notebook = l->format == LESSON_NOTEBOOK;
    int k = 0;
    while (k < l->count && (notebook ? l->cells[k].below : l->cells[k].line) <= line) {
        k++;
    }
    return k;
}

static void read_exercise(struct reader *r, const struct fence *f)
{
    struct exercises *x = r->x;
    struct exercise e = {.name = f->rest, .line = f->line};
    int errors = r->c->errors;
    check_name(r, f);
    bool known = false;
    int next = fields_read(r, f, &e, &known);
    if (r->full) {
        return;
    }
    fence_parts_read(r, f, next, &e);
    if (known && !r->full) {
        check_number(&e, r->c, "decimals", 0, 15, true);
        check_number(&e, r->c, "tolerance", 0, 1e9, false);
        if (kind_of(e.kind)->check != NULL) {
            kind_of(e.kind)->check(&e, r->c);
        }
    }
    e.cell = cell_behind(x->lesson, f->line);
    if (r->c->errors == errors && !r->full) {
        reader_push(r, &x->at, &x->count, &e, sizeof e);
    }
}

bool exercises_read(struct exercises *x, const struct lesson *l, struct complaints *complaints,
                    struct error *err)
{
    *x = (struct exercises){.lesson = l, .version = "1"};
    if (l->whole == NULL) {
        return true;
    }
    struct reader r = {.x = x, .c = complaints};
    complaints->lesson = l;
    const struct fence *draw = NULL;
    fences_find(&r);
    for (int k = 0; k < r.fence_count && !r.full; k++) {
        const struct fence *f = &r.fence[k];
        if (f->word == FENCE_EXERCISE) {
            x->written++;
            read_exercise(&r, f);
        } else if (draw != NULL) {
            complain(complaints, f->line, 1, 0,
                     "a lesson has one fence `draw`; the first is on line %d", draw->line);
        } else {
            draw = f;
            drawn_read(&r, f);
        }
    }
    if (r.full || complaints->failed) {
        exercises_free(x);
        return error_memory(err);
    }
    return true;
}

void exercises_free(struct exercises *x)
{
    arena_free(&x->arena);
    *x = (struct exercises){0};
}

bool kind_asks(enum exercise_kind kind, unsigned traits)
{
    static const unsigned of_kind[] = {
#define KIND(id, traits, fields, needs, help) traits,
#include "exercise/kinds.def"
#undef KIND
    };
    return (of_kind[kind] & traits) != 0;
}

const struct exercise *exercise_find(const struct exercises *x, const char *name)
{
    int k = named_at(x->at, x->count, sizeof *x->at, name);
    return k >= 0 ? &x->at[k] : NULL;
}

const struct field *exercise_field_at(const struct exercise *e, const char *key, int k)
{
    for (int i = 0; i < e->field_count; i++) {
        if (strcmp(e->field[i].key, key) == 0 && k-- == 0) {
            return &e->field[i];
        }
    }
    return NULL;
}

const char *exercise_field(const struct exercise *e, const char *key)
{
    const struct field *f = exercise_field_at(e, key, 0);
    return f != NULL ? f->value : NULL;
}

const struct exercise_part *exercise_part(const struct exercise *e, enum part_kind kind, int k)
{
    for (int i = 0; i < e->part_count; i++) {
        if (e->part[i].kind == kind && k-- == 0) {
            return &e->part[i];
        }
    }
    return NULL;
}

int exercise_parts(const struct exercise *e, enum part_kind kind)
{
    int count = 0;
    for (int k = 0; k < e->part_count; k++) {
        count += e->part[k].kind == kind;
    }
    return count;
}
