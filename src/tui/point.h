/* Reads what `:break` takes: a line, a function, a module, a condition; and tells where it is met.
 */
#pragma once

#include "tui/viewer.h"

/* "56", "lib/attn.py:6", "attn.forward", "h.*.attn", "x.isnan().any()". False: it is said why. */
bool point_read(struct viewer *v, const char *text, struct point *out);
/* "line 6 of lib/attn.py", "attn.forward" */
void point_text(const struct viewer *v, const struct point *p, struct buf *out);
/* The breakpoint of a line of the learner's code: cell -1 where no breakpoint can be. */
struct point point_on(const struct viewer *v, const struct span *at);
/* Whether the stop comes from the line of the breakpoint. */
bool point_is_here(const struct viewer *v, const struct point *p);
/* Where a function is entered or a condition becomes true in the events [begin, end): the first
 * one, or the last one; -1: nowhere. */
int point_met(const struct viewer *v, const struct point *p, int begin, int end, bool last);
/* How often that is in the whole run. */
int point_count(const struct viewer *v, const struct point *p);
