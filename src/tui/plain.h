/* Tells a walk as plain text, line by line: for screen readers, pipes and graders. What is shown
 * is what the screen shows, without boxes and columns; what is typed are the same keys and
 * commands.
 */
#pragma once

#include "tui/viewer.h"

/* Behind viewer_look. */
void plain_step(const struct viewer *v, struct buf *out);
void plain_cell(const struct viewer *v, struct buf *out); /* only the chosen cell */
void plain_page(const struct viewer *v, struct buf *out); /* v->page, all of it */
/* A number of a table: "0.1800", "True", "-inf"; one that is no cell of it: "0.1800", "6.11e-11".
 */
void plain_number(const struct shown *s, double value, struct buf *out);
void plain_value(double value, struct buf *out);
/* What is asked for while something is typed: "shape of the result?" */
void plain_prompt(const struct viewer *v, struct buf *out);

/* A line that was typed: a command's word ("next", "12", "p keys.shape"), keys ("5n", "Tab j"), or
 * what was asked for; an empty one is `next`. One that is none of these does nothing at all. Bits
 * of enum reaction in *reaction. False: memory (session->in.error). */
bool plain_line(struct viewer *v, const char *line, unsigned *reaction);
