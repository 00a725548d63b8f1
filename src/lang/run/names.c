/* Looks a name up and stores it, and words what is said when it is not there. */
#include "lang/run/names.h"
#include "base/named.h"
#include "lang/run/label.h"
#include "lang/run/scope.h"

#include <stdlib.h>

#define NAME_ANYWHERE (-2) /* what stands for a slot: it has to be searched for */

/* Inside a class `__x` means `_Class__x`: for attributes, and for what the class's body binds. */
static struct str *private_name(struct interp *in, const struct node *n)
{
    const struct frame *f = in->frame;
    const struct class *c = f == NULL             ? NULL
                            : f->class != NULL    ? f->class
                            : f->function != NULL ? f->function->defined_in
                                                  : NULL;
    size_t len = strlen(n->text);
    bool bound_by_class = f != NULL && f->class != NULL;
    bool is_private =
        len > 2 && strncmp(n->text, "__", 2) == 0 && strcmp(n->text + len - 2, "__") != 0;
    if (!is_private || c == NULL || (n->kind != NODE_ATTRIBUTE && !bound_by_class)) {
        return str_intern(in, n->text);
    }
    const char *class_name = c->name->text + strspn(c->name->text, "_");
    scoped_buf text = {.budget = in->memory};
    buf_printf(&text, "%s%s%s", *class_name != '\0' ? "_" : "", class_name, n->text);
    struct str *name = text.failed ? NULL : str_intern(in, buf_text(&text));
    return name;
}

static struct node *cache_of(const struct node *n)
{
    return (struct node *)(uintptr_t)n;
}

static bool listed(const char *name, int count, const char *const *names)
{
    return named_at(names, count, sizeof *names, name) >= 0;
}

static bool is_global(const struct scope *s, const char *name)
{
    return s->bound != NULL && listed(name, s->bound->global_count, s->bound->global);
}

static bool is_nonlocal(const struct scope *s, const char *name)
{
    return s->bound != NULL && listed(name, s->bound->nonlocal_count, s->bound->nonlocal);
}

static bool is_local(const struct scope *s, const char *name)
{
    return s->bound != NULL && listed(name, s->bound->local_count, s->bound->local);
}

struct str *names_find(struct interp *in, const struct node *n)
{
    struct node *cache = cache_of(n);
    cache->name_object = private_name(in, n);
    cache->joined = in->joined;
    cache->home = cache->near = NULL; /* and `class` */
    cache->slot = NAME_ANYWHERE;
    return n->name_object;
}

/* --- suggestions --- */

/* Edit distance, given up beyond `limit`. A change of case costs nothing much. */
static int distance(const char *a, const char *b, int limit)
{
    size_t la = strlen(a), lb = strlen(b);
    int row[65];
    if (la > 64 || lb > 64) {
        return limit + 1;
    }
    for (size_t j = 0; j <= lb; j++) {
        row[j] = 2 * (int)j;
    }
    for (size_t i = 1; i <= la; i++) {
        int diagonal = row[0];
        row[0] = 2 * (int)i;
        for (size_t j = 1; j <= lb; j++) {
            int change = a[i - 1] == b[j - 1] ? 0 : (a[i - 1] | 32) == (b[j - 1] | 32) ? 1 : 2;
            int best = diagonal + change;
            best = row[j] + 2 < best ? row[j] + 2 : best;
            best = row[j - 1] + 2 < best ? row[j - 1] + 2 : best;
            diagonal = row[j];
            row[j] = best;
        }
    }
    return row[lb];
}

/* Keeps the nearer of two. Python's rule: at most a third of the letters may differ. */
static void consider(const struct str *name, struct value candidate, struct str **best, int *least)
{
    if (!str_is(candidate)) {
        return;
    }
    struct str *s = (struct str *)candidate.o;
    int limit = (int)(name->len + s->len + 3) * 2 / 6;
    int far = distance(name->text, s->text, limit);
    if (far > 0 && far <= limit && (*best == NULL || far < *least)) {
        *best = s;
        *least = far;
    }
}

static struct str *suggest_slot(const struct str *name, struct interp *in, const struct scope *s)
{
    struct str *best = NULL;
    int least = 0;
    for (int k = 0; k < s->count; k++) {
        struct str *bound = slot_is_empty(s->slot[k]) ? NULL : str_intern(in, s->bound->local[k]);
        if (bound != NULL) {
            consider(name, value_object(bound), &best, &least);
        }
    }
    return best;
}

/* public: of a module of the library, which keeps some names for itself. */
static struct str *suggest_key(const struct str *name, const struct dict *d, bool public)
{
    struct value key, v;
    struct str *best = NULL;
    int least = 0;
    for (int64_t at = 0; dict_next(d, &at, &key, &v);) {
        if (!public || (str_is(key) && (str_text(key)[0] != '_' || name->text[0] == '_'))) {
            consider(name, key, &best, &least);
        }
    }
    return best;
}

static struct str *suggest_item(const struct str *name, const struct list *l)
{
    struct str *best = NULL;
    int least = 0;
    for (int64_t k = 0; k < l->count; k++) {
        consider(name, l->at[k], &best, &least);
    }
    return best;
}

/* The nearest name among an object's own attributes and those of its classes. */
struct str *suggest_attribute(struct interp *in, struct value v, const struct str *name)
{
    struct class *class = class_is(in, v) ? (struct class *)v.o : value_class(in, v);
    struct str *near = NULL;
    if (v.type == VALUE_OBJECT && v.o->class == in->types.module) {
        const struct module *m = (const struct module *)v.o;
        struct value all;
        struct str *file = str_intern(in, "__file__");
        bool own = m == in->main || (file != NULL && dict_get_str(m->dict, file, &all));
        near = suggest_key(name, m->dict, !own);
        if (near == NULL && dict_get_str(m->dict, str_intern(in, "__all__"), &all) &&
            list_is(all)) {
            near = suggest_item(name, (const struct list *)all.o);
        }
        return near;
    }
    if (v.type == VALUE_OBJECT && v.o->attributes != NULL) {
        near = suggest_key(name, v.o->attributes, false);
    }
    for (int k = 0; k < class->mro_count && near == NULL; k++) {
        near = suggest_key(name, class->mro[k]->dict, false);
    }
    return near;
}

static bool refuse_name(struct interp *in, struct str *name)
{
    struct str *near = NULL;
    for (struct scope *s = in->frame->scope; s != NULL && near == NULL; s = s->parent) {
        near = s->names != NULL ? suggest_key(name, s->names, false) : suggest_slot(name, in, s);
    }
    near = near != NULL ? near : suggest_key(name, in->frame->module->dict, false);
    near = near != NULL ? near : suggest_key(name, in->builtins, false);
    raise_exception(in, EXCEPTION_NameError, "name '%s' is not defined", name->text);
    raise_named(in, "name", value_object(name));
    return raise_hint(in, near);
}

static bool refuse_local(struct interp *in, const struct str *name)
{
    return raise_exception(
        in, EXCEPTION_UnboundLocalError,
        "cannot access local variable '%s' where it is not associated with a value", name->text);
}

/* --- load, store, delete --- */

/* Where the scopes that stand around a place of the code have a name: once for all that bind the
 * same names. A class body, and code made of text, are looked into each time. */
static void settle(const struct scope *s, struct node *cache, const struct str *name)
{
    cache->home = s->bound;
    cache->near = NULL;
    cache->slot = NAME_ANYWHERE;
    cache->hops = 0;
    cache->flag = false; /* `hops` stand where `changes` do */
    if (s->is_class) {
        return;
    }
    int hops = 0;
    for (const struct scope *t = s; t != NULL; t = t->parent, hops++) {
        if (t->bound == NULL) {
            return;
        }
        if (t->is_class) {
            continue;
        }
        if (is_global(t, name->text)) {
            break;
        }
        for (int k = 0; k < t->count; k++) {
            if (strcmp(t->bound->local[k], name->text) == 0) {
                cache->slot = k;
                cache->hops = hops;
                cache->near = hops == 0 ? s->bound : NULL;
                return;
            }
        }
    }
    cache->slot = NAME_OF_MODULE;
}

/* __main__ does not have it: so it stays until something comes in there (names_builtin). */
static void remember_builtin(const struct interp *in, const struct node *n)
{
    struct node *cache = cache_of(n);
    if (in->frame->module == in->main && names_is_global(in, n)) {
        cache->home = in->frame->scope != NULL ? n->home : NULL; /* `hops` are gone */
        cache->changes = in->main_changes;
        cache->flag = true;
    }
}

static bool load_from_module(struct interp *in, const struct node *n, struct str *name,
                             struct value *out)
{
    int32_t *entry = &cache_of(n)->entry;
    if (dict_get_near(in->frame->module->dict, name, out, entry)) {
        return heap_hold(in, *out);
    }
    if (dict_get_near(in->builtins, name, out, entry)) {
        remember_builtin(in, n);
        return heap_hold(in, *out);
    }
    return refuse_name(in, name);
}

/* From scope to scope. */
static bool search(struct interp *in, const struct node *n, struct str *name, struct value *out)
{
    bool own = true;
    for (struct scope *s = in->frame->scope; s != NULL; s = s->parent, own = false) {
        if (s->is_class && !own) {
            continue;
        }
        if (is_global(s, name->text)) {
            break;
        }
        if (scope_get(s, name, out)) {
            return heap_hold(in, *out);
        }
        if (!s->is_class && is_local(s, name->text) && !is_nonlocal(s, name->text)) {
            bool text = in->frame->scope->bound == NULL; /* eval() looks into dictionaries */
            return text  ? refuse_name(in, name)
                   : own ? refuse_local(in, name)
                         : raise_exception(
                               in, EXCEPTION_NameError,
                               "cannot access free variable '%s' where it is not associated "
                               "with a value in enclosing scope",
                               name->text);
        }
    }
    return load_from_module(in, n, name, out);
}

QKV_SELDOM static bool load(struct interp *in, const struct node *n, struct value *out)
{
    const struct scope *s = in->frame->scope;
    struct str *name = node_name(in, n);
    if (name == NULL) {
        return false;
    }
    if (s == NULL) {
        return load_from_module(in, n, name, out);
    }
    if (s->bound == NULL) {
        return search(in, n, name, out);
    }
    if (s->bound != n->home) {
        settle(s, cache_of(n), name);
    }
    if (n->slot == NAME_OF_MODULE && s->names == NULL) {
        return load_from_module(in, n, name, out);
    }
    if (n->slot >= 0) {
        for (int hops = n->hops; hops > 0; hops--) {
            s = s->parent;
        }
        *out = s->slot[n->slot];
        if (!slot_is_empty(*out)) {
            return heap_hold(in, *out);
        }
    }
    return search(in, n, name, out);
}

bool name_load(struct interp *in, const struct node *n, struct value *out)
{
    in->frame->here = n;
    const struct dict_entry *near = names_near(in, n);
    if (near != NULL) {
        value_copy(out, &near->value);
        return heap_hold(in, *out);
    }
    return load(in, n, out);
}

/* The scope that a binding of this name goes to; NULL: the module. */
static struct scope *home_of(const struct interp *in, const struct str *name)
{
    bool through = true; /* so far only comprehensions: a walrus stops at the first other scope */
    for (struct scope *s = in->frame->scope; s != NULL; s = s->parent) {
        if (is_global(s, name->text)) {
            break;
        }
        if (!is_nonlocal(s, name->text) &&
            ((through && !s->is_comprehension) || is_local(s, name->text))) {
            return s;
        }
        through = through && s->is_comprehension;
    }
    return NULL;
}

static bool announce(struct interp *in, const char *name, struct value v, const struct span *at)
{
    const struct recorder *r = in->recorder;
    return r == NULL || r->bind == NULL || r->bind(r->self, name, v, at);
}

bool names_in_passing(const struct interp *in, const char *name)
{
    const struct scope *s = in->frame != NULL ? in->frame->scope : NULL;
    return s != NULL && s->is_comprehension && is_local(s, name);
}

/* While somebody listens an integer takes the name as its label, but that of a comprehension. */
static struct value named(struct interp *in, const char *name, struct value v,
                          const struct span *at)
{
    if (in->recorder != NULL && !names_in_passing(in, name)) {
        label_bind(in, &v, name, at);
    }
    return v;
}

static bool store(struct interp *in, struct str *name, struct value v, int32_t *entry)
{
    struct scope *s = home_of(in, name);
    return s != NULL ? scope_set(in, s, name, v)
                     : dict_set_near(in, in->frame->module->dict, name, v, entry);
}

bool name_store(struct interp *in, struct str *name, struct value v, const struct span *at)
{
    int32_t entry = 0;
    return store(in, name, named(in, name->text, v, at), &entry) && announce(in, name->text, v, at);
}

bool names_parameter(struct interp *in, const struct parameter *p, struct value *slot)
{
    const struct value given = *slot;
    *slot = named(in, p->name, given, &p->span);
    return announce(in, p->name, given, &p->span);
}

static bool store_in(struct interp *in, const struct node *n, struct str *name, struct value v)
{
    struct scope *s = in->frame->scope;
    if (s == NULL) {
        return dict_set_near(in, in->frame->module->dict, name, v, &cache_of(n)->entry);
    }
    if (s->bound != n->home && s->bound != NULL) {
        settle(s, cache_of(n), name);
    }
    if (s->bound != NULL && n->slot >= 0 && n->hops == 0) {
        s->slot[n->slot] = v;
        return true;
    }
    return store(in, name, v, &cache_of(n)->entry);
}

QKV_SELDOM static bool store_at(struct interp *in, const struct node *n, struct value v)
{
    struct str *name = node_name(in, n);
    return name != NULL && store_in(in, n, name, named(in, name->text, v, &n->span)) &&
           announce(in, name->text, v, &n->span);
}

bool name_store_at(struct interp *in, const struct node *n, struct value v)
{
    struct scope *s = in->frame->scope;
    if (in->recorder == NULL) {
        bool own = n->near != NULL && n->near == in->frame->near;
        struct dict_entry *e = s == NULL ? names_near(in, n) : NULL;
        if (own || e != NULL) {
            value_copy(own ? &s->slot[n->slot] : &e->value, &v);
            return true;
        }
    }
    return store_at(in, n, v);
}

bool name_drop(struct interp *in, struct str *name)
{
    struct scope *s = home_of(in, name);
    return s != NULL ? scope_drop(s, name) : dict_delete_str(in->frame->module->dict, name);
}

bool name_delete(struct interp *in, const struct node *n)
{
    struct str *name = node_name(in, n);
    if (name == NULL) {
        return false;
    }
    if (name_drop(in, name)) {
        return true;
    }
    const struct scope *s = in->frame->scope;
    return s != NULL && !s->is_class && home_of(in, name) == s ? refuse_local(in, name)
                                                               : refuse_name(in, name);
}
