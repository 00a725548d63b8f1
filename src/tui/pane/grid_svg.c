/* Writes runs of equal cells, each as a text and perhaps a rectangle behind it. Every run is told
 * how long it is, so that columns stand below each other in any font. */
#include "tui/pane/grid_svg.h"

#include "base/text.h"
#include "tui/palette.h"

#define CELL_WIDTH 9
#define CELL_HEIGHT 19
#define BASELINE 14 /* of a line, from its top */
#define FONT_SIZE 15
#define MARGIN 12

struct face {
    int ink, paper; /* 0xRRGGBB */
    unsigned look;
};

static const unsigned looks[] = {
#define STYLE(id, letter, ink, paper, ink8, paper8, light_ink, light_paper, look) look,
#include "tui/styles.def"
#undef STYLE
};

static struct face plain_face(bool light)
{
    return light ? (struct face){0x202020, 0xffffff, 0} : (struct face){0xd8d8d8, 0x1b1d21, 0};
}

static struct face face_of(const struct glyph *at, int map, bool light)
{
    struct face f = plain_face(light);
    struct palette_pair c = at->heat > 0 ? palette_heat(map, at->heat, PALETTE_DIRECT)
                                         : palette_style(at->style, PALETTE_DIRECT, light);
    f.ink = c.ink >= 0 ? c.ink : f.ink;
    f.paper = c.paper >= 0 ? c.paper : f.paper;
    f.look = looks[at->style] | at->look;
    return f;
}

static bool same_face(struct face a, struct face b)
{
    return a.ink == b.ink && a.paper == b.paper && a.look == b.look;
}

static void put_character(uint32_t c, struct buf *out)
{
    const char *entity = c < 128 && c != '"' ? text_entity((char)c) : NULL;
    if (entity != NULL) {
        buf_puts(out, entity);
    } else {
        buf_codepoint(out, c);
    }
}

/* Cells [x, end) of row y, all of one face. */
static void put_run(const struct grid *g, int y, int x, int end, struct face f, int background,
                    struct buf *out)
{
    const struct glyph *row = &g->at[y * g->width];
    if (f.paper != background) {
        buf_printf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%06x\"/>\n",
                   MARGIN + x * CELL_WIDTH, MARGIN + y * CELL_HEIGHT, (end - x) * CELL_WIDTH,
                   CELL_HEIGHT, (unsigned)f.paper);
    }
    while (x < end && row[x].c == ' ') {
        x++;
    }
    int last = end;
    while (last > x && row[last - 1].c == ' ') {
        last--;
    }
    if (x == last) {
        return;
    }
    buf_printf(out, "<text x=\"%d\" y=\"%d\" textLength=\"%d\" fill=\"#%06x\"%s%s%s>",
               MARGIN + x * CELL_WIDTH, MARGIN + y * CELL_HEIGHT + BASELINE,
               (last - x) * CELL_WIDTH, (unsigned)f.ink,
               (f.look & LOOK_BOLD) != 0 ? " font-weight=\"bold\"" : "",
               (f.look & LOOK_UNDERLINE) != 0 ? " text-decoration=\"underline\"" : "",
               (f.look & LOOK_ITALIC) != 0 ? " font-style=\"italic\"" : "");
    for (; x < last; x++) {
        if (row[x].c != 0) {
            put_character(row[x].c, out);
        }
    }
    buf_puts(out, "</text>\n");
}

void grid_svg(const struct grid *g, int map, bool light, struct buf *out)
{
    struct face plain = plain_face(light);
    int width = 2 * MARGIN + g->width * CELL_WIDTH, height = 2 * MARGIN + g->height * CELL_HEIGHT;
    buf_printf(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
               "viewBox=\"0 0 %d %d\" font-family=\"'DejaVu Sans Mono', Menlo, Consolas, "
               "monospace\" font-size=\"%d\" xml:space=\"preserve\">\n"
               "<rect width=\"%d\" height=\"%d\" rx=\"8\" fill=\"#%06x\"/>\n",
               width, height, width, height, FONT_SIZE, width, height, (unsigned)plain.paper);
    for (int y = 0; y < g->height; y++) {
        for (int x = 0, end; x < g->width; x = end) {
            struct face f = face_of(&g->at[y * g->width + x], map, light);
            end = x + 1;
            while (end < g->width &&
                   (g->at[y * g->width + end].c == 0 ||
                    same_face(f, face_of(&g->at[y * g->width + end], map, light)))) {
                end++;
            }
            put_run(g, y, x, end, f, plain.paper, out);
        }
    }
    buf_puts(out, "</svg>\n");
}
