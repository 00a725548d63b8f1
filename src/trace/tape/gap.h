/* Shows the training steps that the tape does not keep as one event: a figure of their losses. */
#pragma once

#include "trace/tape/tape.h"

/* The event of a gap, from its figure to its inputs; where it stands is the caller's to say. False:
 * raised. */
bool gap_lay(struct tape *t, struct event *e, const struct part *gap);
/* The head of the loop whose turns the steps are: "for step in range(200)". */
struct span gap_code(const struct node *loop);
/* "training steps 1 to 198 are not on the tape; loss 2.31 -> 0.04" */
void gap_text(const struct tape *t, const struct event *e, struct buf *out);
