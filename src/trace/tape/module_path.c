/* Finds the paths of modules and weights: a walk over what a model holds, once for each model that
 * was the outermost one under way. */
#include "trace/tape/module_path.h"

#include "lang/object/raise.h"
#include "lang/parse/ast.h"
#include "lang/run/interp.h"
#include "torch/tensor_object.h"

#include <string.h>

enum {
    DEEPEST = 32,
    LONGEST = 4096 /* of a plain list: what is longer holds data, no layers */
};

struct model {
    struct object *root;
    const char *name;   /* that leads to it from the top level; NULL: none does */
    struct map objects; /* address: where the path begins in ... */
    struct map tensors; /* serial: the same */
    struct buf text;    /* paths one behind the other, each with its NUL */
};

struct walk {
    struct tape *t;
    struct model *m; /* NULL: it is told to the reader */
    const struct weight_reader *reader;
    struct map looked; /* addresses of what was looked into */
    struct map own;    /* of a class: is_own */
    struct buf path;
    int depth;
};

static uint64_t key_of(const void *object)
{
    return (uint64_t)(uintptr_t)object;
}

/* --- modules --- */

/* A table of a module; NULL: the value is no module. */
static struct dict *table_of(struct value v, const struct str *name)
{
    struct value found;
    bool holds = v.type == VALUE_OBJECT && v.o->attributes != NULL &&
                 dict_get_str(v.o->attributes, name, &found) && dict_is(found);
    return holds ? (struct dict *)found.o : NULL;
}

bool module_is(const struct tape *t, struct value v)
{
    return table_of(v, t->said.parameters) != NULL;
}

/* --- the walk --- */

static bool note(struct tape *t, struct model *m, struct map *to, uint64_t key, const char *path)
{
    bool ok = map_set(to, key, (int64_t)m->text.len);
    buf_put(&m->text, path, strlen(path) + 1);
    return (ok && !m->text.failed) || raise_memory(&t->session->in);
}

static bool note_here(struct walk *w, struct map *to, uint64_t key)
{
    return note(w->t, w->m, to, key, buf_text(&w->path));
}

static bool note_tensor(struct walk *w, struct value v)
{
    uint64_t serial = tensor_object_of(v)->serial;
    if (w->m == NULL) {
        return w->reader->weight(w->reader->self, serial, buf_text(&w->path));
    }
    return map_get(&w->m->tensors, serial, -1) >= 0 || note_here(w, &w->m->tensors, serial);
}

/* The path goes on with the name of an attribute, a key, a place. Returns where it was before. */
static size_t go_on(struct walk *w, struct value key)
{
    size_t len = w->path.len;
    buf_puts(&w->path, len > 0 ? "." : "");
    if (str_is(key)) {
        buf_puts(&w->path, str_text(key));
    } else if (key.type == VALUE_INT) {
        buf_printf(&w->path, "%lld", (long long)key.i);
    } else {
        buf_putc(&w->path, '?');
    }
    return len;
}

static bool name_module(struct walk *w, struct value module);

static bool name_entries(struct walk *w, const struct dict *table)
{
    struct value key, v;
    bool ok = true;
    for (int64_t at = 0; ok && table != NULL && dict_next(table, &at, &key, &v);) {
        size_t len = go_on(w, key);
        ok = tensor_object_is(&w->t->session->in, v) ? note_tensor(w, v) : name_module(w, v);
        buf_cut(&w->path, len);
    }
    return ok;
}

/* Whether a module was there before; from now on it was. */
static bool is_named(struct walk *w, const struct object *module, bool *named)
{
    struct map *to = w->m != NULL ? &w->m->objects : &w->looked;
    *named = map_get(to, key_of(module), -1) >= 0;
    return *named ||
           (w->m != NULL ? note_here(w, to, key_of(module))
                         : map_set(to, key_of(module), 1) || raise_memory(&w->t->session->in));
}

/* What named_modules() and named_parameters() give, in their order. */
static bool name_module(struct walk *w, struct value module)
{
    struct dict *parameters = table_of(module, w->t->said.parameters);
    bool named = false;
    if (parameters == NULL || w->depth == DEEPEST) {
        return true;
    }
    if (!is_named(w, module.o, &named) || named) {
        return named;
    }
    w->depth++;
    bool ok = name_entries(w, parameters) &&
              name_entries(w, table_of(module, w->t->said.buffers)) &&
              name_entries(w, table_of(module, w->t->said.modules));
    w->depth--;
    return ok;
}

static bool look_into(struct walk *w, struct value v);

static bool look_into_entries(struct walk *w, const struct dict *d)
{
    struct value key, v;
    bool ok = true;
    int count = 0;
    for (int64_t at = 0; ok && count < LONGEST && dict_next(d, &at, &key, &v); count++) {
        if (v.type == VALUE_OBJECT) {
            size_t len = go_on(w, key);
            ok = look_into(w, v);
            buf_cut(&w->path, len);
        }
    }
    return ok;
}

static bool look_into_list(struct walk *w, const struct list *l)
{
    bool ok = true;
    for (int64_t k = 0; ok && k < l->count && k < LONGEST; k++) {
        if (l->at[k].type == VALUE_OBJECT) {
            size_t len = go_on(w, value_int(k));
            ok = look_into(w, l->at[k]);
            buf_cut(&w->path, len);
        }
    }
    return ok;
}

/* Whether the run's own code defines the class. */
static bool is_own(struct walk *w, const struct class *c)
{
    const struct interp *in = &w->t->session->in;
    int64_t own = c->native ? 0 : map_get(&w->own, key_of(c), -1);
    if (own < 0) {
        size_t len;
        own = c->module == NULL || in->prelude(in->prelude_self, c->module, &len) == NULL;
        (void)map_set(&w->own, key_of(c), own); /* without memory it is asked again */
    }
    return own != 0;
}

static bool is_table(const struct walk *w, struct value key)
{
    return str_is(key) &&
           (key.o == &w->t->said.parameters->object || key.o == &w->t->said.buffers->object ||
            key.o == &w->t->said.modules->object);
}

static bool look_into_attributes(struct walk *w, struct value v)
{
    struct dict *modules = table_of(v, w->t->said.modules);
    struct value key, own;
    bool ok = modules == NULL || look_into_entries(w, modules);
    for (int64_t at = 0;
         ok && v.o->attributes != NULL && dict_next(v.o->attributes, &at, &key, &own);) {
        if (own.type == VALUE_OBJECT && (modules == NULL || !is_table(w, key))) {
            size_t len = go_on(w, key);
            ok = look_into(w, own);
            buf_cut(&w->path, len);
        }
    }
    return ok;
}

/* Below an object the path is the first one that it has. */
static bool look_into_object(struct walk *w, struct value v)
{
    struct map *objects = &w->m->objects;
    bool module = module_is(w->t, v);
    if (!module && !is_own(w, v.o->class)) {
        return true;
    }
    if (module ? !name_module(w, v)
               : map_get(objects, key_of(v.o), -1) < 0 && !note_here(w, objects, key_of(v.o))) {
        return false;
    }
    int64_t at = map_get(objects, key_of(v.o), -1);
    if (at < 0) { /* it lies too deep */
        return true;
    }
    struct buf here = w->path;
    w->path = (struct buf){.budget = here.budget};
    buf_puts(&w->path, buf_text(&w->m->text) + at);
    bool ok = look_into_attributes(w, v);
    buf_free(&w->path);
    w->path = here;
    return ok;
}

/* What is not registered: plain attributes, lists, dictionaries, objects of own classes. */
static bool look_into(struct walk *w, struct value v)
{
    struct interp *in = &w->t->session->in;
    if (v.type == VALUE_OBJECT && (tensor_object_is(in, v) || ndarray_is(in, v))) {
        return note_tensor(w, v);
    }
    bool list = list_is(v) || tuple_is(v), dict = dict_is(v);
    if (v.type != VALUE_OBJECT || (!list && !dict && v.o->class->native) || w->depth == DEEPEST ||
        map_get(&w->looked, key_of(v.o), 0) != 0) {
        return true;
    }
    if (!map_set(&w->looked, key_of(v.o), 1)) {
        return raise_memory(in);
    }
    w->depth++;
    bool ok = (v.o->class->native || look_into_object(w, v)) &&
              (!list || look_into_list(w, (const struct list *)v.o)) &&
              (!dict || look_into_entries(w, (const struct dict *)v.o));
    w->depth--;
    return ok;
}

static struct walk walk_of(struct tape *t)
{
    return (struct walk){.t = t, .path = {.budget = t->session->in.memory}};
}

static void end_walk(struct walk *w)
{
    map_free(&w->looked);
    map_free(&w->own);
    buf_free(&w->path);
}

bool module_read(struct tape *t, struct value module, const struct weight_reader *reader)
{
    struct walk w = walk_of(t);
    w.reader = reader;
    bool ok = name_module(&w, module);
    end_walk(&w);
    return ok;
}

/* --- models --- */

/* The place of the model below an object, which is made when it is asked for first. -1: raised. */
static int model_of(struct tape *t, struct object *root)
{
    struct interp *in = &t->session->in;
    int64_t known = map_get(&t->model_of, key_of(root), -1);
    if (known >= 0) {
        return (int)known;
    }
    int count = t->model_count;
    struct model *wider = (count & (count - 1)) != 0
                              ? t->model
                              : heap_resize(in, t->model, (size_t)count * sizeof *wider,
                                            (size_t)(count > 0 ? 2 * count : 1) * sizeof *wider);
    if (wider == NULL || !map_set(&t->model_of, key_of(root), count)) {
        raise_memory(in);
        return -1;
    }
    t->model = wider;
    t->model_count++;
    wider[count] = (struct model){.root = root, .text = {.budget = in->memory}};
    struct walk w = walk_of(t);
    const struct value v = value_object(root);
    w.m = &wider[count];
    bool ok = name_module(&w, v) && look_into(&w, v);
    end_walk(&w);
    return ok ? count : -1;
}

static const char *path_in(const struct model *m, const struct map *of, uint64_t key)
{
    int64_t at = map_get(of, key, -1);
    return at < 0 ? NULL : buf_text(&m->text) + at;
}

/* NULL: that is no object of the model. */
static const char *path_of_self(const struct tape *t, const struct tape_call *c)
{
    const struct model *m = c->model < 0 || c->self == NULL ? NULL : &t->model[c->model];
    return m != NULL ? path_in(m, &m->objects, key_of(c->self)) : NULL;
}

/* The outermost one is a module of PyTorch's, where there is any. */
static bool place_model(struct tape *t, struct tape_call *c)
{
    c->model = c->parent >= 0 ? t->call[c->parent].model : -1;
    if (c->self == NULL || c->first == c->end) {
        return true;
    }
    bool module = module_is(t, value_object(c->self));
    bool begins = c->model < 0 || (module && !module_is(t, value_object(t->model[c->model].root)));
    if (begins && (module || !c->prelude)) {
        c->model = model_of(t, c->self);
        return c->model >= 0;
    }
    return true;
}

/* `self.W = ...` names a tensor, though the object may hold another one at the end. */
static bool place_bind(struct tape *t, const struct tape_bind *b)
{
    const struct tape_call *c = b->serial != 0 && b->call >= 0 ? &t->call[b->call] : NULL;
    const char *path = c != NULL ? path_of_self(t, c) : NULL;
    const char *dot = path != NULL ? strchr(b->name, '.') : NULL;
    if (dot == NULL ||
        strncmp(b->name, c->function->parameters[0].name, (size_t)(dot - b->name)) != 0) {
        return true;
    }
    struct model *m = &t->model[c->model];
    scoped_buf whole = {.budget = m->text.budget};
    buf_printf(&whole, "%s%s", path, *path != '\0' ? dot : dot + 1);
    return map_get(&m->tensors, b->serial, -1) >= 0 ||
           note(t, m, &m->tensors, b->serial, buf_text(&whole));
}

/* Of each tensor of a model: the one that holds the most of those that hold it. */
static bool find_holders(struct tape *t)
{
    bool ok = true;
    for (int k = 0; k < t->model_count; k++) {
        const struct map *tensors = &t->model[k].tensors;
        for (size_t j = 0; ok && j < tensors->size; j++) {
            uint64_t serial = tensors->at[j].used ? tensors->at[j].key : 0;
            int64_t other = map_get(&t->holders, serial, -1);
            bool larger = other < 0 || t->model[other].text.len < t->model[k].text.len;
            ok = serial == 0 || !larger || map_set(&t->holders, serial, k) ||
                 raise_memory(&t->session->in);
        }
    }
    return ok;
}

static void free_model(struct model *m)
{
    map_free(&m->objects);
    map_free(&m->tensors);
    buf_free(&m->text);
}

/* All that names of the top level lead to is walked over as one model. */
static bool name_models(struct tape *t)
{
    struct interp *in = &t->session->in;
    struct model all = {.text = {.budget = in->memory}};
    struct walk w = walk_of(t);
    w.m = &all;
    bool ok = t->model_count == 0 || in->main == NULL || look_into_entries(&w, in->main->dict);
    for (int k = 0; ok && k < t->model_count; k++) {
        struct model *m = &t->model[k];
        const char *name = path_in(&all, &all.objects, key_of(m->root));
        m->name = name != NULL ? arena_copy(&t->arena, name, strlen(name)) : NULL;
        ok = name == NULL || m->name != NULL || raise_memory(in);
    }
    end_walk(&w);
    free_model(&all);
    return ok;
}

bool modules_find(struct tape *t)
{
    bool ok = true;
    for (int k = 0; k < t->call_count; k++) {
        t->call[k].model = -1;
    }
    for (int k = 0; ok && k < t->call_count; k++) {
        ok = place_model(t, &t->call[k]);
    }
    for (int k = 0; ok && k < t->bind_count; k++) {
        ok = place_bind(t, &t->bind[k]);
    }
    ok = ok && find_holders(t) && name_models(t);
    for (int k = 0; ok && k < t->call_count; k++) { /* the texts lie where they stay */
        struct tape_call *c = &t->call[k];
        const char *path = path_of_self(t, c);
        c->module = path != NULL || c->parent < 0 ? path : t->call[c->parent].module;
    }
    return ok;
}

void modules_free(struct tape *t)
{
    for (int k = 0; k < t->model_count; k++) {
        free_model(&t->model[k]);
    }
    int room = 1;
    while (room < t->model_count) {
        room *= 2;
    }
    heap_give(&t->session->in, t->model, t->model != NULL ? (size_t)room * sizeof *t->model : 0);
    map_free(&t->model_of);
    map_free(&t->holders);
}

/* --- reading --- */

const char *call_module(const struct tape *t, int call)
{
    return call < 0 ? NULL : t->call[call].module;
}

/* The call that says which module an event is in. */
static int call_of(const struct tape *t, int event)
{
    while (t->event[event].of >= 0) {
        event = t->event[event].of;
    }
    return t->event[event].call;
}

const char *event_module(const struct tape *t, int event)
{
    return call_module(t, call_of(t, event));
}

const char *event_model(const struct tape *t, int event)
{
    int call = call_of(t, event);
    return call < 0 || t->call[call].model < 0 ? NULL : t->model[t->call[call].model].name;
}

const char *event_weight(const struct tape *t, int event, const struct tape_tensor *of)
{
    int call = call_of(t, event), model = call < 0 ? -1 : t->call[call].model;
    model = model < 0 ? (int)map_get(&t->holders, of->serial, -1) : model;
    return model < 0 ? NULL : path_in(&t->model[model], &t->model[model].tensors, of->serial);
}
