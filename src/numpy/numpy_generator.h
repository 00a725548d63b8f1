/* Declares the stream of a Generator (numpy_generator.c). */
#pragma once

#include "numpy/numpy.h"

struct pcg64 *generator_stream(struct interp *in, struct value self); /* NULL: raised */
