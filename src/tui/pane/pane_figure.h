/* Draws a figure that the code shows: an image as a table, anything else drawn in dots. */
#pragma once

#include "tui/pane.h"

/* The chosen part, with its name, title, ticks and words. */
int pane_figure(const struct viewer *v, struct grid *g, struct box b);
/* The same in words: where it stands among others, its axes, how to read it. */
void pane_figure_sentence(const struct viewer *v, struct buf *out);
void pane_figure_axes(const struct viewer *v, struct buf *out);
/* "IMAGE 1/2  #9 attn_weights[0]" */
void pane_figure_name(const struct viewer *v, struct buf *out);
