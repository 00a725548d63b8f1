/* Declares reasons by how the numbers of a step lie to the reference's (why.def). Private to this
 * room. */
#pragma once

#include "diff/parting.h"

/* "1 / sqrt(64)", where that is the root of a size; false: it is not. */
bool why_numbers_factor(const struct parting *f, double c, struct buf *out);

bool why_bias(struct parting *f);
bool why_filled(struct parting *f);
bool why_mask(struct parting *f);
bool why_rounded(struct parting *f);
bool why_factor(struct parting *f);
bool why_laid(struct parting *f);
bool why_shifted(struct parting *f);
bool why_part(struct parting *f);
