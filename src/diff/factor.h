/* Follows a factor between two runs back to the step that brought it in. */
#pragma once

#include "diff/diff.h"

/* Tensor a of the run is a multiple of tensor b of the reference: the step of the run at which that
 * begins; in *like the one of the reference that plays its part, in *next the one of the run that
 * takes what it gives (-1: there is none). -1: it is not a multiple. */
int factor_root(const struct diff *d, int a, int b, int *like, int *next);
