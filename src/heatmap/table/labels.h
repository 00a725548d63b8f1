/* Draws the labels of rows and columns. */
#pragma once

#include "heatmap/table/layout.h"

void labels_measure(struct layout *l, struct labels *labels);
void labels_fit_rows(const struct layout *l, struct labels *labels, double pitch);
void labels_fit_columns(const struct layout *l, struct labels *labels, double pitch);
void labels_draw_rows(struct layout *l, int x, int y);
void labels_draw_columns(struct layout *l, int x, int y);
/* `text` cut to `limit` pixels with an ellipsis, appended to *out. */
void label_cut(const struct layout *l, const char *text, int size, bool bold, int limit,
               struct buf *out);
