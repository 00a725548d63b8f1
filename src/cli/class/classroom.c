/* Opens what a classroom needs, with one sentence for whatever is missing. */
#include "cli/class/classroom.h"

#include "base/file.h"
#include "cli/command.h"
#include "exercise/form.h"
#include "lesson/catalog.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define SECRET_MOST ((size_t)1 << 16)
#define CLASS_MOST ((size_t)16 << 20)

/* "lessons/10-weight-splits.md" and the built-in lesson give the same numbers: they are drawn for
 * "weight-splits". */
FORM(file_name, "(?s)^(?:.*/)?(?:[0-9]+-(?=[^.]|.+\\.))?([^/]*?)(?:\\.[^./]*)?$");

static const char *lesson_name(struct lesson *l, const char *given)
{
    const struct lesson_file *built_in = catalog_find(given);
    if (built_in != NULL) {
        return catalog_name(built_in);
    }
    struct piece part[FORM_GROUPS];
    bool is = form_find(&file_name, piece_of(given), 0, part);
    return arena_copy(&l->arena, is ? part[1].at : given, is ? part[1].len : strlen(given));
}

/* What is wrong with them is printed. */
static bool read_exercises(struct classroom *c, const char *given, struct error *err)
{
    struct complaints complaints = {0};
    scoped_buf text = {0};
    c->exercises_open = exercises_read(&c->exercises, &c->lesson, &complaints, err);
    bool ok = c->exercises_open && complaints.errors == 0;
    if (c->exercises_open && !ok) {
        complaints_write(&complaints, c->lesson.file,
                         c->lesson.whole != NULL ? c->lesson.whole : "", &text);
        output_error(buf_text(&text), text.len, VISIBLE_LINES);
    }
    complaints_free(&complaints);
    return ok && (c->exercises.count > 0 ||
                  error_set(err, ERROR_INPUT,
                            "%s has no exercises; docs/lessons.md shows how to write them", given));
}

/* The line break at its end is the editor's, not the teacher's. */
static bool read_secret(struct classroom *c, const struct options *o, struct error *err)
{
    if (o->secret == NULL) {
        return error_set(err, ERROR_INPUT,
                         "--secret FILE is missing: a file with at least 8 bytes that only you "
                         "know; the same file gives the same numbers again");
    }
    if (!file_read(o->secret, SECRET_MOST, &c->secret, err)) {
        return false;
    }
    while (c->secret.len > 0 && strchr("\r\n", c->secret.data[c->secret.len - 1]) != NULL) {
        c->secret.data[--c->secret.len] = '\0';
    }
    return c->secret.len >= 8 ||
           error_set(err, ERROR_INPUT, "%s: a secret needs at least 8 bytes; it has %zu", o->secret,
                     c->secret.len);
}

static bool read_class(struct classroom *c, const struct options *o, struct error *err)
{
    scoped_buf text = {0};
    c->roster_open =
        o->class != NULL ? file_read(o->class, CLASS_MOST, &text, err) &&
                               roster_read(&c->roster, o->class, buf_text(&text), text.len, err)
        : o->versions > 0    ? roster_of_versions(&c->roster, o->versions, err)
        : o->student != NULL ? roster_of_one(&c->roster, o->student, err)
                             : error_set(err, ERROR_INPUT,
                                         "--class FILE.csv is missing: a line for each student, ID "
                                         "and name");
    return c->roster_open;
}

static bool open_all(struct classroom *c, const struct options *o, struct error *err)
{
    if (o->rest_count < 2) {
        return error_set(err, ERROR_INPUT,
                         "which lesson? Give a file or the name of a built-in one");
    }
    c->lesson_open = command_load(o->rest[1], &c->lesson, err);
    c->name = c->lesson_open ? lesson_name(&c->lesson, o->rest[1]) : NULL;
    return c->name != NULL && read_exercises(c, o->rest[1], err) && read_secret(c, o, err) &&
           read_class(c, o, err);
}

bool classroom_open(struct classroom *c, const struct options *o)
{
    struct error err = {0};
    *c = (struct classroom){0};
    bool ok = open_all(c, o, &err);
    if (!ok && err.kind != ERROR_NONE) {
        command_complain(err.text);
    }
    c->marking = (struct marking){.exercises = &c->exercises,
                                  .lesson = c->name,
                                  .secret = c->secret.data,
                                  .secret_len = c->secret.len,
                                  .roster = &c->roster,
                                  .terms = marking_terms()};
    return ok;
}

void classroom_close(struct classroom *c)
{
    if (c->secret.data != NULL) {
        sodium_memzero(c->secret.data, c->secret.cap);
    }
    buf_free(&c->secret);
    if (c->roster_open) {
        roster_free(&c->roster);
    }
    if (c->exercises_open) {
        exercises_free(&c->exercises);
    }
    if (c->lesson_open) {
        lesson_free(&c->lesson);
    }
}
