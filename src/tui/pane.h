/* The parts of the scene. Each draws in the box that it is given and returns the line behind what
 * it drew. Private to src/tui. */
#ifndef QKV_TUI_PANE_H
#define QKV_TUI_PANE_H

#include "tui/grid.h"
#include "tui/viewer.h"

struct box {
    int x, y, width, height;
};

/* Every character outside of ASCII that is drawn, with its twin. */
const char *pane_glyph(const struct viewer *v, const char *glyph, const char *twin);

int pane_title(const struct viewer *v, struct grid *g, struct box b);
int pane_stages(const struct viewer *v, struct grid *g, struct box b); /* of stages */
int pane_rule(const struct viewer *v, struct grid *g, struct box b, const char *title);
int pane_code(const struct viewer *v, struct grid *g, struct box b);
int pane_sentence(const struct viewer *v, struct grid *g, struct box b);
int pane_tensors(const struct viewer *v, struct grid *g, struct box b);
/* Where the numbers of a view or a copy lie, in STORAGE_HEIGHT lines; whether the step is one. */
#define STORAGE_HEIGHT 5
bool pane_has_storage(const struct viewer *v);
int pane_storage(const struct viewer *v, struct grid *g, struct box b);
int pane_cell(const struct viewer *v, struct grid *g, struct box b);
int pane_warning(const struct viewer *v, struct grid *g, struct box b);
int pane_footer(const struct viewer *v, struct grid *g, struct box b);

/* What panes say, without a place: what the stop is for; how it differs from the run before; what
 * is asked for while something is typed. */
void pane_sentence_text(const struct viewer *v, int width, struct buf *out);
void pane_compared_text(const struct viewer *v, struct buf *out);
const char *pane_prompt(enum prompt prompt);

/* A text broken at spaces into at most `height` lines; a last one that is cut ends in dots. With
 * g == NULL the lines are only counted. */
int pane_text(const struct viewer *v, struct grid *g, struct box b, enum style style,
              const char *text);

#endif
