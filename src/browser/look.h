/* Tells as JSON what a viewer sees where it stands: the place, the text of a lesson's stop, the
 * step with its sentence, tables, the arithmetic of the chosen cell, what is warned of, an
 * exercise. */
#ifndef QKV_BROWSER_LOOK_H
#define QKV_BROWSER_LOOK_H

#include "tui/viewer.h"

/* Cells of a table that are told at most, along a side: of a larger one a window around the chosen
 * cell. */
#define LOOK_SIDE 64

/* After viewer_look. */
void look_json(const struct viewer *v, struct buf *out);

#endif
