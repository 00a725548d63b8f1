/* NumPy's face of the tensor core: what the files numpy_*.c share. Private to them.
 *
 * An array is a tensor_object of class ndarray. A NumPy scalar (np.float64(1.0)) is one of a
 * subclass of numpy.generic, 0-d: so both take the same way through every operation. */
#ifndef QKV_NUMPY_NUMPY_H
#define QKV_NUMPY_NUMPY_H

#include "torch/module.h"
#include "torch/op/op.h"

#include "tensor/cells/elementwise.h"

extern const struct op numpy_ops[];
extern const struct op numpy_random_ops[];
extern const struct slots ndarray_slots, numpy_number_slots, numpy_dtype_slots;

/* --- numpy.c: for those who make a session, behind torch_init --- */
bool module_numpy(struct interp *in, struct module *module, bool *found);
bool numpy_init(struct interp *in);

/* --- numpy_value.c: values and arrays --- */
bool numpy_number_is(struct interp *in, struct value v); /* np.float64(...) and friends */
bool numpy_is(struct interp *in, struct value v);        /* an array or a scalar */
/* Any value as an array: arrays, scalars and tensors are borrowed (*owned false), numbers and
 * nested lists are read. */
bool numpy_read(struct interp *in, struct value v, struct tensor *out, bool *owned);
/* The same for argument k of a call: fills object, tensor, owned. */
bool numpy_take(struct call *c, int k);
/* A list of arrays (argument k) into tensors, count; *all borrows. The caller frees with
 * numpy_list_free. */
struct numpy_list {
    struct tensor *at;
    bool *owned;
    int count;
};
bool numpy_list_take(struct call *c, int k, struct numpy_list *out);
void numpy_list_free(struct numpy_list *l);
/* Results: a 0-d tensor becomes a scalar; numpy_give_array keeps it an array. t is taken over. */
bool numpy_give(struct call *c, struct tensor *t);
bool numpy_give_array(struct call *c, struct tensor *t);
/* For functions that NumPy passes on to the argument's own method: np.round(tensor) is a tensor. */
bool numpy_give_like(struct call *c, struct tensor *t);
/* str or repr, with what formatter={...} says of each cell. */
bool numpy_put_text(struct interp *in, const struct tensor *t, bool repr,
                    struct numpy_print_options options, struct value formatter, struct buf *out);
bool numpy_wrap(struct interp *in, struct tensor *t, bool keep_array, struct value *out);
/* Carries on with a call's error: false. */
bool numpy_failed(struct call *c);

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
bool numpy_raise(struct interp *in, const char *name, const char *module, enum exception base,
                 const char *text);

/* --- numpy_dtype.c --- */
const char *numpy_dtype_name(enum dtype d); /* "float64", "bool" */
/* np.float32, 'float32', float, np.dtype(...): TypeError for what is none. */
bool numpy_dtype_read(struct interp *in, struct value v, enum dtype *out);
/* Argument k (object dtype=None): *given tells whether it is there. */
bool numpy_dtype_take(struct call *c, int k, enum dtype *out, bool *given);
bool numpy_dtype_new(struct interp *in, enum dtype d, struct value *out);
bool numpy_dtype_init(struct interp *in);
bool numpy_dtype_register(struct interp *in, struct dict *into);
/* NumPy's promotion of two types, and of operands (0-d ones count by kind only). */
enum dtype numpy_promote(enum dtype a, enum dtype b);
enum dtype numpy_result_type(int count, const struct tensor *const *operands);

/* --- numpy_math.c --- */
/* The result of a function of `inputs` arguments: into out= (the argument behind them) if there is
 * one, in the type dtype= (the next) if given; a tensor among the inputs makes it a tensor. */
bool numpy_ufunc_give(struct call *c, struct tensor *t, int inputs);
bool numpy_cast_both(struct compute *cx, enum dtype d, const struct tensor *a,
                     const struct tensor *b, struct tensor *x, struct tensor *y);
/* float16 is computed in float32: t becomes `wanted` when that is what is left to do. */
bool numpy_narrow(struct compute *cx, struct tensor *t, enum dtype wanted);
bool numpy_unary(struct interp *in, enum unary_op op, const struct tensor *a, struct tensor *out);
bool numpy_binary(struct interp *in, enum binary_op op, const struct tensor *a,
                  const struct tensor *b, struct tensor *out);
bool numpy_power(struct interp *in, const struct tensor *a, const struct tensor *b,
                 struct tensor *out);
/* The row behind an operator; NULL: arrays have none. */
const struct op *numpy_operator_row(enum operator_ op);
/* An operator of the language on two operands of which one is NumPy's. */
bool numpy_operator(struct interp *in, enum operator_ op, struct value left, struct value right,
                    struct value *out);
const struct op *numpy_operator_row(enum operator_ op); /* NULL: there is none */

/* --- numpy_index.c --- */
bool numpy_get_item(struct interp *in, struct value self, struct value key, struct value *out);
bool numpy_set_item(struct interp *in, struct value self, struct value key, struct value v);
bool numpy_check_index(struct interp *in, int64_t i, int axis, int64_t size); /* raises */

/* --- numpy_array.c --- */
/* made.base: the array whose cells it shows, when it shows from's. */
void numpy_set_base(struct interp *in, struct value made, struct value from);
/* shape, dtype, T, ... of arrays and scalars. */
bool numpy_get_attribute(struct interp *in, struct value self, struct str *name, struct value *out,
                         bool *found);

/* --- numpy_random.c --- */
bool numpy_random_init(struct interp *in);
bool numpy_random_register(struct interp *in, struct dict *into);
/* --- numpy_cells.c --- */
/* Carries out a call of numpy on arrays of strings, complex numbers or objects; *done stays false
 * when it is about none, or when there is no such function for them. */
bool numpy_cells_call(struct interp *in, const char *name, const struct args *args,
                      struct value *out, bool *done);
/* --- numpy_generator.c --- */
bool numpy_generator_init(struct interp *in);
bool numpy_generator_register(struct interp *in, struct dict *into);

/* --- the functions of numpy.def --- */
#define OP(id, name, signature, where, kind, backward, formula) bool np_##id(struct call *c);
#include "numpy/numpy.def"
#undef OP

#endif
