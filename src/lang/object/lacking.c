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
        struct buf dotted = {.budget = in->memory};
        buf_printf(&dotted, "%s.%s", c->mro[k]->module != NULL ? c->mro[k]->module : "",
                   c->mro[k]->name->text);
        answer = look(buf_text(&dotted), name);
        buf_free(&dotted);
    }
    return answer;
}
