/* Tells how a run has ended that did not reach its last line: as a status, and in words. */
#pragma once

#include "lang/run/interp.h"

/* The exception under way is SystemExit: *status is what Python's program would end with (the low
 * eight bits of a whole number, 0 for none, 1 for anything else, which is told instead). */
bool ending_status(struct interp *in, int *status);
/* Whether that exception says nothing but a number. */
bool ending_is_silent(struct interp *in, struct value exception);

/* "RuntimeError: ..." with the text of the exception, cut where it is endless. */
void ending_summary(struct interp *in, struct value exception, struct buf *out);
/* What qkv adds to an exception, a sentence without its full stop; NULL: nothing. */
const char *ending_hint(struct interp *in, struct value exception);
/* What failed: the summary of the exception under way, or the sentence about a limit; and both
 * hints, Python's "Did you mean: 'softmax'?" and ours. */
void ending_tell(struct interp *in, struct buf *error, struct buf *hint);
