/* Draws the table that is looked at as a picture: what key w does. Neither curses nor the viewer is
 * known here; the viewer does not know pictures. */
#pragma once

#include "lesson/lesson.h"
#include "trace/tape/tape.h"

struct walk_picture {
    struct tape *tape;
    int event;           /* whose result */
    int64_t batch, head; /* head -1: it has none */
};

bool walk_picture_is_svg(const char *name); /* by its ending */
/* "~/x.png" with the home folder; otherwise the name as it is. */
void walk_picture_path(const char *name, char *out, size_t size);
/* PNG or SVG by the name's ending; what is there is written over. False with one sentence. */
bool walk_picture_write(const struct walk_picture *p, const char *path, struct error *err);
