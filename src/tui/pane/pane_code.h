/* Shows the code, and the sentences below it. */
#pragma once

#include "tui/pane.h"

int pane_code(const struct viewer *v, struct grid *g, struct box b);
int pane_sentence(const struct viewer *v, struct grid *g, struct box b);

/* What panes say, without a place: what the stop is for; how it differs from the run before; what
 * is asked for while something is typed. */
void pane_sentence_text(const struct viewer *v, int width, struct buf *out);
/* How a table of scores, or of shares, is to be read. */
const char *pane_reading_of_scores(void);
void pane_compared_text(const struct viewer *v, struct buf *out);

/* Whether the step's own line is too long for a pane of that width, and goes on below. */
bool pane_code_goes_on(const struct viewer *v, int width);
