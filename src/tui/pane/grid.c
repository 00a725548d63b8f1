/* Puts text into a grid of cells. */
#include "tui/pane/grid.h"

#include "base/utf8.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char letters[] = {
#define STYLE(id, letter, ...) letter,
#include "tui/styles.def"
#undef STYLE
};

bool grid_init(struct grid *g, int width, int height)
{
    *g = (struct grid){.width = width, .height = height};
    g->at = malloc((size_t)width * (size_t)height * sizeof *g->at + 1);
    if (g->at != NULL) {
        grid_clear(g);
    }
    return g->at != NULL;
}

void grid_clear(struct grid *g)
{
    for (int k = 0; k < g->width * g->height; k++) {
        g->at[k] = (struct glyph){.c = ' '};
    }
}

void grid_free(struct grid *g)
{
    free(g->at);
    *g = (struct grid){0};
}

/* What is drawn for a character, and its columns. */
static uint32_t drawn(uint32_t c, int *width)
{
    *width = utf8_width(c);
    if (c == '\t') {
        *width = 1;
        return ' ';
    }
    if (*width < 1) {
        *width = 1;
        return '?';
    }
    return c;
}

static void put_one(struct grid *g, int x, int y, enum style style, uint32_t c)
{
    if (x >= 0 && x < g->width && y >= 0 && y < g->height) {
        g->at[y * g->width + x] = (struct glyph){.c = c, .style = (uint8_t)style};
    }
}

int grid_put_len(struct grid *g, int x, int y, int end, enum style style, const char *text,
                 size_t len)
{
    end = end < g->width ? end : g->width;
    for (size_t k = 0; k < len;) {
        uint32_t c;
        int width;
        k += utf8_decode(text + k, len - k, &c);
        c = drawn(c, &width);
        if (x + width > end) {
            break;
        }
        put_one(g, x, y, style, c);
        if (width == 2) {
            put_one(g, x + 1, y, style, 0);
        }
        x += width;
    }
    return x;
}

int grid_put(struct grid *g, int x, int y, int end, enum style style, const char *text)
{
    return grid_put_len(g, x, y, end, style, text, strlen(text));
}

void grid_fill(struct grid *g, int x, int y, int count, enum style style, uint32_t c)
{
    for (int k = 0; k < count; k++) {
        put_one(g, x + k, y, style, c);
    }
}

void grid_mark(struct grid *g, int x, int y, int count, enum style style)
{
    for (int k = x; k < x + count; k++) {
        if (k >= 0 && k < g->width && y >= 0 && y < g->height) {
            g->at[y * g->width + k].style = (uint8_t)style;
        }
    }
}

void grid_heat(struct grid *g, int x, int y, int count, int level)
{
    for (int k = x; k < x + count; k++) {
        if (k >= 0 && k < g->width && y >= 0 && y < g->height) {
            g->at[y * g->width + k].heat = (uint8_t)level;
        }
    }
}

void grid_look(struct grid *g, int x, int y, int count, unsigned look)
{
    for (int k = x; k < x + count; k++) {
        if (k >= 0 && k < g->width && y >= 0 && y < g->height) {
            g->at[y * g->width + k].look = (uint8_t)look;
        }
    }
}

void grid_spot(struct grid *g, int x, int y, int count, enum spot_kind kind, int64_t a, int64_t b)
{
    struct spot *s = g->asked;
    if (s != NULL && s->y == y && s->x >= x && s->x < x + count) {
        s->kind = kind;
        s->a = a;
        s->b = b;
    }
}

int grid_width(const char *text)
{
    int columns = 0;
    for (size_t k = 0, len = strlen(text); k < len;) {
        uint32_t c;
        int width;
        k += utf8_decode(text + k, len - k, &c);
        drawn(c, &width);
        columns += width;
    }
    return columns;
}

const char *grid_tail(const char *text, int columns)
{
    while (grid_width(text) > columns && *text != '\0') {
        text++;
        while (((unsigned char)*text & 0xc0) == 0x80) {
            text++;
        }
    }
    return text;
}

size_t grid_fit(const char *text, size_t len, int columns)
{
    size_t space = 0, bytes;
    for (size_t k = 0; k < len && (columns < 0 || len - k > (size_t)columns); k += bytes) {
        uint32_t c;
        int width;
        bytes = utf8_decode(text + k, len - k, &c);
        drawn(c, &width);
        columns -= width;
        if (columns < 0) {
            return c == ' ' && k > 0 ? k : space > 0 ? space : k > 0 ? k : bytes;
        }
        space = c == ' ' ? k : space;
    }
    return len;
}

static void end_line(struct buf *out, size_t start)
{
    while (out->len > start && out->data[out->len - 1] == ' ') {
        out->data[--out->len] = '\0';
    }
    buf_putc(out, '\n');
}

void grid_text(const struct grid *g, struct buf *out)
{
    for (int y = 0; y < g->height; y++) {
        size_t start = out->len;
        for (int x = 0; x < g->width; x++) {
            uint32_t c = g->at[y * g->width + x].c;
            if (c != 0) {
                buf_codepoint(out, c);
            }
        }
        end_line(out, start);
    }
}

static char letter_of(const struct glyph *at)
{
    char letter = letters[at->style];
    return at->look == 0                   ? letter
           : letter != ' '                 ? (char)toupper((unsigned char)letter)
           : (at->look & LOOK_ITALIC) != 0 ? 'i'
           : (at->look & LOOK_BOLD) != 0   ? 'o'
                                           : 'u';
}

static char heat_letter(int heat)
{
    return heat == 0             ? ' '
           : heat <= HEAT_LEVELS ? (char)('a' + heat - 1)
                                 : (char)('A' + heat - HEAT_LEVELS - 1);
}

void grid_styles(const struct grid *g, struct buf *out)
{
    for (int layer = 0; layer < 2; layer++) {
        for (int y = 0; y < g->height; y++) {
            size_t start = out->len;
            for (int x = 0; x < g->width; x++) {
                const struct glyph *at = &g->at[y * g->width + x];
                buf_putc(out, layer == 0 ? letter_of(at) : heat_letter(at->heat));
            }
            end_line(out, start);
        }
    }
}
