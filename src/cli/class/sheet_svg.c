/* Draws tables of numbers as SVG, for paper: a color for each number, the number in it in ink that
 * is legible on it. Text is set by what shows the page, centered on its cell; cells are wide enough
 * for the longest number by counting its characters. */

#include "cli/class/sheet.h"

#include "base/markup.h"

#include "exercise/variant.h"
#include "plot/colormap.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define CELLS_MOST 600
#define CELL_HEIGHT 24
#define CHARACTER 8 /* widths of a digit at the font size below, rounded up */
#define HEAD 30     /* room for the numbers of rows and columns */

struct range {
    double lo, hi;
    int width; /* of the longest number, in characters */
    int decimals;
};

static void number_text(double value, int decimals, char out[40])
{
    if (value == 0) {
        value = 0; /* not -0 */
    }
    snprintf(out, 40, "%.*f", decimals, value);
}

/* Whole numbers are written as such. */
static int decimals_of(const struct given *g)
{
    for (int64_t k = 0; k < tensor_numel(&g->tensor); k++) {
        double v = tensor_cell(&g->tensor, k);
        if (v - v == 0 && v != floor(v)) {
            return g->decimals;
        }
    }
    return 0;
}

static struct range find_range(const struct given *g)
{
    struct range r = {0, 0, 1, decimals_of(g)};
    bool any = false;
    for (int64_t k = 0; k < tensor_numel(&g->tensor); k++) {
        char text[40];
        double v = tensor_cell(&g->tensor, k);
        number_text(v, r.decimals, text);
        r.width = (int)strlen(text) > r.width ? (int)strlen(text) : r.width;
        if (v - v == 0) { /* finite */
            r.lo = !any || v < r.lo ? v : r.lo;
            r.hi = !any || v > r.hi ? v : r.hi;
            any = true;
        }
    }
    return r;
}

/* Rows and columns: the last two axes; a vector is one row. */
static int64_t rows_of(const struct tensor *t)
{
    return t->ndim > 1 ? t->shape[t->ndim - 2] : 1;
}

static int64_t columns_of(const struct tensor *t)
{
    return t->ndim > 0 ? t->shape[t->ndim - 1] : 1;
}

static void put_begin(int64_t rows, int64_t columns, int cell, const char *name, struct buf *out)
{
    long long width = HEAD + columns * cell + 2, height = HEAD - 8 + rows * CELL_HEIGHT + 2;
    buf_printf(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%lld\" height=\"%lld\" "
               "viewBox=\"0 0 %lld %lld\" role=\"img\" aria-label=\"",
               width, height, width, height);
    markup_put(name, out);
    buf_puts(out, "\">\n<g font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"12\" "
                  "text-anchor=\"middle\">\n");
    for (int64_t c = 0; c < columns; c++) {
        buf_printf(out, "<text x=\"%lld\" y=\"16\" fill=\"#555\">%lld</text>\n",
                   (long long)(HEAD + c * cell + cell / 2), (long long)c);
    }
    for (int64_t r = 0; r < rows; r++) {
        buf_printf(out, "<text x=\"%d\" y=\"%lld\" fill=\"#555\">%lld</text>\n", HEAD / 2,
                   (long long)(HEAD - 8 + r * CELL_HEIGHT + 16), (long long)r);
    }
}

static void put_cell(int64_t r, int64_t c, int cell, const char *fill, const char *ink,
                     const char *text, bool asked, struct buf *out)
{
    long long x = HEAD + c * cell, y = HEAD - 8 + r * CELL_HEIGHT;
    buf_printf(out,
               "<rect x=\"%lld\" y=\"%lld\" width=\"%d\" height=\"%d\" fill=\"%s\" "
               "stroke=\"%s\" stroke-width=\"%d\"/>\n",
               x, y, cell, CELL_HEIGHT, fill, asked ? "#000" : "#888", asked ? 2 : 1);
    if (*text != '\0') {
        buf_printf(out, "<text x=\"%lld\" y=\"%lld\" fill=\"%s\">%s</text>\n", x + cell / 2, y + 16,
                   ink, text);
    }
}

/* "[1, 0]": where a matrix lies among the leading axes. */
static void put_place(const struct tensor *t, int64_t matrix, const char *name, struct buf *out)
{
    int64_t at[TENSOR_MAX_DIMS] = {0};
    for (int d = t->ndim - 3; d >= 0; d--) {
        at[d] = matrix % t->shape[d];
        matrix /= t->shape[d];
    }
    buf_puts(out, name);
    for (int d = 0; d + 2 < t->ndim; d++) {
        buf_printf(out, "%s%lld%s", d == 0 ? "[" : ", ", (long long)at[d],
                   d + 3 == t->ndim ? "]" : "");
    }
}

static void put_matrix(const struct given *g, const struct range *range, int64_t matrix,
                       struct buf *out)
{
    struct rgb table[COLORMAP_COLORS];
    scoped_buf name = {0};
    int64_t rows = rows_of(&g->tensor), columns = columns_of(&g->tensor);
    int cell = range->width * CHARACTER + 12;
    colormap_table(colormap_find("viridis"), table);
    put_place(&g->tensor, matrix, g->name, &name);
    buf_puts(out, "<figure><figcaption><code>");
    markup_put(buf_text(&name), out);
    buf_puts(out, "</code></figcaption>\n");
    put_begin(rows, columns, cell, buf_text(&name), out);
    for (int64_t k = 0; k < rows * columns; k++) {
        char text[40], fill[8], ink[8];
        double v = tensor_cell(&g->tensor, matrix * rows * columns + k);
        bool finite = v - v == 0;
        struct rgb c =
            finite ? table[colormap_index(v, range->lo, range->hi)] : (struct rgb){255, 255, 255};
        struct rgb i = color_ink(c);
        number_text(v, range->decimals, text);
        snprintf(fill, sizeof fill, "#%02x%02x%02x", c.r, c.g, c.b);
        snprintf(ink, sizeof ink, "#%02x%02x%02x", i.r, i.g, i.b);
        put_cell(k / columns, k % columns, cell, fill, ink, text, false, out);
    }
    buf_puts(out, "</g>\n</svg></figure>\n");
}

void sheet_svg_matrix(const struct given *g, struct buf *out)
{
    struct range range = find_range(g);
    int64_t numel = tensor_numel(&g->tensor);
    int64_t each = rows_of(&g->tensor) * columns_of(&g->tensor);
    if (numel == 0 || numel > CELLS_MOST) {
        scoped_buf text = {0};
        variant_given_text(g, &text);
        buf_puts(out, "<pre><code>");
        markup_put(buf_text(&text), out);
        buf_puts(out, "</code></pre>\n");
        return;
    }
    buf_puts(out, "<div class=\"given\">\n");
    for (int64_t k = 0; k < numel / each; k++) {
        put_matrix(g, &range, k, out);
    }
    buf_puts(out, "</div>\n");
}

void sheet_svg_blank(const struct question *q, struct buf *out)
{
    int64_t rows = q->ndim > 1 ? q->shape[q->ndim - 2] : 1;
    int64_t columns = q->ndim > 0 ? q->shape[q->ndim - 1] : 1;
    int64_t within = rows * columns > 0 ? q->cell % (rows * columns) : 0;
    if (!kind_asks(q->kind, ASKS_NUMBER) || q->ndim == 0 || rows < 2 || columns < 2 ||
        rows * columns > 64 || columns > 12) {
        return;
    }
    buf_puts(out, "<div class=\"given\"><figure>\n");
    put_begin(rows, columns, 60, "the table with the cell that is asked for", out);
    for (int64_t k = 0; k < rows * columns; k++) {
        bool asked = k == within;
        if (!asked) {
            put_cell(k / columns, k % columns, 60, "#fff", "#000", "", false, out);
        }
    }
    put_cell(within / columns, within % columns, 60, "#fff", "#000", "?", true, out);
    buf_puts(out, "</g>\n</svg></figure></div>\n");
}
