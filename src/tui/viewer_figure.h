/* Looks at a stop that is a figure. */
#pragma once

#include "tui/viewer.h"

/* Its event, NULL: the stop is none. */
const struct event *viewer_figure(const struct viewer *v);
/* Whether the code whose output is looked at as a text ends by drawing a figure. */
bool viewer_drawn(const struct viewer *v);
/* The mark, when `s` is an image of the figure; else NULL. */
const struct chart_mark *viewer_image(const struct viewer *v, const struct shown *s);
/* Whether the picture has row 0 at its bottom. */
bool viewer_image_is_upside_down(const struct viewer *v, const struct chart_mark *m);
/* Whether the code hides that cell of its picture. */
bool viewer_is_covered(const struct viewer *v, const struct shown *s, int64_t row, int64_t column);
/* The word that the axes have for a row or column of an image; false: none for any of them. */
bool viewer_tick(const struct viewer *v, const struct shown *s, bool row, int64_t at,
                 struct buf *out);
