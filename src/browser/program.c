/* Tells a program as JSON. */
#include "browser/program.h"

#include "browser/put.h"
#include "lesson/knobs.h"
#include "plot/colormap.h"
#include "show/code.h"
#include "trace/stage/stages.h"

#include <string.h>

static void put_cells(const struct viewer *v, struct buf *out)
{
    buf_puts(out, ",\"cells\":[");
    for (int k = 0; k < v->lesson->count; k++) {
        const struct cell *c = &v->lesson->cells[k];
        buf_printf(out, "%s{\"code\":%s,\"line\":%d,\"ordinal\":%d", k > 0 ? "," : "",
                   c->code ? "true" : "false", c->line, c->ordinal);
        put_flag("folded", c->folded, out);
        if (c->code) {
            put_member("text", c->text, out);
        } else {
            buf_puts(out, ",\"blocks\":");
            put_markdown(c->text, out);
        }
        buf_putc(out, '}');
    }
    buf_putc(out, ']');
}

static const char *row_word(enum row_kind kind)
{
    static const char *const word[] = {"event", "call", "composite", "setup"};
    return word[kind];
}

/* The rows of the outline, as they are when everything is open. */
static void put_rows(const struct viewer *v, struct buf *out)
{
    const struct outline *o = &v->where.at.outline;
    const struct tape *t = o->tape;
    buf_puts(out, ",\"rows\":[");
    for (int k = 0; k < o->count; k++) {
        const struct row *row = &o->row[k];
        const struct event *e = &t->event[row->end - 1];
        scoped_buf code = {0};
        buf_printf(out, "%s{\"kind\":\"%s\",\"depth\":%d,\"next\":%d", k > 0 ? "," : "",
                   row_word(row->kind), row->depth, row->next);
        buf_puts(out, ",\"step\":");
        put_step(t, row->end - 1, out);
        put_member("stage", e->stage == STAGE_OTHER ? NULL : stage_name(e->stage), out);
        if (row->kind == ROW_EVENT) {
            code_of_event(t, row->first, false, &code);
        } else if (row->call >= 0) {
            buf_puts(&code, t->call[row->call].name);
        }
        put_buf("code", &code, out);
        put_flag("warned", warnings_next(v->warnings, 0, row->first, row->end - 1) >= 0, out);
        buf_putc(out, '}');
    }
    buf_putc(out, ']');
}

/* What is silently wrong, each place once, and the step under which it is told. */
static void put_warnings(const struct viewer *v, struct buf *out)
{
    const struct warnings *all = v->warnings;
    int n = 0;
    buf_puts(out, ",\"warnings\":[");
    for (int k = 0; all != NULL && k < all->count; k++) {
        if (!all->at[k].again) {
            buf_puts(out, n++ > 0 ? ",{\"step\":" : "{\"step\":");
            put_step(v->where.at.tape, all->at[k].event, out);
            put_member("text", all->at[k].text, out);
            buf_putc(out, '}');
        }
    }
    buf_putc(out, ']');
}

/* Whether something is wrong at the stop's operation, or behind it and before the next one. */
static bool is_warned(const struct viewer *v, int stop)
{
    const struct warnings *all = v->warnings;
    bool found = false;
    for (int k = 0; all != NULL && k < all->count && !found; k++) {
        found = !all->at[k].again && guide_near(v->guide, all->at[k].event) == stop;
    }
    return found;
}

/* The heading that it stands under; of an operation its code. */
static void put_name_of_stop(const struct viewer *v, const struct guide_stop *s, struct buf *out)
{
    scoped_buf code = {0};
    put_member("heading", s->section >= 0 ? v->guide->prose.at[s->section].text : NULL, out);
    if (s->kind == GUIDE_STEP) {
        code_of_event(v->where.at.tape, s->event, false, &code);
        put_buf("code", &code, out);
    }
}

static void put_stops(const struct viewer *v, struct buf *out)
{
    buf_puts(out, ",\"stops\":[");
    for (int k = 0; v->guide != NULL && k < v->guide->count; k++) {
        const struct guide_stop *s = &v->guide->at[k];
        buf_printf(out, "%s{\"kind\":%d,\"section\":%d,\"number\":%d,\"step\":", k > 0 ? "," : "",
                   (int)s->kind, s->section, guide_number(v->guide, k));
        put_step(v->where.at.tape, s->event, out);
        enum stage stage =
            s->kind == GUIDE_STEP ? v->where.at.tape->event[s->event].stage : STAGE_OTHER;
        put_member("stage", stage == STAGE_OTHER ? NULL : stage_name(stage), out);
        put_name_of_stop(v, s, out);
        put_flag("warned", is_warned(v, k), out);
        buf_putc(out, '}');
    }
    buf_putc(out, ']');
}

/* How many knobs before the `end`-th have the name of the `nth` and stand in its cell; elsewhere:
 * in another one. */
static int namesakes(const struct knobs *all, int nth, int end, bool elsewhere)
{
    int count = 0;
    for (int k = 0; k < end; k++) {
        bool same = strcmp(all->at[k].name, all->at[nth].name) == 0 && k != nth;
        count += same && (all->at[k].cell != all->at[nth].cell) == elsewhere;
    }
    return count;
}

/* Of several with one name: how :set calls it, and the line where it stands. */
static void put_which(const struct lesson *l, const struct knobs *all, int nth, struct buf *out)
{
    const struct knob *one = &all->at[nth];
    const struct cell *c = &l->cells[one->cell];
    scoped_buf set = {0};
    size_t from = one->start, end = one->end + strcspn(c->text + one->end, "\n");
    bool many = namesakes(all, nth, all->count, true) > 0;
    buf_puts(&set, one->name);
    if (many) {
        buf_printf(&set, "@%d", c->ordinal);
    }
    put_buf("set", &set, out);
    if (many) {
        while (from > 0 && c->text[from - 1] != '\n') {
            from--;
        }
        from += strspn(c->text + from, " \t");
        put_number("line", one->line, out);
        buf_puts(out, ",\"code\":");
        json_put_bytes(c->text + from, end - from, out);
    }
}

static void put_knobs(const struct viewer *v, struct buf *out)
{
    struct knobs knobs;
    struct error none = {0};
    int n = 0;
    buf_puts(out, ",\"knobs\":[");
    if (knobs_find(&knobs, v->lesson, &none)) {
        for (int k = 0; k < knobs.count; k++) {
            const struct knob *one = &knobs.at[k];
            if (namesakes(&knobs, k, k, false) > 0) {
                continue; /* they are set together */
            }
            buf_puts(out, n++ > 0 ? ",{\"name\":" : "{\"name\":");
            json_put_text(one->name, out);
            buf_puts(out, ",\"value\":");
            json_put_bytes(v->lesson->cells[one->cell].text + one->start, one->end - one->start,
                           out);
            put_number("cell", one->cell, out);
            put_which(v->lesson, &knobs, k, out);
            put_flag("seed", one->seed, out);
            buf_putc(out, '}');
        }
    }
    knobs_free(&knobs);
    buf_putc(out, ']');
}

static void put_colors(const char *name, const struct colormap *map, struct buf *out)
{
    struct rgb color[COLORMAP_COLORS];
    colormap_table(map, color);
    buf_printf(out, "%s\"%s\":\"", out->data[out->len - 1] == '{' ? "" : ",", name);
    for (int k = 0; k < COLORMAP_COLORS; k++) {
        buf_hex(out, color[k].r);
        buf_hex(out, color[k].g);
        buf_hex(out, color[k].b);
    }
    buf_putc(out, '"');
}

void program_json(const struct viewer *v, struct buf *out)
{
    buf_puts(out, "{\"title\":");
    json_put_text(v->title, out);
    put_member("name", v->lesson->title, out);
    put_member("file", v->lesson->file, out);
    put_cells(v, out);
    put_rows(v, out);
    put_stops(v, out);
    put_warnings(v, out);
    put_knobs(v, out);
    buf_puts(out, ",\"printed\":");
    json_put_bytes(buf_text(&v->where.at.tape->printed), v->where.at.tape->printed.len, out);
    buf_puts(out, ",\"colors\":{");
    put_colors("plain", colormap_find("viridis"), out);
    put_colors("signed", colormap_find("RdBu_r"), out);
    buf_puts(out, "}}");
}
