/* Holds the functions of torch._C that torch.autograd is made of. */
#include "torch/grad/autograd.h"

#include "lang/run/native.h"
#include "torch/grad/engine.h"
#include "torch/grad/optimizer.h"
#include "torch/torch.h"

static bool all_tensors(struct interp *in, const struct list *l)
{
    for (int64_t k = 0; k < l->count; k++) {
        if (!tensor_object_is(in, l->at[k])) {
            return raise_exception(in, EXCEPTION_TypeError, "expected Tensor, got %s",
                                   value_type_name(l->at[k]));
        }
    }
    return true;
}

/* torch._C._run_backward(roots, grads, inputs, keeps_graph, creates_graph, accumulates): the
 * gradients of the inputs. */
static bool run_backward(struct interp *in, const struct args *args, struct value *out)
{
    struct grad_order order = {0};
    if (!arguments_count(in, args, "_run_backward", 6, 6)) {
        return false;
    }
    order.roots = list_of(in, args->at[0]);
    order.grads = order.roots != NULL ? list_of(in, args->at[1]) : NULL;
    bool all = args->at[2].type == VALUE_NONE;
    order.inputs = order.grads != NULL && !all ? list_of(in, args->at[2]) : NULL;
    if (order.grads == NULL || (!all && order.inputs == NULL) || !all_tensors(in, order.roots) ||
        (!all && !all_tensors(in, order.inputs)) || order.grads->count < order.roots->count) {
        return false;
    }
    return value_truth(in, args->at[3], &order.keeps_graph) &&
           value_truth(in, args->at[4], &order.creates_graph) &&
           value_truth(in, args->at[5], &order.accumulates) && engine_run(in, &order, out);
}

/* torch._C._hooks_of(tensor, fresh): the dict of what is called with its gradient; `fresh`, if
 * there was none. */
static bool hooks_of(struct interp *in, const struct args *args, struct value *out)
{
    if (!arguments_count(in, args, "_hooks_of", 2, 2) || !tensor_object_is(in, args->at[0]) ||
        !dict_is(args->at[1])) {
        return false;
    }
    *out =
        value_object(grad_hooks(in, tensor_object_of(args->at[0]), (struct dict *)args->at[1].o));
    return out->type == VALUE_OBJECT;
}

/* torch._C._known_as(tensor): an object of its own over the same memory, which the recorder takes
 * for the tensor itself: no operation of the code's made it. */
static bool known_as(struct interp *in, const struct args *args, struct value *out)
{
    if (!arguments_count(in, args, "_known_as", 1, 1) || !tensor_object_is(in, args->at[0])) {
        return false;
    }
    const struct tensor_object *of = tensor_object_of(args->at[0]);
    struct tensor t = tensor_ref(&of->tensor);
    struct tensor_object *made = tensor_object_new(in, torch_of(in)->types.tensor, &t);
    *out = value_object(made);
    if (made != NULL) {
        made->serial = of->serial;
        made->event = of->event;
    }
    return made != NULL;
}

/* torch._C._attach_function(name, function, inputs, outputs[, shown]): the outputs have a node of
 * that name whose gradients the function computes (a tuple: a function for each input). */
static bool attach_function(struct interp *in, const struct args *args, struct value *out)
{
    if (!arguments_count(in, args, "_attach_function", 4, 5) || !str_is(args->at[0])) {
        return false;
    }
    const struct list *inputs = list_of(in, args->at[2]), *outputs = list_of(in, args->at[3]);
    *out = value_none();
    return inputs != NULL && outputs != NULL && all_tensors(in, outputs) &&
           grad_attach_function(in, str_text(args->at[0]), args->at[1], inputs, outputs,
                                args->count == 5 ? args->at[4] : value_none());
}

/* torch._C._steps(optimizer, groups): a step is about to change the parameters of the groups. */
static bool steps(struct interp *in, const struct args *args, struct value *out)
{
    const struct recorder *r = in->recorder;
    *out = value_none();
    if (!arguments_count(in, args, "_steps", 2, 2) || r == NULL || r->training == NULL) {
        return in->exception.type == VALUE_NONE;
    }
    const struct list *groups = list_of(in, args->at[1]);
    struct str *name = str_intern(in, "params");
    struct value params;
    for (int64_t k = 0; groups != NULL && name != NULL && k < groups->count; k++) {
        bool found =
            dict_is(groups->at[k]) && dict_get_str((struct dict *)groups->at[k].o, name, &params);
        const struct list *all = found ? list_of(in, params) : NULL;
        for (int64_t j = 0; all != NULL && j < all->count; j++) {
            if (tensor_object_is(in, all->at[j]) &&
                !r->training(r->self, TRAINS_STEP, args->at[0], all->at[j])) {
                return false;
            }
        }
    }
    return groups != NULL && name != NULL &&
           r->training(r->self, TRAINS_STEPPED, args->at[0], value_none());
}

bool grad_autograd_register(struct interp *in, struct dict *into)
{
    static const struct native_row rows[] = {{"_run_backward", run_backward, NULL, NULL},
                                             {"_hooks_of", hooks_of, NULL, NULL},
                                             {"_known_as", known_as, NULL, NULL},
                                             {"_attach_function", attach_function, NULL, NULL},
                                             {"_steps", steps, NULL, NULL}};
    return native_functions(in, into, "torch._C", rows, NATIVE_COUNT(rows)) &&
           grad_optimizer_register(in, into);
}
