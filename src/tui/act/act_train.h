/* Goes to a training step. */
#pragma once

#include "tui/viewer.h"

/* ":train 57". Of a step that is not on the tape the code is run again. */
unsigned act_train_to(struct viewer *v, const char *number);
/* Stands on the first event of a training step that is kept, and says which one it is. */
void act_train_stand(struct viewer *v, int step);
/* "training step 57 of 0-199, loss 1.234". */
void act_train_text(const struct viewer *v, int step, struct buf *out);
