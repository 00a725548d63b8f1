/* Makes small modules: types, importlib, and what logging has from C. */
#include "lang/run/native.h"

/* --- types --- */

bool module_tools_types(struct interp *in, struct dict *d)
{
    const struct builtin_classes *t = &in->types;
    const struct {
        const char *name;
        struct class *class;
    } rows[] = {
        {"FunctionType", t->function},
        {"LambdaType", t->function},
        {"MethodType", t->method},
        {"BuiltinFunctionType", t->native},
        {"BuiltinMethodType", t->native},
        {"ModuleType", t->module},
        {"CodeType", t->function_code},
        {"CellType", t->cell},
        {"TracebackType", t->traceback},
        {"GenericAlias", t->alias},
        {"UnionType", t->type_union},
        {"NotImplementedType", t->not_implemented},
        {"NoneType", t->none},
        {"EllipsisType", t->ellipsis},
        {"GeneratorType", t->iterators[ITERATOR_GENERATOR]},
        {"CoroutineType", t->iterators[ITERATOR_COROUTINE]},
    };
    bool ok = true;
    for (size_t k = 0; ok && k < NATIVE_COUNT(rows); k++) {
        ok = interp_set(in, d, rows[k].name, value_object(rows[k].class));
    }
    return ok;
}

/* --- logging: where the code stands; the rest is in assets/prelude/logging.py --- */

/* (file, line) of the code outside the prelude */
static bool here(struct interp *in, const struct args *args, struct value *out)
{
    const struct span *span = interp_here(in, true);
    const char *file = span != NULL && span->source != NULL ? span->source->file : "";
    struct value name;
    return str_value(in, file, strlen(file), &name) &&
           pair_new(in, name, value_int(span != NULL ? span->line : 0), out);
}

/* The exception that the code handles, or None. */
NATIVE_IS(handled, value_give(out, raise_handled(in)))

bool module_tools_logging(struct interp *in, struct dict *d)
{
    static const struct native_row rows[] = {{"_here", here, NULL, "00"},
                                             {"_handled", handled, NULL, "00"}};
    return native_functions(in, d, "logging", rows, NATIVE_COUNT(rows));
}

/* importlib.import_module(name) */
static bool import_module(struct interp *in, const struct args *args, struct value *out)
{
    struct value name;
    if (!arguments_take(in, args, "import_module(name)", &name)) {
        return false;
    }
    return str_is(name) ? value_made(out, interp_import(in, str_text(name)))
                        : raise_type_error(in, "the name of a module must be str, not %s",
                                           value_type_name(name));
}

bool module_tools_importlib(struct interp *in, struct dict *d)
{
    return interp_function(in, d, "import_module", import_module, NULL, "importlib");
}
