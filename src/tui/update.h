/* Looks into a folded group in which parameters are written, or their gradients emptied: each of
 * them is a result of it. */
#pragma once

#include "tui/viewer.h"

/* How many parameters the group updates, 0: the stop is no such group. The last write of number
 * `which` of them is *at; they are counted on from the first one. */
int update_count(const struct viewer *v, int which, int *at);
/* The event whose result is shown: the last one of the stop, or the update that is chosen. */
int update_event(const struct viewer *v);
/* Which of the updates that event is, or the next one behind it. */
int update_of(const struct viewer *v, int event);
/* The first of the steps that make the update that is shown, but for set-up; -1: the stop updates
 * nothing, or memory. */
int update_first(const struct viewer *v);
/* Which events of the group the update is made of, from the group's first one on: *part, given back
 * with free. False with session->in.error: memory. */
bool update_parts(const struct viewer *v, int update, bool **part);
