/* Makes functions written in C objects of the language, and puts them into modules and classes. */
#include "lang/run/native.h"
#include "lang/object/number_derived.h"

#define MOST_OF_NUMBER 4

/* A method of int or float: it knows plain numbers only. */
static bool of_number(const struct interp *in, const struct native *n)
{
    return n->of == in->types.integer || n->of == in->types.floating;
}

/* Whether the arguments are as many as the row tells, and self is of the class. */
QKV_SELDOM static bool fits(struct interp *in, const struct native *n, const struct args *args)
{
    const char *takes = n->takes;
    if (takes[0] == '_') {
        return dunder_fits(in, args, takes[1] - '0');
    }
    int least = takes[0] - '0', most = takes[1] == '*' ? INT16_MAX : takes[1] - '0';
    bool any = takes[2] == 'k' && args->count > 0 && value_isinstance(in, args->at[0], n->of);
    return any || (n->of != NULL ? arguments_method(in, args, n->of, least, most)
                                 : arguments_count(in, args, n->name, least, most));
}

/* As nearly all calls are: so many, without keywords, and of the very class. False: fits tells. */
static inline bool fits_plainly(const struct native *n, const struct args *args)
{
    const int own = n->of != NULL, count = args->count - own;
    const int most = n->takes[1] == '*' ? INT16_MAX : n->takes[1] - '0';
    return args->keyword_count == 0 && count >= n->takes[0] - '0' && count <= most &&
           (!own || (args->at[0].type == VALUE_OBJECT && args->at[0].o->class == n->of));
}

static bool native_call(struct interp *in, struct value self, const struct args *args,
                        struct value *out)
{
    const struct native *n = (const struct native *)self.o, *before = in->calling;
    struct value plain[MOST_OF_NUMBER];
    struct args plainly = *args;
    if (of_number(in, n) && args->count <= MOST_OF_NUMBER) {
        for (int k = 0; k < args->count; k++) {
            plain[k] = number_plain(args->at[k]);
        }
        bool foreign = args->count > 0 && plain[0].type == VALUE_OBJECT && n->name[0] != '_' &&
                       n->of == in->types.floating;
        double f;
        if (foreign && plain[0].o->class->slots->to_float != NULL) { /* a number of NumPy */
            if (!value_to_double(in, plain[0], &f)) {
                return false;
            }
            plain[0] = value_float(f);
        }
        plainly.at = plain;
        args = &plainly;
    }
    if (!interp_stack(in)) {
        return false;
    }
    struct value result = value_none();
    in->calling = n;
    bool ok = (n->takes == NULL || fits_plainly(n, args) || fits(in, n, args)) &&
              n->fn(in, args, &result);
    in->calling = before;
    *out = result;
    if (!ok && in->exception.type != VALUE_OBJECT && in->ending == OUTCOME_DONE) {
        raise_error(in); /* the function left its sentence in in->error */
    }
    return ok && heap_hold(in, *out);
}

bool native_late(struct interp *in, const struct args *args, struct value *out)
{
    const struct native *n = in->calling;
    struct module *methods = interp_import(in, "_methods");
    scoped_buf text = {.budget = in->memory};
    struct value function;
    buf_printf(&text, "%s_%s", n->owner, n->name);
    struct str *name = str_intern(in, buf_text(&text));
    return methods != NULL && name != NULL &&
           value_get_attribute(in, value_object(methods), name, &function) &&
           value_call(in, function, args, out);
}

static bool native_repr(struct interp *in, struct value self, struct buf *out)
{
    const struct native *n = (const struct native *)self.o;
    if (n->of != NULL && n->owner != NULL) {
        buf_printf(out, "<method '%s' of '%s' objects>", n->name, n->owner);
    } else {
        buf_printf(out, "<built-in function %s>", n->name);
    }
    return true;
}

/* np.add.at: what the module's own _of_at makes of the function. */
static bool part_of(struct interp *in, struct value self, const char *name, struct value *out,
                    bool *found)
{
    const struct native *n = (const struct native *)self.o;
    scoped_buf text = {.budget = in->memory};
    struct value module, make;
    buf_printf(&text, "_of_%s", name);
    struct str *owner = str_intern(in, n->owner), *key = str_intern(in, buf_text(&text));
    if (owner == NULL || key == NULL) {
        return false;
    }
    *found = dict_get_str(in->modules, owner, &module) && module.o->class == in->types.module &&
             dict_get_str(((struct module *)module.o)->dict, key, &make);
    return !*found || value_call_at(in, make, 1, &self, out);
}

static bool native_get(struct interp *in, struct value self, struct str *name, struct value *out,
                       bool *found)
{
    const struct native *n = (const struct native *)self.o;
    *found = true;
    if (strcmp(name->text, "__name__") == 0 || strcmp(name->text, "__qualname__") == 0) {
        *out = value_object(str_intern(in, n->name));
    } else if (strcmp(name->text, "__module__") == 0 && n->owner != NULL) {
        *out = value_object(str_intern(in, n->owner));
    } else {
        *found = false;
        return n->owner == NULL || n->of != NULL || part_of(in, self, name->text, out, found);
    }
    return out->type == VALUE_OBJECT;
}

const struct slots native_slots = {
    .size = sizeof(struct native), .repr = native_repr, .get = native_get, .call = native_call};

static bool native_add(struct interp *in, struct dict *into, const struct native_row *row,
                       const char *owner, const struct class *of)
{
    struct native *n = object_new(in, in->types.native);
    if (n == NULL) {
        return false;
    }
    heap_keep(&n->object);
    n->name = row->name;
    n->fn = row->fn;
    n->data = row->data;
    n->takes = row->takes;
    n->owner = owner;
    n->of = of;
    return interp_set(in, into, row->name, value_object(n));
}

bool native_methods(struct interp *in, struct class *class, const struct native_row *rows,
                    size_t count)
{
    bool ok = true;
    for (size_t k = 0; ok && k < count; k++) {
        ok = native_add(in, class->dict, &rows[k], class->name->text, class);
    }
    return ok;
}

bool native_functions(struct interp *in, struct dict *into, const char *owner,
                      const struct native_row *rows, size_t count)
{
    bool ok = true;
    for (size_t k = 0; ok && k < count; k++) {
        ok = native_add(in, into, &rows[k], owner, NULL);
    }
    return ok;
}

bool interp_method(struct interp *in, struct class *class, const char *name, native_fn *fn,
                   const void *data)
{
    return native_methods(in, class, &(const struct native_row){name, fn, data, NULL}, 1);
}

bool interp_function(struct interp *in, struct dict *into, const char *name, native_fn *fn,
                     const void *data, const char *owner)
{
    return native_functions(in, into, owner, &(const struct native_row){name, fn, data, NULL}, 1);
}

bool interp_set(struct interp *in, struct dict *into, const char *name, struct value v)
{
    struct str *key = str_intern(in, name);
    return key != NULL && dict_set_str(in, into, key, v);
}
