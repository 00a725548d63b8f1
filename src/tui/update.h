/* Looks into a folded group that has several results: the parameters that are written in it, or
 * whose gradients are emptied; else the tensors that the call gave. */
#pragma once

#include "tui/viewer.h"

/* How many parameters the group updates, 0: the stop is no such group. The last write of number
 * `which` of them is *at; they are counted on from the first one. */
int update_count(const struct viewer *v, int which, int *at);
/* The event whose result is shown: the last one of the stop, or the update that is chosen, or what
 * made the tensor that is. */
int update_event(const struct viewer *v);
/* Which of the updates that event is, or the next one behind it; which of the tensors it made. */
int update_of(const struct viewer *v, int event);
/* How many tensors the folded call gave that it made; number `which` of them, counted on from the
 * first one, is output *output of event *at. */
int update_given(const struct viewer *v, int which, int *at, int *output);
/* How many results the stop has, and which is shown. */
int update_results(const struct viewer *v, int *which);
/* The first of the steps that make the update that is shown, but for set-up; -1: the stop updates
 * nothing, or memory. */
int update_first(const struct viewer *v);
/* Which events of the group the update is made of, from the group's first one on: *part, given back
 * with free. False with session->in.error: memory. */
bool update_parts(const struct viewer *v, int update, bool **part);
