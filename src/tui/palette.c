/* Chooses colors for what the terminal can show. */
#include "tui/palette.h"

#include "plot/colormap.h"

struct row {
    short ink, paper, ink8, paper8, light_ink, light_paper;
};

static const struct row rows[] = {
#define STYLE(id, letter, ink, paper, ink8, paper8, light_ink, light_paper, look)                  \
    {ink, paper, ink8, paper8, light_ink, light_paper},
#include "tui/styles.def"
#undef STYLE
};

/* Of the 8 colors, and what they are on a light background, where they could not be read. */
enum { BLACK, RED, GREEN, YELLOW, BLUE, MAGENTA, CYAN, WHITE };

static int on_light(int ink8)
{
    return ink8 == CYAN ? BLUE : ink8 == YELLOW ? MAGENTA : ink8;
}

/* --- the 256 colors of xterm: a cube of 6 x 6 x 6 behind the first 16, then greys --- */

#define CUBE 16
#define GREYS 232

static int cube_value(int step)
{
    return step == 0 ? 0 : 55 + 40 * step;
}

static struct rgb rgb_of(int index)
{
    if (index >= GREYS) {
        uint8_t grey = (uint8_t)(8 + 10 * (index - GREYS));
        return (struct rgb){grey, grey, grey};
    }
    int at = index - CUBE;
    return (struct rgb){(uint8_t)cube_value(at / 36), (uint8_t)cube_value(at / 6 % 6),
                        (uint8_t)cube_value(at % 6)};
}

static int distance(struct rgb a, struct rgb b)
{
    int r = a.r - b.r, g = a.g - b.g, blue = a.b - b.b;
    return 2 * r * r + 4 * g * g + 3 * blue * blue; /* about as the eye sees it */
}

static int nearest(struct rgb c)
{
    int best = CUBE;
    for (int k = CUBE; k < 256; k++) {
        best = distance(c, rgb_of(k)) < distance(c, rgb_of(best)) ? k : best;
    }
    return best;
}

static int direct(int index)
{
    struct rgb c = rgb_of(index < CUBE ? CUBE : index);
    return index < 0 ? -1 : c.r << 16 | c.g << 8 | c.b;
}

/* --- styles and heat --- */

struct palette_pair palette_style(enum style style, enum palette_depth depth, bool light)
{
    const struct row *row = &rows[style];
    struct palette_pair many = {light ? row->light_ink : row->ink,
                                light ? row->light_paper : row->paper};
    switch (depth) {
    case PALETTE_NONE:
        return (struct palette_pair){-1, -1};
    case PALETTE_FEW:
        return (struct palette_pair){light ? on_light(row->ink8) : row->ink8, row->paper8};
    case PALETTE_MANY:
        return many;
    case PALETTE_DIRECT:
        break;
    }
    return (struct palette_pair){direct(many.ink), direct(many.paper)};
}

struct palette_pair palette_heat(int map, int level, enum palette_depth depth)
{
    static const struct palette_pair few[] = {
        {WHITE, BLUE}, {BLACK, CYAN}, {BLACK, GREEN}, {BLACK, YELLOW}};
    static const struct palette_pair few_signed[] = {
        {WHITE, BLUE}, {BLACK, CYAN}, {BLACK, WHITE}, {BLACK, YELLOW}, {WHITE, RED}};
    bool around_zero = level > HEAT_LEVELS;
    int levels = around_zero ? HEAT_SIGNED : HEAT_LEVELS;
    int at = level - 1 - (around_zero ? HEAT_LEVELS : 0);
    struct rgb all[COLORMAP_COLORS];
    int count = 0;
    while (colormap_at(count) != NULL) {
        count++;
    }
    map %= count;
    colormap_table(around_zero && map == 0 ? colormap_find("RdBu_r") : colormap_at(map), all);
    struct rgb paper = all[colormap_step(at, levels)];
    if (depth == PALETTE_FEW) {
        return around_zero ? few_signed[at * 5 / levels] : few[at * 4 / levels];
    }
    if (depth == PALETTE_MANY) {
        int index = nearest(paper);
        return (struct palette_pair){nearest(color_ink(rgb_of(index))), index};
    }
    struct rgb ink = color_ink(paper);
    return depth == PALETTE_NONE ? (struct palette_pair){-1, -1}
                                 : (struct palette_pair){ink.r << 16 | ink.g << 8 | ink.b,
                                                         paper.r << 16 | paper.g << 8 | paper.b};
}
