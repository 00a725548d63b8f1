/* Takes one argument of a call to a row of ops.def: does the value fit the parameter's type, and
 * what does the body get for it. A function for each type; the table in signature.h tells them all.
 */
#include "torch/call/signature_argument.h"

#include "base/named.h"
#include "lang/object/bigint.h"
#include "lang/object/complex.h"
#include "lang/object/number_derived.h"
#include "lang/run/native.h"

#include "torch/tensor_value.h"
#include "torch/torch.h"

#include <stdlib.h>

static bool number_of(struct interp *in, struct value v, struct argument *a, bool *fits)
{
    struct compute *cx = &torch_of(in)->compute;
    struct tensor_object *t;
    a->value = v;
    if (v.type == VALUE_OBJECT && tensor_object_is(in, v)) {
        t = tensor_object_of(v);
        *fits = tensor_numel(&t->tensor) == 1;
        if (*fits) {
            a->f = tensor_double_at(&t->tensor, t->tensor.offset);
            a->i = dtype_is_float(t->tensor.dtype) ? (int64_t)a->f
                                                   : tensor_int_at(&t->tensor, t->tensor.offset);
            enum dtype d = dtype_is_float(t->tensor.dtype) ? DTYPE_FLOAT64 : t->tensor.dtype;
            a->owned = dtype_is_float(d) ? tensor_from_double(cx, &a->tensor, d, a->f, true)
                                         : tensor_from_int(cx, &a->tensor, d, a->i, true);
            return a->owned;
        }
        return true;
    }
    if (v.type == VALUE_OBJECT && value_isinstance(in, v, torch_of(in)->types.numpy_number) &&
        !tensor_item(in, &tensor_object_of(v)->tensor, &v)) { /* np.float64(2) is 2.0 */
        return false;
    }
    v = number_plain(v); /* a member of an IntEnum */
    if (bigint_is(v)) {
        return bigint_refuse(in);
    }
    if (complex_is(v)) {
        const struct complex *z = (const struct complex *)v.o;
        *fits = true;
        a->f = z->re;
        a->owned = tensor_from_double(cx, &a->tensor, DTYPE_COMPLEX64, z->re, true);
        if (a->owned) {
            *(struct complex64 *)a->tensor.storage->data =
                (struct complex64){(float)z->re, (float)z->im};
        }
        return a->owned;
    }
    *fits = value_is_number(v);
    if (!*fits) {
        return true;
    }
    a->f = value_number(v);
    if (v.type == VALUE_FLOAT) {
        a->i = (int64_t)(a->f > -9e18 && a->f < 9e18 ? a->f : 0);
        a->owned = tensor_from_double(cx, &a->tensor, DTYPE_FLOAT64, a->f, true);
    } else {
        a->i = v.type == VALUE_INT ? v.i : (int64_t)v.b;
        a->owned = tensor_from_int(cx, &a->tensor, v.type == VALUE_INT ? DTYPE_INT64 : DTYPE_BOOL,
                                   a->i, true);
    }
    return a->owned;
}

static bool tensor_of_value(struct interp *in, struct value v, struct argument *a, bool *fits)
{
    *fits = tensor_object_is(in, v);
    a->value = v;
    if (*fits) {
        a->object = tensor_object_of(v);
        a->tensor = a->object->tensor; /* borrowed */
    }
    return true;
}

static bool other_of(struct interp *in, struct value v, struct argument *a, bool *fits)
{
    return tensor_object_is(in, v) ? tensor_of_value(in, v, a, fits) : number_of(in, v, a, fits);
}

bool argument_tensors(struct interp *in, int64_t count, const struct value *at, struct argument *a,
                      bool *fits)
{
    a->tensors = calloc((size_t)count + 1, sizeof *a->tensors);
    if (a->tensors == NULL) {
        return raise_memory(in);
    }
    for (int64_t k = 0; k < count; k++) {
        if (!tensor_object_is(in, at[k])) {
            *fits = false;
            return true;
        }
        a->tensors[k] = tensor_object_of(at[k]);
    }
    a->count = (int)count;
    return true;
}

static bool tensors_of(struct interp *in, struct value v, struct argument *a, bool *fits)
{
    a->value = v;
    *fits = list_is(v) || tuple_is(v) || tensor_object_is(in, v);
    if (!*fits) {
        return true;
    }
    struct list *l = list_of(in, v);
    return l != NULL && argument_tensors(in, l->count, l->at, a, fits);
}

bool argument_int(struct interp *in, struct value v, int64_t *out, bool *fits)
{
    *fits = v.type == VALUE_INT || v.type == VALUE_BOOL;
    if (*fits) {
        *out = v.type == VALUE_INT ? v.i : (int64_t)v.b;
        return true;
    }
    if (v.type != VALUE_OBJECT || v.o->class->slots == NULL || v.o->class->slots->index == NULL) {
        return true;
    }
    if (bigint_is(v)) {
        return bigint_refuse(in);
    }
    if (tensor_object_is(in, v)) {
        const struct tensor *t = &tensor_object_of(v)->tensor;
        if (tensor_numel(t) != 1 || dtype_is_float(t->dtype)) {
            return true;
        }
    }
    if (!v.o->class->slots->index(in, v, out)) {
        if (raise_is(in, EXCEPTION_TypeError)) {
            raise_catch(in);
            return true;
        }
        return false;
    }
    *fits = true;
    return true;
}

bool argument_size(struct interp *in, struct value v, int64_t *out, bool *fits)
{
    if (!argument_int(in, v, out, fits)) {
        return false;
    }
    if (*fits || v.type != VALUE_OBJECT || tensor_object_is(in, v) || !native_is_index(in, v)) {
        return true;
    }
    *fits = true;
    return value_to_int(in, v, out);
}

static bool int_of(struct interp *in, struct value v, struct argument *a, bool *fits)
{
    a->value = v;
    *fits = v.type != VALUE_BOOL; /* x.topk(2, True) */
    if (!*fits) {
        return true;
    }
    if (!argument_int(in, v, &a->i, fits)) {
        return false;
    }
    a->f = (double)a->i;
    return true;
}

bool argument_ints(struct interp *in, int64_t count, const struct value *at, struct argument *a,
                   bool *fits)
{
    a->ints = heap_resize(in, NULL, 0, argument_ints_bytes(count));
    if (a->ints == NULL) {
        return false;
    }
    memset(a->ints, 0, argument_ints_bytes(count));
    a->labels = (uint32_t *)(a->ints + count);
    a->count = (int)count;
    *fits = true;
    for (int64_t k = 0; k < count && *fits; k++) {
        if (at[k].type == VALUE_BOOL) {
            *fits = false;
        } else if (!argument_size(in, at[k], &a->ints[k], fits)) {
            return false;
        }
        a->labels[k] = at[k].type == VALUE_INT ? at[k].label : 0;
    }
    return true;
}

static bool ints_of(struct interp *in, struct value v, struct argument *a, bool *fits)
{
    a->value = v;
    if (list_is(v) || tuple_is(v)) {
        const struct list *l = (const struct list *)v.o;
        return argument_ints(in, l->count, l->at, a, fits);
    }
    int64_t unused;
    bool ok = argument_int(in, v, &unused, fits); /* a single one is an int itself */
    return ok && *fits ? argument_ints(in, 1, &v, a, fits) : ok;
}

static bool sizes_of(struct interp *in, struct value v, struct argument *a, bool *fits)
{
    *fits = list_is(v) || tuple_is(v);
    return !*fits || ints_of(in, v, a, fits);
}

static bool float_of(struct interp *in, struct value v, struct argument *a, bool *fits)
{
    if (!number_of(in, v, a, fits)) {
        return false;
    }
    if (a->owned) {
        tensor_release(&a->tensor);
        a->owned = false;
    }
    return true;
}

static bool bool_of(struct interp *in, struct value v, struct argument *a, bool *fits)
{
    a->value = v;
    *fits = v.type == VALUE_BOOL;
    a->i = *fits && v.b;
    return true;
}

static bool text_of(struct interp *in, struct value v, struct argument *a, bool *fits)
{
    a->value = v;
    *fits = str_is(v);
    a->text = *fits ? str_text(v) : NULL;
    return true;
}

static bool dtype_of(struct interp *in, struct value v, struct argument *a, bool *fits)
{
    a->value = v;
    return dtype_of_value(in, v, &a->dtype, fits);
}

static bool object_of(struct interp *in, struct value v, struct argument *a, bool *fits)
{
    a->value = v;
    *fits = true;
    return true;
}

typedef bool taker(struct interp *in, struct value v, struct argument *a, bool *fits);
static taker *const takers[] = {
    [TYPE_TENSOR] = tensor_of_value, [TYPE_OTHER] = other_of,    [TYPE_NUMBER] = number_of,
    [TYPE_TENSORS] = tensors_of,     [TYPE_INT] = int_of,        [TYPE_INTS] = ints_of,
    [TYPE_SIZES] = sizes_of,         [TYPE_VARINTS] = ints_of,   [TYPE_FLOAT] = float_of,
    [TYPE_BOOL] = bool_of,           [TYPE_STR] = text_of,       [TYPE_DTYPE] = dtype_of,
    [TYPE_OBJECT] = object_of,       [TYPE_IGNORED] = object_of, [TYPE_RARE] = object_of,
    [TYPE_VARTENSORS] = tensors_of,
};

const char *argument_kind(const char *name)
{
    static const char *const kinds[][2] = {{"generator", "torch.Generator"},
                                           {"layout", "torch.layout"},
                                           {"memory_format", "torch.memory_format"},
                                           {"pin_memory", "bool"}};
    int k = NAMED(kinds, name);
    return k >= 0 ? kinds[k][1] : NULL;
}

bool argument_is_kind(struct interp *in, const char *said, struct value v)
{
    if (v.type == VALUE_NONE || said == NULL) {
        return true;
    }
    if (strcmp(said, "bool") == 0) {
        return v.type == VALUE_BOOL;
    }
    if (strcmp(said, "torch.Generator") == 0) {
        return value_isinstance(in, v, torch_of(in)->types.generator);
    }
    return v.type == VALUE_OBJECT && !tensor_object_is(in, v) && !str_is(v) && !list_is(v) &&
           !tuple_is(v);
}

bool argument_take(struct interp *in, const struct spec *s, struct value v, struct argument *a,
                   bool *fits)
{
    a->given = true;
    if ((s->type == TYPE_IGNORED || s->type == TYPE_OBJECT) &&
        !argument_is_kind(in, argument_kind(s->name), v)) {
        *fits = false;
        return true;
    }
    if (v.type == VALUE_NONE && (s->optional || s->type == TYPE_IGNORED)) {
        a->none = true;
        a->value = v;
        *fits = true;
        return true;
    }
    return takers[s->type](in, v, a, fits);
}

void argument_read_default(struct spec *s)
{
    const char *p = s->fallback;
    s->number = value_none();
    if (strncmp(p, "True", 4) == 0 || strncmp(p, "False", 5) == 0) {
        s->number = value_bool(*p == 'T');
    } else if (*p == '\'') {
        s->is_text = true;
    } else if (strncmp(p, "None", 4) != 0) {
        char *end;
        double f = strtod(p, &end);
        bool whole = memchr(p, '.', (size_t)(end - p)) == NULL &&
                     memchr(p, 'e', (size_t)(end - p)) == NULL && strncmp(p, "inf", 3) != 0;
        s->number = whole ? value_int(strtoll(p, NULL, 10)) : value_float(f);
    }
}

bool argument_default(struct interp *in, const struct spec *s, struct argument *a)
{
    bool fits;
    struct value v = s->number;
    if (s->is_text) {
        v = value_object(str_new(in, s->fallback + 1, strcspn(s->fallback + 1, "'")));
        if (v.type != VALUE_OBJECT) {
            return false;
        }
    } else if (v.type == VALUE_NONE) {
        a->none = true;
        a->value = v;
        return true;
    }
    if (!takers[s->type](in, v, a, &fits)) {
        return false;
    }
    a->given = false;
    return true;
}
