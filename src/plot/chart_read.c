/* Copies the record of a figure, as assets/prelude/matplotlib.pyplot.py makes it, into a chart.
 *
 * A key that is missing, or None, is the default that is written here. What has another type than
 * it should raises a TypeError that names the key: then the prelude is wrong, not the code. */
#include "plot/pictures.h"

#include "lang/run/native.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

static double number(struct reader *r, const char *key, double otherwise)
{
    struct value v;
    return find(r, key, &v) ? number_of(r, key, v) : otherwise;
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

static const char *text(struct reader *r, const char *key, const char *otherwise)
{
    struct value v;
    return find(r, key, &v) ? text_of(r, key, v) : otherwise;
}

static bool is(struct reader *r, const char *key, const char *word)
{
    return strcmp(text(r, key, ""), word) == 0;
}

/* A list or tuple; NULL: it is None. */
static const struct list *list_in(struct reader *r, const char *key, struct value v)
{
    bool fits = list_is(v) || tuple_is(v);
    if (!fits && v.type != VALUE_NONE) {
        fail(r, key, v);
    }
    return fits ? list_at(v) : NULL;
}

static const struct list *list(struct reader *r, const char *key)
{
    struct value v;
    return find(r, key, &v) ? list_in(r, key, v) : NULL;
}

static struct chart_numbers numbers_of(struct reader *r, const char *key, struct value v)
{
    const struct list *l = list_in(r, key, v);
    double *at = l != NULL ? take(r, l->count, sizeof *at) : NULL;
    for (int64_t k = 0; at != NULL && k < l->count; k++) {
        at[k] = number_of(r, key, l->at[k]);
    }
    return (struct chart_numbers){at, at != NULL ? l->count : 0};
}

static struct chart_numbers numbers(struct reader *r, const char *key)
{
    struct value v;
    return find(r, key, &v) ? numbers_of(r, key, v) : (struct chart_numbers){0};
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

static int32_t color(struct reader *r, const char *key, int32_t otherwise)
{
    struct value v;
    return find(r, key, &v) ? color_of(r, key, v) : otherwise;
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

/* The dictionary at place k of a list; false: it is none. */
static bool item(struct reader *r, const struct list *l, int64_t k, struct reader *out)
{
    *out = *r;
    if (r->failed || !dict_is(l->at[k])) {
        return r->failed ? false : fail(r, "item", l->at[k]);
    }
    out->from = dict_of(l->at[k]);
    return true;
}

/* --- marks --- */

static struct chart_map map(struct reader *r)
{
    struct chart_map m = {.vmin = number(r, "vmin", 0), .vmax = number(r, "vmax", 1)};
    struct value v;
    m.log = is(r, "scale", "log");
    if (find(r, "cmap", &v) && dict_is(v)) {
        struct reader own = *r;
        own.from = dict_of(v);
        m.colors = colors(&own, "points");
        m.smooth = m.colors.count > 0;
        m.colors = m.smooth ? m.colors : colors(&own, "colors");
        r->failed = own.failed;
    } else {
        m.name = text(r, "cmap", "viridis");
    }
    return m;
}

static void read_stroke(struct reader *r, struct chart_mark *m)
{
    m->edge = color(r, "color", CHART_NONE);
    m->width = number(r, "width", 1.5);
    m->dash = text(r, "dash", "-");
}

static void read_line(struct reader *r, struct chart_mark *m)
{
    read_stroke(r, m);
    m->step = text(r, "step", "");
    m->marker = text(r, "marker", "");
    m->marker_size = number(r, "marker_size", 6);
    m->face = colors(r, "marker_face");
    m->box = color(r, "marker_edge", m->edge);
}

static void read_dots(struct reader *r, struct chart_mark *m)
{
    struct value v;
    if (find(r, "size", &v) && value_is_number(v)) {
        double *one = take(r, 1, sizeof *one);
        if (one != NULL) {
            *one = value_number(v);
            m->w = (struct chart_numbers){one, 1};
        }
    } else {
        m->w = numbers(r, "size");
    }
    m->face = colors(r, "color");
    m->edge = color(r, "edge", CHART_NONE);
    m->width = number(r, "width", 1);
    m->from = number(r, "rim", 0);
    m->marker = text(r, "marker", "o");
}

static void read_filled(struct reader *r, struct chart_mark *m)
{
    m->face = colors(r, "face");
    m->edge = color(r, "edge", CHART_NONE);
    m->width = number(r, "width", 1);
    m->dash = text(r, "dash", "-");
    m->hatch = flag(r, "hatch");
}

static void read_rects(struct reader *r, struct chart_mark *m)
{
    m->w = numbers(r, "w");
    m->h = numbers(r, "h");
    m->bars = text(r, "axis", NULL) != NULL;
    m->vertical = !is(r, "axis", "y");
    read_filled(r, m);
}

static void read_area(struct reader *r, struct chart_mark *m)
{
    read_filled(r, m);
}

static void read_segments(struct reader *r, struct chart_mark *m)
{
    m->x = numbers(r, "x0");
    m->y = numbers(r, "y0");
    m->w = numbers(r, "x1");
    m->h = numbers(r, "y1");
    read_stroke(r, m);
}

static void read_across(struct reader *r, struct chart_mark *m)
{
    m->vertical = is(r, "axis", "x");
    m->value = number(r, "value", 0);
    m->from = number(r, "from", 0);
    m->to = number(r, "to", 1);
    read_stroke(r, m);
}

static void read_span(struct reader *r, struct chart_mark *m)
{
    m->vertical = is(r, "axis", "x");
    m->from = number(r, "from", 0);
    m->to = number(r, "to", 1);
    m->face = colors(r, "face");
}

static void read_image(struct reader *r, struct chart_mark *m)
{
    const struct list *mask = list(r, "mask");
    double size[2] = {number(r, "rows", 0), number(r, "columns", 0)};
    int64_t cells = (int64_t)size[0] * (int64_t)size[1];
    bool *masked = mask != NULL && mask->count == cells ? take(r, cells, sizeof *masked) : NULL;
    for (int64_t k = 0; masked != NULL && k < cells; k++) {
        r->failed |= !value_truth(r->in, mask->at[k], &masked[k]);
    }
    m->rows = (int)size[0];
    m->columns = (int)size[1];
    m->values = m->shown > 0 ? m->values : numbers(r, "values");
    m->face = colors(r, "rgb");
    m->mask = masked;
    m->map = map(r);
    m->below = is(r, "origin", "lower");
    m->words = words(r, "text");
    m->size = number(r, "text_size", 0);
    m->width = number(r, "line", 0);
    m->edge = color(r, "line_color", 0xFFFFFF);
    if (!some(r, "extent", 4, m->extent)) {
        memcpy(m->extent, (double[]){-0.5, size[1] - 0.5, size[0] - 0.5, -0.5}, sizeof m->extent);
    }
    if (m->shown == 0 && m->values.count != cells && m->face.count != cells) {
        fail(r, "values", value_none());
    }
}

static void read_contour(struct reader *r, struct chart_mark *m)
{
    m->values = numbers(r, "values");
    m->w = numbers(r, "levels");
    m->bars = flag(r, "filled");
    m->face = colors(r, "face");
    m->width = number(r, "width", 1.5);
    m->dash = text(r, "dash", "-");
}

static void read_text(struct reader *r, struct chart_mark *m)
{
    m->value = number(r, "x", 0);
    m->from = number(r, "y", 0);
    m->text = text(r, "text", "");
    m->size = number(r, "size", 10);
    m->edge = color(r, "color", 0);
    m->ha = text(r, "ha", "left");
    m->va = text(r, "va", "baseline");
    m->rotation = number(r, "rotation", 0);
    m->bold = flag(r, "bold");
    m->on = is(r, "on", "axes") ? CHART_AXES : is(r, "on", "figure") ? CHART_FIGURE : CHART_DATA;
    m->box = color(r, "box", CHART_NONE);
    m->box_edge = color(r, "box_edge", CHART_NONE);
    m->box_alpha = number(r, "box_alpha", 1);
    m->marker_size = number(r, "box_width", 0.8);
    struct value v;
    if (find(r, "arrow", &v) && dict_is(v)) {
        struct reader arrow = *r;
        arrow.from = dict_of(v);
        m->arrow = true;
        m->arrow_x = number(&arrow, "x", 0);
        m->arrow_y = number(&arrow, "y", 0);
        m->width = number(&arrow, "width", 1);
        m->arrow_clipped = flag(&arrow, "clipped");
        m->face = colors(&arrow, "color");
        r->failed = arrow.failed;
    }
}

static void read_mark(struct reader *r, struct chart_mark *m)
{
    static const struct {
        const char *name;
        void (*read)(struct reader *r, struct chart_mark *m);
    } rows[] = {
#define MARK(name) {#name, read_##name},
#include "plot/marks.def"
#undef MARK
    };
    const char *kind = text(r, "kind", "");
    size_t k = 0;
    while (k < sizeof rows / sizeof rows[0] && strcmp(rows[k].name, kind) != 0) {
        k++;
    }
    if (k == sizeof rows / sizeof rows[0]) {
        fail(r, "kind", value_none());
        return;
    }
    m->kind = (enum chart_kind)k;
    m->alpha = number(r, "alpha", 1);
    m->shown = (int)number(r, "shown", 0);
    if (m->kind != CHART_segments && m->kind != CHART_text) {
        m->x = numbers(r, "x");
        m->y = m->shown > 0 && m->kind == CHART_line ? m->y : numbers(r, "y");
    }
    rows[k].read(r, m);
}

/* --- axes --- */

static const struct chart_tick *ticks(struct reader *r, const char *key, int *count)
{
    const struct list *l = list(r, key);
    struct chart_tick *tick = l != NULL ? take(r, l->count, sizeof *tick) : NULL;
    *count = tick != NULL ? (int)l->count : 0;
    for (int k = 0; k < *count; k++) {
        struct value v = l->at[k];
        if (!(tuple_is(v) || list_is(v)) || list_at(v)->count != 2) {
            fail(r, key, v);
            break;
        }
        tick[k].at = number_of(r, key, list_at(v)->at[0]);
        tick[k].text = text_of(r, key, list_at(v)->at[1]);
    }
    return tick;
}

static bool asked(struct reader *r, const char *key, bool x)
{
    return is(r, key, "both") || is(r, key, x ? "x" : "y");
}

static void read_side(struct reader *r, bool x, struct chart_side *s)
{
    double limits[2] = {0, 1};
    some(r, x ? "xlim" : "ylim", 2, limits);
    s->lo = limits[0];
    s->hi = limits[1];
    s->log = is(r, x ? "xscale" : "yscale", "log");
    s->tick = ticks(r, x ? "xticks" : "yticks", &s->tick_count);
    s->minor = numbers(r, x ? "xminor" : "yminor");
    s->rotation = number(r, x ? "xtick_rotation" : "ytick_rotation", 0);
    s->tick_size = number(r, x ? "xtick_size" : "ytick_size", 10);
    s->tick_color = color(r, x ? "xtick_color" : "ytick_color", 0);
    s->label_color = color(r, x ? "xlabel_color" : "ylabel_color", 0);
    s->bare = flag(r, x ? "xbare" : "ybare");
    s->offset = text(r, x ? "xoffset" : "yoffset", NULL);
    s->tick_ha = x ? text(r, "xtick_ha", "center") : "right";
    s->label = text(r, x ? "xlabel" : "ylabel", NULL);
    s->far = flag(r, x ? "xticks_top" : "yticks_right");
    s->grid = asked(r, "grid", x);
    s->minor_grid = asked(r, "minor_grid", x);
}

static void read_bars(struct reader *r, struct chart_axes *a)
{
    const struct list *l = list(r, "bars");
    struct chart_bar *bar = l != NULL ? take(r, l->count, sizeof *bar) : NULL;
    a->bar = bar;
    a->bar_count = bar != NULL ? (int)l->count : 0;
    for (int k = 0; k < a->bar_count; k++) {
        struct reader one;
        if (item(r, l, k, &one)) {
            bar[k].map = map(&one);
            bar[k].label = text(&one, "label", NULL);
            bar[k].tick = ticks(&one, "ticks", &bar[k].tick_count);
            bar[k].tick_size = number(&one, "tick_size", 10);
            bar[k].label_size = number(&one, "label_size", 10);
            bar[k].tick_color = color(&one, "tick_color", 0);
            bar[k].label_color = color(&one, "label_color", 0);
            bar[k].offset = text(&one, "offset", NULL);
            bar[k].alpha = number(&one, "alpha", 1);
            bar[k].shrink = number(&one, "shrink", 1);
            bar[k].level = flag(&one, "horizontal");
            bar[k].axes = numbers(&one, "axes");
            r->failed |= one.failed;
        }
    }
}

static void read_legend(struct reader *r, struct chart_axes *a)
{
    struct value v;
    struct chart_legend *legend =
        find(r, "legend", &v) && dict_is(v) ? take(r, 1, sizeof *legend) : NULL;
    if (legend == NULL) {
        return;
    }
    struct reader own = *r;
    own.from = dict_of(v);
    const struct list *l = list(&own, "entries");
    struct chart_entry *entry = l != NULL ? take(&own, l->count, sizeof *entry) : NULL;
    for (int64_t k = 0; entry != NULL && k < l->count; k++) {
        struct value e = l->at[k];
        if (!(tuple_is(e) || list_is(e)) || list_at(e)->count != 4) {
            fail(&own, "entries", e);
            break;
        }
        const struct value *part = list_at(e)->at;
        entry[k] = (struct chart_entry){
            text_of(&own, "entries", part[0]),
            (int)number_of(&own, "entries", part[1]),
            {(int)number_of(&own, "entries", part[2]), (int)number_of(&own, "entries", part[3])}};
    }
    *legend = (struct chart_legend){.loc = text(&own, "loc", "best"),
                                    .title = text(&own, "title", NULL),
                                    .entry = entry,
                                    .count = entry != NULL ? (int)l->count : 0,
                                    .columns = (int)number(&own, "columns", 1),
                                    .size = number(&own, "size", 10),
                                    .of_all = flag(&own, "of_all"),
                                    .face = color(&own, "face", CHART_NONE),
                                    .edge = color(&own, "edge", CHART_NONE),
                                    .color = color(&own, "color", 0),
                                    .alpha = number(&own, "alpha", 1)};
    legend->anchored = some(&own, "anchor", 2, legend->anchor);
    a->legend = legend;
    r->failed |= own.failed;
}

static void read_titles(struct reader *r, struct chart_axes *a)
{
    const struct list *l = list(r, "titles");
    struct chart_title *title = l != NULL ? take(r, l->count, sizeof *title) : NULL;
    a->titles = title;
    a->title_count = title != NULL ? (int)l->count : 0;
    for (int k = 0; k < a->title_count; k++) {
        struct reader one;
        if (item(r, l, k, &one)) {
            title[k] = (struct chart_title){.text = text(&one, "text", ""),
                                            .loc = text(&one, "loc", "center"),
                                            .size = number(&one, "size", 12),
                                            .bold = flag(&one, "bold"),
                                            .color = color(&one, "color", 0)};
            r->failed |= one.failed;
        }
    }
    a->title = a->title_count > 0 ? title[0].text : NULL;
}

static int frame_of(struct reader *r)
{
    static const char *const sides[] = {"left", "right", "top", "bottom"};
    struct chart_words w = words(r, "frame");
    int frame = 0;
    for (int64_t k = 0; k < w.count; k++) {
        for (int s = 0; s < 4; s++) {
            frame |= strcmp(w.at[k], sides[s]) == 0 ? 1 << s : 0;
        }
    }
    return frame;
}

static void read_axes(struct reader *r, struct chart_axes *a)
{
    double place[6] = {1, 1, 0, 1, 0, 1}, within[5];
    some(r, "place", 6, place);
    for (int k = 0; k < 6; k++) {
        a->place[k] = (int)place[k];
    }
    const struct list *ratios = list(r, "ratios");
    if (ratios != NULL && ratios->count == 2) {
        a->column_part = numbers_of(r, "ratios", ratios->at[0]);
        a->row_part = numbers_of(r, "ratios", ratios->at[1]);
    }
    a->placed = some(r, "box", 4, a->box);
    a->over = (int)number(r, "over", -1);
    a->within = -1;
    if (some(r, "within", 5, within)) {
        a->within = (int)within[0];
        memcpy(a->box, within + 1, sizeof a->box);
    }
    read_titles(r, a);
    a->label_size = number(r, "label_size", 10);
    read_side(r, true, &a->x);
    read_side(r, false, &a->y);
    a->x.far |= is(r, "side", "top");
    a->y.far |= is(r, "side", "right");
    a->grid_alpha = number(r, "grid_alpha", 1);
    a->grid_width = number(r, "grid_width", 0.8);
    a->grid_color = color(r, "grid_color", 0xB0B0B0);
    a->grid_dash = text(r, "grid_dash", "-");
    a->grid_below = flag(r, "grid_below");
    a->frame_color = color(r, "frame_color", 0);
    a->frame = frame_of(r);
    a->ticks = flag(r, "ticks");
    a->equal = flag(r, "equal");
    a->face = color(r, "face", CHART_NONE);
    read_bars(r, a);
    read_legend(r, a);
    const struct list *l = list(r, "marks");
    struct chart_mark *mark = l != NULL ? take(r, l->count, sizeof *mark) : NULL;
    a->mark = mark;
    a->mark_count = mark != NULL ? (int)l->count : 0;
    double front = number(r, "front", a->mark_count);
    a->front = front >= 0 && front < a->mark_count ? (int)front : a->mark_count;
    for (int k = 0; k < a->mark_count && !r->failed; k++) {
        struct reader one;
        if (item(r, l, k, &one)) {
            read_mark(&one, &mark[k]);
            r->failed |= one.failed;
        }
    }
}

bool chart_read(struct interp *in, struct value record, struct chart *out)
{
    struct reader r = {.in = in, .arena = &out->arena};
    double size[2] = {6.4, 4.8};
    out->arena.budget = in->memory;
    if (!dict_is(record)) {
        return fail(&r, "record", record);
    }
    r.from = dict_of(record);
    some(&r, "size", 2, size);
    out->width = size[0];
    out->height = size[1];
    out->dpi = number(&r, "dpi", 100);
    out->title = text(&r, "title", NULL);
    out->title_size = number(&r, "title_size", 12);
    out->title_bold = flag(&r, "title_bold");
    out->title_color = color(&r, "title_color", 0);
    out->label_x = text(&r, "xlabel", NULL);
    out->label_y = text(&r, "ylabel", NULL);
    out->label_size = number(&r, "label_size", 12);
    out->label_color = color(&r, "label_color", 0);
    out->face = color(&r, "face", 0xFFFFFF);
    out->number = (int)number(&r, "number", 0);
    const struct list *l = list(&r, "axes");
    struct chart_axes *axes = l != NULL ? take(&r, l->count, sizeof *axes) : NULL;
    out->axes = axes;
    out->count = axes != NULL ? (int)l->count : 0;
    for (int k = 0; k < out->count && !r.failed; k++) {
        struct reader one;
        if (item(&r, l, k, &one)) {
            read_axes(&one, &axes[k]);
            r.failed |= one.failed;
        }
    }
    return !r.failed;
}

void chart_read_free(struct chart *c)
{
    if (c != NULL) {
        arena_free(&c->arena);
        free(c);
    }
}
