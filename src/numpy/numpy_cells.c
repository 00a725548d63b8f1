/* Calls the prelude for arrays of strings and objects: they are a class of the prelude
 * (numpy._cells), and a call of numpy that has one among its arguments, or a list that becomes one,
 * goes to the function of the same name there. So do ravel, flatten and reshape column by column
 * (numpy._order), reductions with initial= or where= (numpy._masked), and calls with a numpy.matrix
 * (numpy._matrix). */
#include "numpy/numpy.h"

#include "lang/object/complex.h"
#include "lang/run/scope.h"
#include "torch/op/ops.h"

static struct module *cells(struct interp *in)
{
    struct module *m = interp_import(in, "numpy._cells");
    struct value class;
    if (m != NULL && torch_of(in)->types.numpy_cells == NULL) {
        struct str *name = str_intern(in, "Cells");
        if (name != NULL && dict_get_str(m->dict, name, &class)) {
            torch_of(in)->types.numpy_cells = (struct class *)class.o;
        }
    }
    return m;
}

/* What is no cell of an ordinary array. */
static bool is_cell(struct interp *in, struct value v)
{
    const struct class *class = torch_of(in)->types.numpy_cells;
    return v.type == VALUE_NONE || str_is(v) || dict_is(v) || complex_is(v) ||
           (class != NULL && v.type == VALUE_OBJECT && v.o->class == class);
}

/* Whether a nested list holds one. */
static bool holds_cell(struct interp *in, struct value v, int depth)
{
    const struct list *l = (const struct list *)v.o;
    for (int64_t k = 0; depth < TENSOR_MAX_DIMS && k < l->count; k++) {
        struct value one = l->at[k];
        bool listed = list_is(one) || tuple_is(one);
        if (listed ? holds_cell(in, one, depth + 1) : is_cell(in, one)) {
            return true;
        }
    }
    return false;
}

/* dtype=str, object, '<U5', 'object', ... */
static bool is_cell_type(struct interp *in, struct value v)
{
    if (v.type != VALUE_OBJECT) {
        return false;
    }
    if (v.o == &in->types.string->object || v.o == &in->types.object->object) {
        return true;
    }
    if (class_is(in, v)) {
        const char *name = ((const struct class *)v.o)->name->text;
        return strcmp(name, "str_") == 0 || strcmp(name, "object_") == 0;
    }
    if (!str_is(v)) {
        return torch_of(in)->types.numpy_cells != NULL &&
               strcmp(v.o->class->module, "numpy._cells") == 0;
    }
    const char *text = str_text(v);
    text += strspn(text, "<=|>");
    return strcmp(text, "str") == 0 || strcmp(text, "object") == 0 || strcmp(text, "O") == 0 ||
           (text[0] == 'U' && strspn(text + 1, "0123456789") == strlen(text + 1));
}

/* Strings, and None, that are values: np.where(a > 0, "yes", "no"). */
static bool takes_text(const char *name, int place)
{
    return (strcmp(name, "where") == 0 && place > 0) || (strcmp(name, "full") == 0 && place == 1) ||
           (place == 0 && (strcmp(name, "array") == 0 || strcmp(name, "asarray") == 0)) ||
           strcmp(name, "equal") == 0 || strcmp(name, "not_equal") == 0 ||
           (place == 0 &&
            (strcmp(name, "shape") == 0 || strcmp(name, "ndim") == 0 || strcmp(name, "size") == 0));
}

static bool wanted(struct interp *in, const char *name, const struct args *args)
{
    const struct class *class = torch_of(in)->types.numpy_cells;
    for (int k = 0; k < args->count; k++) {
        struct value v = args->at[k];
        if ((class != NULL && v.type == VALUE_OBJECT && v.o->class == class) ||
            ((str_is(v) || v.type == VALUE_NONE || dict_is(v)) && takes_text(name, k)) ||
            is_cell_type(in, v) || ((list_is(v) || tuple_is(v)) && holds_cell(in, v, 0))) {
            return true;
        }
    }
    for (int k = 0; k < args->keyword_count; k++) {
        if (strcmp(args->names[k]->text, "dtype") == 0 && is_cell_type(in, args->values[k])) {
            return true;
        }
    }
    return false;
}

/* Whether ravel, flatten or reshape is asked for another order than row by row. */
static bool is_turned(const char *name, const struct args *args)
{
    bool reshape = strcmp(name, "reshape") == 0;
    if (!reshape && strcmp(name, "ravel") != 0 && strcmp(name, "flatten") != 0) {
        return false;
    }
    for (int k = 1; k < args->count + args->keyword_count; k++) {
        bool named = k >= args->count;
        struct value v = named ? args->values[k - args->count] : args->at[k];
        if (named && strcmp(args->names[k - args->count]->text, "order") != 0) {
            continue;
        }
        if (str_is(v) && ((reshape && !named) || strcmp(str_text(v), "C") != 0)) {
            return true;
        }
    }
    return false;
}

/* Whether a reduction has initial= or where=. */
static bool is_masked(const char *name, const struct args *args)
{
    static const char folds[] = " sum prod max min amax amin mean std var any all ";
    bool masked = false;
    if (!op_name_is(name, folds)) {
        return false;
    }
    for (int k = 0; k < args->keyword_count; k++) {
        masked |= op_name_is(args->names[k]->text, " initial where ");
    }
    return masked;
}

static bool is_matrix(struct value v)
{
    return v.type == VALUE_OBJECT && strcmp(v.o->class->name->text, "matrix") == 0 &&
           v.o->class->module != NULL && strcmp(v.o->class->module, "numpy._matrix") == 0;
}

/* np.exp(m), np.concatenate([m, m]) */
static bool holds_matrix(const struct args *args)
{
    for (int k = 0; k < args->count; k++) {
        struct value v = args->at[k];
        bool listed = (list_is(v) || tuple_is(v)) && ((const struct list *)v.o)->count > 0;
        if (is_matrix(listed ? ((const struct list *)v.o)->at[0] : v)) {
            return true;
        }
    }
    return false;
}

/* numpy._matrix.called(name, ...) */
static bool call_matrix(struct interp *in, const char *name, const struct args *args,
                        struct value *out)
{
    struct module *m = interp_import(in, "numpy._matrix");
    struct str *called = str_intern(in, "called"), *text = str_intern(in, name);
    struct value fn, at[OP_MAX_ARGUMENTS + 1];
    if (m == NULL || called == NULL || text == NULL || !dict_get_str(m->dict, called, &fn)) {
        return false;
    }
    struct args all = *args;
    all.at = at;
    all.count = 1 + (args->count < OP_MAX_ARGUMENTS ? args->count : OP_MAX_ARGUMENTS);
    at[0] = value_object(text);
    memcpy(at + 1, args->at, (size_t)(all.count - 1) * sizeof *at);
    return value_call(in, fn, &all, out);
}

bool numpy_cells_call(struct interp *in, const char *name, const struct args *args,
                      struct value *out, bool *done)
{
    *done = holds_matrix(args);
    if (*done) {
        return call_matrix(in, name, args, out);
    }
    bool of_cells = wanted(in, name, args), masked = !of_cells && is_masked(name, args);
    if (!of_cells && !masked && !is_turned(name, args)) {
        return true;
    }
    struct module *m = of_cells ? cells(in)
                       : masked ? interp_import(in, "numpy._masked")
                                : interp_import(in, "numpy._order");
    struct value fn;
    if (m == NULL) {
        return false;
    }
    for (int k = 0; k < 2 && !*done; k++) {
        scoped_buf text = {.budget = in->memory};
        buf_printf(&text, k == 0 ? "%s_" : "%s", name);
        struct str *key = str_intern(in, buf_text(&text));
        if (key == NULL) {
            return false;
        }
        *done = dict_get_str(m->dict, key, &fn);
    }
    return !*done || value_call(in, fn, args, out);
}
