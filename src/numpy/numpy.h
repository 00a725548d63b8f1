/* Declares what the files numpy_*.c share, and only they: NumPy on the same tensors.
 *
 * An array is a tensor_object of class ndarray. A NumPy scalar (np.float64(1.0)) is one of a
 * subclass of numpy.generic, 0-d: so every operation treats both alike. */
#pragma once

#include "torch/module.h"
#include "torch/op/op.h"

#include "tensor/cells/elementwise.h"

extern const struct op numpy_ops[];
extern const struct op numpy_random_ops[];
extern const struct slots ndarray_slots, numpy_number_slots, numpy_dtype_slots;

/* For those who make a session, behind torch_init. */
bool module_numpy(struct interp *in, struct module *module, bool *found);
bool numpy_init(struct interp *in);

/* What numpy.c calls once: each makes its classes, and puts its names into np.random. The file has
 * the name of the function. */
bool numpy_random_init(struct interp *in);
bool numpy_random_register(struct interp *in, struct dict *into);
bool numpy_generator_init(struct interp *in);
bool numpy_generator_register(struct interp *in, struct dict *into);

/* Carries out a call of numpy on arrays of strings, complex numbers or objects; *done stays false
 * when it is about none, or when there is no such function for them. */
bool numpy_cells_call(struct interp *in, const char *name, const struct args *args,
                      struct value *out, bool *done);

/* --- the functions of numpy.def --- */
#define OP(id, ...) bool np_##id(struct call *c);
#define BY(function, with, id, ...) bool np_##function(struct call *c);
#include "numpy/numpy.def"
#undef OP
#undef BY
