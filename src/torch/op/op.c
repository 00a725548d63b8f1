/* Carries out one operation: it finds the overload that fits, runs it, gives the result its place
 * in the language (grad_fn, requires_grad, tuples), and tells the recorder. */
#include "torch/op/op.h"

#include "base/named.h"
#include "tensor/shape/promotion.h"
#include "torch/call/refusal.h"
#include "torch/call/signature.h"
#include "torch/grad/node.h"
#include "torch/grad/view_grad.h"
#include "torch/op/op_dtype.h"
#include "torch/op/operation.h"
#include "torch/op/ops.h"
#include "torch/op/out.h"
#include "torch/op/sublists.h"
#include "torch/size.h"
#include "torch/torch.h"

#include <stdlib.h>

static bool asks(const struct argument *a)
{
    bool found = a->object != NULL && tensor_asks(a->object);
    for (int j = 0; a->tensors != NULL && j < a->count && !found; j++) {
        found = tensor_asks(a->tensors[j]);
    }
    return found;
}

/* Whether any tensor among the arguments asks for gradients. */
static bool wants_grad(const struct call *c)
{
    int first = 0;
    while (first < c->arg_count && !asks(&c->arg[first])) {
        first++;
    }
    return first < c->arg_count && first < grad_arguments(c);
}

static bool in_place_refused(struct interp *in, const struct call *c)
{
    const struct tensor_object *self = c->arg[0].object;
    if (!grad_view_may_write(in, self, wants_grad(c))) {
        return true;
    }
    if (!c->torch->grad_enabled || !tensor_asks(self)) {
        return false;
    }
    const struct tensor_object *whole = self->base != NULL ? self->base : self;
    if (whole->grad_fn != NULL) {
        return false;
    }
    raise_exception(in, EXCEPTION_RuntimeError,
                    "a %sleaf Variable that requires grad is being used in an in-place operation.",
                    self->base == NULL ? "" : "view of a ");
    return true;
}

/* Whether the result asks for gradients, and has a node to come; *tracked stays as it is else. */
static void set_grad(const struct call *c, struct tensor_object *t, bool wanted, bool *tracked)
{
    bool differentiable = wanted && c->torch->grad_enabled && c->backward != NULL &&
                          dtype_category(t->tensor.dtype) >= CATEGORY_FLOAT;
    t->requires_grad = c->requires_grad || differentiable;
    *tracked |= differentiable && !c->requires_grad;
    const struct tensor_object *base = c->arg[0].object;
    bool view = base != NULL && base->tensor.storage == t->tensor.storage;
    t->inference = view ? base->inference : t->inference;
}

/* --- reporting --- */

/* Whether an argument, or a tensor of a list of them, has the memory. */
static bool holds(struct interp *in, const struct argument *a, const struct storage *memory)
{
    const struct tensor_object *of = a->object;
    bool is = false;
    if (of == NULL && tensor_object_is(in, a->value)) {
        of = tensor_object_of(a->value);
    }
    for (int k = 0; a->tensors != NULL && k < a->count; k++) {
        is |= a->tensors[k]->tensor.storage == memory;
    }
    return is || (of != NULL && of->tensor.storage == memory);
}

static enum storage_effect effect_of(struct interp *in, const struct call *c,
                                     const struct tensor_object *out, bool in_place)
{
    bool view = false;
    if (in_place) {
        return STORAGE_IN_PLACE;
    }
    for (int k = 0; k < c->arg_count; k++) {
        view |= holds(in, &c->arg[k], out->tensor.storage);
    }
    return view ? STORAGE_VIEW : c->op->kind == KIND_MAP ? STORAGE_COPY : STORAGE_NEW;
}

bool op_report(struct interp *in, const struct call *call, const char *name, int count,
               struct tensor_object *const *outputs, bool in_place)
{
    struct recorder *r = in->recorder;
    if (r == NULL || r->operation == NULL || count == 0) {
        return true;
    }
    const struct operation operation = {.op = call->op,
                                        .name = name,
                                        .call = call,
                                        .output_count = count,
                                        .outputs = outputs,
                                        .effect = effect_of(in, call, outputs[0], in_place)};
    return r->operation(r->self, &operation, interp_here(in, false));
}

/* --- results --- */

/* Which class a result has: a NumPy operation gives an ndarray. */
static struct class *result_class(const struct call *c)
{
    return (c->op->where & IN_NUMPY) != 0 ? c->torch->types.ndarray : c->torch->types.tensor;
}

static bool wrap_many(struct interp *in, struct call *c, const char *name, struct tensor *tensors,
                      int count, struct value *out)
{
    struct list *tuple = tuple_new(in, count, NULL);
    struct tensor_object **objects = calloc((size_t)count + 1, sizeof *objects);
    bool wanted = wants_grad(c), tracked = false, ok = tuple != NULL && objects != NULL;
    /* tensor_split cuts one slice after the other */
    bool at_once = c->backward == NULL || strcmp(c->backward, "SliceBackward0") != 0;
    for (int k = 0; ok && k < count; k++) {
        struct tensor_object *t = tensor_object_new(in, result_class(c), &tensors[k]);
        ok = t != NULL;
        if (ok) {
            bool own = !c->apart || tensor_asks(c->arg[0].tensors[k]);
            set_grad(c, t, wanted && own, &tracked);
            grad_view_note(c, t, at_once);
            tuple->at[k] = value_object(t);
            objects[k] = t;
        }
    }
    ok = ok && (!tracked || grad_attach(in, c, count, objects));
    if (ok) {
        ok = op_report(in, c, name, count, objects, false);
        *out = value_object(tuple);
        if (ok && c->return_type != NULL) {
            ok = return_type_new(in, c->return_type, count, tuple->at, out);
        }
    }
    free(objects);
    return ok;
}

/* Writes the result of x.f_() over x, under PyTorch's conditions. */
static bool write_back(struct interp *in, struct call *c, const char *name)
{
    struct tensor_object *self = c->arg[0].object;
    bool wanted = wants_grad(c);
    if (c->outputs > 0) {
        scoped_buf have = {.budget = in->memory}, want = {.budget = in->memory};
        if (!tensor_same_shape(&c->out[0], &self->tensor)) {
            tensor_shape_text(&self->tensor, &have);
            tensor_shape_text(&c->out[0], &want);
            static const char *const products[] = {"addmm_", "addmv_", "baddbmm_"};
            bool product = NAMED(products, name) >= 0;
            raise_exception(
                in, EXCEPTION_RuntimeError,
                product ? "Bad in-place call: input tensor size %s and output tensor size %s "
                          "should match"
                        : "output with shape %s doesn't match the broadcast shape %s",
                buf_text(&have), buf_text(&want));
            return false;
        }
        bool bool_result = c->out[0].dtype == DTYPE_BOOL; /* x.eq_(y) keeps x's dtype */
        if (!bool_result && !promotion_can_cast(c->out[0].dtype, self->tensor.dtype)) {
            return raise_exception(in, EXCEPTION_RuntimeError,
                                   "result type %s can't be cast to the desired output type %s",
                                   dtype_legacy_name(c->out[0].dtype),
                                   dtype_legacy_name(self->tensor.dtype));
        }
        if (in_place_refused(in, c) || !grad_before(in, c) || /* F.relu(x, inplace=True) */
            !tensor_write(c->cx, &self->tensor, &c->out[0])) {
            return false;
        }
    }
    grad_written(self);
    if (wanted && c->torch->grad_enabled && c->backward != NULL && !grad_attach_written(in, c)) {
        return false;
    }
    return op_report(in, c, name, 1, &self, true);
}

/* np.exp(x, out=y): the result is the very array that was given. */
static bool fills_out(const struct call *c, const struct tensor_object *result)
{
    bool given = false;
    for (int k = 1; k < c->arg_count; k++) {
        const struct value v = c->arg[k].value;
        given |= v.type == VALUE_OBJECT && v.o == &result->object;
    }
    return given && strstr(c->op->signature, " out=") != NULL;
}

static bool is_array(struct interp *in, struct value v)
{
    return tensor_object_is(in, v) || ndarray_is(in, v);
}

/* The same, or one of NumPy's numbers: a part of a result that is computed as arrays are. */
static bool is_part(struct interp *in, struct value v)
{
    return is_array(in, v) || value_isinstance(in, v, torch_of(in)->types.numpy_number);
}

/* A tuple that the row made itself (np.linalg.qr): the arrays in it. */
static bool report_many(struct interp *in, struct call *c, const char *name, const struct list *of)
{
    int count = 0;
    struct tensor_object **objects = calloc((size_t)of->count + 1, sizeof *objects);
    if (objects == NULL) {
        return raise_memory(in);
    }
    for (int64_t k = 0; k < of->count; k++) {
        if (is_part(in, of->at[k])) {
            objects[count++] = tensor_object_of(of->at[k]);
        }
    }
    bool ok = op_report(in, c, name, count, objects, false);
    free(objects);
    return ok;
}

static bool finish(struct interp *in, struct call *c, const char *name, struct value *out)
{
    if (c->op->numpy != 0 && c->outputs == 1 && !c->torch->numpy->give(c)) {
        return false;
    }
    if (c->in_place) {
        *out = c->arg[0].value;
        return write_back(in, c, name);
    }
    if (c->many != NULL) {
        return wrap_many(in, c, name, c->many, c->many_count, out);
    }
    if (c->outputs > 1) {
        return wrap_many(in, c, name, c->out, c->outputs, out);
    }
    if (c->outputs == 1) {
        struct tensor_object *t = tensor_object_new(in, result_class(c), &c->out[0]);
        if (t == NULL) {
            return false;
        }
        bool tracked = false;
        set_grad(c, t, wants_grad(c), &tracked);
        grad_view_note(c, t, false);
        *out = value_object(t);
        if (tracked && !grad_attach(in, c, 1, &t)) {
            return false;
        }
        return op_report(in, c, name, 1, &t, false);
    }
    *out = c->value;
    if (in->recorder == NULL || c->op->kind == KIND_VALUE) {
        return true;
    }
    if (c->wrote != NULL) {
        return op_report(in, c, name, 1, &c->wrote, true);
    }
    if (is_array(in, c->value)) {
        struct tensor_object *t = tensor_object_of(c->value);
        return op_report(in, c, name, 1, &t, fills_out(c, t));
    }
    return (!tuple_is(c->value) && !list_is(c->value)) ||
           report_many(in, c, name, (const struct list *)c->value.o);
}

/* --- the frames of calls: they are large, so one that was used is kept for the next call --- */

struct spare_call {
    struct call call; /* all zero but for sizes and strides of tensors */
    struct spare_call *next;
};

static struct call *take_call(struct torch *torch)
{
    struct spare_call *spare = torch->spare_calls;
    if (spare == NULL) {
        return calloc(1, sizeof *spare);
    }
    torch->spare_calls = spare->next;
    return &spare->call;
}

static void drop(struct tensor *t)
{
    tensor_release(t);
    t->dtype = (enum dtype)0;
    t->wrapped = false;
    t->offset = 0;
}

static void give_call(struct torch *torch, struct call *c)
{
    for (int k = 0; k < OP_MAX_OUTPUTS; k++) {
        drop(&c->out[k]);
    }
    for (int k = 0; k < c->many_count; k++) {
        tensor_release(&c->many[k]);
    }
    free(c->many);
    drop(&c->before);
    drop(&c->kept);
    signature_release(c);
    for (int k = 0; k < c->arg_count; k++) {
        memset(&c->arg[k], 0, offsetof(struct argument, tensor));
        c->arg[k].tensor.storage = NULL; /* borrowed */
        drop(&c->arg[k].tensor);
    }
    memset(c, 0, offsetof(struct call, before));
    struct spare_call *spare = (struct spare_call *)c;
    spare->next = torch->spare_calls;
    torch->spare_calls = spare;
}

void op_free_calls(struct torch *torch)
{
    for (struct spare_call *s = torch->spare_calls, *next; s != NULL; s = next) {
        next = s->next;
        free(s);
    }
    torch->spare_calls = NULL;
}

static void keep_refused(struct interp *in, const struct call *c)
{
    struct refused_view *r = &torch_of(in)->refused;
    const struct argument *size = &c->arg[1];
    if (!op_is(c->op, OP_view) || c->arg[0].object == NULL || size->ints == NULL ||
        size->count > TENSOR_MAX_DIMS || in->exception.type != VALUE_OBJECT) {
        return;
    }
    const struct tensor *x = &c->arg[0].tensor;
    *r = (struct refused_view){.exception = in->exception.o,
                               .serial = c->arg[0].object->serial,
                               .ndim = x->ndim,
                               .size_count = size->count};
    memcpy(r->shape, x->shape, (size_t)x->ndim * sizeof *r->shape);
    memcpy(r->stride, x->stride, (size_t)x->ndim * sizeof *r->stride);
    memcpy(r->size, size->ints, (size_t)size->count * sizeof *r->size);
}

bool op_carry_out(struct call *c)
{
    return (c->op->numpy == 0 || c->torch->numpy->take(c)) && c->op->run(c);
}

static bool run(struct interp *in, struct call *c, const char *name, struct value *out)
{
    if (c->in_place && in_place_refused(in, c)) {
        return false;
    }
    if (!op_dtype_check(c) || (c->in_place && !grad_before(in, c)) || !op_carry_out(c) ||
        !finish(in, c, name, out)) {
        /* an exception is raised already, or the sentence is in in->error */
        bool raised = in->exception.type == VALUE_OBJECT || in->ending != OUTCOME_DONE;
        raised = raised || !raise_error(in);
        keep_refused(in, c);
        return !raised;
    }
    for (int k = 0; c->torch->numpy->has_row(c->op) && k < c->arg_count; k++) {
        c->torch->numpy->set_base(in, *out, c->arg[k].value);
    }
    if (c->read_only) {
        tensor_object_of(*out)->read_only = true;
    }
    return true;
}

bool op_call(struct interp *in, const struct op *rows, const char *name, unsigned where,
             const struct args *args, struct value *out)
{
    struct torch *torch = torch_of(in);
    bool done = false;
    if (torch->numpy->has_row(rows) && !torch->numpy->call_cells(in, name, args, out, &done)) {
        return false;
    }
    if (done) {
        return true;
    }
    if (sublists_written(in, rows, args)) {
        return sublists_call(in, rows, args, out);
    }
    for (int k = 0; (where & IN_TORCH) != 0 && k < args->keyword_count; k++) {
        if (strcmp(args->names[k]->text, "out") == 0) {
            return out_call(in, rows, name, where, args, k, out);
        }
    }
    for (const struct op *row = rows; row->name != NULL && strcmp(row->name, rows->name) == 0;
         row++) {
        if ((row->where & where) == 0) {
            continue;
        }
        struct call *call = take_call(torch);
        if (call == NULL) {
            return raise_memory(in);
        }
        call->in = in;
        call->torch = torch;
        call->cx = &torch->compute;
        call->backward = row->backward;
        call->in_place = (where & IN_PLACE) != 0;
        bool fits = false;
        bool ok = signature_bind(in, row, where, args, call, &fits);
        if (ok && fits) {
            ok = run(in, call, name, out);
            give_call(torch, call);
            return ok;
        }
        give_call(torch, call);
        if (!ok) {
            return in->exception.type == VALUE_OBJECT || in->ending != OUTCOME_DONE
                       ? false
                       : raise_error(in);
        }
    }
    return refusal_raise(in, rows, name, where, args);
}

bool op_invoke(struct interp *in, const char *name, unsigned where, int count,
               const struct value *at, struct value *out)
{
    const struct op *rows = op_find(name, where);
    const struct args args = {.at = at, .count = count};
    if (rows == NULL) {
        return raise_unsupported(in, "the operation %s is not there", name);
    }
    return op_call(in, rows, name, where, &args, out);
}

/* --- registering --- */

/* One native function per place where the rows can be called; its data is the first row. */
#define CALLER(suffix, bits)                                                                       \
    static bool call_##suffix(struct interp *in, const struct args *args, struct value *out)       \
    {                                                                                              \
        return op_call(in, native_data(in), in->calling->name, bits, args, out);                   \
    }
CALLER(torch, IN_TORCH)
CALLER(method, IN_METHOD)
CALLER(in_place, IN_PLACE)
CALLER(functional, IN_FUNCTIONAL)
CALLER(special, IN_SPECIAL)
CALLER(numpy, IN_NUMPY)
#undef CALLER

static const struct {
    unsigned where;
    native_fn *fn;
    const char *suffix;
} callers[] = {
    {IN_TORCH, call_torch, ""},     {IN_METHOD, call_method, ""},
    {IN_PLACE, call_in_place, "_"}, {IN_FUNCTIONAL, call_functional, ""},
    {IN_SPECIAL, call_special, ""}, {IN_NUMPY, call_numpy, ""},
};

const struct op *op_behind(struct interp *in, struct value v)
{
    const struct native *n = v.type == VALUE_OBJECT && v.o->class == in->types.native
                                 ? (const struct native *)v.o
                                 : NULL;
    for (size_t k = 0; n != NULL && k < sizeof callers / sizeof callers[0]; k++) {
        if (n->fn == callers[k].fn) {
            return n->data;
        }
    }
    return NULL;
}

static bool register_one(struct interp *in, const struct op *row, size_t caller, struct dict *into,
                         struct class *class, const char *owner)
{
    const char *name = row->name;
    if (callers[caller].suffix[0] != '\0') {
        scoped_buf whole = {.budget = in->memory};
        buf_puts(&whole, name);
        buf_puts(&whole, callers[caller].suffix);
        const struct str *text = str_intern(in, buf_text(&whole));
        name = text != NULL ? text->text : NULL;
    }
    if (name == NULL) {
        return false;
    }
    return class != NULL ? interp_method(in, class, name, callers[caller].fn, row)
                         : interp_function(in, into, name, callers[caller].fn, row, owner);
}

bool op_register(struct interp *in, const struct op *table, unsigned where, struct dict *into,
                 struct class *class, const char *owner)
{
    for (size_t k = 0; k < sizeof callers / sizeof callers[0]; k++) {
        if ((callers[k].where & where) == 0) {
            continue;
        }
        const struct op *first = table; /* of the present name */
        for (const struct op *row = table; row->name != NULL; row++) {
            if (strcmp(row->name, first->name) != 0) {
                first = row;
            }
            bool known = false; /* an earlier overload registered the name */
            for (const struct op *r = first; r != row; r++) {
                known |= (r->where & callers[k].where) != 0;
            }
            if (!known && (row->where & callers[k].where) != 0 &&
                !register_one(in, first, k, into, class, owner)) {
                return false;
            }
        }
    }
    return true;
}
