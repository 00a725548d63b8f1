/* Tells the scale of a pass, as it should be and as it is. */
#pragma once

#include "trace/tape/tape.h"

/* The number of products in each score: the width of a head. 0: it cannot be told. */
int64_t scale_width_of(const struct tape *t, const struct pass *p);
/* Whether a step bounds the scores behind the scale: then it is no factor of what softmax takes. */
bool scale_is_capped(const struct tape *t, const struct pass *p);
