/* Holds a screen as data: characters with what they mean. The scene fills it, curses or a test
 * shows it. It has no colors: a style says what a piece is (styles.def), `heat` how large it is. */
#pragma once

#include "base/buf.h"

enum look {
    LOOK_BOLD = 1,
    LOOK_UNDERLINE = 2,
    LOOK_REVERSE = 4,
    LOOK_DIM = 8,
    LOOK_ITALIC = 16 /* underlined where the terminal has none */
};

enum style {
#define STYLE(id, ...) STYLE_##id,
#include "tui/styles.def"
#undef STYLE
    STYLE_COUNT
};

/* 0: no heat; 1 ... HEAT_LEVELS: from little to much; behind them HEAT_SIGNED levels around 0,
 * which is the one in their middle. */
#define HEAT_LEVELS 16
#define HEAT_SIGNED 15
#define HEAT_ALL (HEAT_LEVELS + HEAT_SIGNED)

struct glyph {
    uint32_t c;    /* 0: the right half of a wide character */
    uint8_t style; /* enum style */
    uint8_t heat;  /* 0 ... HEAT_ALL */
    uint8_t look;  /* beyond that of its style: enum look, or'ed */
};

/* What a place of the screen stands for; whoever draws there says it. */
enum spot_kind { SPOT_NONE, SPOT_CELL, SPOT_LINE, SPOT_STEP, SPOT_ITEM, SPOT_KEY };

struct spot {
    int x, y;
    enum spot_kind kind;
    int64_t a, b; /* row and column; cell and line of the code; row of the steps; item; key */
};

struct grid {
    int width, height;
    struct glyph *at;       /* row by row */
    int cursor_x, cursor_y; /* where the terminal's own cursor stands */
    struct spot *asked;     /* one place that is asked about, or NULL */
};

/* Blank. False: the system has no memory left. */
bool grid_init(struct grid *g, int width, int height);
void grid_clear(struct grid *g); /* blank again */
void grid_free(struct grid *g);

/* Text at column x of row y, cut at column `end`; outside of the grid nothing is drawn. Control and
 * combining characters become '?', tabs a space. Returns the column behind it. */
int grid_put(struct grid *g, int x, int y, int end, enum style style, const char *text);
int grid_put_len(struct grid *g, int x, int y, int end, enum style style, const char *text,
                 size_t len);
void grid_fill(struct grid *g, int x, int y, int count, enum style style, uint32_t c);
/* The style or heat of what is there already. */
void grid_mark(struct grid *g, int x, int y, int count, enum style style);
void grid_heat(struct grid *g, int x, int y, int count, int level);
/* Looks beyond that of its style. */
void grid_look(struct grid *g, int x, int y, int count, unsigned look);

/* So many columns stand for that. */
void grid_spot(struct grid *g, int x, int y, int count, enum spot_kind kind, int64_t a, int64_t b);

/* Columns that a text takes, as grid_put counts them. */
int grid_width(const char *text);
/* The end of a text that goes into so many columns: of a long line what is being typed. */
const char *grid_tail(const char *text, int columns);
/* How many bytes of a text go into a line of so many columns: all, or up to a space, or as many as
 * fit; at least one character, so that whoever goes on behind them comes to the end. */
size_t grid_fit(const char *text, size_t len, int columns);

/* Line by line without blanks at the ends; then the layer of styles and of heat (a-p; around 0
 * A-O). A style is its letter; where there are looks beyond it, the capital letter; of plain text i
 * (italic), o (bold), u (underlined). */
void grid_text(const struct grid *g, struct buf *out);
void grid_styles(const struct grid *g, struct buf *out);
