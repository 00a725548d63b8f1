/* Makes the module torch and its native parts: operations from ops.def, classes, constants,
 * settings. What is composed of these stands in assets/prelude/torch*.py. */
#include "base/named.h"
#include "torch/grad/autograd.h"
#include "torch/grad/node.h"
#include "torch/module.h"

#include "lang/run/label.h"
#include "lang/run/native.h"
#include "torch/legacy.h"
#include "torch/op/op.h"
#include "torch/prelude.h"
#include "torch/size.h"
#include "torch/torch.h"

#include <math.h>

/* --- questions --- */

static bool is_tensor(struct interp *in, const struct args *args, struct value *out)
{
    struct value v;
    if (!arguments_take(in, args, "is_tensor(obj)", &v)) {
        return false;
    }
    *out = value_bool(tensor_object_is(in, v));
    return true;
}

static bool is_storage(struct interp *in, const struct args *args, struct value *out)
{
    struct value v;
    if (!arguments_take(in, args, "is_storage(obj)", &v)) {
        return false;
    }
    const struct class *c = value_class(in, v);
    *out = value_bool(c->module != NULL && strcmp(c->module, "torch.storage") == 0);
    return true;
}

/* torch.typename(x): "torch.FloatTensor" for tensors, module and class for the rest. */
static bool typename_of(struct interp *in, const struct args *args, struct value *out)
{
    struct value v;
    struct buf text = {.budget = in->memory};
    if (!arguments_take(in, args, "typename(o)", &v)) {
        return false;
    }
    if (tensor_object_is(in, v)) {
        buf_printf(&text, "torch.%sTensor", dtype_legacy_name(tensor_object_of(v)->tensor.dtype));
    } else {
        const struct class *c = value_class(in, v);
        bool builtin = c->module == NULL || strcmp(c->module, "builtins") == 0;
        buf_printf(&text, "%s%s%s", builtin ? "" : c->module, builtin ? "" : ".", c->name->text);
    }
    return str_take(in, &text, out);
}

/* --- types --- */

static bool take_dtypes(struct interp *in, const struct args *args, const char *pattern,
                        enum dtype types[2])
{
    struct value at[2];
    if (!arguments_take(in, args, pattern, at)) {
        return false;
    }
    for (int k = 0; k < 2; k++) {
        bool fits;
        if (!dtype_of_value(in, at[k], &types[k], &fits)) {
            return false;
        }
        if (!fits) {
            return raise_exception(in, EXCEPTION_TypeError,
                                   "%s(): argument %d must be torch.dtype, not %s",
                                   in->calling->name, k + 1, value_type_name(at[k]));
        }
    }
    return true;
}

static bool promote_types(struct interp *in, const struct args *args, struct value *out)
{
    enum dtype types[2];
    if (!take_dtypes(in, args, "promote_types(type1, type2)", types)) {
        return false;
    }
    *out = torch_of(in)->dtypes[dtype_promote(types[0], types[1])];
    return true;
}

static bool can_cast(struct interp *in, const struct args *args, struct value *out)
{
    enum dtype types[2];
    if (!take_dtypes(in, args, "can_cast(from_, to)", types)) {
        return false;
    }
    *out = value_bool(dtype_category(types[0]) <= dtype_category(types[1]));
    return true;
}

/* torch.result_type(a, b): of tensors and numbers. */
static bool result_type(struct interp *in, const struct args *args, struct value *out)
{
    struct torch *torch = torch_of(in);
    struct value at[2];
    /* by rank: 2 = has dimensions, 1 = 0-d tensor, 0 = Python number */
    int rank[2];
    enum dtype types[2];
    if (!arguments_take(in, args, "result_type(tensor1, tensor2)", at)) {
        return false;
    }
    for (int k = 0; k < 2; k++) {
        if (tensor_object_is(in, at[k])) {
            const struct tensor *t = &tensor_object_of(at[k])->tensor;
            rank[k] = t->ndim > 0 ? 2 : 1;
            types[k] = t->dtype;
        } else if (value_is_number(at[k])) {
            rank[k] = 0;
            types[k] = at[k].type == VALUE_BOOL  ? DTYPE_BOOL
                       : at[k].type == VALUE_INT ? DTYPE_INT64
                                                 : torch->default_dtype;
        } else {
            return raise_exception(
                in, EXCEPTION_TypeError,
                "result_type(): argument '%s' (position %d) must be Tensor, not %s",
                k == 0 ? "tensor1" : "tensor2", k + 1, value_type_name(at[k]));
        }
    }
    int strong = rank[0] >= rank[1] ? 0 : 1;
    enum dtype d = dtype_promote(types[0], types[1]);
    if (rank[0] != rank[1] && dtype_category(types[strong]) >= dtype_category(types[1 - strong])) {
        d = types[strong];
    }
    *out = torch->dtypes[d];
    return true;
}

static bool get_default_dtype(struct interp *in, const struct args *args, struct value *out)
{
    struct torch *torch = torch_of(in);
    *out = torch->dtypes[torch->default_dtype];
    return arguments_count(in, args, "get_default_dtype", 0, 0);
}

static bool set_default_dtype(struct interp *in, const struct args *args, struct value *out)
{
    struct value v;
    enum dtype d;
    bool fits;
    *out = value_none();
    if (!arguments_take(in, args, "set_default_dtype(d)", &v) ||
        !dtype_of_value(in, v, &d, &fits)) {
        return false;
    }
    if (!fits || !dtype_is_float(d)) {
        return raise_exception(
            in, EXCEPTION_TypeError,
            fits ? "only floating-point types are supported as the default type"
                 : "invalid dtype object: only floating-point types are supported as the "
                   "default type");
    }
    torch_of(in)->default_dtype = d;
    torch_of(in)->print.plain = d;
    return true;
}

static bool set_default_tensor_type(struct interp *in, const struct args *args, struct value *out)
{
    struct value v;
    enum dtype d;
    *out = value_none();
    if (!arguments_take(in, args, "set_default_tensor_type(t)", &v)) {
        return false;
    }
    if (v.type == VALUE_OBJECT && v.o == &torch_of(in)->types.tensor->object) {
        d = DTYPE_FLOAT32;
    } else if (!legacy_dtype(in, v, &d) || !dtype_is_float(d)) {
        return raise_exception(in, EXCEPTION_TypeError,
                               "only floating-point types are supported as the default type");
    }
    torch_of(in)->default_dtype = d;
    torch_of(in)->print.plain = d;
    return true;
}

/* --- settings without effect on a result --- */

static bool get_threads(struct interp *in, const struct args *args, struct value *out)
{
    *out = value_int(compute_threads(&torch_of(in)->compute));
    return arguments_count(in, args, in->calling->name, 0, 0);
}

/* set_num_threads(n), use_deterministic_algorithms(flag): every result is the same anyway. */
static bool accept_setting(struct interp *in, const struct args *args, struct value *out)
{
    *out = value_none();
    return true;
}

static bool give_false(struct interp *in, const struct args *args, struct value *out)
{
    *out = value_bool(false);
    return true;
}

/* torch._C._named(tensor, name, *inputs): a composite shows the grad_fn of the operation that
 * PyTorch runs in its place, from its result to its inputs. */
static bool named(struct interp *in, const struct args *args, struct value *out)
{
    if (!arguments_count(in, args, "_named", 2, 5)) {
        return false;
    }
    if (!tensor_object_is(in, args->at[0]) || !str_is(args->at[1])) {
        return raise_exception(in, EXCEPTION_TypeError, "_named() takes a tensor and a name");
    }
    struct tensor_object *t = tensor_object_of(args->at[0]);
    const struct str *name = str_intern(in, str_text(args->at[1])); /* lives as long as the run */
    if (name == NULL) {
        return false;
    }
    *out = args->at[0];
    return t->grad_fn == NULL ||
           (grad_rename(in, t, name->text) && grad_shows(in, t, args->count - 2, args->at + 2));
}

/* torch._C._returned(name, a, b, ...): the tuple torch.return_types.name of a composite. */
static bool returned(struct interp *in, const struct args *args, struct value *out)
{
    if (!arguments_count(in, args, "_returned", 2, 5)) {
        return false;
    }
    const struct str *name = str_is(args->at[0]) ? str_intern(in, str_text(args->at[0])) : NULL;
    return name != NULL && return_type_new(in, name->text, args->count - 1, args->at + 1, out);
}

/* torch._C._labelled(number, name): an integer that is known as `name`; "" takes its name away. */
static bool labelled(struct interp *in, const struct args *args, struct value *out)
{
    if (!arguments_count(in, args, "_labelled", 2, 2)) {
        return false;
    }
    if (args->at[0].type != VALUE_INT || !str_is(args->at[1])) {
        return raise_exception(in, EXCEPTION_TypeError, "_labelled() takes an integer and a name");
    }
    const char *name = str_text(args->at[1]);
    *out = value_labelled(args->at[0].i, *name != '\0' ? label_of(in, name) : 0);
    return true;
}

/* torch._C._filed(name, value): the method that calls this keeps the value as an attribute. */
static bool filed(struct interp *in, const struct args *args, struct value *out)
{
    *out = value_none();
    return arguments_count(in, args, "_filed", 2, 2) &&
           label_filed(in, (const struct str *)args->at[0].o, args->at[1]);
}

/* torch._C._unsupported(sentence): the prelude's way to end a run. */
NATIVE_IS(unsupported,
          arguments_count(in, args, "_unsupported", 1, 1) &&
              raise_unsupported(in, "%s", str_is(args->at[0]) ? str_text(args->at[0]) : "?"))

static const struct native_row torch_functions[] = {
    {"is_tensor", is_tensor, NULL, NULL},
    {"is_storage", is_storage, NULL, NULL},
    {"typename", typename_of, NULL, NULL},
    {"promote_types", promote_types, NULL, NULL},
    {"result_type", result_type, NULL, NULL},
    {"can_cast", can_cast, NULL, NULL},
    {"get_default_dtype", get_default_dtype, NULL, NULL},
    {"set_default_dtype", set_default_dtype, NULL, NULL},
    {"set_default_tensor_type", set_default_tensor_type, NULL, NULL},
    {"get_num_threads", get_threads, NULL, NULL},
    {"get_num_interop_threads", get_threads, NULL, NULL},
    {"set_num_threads", accept_setting, NULL, NULL},
    {"set_num_interop_threads", accept_setting, NULL, NULL},
    {"use_deterministic_algorithms", accept_setting, NULL, NULL},
    {"are_deterministic_algorithms_enabled", give_false, NULL, NULL},
    {"set_float32_matmul_precision", accept_setting, NULL, NULL},
    {"set_flush_denormal", give_false, NULL, NULL},
    {"is_autocast_enabled", give_false, NULL, NULL},
};

/* --- modules --- */

static bool set_constants(struct interp *in, struct dict *into)
{
    const struct {
        const char *name;
        struct value value;
    } constants[] = {
        {"inf", value_float((double)INFINITY)},
        {"nan", value_float((double)NAN)},
        {"pi", value_float(3.141592653589793)},
        {"e", value_float(2.718281828459045)},
        {"newaxis", value_none()},
    };
    for (size_t k = 0; k < sizeof constants / sizeof constants[0]; k++) {
        if (!interp_set(in, into, constants[k].name, constants[k].value)) {
            return false;
        }
    }
    struct str *version = str_new(in, "1.13.0a0", 8);
    return version != NULL && interp_set(in, into, "__version__", value_object(version));
}

static bool fill_torch(struct interp *in, struct module *m)
{
    struct torch *torch = torch_of(in);
    struct dict *d = m->dict;
    return set_constants(in, d) && dtype_register(in, d) && device_register(in, d) &&
           size_register(in, d) && grad_register(in, d) && generator_register(in, d) &&
           legacy_register(in, d) && printing_register(in, d) &&
           native_functions(in, d, "torch", torch_functions, NATIVE_COUNT(torch_functions)) &&
           interp_set(in, d, "Tensor", value_object(torch->types.tensor)) &&
           op_register(in, ops, IN_TORCH, d, NULL, "torch");
}

static bool fill_functional(struct interp *in, struct module *m)
{
    return op_register(in, ops, IN_FUNCTIONAL, m->dict, NULL, "torch.nn.functional");
}

/* torch._C: what the prelude takes from here. */
static bool fill_c(struct interp *in, struct module *m)
{
    struct torch *torch = torch_of(in);
    struct class *error = class_on_demand(in, "torch._C._LinAlgError", "_LinAlgError", "torch._C",
                                          in->classes[EXCEPTION_RuntimeError], NULL);
    return error != NULL && interp_set(in, m->dict, "LinAlgError", value_object(error)) &&
           interp_function(in, m->dict, "_named", named, NULL, "torch._C") &&
           grad_autograd_register(in, m->dict) &&
           interp_function(in, m->dict, "_returned", returned, NULL, "torch._C") &&
           interp_function(in, m->dict, "_labelled", labelled, NULL, "torch._C") &&
           interp_function(in, m->dict, "_filed", filed, NULL, "torch._C") &&
           interp_function(in, m->dict, "_unsupported", unsupported, NULL, "torch._C") &&
           interp_set(in, m->dict, "Parameter", value_object(torch->types.parameter)) &&
           interp_set(in, m->dict, "Generator", value_object(torch->types.generator));
}

/* torch.linalg.norm is the row linalg_norm, torch.special.expit the row special_expit. */
static bool fill_special(struct interp *in, struct module *m)
{
    const char *last = strrchr(m->name->text, '.') + 1;
    size_t len = strlen(last);
    struct dict *all = dict_new(in);
    struct value key, v;
    if (all == NULL || !op_register(in, ops, IN_SPECIAL, all, NULL, m->name->text)) {
        return false;
    }
    for (int64_t at = 0; dict_next(all, &at, &key, &v);) {
        const char *name = str_text(key);
        if (strncmp(name, last, len) == 0 && name[len] == '_' &&
            !interp_set(in, m->dict, name + len + 1, v)) {
            return false;
        }
    }
    return true;
}

/* torch.functional and torch.random hold names of torch itself. */
static bool fill_twin(struct interp *in, struct module *m)
{
    struct module *torch = interp_import(in, "torch");
    struct value key, v;
    for (int64_t at = 0; torch != NULL && dict_next(torch->dict, &at, &key, &v);) {
        bool own = !str_is(key) || str_text(key)[0] == '_';
        if (!own && !dict_set_str(in, m->dict, (struct str *)key.o, v)) {
            return false;
        }
    }
    return torch != NULL;
}

/* torch/functional.py imports torch.nn.functional as F, and some code takes it from there. */
static bool fill_torch_functional(struct interp *in, struct module *m)
{
    struct module *functional = fill_twin(in, m) ? interp_import(in, "torch.nn.functional") : NULL;
    return functional != NULL && interp_set(in, m->dict, "F", value_object(functional));
}

static bool fill_nothing(struct interp *in, struct module *m)
{
    return true;
}

/* "To add a native module: one row." */
static const struct {
    const char *name;
    bool (*fill)(struct interp *in, struct module *m);
} modules[] = {
    {"torch", fill_torch},
    {"torch._C", fill_c},
    {"torch.linalg", fill_special},
    {"torch.special", fill_special},
    {"torch.nn.functional", fill_functional},
    {"torch.functional", fill_torch_functional},
    {"torch.random", fill_twin},
    {"torch.return_types", fill_nothing},
};
#define MODULES (sizeof modules / sizeof modules[0])

static bool exists(const char *name)
{
    return NAMED(modules, name) >= 0 ||
           named_at(prelude_files, prelude_count, sizeof *prelude_files, name) >= 0;
}

/* torch.nn without `import torch.nn`: PyTorch has imported its parts, here they come when asked. */
static bool get_part(struct interp *in, struct module *module, struct str *name, struct value *out,
                     bool *found)
{
    scoped_buf dotted = {.budget = in->memory};
    buf_printf(&dotted, "%s.%s", module->name->text, name->text);
    *found = exists(buf_text(&dotted));
    struct module *part = *found ? interp_import(in, buf_text(&dotted)) : NULL;
    *out = value_object(part);
    return !*found || part != NULL;
}

bool module_torch(struct interp *in, struct module *module, bool *found)
{
    const char *name = module->name->text;
    if (strcmp(name, "torch") == 0 || strncmp(name, "torch.", 6) == 0) {
        module->get = get_part;
    }
    int k = NAMED(modules, name);
    if (k >= 0) {
        *found = true;
        return modules[k].fill(in, module);
    }
    return true;
}
