/* Draws the labels of rows and columns: as large as fits, every n-th when they are crowded, turned
 * when they are wider than a column, cut with an ellipsis when they are longer than the picture
 * allows. */
#include "heatmap/table/labels.h"

#include "base/utf8.h"
#include "heatmap/table/panel_cells.h"

#include <stdio.h>
#include <string.h>

static const char *label_of(const struct labels *labels, int k, char number[16])
{
    if (labels->axis->label != NULL) {
        return labels->axis->label[k];
    }
    snprintf(number, 16, "%d", k);
    return number;
}

void labels_measure(struct layout *l, struct labels *labels)
{
    char number[16];
    int first = labels->axis->label != NULL ? 0 : labels->count - 1;
    labels->widest = 0;
    for (int k = first; k < labels->count; k++) { /* the last number is the widest */
        int w = font_width(l->fonts, 100, l->f->highlight_count > 0, label_of(labels, k, number));
        labels->widest = w > labels->widest ? w : labels->widest;
    }
}

/* How wide the widest is at this size, cut. */
static int width_at(const struct labels *labels, int size)
{
    int w = (labels->widest * size + 99) / 100;
    return w > labels->limit ? labels->limit : w;
}

/* Every how many, if each needs `room` pixels: steps of counted labels are 1, 2, 5, 10, 20, ... */
static int step_for(const struct labels *labels, double pitch, double room)
{
    int step = 1;
    if (labels->axis->every > 0) {
        return labels->axis->every;
    }
    for (int k = 0; step * pitch < room && step < labels->count; k++) {
        if (labels->axis->label != NULL) {
            step++;
        } else {
            step = k % 3 == 1 ? step / 2 * 5 : step * 2;
        }
    }
    return step;
}

/* The largest type whose lines are not farther apart than `pitch`. */
static int size_for(const struct layout *l, const struct labels *labels, double pitch)
{
    int most = px(l, labels->axis->label != NULL ? TYPE_LABEL : TYPE_BAR),
        least = px(l, TYPE_LEAST);
    int size = (int)(pitch / LINE_EMS);
    return size > most ? most : size < least ? least : size;
}

/* Lines of labels below each other: smaller until none is cut, `apart` from the cells. */
static void shrink(const struct layout *l, struct labels *labels, double pitch, int apart)
{
    while (labels->size > px(l, TYPE_LEAST) &&
           labels->widest * labels->size > labels->limit * 100) {
        labels->size--;
    }
    labels->every = step_for(labels, pitch, labels->size * LINE_EMS);
    labels->extent = labels->none ? 0 : width_at(labels, labels->size) + px(l, apart);
}

void labels_fit_rows(const struct layout *l, struct labels *labels, double pitch)
{
    labels->size = size_for(l, labels, pitch);
    shrink(l, labels, pitch, 16);
}

void labels_fit_columns(const struct layout *l, struct labels *labels, double pitch)
{
    int most = size_for(l, labels, pitch), least = px(l, TYPE_LEAST);
    double space = 0.45;
    bool counted = labels->axis->label == NULL;
    labels->turned = false;
    for (int size = most; size >= least; size--) {
        double room = width_at(labels, size) + size * space;
        if (room <= pitch || counted) {
            labels->size = size;
            labels->every = step_for(labels, pitch, room);
            labels->extent = labels->none ? 0 : (int)(size * LINE_EMS) + px(l, 6);
            return;
        }
    }
    labels->turned = true;
    labels->size = most < px(l, TYPE_TURNED) ? most : px(l, TYPE_TURNED);
    shrink(l, labels, pitch, l->f->panel->heading != NULL ? 26 : 16); /* a heading above them */
}

void label_cut(const struct layout *l, const char *text, int size, bool bold, int limit,
               struct buf *out)
{
    size_t len = strlen(text), start = out->len;
    if (font_width(l->fonts, size, bold, text) <= limit) {
        buf_puts(out, text);
        return;
    }
    for (size_t keep = utf8_count(text, len); keep > 0; keep--) {
        out->len = start;
        buf_put(out, text, utf8_offset(text, len, keep - 1));
        while (out->len > start && out->data[out->len - 1] == ' ') {
            out->len--;
        }
        buf_puts(out, "\u2026");
        if (font_width(l->fonts, size, bold, buf_text(out) + start) <= limit) {
            return;
        }
    }
}

static bool is_marked(const struct layout *l, bool row, int k)
{
    for (int h = 0; h < l->f->highlight_count; h++) {
        const struct highlight *mark = &l->f->highlight[h];
        if ((row ? mark->row : mark->column) == k) {
            return true;
        }
    }
    return false;
}

static void draw_one(struct layout *l, const struct labels *labels, int k, bool row, int x, int y)
{
    char number[16];
    struct buf text = {0};
    bool bold = is_marked(l, row, k), counted = labels->axis->label == NULL;
    enum anchor anchor = row ? ANCHOR_END : labels->turned ? ANCHOR_START : ANCHOR_MIDDLE;
    const struct style style = {
        .size = labels->size, .anchor = anchor, .bold = bold, .turned = !row && labels->turned};
    label_cut(l, label_of(labels, k, number), labels->size, bold, labels->limit, &text);
    drawing_take(l->s, counted && !bold ? ROLE_QUIET : ROLE_TEXT, x, y, style, &text);
}

/* The middle of value k on its axis, from the edge of the cells. */
static int middle_of(const struct layout *l, int k, double fold, int pitch)
{
    return (int)((k + 0.5) / fold * pitch) - l->gap / 2;
}

void labels_draw_rows(struct layout *l, int x, int y)
{
    int up = font_capital(l->fonts, l->row.size, false) / 2;
    double fold = fold_along(l, l->row.count);
    for (int k = 0; !l->row.none && k < l->row.count; k += l->row.every) {
        draw_one(l, &l->row, k, true, x - px(l, 16), y + middle_of(l, k, fold, pitch_y(l)) + up);
    }
}

void labels_draw_columns(struct layout *l, int x, int y)
{
    int up = font_capital(l->fonts, l->column.size, false) / 2;
    double fold = fold_along(l, l->column.count);
    for (int k = 0; !l->column.none && k < l->column.count; k += l->column.every) {
        int at = x + middle_of(l, k, fold, pitch_x(l));
        draw_one(l, &l->column, k, false, l->column.turned ? at + up : at, y - px(l, 14));
    }
}
