/* Makes the module numpy: its table of functions, constants and settings. Random numbers, linear
 * algebra and types are in files of their own; composites in assets/prelude/numpy.py. */
#include "numpy/numpy.h"

#include "base/named.h"
#include "lang/run/native.h"
#include "numpy/numpy_array.h"
#include "numpy/numpy_dtype.h"
#include "numpy/numpy_index.h"
#include "numpy/numpy_value.h"
#include "tensor/cells/reduce.h"
#include "torch/torch.h"

#include <math.h>
#include <stdio.h>

const struct op numpy_ops[] = {
#define ROW(run, own, with, name, signature, where, kind, takes, ...)                              \
    OP_ROW(run, own, with, name, signature, where, kind, NULL, __VA_ARGS__, .numpy = (takes))
#define OP(id, ...) ROW(np_##id, #id, 0, __VA_ARGS__),
#define BY(function, with, id, ...) ROW(np_##function, #id, with, __VA_ARGS__),
#include "numpy/numpy.def"
#undef OP
#undef BY
#undef ROW
    {0},
};

static bool has_row(const struct op *row)
{
    uintptr_t at = (uintptr_t)row;
    return at >= (uintptr_t)numpy_ops && at < (uintptr_t)(numpy_ops + NATIVE_COUNT(numpy_ops));
}

/* --- settings --- */

/* nanstr, infstr, formatter, sign, floatmode. */
static bool read_texts(struct interp *in, const struct value *at, struct numpy_print_options *o)
{
    static const char *const modes[] = {"maxprec", "maxprec_equal", "fixed", "unique"};
    if (given_some(at[0]) && str_is(at[0])) {
        snprintf(o->nan_text, sizeof o->nan_text, "%s", str_text(at[0]));
    }
    if (given_some(at[1]) && str_is(at[1])) {
        snprintf(o->infinity_text, sizeof o->infinity_text, "%s", str_text(at[1]));
    }
    if (given_some(at[3])) {
        const char *sign = str_is(at[3]) ? str_text(at[3]) : "";
        if (strlen(sign) != 1 || strchr("+- ", sign[0]) == NULL) {
            return raise_exception(in, EXCEPTION_ValueError,
                                   "sign option must be one of ' ', '+', or '-'");
        }
        o->sign = sign[0];
    }
    if (given_some(at[4])) {
        size_t k = 0, count = sizeof modes / sizeof modes[0];
        while (k < count && (!str_is(at[4]) || strcmp(str_text(at[4]), modes[k]) != 0)) {
            k++;
        }
        if (k == count) {
            return raise_exception(
                in, EXCEPTION_ValueError,
                "floatmode option must be one of \"fixed\", \"unique\", \"maxprec\", "
                "\"maxprec_equal\"");
        }
        o->floatmode = (enum numpy_floatmode)k;
    }
    return true;
}

static bool read_options(struct interp *in, const struct args *args, const char *pattern,
                         struct numpy_print_options *o)
{
    struct value at[11];
    if (!arguments_take(in, args, pattern, at)) {
        return false;
    }
    if (!printing_counts(in, at, &o->precision, &o->threshold, &o->edgeitems, &o->linewidth)) {
        return false;
    }
    if (given_some(at[4]) && !value_truth(in, at[4], &o->suppress)) {
        return false;
    }
    return read_texts(in, at + 5, o);
}

#define PRINT_PATTERN                                                                              \
    "set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, "            \
    "suppress=None, nanstr=None, infstr=None, formatter=None, sign=None, floatmode=None, "         \
    "legacy=None)"

static bool set_printoptions(struct interp *in, const struct args *args, struct value *out)
{
    struct value formatter = value_none();
    for (int k = 0; k < args->keyword_count; k++) {
        formatter = strcmp(args->names[k]->text, "formatter") == 0 ? args->values[k] : formatter;
    }
    *out = value_none();
    torch_of(in)->numpy_formatter = dict_is(formatter) ? formatter : value_none();
    return read_options(in, args, PRINT_PATTERN, &torch_of(in)->numpy_print);
}

/* np._print_state() and np._set_print_state(options): for np.printoptions of the prelude. */
static bool print_state(struct interp *in, const struct args *args, struct value *out)
{
    const struct numpy_print_options *o = &torch_of(in)->numpy_print;
    static const char *const modes[] = {"maxprec", "maxprec_equal", "fixed", "unique"};
    const char sign[] = {o->sign, '\0'};
    const struct value at[10] = {
        value_int(o->precision),
        value_int(o->threshold),
        value_int(o->edgeitems),
        value_int(o->linewidth),
        value_bool(o->suppress),
        value_object(str_new(in, o->nan_text, strlen(o->nan_text))),
        value_object(str_new(in, o->infinity_text, strlen(o->infinity_text))),
        torch_of(in)->numpy_formatter,
        value_object(str_new(in, sign, 1)),
        value_object(str_new(in, modes[o->floatmode], strlen(modes[o->floatmode])))};
    *out = value_object(tuple_new(in, 10, at));
    return arguments_count(in, args, "_print_state", 0, 0) && out->type == VALUE_OBJECT;
}

/* np.array2string(a, precision=, ...), array_str, array_repr with options of their own. */
static bool array_text(struct interp *in, const struct args *args, struct value *out)
{
    bool repr = strcmp(in->calling->name, "array_repr") == 0;
    bool bare = strcmp(in->calling->name, "array2string") == 0;
    struct numpy_print_options o = torch_of(in)->numpy_print;
    struct value at[14];
    for (int k = 0; k < 14; k++) {
        at[k] = value_none();
    }
    struct tensor t;
    bool owned;
    struct buf text = {.budget = in->memory};
    if (!arguments_take(in, args,
                        bare ? "array2string(a, max_line_width=None, precision=None, "
                               "suppress_small=None, separator=' ', prefix='', style=None, "
                               "formatter=None, threshold=None, edgeitems=None, sign=None, "
                               "floatmode=None, suffix='', legacy=None)"
                             : "array_str(arr, max_line_width=None, precision=None, "
                               "suppress_small=None)",
                        at) ||
        !numpy_read(in, at[0], &t, &owned)) {
        return false;
    }
    const struct value counts[] = {at[2], at[8], at[9], at[1]};
    bool ok = printing_counts(in, counts, &o.precision, &o.threshold, &o.edgeitems, &o.linewidth);
    ok = ok && (!given_some(at[3]) || value_truth(in, at[3], &o.suppress));
    o.separator = given_some(at[4]) && str_is(at[4]) ? str_text(at[4]) : NULL;
    o.prefix = str_is(at[5]) ? (int)((const struct str *)at[5].o)->count : 0;
    o.suffix = str_is(at[12]) ? (int)((const struct str *)at[12].o)->count : 0;
    const struct value texts[] = {value_none(), value_none(), value_none(), at[10], at[11]};
    ok = ok && read_texts(in, texts, &o);
    if (ok) {
        struct value formatter = dict_is(at[7]) ? at[7] : torch_of(in)->numpy_formatter;
        bool one = bare && t.ndim == 0 && dtype_is_float(t.dtype); /* "4.", as the number in [4.] */
        if (one) {
            t.shape[0] = t.stride[0] = t.ndim = 1;
        }
        ok = numpy_put_text(in, &t, repr, o, formatter, &text);
        if (ok && one && text.len > 1) {
            memmove(text.data, text.data + 1, text.len - 2);
            buf_cut(&text, text.len - 2);
        }
    }
    if (owned) {
        tensor_release(&t);
    }
    return ok ? str_take(in, &text, out) : false;
}

static bool accept_setting(struct interp *in, const struct args *args, struct value *out)
{
    *out = value_object(dict_new(in));
    return out->type == VALUE_OBJECT;
}

/* np.shape(x), np.ndim(x), np.size(x): of anything that can be read as an array. */
static bool look(struct interp *in, const struct args *args, struct value *out)
{
    const char *name = native_data(in);
    struct value v;
    struct tensor t;
    bool owned, of_cells;
    if (!arguments_take(in, args, "shape(a)", &v) ||
        !numpy_cells_call(in, name, args, out, &of_cells)) {
        return false;
    }
    if (of_cells) {
        return true;
    }
    if (!numpy_read(in, v, &t, &owned)) {
        return false;
    }
    struct list *shape = strcmp(name, "shape") == 0 ? tuple_new(in, t.ndim, NULL) : NULL;
    for (int k = 0; shape != NULL && k < t.ndim; k++) {
        shape->at[k] = value_int(t.shape[k]);
    }
    *out = shape != NULL               ? value_object(shape)
           : strcmp(name, "ndim") == 0 ? value_int(t.ndim)
                                       : value_int(tensor_numel(&t));
    if (owned) {
        tensor_release(&t);
    }
    return true;
}

/* np.result_type(a, b, ...) of arrays, numbers and types. */
static bool result_type(struct interp *in, const struct args *args, struct value *out)
{
    enum dtype d = DTYPE_BOOL, next;
    for (int k = 0; k < args->count; k++) {
        struct value v = args->at[k];
        if (numpy_is(in, v)) {
            next = tensor_object_of(v)->tensor.dtype;
        } else if (value_is_number(v)) {
            next = v.type == VALUE_FLOAT ? DTYPE_FLOAT64
                   : v.type == VALUE_INT ? DTYPE_INT64
                                         : DTYPE_BOOL;
        } else if (!numpy_dtype_read(in, v, &next)) {
            return false;
        }
        d = k == 0 ? next : numpy_promote(d, next);
    }
    return numpy_dtype_new(in, d, out);
}

static const struct native_row functions[] = {
    {"set_printoptions", set_printoptions, NULL, NULL},
    {"_print_state", print_state, NULL, NULL},
    {"array2string", array_text, NULL, NULL},
    {"array_str", array_text, NULL, NULL},
    {"array_repr", array_text, NULL, NULL},
    {"seterr", accept_setting, NULL, NULL},
    {"shape", look, "shape", NULL},
    {"ndim", look, "ndim", NULL},
    {"size", look, "size", NULL},
    {"result_type", result_type, NULL, NULL},
    {"promote_types", result_type, NULL, NULL},
};

/* --- modules --- */

static bool set_constants(struct interp *in, struct dict *into)
{
    const double inf = (double)INFINITY, nan_ = (double)NAN;
    const struct {
        const char *name;
        struct value value;
    } constants[] = {
        {"inf", value_float(inf)},
        {"Inf", value_float(inf)},
        {"infty", value_float(inf)},
        {"Infinity", value_float(inf)},
        {"PINF", value_float(inf)},
        {"NINF", value_float(-inf)},
        {"nan", value_float(nan_)},
        {"NaN", value_float(nan_)},
        {"NAN", value_float(nan_)},
        {"pi", value_float(3.141592653589793)},
        {"e", value_float(2.718281828459045)},
        {"euler_gamma", value_float(0.5772156649015329)},
        {"newaxis", value_none()},
    };
    for (size_t k = 0; k < sizeof constants / sizeof constants[0]; k++) {
        if (!interp_set(in, into, constants[k].name, constants[k].value)) {
            return false;
        }
    }
    struct str *version = str_new(in, "1.24.2", 6);
    return version != NULL && interp_set(in, into, "__version__", value_object(version));
}

static bool fill_numpy(struct interp *in, struct dict *d)
{
    struct torch *torch = torch_of(in);
    struct value truth[2];
    for (int k = 0; k < 2; k++) {
        struct tensor t;
        if (!tensor_from_int(&torch->compute, &t, DTYPE_BOOL, k, false) ||
            !numpy_wrap(in, &t, false, &truth[k])) {
            return raise_error(in);
        }
    }
    return set_constants(in, d) && numpy_dtype_register(in, d) &&
           interp_set(in, d, "ndarray", value_object(torch->types.ndarray)) &&
           interp_set(in, d, "False_", truth[0]) && interp_set(in, d, "True_", truth[1]) &&
           native_functions(in, d, "numpy", functions, NATIVE_COUNT(functions)) &&
           op_register(in, numpy_ops, IN_NUMPY, d, NULL, "numpy");
}

static bool fill_linalg(struct interp *in, struct dict *into)
{
    struct dict *all = dict_new(in);
    struct value key, v;
    if (all == NULL || !op_register(in, numpy_ops, IN_SPECIAL, all, NULL, "numpy.linalg")) {
        return false;
    }
    for (int64_t at = 0; dict_next(all, &at, &key, &v);) {
        const char *name = str_text(key);
        if (strncmp(name, "linalg_", 7) == 0 && !interp_set(in, into, name + 7, v)) {
            return false;
        }
    }
    struct class *error = class_on_demand(in, "LinAlgError", "LinAlgError", "numpy.linalg",
                                          in->classes[EXCEPTION_Exception], NULL);
    return error != NULL && interp_set(in, into, "LinAlgError", value_object(error));
}

/* np.float and its like are gone since NumPy 1.24, with a sentence of their own. */
static bool refuse_alias(struct interp *in, const char *name)
{
    static const struct {
        const char *name, *advice;
    } aliases[] = {
        {"float", "If you specifically wanted the numpy scalar type, use `np.float64` here."},
        {"bool", "If you specifically wanted the numpy scalar type, use `np.bool_` here."},
        {"object", NULL},
        {"str", "If you specifically wanted the numpy scalar type, use `np.str_` here."},
        {"complex", "If you specifically wanted the numpy scalar type, use `np.complex128` here."},
        {"int", "When replacing `np.int`, you may wish to use e.g. `np.int64` or `np.int32` to "
                "specify the precision. If you wish to review your current use, check the release "
                "note link for additional information."},
    };
    for (size_t k = 0; k < sizeof aliases / sizeof aliases[0]; k++) {
        if (strcmp(aliases[k].name, name) == 0) {
            return raise_exception(
                in, EXCEPTION_AttributeError,
                "module 'numpy' has no attribute '%s'.\n"
                "`np.%s` was a deprecated alias for the builtin `%s`. To avoid this error "
                "in existing code, use `%s` by itself. Doing this will not modify any "
                "behavior and is safe. %s\n"
                "The aliases was originally deprecated in NumPy 1.20; for more details "
                "and guidance see the original release note at:\n"
                "    https://numpy.org/devdocs/release/1.20.0-notes.html#deprecations",
                name, name, name, name, aliases[k].advice != NULL ? aliases[k].advice : "");
        }
    }
    return true;
}

/* np.random without `import numpy.random` */
static bool get_part(struct interp *in, struct module *module, struct str *name, struct value *out,
                     bool *found)
{
    static const char *const parts[] = {"random", "linalg", "testing", "fft"};
    scoped_buf dotted = {.budget = in->memory};
    if (!refuse_alias(in, name->text)) {
        return false;
    }
    *found |= NAMED(parts, name->text) >= 0;
    buf_printf(&dotted, "%s.%s", module->name->text, name->text);
    struct module *part = *found ? interp_import(in, buf_text(&dotted)) : NULL;
    *out = value_object(part);
    return !*found || part != NULL;
}

bool module_numpy(struct interp *in, struct module *module, bool *found)
{
    const char *name = module->name->text;
    *found = true;
    if (strcmp(name, "numpy") == 0) {
        module->get = get_part;
        return fill_numpy(in, module->dict);
    }
    if (strcmp(name, "numpy.random") == 0) {
        return numpy_random_register(in, module->dict);
    }
    if (strcmp(name, "numpy.linalg") == 0) {
        return fill_linalg(in, module->dict);
    }
    *found = false;
    return true;
}

/* round(np.float64(2.5)) is a Python int, round(x, 2) and abs(x) stay NumPy's. */
static bool dunder_round(struct interp *in, const struct args *args, struct value *out)
{
    struct value v;
    if (!arguments_count(in, args, "__round__", 1, 2)) {
        return false;
    }
    if (tensor_object_of(args->at[0])->tensor.dtype == DTYPE_BOOL) {
        return raise_exception(in, EXCEPTION_TypeError,
                               "type numpy.bool_ doesn't define __round__ method");
    }
    if (args->count == 2 && args->at[1].type != VALUE_NONE) {
        return value_call_method(in, args->at[0], "round", 1, &args->at[1], out);
    }
    if (!value_call_method(in, args->at[0], "round", 0, NULL, &v)) {
        return false;
    }
    const struct args whole = {.at = &v, .count = 1};
    return value_call(in, value_object(in->types.integer), &whole, out);
}

static bool dunder_abs(struct interp *in, const struct args *args, struct value *out)
{
    for (const struct op *row = numpy_ops; row->name != NULL; row++) {
        if (strcmp(row->name, "absolute") == 0) {
            return op_call(in, row, row->name, IN_NUMPY, args, out);
        }
    }
    return raise_unsupported(in, "abs() of an array is not supported");
}

static bool is_integer(struct interp *in, const struct args *args, struct value *out)
{
    double f;
    if (!arguments_method(in, args, torch_of(in)->types.numpy_number, 0, 0) ||
        !value_to_double(in, args->at[0], &f)) {
        return false;
    }
    *out = value_bool(isfinite(f) && floor(f) == f);
    return true;
}

/* a.f(...) of the prelude's function _array_f: the call goes there with a in front. */
static bool method_prelude(struct interp *in, const struct args *args, struct value *out)
{
    struct value function;
    scoped_buf text = {.budget = in->memory};
    buf_printf(&text, "_array_%s", in->calling->name);
    struct str *name = str_intern(in, buf_text(&text));
    struct module *m = name != NULL ? interp_import(in, "numpy") : NULL;
    return m != NULL && value_get_attribute(in, value_object(m), name, &function) &&
           value_call(in, function, args, out);
}

/* "To give a function _array_NAME of the prelude as a method: its name here." */
static const struct native_row in_prelude[] = {
    {"ptp", method_prelude, NULL, NULL},
    {"tobytes", method_prelude, NULL, NULL},
    {"tofile", method_prelude, NULL, NULL},
    {"view", method_prelude, NULL, NULL},
};

static const struct native_row dunders[] = {
    {"__abs__", dunder_abs, NULL, NULL},
    {"__round__", dunder_round, NULL, NULL}, /* from here on for scalars only */
    {"is_integer", is_integer, NULL, NULL},
};

bool numpy_init(struct interp *in)
{
    static const struct numpy_face face = {.has_row = has_row,
                                           .call_cells = numpy_cells_call,
                                           .take = numpy_take_all,
                                           .give = numpy_give_left,
                                           .set_base = numpy_set_base,
                                           .get_item = numpy_get_item,
                                           .set_item = numpy_set_item};
    struct torch *torch = torch_of(in);
    torch->numpy = &face;
    torch->types.ndarray = interp_class(in, "ndarray", "numpy", NULL, &ndarray_slots);
    if (torch->types.ndarray == NULL) {
        return false;
    }
    torch->types.ndarray->said = "numpy.ndarray";
    return numpy_dtype_init(in) && numpy_random_init(in) && numpy_generator_init(in) &&
           native_dunders(in, torch->types.ndarray) &&
           native_dunders(in, torch->types.numpy_number) &&
           operators_register(in, torch->types.ndarray) &&
           operators_register(in, torch->types.numpy_number) &&
           native_methods(in, torch->types.ndarray, dunders, 1) &&
           native_methods(in, torch->types.ndarray, in_prelude, NATIVE_COUNT(in_prelude)) &&
           native_methods(in, torch->types.numpy_number, dunders, NATIVE_COUNT(dunders)) &&
           native_methods(in, torch->types.numpy_number, in_prelude, NATIVE_COUNT(in_prelude)) &&
           op_register(in, numpy_ops, IN_METHOD, NULL, torch->types.ndarray, "ndarray") &&
           op_register(in, numpy_ops, IN_METHOD, NULL, torch->types.numpy_number, "generic");
}
