/* Makes torch.device, and the names of memory layouts. There is only the CPU here: other devices
 * can be named and compared; putting a tensor there raises what PyTorch without CUDA raises. */
#include "torch/module.h"

#include "lang/run/native.h"

#include <ctype.h>
#include <stdlib.h>

struct device {
    struct object object;
    const char *type; /* static: of device_types */
    int index;        /* -1: none */
};

static const char *const device_types[] = {
    "cpu",  "cuda", "ipu", "xpu",  "mkldnn", "opengl", "opencl", "ideep", "hip",          "ve",
    "fpga", "ort",  "xla", "lazy", "vulkan", "mps",    "meta",   "hpu",   "privateuseone"};
#define DEVICE_TYPES (sizeof device_types / sizeof device_types[0])

static bool refuse_type(struct interp *in, const char *text)
{
    scoped_buf names = {.budget = in->memory};
    for (size_t k = 0; k < DEVICE_TYPES; k++) {
        buf_printf(&names, "%s%s", k > 0 ? ", " : "", device_types[k]);
    }
    raise_exception(in, EXCEPTION_RuntimeError,
                    "Expected one of %s device type at start of device string: %s",
                    buf_text(&names), text);
    return false;
}

/* "cuda:1" */
static bool read_text(struct interp *in, const char *text, const char **type, int *index)
{
    size_t len = strcspn(text, ":");
    *type = NULL;
    *index = -1;
    for (size_t k = 0; k < DEVICE_TYPES; k++) {
        if (strlen(device_types[k]) == len && strncmp(device_types[k], text, len) == 0) {
            *type = device_types[k];
        }
    }
    if (*type == NULL) {
        scoped_buf word = {.budget = in->memory};
        buf_put(&word, text, len);
        refuse_type(in, buf_text(&word));
        return false;
    }
    if (text[len] == ':') {
        char *end;
        long n = strtol(text + len + 1, &end, 10);
        if (!isdigit((unsigned char)text[len + 1]) || *end != '\0' || n > 127) {
            return raise_exception(in, EXCEPTION_RuntimeError, "Invalid device string: '%s'", text);
        }
        *index = (int)n;
    }
    return true;
}

static bool is_device(struct interp *in, struct value v)
{
    return v.type == VALUE_OBJECT && v.o->class == torch_of(in)->types.device;
}

static bool read_device(struct interp *in, struct value v, const char **type, int *index)
{
    if (is_device(in, v)) {
        *type = ((const struct device *)v.o)->type;
        *index = ((const struct device *)v.o)->index;
        return true;
    }
    if (v.type == VALUE_INT && v.i >= 0 && v.i < 128) {
        *type = "cuda";
        *index = (int)v.i;
        return true;
    }
    if (str_is(v)) {
        return read_text(in, str_text(v), type, index);
    }
    return raise_exception(in, EXCEPTION_TypeError,
                           "device(): argument 'device' (position 1) must be torch.device, not %s",
                           value_type_name(v));
}

static bool make(struct interp *in, const char *type, int index, struct value *out)
{
    struct device *d = object_new(in, torch_of(in)->types.device);
    *out = value_object(d);
    if (d != NULL) {
        d->type = type;
        d->index = index;
    }
    return d != NULL;
}

bool device_new(struct interp *in, const char *name, struct value *out)
{
    const char *type;
    int index;
    return read_text(in, name, &type, &index) && make(in, type, index, out);
}

bool device_check(struct interp *in, struct value v)
{
    const char *type;
    int index;
    if (v.type == VALUE_NONE || v.type == VALUE_NOT_IMPLEMENTED) {
        return true;
    }
    if (!read_device(in, v, &type, &index)) {
        return false;
    }
    if (strcmp(type, "cpu") == 0) {
        return true;
    }
    if (strcmp(type, "cuda") == 0) {
        return raise_exception(in, EXCEPTION_AssertionError,
                               "Torch not compiled with CUDA enabled");
    }
    if (strcmp(type, "mps") == 0) {
        return raise_exception(in, EXCEPTION_RuntimeError,
                               "PyTorch is not linked with support for mps devices");
    }
    return raise_unsupported(in, "the device '%s' is not supported: qkv computes on the CPU", type);
}

static bool device_create(struct interp *in, struct class *class, const struct args *args,
                          struct value *out)
{
    struct value at[2];
    const char *type;
    int index;
    int64_t n;
    bool by_type = false;
    for (int k = 0; k < args->keyword_count; k++) {
        by_type |= strcmp(args->names[k]->text, "type") == 0;
    }
    const char *pattern = by_type ? "device(type, index=None)" : "device(device, index=None)";
    if (!arguments_take(in, args, pattern, at) || !read_device(in, at[0], &type, &index)) {
        return false;
    }
    if (given_some(at[1])) {
        if (index >= 0) {
            return raise_exception(
                in, EXCEPTION_RuntimeError,
                "type (string) must not include an index because index was passed "
                "explicitly: %s:%d",
                type, index);
        }
        if (!value_to_int(in, at[1], &n)) {
            return false;
        }
        index = (int)n;
    }
    return make(in, type, index, out);
}

static bool device_repr(struct interp *in, struct value self, struct buf *out)
{
    const struct device *d = (const struct device *)self.o;
    buf_printf(out, "device(type='%s'", d->type);
    if (d->index >= 0) {
        buf_printf(out, ", index=%d", d->index);
    }
    buf_putc(out, ')');
    return true;
}

static bool device_str(struct interp *in, struct value self, struct buf *out)
{
    const struct device *d = (const struct device *)self.o;
    buf_puts(out, d->type);
    if (d->index >= 0) {
        buf_printf(out, ":%d", d->index);
    }
    return true;
}

static bool device_get(struct interp *in, struct value self, struct str *name, struct value *out,
                       bool *found)
{
    const struct device *d = (const struct device *)self.o;
    *found = true;
    if (strcmp(name->text, "type") == 0) {
        *out = value_object(str_intern(in, d->type));
        return out->type == VALUE_OBJECT;
    }
    if (strcmp(name->text, "index") == 0) {
        *out = d->index >= 0 ? value_int(d->index) : value_none();
        return true;
    }
    *found = false;
    return true;
}

static bool device_compare(struct interp *in, enum operator_ op, struct value left,
                           struct value right, bool self_is_right, struct value *out, bool *handled)
{
    *handled = is_device(in, left) && is_device(in, right) && (op == OP_EQ || op == OP_NE);
    if (*handled) {
        const struct device *a = (const struct device *)left.o, *b = (const struct device *)right.o;
        bool same = strcmp(a->type, b->type) == 0 && a->index == b->index;
        *out = value_bool(same == (op == OP_EQ));
    }
    return true;
}

static bool device_hash(struct interp *in, struct value self, uint64_t *out)
{
    const struct device *d = (const struct device *)self.o;
    uint64_t h = 5381;
    for (const char *p = d->type; *p != '\0'; p++) {
        h = h * 33 + (unsigned char)*p;
    }
    *out = h * 33 + (uint64_t)(d->index + 1);
    return true;
}

static const struct slots device_slots = {.size = sizeof(struct device),
                                          .create = device_create,
                                          .repr = device_repr,
                                          .str = device_str,
                                          .get = device_get,
                                          .compare = device_compare,
                                          .hash = device_hash};

/* --- layouts and memory formats: names only --- */

struct layout {
    struct object object;
    const char *text;
};

static bool layout_repr(struct interp *in, struct value self, struct buf *out)
{
    buf_printf(out, "torch.%s", ((const struct layout *)self.o)->text);
    return true;
}

static const struct slots layout_slots = {.size = sizeof(struct layout), .repr = layout_repr};

bool device_format_is_contiguous(struct value v)
{
    return v.type == VALUE_OBJECT && v.o->class->slots == &layout_slots &&
           strcmp(((const struct layout *)v.o)->text, "contiguous_format") == 0;
}

static const struct {
    const char *name, *class;
} layouts[] = {
    {"strided", "layout"},
    {"sparse_coo", "layout"},
    {"contiguous_format", "memory_format"},
    {"preserve_format", "memory_format"},
    {"channels_last", "memory_format"},
    {"channels_last_3d", "memory_format"},
};

bool device_init(struct interp *in)
{
    struct torch *torch = torch_of(in);
    torch->types.device = interp_class(in, "device", "torch", NULL, &device_slots);
    torch->types.layout = interp_class(in, "layout", "torch", NULL, &layout_slots);
    if (torch->types.device == NULL || torch->types.layout == NULL) {
        return false;
    }
    torch->types.device->said = "torch.device";
    torch->types.layout->said = "torch.layout";
    return true;
}

bool device_register(struct interp *in, struct dict *into)
{
    struct torch *torch = torch_of(in);
    struct class *format = interp_class(in, "memory_format", "torch", NULL, &layout_slots);
    if (format == NULL || !interp_set(in, into, "device", value_object(torch->types.device)) ||
        !interp_set(in, into, "layout", value_object(torch->types.layout)) ||
        !interp_set(in, into, "memory_format", value_object(format))) {
        return false;
    }
    for (size_t k = 0; k < sizeof layouts / sizeof layouts[0]; k++) {
        bool is_layout = strcmp(layouts[k].class, "layout") == 0;
        struct layout *l = object_new(in, is_layout ? torch->types.layout : format);
        if (l == NULL || !interp_set(in, into, layouts[k].name, value_object(l))) {
            return false;
        }
        l->text = layouts[k].name;
    }
    return true;
}
