/* Makes torch.float32 and its companions, torch.finfo and torch.iinfo. Types that tensors here do
 * not have exist by name, so that code may compare with them; using one for a tensor is refused. */
#include "base/named.h"
#include "torch/module.h"

#include "lang/run/native.h"

#include <float.h>

/* "To add a dtype: one row." */
static const struct dtype_row {
    const char *name, *alias;
    enum dtype dtype; /* when supported */
    bool supported, is_float, is_complex, is_signed;
    int bytes;
} dtype_rows[] = {
    {"bool", NULL, DTYPE_BOOL, true, false, false, false, 1},
    {"uint8", NULL, DTYPE_UINT8, true, false, false, false, 1},
    {"int8", NULL, DTYPE_INT8, true, false, false, true, 1},
    {"int16", "short", DTYPE_INT16, true, false, false, true, 2},
    {"int32", "int", DTYPE_INT32, true, false, false, true, 4},
    {"int64", "long", DTYPE_INT64, true, false, false, true, 8},
    {"float32", "float", DTYPE_FLOAT32, true, true, false, true, 4},
    {"float64", "double", DTYPE_FLOAT64, true, true, false, true, 8},
    {"float16", "half", DTYPE_FLOAT16, true, true, false, true, 2},
    {"bfloat16", NULL, DTYPE_BFLOAT16, true, true, false, true, 2},
    {"complex32", "chalf", DTYPE_FLOAT32, false, false, true, true, 4},
    {"complex64", "cfloat", DTYPE_COMPLEX64, true, false, true, true, 8},
    {"complex128", "cdouble", DTYPE_FLOAT64, false, false, true, true, 16},
    {"qint8", NULL, DTYPE_INT64, false, false, false, true, 1},
    {"quint8", NULL, DTYPE_INT64, false, false, false, false, 1},
    {"qint32", NULL, DTYPE_INT64, false, false, false, true, 4},
};
#define DTYPE_ROWS (sizeof dtype_rows / sizeof dtype_rows[0])

static const struct dtype_row *row_of(struct value v)
{
    const char *name = ((const struct dtype_object *)v.o)->name;
    int k = NAMED(dtype_rows, name);
    return &dtype_rows[k >= 0 ? k : 0];
}

static bool is_dtype(struct interp *in, struct value v)
{
    return v.type == VALUE_OBJECT && v.o->class == torch_of(in)->types.dtype;
}

static bool dtype_repr(struct interp *in, struct value self, struct buf *out)
{
    buf_printf(out, "torch.%s", ((const struct dtype_object *)self.o)->name);
    return true;
}

static bool dtype_get(struct interp *in, struct value self, struct str *name, struct value *out,
                      bool *found)
{
    const struct dtype_row *row = row_of(self);
    *found = true;
    if (strcmp(name->text, "is_floating_point") == 0) {
        *out = value_bool(row->is_float);
    } else if (strcmp(name->text, "is_complex") == 0) {
        *out = value_bool(row->is_complex);
    } else if (strcmp(name->text, "is_signed") == 0) {
        *out = value_bool(row->is_signed);
    } else if (strcmp(name->text, "itemsize") == 0) {
        *out = value_int(row->bytes);
    } else {
        *found = false;
    }
    return true;
}

static const struct slots dtype_slots = {
    .size = sizeof(struct dtype_object), .repr = dtype_repr, .get = dtype_get};

static struct value make_dtype(struct interp *in, const struct dtype_row *row)
{
    struct dtype_object *d = object_new(in, torch_of(in)->types.dtype);
    if (d != NULL) {
        d->name = row->name;
        d->dtype = row->dtype;
        d->supported = row->supported;
    }
    return value_object(d);
}

bool dtype_of_value(struct interp *in, struct value v, enum dtype *out, bool *fits)
{
    *fits = true;
    if (is_dtype(in, v)) {
        const struct dtype_object *d = (const struct dtype_object *)v.o;
        *out = d->dtype;
        return d->supported ||
               raise_unsupported(in,
                                 "torch.%s tensors are not supported; qkv has float32, float64, "
                                 "float16, bfloat16, complex64, int64, int32, int16, int8, uint8 "
                                 "and bool",
                                 d->name);
    }
    if (v.type == VALUE_OBJECT && v.o == &in->types.floating->object) {
        *out = DTYPE_FLOAT64;
    } else if (v.type == VALUE_OBJECT && v.o == &in->types.integer->object) {
        *out = DTYPE_INT64;
    } else if (v.type == VALUE_OBJECT && v.o == &in->types.boolean->object) {
        *out = DTYPE_BOOL;
    } else {
        *fits = false;
    }
    return true;
}

/* --- finfo, iinfo --- */

static const struct info_row {
    const char *name;
    bool is_float;
    int bits;
    double min, max, eps, tiny, resolution;
    int64_t low, high;
} info_rows[] = {
    {"float16", true, 16, -65504, 65504, 0x1p-10, 0x1p-14, 1e-3, 0, 0},
    {"bfloat16", true, 16, -0x1.fep127, 0x1.fep127, 0x1p-7, 0x1p-126, 1e-2, 0, 0},
    {"float32", true, 32, -(double)FLT_MAX, (double)FLT_MAX, (double)FLT_EPSILON, (double)FLT_MIN,
     1e-6, 0, 0},
    {"float64", true, 64, -DBL_MAX, DBL_MAX, DBL_EPSILON, DBL_MIN, 1e-15, 0, 0},
    {"uint8", false, 8, 0, 0, 0, 0, 0, 0, UINT8_MAX},
    {"int8", false, 8, 0, 0, 0, 0, 0, INT8_MIN, INT8_MAX},
    {"int16", false, 16, 0, 0, 0, 0, 0, INT16_MIN, INT16_MAX},
    {"int32", false, 32, 0, 0, 0, 0, 0, INT32_MIN, INT32_MAX},
    {"int64", false, 64, 0, 0, 0, 0, 0, INT64_MIN, INT64_MAX},
};

struct info {
    struct object object;
    const struct info_row *row;
};

static const struct info_row *info_row(const char *name)
{
    int k = NAMED(info_rows, name);
    return k >= 0 ? &info_rows[k] : NULL;
}

static bool info_create(struct interp *in, struct class *class, const struct args *args,
                        struct value *out)
{
    struct torch *torch = torch_of(in);
    bool wants_float = class == torch->types.finfo;
    struct value type;
    if (!arguments_take(in, args, wants_float ? "finfo(type=None)" : "iinfo(type)", &type)) {
        return false;
    }
    if (!given(type)) {
        type = torch->dtypes[torch->default_dtype];
    }
    if (!is_dtype(in, type)) {
        return raise_exception(in, EXCEPTION_TypeError,
                               "%s(): argument 'type' (position 1) must be torch.dtype, not %s",
                               class->name->text, value_type_name(type));
    }
    const char *name = row_of(type)->name;
    const struct info_row *row = info_row(strcmp(name, "complex64") == 0 ? "float32" : name);
    if (row == NULL || row->is_float != wants_float) {
        return raise_exception(
            in, EXCEPTION_TypeError,
            wants_float ? "torch.finfo() requires a floating point input type. Use "
                          "torch.iinfo to handle 'torch.finfo'"
                        : "torch.iinfo() requires an integer input type. Use torch.finfo "
                          "to handle 'torch.iinfo'");
    }
    struct info *info = object_new(in, class);
    *out = value_object(info);
    if (info != NULL) {
        info->row = row;
    }
    return info != NULL;
}

static bool info_repr(struct interp *in, struct value self, struct buf *out)
{
    const struct info_row *r = ((const struct info *)self.o)->row;
    if (r->is_float) {
        buf_printf(out,
                   "finfo(resolution=%g, min=%g, max=%g, eps=%g, smallest_normal=%g, tiny=%g, "
                   "dtype=%s)",
                   r->resolution, r->min, r->max, r->eps, r->tiny, r->tiny, r->name);
    } else {
        buf_printf(out, "iinfo(min=%g, max=%g, dtype=%s)", (double)r->low, (double)r->high,
                   r->name);
    }
    return true;
}

static bool info_get(struct interp *in, struct value self, struct str *name, struct value *out,
                     bool *found)
{
    const struct info_row *r = ((const struct info *)self.o)->row;
    const struct {
        const char *name;
        bool of_float, of_int;
        struct value value;
    } members[] = {
        {"bits", true, true, value_int(r->bits)},
        {"min", true, true, r->is_float ? value_float(r->min) : value_int(r->low)},
        {"max", true, true, r->is_float ? value_float(r->max) : value_int(r->high)},
        {"eps", true, false, value_float(r->eps)},
        {"tiny", true, false, value_float(r->tiny)},
        {"smallest_normal", true, false, value_float(r->tiny)},
        {"resolution", true, false, value_float(r->resolution)},
    };
    for (size_t k = 0; k < sizeof members / sizeof members[0]; k++) {
        if (strcmp(members[k].name, name->text) == 0 &&
            (r->is_float ? members[k].of_float : members[k].of_int)) {
            *out = members[k].value;
            *found = true;
            return true;
        }
    }
    if (strcmp(name->text, "dtype") == 0) {
        *found = true;
        *out = value_object(str_intern(in, r->name));
        return out->type == VALUE_OBJECT;
    }
    return true;
}

static const struct slots info_slots = {
    .size = sizeof(struct info), .create = info_create, .repr = info_repr, .get = info_get};

bool dtype_init(struct interp *in)
{
    struct torch *torch = torch_of(in);
    torch->types.dtype = interp_class(in, "dtype", "torch", NULL, &dtype_slots);
    torch->types.finfo = interp_class(in, "finfo", "torch", NULL, &info_slots);
    torch->types.iinfo = interp_class(in, "iinfo", "torch", NULL, &info_slots);
    if (torch->types.dtype == NULL || torch->types.finfo == NULL || torch->types.iinfo == NULL) {
        return false;
    }
    torch->types.dtype->said = "torch.dtype";
    torch->types.finfo->said = "torch.finfo";
    torch->types.iinfo->said = "torch.iinfo";
    for (size_t k = 0; k < DTYPE_ROWS; k++) {
        if (dtype_rows[k].supported) {
            struct value v = make_dtype(in, &dtype_rows[k]);
            torch->dtypes[dtype_rows[k].dtype] = v;
            if (v.type != VALUE_OBJECT) {
                return false;
            }
        }
    }
    return true;
}

bool dtype_register(struct interp *in, struct dict *into)
{
    struct torch *torch = torch_of(in);
    for (size_t k = 0; k < DTYPE_ROWS; k++) {
        const struct dtype_row *row = &dtype_rows[k];
        struct value v = row->supported ? torch->dtypes[row->dtype] : make_dtype(in, row);
        if (v.type != VALUE_OBJECT || !interp_set(in, into, row->name, v) ||
            (row->alias != NULL && !interp_set(in, into, row->alias, v))) {
            return false;
        }
    }
    return interp_set(in, into, "dtype", value_object(torch->types.dtype)) &&
           interp_set(in, into, "finfo", value_object(torch->types.finfo)) &&
           interp_set(in, into, "iinfo", value_object(torch->types.iinfo));
}
