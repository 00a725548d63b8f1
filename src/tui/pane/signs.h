/* Finds the signs on the screen (signs.def), and remembers which of them a person was told the
 * meaning of: at the first step that shows one, in a line that is free there; one at a step. */
#pragma once

#include "tui/pane/grid.h"
#include "tui/viewer.h"

enum {
#define SIGN(sign, ascii, meaning, pattern, style) +1
    SIGN_COUNT = 0
#include "tui/pane/signs.def"
#undef SIGN
};

struct sign_row {
    const char *sign, *ascii, *meaning;
};

const struct sign_row *sign_row(int nth);
/* Whether it stands on the grid. */
bool sign_is_there(int nth, const struct grid *g, bool ascii);

struct signs {
    bool told[SIGN_COUNT], before[SIGN_COUNT]; /* before: stood on the step before, too */
    int now;                                   /* the one that is told at ... */
    int row, part;                             /* ... this stop; -1: none */
    int stop;                                  /* of the guide, of a text; -1: a step */
    bool begun;
    struct buf strange; /* lines of another version, kept as they came; signs_free */
};

/* Tells one on the screen of a step, or of a text, as it was drawn. */
void signs_put(struct signs *s, const struct viewer *v, struct grid *g);
void signs_free(struct signs *s);
/* As text that is kept: a line for each that was told, then what another version knew. */
void signs_write(const struct signs *s, struct buf *out);
void signs_read(struct signs *s, const char *text);
