/* Carries out def and class: functions with their defaults and annotations, decorators, class
 * bodies, abstract methods. Calling them is function.c, how classes work is class.c. */
#include "lang/object/builtin.h"
#include "lang/object/value_method.h"
#include "lang/run/scope.h"
#include "lang/run/statement.h"

#include <stdlib.h>

static bool decorate(struct interp *in, const struct node *n, struct list *decorators,
                     struct value *v)
{
    for (int64_t k = decorators->count - 1; k >= 0; k--) {
        const struct value arg = *v;
        in->frame->here = n;
        if (!value_call_at(in, decorators->at[k], 1, &arg, v)) {
            return false;
        }
    }
    return true;
}

static struct list *eval_decorators(struct interp *in, const struct node *n)
{
    struct list *l = list_new(in, n->decorators.count);
    for (int k = 0; l != NULL && k < n->decorators.count; k++) {
        struct value v;
        if (!eval(in, n->decorators.at[k], &v) || !list_append(in, l, v)) {
            return NULL;
        }
    }
    return l;
}

static bool eval_defaults(struct interp *in, const struct node *n, struct function *f)
{
    f->defaults = calloc((size_t)n->parameter_count + 1, sizeof *f->defaults);
    if (f->defaults == NULL) {
        return raise_memory(in);
    }
    for (int k = 0; k < n->parameter_count; k++) {
        f->defaults[k] = slot_empty();
    }
    for (int k = 0; k < n->parameter_count; k++) {
        const struct parameter *p = &n->parameters[k];
        if (p->fallback != NULL && !eval(in, p->fallback, &f->defaults[k])) {
            return false;
        }
    }
    return true;
}

static bool eval_annotations(struct interp *in, const struct node *n, struct function *f)
{
    struct value v;
    f->annotations = dict_new(in);
    for (int k = 0; f->annotations != NULL && k < n->parameter_count; k++) {
        const struct parameter *p = &n->parameters[k];
        if (p->annotation != NULL && (!eval_annotation(in, p->annotation, &v) ||
                                      !interp_set(in, f->annotations, p->name, v))) {
            return false;
        }
    }
    if (f->annotations == NULL || n->right == NULL) {
        return f->annotations != NULL;
    }
    return eval_annotation(in, n->right, &v) && interp_set(in, f->annotations, "return", v);
}

/* "Outer.method", "f.<locals>.g" */
static struct str *qualified(struct interp *in, const char *name)
{
    scoped_buf b = {.budget = in->memory};
    const struct frame *f = in->frame;
    if (f->class != NULL || f->function != NULL) {
        buf_puts(&b, f->title); /* no format: the prelude defines many */
        buf_puts(&b, f->class != NULL ? "." : ".<locals>.");
    }
    buf_puts(&b, name);
    struct str *made =
        b.failed ? NULL : str_intern(in, buf_text(&b)); /* tracebacks keep the text */
    return made;
}

bool function_make(struct interp *in, const struct node *n, struct value *out)
{
    const struct frame *f = in->frame;
    struct function *made = object_new(in, in->types.function);
    *out = value_object(made);
    if (made == NULL) {
        return false;
    }
    const char *name = n->kind == NODE_LAMBDA ? "<lambda>" : n->text;
    made->node = n;
    made->most = -1;
    made->module = f->module;
    made->enclosing = f->scope;
    scope_keep(f->scope);
    made->defined_in = f->class != NULL      ? f->class
                       : f->function != NULL ? f->function->defined_in
                                             : NULL;
    made->name = str_intern(in, name);
    made->qualname = qualified(in, name);
    made->title = made->qualname != NULL ? made->qualname->text : NULL;
    return made->name != NULL && made->title != NULL && eval_defaults(in, n, made);
}

enum flow exec_def(struct interp *in, const struct node *n)
{
    struct value v;
    struct list *decorators = eval_decorators(in, n);
    struct str *name = node_name(in, n);
    if (decorators == NULL || name == NULL || !function_make(in, n, &v)) {
        return FLOW_ERROR;
    }
    bool annotated = n->right != NULL;
    for (int k = 0; k < n->parameter_count; k++) {
        annotated |= n->parameters[k].annotation != NULL;
    }
    return flow_of((!annotated || eval_annotations(in, n, (struct function *)v.o)) &&
                   decorate(in, n, decorators, &v) && name_store(in, name, v, &n->span));
}

/* Abstract methods of the bases that the class did not define, and its own: what makes
 * "Can't instantiate abstract class" (abc.ABC keeps its names in __abstractmethods__). */
static bool is_abstract(struct interp *in, struct value v)
{
    struct value flag;
    bool found = false, truth = false;
    if (v.type != VALUE_OBJECT) {
        return false;
    }
    if (class_is_subclass(v.o->class, in->types.property)) {
        v = ((struct property *)v.o)->get;
    }
    return value_find(in, v, "__isabstractmethod__", &flag, &found) && found &&
           value_truth(in, flag, &truth) && truth;
}

static bool note_abstract(struct interp *in, struct class *c)
{
    struct value known, key, v, found;
    struct str *name = str_intern(in, "__abstractmethods__");
    struct list *l = list_new(in, 0);
    if (name == NULL || l == NULL) {
        return false;
    }
    for (int64_t at = 0; dict_next(c->dict, &at, &key, &v);) {
        if (is_abstract(in, v) && !list_append(in, l, key)) {
            return false;
        }
    }
    for (int k = 1; k < c->mro_count; k++) {
        if (!dict_get_str(c->mro[k]->dict, name, &known) || !tuple_is(known)) {
            continue;
        }
        const struct list *t = (const struct list *)known.o;
        for (int64_t j = 0; j < t->count; j++) {
            if (class_lookup(c, (struct str *)t->at[j].o, &found) && is_abstract(in, found)) {
                bool twice = false;
                for (int64_t i = 0; i < l->count; i++) {
                    twice |= str_compare((struct str *)l->at[i].o, (struct str *)t->at[j].o) == 0;
                }
                if (!twice && !list_append(in, l, t->at[j])) {
                    return false;
                }
            }
        }
    }
    if (l->count == 0 && !class_lookup(c, name, &known)) {
        return true;
    }
    const struct value t = value_object(tuple_new(in, l->count, l->at));
    return t.type == VALUE_OBJECT && list_sort(in, (struct list *)t.o, value_none(), false) &&
           dict_set_str(in, c->dict, name, t);
}

/* Bases and keywords of a class statement. A metaclass is only known by name: ABCMeta. */
static bool eval_bases(struct interp *in, const struct node *n, struct class **bases, int *count)
{
    *count = 0;
    for (int k = 0; k < n->list.count; k++) {
        struct value v;
        if (!eval(in, n->list.at[k], &v)) {
            return false;
        }
        in->frame->here = n;
        if (!class_is(in, v)) {
            /* Generic[T], Dict[str, int]: what stands for a class in brackets */
            struct value origin;
            bool found;
            if (!value_find(in, v, "__origin__", &origin, &found)) {
                return false;
            }
            if (found && class_is(in, origin)) {
                v = origin;
            } else if (found) {
                continue;
            }
        }
        if (!class_is(in, v)) {
            return raise_type_error(in, "%s() takes no arguments", value_type_name(v));
        }
        if (*count == 16) {
            return raise_type_error(in, "a class takes at most 16 bases");
        }
        bases[(*count)++] = (struct class *)v.o;
    }
    for (int k = 0; k < n->keyword_count; k++) {
        struct value v;
        if (!eval(in, n->keywords[k].value, &v)) {
            return false;
        }
        bool meta = n->keywords[k].name != NULL && strcmp(n->keywords[k].name, "metaclass") == 0;
        if (meta && class_is(in, v) && strcmp(((struct class *)v.o)->module, "__main__") == 0) {
            return raise_unsupported(in, "metaclasses are not supported; a class decorator or "
                                         "__init_subclass__ may do");
        }
    }
    return true;
}

static bool run_class_body(struct interp *in, const struct node *n, struct class *c,
                           struct scope *scope)
{
    struct str *title = qualified(in, n->text);
    if (title == NULL) {
        return false;
    }
    struct frame frame = {.outer = in->frame,
                          .function = NULL,
                          .scope = scope,
                          .module = in->frame->module,
                          .class = c,
                          .here = n,
                          .title = title->text};
    in->frame = &frame;
    bool ok = interp_set(in, scope->names, "__qualname__", value_object(title)) &&
              interp_set(in, scope->names, "__module__", value_object(frame.module->name));
    if (ok && n->doc != NULL) {
        struct str *doc = str_new(in, n->doc, strlen(n->doc));
        ok = doc != NULL && interp_set(in, scope->names, "__doc__", value_object(doc));
    }
    ok = ok && exec_block(in, &n->body) != FLOW_ERROR;
    if (!ok) {
        interp_passed(in);
    }
    in->frame = frame.outer;
    return ok;
}

/* What the body holds hears its name: __set_name__(owner, name). */
static bool tell_names(struct interp *in, struct class *c)
{
    struct str *hook = str_intern(in, "__set_name__");
    struct value key, v, method, unused;
    for (int64_t at = 0; hook != NULL && dict_next(c->dict, &at, &key, &v);) {
        if (v.type != VALUE_OBJECT || !class_lookup_python(v.o->class, hook, &method)) {
            continue;
        }
        const struct value told[3] = {v, value_object(c), key};
        if (!value_call_at(in, method, 3, told, &unused)) {
            return false;
        }
    }
    return hook != NULL;
}

/* Base.__init_subclass__, with the keywords of the class statement. */
static bool tell_bases(struct interp *in, const struct node *n, struct class *c)
{
    struct str *hook = str_intern(in, "__init_subclass__");
    int keyword_count = n != NULL ? n->keyword_count : 0;
    for (int k = 1; hook != NULL && k < c->mro_count; k++) {
        struct value raw, unused;
        if (c->mro[k]->native || !dict_get_str(c->mro[k]->dict, hook, &raw)) {
            continue;
        }
        if (raw.type == VALUE_OBJECT && raw.o->class == in->types.class_method) {
            raw = ((struct wrapper *)raw.o)->function;
        }
        struct str *names[16];
        struct value values[16];
        int count = 0;
        for (int j = 0; j < keyword_count && count < 16; j++) {
            const struct keyword *key = &n->keywords[j];
            if (key->name == NULL || strcmp(key->name, "metaclass") == 0) {
                continue;
            }
            names[count] = str_intern(in, key->name);
            if (names[count] == NULL || !eval(in, key->value, &values[count])) {
                return false;
            }
            count++;
        }
        const struct value self = value_object(c);
        const struct args args = {
            .at = &self, .count = 1, .names = names, .values = values, .keyword_count = count};
        return value_call(in, raw, &args, &unused);
    }
    return hook != NULL;
}

/* These two are class methods without saying so. */
static bool wrap_hooks(struct interp *in, struct class *c)
{
    static const char *const hooks[] = {"__init_subclass__", "__class_getitem__"};
    for (size_t k = 0; k < sizeof hooks / sizeof hooks[0]; k++) {
        struct str *name = str_intern(in, hooks[k]);
        struct value v;
        if (name == NULL) {
            return false;
        }
        if (!dict_get_str(c->dict, name, &v) || v.type != VALUE_OBJECT ||
            v.o->class != in->types.function) {
            continue;
        }
        const struct args args = {.at = &v, .count = 1};
        struct value wrapped;
        if (!class_call(in, in->types.class_method, &args, &wrapped) ||
            !dict_set_str(in, c->dict, name, wrapped)) {
            return false;
        }
    }
    return true;
}

/* Whether __slots__ is told all the way up, so that an instance has no other attributes. */
bool class_take_slots(struct interp *in, struct class *c)
{
    struct str *name = str_intern(in, "__slots__"), *whole = str_intern(in, "__dict__");
    struct value told;
    if (name == NULL || whole == NULL) {
        return false;
    }
    c->slotted = true;
    for (int k = 0; k < c->mro_count && c->mro[k] != in->types.object; k++) {
        bool all = false;
        if (!dict_get_str(c->mro[k]->dict, name, &told)) {
            c->slotted = false;
        } else if (str_is(told)) {
            all = str_compare((struct str *)told.o, whole) == 0;
        } else if (!value_contains(in, told, value_object(whole), &all)) {
            return false;
        }
        c->slotted = c->slotted && !all;
    }
    return true;
}

/* Who compares by itself and says no more has no hash; who answers for every attribute is asked. */
static bool take_rules(struct interp *in, struct class *c)
{
    struct str *eq = str_intern(in, "__eq__"), *hash = str_intern(in, "__hash__"),
               *get = str_intern(in, "__getattribute__");
    struct value unused;
    if (eq == NULL || hash == NULL || get == NULL) {
        return false;
    }
    c->answers = class_lookup_python(c, get, &unused);
    return !dict_get_str(c->dict, eq, &unused) || dict_get_str(c->dict, hash, &unused) ||
           dict_set_str(in, c->dict, hash, value_none());
}

bool class_finish(struct interp *in, struct class *c, const struct node *n)
{
    return class_take_slots(in, c) && take_rules(in, c) && wrap_hooks(in, c) &&
           note_abstract(in, c) && tell_names(in, c) && tell_bases(in, n, c);
}

enum flow exec_class(struct interp *in, const struct node *n)
{
    struct class *bases[16];
    int count;
    struct list *decorators = eval_decorators(in, n);
    struct str *name = node_name(in, n);
    if (decorators == NULL || name == NULL || !eval_bases(in, n, bases, &count)) {
        return FLOW_ERROR;
    }
    struct scope *scope = scope_of_dict(in, n->scope, in->frame->scope, dict_new(in));
    if (scope == NULL) {
        return FLOW_ERROR;
    }
    in->frame->here = n;
    struct class *c =
        class_make(in, name, count, bases, scope->names, in->frame->module->name->text);
    if (c == NULL || !run_class_body(in, n, c, scope) || !class_finish(in, c, n)) {
        return FLOW_ERROR;
    }
    struct value v = value_object(c);
    return flow_of(decorate(in, n, decorators, &v) && name_store(in, name, v, &n->span));
}
