/* The echo of a notebook: a value in the form of IPython's pretty printer. Containers are broken
 * into lines at 79 columns; a text of several lines (a tensor) is indented as a whole. */
#include "lang/run/native.h"

#include "lang/library/pretty_layout.h"

#include <string.h>

#define MOST_ITEMS 1000

struct printer {
    struct interp *in;
    struct layout layout;
    const struct nesting *inside; /* what is being printed, outermost last */
};

static bool pretty(struct printer *p, struct value v);

/* True for the items that are shown; after the last of those, an ellipsis. */
static bool shown(struct printer *p, int64_t k)
{
    if (k > 0 && k <= MOST_ITEMS) {
        layout_puts(&p->layout, ",");
        layout_breakable(&p->layout);
    }
    if (k == MOST_ITEMS) {
        layout_puts(&p->layout, "...");
    }
    return k < MOST_ITEMS;
}

static bool show_repr(struct printer *p, struct value v)
{
    struct buf text = {.budget = p->in->memory};
    bool ok = value_repr(p->in, v, &text);
    const char *at = buf_text(&text), *end = at + text.len;
    layout_open(&p->layout, 0, "");
    for (bool first = true; ok && at < end; first = false) {
        size_t len = 0;
        while (at + len < end && strchr("\n\r\v\f\x1c\x1d\x1e", at[len]) == NULL) {
            len++;
        }
        if (!first) {
            layout_newline(&p->layout);
        }
        layout_text(&p->layout, at, len);
        at += len;
        at += at + 1 < end && at[0] == '\r' && at[1] == '\n' ? 2 : 1;
    }
    layout_close(&p->layout, 0, "");
    buf_free(&text);
    return ok;
}

static bool show_items(struct printer *p, const struct list *items, const char *open,
                       const char *close, bool lone_comma)
{
    bool ok = true;
    int64_t indent = (int64_t)strlen(open);
    layout_open(&p->layout, indent, open);
    for (int64_t k = 0; ok && k < items->count && shown(p, k); k++) {
        ok = pretty(p, items->at[k]);
    }
    if (lone_comma && items->count == 1) {
        layout_puts(&p->layout, ",");
    }
    layout_close(&p->layout, indent, close);
    return ok;
}

static bool show_sequence(struct printer *p, struct value v, bool cycle)
{
    bool tuple = tuple_is(v);
    if (cycle) {
        layout_puts(&p->layout, tuple ? "(...)" : "[...]");
        return true;
    }
    struct list *items = v.o->class->has_python_methods ? list_of(p->in, v) : list_at(v);
    return items != NULL && show_items(p, items, tuple ? "(" : "[", tuple ? ")" : "]", tuple);
}

/* Sorted when its members can be compared, else by their text. */
static bool show_set(struct printer *p, struct value v, bool cycle)
{
    struct interp *in = p->in;
    bool frozen = class_is_subclass(v.o->class, in->types.frozenset);
    const char *open = frozen ? "frozenset({" : "{", *close = frozen ? "})" : "}";
    if (cycle) {
        layout_puts(&p->layout, open);
        layout_puts(&p->layout, "...");
        layout_puts(&p->layout, close);
        return true;
    }
    if (set_of_value(v)->used == 0) {
        layout_puts(&p->layout, v.o->class->name->text);
        layout_puts(&p->layout, "()");
        return true;
    }
    struct list *items = list_of(in, v);
    if (items == NULL) {
        return false;
    }
    if (items->count < MOST_ITEMS && !list_sort(in, items, value_none(), false)) {
        if (in->ending != OUTCOME_DONE) {
            return false;
        }
        raise_catch(in);
        items = list_of(in, v);
        if (items == NULL || !list_sort(in, items, value_object(in->types.string), false)) {
            return false;
        }
    }
    return show_items(p, items, open, close, false);
}

static bool show_dict(struct printer *p, struct value v, bool cycle)
{
    if (cycle) {
        layout_puts(&p->layout, "{...}");
        return true;
    }
    struct value keys, each;
    struct list *l = NULL;
    bool ok =
        value_call_method(p->in, v, "keys", 0, NULL, &keys) && (l = list_of(p->in, keys)) != NULL;
    layout_open(&p->layout, 1, "{");
    for (int64_t k = 0; ok && k < l->count && shown(p, k); k++) {
        ok = pretty(p, l->at[k]);
        layout_puts(&p->layout, ": ");
        ok = ok && value_get_item(p->in, v, l->at[k], &each) && pretty(p, each);
    }
    layout_close(&p->layout, 1, "}");
    return ok;
}

/* name(argument, key=value): arguments and named ones. */
static bool show_call(struct printer *p, const char *name, int count, const struct value *at,
                      const struct dict *named)
{
    struct value key, v;
    bool ok = true, first = true;
    int64_t indent = (int64_t)strlen(name) + 1;
    layout_puts(&p->layout, name);
    layout_open(&p->layout, indent, "(");
    for (int k = 0; ok && k < count; k++, first = false) {
        if (!first) {
            layout_puts(&p->layout, ",");
            layout_breakable(&p->layout);
        }
        ok = pretty(p, at[k]);
    }
    for (int64_t position = 0; ok && named != NULL && dict_next(named, &position, &key, &v);
         first = false) {
        if (!first) {
            layout_puts(&p->layout, ",");
            layout_breakable(&p->layout);
        }
        int64_t more = (int64_t)str_of(key)->count + 1;
        layout_puts(&p->layout, str_text(key));
        layout_open(&p->layout, more, "=");
        ok = pretty(p, v);
        layout_close(&p->layout, more, "");
    }
    layout_close(&p->layout, indent, ")");
    return ok;
}

/* IPython makes an object of the call and prints that: two groups deeper than a plain value. */
static bool show_call_object(struct printer *p, const char *name, int count, const struct value *at,
                             const struct dict *named)
{
    layout_open(&p->layout, 0, "");
    bool ok = show_call(p, name, count, at, named);
    layout_close(&p->layout, 0, "");
    return ok;
}

/* --- kinds that have a form of their own --- */

static bool show_class(struct printer *p, struct value v, bool cycle)
{
    const struct class *c = (const struct class *)v.o;
    (void)cycle;
    if (c->module != NULL && strcmp(c->module, "builtins") != 0) {
        layout_puts(&p->layout, c->module);
        layout_puts(&p->layout, ".");
    }
    layout_puts(&p->layout, c->name->text);
    return true;
}

static bool show_function(struct printer *p, struct value v, bool cycle)
{
    const struct function *f = (const struct function *)v.o;
    struct buf text = {.budget = p->in->memory};
    (void)cycle;
    buf_puts(&text, "<function ");
    if (f->module != NULL) {
        buf_printf(&text, "%s.", f->module->name->text);
    }
    buf_puts(&text, f->qualname->text);
    bool ok = signature_text(p->in, f, false, &text);
    buf_putc(&text, '>');
    layout_text(&p->layout, buf_text(&text), text.len);
    buf_free(&text);
    return ok;
}

static bool show_native(struct printer *p, struct value v, bool cycle)
{
    const struct native *n = (const struct native *)v.o;
    (void)cycle;
    layout_puts(&p->layout, "<function ");
    if (n->owner != NULL && strcmp(n->owner, "builtins") != 0) {
        layout_puts(&p->layout, n->owner);
        layout_puts(&p->layout, ".");
    }
    layout_puts(&p->layout, n->name);
    layout_puts(&p->layout, ">");
    return true;
}

static bool show_exception(struct printer *p, struct value v, bool cycle)
{
    struct value args = value_none();
    struct str *name = str_intern(p->in, "args");
    bool found = false;
    struct buf title = {.budget = p->in->memory};
    const struct class *c = v.o->class;
    (void)cycle;
    if (name == NULL || !value_find_attribute(p->in, v, name, &args, &found)) {
        return false;
    }
    bool builtin = c->module == NULL || strcmp(c->module, "builtins") == 0;
    buf_printf(&title, "%s%s%s", builtin ? "" : c->module, builtin ? "" : ".", c->name->text);
    const struct list *l = found && tuple_is(args) ? list_at(args) : NULL;
    bool ok = show_call_object(p, buf_text(&title), l != NULL ? (int)l->count : 0,
                               l != NULL ? l->at : NULL, NULL);
    buf_free(&title);
    return ok;
}

static bool show_ordered_dict(struct printer *p, struct value v, bool cycle)
{
    struct value items, pairs;
    struct list *l;
    if (cycle) {
        layout_puts(&p->layout, v.o->class->name->text);
        layout_puts(&p->layout, "(...)");
        return true;
    }
    if (!value_call_method(p->in, v, "items", 0, NULL, &items) ||
        (l = list_of(p->in, items)) == NULL) {
        return false;
    }
    pairs = value_object(l);
    return show_call_object(p, v.o->class->name->text, l->count > 0 ? 1 : 0, &pairs, NULL);
}

/* defaultdict(factory, {...}) and Counter({...}) */
static bool show_dict_kind(struct printer *p, struct value v, bool cycle)
{
    struct value at[2];
    int count = 0;
    struct str *factory = str_intern(p->in, "default_factory");
    struct dict *d = dict_new(p->in);
    bool found;
    if (cycle) {
        layout_puts(&p->layout, v.o->class->name->text);
        layout_puts(&p->layout, "(...)");
        return true;
    }
    if (factory == NULL || d == NULL || !dict_copy_into(p->in, d, dict_of(v)) ||
        !value_find_attribute(p->in, v, factory, &at[0], &found)) {
        return false;
    }
    count += found;
    if (found || d->count > 0) {
        at[count++] = value_object(d);
    }
    return show_call_object(p, v.o->class->name->text, count, at, NULL);
}

static bool show_deque(struct printer *p, struct value v, bool cycle)
{
    struct value items, most;
    struct str *name = str_intern(p->in, "maxlen");
    bool found;
    (void)cycle;
    struct list *l = list_of(p->in, v);
    struct dict *named = dict_new(p->in);
    if (name == NULL || l == NULL || named == NULL ||
        !value_find_attribute(p->in, v, name, &most, &found) ||
        (found && most.type != VALUE_NONE && !dict_set_str(p->in, named, name, most))) {
        return false;
    }
    items = value_object(l);
    return show_call_object(p, v.o->class->name->text, 1, &items, named);
}

static bool show_namespace(struct printer *p, struct value v, bool cycle)
{
    if (cycle) {
        layout_puts(&p->layout, "namespace(...)");
        return true;
    }
    return show_call_object(p, "namespace", 0, NULL, v.o->attributes);
}

static bool show_plain(struct printer *p, struct value v, bool cycle)
{
    struct buf text = {.budget = p->in->memory};
    layout_open(&p->layout, 1, "<");
    bool ok = pretty(p, value_object(v.o->class));
    buf_printf(&text, " at 0x%llx%s", (unsigned long long)(uintptr_t)v.o, cycle ? " ..." : "");
    layout_text(&p->layout, buf_text(&text), text.len);
    layout_close(&p->layout, 1, ">");
    buf_free(&text);
    return ok;
}

/* --- choosing the form --- */

typedef bool form(struct printer *p, struct value v, bool cycle);

static form *form_of_builtin(struct interp *in, const struct class *c)
{
    const struct builtin_classes *t = &in->types;
    const struct {
        const struct class *class;
        form *show;
    } rows[] = {
        {t->tuple, show_sequence},
        {t->list, show_sequence},
        {t->dict, show_dict},
        {t->set, show_set},
        {t->frozenset, show_set},
        {t->type, show_class},
        {t->function, show_function},
        {t->native, show_native},
        {in->classes[EXCEPTION_BaseException], show_exception},
    };
    for (size_t k = 0; k < NATIVE_COUNT(rows); k++) {
        if (rows[k].class == c) {
            return rows[k].show;
        }
    }
    return NULL;
}

static form *form_by_name(const struct class *c)
{
    static const struct {
        const char *module, *name;
        form *show;
    } rows[] = {
        {"collections", "OrderedDict", show_ordered_dict},
        {"collections", "defaultdict", show_dict_kind},
        {"collections", "Counter", show_dict_kind},
        {"collections", "deque", show_deque},
        {"types", "SimpleNamespace", show_namespace},
    };
    for (size_t k = 0; c->module != NULL && k < NATIVE_COUNT(rows); k++) {
        if (strcmp(c->module, rows[k].module) == 0 && strcmp(c->name->text, rows[k].name) == 0) {
            return rows[k].show;
        }
    }
    return NULL;
}

/* Whether the class itself says how it is printed. */
static bool own_repr(const struct class *c, const struct str *name)
{
    struct value unused;
    if (!c->native) {
        return dict_get_str(c->dict, name, &unused);
    }
    const struct class *base = c->base_count > 0 ? c->bases[0] : NULL;
    return c->slots != NULL && c->slots->repr != NULL &&
           (base == NULL || base->slots == NULL || base->slots->repr != c->slots->repr);
}

static bool show(struct printer *p, struct value v, bool cycle)
{
    struct str *name = str_intern(p->in, "__repr__");
    if (name == NULL) {
        return false;
    }
    const struct class *c = value_class(p->in, v);
    if (v.type != VALUE_OBJECT || str_is(v)) {
        return show_repr(p, v);
    }
    for (int k = 0; k < c->mro_count; k++) {
        form *found = form_of_builtin(p->in, c->mro[k]);
        found = found != NULL ? found : form_by_name(c->mro[k]);
        if (found != NULL) {
            return found(p, v, cycle);
        }
        if (c->mro[k] != p->in->types.object && own_repr(c->mro[k], name)) {
            return show_repr(p, v);
        }
    }
    return show_plain(p, v, cycle);
}

static bool pretty(struct printer *p, struct value v)
{
    bool cycle = false;
    if (!interp_stack(p->in) || !interp_step(p->in, 1)) {
        return false;
    }
    for (const struct nesting *n = p->inside; n != NULL && v.type == VALUE_OBJECT; n = n->outer) {
        cycle |= n->object == v.o;
    }
    const struct nesting level = {.outer = p->inside,
                                  .object = v.type == VALUE_OBJECT ? v.o : NULL};
    p->inside = &level;
    layout_open(&p->layout, 0, "");
    bool ok = show(p, v, cycle);
    layout_close(&p->layout, 0, "");
    p->inside = level.outer;
    return ok;
}

static bool pretty_text(struct interp *in, struct value v, struct buf *out)
{
    struct printer p = {.in = in};
    layout_begin(&p.layout, out);
    bool ok = pretty(&p, v);
    layout_end(&p.layout);
    return ok && (!out->failed || raise_memory(in));
}

bool interp_pretty(struct interp *in, struct value v, struct buf *out)
{
    struct buf text = {.budget = in->memory};
    bool ok = pretty_text(in, v, &text);
    buf_put(out, buf_text(&text), ok ? text.len : 0);
    buf_free(&text);
    return ok;
}

/* It can run code (__repr__) and fail like any other. */
enum outcome interp_echo(struct interp *in, struct value v)
{
    struct buf text = {.budget = in->memory};
    enum outcome outcome = OUTCOME_DONE;
    if (v.type == VALUE_NONE) {
        return outcome;
    }
    if (!pretty_text(in, v, &text)) {
        outcome = in->ending != OUTCOME_DONE ? in->ending : OUTCOME_EXCEPTION;
    } else {
        if (!interp_print(in, buf_text(&text), text.len) || !interp_print(in, "\n", 1)) {
            outcome = OUTCOME_LIMIT;
        }
    }
    buf_free(&text);
    return outcome;
}
