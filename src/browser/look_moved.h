/* Tells as JSON where the cells of a result stood before, in a step that only moves cells. Private
 * to src/browser. */
#ifndef QKV_BROWSER_LOOK_MOVED_H
#define QKV_BROWSER_LOOK_MOVED_H

#include "browser/look.h"

/* Whether the step only moves cells, so few that they are followed. */
bool look_moves(const struct viewer *v);
/* "moved": of each cell of a plane of the result [which tensor, head, row, column], null where it
 * was in no table that is shown. Nothing for a step that computes, or of a table that is told in
 * part. */
void look_moved(const struct viewer *v, const struct plane *p, struct buf *out);

#endif
