/* Makes modules objects, with their attributes. Importing them is import.c. */
#include "lang/run/scope.h"

static void module_mark(struct interp *in, struct object *self)
{
    heap_mark_object(in, ((struct module *)self)->name);
    heap_mark_object(in, ((struct module *)self)->dict);
}

static bool module_repr(struct interp *in, struct value self, struct buf *out)
{
    buf_printf(out, "<module '%s' (built-in)>", ((struct module *)self.o)->name->text);
    return true;
}

/* A module's own __getattr__ (PEP 562): its AttributeError means that there is no such name. */
static bool module_fallback(struct interp *in, struct module *m, struct str *name,
                            struct value *out, bool *found)
{
    struct str *key = str_intern(in, "__getattr__");
    struct value hook;
    if (key == NULL || !dict_get_str(m->dict, key, &hook) || strncmp(name->text, "__", 2) == 0) {
        return key != NULL;
    }
    const struct value arg = value_object(name);
    *found = value_call_at(in, hook, 1, &arg, out);
    if (!*found && raise_is(in, EXCEPTION_AttributeError)) {
        raise_catch(in);
        return true;
    }
    return *found;
}

static bool module_get(struct interp *in, struct value self, struct str *name, struct value *out,
                       bool *found)
{
    struct module *m = (struct module *)self.o;
    *found = dict_get_str(m->dict, name, out);
    if (*found) {
        return true;
    }
    if (strcmp(name->text, "__dict__") == 0) {
        *out = value_object(m->dict);
        *found = true;
        return true;
    }
    if (strcmp(name->text, "__name__") == 0) {
        *out = value_object(m->name);
        *found = true;
        return true;
    }
    if (m->get != NULL && (!m->get(in, m, name, out, found) || *found)) {
        return *found;
    }
    return module_fallback(in, m, name, out, found);
}

static bool module_set(struct interp *in, struct value self, struct str *name, struct value v,
                       bool *done)
{
    *done = true;
    return dict_set_str(in, ((struct module *)self.o)->dict, name, v);
}

const struct slots module_slots = {.size = sizeof(struct module),
                                   .has_attributes = true,
                                   .mark = module_mark,
                                   .repr = module_repr,
                                   .get = module_get,
                                   .set = module_set};
