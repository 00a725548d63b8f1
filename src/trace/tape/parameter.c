/* Tells what parameters and buffers are called: a walk over the modules that the code's names stand
 * for.
 * */
#include "trace/tape/parameter.h"

#include "lang/object/raise.h"
#include "lang/object/value.h"
#include "lang/parse/ast.h"
#include "lang/run/interp.h"
#include "lang/run/scope.h"
#include "torch/tensor_object.h"

enum { DEEPEST = 32 };

struct walk {
    struct tape *t;
    struct str *parameters, *buffers, *modules; /* the names of a module's tables */
    struct buf path;
    size_t root; /* where the path goes on behind the name of the model */
    int depth;
};

/* A table of a module; NULL: the value is no module. */
static struct dict *table_of(struct value v, const struct str *name)
{
    struct value found;
    bool holds = v.type == VALUE_OBJECT && v.o->attributes != NULL &&
                 dict_get_str(v.o->attributes, name, &found) && dict_is(found);
    return holds ? (struct dict *)found.o : NULL;
}

/* The names stand one behind the other in a buffer, each with its NUL. */
static bool is_taken(const struct tape *t, const char *name)
{
    const char *at = buf_text(&t->parameter_names), *end = at + t->parameter_names.len;
    while (at < end && strcmp(at, name) != 0) {
        at += strlen(at) + 1;
    }
    return at < end;
}

static bool add_name(struct walk *w, uint64_t serial)
{
    struct tape *t = w->t;
    const char *name = buf_text(&w->path) + w->root + 1; /* behind that of the model */
    bool place = name[0] >= '0' && name[0] <= '9';       /* of a Sequential */
    if (strchr(name, '.') == NULL || place || is_taken(t, name)) {
        name = buf_text(&w->path);
    }
    bool ok = map_set(&t->parameters, serial, (int64_t)t->parameter_names.len);
    buf_put(&t->parameter_names, name, strlen(name) + 1);
    return (ok && !t->parameter_names.failed) || raise_memory(&t->session->in);
}

static bool name_module(struct walk *w, struct value module);

static bool name_entries(struct walk *w, const struct dict *table)
{
    struct value key, v;
    bool ok = true;
    for (int64_t at = 0; ok && table != NULL && dict_next(table, &at, &key, &v);) {
        size_t len = w->path.len;
        buf_printf(&w->path, ".%s", str_is(key) ? str_text(key) : "?");
        if (tensor_object_is(&w->t->session->in, v)) {
            uint64_t serial = tensor_object_of(v)->serial;
            ok = map_get(&w->t->parameters, serial, -1) >= 0 || add_name(w, serial);
        } else {
            ok = name_module(w, v);
        }
        buf_cut(&w->path, len);
    }
    return ok;
}

static bool name_module(struct walk *w, struct value module)
{
    struct dict *parameters = table_of(module, w->parameters);
    bool ok = true;
    if (parameters != NULL && w->depth < DEEPEST) {
        w->depth++;
        ok = name_entries(w, parameters) && name_entries(w, table_of(module, w->buffers)) &&
             name_entries(w, table_of(module, w->modules));
        w->depth--;
    }
    return ok;
}

/* A model under the name that the code gives it; of another object those that are its attributes.
 */
static bool name_root(struct walk *w, const char *name, struct value v)
{
    struct value key, own;
    bool ok = true;
    buf_clear(&w->path);
    buf_puts(&w->path, name);
    w->root = w->path.len;
    if (table_of(v, w->parameters) != NULL || v.type != VALUE_OBJECT || v.o->attributes == NULL) {
        return name_module(w, v);
    }
    for (int64_t at = 0; ok && dict_next(v.o->attributes, &at, &key, &own);) {
        if (str_is(key) && table_of(own, w->parameters) != NULL) {
            buf_clear(&w->path);
            buf_puts(&w->path, str_text(key));
            w->root = w->path.len;
            ok = name_module(w, own);
        }
    }
    return ok;
}

static bool name_frame(struct walk *w, const struct frame *f)
{
    bool ok = f->outer == NULL || name_frame(w, f->outer);
    const struct scope *s = f->function != NULL ? f->scope : NULL;
    if (s == NULL || s->bound == NULL || f->function->node->span.source->prelude) {
        return ok;
    }
    for (int k = 0; ok && k < s->count; k++) {
        ok = name_root(w, s->bound->local[k], s->slot[k]);
    }
    return ok;
}

static bool name_all(struct tape *t, const struct frame *innermost)
{
    struct interp *in = &t->session->in;
    struct walk w = {.t = t,
                     .parameters = str_intern(in, "_parameters"),
                     .buffers = str_intern(in, "_buffers"),
                     .modules = str_intern(in, "_modules"),
                     .path = {.budget = in->memory}};
    struct value key, v;
    bool ok = w.parameters != NULL && w.buffers != NULL && w.modules != NULL;
    t->parameter_names.budget = in->memory;
    for (int64_t at = 0; ok && in->main != NULL && dict_next(in->main->dict, &at, &key, &v);) {
        ok = name_root(&w, str_text(key), v);
    }
    ok = ok && (innermost == NULL || name_frame(&w, innermost));
    buf_free(&w.path);
    return ok;
}

bool parameters_name(struct tape *t)
{
    return name_all(t, NULL);
}

bool parameters_name_now(struct tape *t)
{
    return name_all(t, t->session->in.frame);
}

const char *parameter_name(const struct tape *t, uint64_t serial)
{
    int64_t at = map_get(&t->parameters, serial, -1);
    return at < 0 ? NULL : buf_text(&t->parameter_names) + at;
}
