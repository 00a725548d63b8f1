/* Declares reasons by what goes into a step (why.def). Private to this room. */
#pragma once

#include "diff/parting.h"

bool why_absent(struct parting *f);
bool why_extra(struct parting *f);
bool why_missing(struct parting *f);
bool why_operand(struct parting *f);
bool why_turned(struct parting *f);
bool why_cut(struct parting *f);
bool why_transposed(struct parting *f);

/* With the reference's result in place of this step's own, a step behind gives what one of the
 * reference's gives. */
bool why_inputs_mends(const struct parting *f);
