/* Holds comments that claim a shape against the tensor. */
#pragma once

#include "trace/axes/axes_comment.h"
#include "trace/axes/axes_judge.h"

/* Whether a comment claims anything of the statement. `alone`: it stands on a line of its own. */
bool claim_is_one(const struct judge *j, const struct case_ *c, const struct said *said,
                  bool alone);
/* Judges the shapes of one comment. False: memory. v->shape says what is wrong, *clear whether
 * there was anything to judge. */
bool claim_judge(struct judge *j, const struct case_ *c, const struct said *said, struct verdict *v,
                 bool *clear);
/* Whether what was found wrong is beyond doubt. */
bool claim_stands(const struct judge *j, const struct case_ *c, const struct verdict *v);
