/* PyTorch turns lists of numbers into an equation before anything looks at them, so the tape, the
 * axes and the explanation know equations alone. The same function of the prelude refuses keywords
 * and too few arguments. */
#include "torch/op/sublists.h"

#include "lang/run/native.h"
#include "torch/op/ops.h"

bool sublists_written(struct interp *in, const struct op *rows, const struct args *args)
{
    if (!op_is(rows, OP_einsum) || (rows->where & IN_TORCH) == 0) {
        return false;
    }
    if (args->count < 2 || args->keyword_count > 0 || tensor_object_is(in, args->at[0])) {
        return true;
    }
    bool listed = args->count == 2 && (list_is(args->at[1]) || tuple_is(args->at[1]));
    return listed && ((const struct list *)args->at[1].o)->count == 0;
}

bool sublists_call(struct interp *in, const struct op *rows, const struct args *args,
                   struct value *out)
{
    struct module *m = interp_import(in, "torch._composed");
    struct str *name = str_intern(in, "einsum");
    struct value fn, made;
    if (m == NULL || name == NULL || !dict_get_str(m->dict, name, &fn) ||
        !value_call(in, fn, args, &made)) {
        return false;
    }
    const struct list *l = (const struct list *)made.o;
    const struct args equation = {.at = l->at, .count = (int)l->count};
    return op_call(in, rows, rows->name, IN_TORCH, &equation, out);
}
