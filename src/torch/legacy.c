/* Makes old constructors: torch.FloatTensor(2, 3), torch.LongTensor([1, 2]), torch.Tensor(...). */
#include "torch/legacy.h"

#include "base/named.h"
#include "lang/run/native.h"
#include "torch/call/signature.h"
#include "torch/grad/node.h"
#include "torch/op/op.h"
#include "torch/op/ops.h"
#include "torch/tensor_value.h"
#include "torch/torch.h"

static const struct legacy_row {
    const char *name;
    enum dtype dtype;
} legacy_rows[] = {
#define X(id, name, legacy, ...) {#legacy "Tensor", DTYPE_##id},
    DTYPES(X)
#undef X
};
#define LEGACY_ROWS (sizeof legacy_rows / sizeof legacy_rows[0])

static const struct legacy_row *legacy_row(const char *name)
{
    int k = NAMED(legacy_rows, name);
    return k >= 0 ? &legacy_rows[k] : NULL;
}

static bool refuse_tensor(struct interp *in, enum dtype want, enum dtype have)
{
    static const char *const rest = "device=cpu, layout=Strided, requires_grad=false (default), "
                                    "pinned_memory=false (default), memory_format=(nullopt)";
    return raise_exception(in, EXCEPTION_TypeError,
                           "expected TensorOptions(dtype=%s, %s) (got TensorOptions(dtype=%s, %s))",
                           dtype_c_name(want), rest, dtype_c_name(have), rest);
}

static bool refuse_arguments(struct interp *in, const struct args *args)
{
    scoped_buf got = {.budget = in->memory};
    const char *comma = "";
    for (int k = 0; k < args->count; k++, comma = ", ") {
        buf_printf(&got, "%s%s", comma, value_type_name(args->at[k]));
    }
    for (int k = 0; k < args->keyword_count; k++, comma = ", ") {
        buf_printf(&got, "%s%s=%s", comma, args->names[k]->text, value_type_name(args->values[k]));
    }
    raise_exception(
        in, EXCEPTION_TypeError,
        "new() received an invalid combination of arguments - got (%s), but expected one of:\n"
        " * (*, torch.device device)\n"
        " * (torch.Storage storage)\n"
        " * (Tensor other)\n"
        " * (tuple of ints size, *, torch.device device)\n"
        " * (object data, *, torch.device device)\n",
        buf_text(&got));
    return false;
}

static bool from_sizes(struct interp *in, enum dtype dtype, int count, const struct value *at,
                       struct tensor *out)
{
    int64_t shape[TENSOR_MAX_DIMS];
    if (count > TENSOR_MAX_DIMS) {
        return raise_exception(in, EXCEPTION_RuntimeError, "a tensor has at most %d dimensions",
                               TENSOR_MAX_DIMS);
    }
    for (int k = 0; k < count; k++) {
        if (at[k].type == VALUE_FLOAT || !native_is_index(in, at[k])) {
            return raise_exception(
                in, EXCEPTION_TypeError,
                "new(): argument 'size' must be tuple of ints, but found element of type "
                "%s at pos %d",
                value_type_name(at[k]), k + 1);
        }
        if (!value_to_int(in, at[k], &shape[k])) {
            return false;
        }
    }
    return tensor_zeros(&torch_of(in)->compute, out, dtype, count, shape) || raise_error(in);
}

/* One argument that is data: a list, an array, another tensor. */
static bool from_data(struct interp *in, enum dtype dtype, bool any_dtype, struct value v,
                      struct tensor *out)
{
    if (tensor_object_is(in, v)) {
        const struct tensor *t = &tensor_object_of(v)->tensor;
        if (!any_dtype && t->dtype != dtype) {
            return refuse_tensor(in, dtype, t->dtype);
        }
        *out = tensor_ref(t);
        return true;
    }
    if (ndarray_is(in, v) || list_is(v) || tuple_is(v)) {
        return tensor_from_value(in, v, (int)dtype, out);
    }
    if (v.type == VALUE_OBJECT && v.o->class == in->types.range) {
        struct list *l = list_of(in, v);
        return l != NULL && tensor_from_value(in, value_object(l), (int)dtype, out);
    }
    if (str_is(v)) {
        return raise_exception(in, EXCEPTION_TypeError, "new(): invalid data type 'str'");
    }
    return raise_exception(in, EXCEPTION_TypeError, "new(): data must be a sequence (got %s)",
                           value_type_name(v));
}

static bool legacy_new(struct interp *in, enum dtype dtype, const char *name,
                       const struct args *args, struct tensor *out)
{
    struct torch *torch = torch_of(in);
    bool any_dtype = strcmp(name, "Tensor") == 0;
    struct value data = value_none();
    bool has_data = false;
    if (any_dtype) {
        dtype = torch->default_dtype;
    }
    for (int k = 0; k < args->keyword_count; k++) {
        const char *keyword = args->names[k]->text;
        if (strcmp(keyword, "device") == 0) {
            if (!device_check(in, args->values[k])) {
                return false;
            }
        } else if (args->count == 0 && !has_data &&
                   (strcmp(keyword, "data") == 0 || strcmp(keyword, "other") == 0)) {
            data = args->values[k];
            has_data = true;
        } else {
            return refuse_arguments(in, args);
        }
    }
    if (has_data) {
        return from_data(in, dtype, any_dtype, data, out);
    }
    if (args->count == 0) {
        const int64_t none = 0;
        return tensor_new(&torch->compute, out, dtype, 1, &none) || raise_error(in);
    }
    struct value first = args->at[0];
    bool is_tensor = first.type == VALUE_OBJECT && tensor_object_is(in, first);
    if (args->count == 1 && value_isinstance(in, first, torch->types.size)) {
        const struct list *size = (const struct list *)first.o;
        return from_sizes(in, dtype, (int)size->count, size->at, out);
    }
    bool whole = first.type == VALUE_INT ||
                 (first.type == VALUE_OBJECT && !is_tensor && !ndarray_is(in, first) &&
                  !list_is(first) && native_is_index(in, first));
    if (args->count == 1 && !whole) {
        return from_data(in, dtype, any_dtype, first, out);
    }
    if (!whole && !is_tensor) {
        return refuse_arguments(in, args);
    }
    return from_sizes(in, dtype, args->count, args->at, out);
}

/* Tells the recorder: sizes make torch.empty, anything else torch.tensor. */
static bool report(struct interp *in, const char *name, const struct args *args,
                   struct tensor_object *made)
{
    bool sizes = args->count != 1 || value_is(args->at[0], VALUE_INT);
    struct torch *torch = torch_of(in);
    struct call call = {.in = in, .torch = torch, .cx = &torch->compute};
    const struct args given = {.at = args->at, .count = args->count};
    bool fits = false;
    if (in->recorder == NULL) {
        return true;
    }
    const struct op *row = op_find(sizes ? "empty" : "tensor", IN_TORCH);
    bool ok = signature_bind(in, row, IN_TORCH, &given, &call, &fits) &&
              (!fits || op_report(in, &call, name, 1, &made, false));
    signature_release(&call);
    return ok;
}

bool tensor_legacy_create(struct interp *in, struct class *class, enum dtype dtype,
                          const char *name, const struct args *args, struct value *out)
{
    struct tensor t;
    if (!legacy_new(in, dtype, name, args, &t)) {
        return false;
    }
    if (args->count == 1 && tensor_object_is(in, args->at[0]) &&
        tensor_asks(tensor_object_of(args->at[0]))) { /* the same cells, with their gradient */
        const struct value twice[] = {args->at[0], args->at[0]};
        tensor_release(&t);
        return op_invoke(in, "view_as", IN_METHOD, 2, twice, out) &&
               grad_rename(in, tensor_object_of(*out), "AliasBackward0");
    }
    struct tensor_object *made = tensor_object_new(in, class, &t);
    *out = value_object(made);
    return made != NULL && report(in, name, args, made);
}

static bool legacy_create(struct interp *in, struct class *class, const struct args *args,
                          struct value *out)
{
    const struct legacy_row *row = legacy_row(class->name->text);
    return tensor_legacy_create(in, torch_of(in)->types.tensor, row->dtype, row->name, args, out);
}

/* isinstance(x, torch.FloatTensor): by the dtype. */
static bool legacy_has_instance(struct interp *in, const struct class *class, struct value v)
{
    const struct legacy_row *row = legacy_row(class->name->text);
    return row != NULL && tensor_object_is(in, v) &&
           tensor_object_of(v)->tensor.dtype == row->dtype;
}

static const struct slots legacy_slots = {
    .size = sizeof(struct object), .create = legacy_create, .has_instance = legacy_has_instance};

bool legacy_dtype(struct interp *in, struct value v, enum dtype *out)
{
    const char *name = NULL;
    if (str_is(v) && strncmp(str_text(v), "torch.", 6) == 0) {
        name = str_text(v) + 6;
    } else if (class_is(in, v) && ((const struct class *)v.o)->slots == &legacy_slots) {
        name = ((const struct class *)v.o)->name->text;
    }
    const struct legacy_row *row = name != NULL ? legacy_row(name) : NULL;
    if (row != NULL) {
        *out = row->dtype;
    }
    return row != NULL;
}

bool legacy_register(struct interp *in, struct dict *into)
{
    struct torch *torch = torch_of(in);
    for (size_t k = 0; k < LEGACY_ROWS; k++) {
        struct class *c = interp_class(in, legacy_rows[k].name, "torch", NULL, &legacy_slots);
        if (c == NULL || !interp_set(in, into, legacy_rows[k].name, value_object(c)) ||
            !interp_set(in, c->dict, "dtype", torch->dtypes[legacy_rows[k].dtype])) {
            return false;
        }
    }
    return true;
}
