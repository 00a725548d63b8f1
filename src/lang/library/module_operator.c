/* Makes the module operator: operators as functions, itemgetter, attrgetter, methodcaller. */
#include "lang/run/native.h"

#define AS(op)                                                                                     \
    &(const enum operator_)                                                                        \
    {                                                                                              \
        op                                                                                         \
    }

static bool apply_two(struct interp *in, const struct args *args, struct value *out)
{
    const enum operator_ op = *(const enum operator_ *)native_data(in);
    return op >= OP_EQ && op <= OP_IS_NOT ? value_compare(in, op, args->at[0], args->at[1], out)
                                          : value_binary(in, op, args->at[0], args->at[1], out);
}

NATIVE_IS(apply_in_place, value_inplace(in, *(const enum operator_ *)native_data(in), args->at[0],
                                        args->at[1], out))
NATIVE_IS(apply_one, value_unary(in, *(const enum operator_ *)native_data(in), args->at[0], out))
NATIVE_IS(contains, value_compare(in, OP_IN, args->at[1], args->at[0], out))
NATIVE_IS(get_item, value_get_item(in, args->at[0], args->at[1], out))
NATIVE_IS(set_item, value_set_item(in, args->at[0], args->at[1], args->at[2]))
NATIVE_IS(delete_item, value_delete_item(in, args->at[0], args->at[1]))

static bool truth(struct interp *in, const struct args *args, struct value *out)
{
    bool yes = false;
    return value_truth(in, args->at[0], &yes) && value_give(out, value_bool(yes));
}

static bool index_of(struct interp *in, const struct args *args, struct value *out)
{
    int64_t i = 0;
    return value_to_int(in, args->at[0], &i) && value_give(out, value_int(i));
}

#define TWO(name, op)                                                                              \
    {                                                                                              \
        name, apply_two, AS(op), "22"                                                              \
    }
#define ONE(name, op)                                                                              \
    {                                                                                              \
        name, apply_one, AS(op), "11"                                                              \
    }
#define BOTH(name, sign, op)                                                                       \
    {name, apply_two, AS(op), "22"},                                                               \
    {                                                                                              \
        "i" sign, apply_in_place, AS(op), "22"                                                     \
    }
/* clang-format off */
static const struct native_row rows[] = {
    BOTH("add", "add", OP_ADD), BOTH("sub", "sub", OP_SUB), BOTH("mul", "mul", OP_MUL),
    BOTH("truediv", "truediv", OP_DIV), BOTH("floordiv", "floordiv", OP_FLOOR_DIV),
    BOTH("mod", "mod", OP_MOD), BOTH("pow", "pow", OP_POW), BOTH("matmul", "matmul", OP_MATMUL),
    BOTH("and_", "and", OP_AND), BOTH("or_", "or", OP_OR), BOTH("xor", "xor", OP_XOR),
    BOTH("lshift", "lshift", OP_LSHIFT), BOTH("rshift", "rshift", OP_RSHIFT),
    BOTH("concat", "concat", OP_ADD),
    TWO("eq", OP_EQ), TWO("ne", OP_NE), TWO("lt", OP_LT), TWO("le", OP_LE), TWO("gt", OP_GT),
    TWO("ge", OP_GE), TWO("is_", OP_IS), TWO("is_not", OP_IS_NOT),
    ONE("neg", OP_NEG), ONE("pos", OP_POS), ONE("invert", OP_INVERT), ONE("inv", OP_INVERT),
    ONE("not_", OP_NOT),
    {"contains", contains, NULL, "22"}, {"getitem", get_item, NULL, "22"},
    {"setitem", set_item, NULL, "33"}, {"delitem", delete_item, NULL, "22"},
    {"truth", truth, NULL, "11"}, {"index", index_of, NULL, "11"},
};
/* clang-format on */

struct getter {
    struct object object;
    struct list *what; /* keys, attribute names, or a method's name and arguments */
    char kind;         /* i, a, m */
};

static void getter_mark(struct interp *in, struct object *self)
{
    heap_mark_object(in, ((struct getter *)self)->what);
}

static bool getter_create(struct interp *in, struct class *class, const struct args *args,
                          struct value *out)
{
    const char *name = class->name->text;
    if (args->count < 1 || args->keyword_count > 0) {
        return raise_type_error(in, "%s expected %s1 argument, got %d", name,
                                name[0] == 'm' ? "at least " : "", args->count);
    }
    struct getter *g = object_new(in, class);
    *out = value_object(g);
    if (g == NULL || (g->what = tuple_new(in, args->count, args->at)) == NULL) {
        return false;
    }
    g->kind = name[0];
    for (int k = 0; k < args->count && g->kind != 'i'; k++) {
        if (!str_is(args->at[k]) && (k == 0 || g->kind == 'a')) {
            return raise_type_error(in, g->kind == 'a' ? "attribute name must be a string"
                                                       : "method name must be a string");
        }
    }
    return true;
}

/* "a.b.c": attribute by attribute */
static bool follow(struct interp *in, struct value v, const char *path, struct value *out)
{
    *out = v;
    while (*path != '\0') {
        size_t len = strcspn(path, ".");
        struct str *part = str_new(in, path, len);
        struct str *name = part != NULL ? str_intern(in, part->text) : NULL;
        if (name == NULL || !value_get_attribute(in, *out, name, out)) {
            return false;
        }
        path += len + (path[len] == '.');
    }
    return true;
}

static bool getter_call(struct interp *in, struct value self, const struct args *args,
                        struct value *out)
{
    const struct getter *g = (const struct getter *)self.o;
    if (!arguments_count(in, args, self.o->class->name->text, 1, 1)) {
        return false;
    }
    struct value from = args->at[0];
    if (g->kind == 'm') {
        return value_call_method(in, from, str_text(g->what->at[0]), (int)g->what->count - 1,
                                 g->what->at + 1, out);
    }
    struct list *all = tuple_new(in, g->what->count, NULL);
    for (int64_t k = 0; all != NULL && k < g->what->count; k++) {
        struct value key = g->what->at[k];
        if (!(g->kind == 'a' ? follow(in, from, str_text(key), &all->at[k])
                             : value_get_item(in, from, key, &all->at[k]))) {
            return false;
        }
    }
    return all != NULL && value_give(out, all->count == 1 ? all->at[0] : value_object(all));
}

/* operator.itemgetter(0, 2) */
static bool getter_repr(struct interp *in, struct value self, struct buf *out)
{
    const struct getter *g = (const struct getter *)self.o;
    buf_printf(out, "operator.%s(", self.o->class->name->text);
    for (int64_t k = 0; k < g->what->count; k++) {
        buf_puts(out, k > 0 ? ", " : "");
        if (!value_repr(in, g->what->at[k], out)) {
            return false;
        }
    }
    buf_putc(out, ')');
    return true;
}

bool module_operator(struct interp *in, struct dict *d)
{
    static const struct slots getter_slots = {.size = sizeof(struct getter),
                                              .mark = getter_mark,
                                              .create = getter_create,
                                              .repr = getter_repr,
                                              .call = getter_call};
    static const char *const getters[] = {"itemgetter", "attrgetter", "methodcaller"};
    struct str *abs = str_intern(in, "abs");
    struct value function;
    bool ok = abs != NULL && native_functions(in, d, "operator", rows, NATIVE_COUNT(rows)) &&
              (!dict_get_str(in->builtins, abs, &function) || interp_set(in, d, "abs", function));
    for (size_t k = 0; ok && k < NATIVE_COUNT(getters); k++) {
        struct class *c = interp_class(in, getters[k], "operator", NULL, &getter_slots);
        ok = c != NULL && interp_set(in, d, getters[k], value_object(c));
    }
    return ok;
}
