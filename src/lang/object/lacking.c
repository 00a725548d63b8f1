/* Looks a name up in lacking.def, by the module or the classes of an object. */
#include "lang/object/lacking.h"

#include "lang/run/scope.h"

#include <stdio.h>

enum lacking {
    LACKING_NO,      /* they do not have it either, or the object is the code's own */
    LACKING_YES,     /* they have it */
    LACKING_UNKNOWN, /* an object of the library that no table is about */
};

static const struct owner {
    const char *name, *lacks; /* with spaces between them */
} owners[] = {
#define LACKING(name, lacks) {name, lacks},
#include "lang/object/lacking.def"
#undef LACKING
};

static const struct {
    const char *owner, *name, *use;
} instead[] = {
#define INSTEAD(owner, name, use) {owner, name, use},
#include "lang/object/instead.def"
#undef INSTEAD
};

const char *lacking_instead(const char *owner, const char *name)
{
    for (size_t k = 0; k < sizeof instead / sizeof instead[0]; k++) {
        if (strcmp(instead[k].name, name) == 0 && strcmp(instead[k].owner, owner) == 0) {
            return instead[k].use;
        }
    }
    return NULL;
}

static enum lacking look(const char *owner, const char *name)
{
    size_t len = strlen(name);
    enum lacking answer = LACKING_UNKNOWN;
    for (size_t k = 0; k < sizeof owners / sizeof owners[0]; k++) {
        if (strcmp(owners[k].name, owner) != 0) {
            continue;
        }
        for (const char *p = owners[k].lacks; *p != '\0'; p += *p == ' ') {
            size_t here = strcspn(p, " ");
            if (here == len && memcmp(p, name, len) == 0) {
                return LACKING_YES;
            }
            p += here;
        }
        answer = LACKING_NO; /* an owner may have another row */
    }
    return answer;
}

/* "numpy.ndarray" */
static void put_class(struct interp *in, const struct class *c, struct buf *out)
{
    const char *module = class_module(in, c);
    buf_cut(out, 0);
    buf_printf(out, "%s.%s", module != NULL ? module : "", c->name->text);
}

static enum lacking look_class(struct interp *in, const struct class *c, const char *name)
{
    scoped_buf dotted = {.budget = in->memory};
    put_class(in, c, &dotted);
    enum lacking answer = look(buf_text(&dotted), name);
    return answer;
}

static bool is_builtin(const struct class *c)
{
    return c->native && c->module != NULL && strcmp(c->module, "builtins") == 0;
}

/* The native kinds of PyTorch and NumPy. */
static bool is_library(const struct class *c)
{
    return c->module != NULL && c->native &&
           (strncmp(c->module, "torch", 5) == 0 || strncmp(c->module, "numpy", 5) == 0);
}

/* A class of the plots of code: no table tells what matplotlib and seaborn have. */
static bool is_plots(struct interp *in, const struct class *c)
{
    const char *module = c->native ? NULL : class_module(in, c);
    return module != NULL &&
           (strncmp(module, "matplotlib", 10) == 0 || strncmp(module, "seaborn", 7) == 0 ||
            strncmp(module, "mpl_toolkits", 12) == 0);
}

/* *owner is whose table it is that tells: a class has rows for what its bases do not tell. */
static enum lacking lacking_of(struct interp *in, struct value v, const char *name,
                               struct buf *owner)
{
    bool object = v.type == VALUE_OBJECT;
    if (object && v.o->class == in->types.module) {
        const struct module *m = (const struct module *)v.o;
        buf_puts(owner, m->name->text);
        return m == in->main ? LACKING_NO : look(m->name->text, name);
    }
    const struct class *c =
        object && v.o->class == in->types.type ? (const struct class *)v.o : value_class(in, v);
    enum lacking answer = is_library(c) ? LACKING_UNKNOWN : LACKING_NO;
    put_class(in, c, owner);
    for (int k = 0; k < c->mro_count && answer == LACKING_NO; k++) {
        if (is_plots(in, c->mro[k])) {
            put_class(in, c->mro[k], owner);
            return LACKING_UNKNOWN;
        }
    }
    for (int k = 0; k < c->mro_count && answer != LACKING_YES; k++) {
        enum lacking here =
            is_builtin(c->mro[k]) ? LACKING_UNKNOWN : look_class(in, c->mro[k], name);
        if (here == LACKING_YES) {
            put_class(in, c->mro[k], owner);
        }
        answer = here != LACKING_UNKNOWN ? here : answer;
    }
    return answer;
}

bool lacking_allows(struct interp *in, struct value v, const char *name)
{
    scoped_buf owner = {.budget = in->memory};
    const char *builtin = lacking_builtin(in, v, name);
    bool lacks = builtin != NULL || lacking_of(in, v, name, &owner) == LACKING_YES;
    if (lacks) {
        const char *from = builtin != NULL ? builtin : buf_text(&owner);
        const char *use = lacking_instead(builtin != NULL ? "builtins.object" : from, name);
        bool listed = strncmp(from, "torch", 5) == 0 || strncmp(from, "numpy", 5) == 0;
        raise_unsupported(in, "%s.%s is not supported: qkv does not have it%s%s%s", from, name,
                          use != NULL ? "; use "
                          : listed    ? "; qkv operations lists what it has"
                                      : "",
                          use != NULL ? use : "", use != NULL ? " instead" : "");
    }
    return !lacks;
}

void lacking_note(struct interp *in, struct value v, const char *name)
{
    scoped_buf owner = {.budget = in->memory};
    in->missing = lacking_of(in, v, name, &owner) == LACKING_UNKNOWN;
    if (in->missing) {
        const char *from = buf_text(&owner);
        snprintf(in->advice, sizeof in->advice, "qkv does not have %.50s.%.50s; the real %.50s may",
                 from, name, from);
    }
}

void lacking_note_module(struct interp *in, const char *name)
{
    const char *use = lacking_instead("", name);
    in->missing = true;
    scoped_buf text = {.budget = in->memory};
    buf_printf(&text, "qkv has no module %.40s", name);
    if (in->beside != NULL) {
        buf_printf(&text, ", and no %.40s.py lies beside the program", name);
    }
    if (use != NULL) {
        buf_printf(&text, "; use %s instead", use);
    } else if (in->beside != NULL && in->bring != NULL) {
        buf_printf(&text, ": %s", in->bring);
    }
    snprintf(in->advice, sizeof in->advice, "%s", buf_text(&text));
}

static const char *owner_of(struct interp *in, const struct class *c, const char *name)
{
    for (int k = 0; k < c->mro_count; k++) {
        if (is_builtin(c->mro[k]) && look_class(in, c->mro[k], name) == LACKING_YES) {
            return is_builtin(c) ? c->name->text : c->mro[k]->name->text;
        }
    }
    return NULL;
}

bool lacking_doc(struct interp *in, const struct class *c)
{
    bool has = false;
    for (int k = 0;
         is_builtin(c) && !has && k < c->mro_count && (k == 0 || c->mro[k] != in->types.object);
         k++) {
        has = look_class(in, c->mro[k], "__doc__") == LACKING_YES;
    }
    return has;
}

const char *lacking_builtin(struct interp *in, struct value v, const char *name)
{
    bool class = v.type == VALUE_OBJECT && v.o->class == in->types.type;
    const char *owner = class ? owner_of(in, (const struct class *)v.o, name) : NULL;
    const struct class *kind = value_class(in, v);
    return owner != NULL || is_library(kind) ? owner : owner_of(in, kind, name);
}
