/* Tells a figure in words. */
#pragma once

#include "trace/tape/tape.h"

/* "figure 1: attention (image of #9 attn_weights[0], 4 x 4)" */
void figure_text(const struct tape *t, int event, struct buf *out);
/* A text of a figure on one line, without the signs of its mathematics: "$10^{2}$" is 10^2. NULL is
 * nothing. */
void figure_words(const char *text, struct buf *out);
/* Its title, or that of its only axes; NULL: it has none. */
const char *figure_title(const struct event *e);
/* What a part shows: "#9 attn_weights[0]", "loss"; nothing for numbers without a name. */
void figure_part_name(const struct tape *t, int event, int part, struct buf *out);
