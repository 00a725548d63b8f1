/* Finds what `import` names: modules that C provides, modules of the prelude written in Python, and
 * both at once (torch.nn.functional has native operations and composites); last, files that the
 * host knows beside the one that runs. */
#include "lang/object/lacking.h"
#include "lang/run/library.h"
#include "lang/run/native.h"
#include "lang/run/scope.h"

static bool run_body(struct interp *in, struct module *m, struct nodes *body)
{
    if (body->count == 0) {
        return true;
    }
    struct frame frame = {
        .outer = in->frame, .module = m, .here = body->at[0], .title = "<module>"};
    bool lazy = in->lazy_annotations;
    in->lazy_annotations = false;
    in->frame = &frame;
    bool ok = exec_block(in, body) != FLOW_ERROR;
    if (!ok) {
        interp_passed(in);
    }
    in->frame = frame.outer;
    in->lazy_annotations = lazy;
    return ok;
}

/* Runs the prelude's text of a module inside the module. */
static bool run_prelude(struct interp *in, struct module *m, const char *text, size_t len)
{
    scoped_buf file = {.budget = in->memory};
    buf_printf(&file, "<%s>", m->name->text);
    struct nodes body;
    struct parse_error error;
    enum parse_status status = library_parse(in, buf_text(&file), text, len, &body, &error);
    bool read = status == PARSE_OK || library_unread(in, buf_text(&file), status, &error);
    return read && run_body(in, m, &body);
}

/* Runs a file beside the one that runs inside the module. */
static bool run_beside(struct interp *in, struct module *m, const struct source *source)
{
    struct nodes body;
    struct parse_error error;
    switch (parse(source, &in->arena, &body, &error)) {
    case PARSE_OK:
        return run_body(in, m, &body);
    case PARSE_SYNTAX_ERROR:
        raise_syntax(in, &error, NULL);
        in->syntax_error = true;
        interp_note(in, &error.span, NULL);
        return false;
    case PARSE_UNSUPPORTED:
        return raise_unsupported(in, "%s: %s", source->file, error.text);
    case PARSE_LIMIT:
        break;
    }
    return raise_limit(in, "%s: %s", source->file, error.text);
}

/* What Python sets in a module of a file: __file__, __package__, and of a package __path__. */
static bool set_place(struct interp *in, struct module *m, const struct source *source,
                      bool package)
{
    struct list *path = list_new(in, 0);
    const char *name = m->name->text, *dot = strrchr(name, '.');
    struct value file, above;
    return path != NULL && str_value(in, source->file, strlen(source->file), &file) &&
           interp_set(in, m->dict, "__file__", file) &&
           str_value(in, name,
                     package       ? strlen(name)
                     : dot != NULL ? (size_t)(dot - name)
                                   : 0,
                     &above) &&
           interp_set(in, m->dict, "__package__", above) &&
           (!package || interp_set(in, m->dict, "__path__", value_object(path)));
}

static struct module *module_new(struct interp *in, const char *name)
{
    struct module *m = object_new(in, in->types.module);
    if (m == NULL || (m->name = str_intern(in, name)) == NULL || (m->dict = dict_new(in)) == NULL ||
        !interp_set(in, m->dict, "__name__", value_object(m->name))) {
        return NULL;
    }
    return m;
}

/* a.b.c: makes a and a.b first, and puts c into a.b. */
struct module *interp_import(struct interp *in, const char *dotted_name)
{
    struct str *key = str_intern(in, dotted_name);
    struct value known;
    if (key == NULL) {
        return NULL;
    }
    if (dict_get_str(in->modules, key, &known)) {
        return (struct module *)known.o;
    }
    const char *dot = strrchr(dotted_name, '.');
    struct module *parent = NULL;
    if (dot != NULL) {
        struct str *parent_name = str_new(in, dotted_name, (size_t)(dot - dotted_name));
        parent = parent_name != NULL ? interp_import(in, parent_name->text) : NULL;
        if (parent == NULL) {
            return NULL;
        }
        if (dict_get_str(in->modules, key, &known)) {
            return (struct module *)known.o; /* importing the parent brought it */
        }
        /* a module that C made inside its parent, such as numpy.random */
        struct str *last = str_intern(in, dot + 1);
        if (last != NULL && dict_get_str(parent->dict, last, &known) &&
            known.type == VALUE_OBJECT && known.o->class == in->types.module) {
            return (struct module *)known.o;
        }
    }
    struct module *m = module_new(in, dotted_name);
    bool native = false;
    size_t len = 0;
    if (m == NULL || !dict_set_str(in, in->modules, key, value_object(m)) ||
        (in->native_module != NULL && !in->native_module(in, m, &native))) {
        return NULL;
    }
    const char *text =
        in->prelude != NULL ? in->prelude(in->prelude_self, dotted_name, &len) : NULL;
    bool package = false;
    const struct source *beside = text == NULL && !native && in->beside != NULL
                                      ? in->beside(in->beside_self, dotted_name, &package)
                                      : NULL;
    if (text == NULL && !native && beside == NULL) {
        dict_delete_str(in->modules, key);
        if (parent == NULL || lacking_allows(in, value_object(parent), dot + 1)) {
            raise_exception(in, EXCEPTION_ModuleNotFoundError, "No module named '%s'", dotted_name);
            lacking_note_module(in, dotted_name);
        }
        return NULL;
    }
    if (parent != NULL && !interp_set(in, parent->dict, dot + 1, value_object(m))) {
        return NULL;
    }
    bool ok = text != NULL     ? run_prelude(in, m, text, len)
              : beside != NULL ? set_place(in, m, beside, package) && run_beside(in, m, beside)
                               : true;
    if (!ok && beside != NULL) { /* it can be imported again, as in Python */
        dict_delete_str(in->modules, key);
    }
    return ok ? m : NULL;
}

/* The name behind `from`: of a relative import, ".mask" in model.attention is model.mask. False:
 * raised. */
static bool name_from(struct interp *in, const char *text, struct buf *out)
{
    const struct module *m = in->frame->module;
    size_t dots = strspn(text, ".");
    struct value path, package;
    struct str *key = str_intern(in, "__path__"), *own = str_intern(in, "__package__");
    if (dots == 0 || key == NULL || own == NULL) {
        buf_puts(out, text);
        return key != NULL && own != NULL;
    }
    bool named = dict_get_str(m->dict, own, &package) && str_is(package); /* the code says it */
    buf_puts(out, named ? str_text(package) : m->name->text);
    bool top = named && out->len == 0; /* a file that is in no package */
    for (size_t up = named || dict_get_str(m->dict, key, &path) ? 1 : 0; top || up < dots; up++) {
        const char *dot = strrchr(buf_text(out), '.');
        if (dot == NULL) {
            return raise_exception(in, EXCEPTION_ImportError,
                                   top || m == in->main
                                       ? "attempted relative import with no known parent package"
                                       : "attempted relative import beyond top-level package");
        }
        buf_cut(out, (size_t)(dot - buf_text(out)));
    }
    buf_puts(out, text[dots] != '\0' ? "." : "");
    buf_puts(out, text + dots);
    return true;
}

static bool bind_alias(struct interp *in, const struct alias *a, const char *name, struct value v)
{
    struct str *key = str_intern(in, a->as != NULL ? a->as : name);
    return key != NULL && name_store(in, key, v, &a->span);
}

static bool import_modules(struct interp *in, const struct node *n)
{
    for (int k = 0; k < n->alias_count; k++) {
        const struct alias *a = &n->aliases[k];
        struct module *m = interp_import(in, a->name);
        if (m == NULL) {
            return false;
        }
        const char *dot = strchr(a->name, '.');
        if (a->as == NULL && dot != NULL) { /* import a.b binds a */
            struct str *first = str_new(in, a->name, (size_t)(dot - a->name));
            m = first != NULL ? interp_import(in, first->text) : NULL;
            if (m == NULL || !bind_alias(in, a, first->text, value_object(m))) {
                return false;
            }
        } else if (!bind_alias(in, a, a->name, value_object(m))) {
            return false;
        }
    }
    return true;
}

/* from m import *: what __all__ lists, or every name without a leading underscore; of the prelude
 * not the modules that it needs itself. */
static bool import_all(struct interp *in, struct module *m, const struct alias *a)
{
    struct value key, v;
    struct str *all = str_intern(in, "__all__"), *file = str_intern(in, "__file__");
    bool own = file != NULL && dict_get_str(m->dict, file, &v); /* a file of the user */
    if (all != NULL && dict_get_str(m->dict, all, &v) && list_is(v)) {
        const struct list *l = (const struct list *)v.o;
        for (int64_t k = 0; k < l->count; k++) {
            if (!str_is(l->at[k]) ||
                !value_get_attribute(in, value_object(m), (struct str *)l->at[k].o, &key) ||
                !bind_alias(in, a, str_text(l->at[k]), key)) {
                return false;
            }
        }
        return true;
    }
    for (int64_t at = 0; dict_next(m->dict, &at, &key, &v);) {
        bool module = !own && v.type == VALUE_OBJECT && v.o->class == in->types.module;
        if (str_is(key) && str_text(key)[0] != '_' && !module &&
            !bind_alias(in, a, str_text(key), v)) {
            return false;
        }
    }
    return true;
}

static bool import_from(struct interp *in, const struct node *n, const char *from)
{
    struct module *m = interp_import(in, from);
    for (int k = 0; m != NULL && k < n->alias_count; k++) {
        const struct alias *a = &n->aliases[k];
        struct str *name = str_intern(in, a->name);
        struct value v;
        bool found;
        if (strcmp(a->name, "*") == 0) {
            if (!import_all(in, m, a)) {
                return false;
            }
            continue;
        }
        if (name == NULL || !value_find_attribute(in, value_object(m), name, &v, &found)) {
            return false;
        }
        if (!found) { /* from torch import nn: a module that was not imported yet */
            scoped_buf dotted = {.budget = in->memory};
            buf_printf(&dotted, "%s.%s", from, a->name);
            struct module *sub = interp_import(in, buf_text(&dotted));
            v = value_object(sub);
            if (sub == NULL) {
                if (!raise_is(in, EXCEPTION_ModuleNotFoundError)) {
                    return false;
                }
                raise_catch(in);
                raise_exception(in, EXCEPTION_ImportError,
                                "cannot import name '%s' from '%s' (unknown location)", a->name,
                                from);
                lacking_note(in, value_object(m), a->name);
                return raise_hint(in, suggest_attribute(in, value_object(m), name));
            }
        }
        if (!bind_alias(in, a, a->name, v)) {
            return false;
        }
    }
    return m != NULL;
}

static bool import_names(struct interp *in, const struct node *n)
{
    scoped_buf from = {.budget = in->memory};
    return name_from(in, n->text, &from) && (!from.failed || raise_memory(in)) &&
           import_from(in, n, buf_text(&from));
}

bool import_statement(struct interp *in, const struct node *n)
{
    if (n->kind == NODE_IMPORT) {
        return import_modules(in, n);
    }
    if (strcmp(n->text, "__future__") == 0) {
        for (int k = 0; k < n->alias_count; k++) {
            in->lazy_annotations |= strcmp(n->aliases[k].name, "annotations") == 0;
        }
        return true;
    }
    return import_names(in, n);
}
