/* Lays a figure out: the largest equal cells for which everything beside them has room. */
#include "heatmap/table/bar.h"
#include "heatmap/table/curve.h"
#include "heatmap/table/labels.h"
#include "heatmap/table/layout.h"
#include "heatmap/table/panel_cells.h"
#include "heatmap/table/title.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    MOST_PITCH = 180,
    LEAST_PANEL = 160,
    GAP_FROM = 24, /* from this pitch on cells are a little apart */
    PANEL_GAP = 44,
    LINE_GAP = 30 /* between rows of panels */
};

struct layout figure_layout(const struct figure *f, struct fonts *fonts, struct drawing *out,
                            struct error *err)
{
    struct layout l = {
        .f = f, .fonts = fonts, .s = out, .err = err, .unit = figure_unit(f), .fold = 1};
    out->width = f->width;
    out->height = f->height;
    out->theme = f->theme;
    out->transparent = f->transparent;
    out->plain_masks = f->masks == MASK_GREY;
    out->hatch = px(&l, 12);
    return l;
}

void figure_swatch(struct layout *l, int code, int x, int y, int side, bool framed,
                   const char *word)
{
    int size = px(l, TYPE_BAR);
    uint16_t *cell = drawing_cells_new(l->s, 1, 1);
    if (cell != NULL) {
        *cell = (uint16_t)code;
        drawing_cells(l->s, cell, 1, 1, x, y, side, 0);
        if (framed) {
            drawing_frame(l->s, ROLE_FRAME, x, y, side, side, px(l, 1.4));
        }
        drawing_text(l->s, ROLE_TEXT, x + side + px(l, SWATCH_APART),
                     y + (side + font_capital(l->fonts, size, false)) / 2,
                     (struct style){.size = size}, word);
    }
}

struct figure figure_look(void)
{
    return (struct figure){.width = FIGURE_WIDTH,
                           .height = FIGURE_HEIGHT,
                           .wish = {SCALE_PLAIN, NAN, NAN, NAN, false},
                           .tick = NAN,
                           .decimals = -1};
}

double figure_unit(const struct figure *f)
{
    double by_w = (double)f->width / FIGURE_WIDTH, by_h = (double)f->height / FIGURE_HEIGHT;
    return by_w < by_h ? by_w : by_h;
}

int px(const struct layout *l, double length)
{
    long n = lround(length * l->unit);
    return n < 1 ? 1 : (int)n;
}

struct box {
    int x, y, w, h;
};

/* --- notes --- */

/* What the picture leaves out, or does in an unusual way. */
static void note_text(const struct layout *l, struct buf *out)
{
    double rows = fold_along(l, l->row.count), columns = fold_along(l, l->column.count);
    if (l->fold < 1) {
        buf_puts(out, "pixels between two values are their mean");
    } else if (rows > 1 && columns > 1) {
        buf_printf(out, "each pixel is the mean of %.3g \u00d7 %.3g values", rows, columns);
    } else if (l->fold > 1) {
        buf_printf(out, "each cell is the mean of %.3g values", l->fold);
    }
    if (l->f->own_scales && l->f->panel_count > 1) {
        buf_printf(out, "%seach has a color scale of its own", out->len > 0 ? "; " : "");
    }
    if (l->shared.cut && !l->f->own_scales) {
        char end[NUMBER_MAX];
        numeral_brief(l->shared.hi, end);
        buf_printf(out, "%scolors end at %s; larger weights look like it", out->len > 0 ? "; " : "",
                   end);
    } else if (l->shared.cut) {
        buf_printf(out, "%sthe largest weights of few rows have its last color",
                   out->len > 0 ? "; " : "");
    }
    if (l->crowd == CROWD_NO_HEADINGS) {
        buf_printf(out, "%sfrom left to right, line by line", out->len > 0 ? "; " : "");
    }
    for (int k = 0; k < l->f->highlight_count && !l->numbers; k++) {
        const struct highlight *h = &l->f->highlight[k];
        char number[NUMBER_MAX];
        if (h->row >= 0 && h->column >= 0 && l->f->panel_count == 1) {
            numeral_brief(panel_value(l->f->panel, h->row * l->f->panel->columns + h->column),
                          number);
            buf_printf(out, "%s[%d, %d] is %s", out->len > 0 ? "; " : "", h->row, h->column,
                       number);
        }
    }
}

static int note_height(const struct layout *l)
{
    bool may = l->fold != 1 || l->shared.cut || l->crowd == CROWD_NO_HEADINGS ||
               l->f->highlight_count > 0 || (l->f->own_scales && l->f->panel_count > 1);
    return may ? (int)(px(l, TYPE_LEAST) * LINE_EMS) + px(l, 28)
               : 0; /* the bar's last number ends below it */
}

/* --- the search for the largest cells --- */

static int axis_height(const struct layout *l, const struct axis *axis)
{
    return axis->name != NULL ? (int)(px(l, TYPE_AXIS) * LINE_EMS) + px(l, 12) : 0;
}

static int heading_height(const struct layout *l)
{
    bool any = l->f->panel->heading != NULL && l->crowd < CROWD_NO_HEADINGS;
    return any ? (int)(px(l, TYPE_HEADING) * LINE_EMS) + px(l, 8) : 0;
}

/* The room that the widest takes. */
static int heading_width(const struct layout *l, int size)
{
    int widest = 0;
    for (int k = 0; k < l->f->panel_count && l->f->panel[k].heading != NULL; k++) {
        int w = font_width(l->fonts, size, false, l->f->panel[k].heading);
        widest = w > widest ? w : widest;
    }
    return widest;
}

/* A vector of thousands would be a line that nobody sees: where small cells fill less than this,
 * they are several times as high as wide, or as wide as high. */
static int stretch(const struct layout *l, int cells, int pitch, int panels)
{
    int least = px(l, LEAST_PANEL) / panels;
    least = least > px(l, GAP_FROM) ? least : px(l, GAP_FROM);
    bool slim = !l->square && pitch < px(l, GAP_FROM) && cells * pitch < least;
    return slim ? least / (cells * pitch) : 1;
}

/* Whether cells of this pitch fit into w x h, all panels with what belongs to them; fills in the
 * sizes. */
static bool fits(struct layout *l, int pitch, int w, int h, int heading)
{
    int rows = cells_along(l, l->row.count), columns = cells_along(l, l->column.count);
    int gap = pitch >= px(l, GAP_FROM) ? px(l, 2) : 0;
    l->pitch = pitch;
    l->gap = gap;
    l->wide = stretch(l, columns, pitch, l->across);
    l->tall = stretch(l, rows, pitch, l->down);
    l->panel_w = columns * pitch_x(l) - gap;
    l->panel_h = rows * pitch_y(l) - gap;
    labels_fit_rows(l, &l->row, pitch_y(l) / fold_along(l, l->row.count));
    labels_fit_columns(l, &l->column, pitch_x(l) / fold_along(l, l->column.count));
    l->slot_w = (l->panel_w > heading ? l->panel_w : heading) + px(l, PANEL_GAP);
    l->slot_h = l->panel_h + heading_height(l) + px(l, LINE_GAP);
    int all_w = l->row.extent + l->across * l->slot_w - px(l, PANEL_GAP);
    int all_h = l->column.extent + l->down * l->slot_h - px(l, LINE_GAP);
    return all_w <= w && all_h <= h;
}

/* The largest pitch above `least`, 0: none. */
static int largest_pitch(struct layout *l, int least, int w, int h, int heading)
{
    int rows = cells_along(l, l->row.count), columns = cells_along(l, l->column.count);
    int by_w = (w + px(l, 4)) / (l->across * columns), by_h = (h + px(l, 4)) / (l->down * rows);
    int pitch = by_w < by_h ? by_w : by_h, most = px(l, MOST_PITCH);
    for (pitch = pitch < most ? pitch : most; pitch > least; pitch--) {
        if (fits(l, pitch, w, h, heading)) {
            return pitch;
        }
    }
    return 0;
}

/* Panels in front of a difference or a gradient. */
static int beside(const struct layout *l)
{
    return l->f->gradients ? 1 : 2;
}

/* The way to lay the panels out in lines that gives the largest cells; false: none fits. */
static bool find_lines(struct layout *l, int w, int h)
{
    int count = l->f->panel_count, best = 0, across = 0;
    int heading = l->crowd < CROWD_NO_HEADINGS ? heading_width(l, px(l, TYPE_LEAST)) : 0;
    int fixed = l->stacked ? l->f->differences : l->f->differences > 0 ? beside(l) + 1 : 0;
    int first = fixed > 0 ? fixed : l->f->curve != NULL ? count : 1;
    for (int k = first; k <= (fixed > 0 ? fixed : count); k++) {
        l->across = k;
        l->down = (count + k - 1) / k;
        int pitch = largest_pitch(l, best, w, h, heading);
        if (pitch > best) {
            best = pitch;
            across = k;
        }
    }
    if (best == 0) {
        return false;
    }
    l->across = across;
    l->down = (count + across - 1) / across;
    return fits(l, best, w, h, heading);
}

static bool find_crowded(struct layout *l, enum crowd crowd, int w, int h)
{
    l->crowd = crowd;
    l->row.none = l->row.axis->bare || crowd >= CROWD_NO_LABELS;
    l->column.none = l->column.axis->bare || crowd >= CROWD_NO_LABELS;
    return find_lines(l, w, h - note_height(l));
}

/* Labels, then headings are given up only where cells become twice as large. */
static bool find_crowd(struct layout *l, int w, int h)
{
    int best = 0, most = l->f->differences > 0 || l->f->curve != NULL
                             ? CROWD_NO_HEADINGS /* they are to be told apart */
                         : l->f->panel_count > 1 ? CROWD_COUNT
                                                 : CROWD_NO + 1;
    enum crowd chosen = CROWD_NO;
    for (int crowd = CROWD_NO; crowd < most; crowd++) {
        if (find_crowded(l, (enum crowd)crowd, w, h) && l->pitch >= 2 * best) {
            best = l->pitch;
            chosen = (enum crowd)crowd;
        }
    }
    return best > 0 && find_crowded(l, chosen, w, h);
}

/* Cells of one pixel may leave nearly half of the room free: then values share its pixels. */
static bool find_finer(struct layout *l, int longer, int w, int h)
{
    enum crowd crowd = l->crowd;
    for (int shown = 2 * longer - 1; l->pitch == 1 && shown > longer + longer / 8; shown--) {
        l->fold = (double)longer / shown;
        if (find_crowded(l, crowd, w, h)) {
            return true;
        }
    }
    l->fold = 1;
    return find_crowded(l, crowd, w, h);
}

/* Where even cells of one pixel do not fit, values share them, as few as must. */
static bool find_fold(struct layout *l, int w, int h)
{
    int longer = l->row.count > l->column.count ? l->row.count : l->column.count;
    int most = w > h ? w : h;
    l->fold = 1;
    if (find_crowd(l, w, h)) {
        return find_finer(l, longer, w, h);
    }
    for (int shown = most < longer ? most : longer - 1; shown > 0; shown--) {
        l->fold = (double)longer / shown;
        if (find_crowd(l, w, h)) {
            return true;
        }
    }
    return false;
}

/* What the color bar before a difference takes between the panels. */
static int inner_bar(const struct layout *l)
{
    return l->f->differences > 0 && !l->stacked ? bar_width(l) : 0;
}

/* The bar behind the last panel tells the scale of a difference. */
static struct layout of_difference(const struct layout *l)
{
    struct layout own = *l;
    if (l->f->differences > 0) {
        own.shared = l->last;
        own.differs = true;
    }
    return own;
}

static int outer_bar(const struct layout *l)
{
    const struct layout own = of_difference(l);
    int last = bar_width(&own), first = l->stacked ? bar_width(l) : 0;
    return last > first ? last : first;
}

/* Gradients of several heads stand beside their values, or below them if cells become larger. */
static bool find_ways(struct layout *l, int w, int h)
{
    struct layout below = *l;
    bool found = find_fold(l, w - inner_bar(l) - outer_bar(l), h);
    below.stacked = l->f->gradients && l->f->differences > 1;
    if (below.stacked && find_fold(&below, w - outer_bar(&below), h) &&
        (!found || (below.fold <= l->fold && below.pitch > l->pitch)) &&
        below.panel_h >= bar_height(&below) * 2 / 3) {
        *l = below;
        found = true;
    }
    return found;
}

/* w, h: the room for the panels with their labels and headings, and for color bars. */
static bool find_pitch(struct layout *l, int w, int h)
{
    for (int square = 0; square < 2; square++) {
        l->square = square != 0;
        if (find_ways(l, w, h)) {
            return true;
        }
    }
    return error_set(
        l->err, ERROR_INPUT,
        "%d x %d pixels have no room for %d table%s of %d x %d cells; give a larger --size",
        l->s->width, l->s->height, l->f->panel_count, l->f->panel_count == 1 ? "" : "s",
        l->row.count, l->column.count);
}

/* --- drawing --- */

/* The name of an axis, with an arrow the way it runs. */
static void draw_axis(struct layout *l, const struct axis *axis, bool row, int x, int y)
{
    int size = px(l, TYPE_AXIS);
    struct buf text = {0};
    if (axis->name == NULL) {
        return;
    }
    buf_printf(&text, row ? "\u2190 %s" : "%s \u2192", axis->name);
    drawing_take(l->s, ROLE_QUIET, x, y,
                 (struct style){.size = size, .anchor = ANCHOR_MIDDLE, .turned = row}, &text);
}

static void draw_highlights(struct layout *l, int x, int y)
{
    int thick = px(l, l->pitch > px(l, 60) ? 6 : l->pitch > px(l, 16) ? 4 : 3);
    int rows = l->row.count, columns = l->column.count;
    for (int k = 0; k < l->f->highlight_count; k++) {
        const struct highlight *h = &l->f->highlight[k];
        int top = h->row < 0 ? 0 : (int)(h->row / fold_along(l, rows));
        int left = h->column < 0 ? 0 : (int)(h->column / fold_along(l, columns));
        int high =
            h->row < 0 ? cells_along(l, rows) : (int)ceil((h->row + 1) / fold_along(l, rows)) - top;
        int wide = h->column < 0 ? cells_along(l, columns)
                                 : (int)ceil((h->column + 1) / fold_along(l, columns)) - left;
        drawing_frame(l->s, ROLE_ACCENT, x + left * pitch_x(l), y + top * pitch_y(l),
                      wide * pitch_x(l) - l->gap, high * pitch_y(l) - l->gap, thick);
    }
}

/* One size for all, as large as the widest allows. */
static void fit_headings(struct layout *l)
{
    int widest = heading_width(l, 100), room = l->slot_w - px(l, PANEL_GAP) / 2;
    l->heading = px(l, TYPE_HEADING);
    while (l->heading > px(l, TYPE_LEAST) && widest * l->heading > room * 100) {
        l->heading--;
    }
}

static bool own_scale(const struct layout *l, const struct panel *p, struct scale *out)
{
    *out = l->shared;
    return !l->f->own_scales || scale_find(&l->f->wish, p, 1, out);
}

static bool is_difference(const struct layout *l, int k)
{
    return k >= l->f->panel_count - l->f->differences;
}

/* Where it stands: lines of A, B and B - A, or one after the other. */
static int line_of(const struct layout *l, int k)
{
    int pairs = l->stacked ? 0 : beside(l) * l->f->differences;
    return pairs == 0 ? k / l->across : k < pairs ? k / beside(l) : k - pairs;
}

static int column_of(const struct layout *l, int k)
{
    int pairs = l->stacked ? 0 : beside(l) * l->f->differences;
    return pairs == 0 ? k % l->across : k < pairs ? k % beside(l) : beside(l);
}

static bool draw_cells(struct layout *l, int k, int x, int y)
{
    const struct panel *p = &l->f->panel[k];
    struct scale scale;
    if (is_difference(l, k)) {
        drawing_map(l->s, colormap_find("RdBu_r"));
        return cells_draw(l, p, &l->last, x, y);
    }
    return own_scale(l, p, &scale) && cells_draw(l, p, &scale, x, y);
}

/* One panel with its cells' top left corner at x, y. */
static bool draw_panel(struct layout *l, int k, int x, int y)
{
    const struct panel *p = &l->f->panel[k];
    bool top = line_of(l, k) == 0;
    int above = (top ? l->column.extent : px(l, 4)) + px(l, 8);
    if (!draw_cells(l, k, x, y)) {
        return false;
    }
    if (top) {
        labels_draw_columns(l, x, y);
    }
    if (column_of(l, k) == 0) {
        labels_draw_rows(l, x, y);
    }
    if (p->heading != NULL && l->crowd < CROWD_NO_HEADINGS) {
        const struct style style = {.size = l->heading, .anchor = ANCHOR_MIDDLE};
        drawing_text(l->s, ROLE_TEXT, x + l->panel_w / 2, y - above, style, p->heading);
    }
    draw_highlights(l, x, y);
    return true;
}

/* Everything between title and note, in the middle of `room`. */
static bool draw_block(struct layout *l, struct box room)
{
    const struct figure *f = l->f;
    int row_name = axis_height(l, &f->row), column_name = axis_height(l, &f->column);
    int cells_w = l->across * l->slot_w - px(l, PANEL_GAP) + inner_bar(l);
    int cells_h = l->down * l->slot_h - px(l, LINE_GAP) - heading_height(l);
    int above = column_name + heading_height(l) + l->column.extent;
    int side = bar_height(l) > cells_h ? bar_height(l) : cells_h;
    int all_w = row_name + l->row.extent + cells_w + outer_bar(l);
    int x = room.x + (room.w - all_w) / 2 + row_name + l->row.extent;
    int top = room.y + (room.h - above - side) / 2;
    int y = top + above + (side - cells_h) / 2;
    int indent = (l->slot_w - px(l, PANEL_GAP) - l->panel_w) / 2;
    int named_w = inner_bar(l) > 0 ? beside(l) * l->slot_w - px(l, PANEL_GAP) : cells_w;
    draw_axis(l, &f->column, false, x + named_w / 2, y - above + px(l, TYPE_AXIS) - px(l, 4));
    draw_axis(l, &f->row, true, x - l->row.extent - px(l, 18), y + cells_h / 2);
    for (int k = 0; k < f->panel_count; k++) {
        int left = x + indent + column_of(l, k) * l->slot_w;
        bool first = k == f->panel_count - f->differences; /* the colors are still the values' */
        if (first && l->stacked) {
            bar_draw_plain(l, x + cells_w, y, l->panel_h);
        } else if (first && f->differences > 0) {
            bar_draw_plain(l, left - l->slot_w + l->panel_w + indent, top + above, side);
        }
        left += is_difference(l, k) ? inner_bar(l) : 0;
        if (!draw_panel(l, k, left, y + line_of(l, k) * l->slot_h)) {
            return false;
        }
    }
    struct layout own = of_difference(l);
    bar_draw(&own, x + cells_w, l->stacked ? y + l->slot_h : top + above,
             l->stacked ? l->panel_h : side);
    return true;
}

const struct colormap *figure_map(const struct figure *f)
{
    if (f->map != NULL) {
        return f->map;
    }
    return colormap_find(f->wish.rule == SCALE_SIGNED ? "RdBu_r"
                         : f->theme == THEME_DARK     ? "magma"
                                                      : "viridis");
}

static bool lay_out(struct layout *l)
{
    const struct figure *f = l->f;
    int margin = px(l, SLIDE_MARGIN);
    scoped_buf note = {0};
    struct box room = {.x = margin, .y = margin + title_height(l), .w = l->s->width - 2 * margin};
    room.h = l->s->height - room.y - margin - curve_height(l);
    cells_survey(l);
    labels_measure(l, &l->row);
    labels_measure(l, &l->column);
    l->row.limit = room.w * 3 / 10;
    l->column.limit = room.h * 3 / 10;
    if (f->row.label != NULL && f->column.label != NULL) { /* the same word is cut the same way */
        l->row.limit = l->column.limit =
            l->row.limit < l->column.limit ? l->row.limit : l->column.limit;
    }
    if (!find_pitch(l, room.w - axis_height(l, &f->row), room.h - axis_height(l, &f->column))) {
        return false;
    }
    room.h -= note_height(l);
    numbers_fit(l);
    fit_headings(l);
    title_draw(l);
    if (!draw_block(l, room)) {
        return false;
    }
    if (f->curve != NULL) {
        curve_draw(l, l->s->height - margin - note_height(l) - curve_height(l));
    }
    note_text(l, &note);
    if (note.len > 0) {
        title_line(l, buf_text(&note), ROLE_QUIET, px(l, TYPE_LEAST), false,
                   l->s->height - margin - px(l, TYPE_LEAST));
    }
    l->s->failed |= note.failed;
    return true;
}

/* Whether a panel's own scale is cut. */
static bool find_cuts(struct layout *l)
{
    bool ok = true;
    l->shared.cut = l->shared.cut && !l->f->own_scales;
    for (int k = 0; ok && l->f->own_scales && k < l->f->panel_count; k++) {
        struct scale own;
        ok = scale_find(&l->f->wish, &l->f->panel[k], 1, &own);
        l->shared.cut |= ok && own.cut;
    }
    return ok;
}

static bool find_scales(struct layout *l)
{
    const struct figure *f = l->f;
    const struct scale_wish difference = {SCALE_SIGNED, NAN, NAN, NAN, false};
    int n = f->differences, compared = f->panel_count - n;
    return scale_find(&f->wish, f->panel, compared, &l->shared) &&
           (n == 0 || scale_find(&difference, &f->panel[compared], n, &l->last));
}

bool figure_draw(const struct figure *f, struct fonts *fonts, struct drawing *out,
                 struct error *err)
{
    struct layout l = figure_layout(f, fonts, out, err);
    l.row = (struct labels){.axis = &f->row, .count = f->panel->rows};
    l.column = (struct labels){.axis = &f->column, .count = f->panel->columns};
    drawing_map(out, figure_map(f));
    bool ok = !out->failed && find_scales(&l) && find_cuts(&l) && lay_out(&l);
    return (ok && !out->failed) || error_memory(err);
}
