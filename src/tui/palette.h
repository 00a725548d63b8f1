/* Chooses the colors of the terminal: what styles (styles.def) and heat look like with as many
 * colors as the terminal has. The color maps are those of pictures (plot/colormap.def). It is
 * linked into the program, not into the library. */
#pragma once

#include "tui/pane/grid.h"

enum palette_depth { PALETTE_NONE, PALETTE_FEW /* 8 */, PALETTE_MANY /* 256 */, PALETTE_DIRECT };

struct palette_pair {
    int ink, paper; /* numbers of colors, of PALETTE_DIRECT 0xRRGGBB; -1: the terminal's own */
};

/* light: the terminal's own background is light. */
struct palette_pair palette_style(enum style style, enum palette_depth depth, bool light);
/* level: 1 ... HEAT_ALL (grid.h). `map`: a row of colormap.def; behind the last one it begins anew.
 * Map 0 is that of shares: levels around 0 have RdBu_r then, as in heatmaps. */
struct palette_pair palette_heat(int map, int level, enum palette_depth depth);
