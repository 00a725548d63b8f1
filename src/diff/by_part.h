/* Finds the step of the reference that computes at once what a step of the run computes for one
 * text, one head: where the run goes through them in a loop. */
#pragma once

#include "diff/diff.h"

/* A step that takes a part of one of the reference's tensors: the reference's step of the same kind
 * that takes the whole, and in *beside the same part of its result, which is added to d->r. -1:
 * there is none. */
int part_beside(struct diff *d, int event, int *beside);
