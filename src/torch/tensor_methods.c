/* Holds the methods of a tensor that are no operations, with no row in ops.def: storage() and what
 * changes the storage, and those that the prelude composes of operations (torch._composed). */
#include "torch/module.h"

#include "lang/run/native.h"
#include "torch/op/op.h"

/* x.storage(): a TypedStorage of the prelude around all cells of the block, as they lie there. */
static bool method_storage(struct interp *in, const struct args *args, struct value *out)
{
    struct value class;
    struct str *name = str_intern(in, "TypedStorage");
    if (!arguments_method(in, args, torch_of(in)->types.tensor, 0, 0)) {
        return false;
    }
    struct module *m = interp_import(in, "torch.storage");
    if (m == NULL || name == NULL || !value_get_attribute(in, value_object(m), name, &class)) {
        return false;
    }
    struct tensor all = tensor_ref(&tensor_object_of(args->at[0])->tensor);
    all.ndim = 1;
    all.shape[0] = (int64_t)(all.storage->bytes / dtype_size(all.dtype));
    all.stride[0] = 1;
    all.offset = 0;
    struct tensor_object *t = tensor_object_new(in, torch_of(in)->types.tensor, &all);
    if (t == NULL) {
        return false;
    }
    const struct value cells = value_object(t);
    const struct args one = {.at = &cells, .count = 1};
    return value_call(in, class, &one, out);
}

/* reversed(x): the rows from last to first, as a tensor. */
static bool method_reversed(struct interp *in, const struct args *args, struct value *out)
{
    if (!arguments_method(in, args, torch_of(in)->types.tensor, 0, 0)) {
        return false;
    }
    const struct value at[2] = {args->at[0], value_int(0)};
    *out = at[0];
    return tensor_object_of(at[0])->tensor.ndim == 0 ||
           op_invoke(in, "flip", IN_METHOD, 2, at, out);
}

/* x.f(...) of a function of torch._composed: the call goes there with x in front. */
static bool method_composed(struct interp *in, const struct args *args, struct value *out)
{
    struct value function;
    struct str *name = str_intern(in, in->calling->name);
    struct module *m = name != NULL ? interp_import(in, "torch._composed") : NULL;
    return m != NULL && value_get_attribute(in, value_object(m), name, &function) &&
           value_call(in, function, args, out);
}

/* "To give a function of torch._composed as a method: its name here." */
static const char *const composed[] = {
    "backward", "register_hook", "prelu", "histogram", "cross", "unique_consecutive", "_is_view",
};

static bool register_composed(struct interp *in, struct class *class)
{
    for (size_t k = 0; k < sizeof composed / sizeof composed[0]; k++) {
        if (!interp_method(in, class, composed[k], method_composed, NULL)) {
            return false;
        }
    }
    return true;
}

bool tensor_methods_register(struct interp *in, struct class *class)
{
    return register_composed(in, class) &&
           interp_method(in, class, "storage", method_storage, NULL) &&
           interp_method(in, class, "__reversed__", method_reversed, NULL);
}
