/* Declares what the files of numpy.random share: streams, sizes, laws. Private to them. */
#pragma once

#include "numpy/numpy.h"

struct random_state {
    struct object object;
    struct numpy_random own;
    bool is_global;
};

/* size= of a draw. */
struct random_shape {
    bool scalar; /* size=None: a Python number */
    int ndim;
    int64_t at[TENSOR_MAX_DIMS];
};

/* The stream of argument 0, a RandomState; NULL: raised. */
struct numpy_random *random_stream(struct call *c);
bool random_size(struct call *c, struct value v, struct random_shape *s);

#define OP(id, ...) bool nr_##id(struct call *c);
#define BY(...)
#include "numpy/numpy_random.def"
#undef OP
#undef BY
