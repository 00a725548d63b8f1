/* Follows a difference between two runs back to the step where it begins. */
#pragma once

#include "diff/diff.h"

/* Tensor a of the run is a multiple of tensor b of the reference: the step of the run at which that
 * begins; in *like the one of the reference that plays its part, in *next the one of the run that
 * takes what it gives (-1: there is none). -1: it is not a multiple. */
int trail_factor(const struct diff *d, int a, int b, int *like, int *next);

/* Tensors a of the run and b of the reference differ, and were made by the same steps: the step of
 * the run that takes the same as that of the reference (*like), and gives something else. -1: there
 * is none. */
int trail_origin(const struct diff *d, int a, int b, int *like);
