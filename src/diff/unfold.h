/* Tells what softmax, log_softmax and layer_norm have on their way in one piece, so that a program
 * that writes them out is found again step by step. */
#pragma once

#include "diff/holding.h"

/* Adds those tensors of step `event`; of another operation none, and none where the other run has
 * it in one piece as often. False with session->in.error: memory. */
bool unfold(struct holdings *h, int event, const struct tape *other);
