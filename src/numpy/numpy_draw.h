/* Declares what rows of random numbers draw floats by (numpy_draw.c). */
#pragma once

#include "numpy/numpy.h"

/* In op->with of a row. EVENLY asks for two ends, the others for a scale. */
enum random_law { EVENLY, NORMAL, EXPONENTIAL };

bool nr_dims(struct call *c);
bool nr_sized(struct call *c);
bool nr_scaled(struct call *c);
bool nr_two(struct call *c);
