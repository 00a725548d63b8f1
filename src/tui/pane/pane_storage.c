/* Draws the storage as a strip: for each place the number there, and which cell of the input and of
 * the result it is. A view counts the same places in another way; a copy writes the numbers to new
 * places. */
#include "tui/pane/pane_storage.h"

#include "show/strip.h"
#include "trace/tape/event.h"
#include "tui/pane/pane_head.h"
#include "tui/pane/table.h"

#include <stdio.h>
#include <string.h>

#define LEAD 8       /* columns of the names of the lines */
#define CELL_LEAST 9 /* of a place */
#define CELL_MOST 14

struct strip {
    const struct viewer *v;
    const struct shown *in, *out;
    bool shared; /* both lie in the same storage; else the result is a copy */
    int64_t first;
    int count, cell;
};

/* A copy whose cells keep their numbers. */
static bool is_copy(const struct viewer *v)
{
    const struct event *e = &v->where.at.tape->event[v->fetched.out.event];
    return event_does(e, COPIES | RESHAPES) &&
           tensor_numel(&v->fetched.in[0].then) == tensor_numel(&v->fetched.out.then);
}

bool pane_has_storage(const struct viewer *v)
{
    return !v->placeless && v->fetched.any_out && !v->chosen.hidden &&
           !stepper_folded(&v->where.at) && v->fetched.in_count == 1 && v->where.result == 0 &&
           tensor_numel(&v->fetched.out.then) > 1 &&
           v->fetched.in[0].then.dtype == v->fetched.out.then.dtype &&
           v->where.at.tape->event[v->fetched.out.event].effect != STORAGE_IN_PLACE &&
           (v->fetched.in[0].of->tensor.storage == v->fetched.out.of->tensor.storage || is_copy(v));
}

/* Whose a place is, and whose it was; of a copy, the place that its number was copied from. */
static void put_owner(const struct strip *s, bool result, int64_t place, struct buf *out)
{
    const struct shown *owner = result ? s->out : s->in;
    int64_t cell = strip_cell(&(s->shared ? owner : s->out)->of->tensor, place);
    if (cell < 0) {
        buf_puts(out, "-");
    } else if (s->shared || result) {
        shown_cell_label(owner, cell, out);
    } else { /* cells keep their numbers */
        buf_printf(out, "%*lld", s->cell - 3, (long long)tensor_place(&s->in->of->tensor, cell));
    }
}

/* Labels over several places of one owner need no room of their own. */
static void choose_cell(struct strip *s, int room, int64_t places)
{
    s->cell = CELL_LEAST;
    for (int line = 0; line < 2; line++) {
        struct buf before = {0};
        for (int64_t k = 0; k < places && k < 64; k++) {
            struct buf label = {0};
            scoped_buf next = {0};
            put_owner(s, line == 1, s->first + k, &label);
            put_owner(s, line == 1, s->first + k + 1, &next);
            bool single = strcmp(buf_text(&label), buf_text(&next)) != 0 &&
                          strcmp(buf_text(&label), buf_text(&before)) != 0;
            int wide = grid_width(buf_text(&label)) + 1;
            s->cell = single && wide > s->cell ? wide : s->cell;
            buf_free(&before);
            before = label;
        }
        buf_free(&before);
    }
    s->cell = s->cell > CELL_MOST ? CELL_MOST : s->cell;
    s->count = room / s->cell;
}

static void draw_place(const struct strip *s, struct grid *g, int x, int y, int64_t place,
                       bool chosen)
{
    char text[32], cell[44];
    const struct tensor *t = &s->out->then;
    enum style style = chosen ? STYLE_SOURCE : STYLE_PLAIN;
    snprintf(text, sizeof text, "%*lld", s->cell - 2, (long long)place);
    grid_put(g, x + 1, y, x + s->cell, STYLE_LABEL, text);
    if (dtype_is_float(t->dtype)) {
        table_number(tensor_double_at(t, place), 4, true, s->cell - 2, text);
    } else {
        snprintf(text, sizeof text, "%lld", (long long)tensor_int_at(t, place));
    }
    snprintf(cell, sizeof cell, chosen ? "[%*s]" : " %*s ", s->cell - 2, text);
    grid_put(g, x, y + 1, x + s->cell, style, cell);
}

/* Whose the places are: told where it changes. */
static void draw_owners(const struct strip *s, struct grid *g, int x, int y, bool result,
                        int64_t places)
{
    struct buf before = {0};
    for (int k = 0; k < s->count && s->first + k < places; k++) {
        struct buf label = {0};
        put_owner(s, result, s->first + k, &label);
        if (strcmp(buf_text(&label), buf_text(&before)) != 0) {
            grid_put(g, x + k * s->cell + 1, y, g->width, STYLE_QUIET, buf_text(&label));
            int end = x + (k + 1) * s->cell;
            grid_put(g, end, y, end + 1, STYLE_PLAIN, " ");
        }
        buf_free(&before);
        before = label;
    }
    buf_free(&before);
}

int pane_storage(const struct viewer *v, struct grid *g, struct box b)
{
    struct strip s = {.v = v, .in = &v->fetched.in[0], .out = &v->fetched.out};
    const struct tensor *t = &v->fetched.out.then;
    int64_t places = (int64_t)(t->storage->bytes / dtype_size(t->dtype));
    int64_t here =
        plane_offset(&v->fetched.out.slice, t, v->fetched.cell_row, v->fetched.cell_column);
    scoped_buf title = {0};
    s.shared = s.in->of->tensor.storage == s.out->of->tensor.storage;
    choose_cell(&s, b.width - LEAD - 2, places);
    s.first = s.count > 0 ? here / s.count * s.count : 0;
    buf_puts(&title, s.shared ? "storage, shared by both" : "storage of the copy");
    if (s.count < places) {
        int64_t last = s.first + s.count < places ? s.first + s.count : places;
        buf_printf(&title, ": places %lld to %lld of %lld", (long long)s.first, (long long)last - 1,
                   (long long)places);
    }
    pane_rule(v, g, (struct box){b.x, b.y, b.width, 1}, buf_text(&title));
    buf_free(&title);
    const char *const lines[] = {"place", "number", s.shared ? "was" : "from", "is"};
    for (int k = 0; k < 4; k++) {
        grid_put(g, b.x + 1, b.y + 1 + k, b.x + LEAD, STYLE_QUIET, lines[k]);
    }
    for (int k = 0; k < s.count && s.first + k < places; k++) {
        draw_place(&s, g, b.x + LEAD + k * s.cell, b.y + 1, s.first + k, s.first + k == here);
    }
    draw_owners(&s, g, b.x + LEAD, b.y + 3, false, places);
    draw_owners(&s, g, b.x + LEAD, b.y + 4, true, places);
    return b.y + STORAGE_HEIGHT;
}
