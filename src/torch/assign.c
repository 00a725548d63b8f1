/* Gives an object another tensor: see assign.h. What it held before goes to the recorder with the
 * call; the memory of neither is written. */
#include "torch/assign.h"

#include "torch/op/op_rows.h"
#include "torch/op/ops.h"

/* The body of the row: for who carries it out again. */
bool op_set_data(struct call *c)
{
    c->out[0] = tensor_ref(&c->arg[1].tensor);
    return c->in_place ? body_replace(c, true, NULL) : body_one(c, true);
}

bool assign_data(struct interp *in, struct value self, struct value other)
{
    struct torch *torch = torch_of(in);
    struct tensor_object *to = tensor_object_of(self);
    const struct value at[] = {self, other};
    struct call c = {.in = in,
                     .torch = torch,
                     .cx = &torch->compute,
                     .op = op_find("set_data", IN_INTERNAL),
                     .arg_count = 2,
                     .in_place = true};
    for (int k = 0; k < c.arg_count; k++) {
        c.arg[k].given = true;
        c.arg[k].value = at[k];
        c.arg[k].object = tensor_object_of(at[k]);
        c.arg[k].tensor = c.arg[k].object->tensor;
    }
    bool ok = op_set_data(&c) && op_report(in, &c, "set_data", 1, &to, true);
    tensor_release(&c.before);
    return ok;
}
