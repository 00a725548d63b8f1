/* Gives the operators of native kinds their Python names: x.__add__(y), torch.Tensor.__matmul__. */
#include "torch/module.h"

#include "lang/run/native.h"

struct operator_row {
    enum operator_ op;
    bool reflected;
};

static bool call_binary(struct interp *in, const struct args *args, struct value *out)
{
    const struct operator_row *row = native_data(in);
    if (!arguments_count(in, args, in->calling->name, 2, 2)) {
        return false;
    }
    struct value self = args->at[0], other = args->at[1];
    return value_binary(in, row->op, row->reflected ? other : self, row->reflected ? self : other,
                        out);
}

static bool call_compare(struct interp *in, const struct args *args, struct value *out)
{
    const struct operator_row *row = native_data(in);
    return arguments_count(in, args, in->calling->name, 2, 2) &&
           value_compare(in, row->op, args->at[0], args->at[1], out);
}

static bool call_unary(struct interp *in, const struct args *args, struct value *out)
{
    const struct operator_row *row = native_data(in);
    return arguments_count(in, args, in->calling->name, 1, 1) &&
           value_unary(in, row->op, args->at[0], out);
}

static const struct {
    const char *name;
    native_fn *fn;
    struct operator_row row;
} rows[] = {
    {"__add__", call_binary, {OP_ADD, false}},
    {"__radd__", call_binary, {OP_ADD, true}},
    {"__sub__", call_binary, {OP_SUB, false}},
    {"__rsub__", call_binary, {OP_SUB, true}},
    {"__mul__", call_binary, {OP_MUL, false}},
    {"__rmul__", call_binary, {OP_MUL, true}},
    {"__truediv__", call_binary, {OP_DIV, false}},
    {"__rtruediv__", call_binary, {OP_DIV, true}},
    {"__floordiv__", call_binary, {OP_FLOOR_DIV, false}},
    {"__mod__", call_binary, {OP_MOD, false}},
    {"__pow__", call_binary, {OP_POW, false}},
    {"__rpow__", call_binary, {OP_POW, true}},
    {"__matmul__", call_binary, {OP_MATMUL, false}},
    {"__and__", call_binary, {OP_AND, false}},
    {"__or__", call_binary, {OP_OR, false}},
    {"__xor__", call_binary, {OP_XOR, false}},
    {"__eq__", call_compare, {OP_EQ, false}},
    {"__ne__", call_compare, {OP_NE, false}},
    {"__lt__", call_compare, {OP_LT, false}},
    {"__le__", call_compare, {OP_LE, false}},
    {"__gt__", call_compare, {OP_GT, false}},
    {"__ge__", call_compare, {OP_GE, false}},
    {"__neg__", call_unary, {OP_NEG, false}},
    {"__invert__", call_unary, {OP_INVERT, false}},
};

bool operators_register(struct interp *in, struct class *class)
{
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        if (!interp_method(in, class, rows[k].name, rows[k].fn, &rows[k].row)) {
            return false;
        }
    }
    return true;
}
