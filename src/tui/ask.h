/* Tells what any expression is at this step (`:p EXPR`); at a text of a lesson, behind the code
 * that was run before it.
 *
 * The run is carried out again up to there, without its output and without writing files, and
 * the expression is run there, in the midst of the code: names, objects, closures, generators and
 * dice are what they were. Then that run is given back; the one that is walked does not change. If
 * the step gives other cells this time, or is not reached, that is said instead of an answer. */
#pragma once

#include "base/buf.h"
#include "tui/viewer.h"

/* The answer as text: the value as a notebook shows it, a tensor's shape and strides before it; or
 * the error. */
void ask(const struct viewer *v, const char *expression, struct buf *out);
