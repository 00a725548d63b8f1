/* Gives the results of NumPy's functions cell by cell what stands behind their inputs: out=,
 * dtype=, where=, casting= and order=. A tensor among the inputs makes the result one
 * (np.exp(tensor)). */
#include "numpy/numpy_ufunc.h"

#include "numpy/numpy_array.h"
#include "numpy/numpy_dtype.h"
#include "numpy/numpy_lay.h"
#include "numpy/numpy_value.h"
#include "tensor/cells/elementwise_select.h"
#include "torch/op/ops.h"

/* The arguments behind the inputs, in the order of UFUNC1; clip has the first alone. */
enum { OUT, DTYPE, WHERE, CASTING, ORDER, SUBOK, MORE };

static bool is_torch(const struct call *c, int k)
{
    return tensor_object_is(c->in, c->arg[k].value);
}

/* Takes what was computed from `from` for t, which is released. */
static bool becomes(bool ok, struct tensor *t, const struct tensor *made)
{
    if (ok) {
        tensor_release(t);
        *t = *made;
    }
    return ok;
}

static bool cast(struct call *c, struct tensor *t, enum dtype d)
{
    struct tensor made;
    return d == t->dtype || becomes(tensor_cast(c->cx, &made, t, d), t, &made);
}

/* The function's own name, where it was called by another: np.mod is remainder. */
static const char *ufunc_name(const struct call *c)
{
    return op_name_is(c->op->name, " fabs radians degrees ") ? c->op->name : c->op->id;
}

/* --- dtype= --- */

/* The place of a type's kind among NumPy's: bool, unsigned, signed, float. */
static int kind_of(enum dtype d)
{
    return d == DTYPE_UINT8 ? 1 : 2 * (int)dtype_category(d);
}

static bool refuse_cast(struct interp *in, const char *ufunc, const char *side, enum dtype from,
                        enum dtype to)
{
    scoped_buf text = {.budget = in->memory};
    buf_printf(&text,
               "Cannot cast ufunc '%s' %s from dtype('%s') to dtype('%s') with casting rule "
               "'same_kind'",
               ufunc, side, numpy_dtype_name(from), numpy_dtype_name(to));
    numpy_raise(in, side[0] == 'i' ? "_UFuncInputCastingError" : "_UFuncOutputCastingError",
                "numpy.core._exceptions", EXCEPTION_TypeError, buf_text(&text));
    return false;
}

/* Whether casting= "same_kind" lets t become d: a single number that is not negative counts as
 * unsigned. */
static bool is_same_kind(const struct tensor *t, enum dtype d)
{
    bool unsigned_ = t->ndim == 0 && dtype_category(t->dtype) == CATEGORY_INT &&
                     tensor_int_at(t, t->offset) >= 0;
    return (unsigned_ ? 1 : kind_of(t->dtype)) <= kind_of(d);
}

bool numpy_ufunc_take(struct call *c, int inputs)
{
    static const char tells[] =
        " equal not_equal less less_equal greater greater_equal logical_and "
        "logical_or logical_xor logical_not isnan isinf isfinite ";
    enum dtype d;
    bool is_given = false;
    for (int k = 0; k < inputs; k++) {
        if (!numpy_take(c, k)) {
            return false;
        }
    }
    if (c->arg_count == inputs + MORE && !numpy_dtype_take(c, inputs + DTYPE, &d, &is_given)) {
        return false;
    }
    bool told = is_given && op_name_is(c->op->name, tells); /* of the result, then */
    for (int k = 0; is_given && k < inputs; k++) {
        struct argument *a = &c->arg[k];
        a->i = told || is_same_kind(&a->tensor, d); /* for check_dtype() */
        a->dtype = a->tensor.dtype;
        if (!told && !numpy_widen(c, k, d)) {
            return false;
        }
    }
    return true;
}

/* Whether the function gives d, the inputs brought to it, and they may be brought to it. */
static bool check_dtype(struct call *c, int inputs, enum dtype given, enum dtype d, bool unsafe)
{
    if (given != d) {
        return raise_exception(c->in, EXCEPTION_TypeError,
                               "No loop matching the specified signature and casting was found "
                               "for ufunc %s",
                               ufunc_name(c));
    }
    for (int k = 0; k < inputs && !unsafe; k++) {
        const struct argument *a = &c->arg[k];
        if (a->i == 0) {
            const char *side = inputs == 1 ? "input" : k == 0 ? "input 0" : "input 1";
            return refuse_cast(c->in, ufunc_name(c), side, a->dtype, d);
        }
    }
    return true;
}

/* --- out= --- */

bool numpy_check_cast(struct interp *in, const char *ufunc, enum dtype from, enum dtype to)
{
    return kind_of(from) <= kind_of(to) || refuse_cast(in, ufunc, "output", from, to);
}

bool numpy_check_shape(struct interp *in, const struct tensor *out, int ndim, const int64_t *shape)
{
    if (out->ndim == ndim && memcmp(out->shape, shape, (size_t)ndim * sizeof *shape) == 0) {
        return true;
    }
    scoped_buf have = {.budget = in->memory}, want = {.budget = in->memory};
    numpy_shape_text(out->ndim, out->shape, &have);
    numpy_shape_text(ndim, shape, &want);
    raise_exception(
        in, EXCEPTION_ValueError,
        "non-broadcastable output operand with shape %s doesn't match the broadcast shape %s",
        buf_text(&have), buf_text(&want));
    return false;
}

/* out=, alone or in a tuple: *out stays NULL when there is none. */
static bool take_out(struct call *c, struct argument *a, struct tensor_object **out)
{
    *out = NULL;
    if (tuple_is(a->value)) {
        const struct list *l = (const struct list *)a->value.o;
        if (l->count != 1) {
            return numpy_refuse(c, "The 'out' tuple must have exactly one entry per ufunc output");
        }
        a->value = l->at[0];
    }
    if (a->value.type == VALUE_NONE) {
        return true;
    }
    if (!ndarray_is(c->in, a->value)) {
        return raise_exception(c->in, EXCEPTION_TypeError, "return arrays must be of ArrayType");
    }
    *out = tensor_object_of(a->value);
    return numpy_may_write(c->in, a->value, "output array");
}

/* --- where=, casting=, order= --- */

/* The mask of where= into a->tensor; *masked false: every cell is computed. */
static bool take_mask(struct call *c, int k, bool *masked)
{
    struct argument *a = &c->arg[k];
    struct value v = a->value;
    bool many = list_is(v) || tuple_is(v) || tensor_object_is(c->in, v) || ndarray_is(c->in, v);
    bool truth = true;
    if (!many && !value_truth(c->in, v, &truth)) {
        return false;
    }
    *masked = many || !truth;
    if (!*masked) {
        return true;
    }
    a->value = many ? v : value_bool(false);
    if (!numpy_take(c, k)) {
        return false;
    }
    if (a->tensor.dtype != DTYPE_BOOL && ndarray_is(c->in, v)) {
        return raise_exception(
            c->in, EXCEPTION_TypeError,
            "Cannot cast %s from dtype('%s') to dtype('bool') according to the rule 'safe'",
            a->tensor.ndim > 0 ? "array data" : "scalar", numpy_dtype_name(a->tensor.dtype));
    }
    return true;
}

/* casting= is "same_kind" or "unsafe", which writes any type into any other. */
static bool take_casting(struct call *c, const struct argument *more, bool *unsafe)
{
    const struct value v = more[CASTING].value;
    const char *text = str_is(v) ? str_text(v) : "";
    *unsafe = strcmp(text, "unsafe") == 0;
    if (!more[CASTING].given || *unsafe || strcmp(text, "same_kind") == 0) {
        return true;
    }
    if (!str_is(v)) {
        return raise_exception(c->in, EXCEPTION_TypeError, "casting must be str, not %s",
                               value_type_name(v));
    }
    return op_name_is(text, " no equiv safe ")
               ? raise_unsupported(c->in, "NumPy's %s(casting='%s') is not supported", c->op->name,
                                   text)
               : numpy_refuse(c,
                              "casting must be one of 'no', 'equiv', 'safe', 'same_kind', or "
                              "'unsafe' (got '%s')",
                              text);
}

static bool take_order(struct call *c, int k)
{
    char order;
    return numpy_order_take(c, k, 'K', &order) &&
           (order == 'K' || raise_unsupported(c->in, "NumPy's %s(order='%c') is not supported",
                                              c->op->name, order));
}

/* Every operand of the call in the error: the inputs, out, the mask. */
static bool refuse_shapes(struct call *c, int inputs, const struct tensor *out,
                          const struct tensor *mask)
{
    const struct tensor *at[OP_MAX_ARGUMENTS];
    scoped_buf text = {.budget = c->in->memory};
    int count = 0;
    for (; count < inputs; count++) {
        at[count] = &c->arg[count].tensor;
    }
    at[count++] = out;
    at[count++] = mask;
    for (int k = 0; k < count; k++) {
        if (at[k] != NULL) {
            numpy_shape_text(at[k]->ndim, at[k]->shape, &text);
            buf_putc(&text, ' ');
        }
    }
    return numpy_refuse(c, "operands could not be broadcast together with shapes %s",
                        buf_text(&text));
}

/* t where the mask is true, else what out holds; 0 where there is no out (NumPy: whatever is in
 * memory). */
static bool choose(struct call *c, struct tensor *t, const struct tensor *mask,
                   const struct tensor *out)
{
    struct tensor truth, zero, made;
    if (!tensor_cast(c->cx, &truth, mask, DTYPE_BOOL)) {
        return false;
    }
    bool ok = out != NULL || tensor_from_int(c->cx, &zero, t->dtype, 0, false);
    bool done = ok && elementwise_where(c->cx, &made, &truth, t, out != NULL ? out : &zero);
    tensor_release(&truth);
    if (ok && out == NULL) {
        tensor_release(&zero);
    }
    return becomes(done, t, &made);
}

/* --- all of them --- */

/* Brings t into the type and shape that were asked for; out is where it will be written. */
static bool fit(struct call *c, struct tensor *t, int inputs, const struct tensor *out)
{
    const struct argument *more = &c->arg[inputs];
    const struct tensor *mask = NULL;
    struct tensor all = *t, wider;
    bool masked = false, unsafe = true, is_given = false;
    enum dtype d = t->dtype;
    if (c->arg_count == inputs + MORE) {
        if (!take_casting(c, more, &unsafe) || !take_order(c, inputs + ORDER) ||
            !take_mask(c, inputs + WHERE, &masked) ||
            !numpy_dtype_take(c, inputs + DTYPE, &d, &is_given) ||
            (is_given && !check_dtype(c, inputs, t->dtype, d, unsafe))) {
            return false;
        }
        mask = masked ? &more[WHERE].tensor : NULL;
    }
    if (out != NULL && !unsafe && !numpy_check_cast(c->in, ufunc_name(c), t->dtype, out->dtype)) {
        return false;
    }
    if (mask != NULL && !tensor_broadcast(c->cx, mask, t, &all.ndim, all.shape)) {
        return refuse_shapes(c, inputs, out, mask);
    }
    if (out != NULL && !tensor_broadcast(c->cx, &all, out, &wider.ndim, wider.shape)) {
        return refuse_shapes(c, inputs, out, mask);
    }
    return (out == NULL ||
            (numpy_check_shape(c->in, out, wider.ndim, wider.shape) && cast(c, t, out->dtype))) &&
           (mask == NULL || choose(c, t, mask, out));
}

/* Whether nothing but the inputs was given. */
static bool is_plain(const struct call *c, int inputs)
{
    int k = inputs;
    while (k < c->arg_count && !c->arg[k].given) {
        k++;
    }
    return k == c->arg_count;
}

bool numpy_ufunc_give(struct call *c, struct tensor *t, int inputs)
{
    struct tensor_object *out = NULL;
    if (!is_plain(c, inputs) && (!take_out(c, &c->arg[inputs + OUT], &out) ||
                                 !fit(c, t, inputs, out != NULL ? &out->tensor : NULL))) {
        tensor_release(t);
        return false;
    }
    if (out != NULL) {
        bool ok = tensor_write(c->cx, &out->tensor, t);
        tensor_release(t);
        c->value = c->arg[inputs + OUT].value;
        return ok;
    }
    bool tensor_result = false;
    for (int k = 0; k < inputs; k++) {
        tensor_result |= is_torch(c, k);
    }
    if (tensor_result) {
        c->value = value_object(tensor_object_new(c->in, c->torch->types.tensor, t));
        return c->value.type == VALUE_OBJECT;
    }
    return numpy_give(c, t);
}
