/* Declares what every function of NumPy shares: arrays among the arguments, results, errors. */
#pragma once

#include "numpy/numpy.h"

/* A list of arrays (argument k) into tensors, count; *all borrows. The caller frees with
 * numpy_list_free. */
struct numpy_list {
    struct tensor *at;
    bool *owned;
    int count;
};
bool numpy_number_is(struct interp *in, struct value v); /* np.float64(...) and friends */
bool numpy_is(struct interp *in, struct value v);        /* an array or a scalar */
/* An object of a class with __array__(), which leaves operators to the array beside it. */
bool numpy_gives_array(struct interp *in, struct value v);
/* Any value as an array: arrays, scalars and tensors are borrowed (*owned false), numbers,
 * nested lists and what has __array__() are read. */
bool numpy_read(struct interp *in, struct value v, struct tensor *out, bool *owned);
/* The same for argument k of a call: fills object, tensor, owned. */
bool numpy_take(struct call *c, int k);
/* The same, as it lies, also backwards (a[::-1]): for views of it and writes into it. */
bool numpy_take_view(struct call *c, int k);
/* The arguments that the row takes for arrays (enum op_numpy); and its result from c->out[0]. */
bool numpy_take_all(struct call *c);
bool numpy_give_left(struct call *c);
/* Argument k, which was taken, becomes one of another type. */
bool numpy_widen(struct call *c, int k, enum dtype to);
bool numpy_list_take(struct call *c, int k, struct numpy_list *out);
void numpy_list_free(struct numpy_list *l);
/* Results: a 0-d tensor becomes a scalar; numpy_give_array keeps it an array. t is taken over. */
bool numpy_give(struct call *c, struct tensor *t);
bool numpy_give_array(struct call *c, struct tensor *t);
bool numpy_wrap(struct interp *in, struct tensor *t, bool keep_array, struct value *out);

/* "(2,3)", "(4,)": as NumPy's errors print shapes. */
void numpy_shape_text(int ndim, const int64_t *shape, struct buf *out);
/* ValueError "operands could not be broadcast together with shapes (2,3) (4,) " if they cannot. */
bool numpy_check_broadcast(struct interp *in, const struct tensor *a, const struct tensor *b);
/* The same for a += b, where the error names a again: it is also what is written. */
bool numpy_check_in_place(struct interp *in, const struct tensor *a, const struct tensor *b);
/* An axis in [-ndim, ndim): AxisError if not. */
bool numpy_axis(struct interp *in, int64_t axis, int ndim, int *out);
/* Argument k (int[]? axis) as a set of axes; None: all of them. */
bool numpy_axes(struct call *c, int k, int ndim, unsigned *out);
/* What NumPy raises, mostly: a ValueError. */
#define numpy_refuse(c, ...) raise_exception((c)->in, EXCEPTION_ValueError, __VA_ARGS__)
bool numpy_raise(struct interp *in, const char *name, const char *module, enum exception base,
                 const char *text);
