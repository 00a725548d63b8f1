/* Makes objects of classes that code derives from int or float: `class Id(int)`, the members of an
 * IntEnum. Each holds a plain number, and does what that does; results are plain numbers. */
#include "lang/object/number_derived.h"

#include "lang/object/bigint.h"
#include "lang/object/complex.h"
#include "lang/run/native.h"

struct derived {
    struct object object;
    struct value number;
};

struct value number_plain(struct value v)
{
    bool derived = v.type == VALUE_OBJECT && v.o->class->slots == &derived_slots;
    return derived ? ((struct derived *)v.o)->number : v;
}

static bool derived_create(struct interp *in, struct class *class, const struct args *args,
                           struct value *out)
{
    bool whole = class_is_subclass(class, in->types.integer);
    struct derived *d;
    struct value number;
    if (!class_call(in, whole ? in->types.integer : in->types.floating, args, &number)) {
        return false;
    }
    d = object_new(in, class);
    *out = value_object(d);
    if (d != NULL) {
        d->number = number;
    }
    return d != NULL;
}

static void derived_mark(struct interp *in, struct object *self)
{
    heap_mark(in, ((struct derived *)self)->number);
}

static bool derived_repr(struct interp *in, struct value self, struct buf *out)
{
    return value_repr(in, number_plain(self), out);
}

static bool derived_format(struct interp *in, struct value self, const char *spec, struct buf *out)
{
    return format_number(in, number_plain(self), spec, out);
}

static bool derived_get(struct interp *in, struct value self, struct str *name, struct value *out,
                        bool *found)
{
    struct value number = number_plain(self);
    const struct slots *s =
        number.type == VALUE_OBJECT ? number.o->class->slots : value_class(in, number)->slots;
    return s->get == NULL || s->get(in, number, name, out, found);
}

static bool derived_unary(struct interp *in, enum operator_ op, struct value self,
                          struct value *out, bool *handled)
{
    *handled = op != OP_INVERT || number_plain(self).type != VALUE_FLOAT;
    return !*handled || value_unary(in, op, number_plain(self), out);
}

static bool is_plain(struct value v)
{
    return value_is_number(v) || bigint_is(v);
}

/* Whether the plain number takes part: beside other numbers, and where another native kind, such as
 * a tensor, knows what to do with one. */
static bool takes_part(enum operator_ op, struct value a, struct value b)
{
    struct value other = is_plain(a) ? b : a;
    bool kind = other.type == VALUE_OBJECT && other.o->class->slots->binary != NULL;
    return (is_plain(other) && op != OP_MATMUL) ||
           (kind &&
            (op == OP_MUL || complex_is(other) || strcmp(other.o->class->module, "builtins") != 0));
}

static bool derived_binary(struct interp *in, enum operator_ op, struct value left,
                           struct value right, bool self_is_right, struct value *out, bool *handled)
{
    struct value a = number_plain(left), b = number_plain(right);
    *handled = takes_part(op, a, b);
    return !*handled || value_binary(in, op, a, b, out);
}

static bool derived_compare(struct interp *in, enum operator_ op, struct value left,
                            struct value right, bool self_is_right, struct value *out,
                            bool *handled)
{
    struct value a = number_plain(left), b = number_plain(right);
    *handled = takes_part(op, a, b);
    return !*handled || value_compare(in, op, a, b, out);
}

static bool derived_truth(struct interp *in, struct value self, bool *out)
{
    return value_truth(in, number_plain(self), out);
}

static bool derived_hash(struct interp *in, struct value self, uint64_t *out)
{
    return value_hash(in, number_plain(self), out);
}

static bool derived_index(struct interp *in, struct value self, int64_t *out)
{
    struct value number = number_plain(self);
    if (number.type == VALUE_FLOAT) {
        return raise_type_error(in, "'%s' object cannot be interpreted as an integer",
                                value_type_name(self));
    }
    return value_to_int(in, number, out);
}

static bool derived_to_float(struct interp *in, struct value self, double *out)
{
    return value_to_double(in, number_plain(self), out);
}

static bool derived_to_int(struct interp *in, struct value self, struct value *out)
{
    const struct value number = number_plain(self);
    const struct args args = {.at = &number, .count = 1};
    return class_call(in, in->types.integer, &args, out);
}

const struct slots derived_slots = {
    .size = sizeof(struct derived),
    .has_attributes = true,
    .mark = derived_mark,
    .create = derived_create,
    .repr = derived_repr,
    .format = derived_format,
    .get = derived_get,
    .unary = derived_unary,
    .binary = derived_binary,
    .compare = derived_compare,
    .truth = derived_truth,
    .hash = derived_hash,
    .index = derived_index,
    .to_float = derived_to_float,
    .to_int = derived_to_int,
};
