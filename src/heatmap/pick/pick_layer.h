/* Tells which of several softmaxes is shown. */
#pragma once

#include "trace/tape/tape.h"

/* "layer 3 of 3" where each softmax of the run reads what the one before it gave, with weights of
 * its own. Else (a model that is called again, or trained; the same attention in several ways)
 * "softmax 3 of 15" if it was asked for by number. `heads`: so many, computed one by one, stand
 * side by side. Nothing where there is one alone. */
void pick_layer_text(const struct tape *t, int pass, int heads, bool asked, struct buf *out);
