/* Looking a name up in lacking.def, by the module or the classes of an object. */
#include "lang/object/lacking.h"

#include "lang/run/scope.h"

#include <string.h>

static const struct owner {
    const char *name, *lacks; /* with spaces between them */
} owners[] = {
#define LACKING(name, lacks) {name, lacks},
#include "lang/object/lacking.def"
#undef LACKING
};

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

enum lacking lacking_of(struct interp *in, struct value v, const char *name)
{
    bool object = v.type == VALUE_OBJECT;
    if (object && v.o->class == in->types.module) {
        const struct module *m = (const struct module *)v.o;
        return m == in->main ? LACKING_NO : look(m->name->text, name);
    }
    const struct class *c =
        object && v.o->class == in->types.type ? (const struct class *)v.o : value_class(in, v);
    enum lacking answer = is_library(c) ? LACKING_UNKNOWN : LACKING_NO;
    for (int k = 0; k < c->mro_count && answer == LACKING_UNKNOWN; k++) {
        answer = is_builtin(c->mro[k]) ? answer : look_class(in, c->mro[k], name);
    }
    return answer;
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
