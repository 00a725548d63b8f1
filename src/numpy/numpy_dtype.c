/* Makes NumPy's types: np.float64 (the class of a scalar), np.dtype('float64'), and which type an
 * operation computes in. */
#include "numpy/numpy_dtype.h"

#include "base/named.h"
#include "numpy/numpy.h"

#include "lang/run/native.h"
#include "torch/torch.h"

struct numpy_dtype {
    struct object object;
    enum dtype dtype;
};

/* "To add a name for a type: one row." */
static const struct {
    const char *name;
    enum dtype dtype;
    bool attribute; /* np.NAME is the scalar's class */
} names[] = {
    {"float64", DTYPE_FLOAT64, true}, {"float_", DTYPE_FLOAT64, true},
    {"double", DTYPE_FLOAT64, true},  {"float", DTYPE_FLOAT64, false},
    {"f8", DTYPE_FLOAT64, false},     {"d", DTYPE_FLOAT64, false},
    {"<f8", DTYPE_FLOAT64, false},    {"float32", DTYPE_FLOAT32, true},
    {"single", DTYPE_FLOAT32, true},  {"f4", DTYPE_FLOAT32, false},
    {"f", DTYPE_FLOAT32, false},      {"<f4", DTYPE_FLOAT32, false},
    {"int64", DTYPE_INT64, true},     {"int_", DTYPE_INT64, true},
    {"intp", DTYPE_INT64, true},      {"longlong", DTYPE_INT64, true},
    {"int", DTYPE_INT64, false},      {"i8", DTYPE_INT64, false},
    {"<i8", DTYPE_INT64, false},      {"l", DTYPE_INT64, false},
    {"int32", DTYPE_INT32, true},     {"intc", DTYPE_INT32, true},
    {"i4", DTYPE_INT32, false},       {"i", DTYPE_INT32, false},
    {"<i4", DTYPE_INT32, false},      {"uint8", DTYPE_UINT8, true},
    {"ubyte", DTYPE_UINT8, true},     {"u1", DTYPE_UINT8, false},
    {"B", DTYPE_UINT8, false},        {"bool", DTYPE_BOOL, false},
    {"bool_", DTYPE_BOOL, true},      {"bool8", DTYPE_BOOL, true},
    {"?", DTYPE_BOOL, false},         {"b1", DTYPE_BOOL, false},
    {"float16", DTYPE_FLOAT16, true}, {"half", DTYPE_FLOAT16, true},
    {"f2", DTYPE_FLOAT16, false},     {"e", DTYPE_FLOAT16, false},
    {"<f2", DTYPE_FLOAT16, false},    {"int16", DTYPE_INT16, true},
    {"short", DTYPE_INT16, true},     {"i2", DTYPE_INT16, false},
    {"h", DTYPE_INT16, false},        {"<i2", DTYPE_INT16, false},
    {"int8", DTYPE_INT8, true},       {"byte", DTYPE_INT8, true},
    {"i1", DTYPE_INT8, false},        {"b", DTYPE_INT8, false},
};

/* Known by name, not as arrays. */
static const char *const unsupported[] = {"uint16",    "uint32",     "uint64", "longdouble",
                                          "complex64", "complex128", "str_",   "object_",
                                          "bytes_",    "uint",       "complex"};

const char *numpy_dtype_name(enum dtype d)
{
    return dtype_name(d);
}

static bool unsupported_type(struct interp *in, const char *name)
{
    return raise_unsupported(in,
                             "NumPy's %s arrays are not supported; qkv has float64, float32, "
                             "float16, int64, int32, int16, int8, uint8 and bool",
                             name);
}

/* --- dtype objects --- */

bool numpy_dtype_new(struct interp *in, enum dtype d, struct value *out)
{
    scoped_buf name = {.budget = in->memory}, key = {.budget = in->memory};
    buf_printf(&name, "dtype[%s]", numpy_dtype_name(d)); /* each has a class of its own */
    buf_printf(&key, "numpy.%s", buf_text(&name));
    struct class *class = class_on_demand(in, buf_text(&key), buf_text(&name), "numpy",
                                          torch_of(in)->types.numpy_dtype, &numpy_dtype_slots);
    struct numpy_dtype *o = class != NULL ? object_new(in, class) : NULL;
    *out = value_object(o);
    if (o != NULL) {
        o->dtype = d;
    }
    return o != NULL;
}

/* *known = false: v names no type. */
static bool find(struct interp *in, struct value v, enum dtype *out, bool *known)
{
    struct torch *torch = torch_of(in);
    *known = true;
    if (v.type != VALUE_OBJECT) {
        *known = v.type == VALUE_NONE;
        *out = DTYPE_FLOAT64;
        return true;
    }
    if (value_isinstance(in, v, torch->types.numpy_dtype)) {
        *out = ((const struct numpy_dtype *)v.o)->dtype;
        return true;
    }
    for (int k = 0; k < DTYPE_COUNT; k++) {
        if (torch->types.numpy_numbers[k] != NULL &&
            v.o == &torch->types.numpy_numbers[k]->object) {
            *out = (enum dtype)k;
            return true;
        }
    }
    if (v.o == &in->types.floating->object || v.o == &in->types.integer->object ||
        v.o == &in->types.boolean->object) {
        *out = v.o == &in->types.floating->object  ? DTYPE_FLOAT64
               : v.o == &in->types.integer->object ? DTYPE_INT64
                                                   : DTYPE_BOOL;
        return true;
    }
    const char *name = str_is(v) ? str_text(v) : NULL;
    if (name == NULL && class_is(in, v) &&
        (v.o == &in->types.complex->object ||
         class_is_subclass((const struct class *)v.o, torch->types.numpy_number))) {
        name = ((const struct class *)v.o)->name->text;
    }
    int k = NAMED(names, name);
    if (k >= 0) {
        *out = names[k].dtype;
        return true;
    }
    if (NAMED(unsupported, name) >= 0) {
        return unsupported_type(in, name);
    }
    *known = false;
    return true;
}

bool numpy_dtype_read(struct interp *in, struct value v, enum dtype *out)
{
    bool known;
    if (!find(in, v, out, &known)) {
        return false;
    }
    if (known) {
        return true;
    }
    if (str_is(v)) {
        return raise_exception(in, EXCEPTION_TypeError, "data type '%s' not understood",
                               str_text(v));
    }
    scoped_buf text = {.budget = in->memory};
    if (value_repr(in, v, &text)) {
        raise_exception(in, EXCEPTION_TypeError, "Cannot interpret '%s' as a data type",
                        buf_text(&text));
    }
    return false;
}

bool numpy_dtype_take(struct call *c, int k, enum dtype *out, bool *is_given)
{
    *is_given = c->arg[k].value.type != VALUE_NONE;
    return !*is_given || numpy_dtype_read(c->in, c->arg[k].value, out);
}

static bool dtype_create(struct interp *in, struct class *class, const struct args *args,
                         struct value *out)
{
    struct value v;
    enum dtype d;
    return arguments_take(in, args, "dtype(dtype)", &v) && numpy_dtype_read(in, v, &d) &&
           numpy_dtype_new(in, d, out);
}

static bool dtype_repr(struct interp *in, struct value self, struct buf *out)
{
    buf_printf(out, "dtype('%s')", dtype_name(((const struct numpy_dtype *)self.o)->dtype));
    return true;
}

static bool dtype_str(struct interp *in, struct value self, struct buf *out)
{
    buf_puts(out, dtype_name(((const struct numpy_dtype *)self.o)->dtype));
    return true;
}

static bool dtype_get(struct interp *in, struct value self, struct str *name, struct value *out,
                      bool *found)
{
    enum dtype d = ((const struct numpy_dtype *)self.o)->dtype;
    const char *kind = d == DTYPE_BOOL     ? "b"
                       : d == DTYPE_UINT8  ? "u"
                       : dtype_is_float(d) ? "f"
                                           : "i";
    const char *text = strcmp(name->text, "name") == 0   ? dtype_name(d)
                       : strcmp(name->text, "kind") == 0 ? kind
                                                         : NULL;
    *found = true;
    if (text != NULL) {
        *out = value_object(str_intern(in, text));
        return out->type == VALUE_OBJECT;
    }
    if (strcmp(name->text, "itemsize") == 0) {
        *out = value_int((int64_t)dtype_size(d));
        return true;
    }
    if (strcmp(name->text, "type") == 0) {
        *out = value_object(torch_of(in)->types.numpy_numbers[d]);
        return true;
    }
    *found = false;
    return true;
}

static bool dtype_compare(struct interp *in, enum operator_ op, struct value left,
                          struct value right, bool self_is_right, struct value *out, bool *handled)
{
    struct value other = self_is_right ? left : right;
    enum dtype mine = ((const struct numpy_dtype *)(self_is_right ? right : left).o)->dtype,
               d = mine;
    bool known;
    *handled = op == OP_EQ || op == OP_NE;
    if (!*handled) {
        return true;
    }
    if (!find(in, other, &d, &known)) {
        return false;
    }
    bool same = known && other.type != VALUE_NONE && d == mine;
    *out = value_bool(same == (op == OP_EQ));
    return true;
}

static bool dtype_hash(struct interp *in, struct value self, uint64_t *out)
{
    *out = 7919u * ((uint64_t)((const struct numpy_dtype *)self.o)->dtype + 1);
    return true;
}

const struct slots numpy_dtype_slots = {.size = sizeof(struct numpy_dtype),
                                        .create = dtype_create,
                                        .repr = dtype_repr,
                                        .str = dtype_str,
                                        .get = dtype_get,
                                        .compare = dtype_compare,
                                        .hash = dtype_hash};

/* --- the classes of scalars --- */

/* NumPy's tree: generic > number > inexact > floating > float64; abstract ones for isinstance. */
static const struct {
    const char *name, *base;
} tree[] = {
    {"number", "generic"},          {"integer", "number"}, {"signedinteger", "integer"},
    {"unsignedinteger", "integer"}, {"inexact", "number"}, {"floating", "inexact"},
};

static struct class *class_named(struct interp *in, const char *name)
{
    struct torch *torch = torch_of(in);
    if (strcmp(name, "generic") == 0) {
        return torch->types.numpy_number;
    }
    scoped_buf key = {.budget = in->memory};
    struct value known;
    buf_printf(&key, "numpy.%s", name);
    struct str *text = str_intern(in, buf_text(&key));
    return text != NULL && dict_get_str(torch->made, text, &known) ? (struct class *)known.o : NULL;
}

static struct class *make_class(struct interp *in, const char *name, const char *base)
{
    scoped_buf key = {.budget = in->memory};
    struct class *under = class_named(in, base);
    buf_printf(&key, "numpy.%s", name);
    struct class *c = under == NULL ? NULL
                                    : class_on_demand(in, buf_text(&key), name, "numpy", under,
                                                      &numpy_number_slots);
    return c;
}

/* np.float64 is also a Python float, for isinstance. */
static struct class *make_float64(struct interp *in)
{
    struct class *bases[2] = {class_named(in, "floating"), in->types.floating};
    struct str *name = str_intern(in, "float64");
    struct dict *dict = dict_new(in);
    if (name == NULL || dict == NULL) {
        return NULL;
    }
    struct class *c = class_make(in, name, 2, bases, dict, "numpy");
    if (c != NULL) {
        c->native = true;
        c->has_python_methods = false;
        c->slots = &numpy_number_slots;
        c->said = "numpy.float64";
    }
    return c;
}

bool numpy_dtype_init(struct interp *in)
{
    static const struct {
        enum dtype dtype;
        const char *name, *base;
    } scalars[] = {
        {DTYPE_BOOL, "bool_", "generic"},        {DTYPE_UINT8, "uint8", "unsignedinteger"},
        {DTYPE_INT32, "int32", "signedinteger"}, {DTYPE_INT64, "int64", "signedinteger"},
        {DTYPE_FLOAT32, "float32", "floating"},  {DTYPE_FLOAT16, "float16", "floating"},
        {DTYPE_INT8, "int8", "signedinteger"},   {DTYPE_INT16, "int16", "signedinteger"},
    };
    struct torch *torch = torch_of(in);
    torch->types.numpy_dtype = interp_class(in, "dtype", "numpy", NULL, &numpy_dtype_slots);
    torch->types.numpy_number = interp_class(in, "generic", "numpy", NULL, &numpy_number_slots);
    if (torch->types.numpy_dtype == NULL || torch->types.numpy_number == NULL) {
        return false;
    }
    for (size_t k = 0; k < sizeof tree / sizeof tree[0]; k++) {
        if (make_class(in, tree[k].name, tree[k].base) == NULL) {
            return false;
        }
    }
    for (size_t k = 0; k < sizeof scalars / sizeof scalars[0]; k++) {
        struct class *c = make_class(in, scalars[k].name, scalars[k].base);
        torch->types.numpy_numbers[scalars[k].dtype] = c;
        if (c == NULL) {
            return false;
        }
    }
    torch->types.numpy_numbers[DTYPE_FLOAT64] = make_float64(in);
    return torch->types.numpy_numbers[DTYPE_FLOAT64] != NULL;
}

bool numpy_dtype_register(struct interp *in, struct dict *into)
{
    struct torch *torch = torch_of(in);
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        struct class *c = torch->types.numpy_numbers[names[k].dtype];
        if (names[k].attribute && !interp_set(in, into, names[k].name, value_object(c))) {
            return false;
        }
    }
    for (size_t k = 0; k < sizeof unsupported / sizeof unsupported[0]; k++) {
        struct class *c = make_class(in, unsupported[k], "generic");
        if (c == NULL || !interp_set(in, into, unsupported[k], value_object(c))) {
            return false;
        }
    }
    for (size_t k = 0; k < sizeof tree / sizeof tree[0]; k++) {
        struct class *c = class_named(in, tree[k].name);
        if (!interp_set(in, into, tree[k].name, value_object(c))) {
            return false;
        }
    }
    return interp_set(in, into, "generic", value_object(torch->types.numpy_number)) &&
           interp_set(in, into, "dtype", value_object(torch->types.numpy_dtype));
}

/* --- promotion --- */

enum dtype numpy_promote(enum dtype a, enum dtype b)
{
    enum dtype low = a < b ? a : b, high = a < b ? b : a;
    bool wide = low == DTYPE_INT32 || low == DTYPE_INT64;
    if ((high == DTYPE_FLOAT32 || high == DTYPE_FLOAT16) && wide) {
        return DTYPE_FLOAT64;
    }
    return high == DTYPE_FLOAT16 && low == DTYPE_INT16 ? DTYPE_FLOAT32 : dtype_promote(a, b);
}

/* The smallest signed type that holds the number; uint8 too for what is not negative. */
static enum dtype holds(int64_t i, enum dtype array)
{
    if (array == DTYPE_UINT8 && i >= 0) {
        return DTYPE_UINT8;
    }
    return i >= INT8_MIN && i <= INT8_MAX     ? DTYPE_INT8
           : i >= INT16_MIN && i <= INT16_MAX ? DTYPE_INT16
           : i >= INT32_MIN && i <= INT32_MAX ? DTYPE_INT32
                                              : DTYPE_INT64;
}

enum dtype numpy_result_type(int count, const struct tensor *const *operands)
{
    int arrays = -1, scalars = -1; /* the highest kinds */
    bool any_array = false, any = false;
    enum dtype of_arrays = DTYPE_BOOL, of_all = DTYPE_BOOL;
    int64_t least = 0, most = 0; /* of the integer scalars */
    for (int k = 0; k < count; k++) {
        const struct tensor *t = operands[k];
        int kind = (int)dtype_category(t->dtype);
        of_all = any ? numpy_promote(of_all, t->dtype) : t->dtype;
        any = true;
        if (t->ndim > 0) {
            of_arrays = any_array ? numpy_promote(of_arrays, t->dtype) : t->dtype;
            any_array = true;
            arrays = kind > arrays ? kind : arrays;
        } else {
            scalars = kind > scalars ? kind : scalars;
            if (dtype_category(t->dtype) == CATEGORY_INT) {
                int64_t i = tensor_int_at(t, t->offset);
                least = i < least ? i : least;
                most = i > most ? i : most;
            }
        }
    }
    if (!any_array || scalars > arrays) {
        return of_all;
    }
    if (dtype_category(of_arrays) == CATEGORY_INT) {
        of_arrays = dtype_promote(of_arrays, holds(least, of_arrays));
        of_arrays = dtype_promote(of_arrays, holds(most, of_arrays));
    }
    return of_arrays;
}
