/* Makes classes: the built-in ones, those of native modules, those defined in code; the order in
 * which bases are searched (C3); making instances. Looking up attributes on instances is
 * attribute.c. */
#include "lang/run/scope.h"

#include "lang/run/native.h"

static void class_mark(struct interp *in, struct object *self)
{
    struct class *c = (struct class *)self;
    heap_mark_object(in, c->name);
    heap_mark_object(in, c->dict);
    for (int k = 0; k < c->mro_count; k++) {
        heap_mark_object(in, c->mro[k]);
    }
}

/* What the class itself says under that name, if it is a text. */
static const char *own_text(struct interp *in, const struct class *c, const char *name,
                            const char *otherwise)
{
    struct value text;
    struct str *key = str_intern(in, name);
    bool own = key != NULL && dict_get_str(c->dict, key, &text) && str_is(text);
    return own ? str_text(text) : otherwise;
}

const char *class_qualname(struct interp *in, const struct class *class)
{
    return own_text(in, class, "__qualname__", class->name->text);
}

const char *class_module(struct interp *in, const struct class *class)
{
    return own_text(in, class, "__module__", class->module);
}

/* "torch.Tensor"; what is built in stands alone: "int" */
static void put_path(struct interp *in, const struct class *c, struct buf *out)
{
    const char *module = class_module(in, c);
    bool builtin = module == NULL || strcmp(module, "builtins") == 0;
    buf_printf(out, "%s%s%s", builtin ? "" : module, builtin ? "" : ".", class_qualname(in, c));
}

void class_put_address(struct interp *in, struct value self, struct buf *out)
{
    buf_putc(out, '<');
    put_path(in, self.o->class, out);
    buf_printf(out, " object at 0x%012llx>",
               (unsigned long long)(uintptr_t)self.o & 0xffffffffffffull);
}

struct dict *class_members(struct interp *in, const struct class *c)
{
    struct value members;
    struct str *name = c->has_python_methods ? str_intern(in, "_members_") : NULL;
    bool found = name != NULL && class_lookup_python(c, name, &members) && dict_is(members);
    return found ? (struct dict *)members.o : NULL;
}

static bool class_repr(struct interp *in, struct value self, struct buf *out)
{
    const struct class *c = (const struct class *)self.o;
    struct value flag; /* an enumeration says which kind it is, with members or without */
    struct str *name = c->has_python_methods ? str_intern(in, "_is_flag_") : NULL;
    if (name != NULL && class_lookup_python(c, name, &flag) && flag.type == VALUE_BOOL) {
        buf_printf(out, "<%s '%s'>", flag.b ? "flag" : "enum", c->name->text);
        return true;
    }
    buf_puts(out, "<class '");
    put_path(in, c, out);
    buf_puts(out, "'>");
    return true;
}

static bool class_slot_call(struct interp *in, struct value self, const struct args *args,
                            struct value *out)
{
    return class_call(in, (struct class *)self.o, args, out);
}

/* list[int]: what the library has can be subscripted, and what says how. */
static bool class_get_item(struct interp *in, struct value self, struct value key,
                           struct value *out)
{
    struct value method;
    struct class *c = (struct class *)self.o;
    struct str *name = str_intern(in, "__class_getitem__");
    if (name == NULL) {
        return false;
    }
    if (class_lookup(c, name, &method)) {
        struct value bound;
        return attribute_bind(in, method, self, c, &bound) &&
               value_call_at(in, bound, 1, &key, out);
    }
    bool own = c->module != NULL && strcmp(c->module, "__main__") == 0;
    struct class *const plain[] = {in->types.integer,  in->types.boolean, in->types.string,
                                   in->types.floating, in->types.bytes,   in->types.none,
                                   in->types.object,   in->types.range,   in->types.slice};
    for (size_t k = 0; !own && k < sizeof plain / sizeof *plain; k++) {
        own = c == plain[k];
    }
    if (own) {
        return raise_type_error(in, "type '%s' is not subscriptable", c->name->text);
    }
    return alias_new(in, self, key, out);
}

/* Only enumerations can be walked, counted and searched: there are no metaclasses. */
static bool class_iterate(struct interp *in, struct value self, struct value *iterator)
{
    struct value values;
    struct dict *members = class_members(in, (struct class *)self.o);
    if (members == NULL) {
        return raise_type_error(in, "'type' object is not iterable");
    }
    return value_call_method(in, value_object(members), "values", 0, NULL, &values) &&
           value_iterate(in, values, iterator);
}

static bool class_length(struct interp *in, struct value self, int64_t *out)
{
    struct dict *members = class_members(in, (struct class *)self.o);
    if (members == NULL) {
        return raise_type_error(in, "object of type 'type' has no len()");
    }
    *out = dict_count(members);
    return true;
}

/* type(x), and type("Name", bases, dict). */
static bool type_create(struct interp *in, struct class *class, const struct args *args,
                        struct value *out)
{
    if (args->count == 1 && args->keyword_count == 0) {
        return value_give(out, value_object(value_class(in, args->at[0])));
    }
    if (args->count != 3 || !str_is(args->at[0]) || !tuple_is(args->at[1]) ||
        !dict_is(args->at[2])) {
        return raise_type_error(in, "type() takes 1 or 3 arguments");
    }
    const struct list *bases = (const struct list *)args->at[1].o;
    struct class *classes[16];
    if (bases->count > 16) {
        return raise_type_error(in, "type() takes at most 16 bases");
    }
    for (int64_t k = 0; k < bases->count; k++) {
        if (!class_is(in, bases->at[k])) {
            return raise_type_error(in, "bases must be types");
        }
        classes[k] = (struct class *)bases->at[k].o;
    }
    struct class *made = class_make(in, (struct str *)args->at[0].o, (int)bases->count, classes,
                                    (struct dict *)args->at[2].o, "__main__");
    return value_made(out, made) && class_finish(in, made, NULL);
}

/* int | None */
static bool class_binary(struct interp *in, enum operator_ op, struct value left,
                         struct value right, bool self_is_right, struct value *out, bool *handled)
{
    *handled = op == OP_OR;
    return !*handled || alias_union(in, left, right, out, handled);
}

static bool class_truth(struct interp *in, struct value self, bool *out)
{
    *out = true;
    return true;
}

const struct slots class_slots = {
    .size = sizeof(struct class),
    .has_attributes = true,
    .mark = class_mark,
    .create = type_create,
    .repr = class_repr,
    .call = class_slot_call,
    .truth = class_truth,
    .binary = class_binary,
    .get_item = class_get_item,
    .iterate = class_iterate,
    .length = class_length,
};

/* --- object --- */

static bool object_create(struct interp *in, struct class *class, const struct args *args,
                          struct value *out)
{
    void *made = object_new(in, class);
    return value_made(out, made);
}

const struct slots object_slots = {.size = sizeof(struct object), .create = object_create};

/* --- the built-in classes --- */

static const struct {
    size_t at; /* in in->types */
    const char *name;
    const struct slots *slots;
} builtin_classes[] = {
/* clang-format off */
#define ROW(member, name, slots) {offsetof(struct builtin_classes, member), name, slots}
    /* clang-format on */
    /* type, object, str and dict first: the others are made of them */
    ROW(type, "type", &class_slots),
    ROW(object, "object", &object_slots),
    ROW(string, "str", &str_slots),
    ROW(dict, "dict", &dict_slots),
    ROW(bytes, "bytes", &bytes_slots),
    ROW(none, "NoneType", &none_slots),
    ROW(integer, "int", &number_slots),
    ROW(boolean, "bool", &number_slots),
    ROW(floating, "float", &number_slots),
    ROW(ellipsis, "ellipsis", &none_slots),
    ROW(not_implemented, "NotImplementedType", &none_slots),
    ROW(list, "list", &list_slots),
    ROW(tuple, "tuple", &tuple_slots),
    ROW(set, "set", &set_slots),
    ROW(frozenset, "frozenset", &set_slots),
    ROW(slice, "slice", &slice_slots),
    ROW(range, "range", &range_slots),
    ROW(iterator, "iterator", &iterator_slots),
    ROW(function, "function", &function_slots),
    ROW(native, "builtin_function_or_method", &native_slots),
    ROW(method, "method", &method_slots),
    ROW(module, "module", &module_slots),
    ROW(property, "property", &property_slots),
    ROW(static_method, "staticmethod", &wrapper_slots),
    ROW(class_method, "classmethod", &wrapper_slots),
    ROW(super, "super", &super_slots),
    ROW(scope, "scope", &scope_slots),
    ROW(code, "code", &code_slots),
#undef ROW
};
#define BUILTIN_CLASSES (sizeof builtin_classes / sizeof builtin_classes[0])

static struct class **builtin_class(struct interp *in, size_t k)
{
    return (struct class **)((char *)&in->types + builtin_classes[k].at);
}

static bool set_mro(struct interp *in, struct class *c, int count, struct class *const *mro)
{
    c->mro = arena_alloc(&in->arena, (size_t)count * sizeof *c->mro);
    if (c->mro == NULL) {
        return raise_memory(in);
    }
    memcpy(c->mro, mro, (size_t)count * sizeof *mro);
    c->mro_count = count;
    c->lookups = &in->lookups;
    c->dict->watch = &in->lookups.changes;
    in->lookups.changes++; /* where it stands another class may have stood */
    return true;
}

bool class_bootstrap(struct interp *in)
{
    /* A stand-in, so that the class of the first class exists while it is made. */
    struct class seed = {.slots = &class_slots};
    for (size_t k = 0; k < BUILTIN_CLASSES; k++) {
        struct class *c = object_new(in, k == 0 ? &seed : in->types.type);
        if (c == NULL) {
            return false;
        }
        *builtin_class(in, k) = c;
        c->object.class = in->types.type;
        c->slots = builtin_classes[k].slots;
        c->module = "builtins";
        c->native = true;
    }
    in->interned = dict_new(in);
    if (in->interned == NULL) {
        return false;
    }
    for (size_t k = 0; k < BUILTIN_CLASSES; k++) {
        struct class *c = *builtin_class(in, k);
        struct class *mro[3] = {c, in->types.object};
        int count = c == in->types.object ? 1 : 2;
        if (c == in->types.boolean) {
            mro[1] = in->types.integer;
            mro[2] = in->types.object;
            count = 3;
        }
        c->name = str_intern(in, builtin_classes[k].name);
        c->dict = dict_new(in);
        if (c->name == NULL || c->dict == NULL || !set_mro(in, c, count, mro)) {
            return false;
        }
        c->bases = c->mro + 1;
        c->base_count = count > 1 ? 1 : 0;
    }
    return true;
}

/* --- making classes --- */

/* C3: repeatedly takes the first head that stands in no other tail. lists[k] are the mros of the
 * bases and last the bases themselves. */
static bool merge(struct interp *in, struct class *c, int lists, struct class ***list, int *length)
{
    struct class *order[128];
    int count = 0;
    order[count++] = c;
    for (;;) {
        struct class *next = NULL;
        bool left = false;
        for (int k = 0; k < lists && next == NULL; k++) {
            if (length[k] == 0) {
                continue;
            }
            left = true;
            struct class *candidate = list[k][0];
            bool in_tail = false;
            for (int j = 0; j < lists && !in_tail; j++) {
                for (int i = 1; i < length[j] && !in_tail; i++) {
                    in_tail = list[j][i] == candidate;
                }
            }
            if (!in_tail) {
                next = candidate;
            }
        }
        if (!left) {
            return set_mro(in, c, count, order);
        }
        if (next == NULL || count == 128) {
            scoped_buf names = {.budget = in->memory};
            for (int k = 0; k < length[lists - 1]; k++) {
                buf_printf(&names, "%s%s", k > 0 ? ", " : "", list[lists - 1][k]->name->text);
            }
            return raise_type_error(
                in, "Cannot create a consistent method resolution\norder (MRO) for bases %s",
                buf_text(&names));
        }
        order[count++] = next;
        for (int k = 0; k < lists; k++) {
            if (length[k] > 0 && list[k][0] == next) {
                list[k]++;
                length[k]--;
            }
        }
    }
}

static bool linearize(struct interp *in, struct class *c)
{
    struct class **list[17];
    int length[17];
    for (int k = 0; k < c->base_count; k++) {
        list[k] = c->bases[k]->mro;
        length[k] = c->bases[k]->mro_count;
    }
    list[c->base_count] = c->bases;
    length[c->base_count] = c->base_count;
    return merge(in, c, c->base_count + 1, list, length);
}

/* The class that gave c its form in memory: the first of its line with the same slots. */
static const struct class *form_of(const struct class *c)
{
    const struct class *form = c;
    for (int k = 0; k < c->mro_count; k++) {
        if (c->mro[k]->native && c->mro[k]->slots == c->slots) {
            form = c->mro[k];
        }
    }
    return form;
}

/* An instance has one form: of two bases' forms one must refine the other. */
static bool take_form(struct interp *in, struct class *c)
{
    const struct class *form = in->types.object;
    bool number = false;
    for (int k = 0; k < c->base_count; k++) {
        const struct class *of = form_of(c->bases[k]);
        if (of->slots == &number_slots) {
            number = true; /* int and float are no objects here: they bring no form */
            continue;
        }
        if (class_is_subclass(of, form)) {
            form = of;
        } else if (!class_is_subclass(form, of)) {
            return raise_type_error(in, "multiple bases have instance lay-out conflict");
        }
    }
    c->slots = number && form == in->types.object ? &derived_slots : form->slots;
    return true;
}

static struct class *new_class(struct interp *in, struct str *name, int base_count,
                               struct class *const *bases, struct dict *dict, const char *module)
{
    if (base_count > 16) {
        raise_type_error(in, "a class takes at most 16 bases");
        return NULL;
    }
    struct class *c = object_new(in, in->types.type);
    if (c == NULL) {
        return NULL;
    }
    c->name = name;
    c->dict = dict;
    c->module = module;
    c->slots = &object_slots;
    if (base_count == 0) {
        bases = &in->types.object;
        base_count = 1;
    }
    c->bases = arena_alloc(&in->arena, (size_t)base_count * sizeof *c->bases);
    if (c->bases == NULL) {
        raise_memory(in);
        return NULL;
    }
    memcpy(c->bases, bases, (size_t)base_count * sizeof *bases);
    c->base_count = base_count;
    for (int k = 0; k < base_count; k++) {
        for (int j = 0; j < k; j++) {
            if (bases[j] == bases[k]) {
                raise_type_error(in, "duplicate base class %s", bases[k]->name->text);
                return NULL;
            }
        }
        c->has_python_methods |= bases[k]->has_python_methods;
    }
    return take_form(in, c) && linearize(in, c) ? c : NULL;
}

struct class *class_make(struct interp *in, struct str *name, int base_count,
                         struct class *const *bases, struct dict *dict, const char *module)
{
    for (int k = 0; k < base_count; k++) {
        if (bases[k] == NULL) {
            return NULL; /* it could not be made, and what was raised says why */
        }
        if (bases[k] == in->types.boolean || bases[k] == in->types.none ||
            bases[k] == in->types.function || bases[k] == in->types.range ||
            bases[k] == in->types.slice) {
            raise_type_error(in, "type '%s' is not an acceptable base type", bases[k]->name->text);
            return NULL;
        }
    }
    struct class *c = new_class(in, name, base_count, bases, dict, module);
    if (c != NULL) {
        c->has_python_methods = true;
    }
    return c;
}

struct class *interp_class(struct interp *in, const char *name, const char *module,
                           struct class *base, const struct slots *slots)
{
    struct str *text = str_intern(in, name);
    struct dict *dict = dict_new(in);
    if (text == NULL || dict == NULL) {
        return NULL;
    }
    struct class *c = new_class(in, text, base != NULL ? 1 : 0, &base, dict, module);
    if (c != NULL) {
        c->native = true;
        if (slots != NULL) {
            c->slots = slots;
        }
    }
    return c;
}

/* --- looking --- */

/* Through the classes of a line, past those of C if asked to. */
static bool search(const struct class *class, const struct str *name, struct found_name *out)
{
    out->dict = NULL;
    for (int k = 0; k < class->mro_count && out->dict == NULL; k++) {
        struct dict *d = class->mro[k]->dict;
        struct value unused;
        if ((!out->python || !class->mro[k]->native) &&
            dict_get_near(d, name, &unused, &out->entry)) {
            out->dict = d;
        }
    }
    return out->dict != NULL;
}

static bool look(const struct class *class, const struct str *name, bool python, struct value *out)
{
    struct lookups *l = class->lookups;
    size_t at = ((uintptr_t) class >> 4) * 31 + ((uintptr_t)name >> 4) + python;
    struct found_name *found = &l->at[(at ^ at >> 9) % LOOKUPS], once;
    if (!name->interned) { /* it may go, and another text may take its place */
        found = &once;
        found->class = NULL;
    }
    if (found->class != class || found->name != name || found->python != python ||
        found->changes != l->changes) {
        *found = (struct found_name){
            .class = class, .name = name, .python = python, .changes = l->changes};
        search(class, name, found);
    }
    if (found->dict != NULL) {
        *out = found->dict->at[found->entry].value;
    }
    return found->dict != NULL;
}

bool class_lookup(const struct class *class, const struct str *name, struct value *out)
{
    return look(class, name, false, out);
}

bool class_lookup_python(const struct class *class, const struct str *name, struct value *out)
{
    return class->has_python_methods && look(class, name, true, out);
}

bool class_is_subclass(const struct class *class, const struct class *of)
{
    for (int k = 0; k < class->mro_count; k++) {
        if (class->mro[k] == of) {
            return true;
        }
    }
    return false;
}

bool class_is(struct interp *in, struct value v)
{
    return v.type == VALUE_OBJECT && v.o->class == in->types.type;
}

/* --- instances --- */

static bool refuse_abstract(struct interp *in, struct class *class)
{
    struct value names;
    struct str *key = str_intern(in, "__abstractmethods__");
    if (key == NULL) {
        return false;
    }
    if (!class_lookup(class, key, &names) || !tuple_is(names)) {
        return true;
    }
    const struct list *l = (const struct list *)names.o;
    scoped_buf text = {.budget = in->memory};
    for (int64_t k = 0; k < l->count; k++) {
        buf_printf(&text, "%s%s", k > 0 ? ", " : "", str_text(l->at[k]));
    }
    if (l->count > 0) {
        raise_type_error(in, "Can't instantiate abstract class %s with abstract method%s %s",
                         class->name->text, l->count > 1 ? "s" : "", buf_text(&text));
    }
    return l->count == 0;
}

static bool refuse_result(struct interp *in, struct value result)
{
    return raise_type_error(in, "__init__() should return None, not '%s'", value_type_name(result));
}

static bool call_init(struct interp *in, struct class *class, struct value init, struct value made,
                      const struct args *args)
{
    struct value bound, result;
    bool direct = init.type == VALUE_OBJECT && init.o->class == in->types.function;
    if (direct ? !method_call_on(in, init, made, args, &result)
               : !attribute_bind(in, init, made, class, &bound) ||
                     !value_call(in, bound, args, &result)) {
        return false;
    }
    return result.type == VALUE_NONE || refuse_result(in, result);
}

/* A class of the prelude may say so where it has its __getattr__; a class refined with another
 * __getattr__ is asked instead. */
static struct list *tables_of(struct interp *in, const struct class *c)
{
    struct str *ask = str_intern(in, "__getattr__"), *key = str_intern(in, "__tables__");
    struct value own, tables;
    for (int k = 0; ask != NULL && key != NULL && k < c->mro_count; k++) {
        if (dict_get_str(c->mro[k]->dict, ask, &own)) {
            bool told = dict_get_str(c->mro[k]->dict, key, &tables) && tuple_is(tables);
            return told ? (struct list *)tables.o : NULL;
        }
    }
    return NULL;
}

bool class_know(struct interp *in, struct class *c)
{
    struct str *init = str_intern(in, "__init__"), *maker = str_intern(in, "__new__"),
               *names = str_intern(in, "__abstractmethods__"), *set = str_intern(in, "__setattr__"),
               *truth = str_intern(in, "__bool__"), *length = str_intern(in, "__len__");
    struct value unused;
    if (init == NULL || maker == NULL || names == NULL || set == NULL || truth == NULL ||
        length == NULL) {
        return false;
    }
    c->has_truth =
        class_lookup_python(c, truth, &unused) || class_lookup_python(c, length, &unused);
    c->has_init = class_lookup_python(c, init, &c->init);
    c->has_new = class_lookup_python(c, maker, &c->maker);
    c->abstract = class_lookup(c, names, &unused);
    c->sets_plainly = !class_lookup_python(c, set, &unused) && !c->slotted;
    c->tables = tables_of(in, c);
    c->known = in->lookups.changes;
    return true;
}

bool class_call(struct interp *in, struct class *class, const struct args *args, struct value *out)
{
    static const struct args empty = {0};
    if (class->known != in->lookups.changes && !class_know(in, class)) {
        return false;
    }
    bool has_init = class->has_init, has_new = class->has_new;
    struct value init = class->init, maker = class->maker;
    if (has_new) {
        if (maker.type == VALUE_OBJECT && maker.o->class == in->types.static_method) {
            maker = ((struct wrapper *)maker.o)->function;
        }
        if (!method_call_on(in, maker, value_object(class), args, out)) {
            return false;
        }
        if (!class_is_subclass(value_class(in, *out), class)) {
            return true;
        }
        return !has_init || call_init(in, class, init, *out, args);
    }
    if (class->slots == NULL || class->slots->create == NULL) {
        return raise_type_error(in, "cannot create '%s' instances", class->name->text);
    }
    bool plain = class->slots == &object_slots;
    if (plain && !has_init && (args->count > 0 || args->keyword_count > 0)) {
        return raise_type_error(in, "%s() takes no arguments", class->name->text);
    }
    if (plain && class->abstract && !refuse_abstract(in, class)) {
        return false;
    }
    bool fill_later = has_init && class->slots->filled_by_init;
    if (!class->slots->create(in, class, fill_later ? &empty : args, out)) {
        return false;
    }
    return !has_init || call_init(in, class, init, *out, args);
}

bool class_is_plain(struct interp *in, struct class *c)
{
    return c->known == in->lookups.changes && c->slots == &object_slots && c->has_init &&
           !c->has_new && !c->abstract && c->init.type == VALUE_OBJECT &&
           c->init.o->class == in->types.function;
}

bool class_call_plain(struct interp *in, struct class *c, struct value *at, int count,
                      struct value *out)
{
    struct function *init = (struct function *)c->init.o;
    struct value result;
    *out = at[0] = value_object(object_new(in, c));
    return out->type == VALUE_OBJECT && function_call_at(in, init, at, count + 1, &result) &&
           (result.type == VALUE_NONE || refuse_result(in, result));
}
