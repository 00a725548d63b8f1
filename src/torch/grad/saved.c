/* Takes what a node saves for its formulas, and lets go of it. */
#include "torch/grad/saved.h"
#include "base/named.h"
#include "torch/grad/view_grad.h"

#include "tensor/compute/dtype.h"
#include "torch/op/ops.h"
#include "torch/torch.h"

#include <string.h>

/* `name`: of the node, when the tensor is one of its own outputs. */
static bool refuse_version(struct interp *in, struct tensor_object *t, uint32_t expected,
                           const char *name, int output)
{
    scoped_buf shape = {.budget = in->memory}, from = {.budget = in->memory};
    tensor_shape_text(&t->tensor, &shape);
    if (name == NULL && grad_view_refresh(in, t)) {
        name = t->grad_fn;
        output = t->output;
    }
    if (name != NULL) {
        buf_printf(&from, ", which is output %d of %s%s,", output, grad_name_space(name), name);
    }
    raise_exception(in, EXCEPTION_RuntimeError,
                    "one of the variables needed for gradient computation has been modified by an "
                    "inplace operation: [torch.%sTensor %s]%s is at version %u; expected version "
                    "%u instead. Hint: enable anomaly detection to find the operation that failed "
                    "to compute its gradient, with torch.autograd.set_detect_anomaly(True).",
                    dtype_legacy_name(t->tensor.dtype), buf_text(&shape), buf_text(&from),
                    *tensor_version(t), expected);
    return false;
}

bool saved_take(struct interp *in, const struct grad_node *n, const struct grad_saved *s,
                struct value *out)
{
    *out = s->value;
    if (s->value.type != VALUE_OBJECT || !tensor_object_is(in, s->value)) {
        return true;
    }
    struct tensor_object *t = tensor_object_of(s->value);
    bool own = s >= n->results && s < n->results + OP_MAX_OUTPUTS;
    const char *name = n->slice != NULL ? n->write : n->object.class->name->text;
    return *tensor_version(t) == s->version ||
           refuse_version(in, t, s->version, own ? name : NULL, own ? (int)(s - n->results) : 0);
}

static int formula_count(const struct grad_rule *rule)
{
    int count = 0;
    for (int k = 0; k < OP_MAX_ARGUMENTS; k++) {
        count += rule->formulas[k].name != NULL;
    }
    return count;
}

bool saved_only_lies(const struct grad_rule *rule, int need, int argument)
{
    bool of_bias = op_is(rule->op, OP_linear) && argument == 2;
    return (need == argument || of_bias) && rule->op->kind == KIND_CONTRACTION &&
           formula_count(rule) > 1;
}

static bool is_variable(struct interp *in, struct value v)
{
    const struct list *all = tuple_is(v) ? (const struct list *)v.o : NULL;
    return tensor_object_is(in, v) ||
           (all != NULL && all->count > 0 && tensor_object_is(in, all->at[0]));
}

static bool is_number(struct value v)
{
    return v.type == VALUE_INT || v.type == VALUE_FLOAT || v.type == VALUE_BOOL;
}

static bool has_edge(const struct grad_node *n, int argument)
{
    for (int k = 0; k < n->edge_count; k++) {
        if (n->edges[k].argument == argument) {
            return true;
        }
    }
    return false;
}

static bool needs(const struct grad_rule *rule, int argument, int at)
{
    const struct formula *f = &rule->formulas[argument];
    for (int k = 0; k < f->count; k++) {
        if (f->needs[k].kind == NEED_ARGUMENT && f->needs[k].at == at) {
            return !saved_only_lies(rule, at, argument);
        }
    }
    return false;
}

/* What only one formula needs PyTorch saves if that formula will be called. */
static bool is_needed(const struct grad_node *n, int at)
{
    int users = 0, user = -1;
    for (int k = 0; k < OP_MAX_ARGUMENTS; k++) {
        if (needs(n->rule, k, at)) {
            users++;
            user = k;
        }
    }
    return users > 1 || (users == 1 && has_edge(n, user));
}

/* An einsum of one operand is a sum and a permutation; where to cut is read out at once. */
static bool is_read_only_now(const struct grad_node *n, int at)
{
    struct value v = n->saved[at].value;
    return (op_is(n->rule->op, OP_einsum) && tuple_is(v) && ((struct list *)v.o)->count == 1) ||
           op_is(n->rule->op, OP_tensor_split);
}

static bool is_saved(struct interp *in, const struct grad_node *n, int at)
{
    struct value v = n->saved[at].value;
    bool held = is_variable(in, v) ? strncmp(rule_type(n->rule, at), "object", 6) != 0
                                   : is_number(v) && rule_takes_tensor(n->rule, at);
    return held && n->rule->keeps[at] && !is_read_only_now(n, at) && is_needed(n, at);
}

/* These hold an index, or the formula itself, whatever the call was. */
static bool always_saves(const struct grad_node *n)
{
    static const char *const names[] = {
        "CopySlices",           "IndexBackward0",           "IndexPutBackward0", "SgnBackward0",
        "ConvolutionBackward0", "NativeBatchNormBackward0", "Im2ColBackward0"};
    return NAMED(names, n->object.class->name->text) >= 0 || n->kept.value.type == VALUE_OBJECT;
}

/* Whether PyTorch's node has saved variables: tensors, and numbers that stand in a tensor's place.
 * Sizes and axes are none. */
static bool has_saved(struct interp *in, const struct grad_node *n)
{
    if (n->rule == NULL) { /* a composite's functions hold its inputs; a Function's context knows */
        return tuple_is(n->function);
    }
    bool any = always_saves(n);
    for (int k = 0; k < OP_MAX_OUTPUTS && !any; k++) {
        any = n->results[k].value.type == VALUE_OBJECT;
    }
    for (int k = 0; k < OP_MAX_ARGUMENTS && !any; k++) {
        any = is_saved(in, n, k);
    }
    return any;
}

static void let_go(struct grad_saved *s)
{
    if (s->value.type == VALUE_OBJECT) {
        s->value = value_none();
    }
}

void saved_free(struct interp *in, struct grad_node *n)
{
    n->freed = n->freed || has_saved(in, n);
    for (int k = 0; n->freed && n->rule != NULL && k < OP_MAX_ARGUMENTS; k++) {
        let_go(&n->saved[k]);
    }
    for (int k = 0; n->freed && n->rule != NULL && k < OP_MAX_OUTPUTS; k++) {
        let_go(&n->results[k]);
    }
    let_go(&n->kept);
}

bool saved_check(struct interp *in, const struct grad_node *n)
{
    struct value unused; /* a result that no formula takes is looked at here */
    if (!n->freed) {
        return n->rule == NULL ||
               (saved_take(in, n, &n->kept, &unused) &&
                (n->rule->keeps_result[0] || saved_take(in, n, &n->results[0], &unused)));
    }
    return raise_exception(
        in, EXCEPTION_RuntimeError,
        "Trying to backward through the graph a second time (or directly access saved "
        "tensors after they have already been freed). Saved intermediate values of the "
        "graph are freed when you call .backward() or autograd.grad(). Specify "
        "retain_graph=True if you need to backward through the graph a second time or if "
        "you need to access saved tensors after calling backward.");
}
