/* Reads the fence `draw`: which numbers are drawn anew for each student. They must be numbers that
 * the code sets (lesson/knobs.h), and the file's own must be among them. */
#include "base/named.h"
#include "exercise/reader.h"

#include "exercise/fields.h"
#include "exercise/form.h"
#include "lesson/code_lines.h"
#include "lesson/knobs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* --- what a line says --- */

#define RANGE_MOST 1000000000

/* `3..5` */
FORM(range, "^([-+]?[0-9]+)[ \t]*\\.\\.[ \t]*([-+]?[0-9]+)$");

static void read_range(struct reader *r, const struct field *f, struct drawn *d)
{
    struct piece part[FORM_GROUPS];
    errno = 0;
    if (form_find(&range, piece_of(f->value), 0, part)) {
        d->low = strtoll(part[1].at, NULL, 10);
        d->high = strtoll(part[2].at, NULL, 10);
    }
    if (part->len == 0 || errno != 0) {
        complain_field(r->c, f, "`%s` is no range of whole numbers, such as `3..5`", f->value);
    } else if (d->low > d->high) {
        complain_field(r->c, f, "no number lies between %lld and %lld", (long long)d->low,
                       (long long)d->high);
    } else if (d->low < -RANGE_MOST || d->high > RANGE_MOST) {
        complain_field(r->c, f, "numbers are drawn from -%d to %d", RANGE_MOST, RANGE_MOST);
    } else {
        return;
    }
    d->low = 1; /* empty: nothing more is said about it */
    d->high = 0;
}

/* `2 | 4 | 0.5` */
FORM(choice, "[ \t]*([^|]*?)[ \t]*(?:\\||$)");

static void read_choice(struct reader *r, const struct field *f, struct drawn *d)
{
    struct piece all = piece_of(f->value), part[FORM_GROUPS];
    bool more = true;
    for (size_t at = 0; more && form_find(&choice, all, at, part); at += part->len) {
        int column = f->column + (int)(part[1].at - f->value), len = (int)part[1].len;
        const char *text = reader_copy(r, part[1]);
        double value = 0;
        if (text == NULL) {
            return;
        }
        if (!reader_number(text, &value)) {
            complain(r->c, f->line, column, len,
                     "`%s` is no number; what is drawn is a range `3..5` or a list `2 | 4`", text);
        }
        for (int k = 0; k < d->choice_count; k++) {
            if (strcmp(d->choice[k], text) == 0) {
                complain(r->c, f->line, column, len, "%s is in the list twice", text);
            }
        }
        reader_push(r, &d->choice, &d->choice_count, &text, sizeof text);
        more = part->len > 0 && part->at[part->len - 1] == '|';
    }
}

/* Whether the key stood on another line already, 0: it did not; then it is told. */
static bool twice(struct reader *r, const struct field *f, int line)
{
    if (line > 0) {
        complain(r->c, f->line, f->key_column, (int)strlen(f->key),
                 "`%s:` is there twice; it was on line %d", f->key, line);
    }
    return line > 0;
}

static void read_number(struct reader *r, const struct field *f)
{
    struct exercises *x = r->x;
    int k = named_at(x->drawn, x->drawn_count, sizeof *x->drawn, f->key);
    if (k >= 0) {
        twice(r, f, x->drawn[k].line);
        return;
    }
    struct drawn d = {.name = f->key, .line = f->line, .column = f->column};
    if (strstr(f->value, "..") != NULL) {
        read_range(r, f, &d);
    } else {
        read_choice(r, f, &d);
    }
    reader_push(r, &x->drawn, &x->drawn_count, &d, sizeof d);
}

/* --- the lines that draw nothing --- */

struct once { /* the first of them; line 0: not yet */
    struct field version, seed;
    int seed_column; /* of the last one */
};

static void read_line(struct reader *r, const struct field *f, struct once *once)
{
    struct exercises *x = r->x;
    if (*f->value == '\0') {
        complain(r->c, f->line, f->column, 0, "`%s:` has no value", f->key);
    } else if (strcmp(f->key, "version") == 0) {
        once->version = twice(r, f, once->version.line) ? once->version : *f;
        x->version = once->version.value;
    } else if (strcmp(f->key, "require") == 0) {
        reader_push(r, &x->require, &x->require_count, f, sizeof *f);
    } else if (strcmp(f->key, "seed") == 0) {
        x->seed = true;
        once->seed_column = f->key_column;
        if (twice(r, f, once->seed.line)) {
            return;
        }
        once->seed = *f;
        if (strcmp(f->value, "student") != 0) {
            complain_field(r->c, f, "`seed:` can only be `student`: each student gets another one");
        }
    } else {
        read_number(r, f);
    }
}

/* --- against the lesson's code --- */

static bool among(const struct drawn *d, double value)
{
    if (d->choice_count == 0) {
        return d->low > d->high || (value >= (double)d->low && value <= (double)d->high &&
                                    value == (double)(int64_t)value);
    }
    for (int k = 0; k < d->choice_count; k++) {
        if (strtod(d->choice[k], NULL) == value) {
            return true;
        }
    }
    return false;
}

/* The line at whose left margin the name stands in front of a `=`; 0: there is none. */
static int line_that_sets(const struct lesson *l, const char *name)
{
    size_t len = strcspn(name, "@");
    for (int k = 0; k < l->count; k++) {
        const char *p = l->cells[k].code ? l->cells[k].text : "";
        for (int line = l->cells[k].below > 0 ? l->cells[k].below : l->cells[k].line; *p != '\0';
             line++) {
            size_t left = strcspn(p, "=\n");
            bool sets = p[left] == '=' && p[left + 1] != '=';
            for (size_t at = 0; sets && at + len <= left; at++) {
                at += strspn(p + at, " ,()");
                if (strncmp(p + at, name, len) == 0 && strchr(" ,)=:", p[at + len]) != NULL) {
                    return line;
                }
                at += strcspn(p + at, " ,()=\n");
            }
            p += strcspn(p, "\n");
            p += *p == '\n';
        }
    }
    return 0;
}

static void check_unknown(struct reader *r, const struct drawn *d, const struct knobs *knobs,
                          const struct lesson *l)
{
    int line = line_that_sets(l, d->name);
    if (line > 0) {
        complain(r->c, d->line, 1, (int)strlen(d->name),
                 "`%s` is set on line %d, but not to a number that is written there: only such a "
                 "number can be drawn",
                 d->name, line);
        return;
    }
    const char **names = reader_alloc(r, ((size_t)knobs->count + 1) * sizeof *names);
    if (names == NULL) {
        return;
    }
    int count = 0;
    for (int k = 0; k < knobs->count; k++) {
        if (!knobs->at[k].seed && !knobs->at[k].words) {
            names[count++] = knobs->at[k].name;
        }
    }
    complain(r->c, d->line, 1, (int)strlen(d->name),
             "the code of this lesson sets no number `%s` at its top level%s", d->name,
             reader_meant(r, d->name, names));
}

/* `num_tokens`, or `num_tokens@3` of the third code cell alone. */
static bool names(const struct drawn *d, const struct knob *knob, const struct lesson *l)
{
    size_t len = strcspn(d->name, "@");
    return !knob->seed && !knob->words && strlen(knob->name) == len &&
           strncmp(knob->name, d->name, len) == 0 &&
           (d->name[len] == '\0' || atoi(d->name + len + 1) == l->cells[knob->cell].ordinal);
}

static void check_drawn(struct reader *r, const struct drawn *d, const struct knobs *knobs,
                        const struct lesson *l)
{
    bool found = false;
    for (int k = 0; k < knobs->count; k++) {
        const struct knob *knob = &knobs->at[k];
        if (!names(d, knob, l)) {
            continue;
        }
        found = true;
        const char *own = reader_copy(
            r, (struct piece){l->cells[knob->cell].text + knob->start, knob->end - knob->start});
        double value = 0;
        if (own != NULL && reader_number(own, &value) && !among(d, value)) {
            complain(r->c, d->line, d->column, 0,
                     "the file itself has %s = %s (line %d), which cannot be drawn", d->name, own,
                     knob->line);
        }
    }
    if (!found) {
        check_unknown(r, d, knobs, l);
    }
}

static void check_code(struct reader *r, const struct once *once)
{
    struct lesson copy;
    struct knobs knobs = {0};
    struct error err = {0};
    if (!lesson_copy(&copy, r->x->lesson, &err)) {
        r->full = true;
        return;
    }
    if (knobs_find(&knobs, &copy, &err)) {
        bool seeds = false;
        for (int k = 0; k < knobs.count; k++) {
            seeds = seeds || knobs.at[k].seed;
        }
        if (r->x->seed && !seeds) {
            complain_note(r->c, once->seed.line, once->seed_column, 0,
                          "no cell calls torch.manual_seed(NUMBER): there is nothing to put a "
                          "student's seed into");
        }
        for (int k = 0; k < r->x->drawn_count; k++) {
            check_drawn(r, &r->x->drawn[k], &knobs, &copy);
        }
    } else {
        r->full = true;
    }
    knobs_free(&knobs);
    lesson_free(&copy);
}

void drawn_read(struct reader *r, const struct fence *f)
{
    struct once once = {0};
    int errors = r->c->errors;
    if (*f->rest != '\0') {
        complain(r->c, f->line, f->column, (int)strlen(f->rest), "a fence `draw` has no name");
    }
    for (int k = 0; k < f->count && !r->full; k++) {
        const struct text_line *l = &f->body[k];
        struct field field;
        if (reader_blank(l)) {
            continue;
        }
        if (field_split(r, l, &field)) {
            read_line(r, &field, &once);
        } else if (!r->full) {
            complain(r->c, l->number, 1, 0,
                     "not `NAME: what is drawn`, such as `num_tokens: 3..5`");
        }
    }
    if (!r->full && !r->c->unheard && (r->c->errors == errors || r->x->drawn_count > 0)) {
        check_code(r, &once);
    }
}
