/* Keeps figures on a tape: what each of them shows, by reference to tensors of the tape. */
#pragma once

#include "trace/tape/tape.h"

#define FIGURE_PART_BYTES                                                                          \
    (2 * sizeof(struct tape_tensor) + sizeof(struct tape_input) + sizeof(struct tape_part) +       \
     sizeof(struct tensor_object) + sizeof(struct storage) + 64)

extern const struct op figure_op; /* what stands in event.op */

/* Fills in an event's figure, inputs and outputs. False: memory. Private to this room. */
bool figure_lay(struct tape *t, struct event *e, const struct chart *chart, const char *name);

/* The axes that output `part` stands in, and its mark. */
const struct chart_axes *figure_axes(const struct event *e, int part);
const struct chart_mark *figure_mark(const struct event *e, int part);

/* "image", "line", "dots", "bars" */
const char *figure_word(const struct event *e, int part);
/* The label that the legend has for it, or NULL. */
const char *figure_label(const struct event *e, int part);

/* The chart with all of its numbers, to be drawn; its arena holds those that are tensors'. To be
 * given back with figure_chart_free. False with session->in.error: memory. */
bool figure_chart(struct tape *t, int event, struct chart *out);
void figure_chart_free(struct chart *c);
