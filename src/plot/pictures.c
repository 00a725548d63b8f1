/* Makes the module _pictures, the way of a figure out of the language. */
#include "plot/pictures.h"

#include "lang/run/native.h"
#include "lang/run/recorder.h"
#include "plot/colormap.h"

#include <stdio.h>
#include <stdlib.h>

static bool hand_over(struct interp *in, struct value record, const char *name)
{
    const struct pictures *to = in->pictures;
    const struct recorder *r = in->recorder;
    bool kept = r != NULL && r->figure != NULL;
    if (!kept && (to == NULL || to->show == NULL)) {
        return true;
    }
    struct chart *chart = calloc(1, sizeof *chart);
    if (chart == NULL) {
        return raise_memory(in);
    }
    if (!chart_read(in, record, chart)) {
        chart_read_free(chart);
        if (kept &&
            raise_is(in, EXCEPTION_TypeError)) { /* the run is not to fail by being watched */
            raise_catch(in);
            return true;
        }
        return false;
    }
    if (kept) {
        return r->figure(r->self, chart, name);
    }
    to->show(to->self, chart, name);
    return true;
}

/* show(record) */
static bool show(struct interp *in, const struct args *args, struct value *out)
{
    struct value record;
    *out = value_none();
    return arguments_take(in, args, "show(record)", &record) && hand_over(in, record, NULL);
}

/* save(record, name) */
static bool save(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[2];
    *out = value_none();
    if (!arguments_take(in, args, "save(record, name)", at)) {
        return false;
    }
    if (!str_is(at[1])) {
        return raise_exception(in, EXCEPTION_TypeError, "the name of a picture must be str, not %s",
                               value_type_name(at[1]));
    }
    return hand_over(in, at[0], str_text(at[1]));
}

/* shown(x, column=-1): a number for what a tensor holds now, None for anything else. A mark hands
 * it over in the place of its numbers, which a tape has already. */
static bool shown(struct interp *in, const struct args *args, struct value *out)
{
    const struct recorder *r = in->recorder;
    struct value column = value_int(-1);
    int number = 0;
    *out = value_none();
    if (!arguments_count(in, args, "shown", 1, 2)) {
        return false;
    }
    column = args->count > 1 ? args->at[1] : column;
    if (r != NULL && r->look != NULL && !r->look(r->self, args->at[0], column.i, &number)) {
        return false;
    }
    *out = number > 0 ? value_int(number) : *out;
    return true;
}

static bool notebook(struct interp *in, const struct args *args, struct value *out)
{
    *out = value_bool(in->pictures != NULL && in->pictures->notebook);
    return arguments_count(in, args, "notebook", 0, 0);
}

/* pretty(x): the text of it that a notebook shows. */
static bool pretty(struct interp *in, const struct args *args, struct value *out)
{
    scoped_buf text = {.budget = in->memory};
    return arguments_count(in, args, "pretty", 1, 1) && interp_pretty(in, args->at[0], &text) &&
           str_take(in, &text, out);
}

/* lacking(name) */
static bool lacking(struct interp *in, const struct args *args, struct value *out)
{
    struct value name;
    *out = value_none();
    if (!arguments_take(in, args, "lacking(name)", &name)) {
        return false;
    }
    if (in->pictures != NULL && in->pictures->lacking != NULL && str_is(name)) {
        in->pictures->lacking(in->pictures->self, str_text(name), interp_here(in, true));
    }
    return true;
}

/* colors(name): 256 texts "#rrggbb", or None. */
static bool colors(struct interp *in, const struct args *args, struct value *out)
{
    struct value name;
    struct rgb color[COLORMAP_COLORS];
    *out = value_none();
    if (!arguments_take(in, args, "colors(name)", &name)) {
        return false;
    }
    if (!str_is(name) || !colormap_of_code(str_text(name), color)) {
        return true;
    }
    struct list *l = list_new(in, COLORMAP_COLORS);
    for (int k = 0; l != NULL && k < COLORMAP_COLORS; k++) {
        char text[8];
        struct value v;
        snprintf(text, sizeof text, "#%02x%02x%02x", color[k].r, color[k].g, color[k].b);
        if (!str_value(in, text, 7, &v) || !list_append(in, l, v)) {
            return false;
        }
    }
    *out = value_object(l);
    return l != NULL;
}

bool pictures_module(struct interp *in, struct module *module, bool *found)
{
    static const struct native_row rows[] = {
        {"show", show, NULL, NULL},     {"save", save, NULL, NULL},
        {"shown", shown, NULL, NULL},   {"notebook", notebook, NULL, NULL},
        {"pretty", pretty, NULL, NULL}, {"lacking", lacking, NULL, NULL},
        {"colors", colors, NULL, NULL}};
    *found = strcmp(module->name->text, "_pictures") == 0;
    return !*found || native_functions(in, module->dict, "_pictures", rows, NATIVE_COUNT(rows));
}

/* What the module of that name has under the name of the function that is called. */
static bool of_ipython(struct interp *in, const struct args *args, struct value *out)
{
    struct str *name = str_intern(in, in->calling->name);
    struct module *m = interp_import(in, native_data(in));
    struct value function;
    return name != NULL && m != NULL && value_get_attribute(in, value_object(m), name, &function) &&
           value_call(in, function, args, out);
}

bool pictures_begin(struct interp *in, const struct pictures *to)
{
    static const struct native_row rows[] = {{"display", of_ipython, "IPython.display", NULL},
                                             {"get_ipython", of_ipython, "IPython", NULL}};
    in->pictures = to;
    return !to->notebook || (native_functions(in, in->builtins, NULL, rows, NATIVE_COUNT(rows)) &&
                             interp_set(in, in->builtins, "__IPYTHON__", value_bool(true)));
}

enum outcome pictures_cell_end(struct interp *in)
{
    struct str *name = str_intern(in, "matplotlib.pyplot");
    struct value module, ignored;
    if (name != NULL && (in->pictures == NULL || !in->pictures->notebook ||
                         !dict_get_str(in->modules, name, &module))) {
        return OUTCOME_DONE;
    }
    bool ok = name != NULL && value_call_method(in, module, "_cell_end", 0, NULL, &ignored);
    return ok ? OUTCOME_DONE : in->ending != OUTCOME_DONE ? in->ending : OUTCOME_EXCEPTION;
}

const struct pictures *pictures_dropped(bool notebook)
{
    static const struct pictures dropped[2] = {{.notebook = false}, {.notebook = true}};
    return &dropped[notebook];
}
