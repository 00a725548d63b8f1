/* Declares what the viewer shows of other runs, of lines that are off, of the right way. */
#pragma once

#include "tui/viewer.h"

/* The line of the code where the stop is; cell -1: in the program's own code. */
struct code_line viewer_line(const struct viewer *v);
/* Whether a breakpoint stands on that line; its index, -1: none. */
int viewer_breakpoint(const struct viewer *v, struct code_line at);
/* The learner's own code of the stop, also in a module that it imports; no source: there is none.
 */
struct span viewer_own_span(const struct viewer *v);
/* Whether a line is off: which of v->off, -1: it is not. */
int viewer_is_off(const struct viewer *v, struct code_line at);
/* Whether something on that line is silently wrong, in what was done up to that event. */
bool viewer_is_warned(const struct viewer *v, struct code_line at, int event);
/* The sentence that some warnings wait for an exercise; nothing where none does. */
void viewer_waits(const struct viewer *v, struct buf *out);
/* Stands where the old viewer of another run of this code stood, and chooses what it had chosen. */
void viewer_follow(struct viewer *v, const struct viewer *old, const struct match *m);
/* Whether a cell is another one than in the result that it is compared with. */
bool viewer_differs(const struct viewer *v, const struct shown *s, int64_t row, int64_t column);

/* Whether what stands beside the result is the right way, not a wrong one; and what to say of it.
 */
bool viewer_way_is_right(const struct viewer *v);
const char *viewer_way_sentence(const struct viewer *v);
/* Why nan stands in that way's result, and not in the step's own; NULL: none does. */
const char *viewer_way_nan(const struct viewer *v);
/* What the result is compared with: that of the run before; what a wrong way makes of it. */
void viewer_fetch_others(struct viewer *v);
void viewer_forget_others(struct viewer *v);
/* What stands beside the result in the place of its inputs: its change, the run before, another
 * way; NULL: nothing does. */
const struct shown *viewer_beside(const struct viewer *v);
/* The result beside which s is looked at, NULL: none. */
const struct shown *viewer_other(const struct viewer *v, const struct shown *s);
