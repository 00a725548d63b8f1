/* Writes names, axes, sizes, what became of the storage, and the ends of the colors. */
#include "tui/pane/tensor_head.h"

#include "show/code.h"
#include "show/step_text.h"
#include "trace/axes/axes.h"
#include "trace/tape/event.h"
#include "tui/pane/pane_figure.h"
#include "tui/pane/pane_storage.h"
#include "tui/pane/pane_text.h"
#include "tui/pane/table.h"
#include "tui/update.h"
#include "tui/viewer_figure.h"
#include "tui/viewer_live.h"

#include <math.h>
#include <string.h>

#define HEAD_LEAST 14 /* columns of what stands above a table */
#define NAME_LEAST 24 /* code that stands for a name may be cut to so much */
#define WAY_LEAST 42  /* and that of another way, which has no other name */
#define WHOLE 10000   /* columns that cut nothing */

/* What the run before called it. */
static void before_name(const struct viewer *v, const struct shown *s, struct buf *out)
{
    buf_putc(out, '#');
    event_number(&viewer_tape_of(v, s)->event[s->maker], out);
    buf_putc(out, ' ');
    viewer_name(v, s, out);
}

static void put_strides(const struct tensor *t, struct buf *out)
{
    buf_puts(out, "strides ");
    sizes_put(t->ndim, t->stride, " ", out);
}

/* `width` columns: the name itself comes before the number of the step that made it. */
static void name_line(const struct viewer *v, const struct shown *s, struct buf *out, int width)
{
    if (viewer_figure(v) != NULL && s->role == ROLE_RESULT) {
        pane_figure_name(v, out);
        return;
    }
    if (s->role == ROLE_CHANGE) {
        buf_puts(out, "CHANGE  ");
        viewer_number(v, v->fetched.out.event, out);
        buf_puts(out, " minus ");
        if (viewer_input(v)->maker >= 0) {
            viewer_number(v, viewer_input(v)->maker, out);
        } else {
            viewer_name(v, viewer_input(v), out);
        }
        return;
    }
    if (s->role == ROLE_INSTEAD) {
        buf_printf(out, viewer_way_is_right(v) ? "RIGHT  %s" : "IF %s INSTEAD",
                   buf_text(&v->fetched.way_code));
        return;
    }
    if (s->input >= 0) {
        buf_puts(out, v->fetched.in_count > 1 ? "IN " : "IN  ");
        if (v->fetched.in_count > 1) {
            buf_printf(out, "%d/%d  ", (int)(s - v->fetched.in) + 1, v->fetched.in_count);
        }
    } else {
        bool there = s->role == ROLE_BEFORE,
             both = v->chosen.beside == BESIDE_BEFORE && v->earlier != NULL;
        bool other = both && v->earlier->other; /* another program */
        buf_puts(out, there   ? (other ? "THERE  " : "BEFORE  ")
                      : other ? "HERE  "
                      : both  ? "NOW  "
                              : "OUT  ");
        int which, results = update_results(v, &which);
        if (results > 1) {
            buf_printf(out, "%d/%d  ", which + 1, results);
        }
    }
    if (s->role == ROLE_BEFORE) {
        before_name(v, s, out);
        return;
    }
    scoped_buf name = {0}, number = {0};
    viewer_name(v, s, &name);
    viewer_number(v, s->maker, &number);
    int whole = grid_width(buf_text(&name)) + grid_width(buf_text(out));
    if (number.len > 0 &&
        (whole + (int)number.len < width || (width >= NAME_LEAST && whole > width))) {
        buf_printf(out, "%s ", buf_text(&number));
    }
    buf_puts(out, buf_text(&name));
}

static void axes_line(const struct shown *s, struct buf *out)
{
    const struct tape_tensor *of = s->of;
    bool any = false;
    for (int k = 0; k < of->tensor.ndim; k++) {
        any |= axis_called(of, k) != NULL;
    }
    if (any) {
        axes_text(of, out);
    } else if (of->tensor.ndim < 2) {
        buf_puts(out, of->tensor.ndim == 0 ? "one number" : "a vector");
    }
}

/* Whether a mask, or a write in place, made any cell another one. Of a large tensor it is assumed.
 */
static bool any_changed(const struct viewer *v, const struct shown *s)
{
    const struct tensor *before = &viewer_input(v)->then, *now = &s->then;
    int64_t count = tensor_numel(now);
    bool changed = count > 1 << 16;
    for (int64_t k = 0; !changed && k < count; k++) {
        double was = tensor_cell(before, k);
        double is = tensor_cell(now, k);
        changed = was != is && !(isnan(was) && isnan(is));
    }
    return changed;
}

/* A head that is cut keeps its shape, and a short name as long as there is room for it. */
int tensor_head_least(const struct viewer *v, const struct shown *s, enum tight tight)
{
    scoped_buf text = {0};
    tensor_tuple_text(&s->of->tensor, &text);
    int width = grid_width(buf_text(&text));
    buf_clear(&text);
    name_line(v, s, &text, 1);
    int name = grid_width(buf_text(&text));
    bool named = tight == TIGHT_CALLED || (tight == TIGHT_NAMED && name < NAME_LEAST);
    width = named && name > width ? name : width;
    return width + 1 > HEAD_LEAST ? width + 1 : HEAD_LEAST;
}

/* What fits into `width` columns, the shape before all else. */
static void sizes_line(const struct viewer *v, const struct shown *s, struct buf *out, int width)
{
    const struct tensor *t = &s->of->tensor;
    bool scattered = !tensor_is_contiguous(t) && !v->placeless && viewer_figure(v) == NULL;
    tensor_tuple_text(t, out);
    if (t->dtype != DTYPE_FLOAT32 && (int)(out->len + strlen(dtype_name(t->dtype))) < width) {
        buf_printf(out, " %s", dtype_name(t->dtype));
    }
    if (dtype_category(t->dtype) == CATEGORY_COMPLEX && (int)out->len + 11 < width) {
        buf_puts(out, " real parts");
    }
    if (scattered && (int)(out->len + strlen(" not contiguous")) <= width) {
        buf_puts(out, " not contiguous");
    }
    if (table_marks_writes(v, s) && (int)(out->len + strlen("  * changed")) <= width &&
        any_changed(v, s)) {
        buf_puts(out, "  * changed");
    }
}

/* "new storage", "view of #1, strides 12 1 2 1": contiguity is said beside the sizes. */
static void storage_line(const struct viewer *v, const struct shown *s, struct buf *out)
{
    const struct tensor *t = &s->of->tensor;
    if (s->role == ROLE_BEFORE) {
        buf_printf(out, "run %s", v->earlier->what);
        return;
    }
    if (s->role == ROLE_CHANGE) {
        buf_puts(out, "v shows the input again");
        return;
    }
    if (s->role == ROLE_INSTEAD) {
        if (v->fetched.differing >= 0) {
            buf_printf(out, "%s, %lld of %lld differ",
                       viewer_way_is_right(v) ? "the same shape" : "right shape",
                       (long long)v->fetched.differing, (long long)v->fetched.compared);
        } else {
            buf_puts(out, "another shape");
        }
        return;
    }
    if (v->placeless) {
        return;
    }
    bool own = s->input < 0 && v->where.result == 0;
    if (own) {
        step_storage_at(&v->where.at, s->event, false, out);
        char *tail = out->len > 0 ? strstr(out->data, ", not contiguous") : NULL;
        if (tail != NULL) {
            *tail = '\0';
            out->len = (size_t)(tail - out->data);
        }
        if (strstr(buf_text(out), "strides") != NULL) {
            return;
        }
    }
    if (t->ndim > 0) {
        buf_puts(out, out->len > 0 ? ", " : "");
        put_strides(t, out);
    }
}

static void head_line(const struct viewer *v, const struct shown *s, int line, struct buf *out,
                      int width)
{
    const struct chart_mark *image = viewer_image(v, s);
    if (image != NULL && (line == 1 || line == 3)) {
        if (line == 1) {
            pane_figure_axes(v, out);
        } else if (viewer_image_is_upside_down(v, image)) {
            buf_puts(out, "the picture has row 0 at its bottom");
        }
        return;
    }
    switch (line) {
    case 0:
        name_line(v, s, out, width);
        break;
    case 1:
        axes_line(s, out);
        break;
    case 2:
        sizes_line(v, s, out, width);
        break;
    default:
        storage_line(v, s, out);
        break;
    }
}

/* The lines of the head where there is no room for all of it. */
static const int brief_head[] = {0, 2};
_Static_assert(sizeof brief_head / sizeof brief_head[0] == TENSOR_HEAD_BRIEF, "each has a line");

int tensor_head_width(const struct viewer *v, const struct shown *s, int lines)
{
    int widest = 0;
    for (int k = 0; k < lines; k++) {
        scoped_buf text = {0};
        head_line(v, s, lines == TENSOR_HEAD_LINES ? k : brief_head[k], &text, WHOLE);
        int width = grid_width(buf_text(&text)) + 1;
        int least = s->role == ROLE_INSTEAD ? WAY_LEAST : NAME_LEAST;
        width = k == 0 && s->name == NULL && width > least ? least : width;
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* A line about the storage that is too long: its strides matter for a view only. */
static void shorten_storage(struct buf *text)
{
    char *strides = strstr(buf_text(text), ", strides");
    struct buf brief = {0};
    if (strides == NULL) {
        return;
    }
    if (strncmp(text->data, "view", 4) == 0) {
        buf_printf(&brief, "view%s", strides);
    } else {
        buf_put(&brief, text->data, (size_t)(strides - text->data));
    }
    buf_free(text);
    *text = brief;
}

/* "color 0 to 0.18", "color -1.05 to 1.05" */
static void put_scale(const struct viewer *v, const struct shown *s, bool compares, struct buf *out)
{
    struct table_scale scale;
    char from[32], to[32];
    if (table_scale(v, s, compares, &scale) && scale.low < scale.high) {
        table_scale_ends(&scale, from, to);
        buf_printf(out, "color %s to %s", from, to);
    }
}

/* Behind a line of the head that leaves room for it, that of the sizes before all others. */
static void draw_scale(const struct viewer *v, const struct shown *s, bool compares, struct grid *g,
                       struct box b, const int used[TENSOR_HEAD_LINES])
{
    static const int anywhere[] = {2, 1, 3}, last[] = {3, 2, 1};
    const int *lines = v->placeless ? last : anywhere;
    scoped_buf text = {0};
    put_scale(v, s, compares, &text);
    bool put = text.len == 0;
    for (size_t k = 0; !put && k < sizeof last / sizeof last[0]; k++) {
        int x = b.x + 1 + used[lines[k]] + (used[lines[k]] > 0 ? 2 : 0);
        put = x + grid_width(buf_text(&text)) <= b.x + b.width;
        if (put) {
            grid_put(g, x, b.y + lines[k], b.x + b.width, STYLE_QUIET, buf_text(&text));
        }
    }
    bool told = s->role != ROLE_INPUT && s->role != ROLE_RESULT; /* else strides, that views need */
    if (!put && !told && !pane_has_storage(v) && grid_width(buf_text(&text)) < b.width) {
        grid_fill(g, b.x + 1, b.y + TENSOR_HEAD_LINES - 1, b.width - 1, STYLE_PLAIN, ' ');
        grid_put(g, b.x + 1, b.y + TENSOR_HEAD_LINES - 1, b.x + b.width, STYLE_QUIET,
                 buf_text(&text));
    }
}

/* From where on a name that is too long may be cut from its beginning: of a gradient, of
 * model.layer.weight. NULL: its end is cut. */
static const char *cut_from(const struct buf *text, int width)
{
    static const char end[] = ").grad";
    size_t tail = sizeof end - 1, len = text->len;
    if (grid_width(buf_text(text)) <= width) {
        return NULL;
    }
    if (len > tail && strcmp(text->data + len - tail, end) == 0) {
        const char *open = width >= NAME_LEAST ? strchr(text->data, '(') : NULL;
        return open != NULL ? open + 1 : NULL;
    }
    const char *last = strrchr(buf_text(text), ' ');
    bool whole = last != NULL && last + 1 - text->data + (int)strlen("...") < width;
    return whole && strchr(last, '.') != NULL && strpbrk(buf_text(text), "()[]'\"") == NULL
               ? last + 1
               : NULL;
}

/* A name that is cut tells still whose gradient it is, and which weight. */
static void fit_name(struct buf *text, int width)
{
    const char *from = cut_from(text, width);
    struct buf brief = {0};
    if (from == NULL) {
        code_fit(text, width);
        return;
    }
    buf_put(&brief, text->data, (size_t)(from - text->data));
    buf_puts(&brief, "...");
    size_t room = (size_t)width > brief.len ? (size_t)width - brief.len : 0, len = text->len;
    from = room < len ? text->data + len - room : text->data;
    while (((unsigned char)*from & 0xC0) == 0x80 || *from == '.') { /* no part of a letter */
        from++;
    }
    buf_puts(&brief, from);
    buf_free(text);
    *text = brief;
}

static void draw_full(const struct viewer *v, const struct shown *s, bool compares, struct grid *g,
                      struct box b)
{
    static const enum style styles[TENSOR_HEAD_LINES] = {STYLE_TITLE, STYLE_LABEL, STYLE_PLAIN,
                                                         STYLE_QUIET};
    int used[TENSOR_HEAD_LINES];
    for (int k = 0; k < TENSOR_HEAD_LINES; k++) {
        scoped_buf text = {0};
        struct box one = {b.x + 1, b.y + k, b.width - 1, 1};
        head_line(v, s, k, &text, one.width);
        if (k == TENSOR_HEAD_LINES - 1 && grid_width(buf_text(&text)) > one.width) {
            shorten_storage(&text);
        }
        k == 0 ? fit_name(&text, one.width) : code_fit(&text, one.width);
        pane_text(v, g, one, styles[k], buf_text(&text));
        used[k] = grid_width(buf_text(&text));
    }
    draw_scale(v, s, compares, g, b, used);
}

/* Where places in memory are the matter, strides come before types and colors. */
static void brief_sizes(const struct viewer *v, const struct shown *s, struct buf *out, int width)
{
    const struct tensor *t = &s->of->tensor;
    if (!pane_has_storage(v)) {
        sizes_line(v, s, out, width);
        return;
    }
    tensor_tuple_text(t, out);
    buf_puts(out, " ");
    put_strides(t, out);
    if (grid_width(buf_text(out)) > width) {
        buf_clear(out);
        sizes_line(v, s, out, width);
    } else if (!tensor_is_contiguous(t) &&
               grid_width(buf_text(out)) + (int)strlen(" not contiguous") <= width) {
        buf_puts(out, " not contiguous");
    }
}

/* Name and sizes; axes and colors as far as there is room for them. */
static void draw_brief(const struct viewer *v, const struct shown *s, bool compares, struct grid *g,
                       struct box b)
{
    scoped_buf text = {0};
    int end = b.x + b.width;
    head_line(v, s, 0, &text, b.width - 1);
    fit_name(&text, b.width - 1);
    grid_put(g, b.x + 1, b.y, end, STYLE_TITLE, buf_text(&text));
    buf_clear(&text);
    brief_sizes(v, s, &text, b.width - 1);
    code_fit(&text, b.width - 1);
    int x = grid_put(g, b.x + 1, b.y + 1, end, STYLE_PLAIN, buf_text(&text)) + 1;
    for (int k = 0; k < 2; k++) {
        buf_clear(&text);
        if (k == 0) {
            head_line(v, s, 1, &text, b.width - 1);
        } else {
            put_scale(v, s, compares, &text);
        }
        if (text.len > 0 && x + grid_width(buf_text(&text)) <= end) {
            x = grid_put(g, x, b.y + 1, end, k == 0 ? STYLE_LABEL : STYLE_QUIET, buf_text(&text)) +
                1;
        }
    }
}

void tensor_head_draw(const struct viewer *v, const struct shown *s, bool compares, struct grid *g,
                      struct box b, int lines)
{
    if (lines < TENSOR_HEAD_LINES) {
        draw_brief(v, s, compares, g, b);
    } else {
        draw_full(v, s, compares, g, b);
    }
}

/* How the result is guessed, in fewer words where the pane is small. */
static void how_to_guess(const struct viewer *v, struct box b, struct buf *out)
{
    long long row = v->fetched.cell_row, column = v->fetched.cell_column;
    struct box more = {0, 0, b.width, b.height + 1};
    buf_clear(out);
    buf_printf(out,
               "What shape will it have? Type r and the sizes, as in 2 6 3. Or r and =0.25: the "
               "number in row %lld, column %lld. Or r and refused, if the line cannot run. r and "
               "Enter alone shows it; n passes on.",
               row, column);
    if (pane_text(v, NULL, more, STYLE_PLAIN, buf_text(out)) > b.height) {
        buf_clear(out);
        buf_printf(out,
                   "What shape? r 2 6 3, or r =0.25: the number in row %lld, column %lld, or r "
                   "refused. r Enter shows it; n passes on.",
                   row, column);
    }
}

void tensor_head_hidden(const struct viewer *v, struct grid *g, struct box b)
{
    scoped_buf text = {0};
    struct box below = {b.x + 1, b.y + 2, b.width - 1, b.height - 2};
    name_line(v, &v->fetched.out, &text, b.width - 1);
    code_fit(&text, b.width - 1);
    grid_put(g, b.x + 1, b.y, b.x + b.width, STYLE_TITLE, buf_text(&text));
    how_to_guess(v, below, &text);
    pane_text(v, g, below, STYLE_PLAIN, buf_text(&text));
}
