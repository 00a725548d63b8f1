/* Tells whether a tensor can take a result by out=, and words the refusal when it cannot. */
#include "torch/op/out.h"

#include "base/named.h"
#include "tensor/shape/promotion.h"
#include "torch/call/refusal.h"
#include "torch/call/signature.h"
#include "torch/grad/node.h"
#include "torch/op/ops.h"
#include "torch/size.h"
#include "torch/torch.h"

#include <stdio.h>

enum out_rule { CASTS, SAME, AS_OUT, TRUTH };

/* By the row's column: what out= may be, and what PyTorch 1.13 says when it is not. %r and %o are
 * the names of the result's dtype and of out's, %R and %O as C spells them, %n the operation. */
static const struct out_rule_row {
    enum out_rule rule;
    const char *text;
} rules[] = {
    [OUT_CASTS] = {CASTS, "result type %r can't be cast to the desired output type %o"},
    [OUT_FOUND] = {SAME, "Found dtype %o but expected %r"},
    [OUT_EXPECTED] = {SAME, "Expected out tensor to have dtype %R, but got %O instead"},
    [OUT_SCALAR_TYPE] = {SAME, "%n(): self and result must have the same scalar type"},
    [OUT_TAKE] = {SAME, "take(): self and out expected to have the same dtype, but got self.dtype "
                        "= %r and out.dtype = %o"},
    [OUT_EXTREME] = {SAME, "Expected the dtype for input and out to match, but got %r for input's "
                           "dtype and %o for out's dtype."},
    [OUT_DOT] = {SAME, "result dtype %o does not match input dtype %r"},
    [OUT_SCAN] = {SAME, "expected scalar_type %r but found %o"},
    [OUT_DIAG] = {SAME, "expected scalar type %r but found %o"},
    [OUT_FLOAT_POWER] = {SAME, "the output given to float_power has dtype %o but the operation's "
                               "result requires dtype %r"},
    [OUT_NONZERO] = {SAME,
                     "nonzero: Expected out tensor to have scalar type %r but got scalar type%o"},
    [OUT_MULTINOMIAL] = {SAME, "multinomial expects %r tensor out, got: %o"},
    [OUT_QUANTILE] = {SAME, "quantile() out tensor must be same dtype as the input tensor"},
    [OUT_TRUTH] = {TRUTH, "%n only supports bool tensor for result, got: %o"},
    [OUT_CAT] = {CASTS, "torch.cat(): input types can't be cast to the desired output type %o"},
    [OUT_LOGSUMEXP] = {CASTS,
                       "logsumexp(): Expected floating point type for result tensor, but got: %o"},
    [OUT_DECIDES] = {AS_OUT, ""},
};

/* As C spells a dtype, which some of PyTorch's sentences do. */
static const char *c_name(enum dtype d)
{
    static const struct {
        const char *legacy, *c;
    } names[] = {{"Float", "float"},     {"Double", "double"},
                 {"Long", "long int"},   {"Int", "int"},
                 {"Short", "short int"}, {"Char", "signed char"},
                 {"Bool", "bool"},       {"Byte", "unsigned char"},
                 {"Half", "c10::Half"},  {"BFloat16", "c10::BFloat16"}};
    const char *legacy = dtype_legacy_name(d);
    int k = NAMED(names, legacy);
    return k >= 0 ? names[k].c : legacy;
}

static bool refuse(struct interp *in, const struct out_rule_row *row, const char *name,
                   enum dtype result, enum dtype out)
{
    scoped_buf text = {.budget = in->memory};
    for (const char *p = row->text; *p != '\0'; p++) {
        if (*p != '%') {
            buf_putc(&text, *p);
            continue;
        }
        p++;
        const char *word = *p == 'n'   ? name
                           : *p == 'r' ? dtype_legacy_name(result)
                           : *p == 'o' ? dtype_legacy_name(out)
                           : *p == 'R' ? c_name(result)
                                       : c_name(out);
        buf_printf(&text, "%s", word);
    }
    raise_exception(in, EXCEPTION_RuntimeError, "%s", buf_text(&text));
    return false;
}

static bool fits(const struct out_rule_row *row, bool exact, enum dtype result, enum dtype out)
{
    switch (row->rule) {
    case SAME:
        return result == out || (!exact && promotion_can_cast(result, out));
    case TRUTH:
        return out == DTYPE_BOOL || out == DTYPE_UINT8;
    case AS_OUT:
        return true;
    case CASTS:
        break;
    }
    return promotion_can_cast(result, out);
}

/* Tells the recorder that the result was written into `to`, as `to.copy_(result)`: the operation
 * itself was reported before it. `before`: what `to` was, NULL for what it is. */
static bool report(struct interp *in, struct value to, struct value result,
                   const struct tensor *before)
{
    const struct op *row = op_find("copy", IN_PLACE);
    const struct value at[] = {to, result};
    const struct args args = {.at = at, .count = 2};
    struct torch *torch = torch_of(in);
    struct call call = {.in = in, .torch = torch, .cx = &torch->compute, .in_place = true};
    struct tensor_object *written = tensor_object_of(to);
    bool fits = false;
    if (in->recorder == NULL) {
        return true;
    }
    bool ok = signature_bind(in, row, IN_PLACE, &args, &call, &fits);
    if (before != NULL) {
        call.before = *before; /* borrowed */
    }
    ok = ok && (!fits || op_report(in, &call, "copy_", 1, &written, true));
    signature_release(&call);
    return ok;
}

static bool store(struct interp *in, const struct op *op, const char *name, bool exact,
                  struct value into, struct value *result)
{
    struct compute *cx = &torch_of(in)->compute;
    struct tensor fresh;
    if (!tensor_object_is(in, into)) {
        return raise_exception(in, EXCEPTION_TypeError,
                               "%s(): argument 'out' must be Tensor, not %s", name,
                               value_type_name(into));
    }
    struct tensor_object *to = tensor_object_of(into);
    const struct tensor_object *from = tensor_object_of(*result);
    const struct out_rule_row *row = &rules[op_told(op)->out];
    if (!fits(row, exact, from->tensor.dtype, to->tensor.dtype)) {
        return refuse(in, row->rule == SAME && !exact ? &rules[OUT_CASTS] : row, name,
                      from->tensor.dtype, to->tensor.dtype);
    }
    struct value made = *result;
    *result = into;
    if (tensor_same_shape(&to->tensor, &from->tensor)) {
        if (!tensor_write(cx, &to->tensor, &from->tensor)) {
            return raise_error(in);
        }
        grad_written(to);
        return report(in, into, made, NULL);
    }
    /* memory of its own, also when nothing is to be cast: a tape tells storages apart */
    bool same = from->tensor.dtype == to->tensor.dtype;
    if (!(same ? tensor_clone(cx, &fresh, &from->tensor)
               : tensor_cast(cx, &fresh, &from->tensor, to->tensor.dtype))) {
        return raise_error(in);
    }
    struct tensor before = to->tensor;
    to->tensor = fresh;
    to->tensor.storage->version = before.storage->version;
    grad_written(to);
    bool ok = report(in, into, made, &before);
    tensor_release(&before);
    return ok;
}

static bool store_all(struct interp *in, const struct op *op, const char *name, bool exact,
                      struct value into, struct value *result)
{
    if (tensor_object_is(in, *result)) {
        return store(in, op, name, exact, into, result);
    }
    if (!tuple_is(*result) || !(tuple_is(into) || list_is(into))) {
        return raise_exception(in, EXCEPTION_TypeError,
                               "%s(): argument 'out' must be tuple of Tensors, not %s", name,
                               value_type_name(into));
    }
    struct list *results = (struct list *)result->o;
    const struct list *places = (const struct list *)into.o;
    if (places->count != results->count) {
        return raise_exception(
            in, EXCEPTION_TypeError,
            "%s(): argument 'out' must be tuple of Tensors of length %lld, not %lld", name,
            (long long)results->count, (long long)places->count);
    }
    for (int64_t k = 0; k < results->count; k++) {
        if (!store(in, op, name, exact, places->at[k], &results->at[k])) {
            return false;
        }
    }
    const char *type = results->object.class->name->text; /* topk: with out=, it is topk_out */
    char with_out[64];
    snprintf(with_out, sizeof with_out, "%s_out", type);
    return strcmp(type, "tuple") == 0 ||
           return_type_new(in, with_out, (int)results->count, results->at, result);
}

/* torch.add(a, b, out=c): the same call without out, then its result goes into c. Where out decides
 * the dtype, the call asks for it. */
static bool has_keyword(const struct args *args, const char *name)
{
    for (int k = 0; k < args->keyword_count; k++) {
        if (strcmp(args->names[k]->text, name) == 0) {
            return true;
        }
    }
    return false;
}

/* PyTorch takes another way for two tensors in pow and clamp, and there lets the result be cast. */
static bool wants_exact(struct interp *in, const char *name, const struct args *args)
{
    bool casts = strcmp(name, "pow") == 0 || strncmp(name, "clamp", 5) == 0;
    return !casts || args->count < 2 || !tensor_object_is(in, args->at[1]);
}

/* A tensor, or the first one of a tuple. */
static bool asks_for_gradients(struct interp *in, struct value v)
{
    const struct list *all = tuple_is(v) ? (const struct list *)v.o : NULL;
    struct value first = all != NULL && all->count > 0 ? all->at[0] : v;
    return tensor_object_is(in, first) && tensor_asks(tensor_object_of(first));
}

bool out_call(struct interp *in, const struct op *rows, const char *name, unsigned where,
              const struct args *args, int at, struct value *out)
{
    struct str *names[OP_MAX_ARGUMENTS];
    struct value values[OP_MAX_ARGUMENTS];
    struct args rest = *args;
    if (args->keyword_count >= OP_MAX_ARGUMENTS) {
        return refusal_raise(in, rows, name, where, args);
    }
    rest.keyword_count = 0;
    for (int k = 0; k < args->keyword_count; k++) {
        if (k != at) {
            names[rest.keyword_count] = args->names[k];
            values[rest.keyword_count++] = args->values[k];
        }
    }
    struct value into = args->values[at];
    if (op_told(rows)->out == OUT_DECIDES && tensor_object_is(in, into) &&
        !has_keyword(args, "dtype")) {
        names[rest.keyword_count] = str_intern(in, "dtype");
        values[rest.keyword_count++] = torch_of(in)->dtypes[tensor_object_of(into)->tensor.dtype];
    }
    rest.names = names;
    rest.values = values;
    if (!op_call(in, rows, name, where, &rest, out)) {
        return false;
    }
    if (into.type != VALUE_NONE && torch_of(in)->grad_enabled &&
        (asks_for_gradients(in, into) || asks_for_gradients(in, *out))) {
        return raise_exception(in, EXCEPTION_RuntimeError,
                               "%s(): functions with out=... arguments don't support automatic "
                               "differentiation, but one of the arguments requires grad.",
                               name);
    }
    return into.type == VALUE_NONE ||
           store_all(in, rows, name, wants_exact(in, name, args), into, out);
}
