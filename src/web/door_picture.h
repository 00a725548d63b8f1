/* Draws a figure of the code, or a table, as a page shows it. */
#ifndef QKV_WEB_PICTURE_H
#define QKV_WEB_PICTURE_H

#include "base/buf.h"
#include "base/error.h"

struct tape;

/* The result of an event as a heatmap: of one batch and head (-1: it has none). */
bool picture_table(struct tape *t, int event, int batch, int head, struct buf *out,
                   struct error *err);
/* An event that is a figure, as SVG. False with err: it has too many cells, memory. */
bool picture_svg(struct tape *t, int event, struct buf *out, struct error *err);

#endif
