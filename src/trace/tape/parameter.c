/* Tells what parameters and buffers are called: of the modules that the code's names stand for. */
#include "trace/tape/parameter.h"

#include "lang/object/raise.h"
#include "lang/object/value.h"
#include "lang/parse/ast.h"
#include "lang/run/interp.h"
#include "lang/run/scope.h"
#include "trace/tape/module_path.h"

struct naming {
    struct tape *t;
    const char *model; /* the name that the code gives it */
};

/* The names stand one behind the other in a buffer, each with its NUL. */
static bool is_taken(const struct tape *t, const char *name)
{
    const char *at = buf_text(&t->parameter_names), *end = at + t->parameter_names.len;
    while (at < end && strcmp(at, name) != 0) {
        at += strlen(at) + 1;
    }
    return at < end;
}

/* Behind the name of the model, where that tells enough. */
static bool add_name(void *self, uint64_t serial, const char *path)
{
    const struct naming *n = self;
    struct tape *t = n->t;
    bool place = path[0] >= '0' && path[0] <= '9'; /* of a Sequential */
    if (map_get(&t->parameters, serial, -1) >= 0) {
        return true;
    }
    bool whole = strchr(path, '.') == NULL || place || is_taken(t, path);
    bool ok = map_set(&t->parameters, serial, (int64_t)t->parameter_names.len);
    if (whole) {
        buf_printf(&t->parameter_names, "%s.", n->model);
    }
    buf_put(&t->parameter_names, path, strlen(path) + 1);
    return (ok && !t->parameter_names.failed) || raise_memory(&t->session->in);
}

static bool name_module(struct tape *t, const char *name, struct value module)
{
    struct naming n = {t, name};
    return module_read(t, module, &(struct weight_reader){&n, add_name});
}

/* A model under the name that the code gives it; of another object those that are its attributes.
 */
static bool name_root(struct tape *t, const char *name, struct value v)
{
    struct value key, own;
    bool ok = true;
    if (v.type != VALUE_OBJECT || v.o->attributes == NULL || module_is(t, v)) {
        return name_module(t, name, v);
    }
    for (int64_t at = 0; ok && dict_next(v.o->attributes, &at, &key, &own);) {
        if (str_is(key)) {
            ok = name_module(t, str_text(key), own);
        }
    }
    return ok;
}

static bool name_frame(struct tape *t, const struct frame *f)
{
    bool ok = f->outer == NULL || name_frame(t, f->outer);
    const struct scope *s = f->function != NULL ? f->scope : NULL;
    if (s == NULL || s->bound == NULL || f->function->node->span.source->prelude) {
        return ok;
    }
    for (int k = 0; ok && k < s->count; k++) {
        ok = name_root(t, s->bound->local[k], s->slot[k]);
    }
    return ok;
}

static bool name_all(struct tape *t, const struct frame *innermost)
{
    struct interp *in = &t->session->in;
    struct value key, v;
    bool ok = true;
    t->parameter_names.budget = in->memory;
    for (int64_t at = 0; ok && in->main != NULL && dict_next(in->main->dict, &at, &key, &v);) {
        ok = name_root(t, str_text(key), v);
    }
    return ok && (innermost == NULL || name_frame(t, innermost));
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
