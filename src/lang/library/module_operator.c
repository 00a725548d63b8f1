/* Makes the module operator: operators as functions, itemgetter, attrgetter, methodcaller. */
#include "lang/run/native.h"

#include <string.h>

static const struct row {
    const char *name;
    enum operator_ op;
} two[] =
    {
        {"add", OP_ADD},
        {"sub", OP_SUB},
        {"mul", OP_MUL},
        {"truediv", OP_DIV},
        {"floordiv", OP_FLOOR_DIV},
        {"mod", OP_MOD},
        {"pow", OP_POW},
        {"matmul", OP_MATMUL},
        {"and_", OP_AND},
        {"or_", OP_OR},
        {"xor", OP_XOR},
        {"lshift", OP_LSHIFT},
        {"rshift", OP_RSHIFT},
        {"concat", OP_ADD},
        {"eq", OP_EQ},
        {"ne", OP_NE},
        {"lt", OP_LT},
        {"le", OP_LE},
        {"gt", OP_GT},
        {"ge", OP_GE},
        {"is_", OP_IS},
        {"is_not", OP_IS_NOT},
},
  in_place[] =
      {
          {"iadd", OP_ADD},
          {"isub", OP_SUB},
          {"imul", OP_MUL},
          {"itruediv", OP_DIV},
          {"ifloordiv", OP_FLOOR_DIV},
          {"imod", OP_MOD},
          {"ipow", OP_POW},
          {"imatmul", OP_MATMUL},
          {"iand", OP_AND},
          {"ior", OP_OR},
          {"ixor", OP_XOR},
          {"ilshift", OP_LSHIFT},
          {"irshift", OP_RSHIFT},
          {"iconcat", OP_ADD},
},
  one[] = {
      {"neg", OP_NEG}, {"pos", OP_POS}, {"invert", OP_INVERT}, {"inv", OP_INVERT}, {"not_", OP_NOT},
};

static bool apply_two(struct interp *in, const struct args *args, struct value *out)
{
    const struct row *r = native_data(in);
    if (!arguments_count(in, args, r->name, 2, 2)) {
        return false;
    }
    return r->op >= OP_EQ && r->op <= OP_IS_NOT
               ? value_compare(in, r->op, args->at[0], args->at[1], out)
               : value_binary(in, r->op, args->at[0], args->at[1], out);
}

static bool apply_in_place(struct interp *in, const struct args *args, struct value *out)
{
    const struct row *r = native_data(in);
    return arguments_count(in, args, r->name, 2, 2) &&
           value_inplace(in, r->op, args->at[0], args->at[1], out);
}

static bool apply_one(struct interp *in, const struct args *args, struct value *out)
{
    const struct row *r = native_data(in);
    return arguments_count(in, args, r->name, 1, 1) && value_unary(in, r->op, args->at[0], out);
}

/* contains, getitem, setitem, delitem, truth, index */
static bool item(struct interp *in, const struct args *args, struct value *out)
{
    const char *name = in->calling->name;
    bool truth;
    int count = name[0] == 's' ? 3 : name[0] == 't' || name[0] == 'i' ? 1 : 2;
    *out = value_none();
    if (!arguments_count(in, args, name, count, count)) {
        return false;
    }
    switch (name[0]) {
    case 'c':
        return value_compare(in, OP_IN, args->at[1], args->at[0], out);
    case 'g':
        return value_get_item(in, args->at[0], args->at[1], out);
    case 's':
        return value_set_item(in, args->at[0], args->at[1], args->at[2]);
    case 'd':
        return value_delete_item(in, args->at[0], args->at[1]);
    case 'i': {
        int64_t i;
        bool ok = value_to_int(in, args->at[0], &i);
        *out = value_int(ok ? i : 0);
        return ok;
    }
    default:
        if (!value_truth(in, args->at[0], &truth)) {
            return false;
        }
        *out = value_bool(truth);
        return true;
    }
}

/* --- getters --- */

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
    if (all == NULL) {
        return false;
    }
    *out = all->count == 1 ? all->at[0] : value_object(all);
    return true;
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

bool module_operator(struct interp *in, struct module *module, bool *found)
{
    static const struct slots getter_slots = {.size = sizeof(struct getter),
                                              .mark = getter_mark,
                                              .create = getter_create,
                                              .repr = getter_repr,
                                              .call = getter_call};
    static const char *const getters[] = {"itemgetter", "attrgetter", "methodcaller"};
    static const char *const items[] = {"contains", "getitem", "setitem",
                                        "delitem",  "truth",   "index"};
    struct dict *d = module->dict;
    if (strcmp(module->name->text, "operator") != 0) {
        return true;
    }
    *found = true;
    bool ok = true;
    for (size_t k = 0; ok && k < NATIVE_COUNT(two); k++) {
        ok = interp_function(in, d, two[k].name, apply_two, &two[k], "operator");
    }
    for (size_t k = 0; ok && k < NATIVE_COUNT(in_place); k++) {
        ok = interp_function(in, d, in_place[k].name, apply_in_place, &in_place[k], "operator");
    }
    for (size_t k = 0; ok && k < NATIVE_COUNT(one); k++) {
        ok = interp_function(in, d, one[k].name, apply_one, &one[k], "operator");
    }
    for (size_t k = 0; ok && k < NATIVE_COUNT(items); k++) {
        ok = interp_function(in, d, items[k], item, NULL, "operator");
    }
    for (size_t k = 0; ok && k < NATIVE_COUNT(getters); k++) {
        struct class *c = interp_class(in, getters[k], "operator", NULL, &getter_slots);
        ok = c != NULL && interp_set(in, d, getters[k], value_object(c));
    }
    struct str *abs = str_intern(in, "abs");
    struct value function;
    return ok && abs != NULL &&
           (!dict_get_str(in->builtins, abs, &function) || interp_set(in, d, "abs", function));
}
