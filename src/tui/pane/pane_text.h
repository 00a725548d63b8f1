/* Breaks text into lines, and gives characters an ASCII twin. */
#pragma once

#include "lesson/words.h"
#include "tui/pane.h"

/* Every character outside of ASCII that is drawn, with its twin. */
const char *pane_glyph(const struct viewer *v, const char *glyph, const char *twin);

/* A text broken at spaces into at most `height` lines; a last one that is cut ends in dots. With
 * g == NULL the lines are only counted. */
int pane_text(const struct viewer *v, struct grid *g, struct box b, enum style style,
              const char *text);

/* The same of running text. */
int pane_words(const struct viewer *v, struct grid *g, struct box b, enum style style,
               const struct words *w);

/* Appends a part of running text as a screen says it: with its marks, or with signs. */
void pane_say(const struct viewer *v, const char *text, const char *marks, size_t from, size_t end,
              struct words *out);
/* Appends a line of Markdown so. */
void pane_say_line(const struct viewer *v, const char *line, size_t len, struct words *out);
/* Appends a heading so, which has one style for all of it. */
void pane_say_heading(const struct viewer *v, const char *heading, struct buf *out);
/* As grid_put_len, with marks (NULL: none): code has its color; emphasis and links their look. */
int pane_put_words(struct grid *g, int x, int y, int end, enum style style, const char *text,
                   const char *marks, size_t len);
