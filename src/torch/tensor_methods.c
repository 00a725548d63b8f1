/* Methods of a tensor that are no operations: they have no row in ops.def and nothing to tell the
 * recorder. */
#include "torch/module.h"

#include "lang/native.h"
#include "torch/op.h"

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

bool tensor_methods_register(struct interp *in, struct class *class)
{
    return interp_method(in, class, "storage", method_storage, NULL) &&
           interp_method(in, class, "__reversed__", method_reversed, NULL);
}
