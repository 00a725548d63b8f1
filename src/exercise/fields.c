/* Reads the lines `key: value` that an exercise begins with: which a kind may have, which it must
 * have, those that come once, and those of all kinds. */
#include "exercise/fields.h"

#include "base/named.h"
#include "exercise/form.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *fields, *needs;
} kinds[] = {
#define KIND(id, traits, fields, needs, help) {#id, fields, needs},
#include "exercise/kinds.def"
#undef KIND
};
static const char *const kind_names[] = {
#define KIND(id, traits, fields, needs, help) #id,
#include "exercise/kinds.def"
#undef KIND
    NULL};

#define SHARED " kind points require "
#define SEVERAL " step either option right try require "

#define POINTS_MOST 1000

const char *exercise_kind_name(enum exercise_kind kind)
{
    return kinds[kind].name;
}

FORM(key_value, "(?s)^[ \t]*([^ \t:]+)[ \t]*:[ \t]*(.*?)[ \t]*$");

bool field_split(struct reader *r, const struct text_line *line, struct field *out)
{
    struct piece part[FORM_GROUPS];
    if (!form_find(&key_value, line->text, 0, part)) {
        return false;
    }
    *out = (struct field){.key = reader_copy(r, part[1]),
                          .value = reader_copy(r, part[2]),
                          .line = line->number,
                          .column = (int)(part[2].at - line->text.at) + 1,
                          .key_column = (int)(part[1].at - line->text.at) + 1};
    return out->key != NULL && out->value != NULL;
}

static bool listed(const char *list, const char *word)
{
    return piece_among(piece_of(word), list, false);
}

#define NAMES_MOST 16
struct names {
    const char *at[NAMES_MOST + 1];
    int count;
};
FORM(one_name, "[^ ]+");

static void put_names(struct reader *r, struct names *n, const char *list)
{
    struct piece all = piece_of(list), one[FORM_GROUPS];
    for (size_t at = 0; n->count < NAMES_MOST && form_find(&one_name, all, at, one);) {
        n->at[n->count] = reader_copy(r, *one);
        n->count += n->at[n->count] != NULL;
        at = (size_t)(one->at - list) + one->len;
    }
    n->at[n->count] = NULL;
}

/* How a list is said: "of, given and decimals". */
static void put_list(struct buf *out, const struct names *n)
{
    for (int k = 0; k < n->count; k++) {
        buf_printf(out, "%s`%s`", k == 0 ? "" : k + 1 < n->count ? ", " : " and ", n->at[k]);
    }
}

static const struct field *first_of(const struct field *f, int count, const char *key)
{
    int k = named_at(f, count, sizeof *f, key);
    return k >= 0 ? &f[k] : NULL;
}

/* False: there is no kind that could be read. */
static bool read_kind(struct reader *r, const struct fence *f, const struct field *h, int count,
                      struct exercise *e)
{
    const struct field *kind = first_of(h, count, "kind");
    if (kind == NULL) {
        complain(r->c, f->line, 1, 0, "this exercise has no `kind:`: shape, cell, order, ...");
        return false;
    }
    int known = NAMED(kinds, kind->value);
    if (known >= 0) {
        e->kind = (enum exercise_kind)known;
        return true;
    }
    const char *meant = reader_meant(r, kind->value, kind_names);
    struct names all = {0};
    scoped_buf list = {0};
    for (int k = 0; k < EXERCISE_KINDS; k++) {
        put_names(r, &all, kinds[k].name);
    }
    put_list(&list, &all);
    if (*meant == '\0') {
        complain_field(r->c, kind, "there is no kind `%s`; there are %s", kind->value,
                       buf_text(&list));
    } else {
        complain_field(r->c, kind, "there is no kind `%s`%s", kind->value, meant);
    }
    return false;
}

static void read_points(struct reader *r, const struct field *f, struct exercise *e)
{
    double value = 0;
    if (reader_number(f->value, &value) && value > 0 && value <= POINTS_MOST) {
        e->points = value;
        return;
    }
    complain_field(r->c, f, "`%s` is not a number above 0, up to %d", f->value, POINTS_MOST);
}

/* Whether the kind may have this field, and has it once. */
static void check_key(struct reader *r, const struct field *h, int index, bool known,
                      const struct exercise *e)
{
    const struct field *one = &h[index];
    const char *key = one->key;
    int len = (int)strlen(key);
    const char *own = known ? kinds[e->kind].fields : "";
    if (known && !listed(SHARED, key) && !listed(own, key)) {
        struct names names = {0};
        scoped_buf list = {0};
        put_names(r, &names, own);
        put_names(r, &names, SHARED);
        const char *meant = reader_meant(r, key, names.at);
        put_list(&list, &names);
        complain(r->c, one->line, one->key_column, len,
                 *meant != '\0' ? "an exercise of the kind %s has no field `%s`%s"
                                : "an exercise of the kind %s has no field `%s`; it has %s",
                 kinds[e->kind].name, key, *meant != '\0' ? meant : buf_text(&list));
        return;
    }
    const struct field *first = first_of(h, index, key);
    if (first != NULL && !listed(SEVERAL, key)) {
        complain(r->c, one->line, one->key_column, len, "`%s:` is there twice; it was on line %d",
                 key, first->line);
    }
    if (*one->value == '\0') {
        complain(r->c, one->line, one->column, 0, "`%s:` has no value", key);
    }
}

static void check_needs(struct reader *r, const struct fence *f, const struct field *h, int count,
                        const struct exercise *e)
{
    struct names needs = {0};
    put_names(r, &needs, kinds[e->kind].needs);
    for (int k = 0; k < needs.count; k++) {
        if (first_of(h, count, needs.at[k]) == NULL) {
            complain(r->c, f->line, 1, 0, "an exercise of the kind %s needs a line `%s: ...`",
                     kinds[e->kind].name, needs.at[k]);
        }
    }
}

static void keep(struct reader *r, const struct field *h, int count, struct exercise *e)
{
    for (int k = 0; k < count; k++) {
        if (!listed(" kind points ", h[k].key)) {
            reader_push(r, &e->field, &e->field_count, &h[k], sizeof h[k]);
        }
    }
}

/* The line ends the fields without being one: the empty line was forgotten. */
static void complain_line(struct reader *r, const struct text_line *l)
{
    complain(r->c, l->number, 1, 0,
             "neither `key: value` nor an empty line; the question begins behind an empty line");
}

int fields_read(struct reader *r, const struct fence *f, struct exercise *e, bool *known)
{
    struct field *h = NULL, one;
    int count = 0, next = 0;
    for (; next < f->count; next++) {
        const struct text_line *l = &f->body[next];
        if (reader_blank(l)) {
            next++;
            break;
        }
        if (!field_split(r, l, &one)) {
            if (!piece_begins(l->text, "--")) {
                complain_line(r, l);
            }
            break;
        }
        reader_push(r, &h, &count, &one, sizeof one);
    }
    if (r->full) {
        return next;
    }
    e->points = 1;
    *known = read_kind(r, f, h, count, e);
    for (int k = 0; k < count; k++) {
        check_key(r, h, k, *known, e);
        if (strcmp(h[k].key, "points") == 0 && *h[k].value != '\0') {
            read_points(r, &h[k], e);
        }
    }
    if (*known) {
        check_needs(r, f, h, count, e);
    }
    keep(r, h, count, e);
    return next;
}
