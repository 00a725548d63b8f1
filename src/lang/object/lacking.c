/* Looking a name up in lacking.def, by the module or the classes of an object. */
#include "lang/object/lacking.h"

#include "lang/run/scope.h"

#include <stdio.h>
#include <string.h>

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
static enum lacking look_class(struct interp *in, const struct class *c, const char *name)
{
    struct buf dotted = {.budget = in->memory};
    buf_printf(&dotted, "%s.%s", c->module != NULL ? c->module : "", c->name->text);
    enum lacking answer = look(buf_text(&dotted), name);
    buf_free(&dotted);
    return answer;
}

static bool is_builtin(const struct class *c)
{
    return c->native && c->module != NULL && strcmp(c->module, "builtins") == 0;
}

static bool is_library(const struct class *c)
{
    return c->module != NULL && c->native &&
           (strncmp(c->module, "torch", 5) == 0 || strncmp(c->module, "numpy", 5) == 0);
}

/* *owner is whose table it is that tells. */
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
    for (int k = 0; k < c->mro_count && answer == LACKING_UNKNOWN; k++) {
        answer = is_builtin(c->mro[k]) ? answer : look_class(in, c->mro[k], name);
        if (answer != LACKING_UNKNOWN || k == 0) {
            buf_cut(owner, 0);
            buf_printf(owner, "%s.%s", c->mro[k]->module, c->mro[k]->name->text);
        }
    }
    return answer;
}

bool lacking_note(struct interp *in, struct value v, const char *name)
{
    struct buf owner = {.budget = in->memory};
    const enum lacking answer = lacking_of(in, v, name, &owner);
    const char *from = buf_text(&owner), *use = lacking_instead(from, name);
    bool listed = strncmp(from, "torch", 5) == 0 || strncmp(from, "numpy", 5) == 0;
    in->missing = answer != LACKING_NO;
    if (answer == LACKING_UNKNOWN) {
        snprintf(in->advice, sizeof in->advice, "qkv does not have %.50s.%.50s; the real %.50s may",
                 from, name, from);
    } else if (answer == LACKING_YES) {
        snprintf(in->advice, sizeof in->advice, "that name exists, and qkv does not have it%s%s%s",
                 use != NULL ? "; use "
                 : listed    ? "; qkv operations lists what it has"
                             : "",
                 use != NULL ? use : "", use != NULL ? " instead" : "");
    }
    buf_free(&owner);
    return answer == LACKING_YES;
}

void lacking_note_module(struct interp *in, const char *name)
{
    const char *use = lacking_instead("", name);
    in->missing = true;
    snprintf(in->advice, sizeof in->advice, "qkv has no module %.40s%s%.40s%s%s%s", name,
             in->beside != NULL ? ", and no " : "", in->beside != NULL ? name : "",
             in->beside != NULL ? ".py lies beside the program" : "", use != NULL ? "; use " : "",
             use != NULL ? use : "");
    if (use != NULL) {
        size_t len = strlen(in->advice);
        snprintf(in->advice + len, sizeof in->advice - len, " instead");
    }
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
