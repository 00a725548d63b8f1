/* Tells where gradients are said to go: x.grad_fn.next_functions. PyTorch makes F.linear and @ of
 * several operations, each with a node; here they have one, and the others are made when they are
 * asked for. */
#include "torch/grad/node_next.h"

#include "tensor/product/matmul_sum.h"
#include "tensor/product/product.h"

#include "lang/run/native.h"
#include "torch/op/ops.h"

/* One place for each tensor that gradients could go to, as in PyTorch; (None, 0) where they do not.
 */
static bool add_next(struct interp *in, const struct grad_node *n, int argument, struct list *to)
{
    struct value pair;
    bool found = false;
    for (int k = 0; k < n->edge_count; k++) {
        const struct grad_edge *e = &n->edges[k];
        if (argument < 0 || e->argument == argument) {
            found = true;
            if (!pair_new(in, value_object(e->to), value_int(e->output), &pair) ||
                !list_append(in, to, pair)) {
                return false;
            }
        }
    }
    return found || (pair_new(in, value_none(), value_int(0), &pair) && list_append(in, to, pair));
}

/* A node that only PyTorch has: what F.linear is made of there. */
static bool add_between(struct interp *in, const char *name, struct list *next, struct list *to)
{
    struct grad_node *n = grad_node_bare(in, name);
    struct value pair;
    if (n == NULL) {
        return false;
    }
    n->next = next;
    return pair_new(in, value_object(n), value_int(0), &pair) && list_append(in, to, pair);
}

/* *chain, a list of one pair, becomes a list of a node in front of it. Nothing is in front of None.
 */
static bool wrap(struct interp *in, const char *name, struct list **chain)
{
    struct list *outer = list_new(in, 0);
    const struct list *pair = (const struct list *)(*chain)->at[0].o;
    if (outer == NULL || pair->at[0].type == VALUE_NONE) {
        return outer != NULL;
    }
    bool ok = add_between(in, name, *chain, outer);
    *chain = outer;
    return ok;
}

/* F.linear: addmm(bias, input, weight.t()), or mm(input, weight.t()), and a view around it. */
static bool linear_next(struct interp *in, const struct grad_node *n, struct list *to)
{
    const char *name = n->object.class->name->text;
    struct list *weight = list_new(in, 0);
    bool is_view = strstr(name, "View") != NULL, has_bias = false;
    for (int k = 0; k < n->edge_count; k++) {
        has_bias |= n->edges[k].argument == 2;
    }
    struct list *inner = is_view ? list_new(in, 0) : to, *input = NULL;
    if (weight == NULL || inner == NULL || !add_next(in, n, 1, weight) ||
        (has_bias && !add_next(in, n, 2, inner))) {
        return false;
    }
    if (is_view) {
        input = list_new(in, 0);
        if (input == NULL || !add_next(in, n, 0, input) ||
            !wrap(in, has_bias ? "ViewBackward0" : "ReshapeAliasBackward0", &input) ||
            !list_append(in, inner, input->at[0])) {
            return false;
        }
    } else if (!add_next(in, n, 0, inner)) {
        return false;
    }
    return add_between(in, "TBackward0", weight, inner) &&
           (!is_view || add_between(in, has_bias ? "AddmmBackward0" : "MmBackward0", inner, to));
}

/* Where an operand comes from; the weight of F.linear is turned. */
static struct list *operand_from(struct interp *in, const struct grad_node *n, int argument)
{
    struct list *chain = list_new(in, 0);
    bool weight = op_is(n->rule->op, OP_linear) && argument == 1;
    bool ok = chain != NULL && add_next(in, n, argument, chain) &&
              (!weight || wrap(in, "TBackward0", &chain));
    return ok ? chain : NULL;
}

/* An operand of @ on its way into the product: `first` (or NULL), then a reshape. */
static bool operand_next(struct interp *in, const struct grad_node *n, int argument,
                         const char *first, bool copied, struct list *to)
{
    struct list *chain = operand_from(in, n, argument);
    bool ok = chain != NULL && (first == NULL || wrap(in, first, &chain)) &&
              (!copied || wrap(in, "CloneBackward0", &chain)) &&
              wrap(in, copied ? "UnsafeViewBackward0" : "ReshapeAliasBackward0", &chain);
    return ok && list_append(in, to, chain->at[0]);
}

/* x @ y where one has three axes or more: one product of the rows of one of them, or a batch. */
static bool matmul_next(struct interp *in, const struct grad_node *n, const struct tensor *a,
                        const struct tensor *b, struct list *to)
{
    bool left = matmul_folds(a, b->ndim), right = !left && matmul_folds(b, a->ndim);
    const char *name = left || right
                           ? (a->ndim == 1 || b->ndim == 1 ? "MvBackward0" : "MmBackward0")
                           : "BmmBackward0";
    struct list *factors = list_new(in, 0), *chain = list_new(in, 0);
    bool ok = factors != NULL && chain != NULL;
    if (ok && (left || right)) {
        struct tensor rows = left ? *a : product_swapped(b);
        bool copied = !product_fold(&rows);
        struct list *other = operand_from(in, n, left);
        ok = operand_next(in, n, right, right ? "TransposeBackward0" : NULL, copied, factors) &&
             other != NULL && (left || a->ndim == 1 || wrap(in, "TBackward0", &other)) &&
             list_append(in, factors, other->at[0]);
    } else if (ok) {
        bool copied[2];
        matmul_reshaped(a, b, &copied[0]);
        matmul_reshaped(b, a, &copied[1]);
        ok = operand_next(in, n, 0, "ExpandBackward0", copied[0], factors) &&
             operand_next(in, n, 1, "ExpandBackward0", copied[1], factors);
    }
    const char *own = n->object.class->name->text;
    bool turned = right && a->ndim == 2;
    ok = ok && add_between(in, name, factors, chain) &&
         (!turned || wrap(in, "UnsafeViewBackward0", &chain)) &&
         (!turned || strcmp(own, "CloneBackward0") != 0 || wrap(in, "TransposeBackward0", &chain));
    return ok && list_append(in, to, chain->at[0]);
}

/* F.linear that is no addmm: a product, and the bias added behind it. */
static bool product_next(struct interp *in, const struct grad_node *n, const struct tensor *a,
                         const struct tensor *b, struct list *to)
{
    struct list *product = list_new(in, 0);
    if (op_is(n->rule->op, OP_matmul)) {
        return matmul_next(in, n, a, b, to);
    }
    const struct tensor weight = product_swapped(b);
    bool added = strcmp(n->object.class->name->text, "AddBackward0") == 0;
    return product != NULL && matmul_next(in, n, a, &weight, product) &&
           (!added || wrap(in, "UnsafeViewBackward0", &product)) &&
           list_append(in, to, product->at[0]) && (!added || add_next(in, n, 2, to));
}

/* The operands of @, or of F.linear that is no addmm, if one has three axes or more and both are
 * still kept. */
static bool has_product(struct interp *in, const struct grad_node *n, const struct tensor *x[2])
{
    if (!op_is(n->rule->op, OP_matmul OP_linear)) {
        return false;
    }
    for (int k = 0; k < 2; k++) {
        if (!tensor_object_is(in, n->saved[k].value)) {
            return false;
        }
        x[k] = &tensor_object_of(n->saved[k].value)->tensor;
    }
    bool apart = op_is(n->rule->op, OP_matmul) ||
                 (strcmp(n->object.class->name->text, "ViewBackward0") != 0 && x[1]->ndim == 2);
    return apart && (x[0]->ndim > 2 || x[1]->ndim > 2);
}

bool grad_next_functions(struct interp *in, struct grad_node *n, struct value *out)
{
    struct list *all = n->next != NULL ? n->next : list_new(in, 0);
    const struct tensor *x[2];
    bool ok = all != NULL;
    if (n->next != NULL || n->variable != NULL) {
    } else if (ok && n->rule != NULL && n->slice == NULL && has_product(in, n, x)) {
        ok = product_next(in, n, x[0], x[1], all);
    } else if (ok && n->rule != NULL && n->slice == NULL && op_is(n->rule->op, OP_linear)) {
        ok = linear_next(in, n, all);
    } else if (ok && n->rule != NULL && n->slice == NULL) {
        bool any = false;
        for (int k = 0; ok && k < OP_MAX_ARGUMENTS; k++) {
            if (n->rule->formulas[k].name != NULL && rule_takes_tensor(n->rule, k) &&
                !op_is(n->rule->op, OP_rsub)) {
                ok = add_next(in, n, k, all);
                any = true;
            }
        }
        ok = ok && (any || add_next(in, n, -1, all));
    } else if (ok && n->edge_count > 0) {
        ok = add_next(in, n, -1, all);
    }
    struct list *pairs = ok ? tuple_new(in, all->count, all->at) : NULL;
    *out = value_object(pairs);
    return pairs != NULL;
}
