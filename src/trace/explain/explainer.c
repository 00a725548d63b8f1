/* Finds the inputs of the event that is explained, and the result that its explanation ends in. */
#include "trace/explain/explainer.h"
#include "torch/op/ops.h"
#include "trace/explain/scalar.h"

#include <string.h>

static void keep_result(struct explainer *t, bool ok, const struct tensor *result)
{
    if (!ok) {
        t->failed = true;
        return;
    }
    tensor_release(&t->ex->result);
    t->ex->result = *result;
    t->ex->computed = true;
}

void explainer_result(struct explainer *t, struct scalar value)
{
    struct tensor result;
    enum dtype d = t->out.dtype;
    value = scalar_as(value, d);
    keep_result(t,
                dtype_is_float(d) ? tensor_from_double(t->cx, &result, d, value.f, false)
                                  : tensor_from_int(t->cx, &result, d, value.i, false),
                &result);
}

void explainer_result_of(struct explainer *t, const struct tensor *x, int64_t cell)
{
    struct tensor view = *x, result;
    scoped_tensor copy = {0};
    view.ndim = 0;
    view.offset = tensor_place(x, cell);
    bool ok = tensor_copy(t->cx, &copy, &view);
    if (ok) {
        ok = tensor_cast(t->cx, &result, &copy, t->out.dtype);
    }
    keep_result(t, ok, &result);
}

const struct tensor *explainer_input(const struct explainer *t, int input)
{
    return &t->e->input[input].shadow->tensor;
}

const char *explainer_parameter(const struct explainer *t, int argument, size_t *len)
{
    const char *p = t->e->op->signature, *name;
    do {
        p = op_next_parameter(p, &name, len);
    } while (*len > 0 && argument-- > 0);
    return name;
}

int explainer_input_of(const struct explainer *t, int argument, int element)
{
    for (int k = 0; k < t->e->input_count; k++) {
        if (t->e->input[k].argument == argument && t->e->input[k].element == element) {
            return k;
        }
    }
    return -1;
}

int explainer_input_named(const struct explainer *t, const char *parameter)
{
    for (int k = 0; k < t->e->input_count; k++) {
        size_t len;
        const char *name = explainer_parameter(t, t->e->input[k].argument, &len);
        if (len == strlen(parameter) && memcmp(name, parameter, len) == 0) {
            return k;
        }
    }
    return -1;
}

struct scalar explainer_value(const struct explainer *t, int64_t from)
{
    const struct explained_cell *c = &t->ex->from[from];
    return scalar_cell(explainer_input(t, c->input), c->cell);
}

int64_t explainer_from_at(const struct explainer *t, const struct tensor *x, int64_t place)
{
    for (int64_t k = 0; k < t->ex->from_count; k++) {
        if (t->ex->from[k].input == 0 && tensor_place(x, t->ex->from[k].cell) == place) {
            return k;
        }
    }
    return -1;
}
