/* Calls the formulas of gradients. */
#include "torch/grad/formula.h"
#include "base/named.h"
#include "torch/grad/saved.h"

#include "lang/run/native.h"
#include "tensor/compute/dtype.h"
#include "torch/op/ops.h"
#include "torch/size.h"
#include "torch/torch.h"

/* --- the arguments of a formula --- */

static bool zeros_like_output(struct interp *in, const struct grad_output *o, struct value *out)
{
    struct torch *torch = torch_of(in);
    struct tensor t;
    if (!tensor_zeros(&torch->compute, &t, o->dtype, o->ndim, o->shape)) {
        return raise_error(in);
    }
    *out = value_object(tensor_object_new(in, torch->types.tensor, &t));
    return out->type == VALUE_OBJECT;
}

static bool give_shape(struct interp *in, const struct grad_node *n, int at, struct value *out)
{
    if (!n->rule->keeps[at]) {
        *out = n->saved[at].value;
        return true;
    }
    struct value whole;
    if (!saved_take(in, n, &n->saved[at], &whole)) {
        return false;
    }
    if (!tensor_object_is(in, whole)) {
        *out = value_none();
        return true;
    }
    const struct tensor *t = &tensor_object_of(whole)->tensor;
    return size_new(in, t->ndim, t->shape, NULL, out);
}

static bool give(struct interp *in, const struct grad_node *n, const struct need *need,
                 const struct grad_edge *e, struct list *grads, struct value *out)
{
    switch (need->kind) {
    case NEED_GRAD:
        *out = grads->at[0];
        return out->type != VALUE_NONE || zeros_like_output(in, &n->outputs[0], out);
    case NEED_GRADS:
        *out = value_object(grads);
        return true;
    case NEED_RESULT:
        return saved_take(in, n, &n->results[need->at], out);
    case NEED_KEPT:
        return saved_take(in, n, &n->kept, out);
    case NEED_ARGUMENT:
        if (saved_only_lies(n->rule, need->at, e->argument) &&
            n->saved[need->at].value.type == VALUE_OBJECT) {
            *out = n->saved[need->at].value;
            return true;
        }
        return saved_take(in, n, &n->saved[need->at], out);
    case NEED_LAYOUT:
        *out = n->saved[need->at].value;
        return true;
    case NEED_SHAPE:
        return give_shape(in, n, need->at, out);
    case NEED_ITEM:
        *out = value_int(e->item);
        return true;
    }
    return true;
}

static const char *argument_name(const struct op *op, int argument, size_t *len)
{
    const char *name = "", *p = op->signature;
    for (int k = 0; k <= argument; k++) {
        p = op_next_parameter(p, &name, len);
    }
    return name;
}

/* False: the formula of the prelude is to be called. */
static bool call_quick(struct interp *in, const struct formula *f, const struct value *at,
                       struct value *out)
{
    struct torch *torch = torch_of(in);
    struct tensor t;
    if (in->recorder != NULL || torch->grad_enabled || !f->quick(&torch->compute, at, &t)) {
        error_clear(&in->error);
        return false;
    }
    *out = value_object(tensor_object_new(in, torch->types.tensor, &t));
    return true;
}

/* What PyTorch computes in one step shows that step as the grad_fn of its gradient. */
static bool name_step(struct interp *in, const char *formula, struct value made)
{
    static const char *const steps[][2] = {
        {"gelu__input", "GeluBackwardBackward0"},
        {"log_softmax__input", "LogSoftmaxBackwardDataBackward0"},
        {"log_softmax_functional__input", "LogSoftmaxBackwardDataBackward0"},
        {"nll_loss__input", "NllLossBackwardBackward0"},
        {"sigmoid__input", "SigmoidBackwardBackward0"},
        {"softmax__input", "SoftmaxBackwardDataBackward0"},
        {"softmax_functional__input", "SoftmaxBackwardDataBackward0"},
        {"tanh__input", "TanhBackwardBackward0"},
    };
    if (!tensor_object_is(in, made) || tensor_object_of(made)->grad_fn == NULL) {
        return true;
    }
    int k = NAMED(steps, formula);
    return k >= 0 ? grad_rename(in, tensor_object_of(made), steps[k][1]) : true;
}

/* Of complex numbers only one formula is known: that of what they are made of. */
static bool complex_unknown(struct interp *in, const struct grad_node *n, const struct list *grads)
{
    bool complex = false;
    for (int64_t k = 0; k < grads->count; k++) {
        complex |= tensor_object_is(in, grads->at[k]) &&
                   tensor_object_of(grads->at[k])->tensor.dtype == DTYPE_COMPLEX64;
    }
    return complex && strcmp(n->rule->op->name, "complex") != 0;
}

static bool call_rule(struct interp *in, const struct grad_node *n, const struct grad_edge *e,
                      struct list *grads, struct value *out)
{
    struct formula *f = &n->rule->formulas[e->argument];
    struct value at[RULE_PARAMETERS], function;
    const char *name = n->rule->op->name;
    const char *node = n->write != NULL ? n->write : n->object.class->name->text;
    if (strcmp(node, "NotImplemented") == 0) { /* nor does PyTorch know it */
        return raise_exception(in, EXCEPTION_RuntimeError,
                               "derivative for aten::%s%s is not implemented",
                               name + (name[0] == '_'), n->write != NULL ? "_" : "");
    }
    if (f->name == NULL || complex_unknown(in, n, grads)) {
        size_t len;
        const char *argument = argument_name(n->rule->op, e->argument, &len);
        return raise_unsupported(in, "the gradient of %s() for its argument '%.*s' is not computed",
                                 name, (int)len, argument);
    }
    for (int k = 0; k < f->count; k++) {
        if (!give(in, n, &f->needs[k], e, grads, &at[k])) {
            return false;
        }
    }
    if (f->quick != NULL && call_quick(in, f, at, out)) {
        return out->type == VALUE_OBJECT;
    }
    if (!rule_function(in, f, &function)) {
        return false;
    }
    const struct args args = {.at = at, .count = f->count};
    return value_call(in, function, &args, out) && name_step(in, f->name, *out);
}

/* --- a write into a view --- */

static bool layout(struct interp *in, const struct tensor *t, struct value *out)
{
    struct list *all = tuple_new(in, 3, NULL);
    if (all == NULL) {
        return false;
    }
    *out = value_object(all);
    all->at[0] = all->at[1] = value_none();
    all->at[2] = value_int(t->offset);
    return size_new(in, t->ndim, t->shape, NULL, &all->at[0]) &&
           size_new(in, t->ndim, t->stride, NULL, &all->at[1]);
}

static bool take_slice(struct interp *in, const struct grad_node *n, const struct list *grads,
                       struct formula_results *results)
{
    const struct module *m = interp_import(in, "torch._gradients");
    struct str *name = str_intern(in, "_slice_of");
    struct value at[3] = {grads->at[0]}, made;
    if (m == NULL || name == NULL || !dict_get_str(m->dict, name, &made) ||
        !layout(in, &n->whole->tensor, &at[1]) || !layout(in, &n->slice->tensor, &at[2])) {
        return false;
    }
    const struct args args = {.at = at, .count = 3};
    if (!value_call(in, made, &args, &made)) {
        return false;
    }
    results->slice = (struct list *)made.o;
    return true;
}

/* The gradient of what was written over goes into its part of the whole one; that of what was
 * written comes from the part. */
static bool call_slice(struct interp *in, const struct grad_node *n, const struct grad_edge *e,
                       const struct list *grads, struct formula_results *results, struct value *out)
{
    if (results->slice == NULL && !take_slice(in, n, grads, results)) {
        return false;
    }
    struct list *part = tuple_new(in, 1, &results->slice->at[2]);
    struct value made, unused;
    if (part == NULL || !call_rule(in, n, e, part, &made)) {
        return false;
    }
    *out = e->argument == 0 ? results->slice->at[0] : made;
    const struct value copy[2] = {results->slice->at[1], made};
    return e->argument != 0 || made.type == VALUE_NONE ||
           op_invoke(in, "copy", IN_PLACE, 2, copy, &unused);
}

/* An autograd.Function gives all its gradients at once, a tuple of functions one by one. */
static bool at_once(const struct grad_node *n)
{
    return n->rule == NULL && !tuple_is(n->function);
}

static bool call_function(struct interp *in, const struct grad_node *n, int argument,
                          const struct list *grads, struct value *out)
{
    const struct args args = {.at = grads->at, .count = n->output_count};
    struct value each =
        at_once(n) ? n->function : ((const struct list *)n->function.o)->at[argument];
    return value_call(in, each, &args, out);
}

/* --- what a gradient must look like --- */

static bool refuse_shape(struct interp *in, const struct grad_node *n, int edge,
                         const struct tensor *have, const struct tensor *want)
{
    scoped_buf a = {.budget = in->memory}, b = {.budget = in->memory};
    tensor_shape_text(have, &a);
    tensor_shape_text(want, &b);
    raise_exception(in, EXCEPTION_RuntimeError,
                    "Function %s returned an invalid gradient at index %d - got %s but expected "
                    "shape compatible with %s",
                    n->object.class->name->text, edge, buf_text(&a), buf_text(&b));
    return false;
}

static bool expands_to(const struct tensor *from, const struct tensor *to)
{
    int lead = to->ndim - from->ndim;
    for (int k = 0; lead >= 0 && k < from->ndim; k++) {
        if (from->shape[k] != 1 && from->shape[k] != to->shape[k + lead]) {
            return false;
        }
    }
    return lead >= 0;
}

static bool ints(struct interp *in, int count, const int64_t *at, struct value *out)
{
    struct list *all = tuple_new(in, count, NULL);
    for (int k = 0; all != NULL && k < count; k++) {
        all->at[k] = value_int(at[k]);
    }
    *out = value_object(all);
    return all != NULL;
}

/* What was repeated by broadcasting is added up again. */
static bool sum_to(struct interp *in, const struct tensor *want, struct value *grad)
{
    const struct tensor *have = &tensor_object_of(*grad)->tensor;
    int lead = have->ndim - want->ndim, count = 0;
    int64_t dims[TENSOR_MAX_DIMS];
    for (int k = 0; k < have->ndim; k++) {
        if (k < lead || (want->shape[k - lead] == 1 && have->shape[k] != 1)) {
            dims[count++] = k;
        }
    }
    struct value over, sizes;
    if (!ints(in, count, dims, &over)) {
        return false;
    }
    const struct value sum[3] = {*grad, over, value_bool(true)};
    if (count > 0 && !op_invoke(in, "sum", IN_METHOD, 3, sum, grad)) {
        return false;
    }
    if (lead == 0) {
        return true;
    }
    if (!ints(in, want->ndim, want->shape, &sizes)) {
        return false;
    }
    const struct value view[2] = {*grad, sizes};
    return op_invoke(in, "view", IN_METHOD, 2, view, grad);
}

/* The tensor that an edge leads to, by its looks. */
static struct tensor target_of(const struct grad_edge *e)
{
    const struct grad_output *o = &e->to->outputs[e->output];
    struct tensor t = {.dtype = o->dtype, .ndim = o->ndim};
    if (e->to->variable != NULL) {
        t = e->to->variable->tensor;
    } else {
        memcpy(t.shape, o->shape, (size_t)o->ndim * sizeof *o->shape);
    }
    return t;
}

static bool fit(struct interp *in, const struct grad_node *n, int edge, struct value *grad)
{
    const struct tensor want = target_of(&n->edges[edge]);
    const struct tensor *have = &tensor_object_of(*grad)->tensor;
    if (!tensor_same_shape(have, &want)) {
        if (!expands_to(&want, have)) {
            return refuse_shape(in, n, edge, have, &want);
        }
        if (!sum_to(in, &want, grad)) {
            return false;
        }
    }
    if (tensor_object_of(*grad)->tensor.dtype == want.dtype) {
        return true;
    }
    const struct value cast[2] = {*grad, torch_of(in)->dtypes[want.dtype]};
    return op_invoke(in, "to", IN_METHOD, 2, cast, grad);
}

/* --- one edge --- */

static bool any_grad(const struct grad_node *n, const struct list *grads)
{
    for (int k = 0; k < n->output_count; k++) {
        if (grads->at[k].type != VALUE_NONE) {
            return true;
        }
    }
    return false;
}

static bool refuse_count(struct interp *in, const struct grad_node *n, int64_t have)
{
    return raise_exception(in, EXCEPTION_RuntimeError,
                           "function %s returned an incorrect number of gradients (expected %d, "
                           "got %lld)",
                           n->object.class->name->text, n->edges[n->edge_count - 1].argument + 1,
                           (long long)have);
}

/* The gradient of the edge within what its formula gave. */
static bool choose(struct interp *in, const struct grad_node *n, int edge,
                   struct formula_results *results, struct value *out)
{
    const struct grad_edge *e = &n->edges[edge];
    struct value given = results->value;
    bool many = tuple_is(given) || list_is(given);
    int64_t place = at_once(n) ? e->argument : 0;
    const struct list *all = many ? (const struct list *)given.o : NULL;
    results->parts = n->rule != NULL ? all : NULL;
    *out = given;
    if (many) {
        if (place >= all->count) {
            return refuse_count(in, n, all->count);
        }
        *out = all->at[place];
    } else if (place > 0) {
        return refuse_count(in, n, 1);
    }
    return out->type == VALUE_NONE || tensor_object_is(in, *out) ||
           raise_exception(in, EXCEPTION_TypeError, "expected Variable or None (got %s)",
                           value_type_name(*out));
}

static bool give_gradients(struct interp *in, const struct grad_node *n, const struct grad_edge *e,
                           struct list *grads, struct formula_results *results)
{
    return n->rule == NULL    ? call_function(in, n, e->argument, grads, &results->value)
           : n->slice != NULL ? call_slice(in, n, e, grads, results, &results->value)
                              : call_rule(in, n, e, grads, &results->value);
}

bool formula_gradient(struct interp *in, struct grad_node *n, struct list *grads, int edge,
                      struct formula_results *results, struct value *out, bool *fresh)
{
    const struct grad_edge *e = &n->edges[edge];
    bool known = (results->argument == e->argument && results->item == e->item) ||
                 (at_once(n) && results->argument >= 0);
    *out = value_none();
    if (!any_grad(n, grads)) {
        return true;
    }
    if (!known && !give_gradients(in, n, e, grads, results)) {
        return false;
    }
    results->argument = e->argument;
    results->item = e->item;
    if (!choose(in, n, edge, results, out)) {
        return false;
    }
    *fresh = n->rule != NULL && out->type == VALUE_OBJECT;
    for (int k = 0; k < n->output_count; k++) {
        *fresh = *fresh && !value_identical(*out, grads->at[k]);
    }
    return out->type == VALUE_NONE || fit(in, n, edge, out);
}
