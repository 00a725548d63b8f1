/* Declares what the files of the module torch provide to each other: classes and names. Private to
 * src/torch and src/numpy. */
#pragma once

#include "torch/torch.h"

/* Each makes its classes (kept in struct torch); called once by torch_init. */
bool dtype_init(struct interp *in);
bool device_init(struct interp *in);
bool grad_init(struct interp *in);
bool generator_init(struct interp *in);

/* Each puts its names into the module's dictionary. */
bool dtype_register(struct interp *in, struct dict *into);     /* float32, finfo, ... */
bool device_register(struct interp *in, struct dict *into);    /* device, strided, ... */
bool grad_register(struct interp *in, struct dict *into);      /* no_grad, ... */
bool generator_register(struct interp *in, struct dict *into); /* Generator, manual_seed, ... */
bool printing_register(struct interp *in, struct dict *into);  /* set_printoptions */

/* Fills "torch", "torch.linalg", ...: in->native_module asks both. */
bool module_torch(struct interp *in, struct module *module, bool *found);

/* __add__, __matmul__, ... for a class whose slots have the operators. */
bool operators_register(struct interp *in, struct class *class);

/* Methods of Tensor that are no operations: storage(). */
bool tensor_methods_register(struct interp *in, struct class *class);

/* precision, threshold, edgeitems and linewidth of a set_printoptions; None leaves one as it is. */
bool printing_counts(struct interp *in, const struct value at[4], int *precision,
                     int64_t *threshold, int64_t *edgeitems, int *linewidth);
