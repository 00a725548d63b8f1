/* Text broken into lines, and characters with an ASCII twin. */
#ifndef QKV_TUI_PANE_PANE_TEXT_H
#define QKV_TUI_PANE_PANE_TEXT_H

#include "tui/pane.h"

/* Every character outside of ASCII that is drawn, with its twin. */
const char *pane_glyph(const struct viewer *v, const char *glyph, const char *twin);

/* A text broken at spaces into at most `height` lines; a last one that is cut ends in dots. With
 * g == NULL the lines are only counted. */
int pane_text(const struct viewer *v, struct grid *g, struct box b, enum style style,
              const char *text);

#endif
