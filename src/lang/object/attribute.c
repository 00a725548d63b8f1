/* Reads, sets and deletes attributes: x.name, x.name = v, del x.name, for instances, classes,
 * modules and super(). The order is Python's: properties, what the native kind computes, the
 * instance's own, the class's, and at last __getattr__. */
#include "lang/object/lacking.h"
#include "lang/object/value_method.h"
#include "lang/run/names.h"
#include "lang/run/scope.h"

bool attribute_bind(struct interp *in, struct value found, struct value self, struct class *class,
                    struct value *out)
{
    *out = found;
    if (found.type != VALUE_OBJECT) {
        return true;
    }
    struct class *kind = found.o->class;
    bool on_class = class_is(in, self) && (struct class *)self.o == class;
    if (kind == in->types.function ||
        (kind == in->types.native && ((struct native *)found.o)->of != NULL)) {
        if (on_class) {
            return true; /* Class.method: not bound */
        }
        return value_made(out, method_new(in, found, self));
    }
    if (kind == in->types.static_method) {
        return value_give(out, ((struct wrapper *)found.o)->function);
    }
    if (kind == in->types.class_method) {
        return value_made(
            out, method_new(in, ((struct wrapper *)found.o)->function, value_object(class)));
    }
    if (class_is_subclass(kind, in->types.property) && !on_class) {
        struct property *p = (struct property *)found.o;
        if (p->get.type == VALUE_NONE) {
            return raise_exception(in, EXCEPTION_AttributeError, "property has no getter");
        }
        return value_call_at(in, p->get, 1, &self, out);
    }
    struct value getter;
    struct str *name = kind->has_python_methods ? str_intern(in, "__get__") : NULL;
    if (name != NULL && class_lookup_python(kind, name, &getter)) {
        const struct value at[3] = {found, on_class ? value_none() : self, value_object(class)};
        return value_call_at(in, getter, 3, at, out);
    }
    return true;
}

/* The method of a descriptor written in code, such as __set__. */
static bool descriptor_method(struct interp *in, struct value descriptor, const char *name,
                              struct value *out)
{
    if (descriptor.type != VALUE_OBJECT || !descriptor.o->class->has_python_methods) {
        return false;
    }
    struct str *key = str_intern(in, name);
    return key != NULL && class_lookup_python(descriptor.o->class, key, out);
}

/* What outranks the instance's own attributes. */
static bool is_data_descriptor(struct interp *in, struct value found)
{
    struct value unused;
    return found.type == VALUE_OBJECT && (class_is_subclass(found.o->class, in->types.property) ||
                                          descriptor_method(in, found, "__set__", &unused) ||
                                          descriptor_method(in, found, "__delete__", &unused));
}

static struct property *property_of(struct interp *in, struct class *class, struct str *name)
{
    struct value found;
    if (!class_lookup(class, name, &found) || found.type != VALUE_OBJECT ||
        !class_is_subclass(found.o->class, in->types.property)) {
        return NULL;
    }
    return (struct property *)found.o;
}

bool attribute_name(struct interp *in, struct value v, struct str **name)
{
    *name = str_is(v) ? str_intern(in, str_text(v)) : NULL;
    return *name != NULL ||
           (!str_is(v) &&
            raise_type_error(in, "attribute name must be string, not '%s'", value_type_name(v)));
}

/* A live view of an instance's own attributes: x.__dict__ is the dictionary itself. */
static struct dict *own_attributes(struct interp *in, struct object *o)
{
    if (o->attributes == NULL) {
        o->attributes = dict_new_few(in);
    }
    return o->attributes;
}

static bool may_have_attributes(const struct class *class)
{
    return !class->native || (class->slots != NULL && class->slots->has_attributes);
}

/* --- classes --- */

static bool bases_tuple(struct interp *in, int count, struct class *const *classes,
                        struct value *out)
{
    struct list *t = tuple_new(in, count, NULL);
    for (int k = 0; t != NULL && k < count; k++) {
        t->at[k] = value_object(classes[k]);
    }
    return value_made(out, t);
}

static bool class_special(struct interp *in, struct class *c, struct str *name, struct value *out,
                          bool *found)
{
    const char *text = name->text;
    *found = true;
    if (strcmp(text, "__name__") == 0 || strcmp(text, "__qualname__") == 0) {
        *out = value_object(c->name); /* a __qualname__ of code stands in the dictionary */
        return true;
    }
    if (strcmp(text, "__module__") == 0) {
        return value_made(out, str_intern(in, c->module != NULL ? c->module : "builtins"));
    }
    if (strcmp(text, "__dict__") == 0) {
        return value_give(out, value_object(c->dict));
    }
    if (strcmp(text, "__mro__") == 0) {
        return bases_tuple(in, c->mro_count, c->mro, out);
    }
    if (strcmp(text, "__bases__") == 0) {
        return bases_tuple(in, c->base_count, c->bases, out);
    }
    if (strcmp(text, "__base__") == 0) {
        return value_give(out, c->base_count > 0 ? value_object(c->bases[0]) : value_none());
    }
    if (strcmp(text, "__class__") == 0) {
        return value_give(out, value_object(in->types.type));
    }
    if (strcmp(text, "__doc__") == 0 && !lacking_doc(in, c)) {
        return value_give(out, value_none());
    }
    *found = false;
    return true;
}

static bool find_on_class(struct interp *in, struct class *c, struct str *name, struct value *out,
                          bool *found)
{
    struct value raw;
    bool own_only = strcmp(name->text, "__doc__") == 0 || strcmp(name->text, "__qualname__") == 0;
    bool known = own_only ? dict_get_str(c->dict, name, &raw) : class_lookup(c, name, &raw);
    if (strcmp(name->text, "__dict__") != 0 && known) {
        *found = true;
        if (tuple_is(raw) && strcmp(name->text, "__abstractmethods__") == 0) {
            struct set *names = set_new(in, in->types.frozenset);
            return value_made(out, names) && set_update(in, names, raw);
        }
        return attribute_bind(in, raw, value_object(c), c, out);
    }
    if (!class_special(in, c, name, out, found) || *found) {
        return *found;
    }
    /* type's own methods, such as mro() */
    if (class_lookup(in->types.type, name, &raw)) {
        *found = true;
        return attribute_bind(in, raw, value_object(c), in->types.type, out);
    }
    return true;
}

/* --- super() --- */

static bool find_on_super(struct interp *in, struct super *s, struct str *name, struct value *out,
                          bool *found)
{
    bool on_class = class_is(in, s->self);
    struct class *start = on_class ? (struct class *)s->self.o : value_class(in, s->self);
    int k = 0;
    while (k < start->mro_count && start->mro[k] != s->after) {
        k++;
    }
    for (k++; k < start->mro_count; k++) {
        struct value raw;
        if (dict_get_str(start->mro[k]->dict, name, &raw)) {
            *found = true;
            return attribute_bind(in, raw, s->self, start, out);
        }
    }
    /* The native kind underneath: super().__getitem__ and friends are its methods. */
    return true;
}

/* --- any value --- */

static bool special(struct interp *in, struct value v, struct str *name, struct value *out,
                    bool *found)
{
    *found = false;
    if (strcmp(name->text, "__class__") == 0) {
        *out = value_object(value_class(in, v));
        *found = true;
    } else if (strcmp(name->text, "__dict__") == 0 && v.type == VALUE_OBJECT &&
               !v.o->class->slotted && may_have_attributes(v.o->class)) {
        *out = value_object(own_attributes(in, v.o));
        *found = true;
        return out->type == VALUE_OBJECT;
    } else if (strcmp(name->text, "__module__") == 0 || strcmp(name->text, "__doc__") == 0) {
        return find_on_class(in, value_class(in, v), name, out, found);
    }
    return true;
}

static bool find_on_instance(struct interp *in, struct value v, struct str *name, struct value *out,
                             bool *found)
{
    struct class *class = value_class(in, v);
    struct value raw;
    bool on_class = class_lookup(class, name, &raw);
    *found = true;
    if (on_class && is_data_descriptor(in, raw)) {
        return attribute_bind(in, raw, v, class, out);
    }
    if (v.type == VALUE_OBJECT && v.o->attributes != NULL &&
        dict_get_str(v.o->attributes, name, out)) {
        return true;
    }
    *found = false;
    if (class->slots != NULL && class->slots->get != NULL) {
        bool shadowed = class_lookup_python(class, name, &raw);
        if (!shadowed && !class->slots->get(in, v, name, out, found)) {
            return false;
        }
        if (*found) {
            return true;
        }
    }
    if (on_class) {
        *found = true;
        return attribute_bind(in, raw, v, class, out);
    }
    return special(in, v, name, out, found);
}

/* In the dictionaries that the class's __getattr__ would look into first (class.c). */
static bool find_in_tables(const struct interp *in, const struct class *c, const struct dict *own,
                           const struct str *name, struct value *out, int32_t *entry)
{
    const struct list *tables = c->known == in->lookups.changes ? c->tables : NULL;
    for (int64_t k = 0; own != NULL && tables != NULL && k < tables->count; k++) {
        struct value table;
        if (str_is(tables->at[k]) && dict_get_str(own, (struct str *)tables->at[k].o, &table) &&
            dict_is(table) && dict_get_near((const struct dict *)table.o, name, out, entry)) {
            return true;
        }
    }
    return false;
}

/* __getattr__ of the class, or of a module, for what nothing else has. */
static bool find_fallback(struct interp *in, struct value v, struct str *name, struct value *out,
                          bool *found)
{
    struct value raw;
    struct class *class = value_class(in, v);
    struct str *hook = class->has_python_methods ? str_intern(in, "__getattr__") : NULL;
    if (hook == NULL || !class_lookup_python(class, hook, &raw)) {
        return true;
    }
    if (v.type == VALUE_OBJECT) {
        if (class->known != in->lookups.changes && !class_know(in, class)) {
            return false;
        }
        if (find_in_tables(in, class, v.o->attributes, name, out, &(int32_t){0})) {
            *found = true;
            return true;
        }
    }
    const struct value arg = value_object(name);
    return value_call_named(in, v, hook, 1, &arg, out, found);
}

/* __getattribute__ of the code, and behind it __getattr__. */
static bool ask(struct interp *in, struct value v, struct str *name, struct value *out, bool *found)
{
    const struct value arg = value_object(name);
    struct str *key = str_intern(in, "__getattribute__"), *hook = str_intern(in, "__getattr__");
    struct value unused;
    if (key == NULL || value_call_named(in, v, key, 1, &arg, out, found)) {
        return key != NULL;
    }
    *found = false;
    if (hook == NULL || !class_lookup_python(v.o->class, hook, &unused) ||
        !raise_is(in, EXCEPTION_AttributeError)) {
        return false;
    }
    raise_catch(in);
    return find_fallback(in, v, name, out, found);
}

bool value_find_attribute(struct interp *in, struct value v, struct str *name, struct value *out,
                          bool *found)
{
    *found = false;
    bool ok;
    if (class_is(in, v)) {
        ok = find_on_class(in, (struct class *)v.o, name, out, found);
    } else if (v.type == VALUE_OBJECT && v.o->class == in->types.super) {
        ok = find_on_super(in, (struct super *)v.o, name, out, found);
    } else if (v.type == VALUE_OBJECT && v.o->class->answers) {
        ok = ask(in, v, name, out, found);
        if (!ok && raise_is(in, EXCEPTION_AttributeError)) {
            raise_catch(in);
            ok = true;
        }
    } else {
        ok = find_on_instance(in, v, name, out, found);
        if (ok && !*found && !find_fallback(in, v, name, out, found)) {
            if (!raise_is(in, EXCEPTION_AttributeError)) {
                return false;
            }
            raise_catch(in);
            *found = false;
        }
    }
    return ok && (!*found || heap_hold(in, *out));
}

static bool refuse(struct interp *in, struct value v, struct str *name)
{
    const char *text = name->text;
    bool object = v.type == VALUE_OBJECT;
    if (!lacking_allows(in, v, text)) {
        return false;
    }
    if (class_is(in, v) && class_members(in, (struct class *)v.o) != NULL) {
        return raise_exception(in, EXCEPTION_AttributeError, "%s", text); /* an enumeration */
    }
    if (class_is(in, v)) {
        raise_exception(in, EXCEPTION_AttributeError, "type object '%s' has no attribute '%s'",
                        ((struct class *)v.o)->name->text, text);
    } else if (object && v.o->class == in->types.module) {
        raise_exception(in, EXCEPTION_AttributeError, "module '%s' has no attribute '%s'",
                        ((struct module *)v.o)->name->text, text);
    } else {
        raise_exception(in, EXCEPTION_AttributeError, "'%s' object has no attribute '%s'",
                        value_type_name(v), text);
    }
    raise_named(in, "name", value_object(name));
    raise_named(in, "obj", v);
    lacking_note(in, v, text);
    return raise_hint(in, suggest_attribute(in, v, name));
}

bool value_get_attribute(struct interp *in, struct value v, struct str *name, struct value *out)
{
    bool found = false, ok;
    if (v.type == VALUE_OBJECT && v.o->class->answers && !class_is(in, v)) {
        ok = ask(in, v, name, out, &found) && heap_hold(in, *out);
    } else if (class_is(in, v) || (v.type == VALUE_OBJECT && v.o->class == in->types.super)) {
        ok = value_find_attribute(in, v, name, out, &found);
    } else {
        /* Unlike value_find_attribute, what __getattr__ raises is the answer. */
        ok = find_on_instance(in, v, name, out, &found);
        if (ok && !found && !find_fallback(in, v, name, out, &found)) {
            if (raise_is(in, EXCEPTION_AttributeError) && lacking_allows(in, v, name->text)) {
                lacking_note(in, v, name->text);
            }
            return false;
        }
        ok = ok && (!found || heap_hold(in, *out));
    }
    return ok && (found || refuse(in, v, name));
}

/* Whether instances take what this is as a method of theirs. */
static bool is_method(const struct interp *in, struct value raw)
{
    return raw.type == VALUE_OBJECT &&
           (raw.o->class == in->types.function ||
            (raw.o->class == in->types.native && ((const struct native *)raw.o)->of != NULL));
}

static struct node *cache_of(const struct node *n)
{
    return (struct node *)(uintptr_t)n;
}

/* The attribute of an instance or a module where nothing is computed on the way; false: not found
 * so. */
static bool find_quickly(struct interp *in, struct value v, const struct str *name,
                         struct node *cache, struct value *out, bool *method)
{
    if (v.type != VALUE_OBJECT) {
        return false;
    }
    const struct class *c = v.o->class;
    if (cache->method != NULL && cache->class == c && cache->changes == in->lookups.changes &&
        v.o->attributes == NULL) {
        *out = value_object(cache->method);
        *method = true;
        return true;
    }
    int32_t *entry = &cache->entry;
    if (c == in->types.module) {
        return v.o->attributes == NULL &&
               dict_get_near(((const struct module *)v.o)->dict, name, out, entry);
    }
    if (c == in->types.type || c == in->types.super || c->answers || c->slots == &bigint_slots) {
        return false;
    }
    struct value raw;
    bool on_class = class_lookup(c, name, &raw);
    bool plain = !on_class || raw.type != VALUE_OBJECT || raw.o->class == in->types.native ||
                 raw.o->class == in->types.function;
    if (!plain) { /* perhaps it computes something */
        return false;
    }
    bool gets = c->slots != NULL && c->slots->get != NULL;
    bool stays = on_class && !gets && c->native && is_method(in, raw); /* nobody replaces it */
    if (stays || (!on_class && (cache->class != c || cache->changes != in->lookups.changes))) {
        cache->class = c;
        cache->changes = in->lookups.changes;
        cache->flag = false;
        cache->method = stays ? raw.o : NULL;
    }
    if (v.o->attributes != NULL && dict_get_near(v.o->attributes, name, out, entry)) {
        return true;
    }
    if (!on_class || gets) {
        return !on_class && !gets && name->text[0] != '_' &&
               find_in_tables(in, c, v.o->attributes, name, out, entry);
    }
    *out = raw;
    *method = is_method(in, raw);
    return true;
}

bool attribute_at(struct interp *in, struct value v, const struct node *n, struct value *out)
{
    bool method = false;
    struct str *name = node_name(in, n);
    const struct dict_entry *e = names_own(in, v, n);
    if (e != NULL) {
        value_copy(out, &e->value);
        return heap_hold(in, *out);
    }
    if (name == NULL || !find_quickly(in, v, name, cache_of(n), out, &method)) {
        return name != NULL && value_get_attribute(in, v, name, out);
    }
    if (method) {
        return value_made(out, method_new(in, *out, v));
    }
    return heap_hold(in, *out);
}

bool attribute_to_call(struct interp *in, struct value v, const struct node *n, struct value *out,
                       bool *method)
{
    *method = false;
    struct str *name = node_name(in, n);
    if (name == NULL || find_quickly(in, v, name, cache_of(n), out, method)) {
        return name != NULL && heap_hold(in, *out);
    }
    if (v.type != VALUE_OBJECT || v.o->class->slots == NULL || v.o->class->slots->get == NULL ||
        v.o->class == in->types.module) {
        return value_get_attribute(in, v, name, out);
    }
    /* A kind that computes attributes, such as a tensor: its methods too need no object of their
     * own. */
    const struct class *c = v.o->class;
    struct value raw;
    bool computed = false, own = class_lookup_python(c, name, &raw);
    if (own || c->answers || c == in->types.super || !class_lookup(c, name, &raw) ||
        !is_method(in, raw) ||
        (v.o->attributes != NULL && dict_get_str(v.o->attributes, name, out))) {
        return value_get_attribute(in, v, name, out);
    }
    if (!c->slots->get(in, v, name, out, &computed)) {
        return false;
    }
    *method = !computed;
    *out = computed ? *out : raw;
    return heap_hold(in, *out);
}

bool attribute_plain(struct interp *in, struct value v, struct str *name, struct value *out,
                     bool *found)
{
    return find_on_instance(in, v, name, out, found) && (!*found || heap_hold(in, *out));
}

/* Whether one of the classes names it in its __slots__. */
static bool has_slot(struct interp *in, const struct class *class, struct str *name)
{
    struct str *key = str_intern(in, "__slots__");
    bool has = false;
    for (int k = 0; key != NULL && !has && k < class->mro_count; k++) {
        struct value told;
        if (!dict_get_str(class->mro[k]->dict, key, &told)) {
            continue;
        }
        if (str_is(told)) {
            has = str_compare((struct str *)told.o, name) == 0;
        } else if (!value_contains(in, told, value_object(name), &has)) {
            return false;
        }
    }
    return has;
}

/* Into the instance's own. */
QKV_SELDOM static bool put(struct interp *in, struct object *o, struct str *name,
                           struct node *cache, struct value x)
{
    struct dict *d = own_attributes(in, o);
    return d != NULL && (dict_add_few(d, name, x, &cache->entry) ||
                         dict_set_near(in, d, name, x, &cache->entry));
}

QKV_SELDOM static bool set_at(struct interp *in, struct value v, const struct node *n,
                              struct value x)
{
    struct str *name = node_name(in, n);
    struct node *cache = cache_of(n);
    if (name == NULL) {
        return false;
    }
    if (v.type != VALUE_OBJECT || v.o->class->slots != &object_slots || v.o->class->native) {
        return value_set_attribute(in, v, name, x);
    }
    struct class *c = v.o->class;
    struct value raw;
    if (c->known != in->lookups.changes && !class_know(in, c)) {
        return false;
    }
    if (!c->sets_plainly || (name->text[0] == '_' && name->text[1] == '_')) {
        return value_set_attribute(in, v, name, x);
    }
    if (class_lookup(c, name, &raw)) {
        return value_set_attribute(in, v, name, x);
    }
    if (!c->answers) {
        cache->class = c;
        cache->changes = in->lookups.changes;
        cache->flag = true;
        cache_of(n)->method = NULL;
    }
    return put(in, v.o, name, cache, x);
}

bool attribute_put(struct interp *in, struct object *o, const struct node *n, struct value x)
{
    struct dict *d = o->attributes;
    struct dict_entry *e =
        d != NULL && d->watch == NULL ? dict_near(d, n->name_object, n->entry) : NULL;
    if (e != NULL) {
        value_copy(&e->value, &x);
        return true;
    }
    return (d != NULL && dict_add_few(d, n->name_object, x, &cache_of(n)->entry)) ||
           put(in, o, n->name_object, cache_of(n), x);
}

bool attribute_set_at(struct interp *in, struct value v, const struct node *n, struct value x)
{
    return attribute_is_own(in, v, n) ? attribute_put(in, v.o, n, x) : set_at(in, v, n, x);
}

bool value_set_attribute(struct interp *in, struct value v, struct str *name, struct value x)
{
    const struct value at[2] = {value_object(name), x};
    struct value unused;
    bool found;
    return value_call_python(in, v, "__setattr__", 2, at, &unused, &found) &&
           (found || attribute_set_plain(in, v, name, x));
}

bool attribute_set_plain(struct interp *in, struct value v, struct str *name, struct value x)
{
    struct class *class = value_class(in, v);
    struct value raw, method, unused;
    bool done = false;
    if (class_is(in, v)) {
        struct class *c = (struct class *)v.o;
        if (c->native) {
            return raise_type_error(in, "cannot set '%s' attribute of immutable type '%s'",
                                    name->text, c->name->text);
        }
        const struct dict *members = class_members(in, c);
        if (members != NULL && dict_get_str(members, name, &raw)) {
            return raise_exception(in, EXCEPTION_AttributeError, "cannot reassign member '%s'",
                                   name->text);
        }
        return dict_set_str(in, c->dict, name, x) &&
               (strcmp(name->text, "__slots__") != 0 || class_take_slots(in, c));
    }
    struct property *p = property_of(in, class, name);
    if (p != NULL) {
        if (p->set.type == VALUE_NONE) {
            return raise_exception(in, EXCEPTION_AttributeError,
                                   "property '%s' of '%s' object has no setter", name->text,
                                   class->name->text);
        }
        const struct value at[2] = {v, x};
        return value_call_at(in, p->set, 2, at, &unused);
    }
    if (class_lookup(class, name, &raw) && descriptor_method(in, raw, "__set__", &method)) {
        const struct value at[3] = {raw, v, x};
        return value_call_at(in, method, 3, at, &unused);
    }
    if (class->slots != NULL && class->slots->set != NULL) {
        if (!class->slots->set(in, v, name, x, &done)) {
            return false;
        }
        if (done) {
            return true;
        }
    }
    if (v.type == VALUE_OBJECT && strcmp(name->text, "__dict__") == 0 && dict_is(x)) {
        v.o->attributes = (struct dict *)x.o;
        return true;
    }
    if (v.type == VALUE_OBJECT && strcmp(name->text, "__class__") == 0 && class_is(in, x) &&
        ((struct class *)x.o)->slots == class->slots) {
        v.o->class = (struct class *)x.o;
        return true;
    }
    if (v.type != VALUE_OBJECT || !may_have_attributes(class)) {
        return raise_exception(in, EXCEPTION_AttributeError, "'%s' object has no attribute '%s'",
                               value_type_name(v), name->text);
    }
    if (class->slotted && !has_slot(in, class, name)) {
        return in->exception.type == VALUE_NONE && refuse(in, v, name);
    }
    struct dict *d = own_attributes(in, v.o);
    return d != NULL && dict_set_str(in, d, name, x);
}

bool value_delete_attribute(struct interp *in, struct value v, struct str *name)
{
    const struct value arg = value_object(name);
    struct value unused;
    bool found;
    return value_call_python(in, v, "__delattr__", 1, &arg, &unused, &found) &&
           (found || attribute_delete_plain(in, v, name));
}

bool attribute_delete_plain(struct interp *in, struct value v, struct str *name)
{
    struct class *class = value_class(in, v);
    struct value raw, method, unused;
    struct property *p = class_is(in, v) ? NULL : property_of(in, class, name);
    if (p != NULL) {
        return p->delete_.type != VALUE_NONE
                   ? value_call_at(in, p->delete_, 1, &v, &unused)
                   : raise_exception(in, EXCEPTION_AttributeError,
                                     "property '%s' of '%s' object has no deleter", name->text,
                                     class->name->text);
    }
    if (!class_is(in, v) && class_lookup(class, name, &raw) &&
        descriptor_method(in, raw, "__delete__", &method)) {
        const struct value at[2] = {raw, v};
        return value_call_at(in, method, 2, at, &unused);
    }
    struct dict *d = class_is(in, v)                  ? ((struct class *)v.o)->dict
                     : v.type != VALUE_OBJECT         ? NULL
                     : v.o->class == in->types.module ? ((struct module *)v.o)->dict
                                                      : v.o->attributes;
    return (d != NULL && dict_delete_str(d, name)) || refuse(in, v, name);
}
