/* Holds what is on a picture: rectangles, marks, tables of colored cells, texts in whole pixels,
 * lines and outlines in 64ths of one; with roles instead of colors, or with a color that code asked
 * for. The layout (figure.h) writes it once; paint.h makes pixels of it and svg.c writes it down as
 * SVG, so that both show the same.
 *
 * Items are drawn in order, later ones over earlier ones. The drawing owns its texts and cells.
 * Running out of memory sets `failed`; whoever draws looks once, at the end. The zero value is
 * empty. */
#pragma once

#include "base/arena.h"
#include "plot/colormap.h"

enum role {
#define ROLE(name, light, dark) ROLE_##name,
#include "heatmap/draw/role.def"
#undef ROLE
    ROLE_COUNT,
    ROLE_BLACK, /* ink on cells */
    ROLE_WHITE,
    ROLE_OWN /* the item's own color: what code draws */
};

enum theme { THEME_LIGHT, THEME_DARK };

/* What a cell holds: the number of a color of the map, or one of these. */
enum { CELL_MASKED = COLORMAP_COLORS, CELL_NAN, CELL_MORE, CELL_LESS, CELL_EMPTY, CELL_KINDS };

enum item_kind { ITEM_RECT, ITEM_CELLS, ITEM_TEXT, ITEM_PATH };

enum anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };

struct style {
    int size; /* pixels per em */
    enum anchor anchor;
    bool bold;
    bool turned;  /* reads upwards */
    double angle; /* or so many degrees, counterclockwise; then the anchor is the start */
    bool number;  /* in a cell: fewer shades at its edges, which keeps files small */
};

/* A line through points, or the area that they enclose. */
struct point {
    int32_t x, y; /* 64ths of a pixel */
};

enum { PATH_PIXEL = 64 };

struct path {
    const struct point *at;
    int count;
    int width;       /* of the line, in 64ths; 0: the area is filled */
    bool closed;     /* a line comes back to its first point */
    int dash, space; /* in 64ths; 0: an unbroken line */
    int dot;         /* of "-.": a second, shorter stroke; 0: none */
    uint8_t alpha;
    struct {
        int x, y, w, h;
    } clip;
};

struct item {
    enum item_kind kind;
    enum role role;
    struct rgb color;        /* of ROLE_OWN */
    const struct path *path; /* ITEM_PATH */
    int x, y, w, h;          /* text: x and y are the anchor on the baseline */
    /* text */
    const char *text;
    struct style style;
    /* cells: w = columns * pitch - gap */
    int rows, columns;
    int pitch, gap;       /* from one cell to the next, and how much of that is no cell */
    const uint16_t *cell; /* row by row */
    const struct rgb *map;
};

struct drawing {
    int width, height;
    enum theme theme;
    bool transparent;
    bool plain_masks;      /* grey without lines */
    int numbers;           /* the size of type of those in cells, 0: there are none */
    int hatch;             /* from one line of a hatch to the next */
    const struct rgb *map; /* of the cells that are added from now on: drawing_map */
    struct item *item;
    int count, cap;
    struct arena arena;  /* texts and maps */
    struct table *table; /* cells */
    bool failed;
};

void drawing_free(struct drawing *s);
#define scoped_drawing __attribute__((cleanup(drawing_free))) struct drawing /* of a block */

struct rgb drawing_color(const struct drawing *s, enum role role);
struct rgb item_color(const struct drawing *s, const struct item *item);
/* How a cell that is no color is filled, and its lines. */
enum pattern { PATTERN_NONE, PATTERN_RISING, PATTERN_CROSS, PATTERN_UPRIGHT, PATTERN_LEVEL };
struct mark {
    enum role fill, line;
    enum pattern pattern;
};
struct mark drawing_mark(const struct drawing *s, int cell);
/* Whether the pixel at x, y of the picture is on a line of the pattern. */
bool drawing_on_line(const struct drawing *s, enum pattern pattern, int x, int y);

void drawing_rect(struct drawing *s, enum role role, int x, int y, int w, int h);
void drawing_fill(struct drawing *s, struct rgb color, int x, int y, int w, int h);
/* Four rectangles around (x, y, w, h), outside of it. */
void drawing_frame(struct drawing *s, enum role role, int x, int y, int w, int h, int thick);
/* Cells from now on have the colors of this map. */
void drawing_map(struct drawing *s, const struct colormap *m);
/* The same of a table that code made. */
void drawing_map_colors(struct drawing *s, const struct rgb color[COLORMAP_COLORS]);
/* `cell` has rows * columns places and must live as long as the drawing: drawing_cells_new. */
uint16_t *drawing_cells_new(struct drawing *s, int rows, int columns);
void drawing_cells(struct drawing *s, const uint16_t *cell, int rows, int columns, int x, int y,
                   int pitch, int gap);
void drawing_text(struct drawing *s, enum role role, int x, int y, struct style style,
                  const char *text);
/* The same of a text in the making, which is freed. */
void drawing_take(struct drawing *s, enum role role, int x, int y, struct style style,
                  struct buf *text);
/* The same in a color of its own. */
void drawing_write(struct drawing *s, struct rgb color, int x, int y, struct style style,
                   const char *text);
/* Copies the points. */
void drawing_path(struct drawing *s, struct rgb color, const struct path *path);
