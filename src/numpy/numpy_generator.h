/* Declares the stream of a Generator (numpy_generator.c). */
#ifndef QKV_NUMPY_NUMPY_GENERATOR_H
#define QKV_NUMPY_NUMPY_GENERATOR_H

#include "numpy/numpy.h"

struct pcg64 *generator_stream(struct interp *in, struct value self); /* NULL: raised */

#endif
