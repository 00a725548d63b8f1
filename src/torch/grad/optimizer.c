/* Takes steps of optimisers without a call for every operation. */
#include "torch/grad/optimizer.h"

#include "base/fmath.h"
#include "lang/run/native.h"
#include "tensor/cells/step.h"
#include "torch/grad/node.h"
#include "torch/torch.h"

#include <math.h>

/* --- what is plain --- */

/* The tensor, if it is one whose cells can be taken as they lie. NULL: it is not. */
static struct tensor_object *plain(struct interp *in, struct value v)
{
    const struct torch *torch = torch_of(in);
    if (v.type != VALUE_OBJECT ||
        (v.o->class != torch->types.tensor && v.o->class != torch->types.parameter)) {
        return NULL;
    }
    struct tensor_object *t = tensor_object_of(v);
    bool cells = t->tensor.storage != NULL && t->tensor.dtype == DTYPE_FLOAT32;
    return cells && tensor_is_contiguous(&t->tensor) ? t : NULL;
}

static bool number(struct value v, double *out)
{
    *out = v.type == VALUE_INT ? (double)v.i : v.type == VALUE_FLOAT ? v.f : 0;
    return v.type == VALUE_INT || v.type == VALUE_FLOAT;
}

/* d[name]; None when it is not there. */
static struct value item(struct interp *in, const struct dict *d, const char *name)
{
    struct value v;
    struct str *key = str_intern(in, name);
    return key != NULL && dict_get_str(d, key, &v) ? v : value_none();
}

static bool is_false(struct interp *in, const struct dict *d, const char *name)
{
    struct value v = item(in, d, name);
    return v.type == VALUE_NONE || (v.type == VALUE_BOOL && !v.b);
}

/* --- Adam and AdamW --- */

struct options {
    double beta1, beta2, lr, eps, decay;
    bool apart; /* AdamW: the decay has nothing to do with the gradient */
};

/* False: something about the group is not plain. */
static bool read_options(struct interp *in, const struct dict *group, struct options *o)
{
    struct value betas = item(in, group, "betas");
    const struct list *two = tuple_is(betas) ? (const struct list *)betas.o : NULL;
    return two != NULL && two->count == 2 && number(two->at[0], &o->beta1) &&
           number(two->at[1], &o->beta2) && number(item(in, group, "lr"), &o->lr) &&
           number(item(in, group, "eps"), &o->eps) &&
           number(item(in, group, "weight_decay"), &o->decay) && is_false(in, group, "amsgrad") &&
           is_false(in, group, "maximize");
}

struct kept {
    struct tensor_object *step, *mean, *square;
};

static bool read_kept(struct interp *in, struct dict *state, struct value param, struct kept *k)
{
    struct value own;
    bool found = false;
    if (!dict_get(in, state, param, &own, &found) || !found || !dict_is(own)) {
        return false;
    }
    const struct dict *of = (const struct dict *)own.o;
    k->step = plain(in, item(in, of, "step"));
    k->mean = plain(in, item(in, of, "exp_avg"));
    k->square = plain(in, item(in, of, "exp_avg_sq"));
    return k->step != NULL && k->step->tensor.ndim == 0 && k->mean != NULL && k->square != NULL;
}

static bool alike(const struct tensor_object *const *all, int count)
{
    for (int k = 1; k < count; k++) {
        if (!tensor_same_shape(&all[0]->tensor, &all[k]->tensor)) {
            return false;
        }
        for (int j = 0; j < k; j++) {
            if (all[j]->tensor.storage == all[k]->tensor.storage) {
                return false;
            }
        }
    }
    return true;
}

/* Whether the parameter was done, or has no gradient. */
static bool move(struct interp *in, const struct options *o, struct dict *state, struct value param)
{
    struct tensor_object *x = plain(in, param), *grad;
    struct kept k;
    if (x == NULL || x->grad == NULL) {
        return x != NULL;
    }
    grad = plain(in, value_object(x->grad));
    if (grad == NULL || !read_kept(in, state, param, &k) ||
        !alike((const struct tensor_object *const[]){x, grad, k.mean, k.square}, 4)) {
        return false;
    }
    double steps = (double)(float)(tensor_double_at(&k.step->tensor, k.step->tensor.offset) + 1);
    tensor_set_double(&k.step->tensor, k.step->tensor.offset, steps);
    const struct adam how = {.beta1 = o->beta1,
                             .beta2 = o->beta2,
                             .size = o->lr / (1 - fmath_pow(o->beta1, steps)),
                             .correction = sqrt(1 - fmath_pow(o->beta2, steps)),
                             .eps = o->eps,
                             .decay = o->apart ? 0 : o->decay,
                             .shrink = o->apart ? 1 - o->lr * o->decay : 1};
    adam_step(&torch_of(in)->compute, &how, &x->tensor, &grad->tensor, &k.mean->tensor,
              &k.square->tensor);
    /* as often as the operations write */
    struct tensor_object *written[] = {k.step, k.mean, k.mean, k.square, k.square, x, x};
    for (size_t j = 0; j < sizeof written / sizeof written[0] - !o->apart; j++) {
        grad_written(written[j]);
    }
    return true;
}

/* --- SGD --- */

static bool read_sgd(struct interp *in, const struct dict *group, struct sgd *o)
{
    return number(item(in, group, "lr"), &o->size) &&
           number(item(in, group, "momentum"), &o->momentum) &&
           number(item(in, group, "dampening"), &o->damping) &&
           number(item(in, group, "weight_decay"), &o->decay) && is_false(in, group, "nesterov") &&
           is_false(in, group, "maximize");
}

static bool descend(struct interp *in, const struct sgd *o, struct dict *state, struct value param)
{
    struct tensor_object *x = plain(in, param), *grad, *buffer = NULL;
    struct value own;
    bool found = false;
    if (x == NULL || x->grad == NULL) {
        return x != NULL;
    }
    grad = plain(in, value_object(x->grad));
    if (grad == NULL || !dict_get(in, state, param, &own, &found) || !found || !dict_is(own)) {
        return false;
    }
    struct value kept = item(in, (const struct dict *)own.o, "momentum_buffer");
    buffer = o->momentum != 0 ? plain(in, kept) : NULL;
    bool fits = o->momentum != 0 ? buffer != NULL : kept.type == VALUE_NONE;
    if (!fits || !alike((const struct tensor_object *const[]){x, grad, buffer}, buffer ? 3 : 2)) {
        return false;
    }
    sgd_step(&torch_of(in)->compute, o, &x->tensor, &grad->tensor,
             buffer != NULL ? &buffer->tensor : NULL);
    grad_written(x);
    if (buffer != NULL) {
        grad_written(buffer);
        grad_written(buffer);
    }
    return true;
}

/* --- a step --- */

enum kind { SGD, ADAM, ADAMW };

/* f(state, group): one step; gives the parameters of the group that are left to do: those from the
 * first on that is not plain. */
static bool step(struct interp *in, const struct args *args, enum kind kind, struct value *out)
{
    struct options adam = {.apart = kind == ADAMW};
    struct sgd sgd;
    if (!arguments_count(in, args, in->calling->name, 2, 2) || !dict_is(args->at[1])) {
        return false;
    }
    const struct dict *group = (const struct dict *)args->at[1].o;
    struct value params = item(in, group, "params");
    *out = params;
    if (in->recorder != NULL || torch_of(in)->grad_enabled || !dict_is(args->at[0]) ||
        !list_is(params) ||
        !(kind == SGD ? read_sgd(in, group, &sgd) : read_options(in, group, &adam))) {
        return true;
    }
    const struct list *all = (const struct list *)params.o;
    struct dict *state = (struct dict *)args->at[0].o;
    struct list *left = list_new(in, 0);
    bool plainly = left != NULL;
    for (int64_t k = 0; left != NULL && k < all->count; k++) {
        plainly = plainly && interp_step(in, 1) &&
                  (kind == SGD ? descend(in, &sgd, state, all->at[k])
                               : move(in, &adam, state, all->at[k]));
        if (!plainly && !list_append(in, left, all->at[k])) {
            return false;
        }
    }
    *out = value_object(left);
    return left != NULL && in->exception.type != VALUE_OBJECT && in->ending == OUTCOME_DONE;
}

NATIVE_IS(step_sgd, step(in, args, SGD, out))
NATIVE_IS(step_adam, step(in, args, ADAM, out))
NATIVE_IS(step_adamw, step(in, args, ADAMW, out))

/* --- zero_grad --- */

/* _zeroed(param): whether the parameter has no gradient, or one that is zero now. */
static bool zeroed(struct interp *in, const struct args *args, struct value *out)
{
    *out = value_bool(false);
    if (!arguments_count(in, args, "_zeroed", 1, 1)) {
        return false;
    }
    struct tensor_object *x = plain(in, args->at[0]);
    if (x == NULL || x->grad == NULL || in->recorder != NULL) {
        *out = value_bool(x != NULL && x->grad == NULL);
        return true;
    }
    struct tensor_object *grad = plain(in, value_object(x->grad));
    if (grad != NULL && !grad->requires_grad && grad->base == NULL) {
        memset(tensor_data(&grad->tensor), 0, (size_t)tensor_numel(&grad->tensor) * sizeof(float));
        grad_written(grad);
        *out = value_bool(true);
    }
    return true;
}

bool grad_optimizer_register(struct interp *in, struct dict *into)
{
    static const struct native_row rows[] = {{"_sgd", step_sgd, NULL, NULL},
                                             {"_adam", step_adam, NULL, NULL},
                                             {"_adamw", step_adamw, NULL, NULL},
                                             {"_zeroed", zeroed, NULL, NULL}};
    return native_functions(in, into, "torch._C", rows, NATIVE_COUNT(rows));
}
