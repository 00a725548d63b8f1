/* Fills the namespace of built-in names: classes, constants, and what is refused by name. The
 * functions are in builtin_*.c. */
#include "base/named.h"
#include "lang/run/native.h"

/* What Python has and this language leaves out, with the reason. */
static const struct missing {
    const char *name, *why;
} missing[] = {
    {"breakpoint", "there is no debugger inside a run"},
    {"bytearray", "bytes cannot be changed in place; use bytes or a list"},
    {"memoryview", "use a slice of the bytes"},
};

static bool refuse(struct interp *in, const struct args *args, struct value *out)
{
    const struct missing *m = native_data(in);
    return raise_unsupported(in, "%s() is not supported: %s", m->name, m->why);
}

/* The files of a run are in memory: assets/prelude/_files.py. The system is not asked. */
static bool open_file(struct interp *in, const struct args *args, struct value *out)
{
    struct module *files = interp_import(in, "_files");
    struct str *name = str_intern(in, "open");
    struct value opens, at[8];
    return arguments_take(in, args,
                          "open(file, mode='r', buffering=-1, encoding=None, errors=None, "
                          "newline=None, closefd=True, opener=None)",
                          at) &&
           files != NULL && name != NULL &&
           value_get_attribute(in, value_object(files), name, &opens) &&
           value_call(in, opens, args, out);
}

static bool add_classes(struct interp *in)
{
    const struct builtin_classes *t = &in->types;
    struct class *const classes[] = {
        t->object, t->type,    t->integer,       t->floating,     t->boolean,   t->string, t->bytes,
        t->list,   t->tuple,   t->dict,          t->set,          t->frozenset, t->slice,  t->range,
        t->super,  t->complex, t->static_method, t->class_method, t->property,
    };
    for (size_t k = 0; k < sizeof classes / sizeof classes[0]; k++) {
        if (!dict_set_str(in, in->builtins, classes[k]->name, value_object(classes[k]))) {
            return false;
        }
    }
    return true;
}

/* What can change has no hash, and says so. */
static bool without_hash(struct interp *in)
{
    struct class *const kinds[] = {in->types.list,      in->types.dict,       in->types.set,
                                   in->types.dict_keys, in->types.dict_items, in->types.slice};
    bool ok = true;
    for (size_t k = 0; ok && k < NATIVE_COUNT(kinds); k++) {
        ok = interp_set(in, kinds[k]->dict, "__hash__", value_none());
    }
    return ok;
}

bool builtins_init(struct interp *in)
{
    static const struct native_row rows[] = {{"open", open_file, NULL, NULL},
                                             {"exit", system_exit, NULL, "01"},
                                             {"quit", system_exit, NULL, "01"}};
    for (size_t k = 0; k < sizeof missing / sizeof missing[0]; k++) {
        if (!interp_function(in, in->builtins, missing[k].name, refuse, &missing[k], NULL)) {
            return false;
        }
    }
    const struct value ellipsis = {.type = VALUE_ELLIPSIS};
    const struct value not_implemented = {.type = VALUE_NOT_IMPLEMENTED};
    return add_classes(in) && interp_set(in, in->builtins, "Ellipsis", ellipsis) &&
           interp_set(in, in->builtins, "NotImplemented", not_implemented) &&
           interp_set(in, in->builtins, "__debug__", value_bool(true)) &&
           interp_set(in, in->builtins, "True", value_bool(true)) &&
           interp_set(in, in->builtins, "False", value_bool(false)) &&
           interp_set(in, in->builtins, "None", value_none()) && object_init(in) &&
           builtins_print_init(in) && builtins_code_init(in) && function_inside_init(in) &&
           alias_init(in) && without_hash(in) && builtins_number_init(in) &&
           builtins_sequence_init(in) && builtins_object_init(in) &&
           native_functions(in, in->builtins, NULL, rows, NATIVE_COUNT(rows));
}

static bool fill_builtins(struct interp *in, struct dict *d)
{
    return dict_copy_into(in, d, in->builtins);
}

bool modules_native(struct interp *in, struct module *module, bool *found)
{
    static const struct {
        const char *name;
        bool (*fill)(struct interp *in, struct dict *d);
    } rows[] = {
        {"math", module_math},
        {"sys", module_system},
        {"time", module_system_time},
        {"random", module_random},
        {"operator", module_operator},
        {"struct", module_struct},
        {"json", module_json},
        {"types", module_tools_types},
        {"logging", module_tools_logging},
        {"importlib", module_tools_importlib},
        {"re", module_re},
        {"builtins", fill_builtins},
    };
    int k = NAMED(rows, module->name->text);
    if (k >= 0) {
        *found = true;
        return rows[k].fill(in, module->dict);
    }
    return module_absent(in, module, found);
}
