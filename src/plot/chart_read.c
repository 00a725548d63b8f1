/* Copies the record of a figure, as assets/prelude/matplotlib.pyplot.py makes it, into a chart.
 *
 * The keys are the names of the members. One that is missing, or None, is 0, "" and no color.
 * What has another type than it should raises a TypeError that names the key: then the prelude is
 * wrong, not the code. */
#include "plot/pictures.h"

#include "lang/run/native.h"

#include <math.h>
#include <stdlib.h>

/* A dictionary that is being read. After the first failure everything is empty. */
struct reader {
    struct interp *in;
    struct arena *arena;
    struct dict *from;
    bool failed;
};

static bool fail(struct reader *r, const char *key, struct value v)
{
    if (!r->failed) {
        r->failed = true;
        raise_exception(r->in, EXCEPTION_TypeError, "a figure's \"%s\" cannot be %s", key,
                        value_type_name(v));
    }
    return false;
}

static void *take(struct reader *r, int64_t count, size_t size)
{
    void *p = r->failed ? NULL : arena_alloc(r->arena, (size_t)(count > 0 ? count : 1) * size);
    if (p == NULL && !r->failed) {
        r->failed = true;
        raise_memory(r->in);
    }
    return p;
}

/* False: the key is missing or None. */
static bool find(struct reader *r, const char *key, struct value *out)
{
    struct str *name = str_intern(r->in, key);
    r->failed |= name == NULL;
    return !r->failed && dict_get_str(r->from, name, out) && out->type != VALUE_NONE;
}

static double number_of(struct reader *r, const char *key, struct value v)
{
    if (!value_is_number(v)) {
        fail(r, key, v);
        return 0;
    }
    return value_number(v);
}

static double number(struct reader *r, const char *key)
{
    struct value v;
    return find(r, key, &v) ? number_of(r, key, v) : 0;
}

static int whole(struct reader *r, const char *key)
{
    return (int)number(r, key);
}

static bool flag(struct reader *r, const char *key)
{
    struct value v;
    bool is = false;
    return find(r, key, &v) && value_truth(r->in, v, &is) && is;
}

static const char *text_of(struct reader *r, const char *key, struct value v)
{
    if (!str_is(v)) {
        fail(r, key, v);
        return "";
    }
    const struct str *s = str_of(v);
    char *copy = take(r, (int64_t)s->len + 1, 1);
    if (copy != NULL) {
        memcpy(copy, s->text, s->len);
    }
    return copy != NULL ? copy : "";
}

static const char *text(struct reader *r, const char *key)
{
    struct value v;
    return find(r, key, &v) ? text_of(r, key, v) : "";
}

static const char *text_or_none(struct reader *r, const char *key)
{
    struct value v;
    return find(r, key, &v) ? text_of(r, key, v) : NULL;
}

static bool is(struct reader *r, const char *key, const char *word)
{
    struct value v;
    return find(r, key, &v) && str_is(v) && strcmp(str_text(v), word) == 0;
}

/* A list or tuple; NULL: the key is missing. */
static const struct list *list(struct reader *r, const char *key)
{
    struct value v;
    if (!find(r, key, &v)) {
        return NULL;
    }
    bool fits = list_is(v) || tuple_is(v);
    return fits ? list_at(v) : (fail(r, key, v), NULL);
}

static struct chart_numbers numbers(struct reader *r, const char *key)
{
    const struct list *l = list(r, key);
    double *at = l != NULL ? take(r, l->count, sizeof *at) : NULL;
    for (int64_t k = 0; at != NULL && k < l->count; k++) {
        at[k] = number_of(r, key, l->at[k]);
    }
    return (struct chart_numbers){at, at != NULL ? l->count : 0};
}

/* So many numbers, of a tuple; false: there are none. */
static bool some(struct reader *r, const char *key, int count, double *out)
{
    struct chart_numbers all = numbers(r, key);
    if (all.count != count) {
        return false;
    }
    memcpy(out, all.at, (size_t)count * sizeof *out);
    return true;
}

static int32_t color_of(struct reader *r, const char *key, struct value v)
{
    if (v.type == VALUE_NONE) {
        return CHART_NONE;
    }
    const char *hex = str_is(v) ? str_text(v) : "";
    char *end;
    long c = strtol(hex + (*hex == '#'), &end, 16);
    if (strlen(hex) != 7 || *end != '\0') {
        fail(r, key, v);
        return 0;
    }
    return (int32_t)c;
}

static int32_t color(struct reader *r, const char *key)
{
    struct value v;
    return find(r, key, &v) ? color_of(r, key, v) : CHART_NONE;
}

/* Black where there is none. */
static int32_t ink(struct reader *r, const char *key)
{
    int32_t c = color(r, key);
    return c != CHART_NONE ? c : 0;
}

/* A color, or a list of them. */
static struct chart_colors colors(struct reader *r, const char *key)
{
    struct value v;
    if (!find(r, key, &v)) {
        return (struct chart_colors){0};
    }
    bool several = list_is(v) || tuple_is(v);
    int64_t count = several ? list_at(v)->count : 1;
    int32_t *at = take(r, count, sizeof *at);
    for (int64_t k = 0; at != NULL && k < count; k++) {
        at[k] = color_of(r, key, several ? list_at(v)->at[k] : v);
    }
    return (struct chart_colors){at, at != NULL ? count : 0};
}

static struct chart_words words(struct reader *r, const char *key)
{
    const struct list *l = list(r, key);
    const char **at = l != NULL ? take(r, l->count, sizeof *at) : NULL;
    for (int64_t k = 0; at != NULL && k < l->count; k++) {
        at[k] = l->at[k].type == VALUE_NONE ? "" : text_of(r, key, l->at[k]);
    }
    return (struct chart_words){at, at != NULL ? l->count : 0};
}

/* The dictionary of that key; false: it is missing or None. */
static bool inner(struct reader *r, const char *key, struct reader *out)
{
    struct value v;
    *out = *r;
    bool there = find(r, key, &v) && dict_is(v);
    out->from = there ? dict_of(v) : NULL;
    return there;
}

/* A list of dictionaries, each read into a record of `size` bytes. */
static void *records(struct reader *r, const char *key, size_t size, int *count,
                     void (*read)(struct reader *r, void *record))
{
    const struct list *l = list(r, key);
    char *all = l != NULL ? take(r, l->count, size) : NULL;
    *count = all != NULL ? (int)l->count : 0;
    for (int k = 0; k < *count && !r->failed; k++) {
        struct reader one = *r;
        if (!dict_is(l->at[k])) {
            fail(r, key, l->at[k]);
            break;
        }
        one.from = dict_of(l->at[k]);
        read(&one, all + (size_t)k * size);
        r->failed = one.failed;
    }
    return all;
}

/* One member of *to (chart.h). */
#define READ(how, name) to->name = how(r, #name);

/* --- marks --- */

static struct chart_map map(struct reader *r)
{
    struct chart_map m = {.vmin = number(r, "vmin"), .vmax = number(r, "vmax")};
    struct reader own;
    m.log = is(r, "scale", "log");
    if (!inner(r, "cmap", &own)) {
        m.name = text_or_none(r, "cmap");
        return m;
    }
    m.colors = colors(&own, "points");
    m.smooth = m.colors.count > 0;
    m.colors = m.smooth ? m.colors : colors(&own, "colors");
    r->failed = own.failed;
    return m;
}

static void read_image(struct reader *r, struct chart_mark *m)
{
    const struct list *mask = list(r, "mask");
    int64_t cells = (int64_t)m->rows * m->columns;
    bool *masked = mask != NULL && mask->count == cells ? take(r, cells, sizeof *masked) : NULL;
    for (int64_t k = 0; masked != NULL && k < cells; k++) {
        r->failed |= !value_truth(r->in, mask->at[k], &masked[k]);
    }
    m->mask = masked;
    m->map = map(r);
    some(r, "extent", 4, m->extent);
    if (m->shown == 0 && m->values.count != cells && m->face.count != cells) {
        fail(r, "values", value_none());
    }
}

/* line, if there is no such mark. */
static enum chart_kind kind_of(struct reader *r)
{
    static const char *const kinds[] = {
#define MARK(name) #name,
#include "plot/marks.def"
#undef MARK
    };
    int k = CHART_KINDS - 1;
    while (k > 0 && !is(r, "kind", kinds[k])) {
        k--;
    }
    return (enum chart_kind)k;
}

static void read_mark(struct reader *r, void *record)
{
    struct chart_mark *m = record, *to = m;
    m->kind = kind_of(r);
    CHART_MARK_MEMBERS(READ)
    m->on = is(r, "on", "axes") ? CHART_AXES : is(r, "on", "figure") ? CHART_FIGURE : CHART_DATA;
    bool sized = m->kind == CHART_rects || m->kind == CHART_segments;
    if (m->kind == CHART_image) {
        read_image(r, m);
    } else if (sized && (m->w.count != m->x.count || m->h.count != m->x.count)) {
        fail(r, "w", value_none());
    }
}

/* --- axes --- */

static const struct chart_tick *ticks(struct reader *r, int *count)
{
    struct chart_numbers at = numbers(r, "ticks");
    struct chart_words text = words(r, "texts");
    struct chart_tick *tick = take(r, at.count, sizeof *tick);
    *count = tick != NULL && text.count == at.count ? (int)at.count : 0;
    for (int k = 0; k < *count; k++) {
        tick[k] = (struct chart_tick){at.at[k], text.at[k]};
    }
    return tick;
}

static void read_side(struct reader *r, const char *key, struct chart_side *to)
{
    struct reader own, *outer = r;
    if (inner(r, key, &own)) {
        r = &own;
        CHART_SIDE_MEMBERS(READ)
        to->tick = ticks(r, &to->tick_count);
        outer->failed |= own.failed;
    }
}

static void read_bar(struct reader *r, void *record)
{
    struct chart_bar *to = record;
    CHART_BAR_MEMBERS(READ)
    to->map = map(r);
    read_side(r, "side", &to->side);
}

static void read_entry(struct reader *r, void *record)
{
    struct chart_entry *e = record;
    double bar[2] = {-1, -1};
    some(r, "bars", 2, bar);
    *e = (struct chart_entry){text(r, "text"), whole(r, "mark"), {(int)bar[0], (int)bar[1]}};
}

static const struct chart_legend *legend_of(struct reader *r)
{
    struct reader own, *outer = r;
    struct chart_legend *to = inner(r, "legend", &own) ? take(r, 1, sizeof *to) : NULL;
    if (to != NULL) {
        r = &own;
        CHART_LEGEND_MEMBERS(READ)
        to->entry = records(r, "entries", sizeof *to->entry, &to->count, read_entry);
        to->anchored = some(r, "anchor", 2, to->anchor);
        outer->failed |= own.failed;
    }
    return to;
}

static void read_title(struct reader *r, void *record)
{
    struct chart_title *to = record;
    CHART_TITLE_MEMBERS(READ)
}

static void read_axes(struct reader *r, void *record)
{
    struct chart_axes *a = record, *to = a;
    CHART_AXES_MEMBERS(READ)
    double place[6] = {1, 1, 0, 1, 0, 1};
    some(r, "place", 6, place);
    for (int k = 0; k < 6; k++) {
        a->place[k] = (int)place[k];
    }
    a->placed = some(r, "box", 4, a->box);
    read_side(r, "x", &a->x);
    read_side(r, "y", &a->y);
    a->titles = records(r, "titles", sizeof *a->titles, &a->title_count, read_title);
    a->title = a->title_count > 0 ? a->titles->text : NULL;
    a->bar = records(r, "bars", sizeof *a->bar, &a->bar_count, read_bar);
    a->legend = legend_of(r);
    a->mark = records(r, "marks", sizeof *a->mark, &a->mark_count, read_mark);
    int front = whole(r, "front");
    a->front = front >= 0 && front < a->mark_count ? front : a->mark_count;
}

bool chart_read(struct interp *in, struct value record, struct chart *to)
{
    struct reader own = {.in = in, .arena = &to->arena}, *r = &own;
    to->arena.budget = in->memory;
    if (!dict_is(record)) {
        return fail(r, "record", record);
    }
    r->from = dict_of(record);
    CHART_MEMBERS(READ)
    to->axes = records(r, "axes", sizeof *to->axes, &to->count, read_axes);
    return !r->failed;
}

void chart_read_free(struct chart *c)
{
    if (c != NULL) {
        arena_free(&c->arena);
        free(c);
    }
}
