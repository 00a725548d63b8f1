/* Makes torch.Size and the named tuples that max(dim), sort, topk return: tuples with another text.
 */
#include "torch/size.h"

#include "torch/torch.h"

#include "lang/run/label.h"
#include "lang/run/native.h"

/* --- Size --- */

/* Slicing, adding and repeating a Size gives a Size. v is a tuple that was made just now. */
static void become_size(struct interp *in, struct value v)
{
    v.o->class = torch_of(in)->types.size;
}

bool size_new(struct interp *in, int count, const int64_t *sizes, const struct tensor_object *of,
              struct value *out)
{
    struct list *t = tuple_new(in, count, NULL);
    for (int k = 0; t != NULL && k < count; k++) {
        t->at[k] = value_labelled(sizes[k], of != NULL ? label_of_size(of->serial, k) : 0);
    }
    *out = value_object(t);
    if (t != NULL) {
        become_size(in, *out);
    }
    return t != NULL;
}

static bool size_create(struct interp *in, struct class *class, const struct args *args,
                        struct value *out)
{
    struct list *items = NULL;
    if (!arguments_count(in, args, "Size", 0, 1)) {
        return false;
    }
    if (args->count == 1 && (items = list_of(in, args->at[0])) == NULL) {
        return false;
    }
    int64_t count = items != NULL ? items->count : 0;
    struct list *t = tuple_new(in, count, NULL);
    for (int64_t k = 0; t != NULL && k < count; k++) {
        struct value v = items->at[k];
        int64_t n;
        if (v.type != VALUE_INT && v.type != VALUE_BOOL &&
            (v.type != VALUE_OBJECT || !native_is_index(in, v))) {
            return raise_exception(in, EXCEPTION_TypeError,
                                   "torch.Size() takes an iterable of 'int' (item %lld is '%s')",
                                   (long long)k, value_type_name(v));
        }
        if (!value_to_int(in, v, &n)) {
            return false;
        }
        t->at[k] = value_labelled(n, v.type == VALUE_INT ? v.label : 0);
    }
    *out = value_object(t);
    if (t != NULL) {
        t->object.class = class;
    }
    return t != NULL;
}

static bool size_repr(struct interp *in, struct value self, struct buf *out)
{
    const struct list *t = (const struct list *)self.o;
    buf_puts(out, "torch.Size([");
    for (int64_t k = 0; k < t->count; k++) {
        buf_puts(out, k > 0 ? ", " : "");
        if (!value_repr(in, t->at[k], out)) {
            return false;
        }
    }
    buf_puts(out, "])");
    return true;
}

static bool size_get_item(struct interp *in, struct value self, struct value key, struct value *out)
{
    if (!tuple_slots.get_item(in, self, key, out)) {
        return false;
    }
    if (key.type != VALUE_OBJECT || key.o->class != in->types.slice) {
        return true;
    }
    if (out->type == VALUE_OBJECT && out->o == self.o) {
        return true; /* size[:] is itself */
    }
    const struct list *part = (const struct list *)out->o;
    struct list *t = tuple_new(in, part->count, part->at);
    *out = value_object(t);
    if (t != NULL) {
        become_size(in, *out);
    }
    return t != NULL;
}

static bool size_binary(struct interp *in, enum operator_ op, struct value left, struct value right,
                        bool self_is_right, struct value *out, bool *handled)
{
    if (op == OP_ADD && self_is_right) {
        *handled = false; /* (1,) + size is a plain tuple */
        return true;
    }
    if (!tuple_slots.binary(in, op, left, right, self_is_right, out, handled)) {
        return false;
    }
    if (*handled) {
        become_size(in, *out);
    }
    return true;
}

static bool size_numel(struct interp *in, const struct args *args, struct value *out)
{
    if (!arguments_method(in, args, torch_of(in)->types.size, 0, 0)) {
        return false;
    }
    const struct list *t = (const struct list *)args->at[0].o;
    int64_t n = 1;
    for (int64_t k = 0; k < t->count; k++) {
        if (t->at[k].type == VALUE_INT && __builtin_mul_overflow(n, t->at[k].i, &n)) {
            return raise_exception(in, EXCEPTION_OverflowError,
                                   "numel: integer multiplication overflow");
        }
    }
    *out = value_int(n);
    return true;
}

bool size_register(struct interp *in, struct dict *into)
{
    return interp_set(in, into, "Size", value_object(torch_of(in)->types.size));
}

/* --- return types --- */

/* The names of the fields, where they are not values and indices. */
static const struct {
    const char *type;
    const char *fields[4];
} field_names[] = {
    {"aminmax", {"min", "max", NULL}},
    {"slogdet", {"sign", "logabsdet", NULL}},
    {"linalg_slogdet", {"sign", "logabsdet", NULL}},
    {"linalg_inv_ex", {"inverse", "info", NULL}},
    {"linalg_lstsq", {"solution", "residuals", "rank", "singular_values"}},
    {"linalg_qr", {"Q", "R", NULL}},
    {"qr", {"Q", "R", NULL}},
    {"linalg_svd", {"U", "S", "Vh"}},
    {"linalg_eigh", {"eigenvalues", "eigenvectors", NULL}},
    {"svd", {"U", "S", "V"}},
    {"histogram", {"hist", "bin_edges", NULL}},
    {"frexp", {"mantissa", "exponent", NULL}},
};

static const char *field_name(const struct class *class, int64_t at)
{
    static const char *const usual[3] = {"values", "indices", NULL};
    const char *type = class->name->text;
    size_t len = strlen(type);
    len -= len > 4 && strcmp(type + len - 4, "_out") == 0 ? 4 : 0;
    for (size_t k = 0; k < sizeof field_names / sizeof field_names[0]; k++) {
        if (strncmp(field_names[k].type, type, len) == 0 && field_names[k].type[len] == '\0') {
            return at < 4 ? field_names[k].fields[at] : NULL;
        }
    }
    return at < 3 ? usual[at] : NULL;
}

static bool return_repr(struct interp *in, struct value self, struct buf *out)
{
    const struct list *t = (const struct list *)self.o;
    buf_printf(out, "torch.return_types.%s(", t->object.class->name->text);
    for (int64_t k = 0; k < t->count; k++) {
        const char *name = field_name(t->object.class, k);
        buf_printf(out, "%s\n%s=", k > 0 ? "," : "", name != NULL ? name : "?");
        if (!value_repr(in, t->at[k], out)) {
            return false;
        }
    }
    buf_putc(out, ')');
    return true;
}

static bool return_get(struct interp *in, struct value self, struct str *name, struct value *out,
                       bool *found)
{
    const struct list *t = (const struct list *)self.o;
    for (int64_t k = 0; k < t->count; k++) {
        const char *field = field_name(t->object.class, k);
        if (field != NULL && strcmp(field, name->text) == 0) {
            *out = t->at[k];
            *found = true;
        }
    }
    return true;
}

bool return_type_new(struct interp *in, const char *type, int count, const struct value *at,
                     struct value *out)
{
    struct torch *torch = torch_of(in);
    scoped_buf key = {.budget = in->memory};
    buf_printf(&key, "torch.return_types.%s", type);
    struct class *class = class_on_demand(in, buf_text(&key), type, "torch.return_types",
                                          torch->types.return_type, &torch->return_slots);
    struct list *t = class != NULL ? tuple_new(in, count, at) : NULL;
    *out = value_object(t);
    if (t != NULL) {
        t->object.class = class;
    }
    return t != NULL;
}

bool size_init(struct interp *in)
{
    struct torch *torch = torch_of(in);
    torch->size_slots = tuple_slots;
    torch->size_slots.create = size_create;
    torch->size_slots.repr = size_repr;
    torch->size_slots.get_item = size_get_item;
    torch->size_slots.binary = size_binary;
    torch->return_slots = tuple_slots;
    torch->return_slots.create = NULL;
    torch->return_slots.repr = return_repr;
    torch->return_slots.get = return_get;
    torch->types.size = interp_class(in, "Size", "torch", in->types.tuple, &torch->size_slots);
    torch->types.return_type = interp_class(in, "return_type", "torch.return_types",
                                            in->types.tuple, &torch->return_slots);
    if (torch->types.size == NULL || torch->types.return_type == NULL) {
        return false;
    }
    torch->types.size->said = "torch.Size";
    return interp_method(in, torch->types.size, "numel", size_numel, NULL);
}
