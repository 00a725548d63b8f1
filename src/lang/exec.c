/* Statements: one small function per kind of node, found in a table. Expressions are eval.c. */
#include "lang/builtin.h"
#include "lang/label.h"
#include "lang/scope.h"

#include <stdlib.h>
#include <string.h>

typedef enum flow executor(struct interp *in, const struct node *n);

static enum flow flow_of(bool ok)
{
    return ok ? FLOW_NEXT : FLOW_ERROR;
}

/* --- assignment --- */

/* An attribute is reported as it is written, "self.head_dim"; its integer carries the last part. */
static void report_attribute(struct interp *in, const struct node *target, struct value v)
{
    struct recorder *r = in->recorder;
    if (r == NULL || r->bind == NULL) {
        return;
    }
    struct buf name = {0};
    if (target->left->kind == NODE_NAME) {
        buf_printf(&name, "%s.", target->left->text);
    }
    buf_puts(&name, target->text);
    r->bind(r->self, buf_text(&name), v, &target->span);
    buf_free(&name);
}

static bool assign_attribute(struct interp *in, const struct node *target, struct value v)
{
    struct value object;
    if (!eval(in, target->left, &object)) {
        return false;
    }
    struct str *name = node_name(in, target);
    in->frame->here = target;
    if (v.type == VALUE_INT) {
        v.label = label_of(in, target->text);
    }
    if (name == NULL || !value_set_attribute(in, object, name, v)) {
        return false;
    }
    report_attribute(in, target, v);
    return true;
}

/* As many items as there are, but no more than `most`: the iterator may have no end. */
static struct list *first_items(struct interp *in, struct value v, int most)
{
    struct value iterator, item;
    struct list *items = list_new(in, most);
    bool done = false;
    if (items == NULL || !value_iterate(in, v, &iterator)) {
        return NULL;
    }
    while (items->count < most) {
        if (!value_next(in, iterator, &item, &done)) {
            return NULL;
        }
        if (done) {
            break;
        }
        if (!list_append(in, items, item)) {
            return NULL;
        }
    }
    return items;
}

static bool assign_sequence(struct interp *in, const struct node *target, struct value v)
{
    const struct nodes *parts = &target->list;
    int star = -1;
    for (int k = 0; k < parts->count; k++) {
        if (parts->at[k]->kind == NODE_STARRED) {
            star = k;
        }
    }
    if (!value_is_iterable(in, v)) {
        return raise(in, EXCEPTION_TypeError, "cannot unpack non-iterable %s object",
                     value_type_name(v));
    }
    int fixed = star < 0 ? parts->count : parts->count - 1;
    struct list *items = star < 0 ? first_items(in, v, fixed + 1) : list_of(in, v);
    if (items == NULL) {
        return false;
    }
    if (items->count < fixed) {
        return raise(in, EXCEPTION_ValueError,
                     "not enough values to unpack (expected %s%d, got %lld)",
                     star < 0 ? "" : "at least ", fixed, (long long)items->count);
    }
    if (star < 0 && items->count > fixed) {
        return raise(in, EXCEPTION_ValueError, "too many values to unpack (expected %d)", fixed);
    }
    int64_t extra = items->count - fixed, at = 0;
    for (int k = 0; k < parts->count; k++) {
        struct value item;
        if (k == star) {
            struct list *rest = list_new(in, extra);
            for (int64_t j = 0; rest != NULL && j < extra; j++) {
                if (!list_append(in, rest, items->at[at + j])) {
                    return false;
                }
            }
            item = value_object(rest);
            at += extra;
        } else {
            item = items->at[at++];
        }
        const struct node *part = k == star ? parts->at[k]->left : parts->at[k];
        if (item.type == VALUE_OBJECT && item.o == NULL) {
            return false;
        }
        if (!assign(in, part, item)) {
            return false;
        }
    }
    return true;
}

bool assign(struct interp *in, const struct node *target, struct value v)
{
    struct value object, key;
    struct str *name;
    switch (target->kind) {
    case NODE_NAME:
        name = node_name(in, target);
        return name != NULL && name_store(in, name, v, &target->span);
    case NODE_ATTRIBUTE:
        return assign_attribute(in, target, v);
    case NODE_SUBSCRIPT:
        if (!eval(in, target->left, &object) || !eval(in, target->right, &key)) {
            return false;
        }
        in->frame->here = target;
        return value_set_item(in, object, key, v);
    default:
        return assign_sequence(in, target, v);
    }
}

static enum flow exec_assign(struct interp *in, const struct node *n)
{
    struct value v;
    if (!eval(in, n->left, &v)) {
        return FLOW_ERROR;
    }
    for (int k = 0; k < n->list.count; k++) {
        in->frame->here = n;
        if (!assign(in, n->list.at[k], v)) {
            return FLOW_ERROR;
        }
    }
    return FLOW_NEXT;
}

static enum flow exec_augmented(struct interp *in, const struct node *n)
{
    const struct node *target = n->left;
    struct value object, key, old, with, result;
    struct str *name = NULL;
    if (target->kind == NODE_NAME) {
        if (!eval(in, target, &old) || !eval(in, n->right, &with)) {
            return FLOW_ERROR;
        }
        in->frame->here = n;
        name = node_name(in, target);
        return flow_of(name != NULL && value_inplace(in, n->op, old, with, &result) &&
                       name_store(in, name, result, &target->span));
    }
    if (!eval(in, target->left, &object)) {
        return FLOW_ERROR;
    }
    in->frame->here = target;
    if (target->kind == NODE_ATTRIBUTE) {
        name = node_name(in, target);
        if (name == NULL || !value_get_attribute(in, object, name, &old)) {
            return FLOW_ERROR;
        }
    } else if (!eval(in, target->right, &key) || !value_get_item(in, object, key, &old)) {
        return FLOW_ERROR;
    }
    if (!eval(in, n->right, &with)) {
        return FLOW_ERROR;
    }
    in->frame->here = n;
    if (!value_inplace(in, n->op, old, with, &result)) {
        return FLOW_ERROR;
    }
    if (name == NULL) {
        return flow_of(value_set_item(in, object, key, result));
    }
    if (!value_set_attribute(in, object, name, result)) {
        return FLOW_ERROR;
    }
    report_attribute(in, target, result);
    return FLOW_NEXT;
}

/* The annotation's value, or its text after `from __future__ import annotations`. */
static bool eval_annotation(struct interp *in, const struct node *n, struct value *out)
{
    if (!in->lazy_annotations) {
        return eval(in, n, out);
    }
    size_t len;
    const char *line = source_line(n->span.source, n->span.line, &len);
    size_t end = n->span.end_line == n->span.line ? (size_t)n->span.end_column : len;
    *out = value_object(str_new(in, line + n->span.column, end - (size_t)n->span.column));
    return out->type == VALUE_OBJECT;
}

static enum flow exec_annotated(struct interp *in, const struct node *n)
{
    struct value v, annotation, all;
    struct frame *f = in->frame;
    if (n->third != NULL && (!eval(in, n->third, &v) || !assign(in, n->left, v))) {
        return FLOW_ERROR;
    }
    bool kept = n->left->kind == NODE_NAME && (f->scope == NULL || f->scope->is_class);
    if (!kept) {
        return FLOW_NEXT; /* Python does not evaluate annotations of locals either */
    }
    struct dict *home = f->scope != NULL ? f->scope->names : f->module->dict;
    struct str *key = str_intern(in, "__annotations__"), *name = node_name(in, n->left);
    if (key == NULL || name == NULL || !eval_annotation(in, n->right, &annotation)) {
        return FLOW_ERROR;
    }
    if (!dict_get_str(home, key, &all) || !dict_is(all)) {
        all = value_object(dict_new(in));
        if (all.type != VALUE_OBJECT || !dict_set_str(in, home, key, all)) {
            return FLOW_ERROR;
        }
    }
    return flow_of(dict_set_str(in, (struct dict *)all.o, name, annotation));
}

static enum flow exec_expression(struct interp *in, const struct node *n)
{
    struct value v;
    return flow_of(eval(in, n->left, &v));
}

/* --- branches and loops --- */

static bool condition(struct interp *in, const struct node *n, bool *truth)
{
    struct value v;
    if (!eval(in, n, &v)) {
        return false;
    }
    in->frame->here = n;
    return value_truth(in, v, truth);
}

static enum flow exec_if(struct interp *in, const struct node *n)
{
    /* `elif` chains nest in orelse: walked in a loop, so that their length costs no stack. */
    for (;;) {
        bool truth;
        if (!condition(in, n->left, &truth)) {
            return FLOW_ERROR;
        }
        if (truth) {
            return exec_block(in, &n->body);
        }
        if (n->orelse.count != 1 || n->orelse.at[0]->kind != NODE_IF) {
            return exec_block(in, &n->orelse);
        }
        n = n->orelse.at[0];
    }
}

static enum flow exec_while(struct interp *in, const struct node *n)
{
    size_t held = in->heap.held_count;
    for (;;) {
        bool truth;
        if (!interp_step(in, 1) || !condition(in, n->left, &truth)) {
            return FLOW_ERROR;
        }
        if (!truth) {
            return exec_block(in, &n->orelse);
        }
        enum flow flow = exec_block(in, &n->body);
        if (flow == FLOW_BREAK) {
            return FLOW_NEXT;
        }
        if (flow == FLOW_RETURN || flow == FLOW_ERROR) {
            return flow;
        }
        heap_statement(in, held);
    }
}

static enum flow exec_for(struct interp *in, const struct node *n)
{
    struct value iterable, iterator, item;
    bool done;
    if (!eval(in, n->right, &iterable)) {
        return FLOW_ERROR;
    }
    in->frame->here = n->right;
    if (!value_iterate(in, iterable, &iterator)) {
        return FLOW_ERROR;
    }
    size_t held = in->heap.held_count;
    for (;;) {
        in->frame->here = n->right;
        if (!interp_step(in, 1) || !value_next(in, iterator, &item, &done)) {
            return FLOW_ERROR;
        }
        if (done) {
            return exec_block(in, &n->orelse);
        }
        if (!assign(in, n->left, item)) {
            return FLOW_ERROR;
        }
        enum flow flow = exec_block(in, &n->body);
        if (flow == FLOW_BREAK) {
            return FLOW_NEXT;
        }
        if (flow == FLOW_RETURN || flow == FLOW_ERROR) {
            return flow;
        }
        heap_statement(in, held);
    }
}

static enum flow exec_jump(struct interp *in, const struct node *n)
{
    (void)in;
    return n->kind == NODE_BREAK ? FLOW_BREAK : n->kind == NODE_CONTINUE ? FLOW_CONTINUE : FLOW_NEXT;
}

static enum flow exec_return(struct interp *in, const struct node *n)
{
    struct value v = value_none();
    if (n->left != NULL && !eval(in, n->left, &v)) {
        return FLOW_ERROR;
    }
    in->frame->returned = v;
    return FLOW_RETURN;
}

/* --- definitions --- */

static bool decorate(struct interp *in, const struct node *n, struct list *decorators,
                     struct value *v)
{
    for (int64_t k = decorators->count - 1; k >= 0; k--) {
        const struct value arg = *v;
        const struct args args = {.at = &arg, .count = 1};
        in->frame->here = n;
        if (!value_call(in, decorators->at[k], &args, v)) {
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
        f->defaults[k] = (struct value){.type = VALUE_NOT_IMPLEMENTED};
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
    struct buf b = {0};
    const struct frame *f = in->frame;
    if (f->class != NULL || f->function != NULL) {
        buf_printf(&b, "%s.%s", f->title, f->class != NULL ? "" : "<locals>.");
    }
    buf_puts(&b, name);
    struct str *made = b.failed ? NULL : str_intern(in, buf_text(&b)); /* tracebacks keep the text */
    buf_free(&b);
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
    made->module = f->module;
    made->enclosing = f->scope;
    made->defined_in = f->class != NULL      ? f->class
                       : f->function != NULL ? f->function->defined_in
                                             : NULL;
    made->name = str_intern(in, name);
    made->qualname = qualified(in, name);
    return made->name != NULL && made->qualname != NULL && eval_defaults(in, n, made);
}

static enum flow exec_def(struct interp *in, const struct node *n)
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
    struct str *name = str_intern(in, "__isabstractmethod__");
    if (name == NULL || v.type != VALUE_OBJECT) {
        return false;
    }
    if (class_is_subclass(v.o->class, in->types.property)) {
        v = ((struct property *)v.o)->get;
    }
    return value_find_attribute(in, v, name, &flag, &found) && found &&
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
            /* Generic[T], Protocol: subscripted names of typing, which are no classes */
            struct value entries;
            bool found;
            struct str *name = str_intern(in, "__mro_entries__");
            if (name == NULL || !value_find_attribute(in, v, name, &entries, &found)) {
                return false;
            }
            if (found) {
                continue;
            }
            return raise(in, EXCEPTION_TypeError, "%s() takes no arguments", value_type_name(v));
        }
        if (*count == 16) {
            return raise(in, EXCEPTION_TypeError, "a class takes at most 16 bases");
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
        const struct args args = {.at = told, .count = 3};
        if (!value_call(in, method, &args, &unused)) {
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

bool class_finish(struct interp *in, struct class *c, const struct node *n)
{
    return note_abstract(in, c) && tell_names(in, c) && tell_bases(in, n, c);
}

static enum flow exec_class(struct interp *in, const struct node *n)
{
    struct class *bases[16];
    int count;
    struct list *decorators = eval_decorators(in, n);
    struct str *name = node_name(in, n);
    if (decorators == NULL || name == NULL || !eval_bases(in, n, bases, &count)) {
        return FLOW_ERROR;
    }
    struct scope *scope = scope_new(in, n->scope, in->frame->scope);
    if (scope == NULL) {
        return FLOW_ERROR;
    }
    scope->is_class = true;
    in->frame->here = n;
    struct class *c = class_make(in, name, count, bases, scope->names,
                                 in->frame->module->name->text);
    if (c == NULL || !run_class_body(in, n, c, scope) || !class_finish(in, c, n)) {
        return FLOW_ERROR;
    }
    struct value v = value_object(c);
    return flow_of(decorate(in, n, decorators, &v) && name_store(in, name, v, &n->span));
}

/* --- exceptions --- */

static bool make_exception(struct interp *in, struct value v, struct value *out)
{
    static const struct args none = {0};
    *out = v;
    if (class_is(in, v) && class_is_subclass((struct class *)v.o, in->classes[0])) {
        return class_call(in, (struct class *)v.o, &none, out);
    }
    if (value_isinstance(in, v, in->classes[0])) {
        return true;
    }
    return raise(in, EXCEPTION_TypeError, "exceptions must derive from BaseException");
}

/* raise x from y: y is an exception, a class of them, or None. */
static bool set_cause(struct interp *in, struct value exception, struct value cause)
{
    struct str *name = str_intern(in, "__cause__"), *flag = str_intern(in, "__suppress_context__");
    if (cause.type != VALUE_NONE && !make_exception(in, cause, &cause)) {
        if (raise_is(in, EXCEPTION_TypeError)) {
            raise_catch(in);
            raise(in, EXCEPTION_TypeError, "exception causes must derive from BaseException");
        }
        return false;
    }
    return name != NULL && flag != NULL && value_set_attribute(in, exception, name, cause) &&
           value_set_attribute(in, exception, flag, value_bool(true));
}

static enum flow exec_raise(struct interp *in, const struct node *n)
{
    struct value v, cause, exception;
    if (n->left == NULL) {
        struct value handled = raise_handled(in);
        if (handled.type != VALUE_OBJECT) {
            raise(in, EXCEPTION_RuntimeError, "No active exception to reraise");
        } else if (value_identical(handled, in->frame->handling)) {
            raise_again(in, handled);
        } else {
            raise_value(in, handled);
        }
        return FLOW_ERROR;
    }
    if (!eval(in, n->left, &v)) {
        return FLOW_ERROR;
    }
    in->frame->here = n;
    if (!make_exception(in, v, &exception)) {
        return FLOW_ERROR;
    }
    if (n->right != NULL) {
        if (!eval(in, n->right, &cause)) {
            return FLOW_ERROR;
        }
        in->frame->here = n;
        if (!set_cause(in, exception, cause)) {
            return FLOW_ERROR;
        }
    }
    raise_value(in, exception);
    return FLOW_ERROR;
}

/* Whether the exception is of a class, or of one in a tuple of them. */
static bool is_of(struct interp *in, struct value type, struct value exception, bool *out)
{
    const struct list *t = tuple_is(type) ? (const struct list *)type.o : NULL;
    const struct value *at = t != NULL ? t->at : &type;
    int64_t count = t != NULL ? t->count : 1;
    *out = false;
    for (int64_t k = 0; k < count; k++) {
        if (!class_is(in, at[k]) ||
            !class_is_subclass((const struct class *)at[k].o, in->classes[0])) {
            return raise(in, EXCEPTION_TypeError, "catching classes that do not inherit from "
                                                  "BaseException is not allowed");
        }
        *out = *out || value_isinstance(in, exception, (const struct class *)at[k].o);
    }
    return true;
}

/* Whether the handler takes the exception. */
static bool handler_takes(struct interp *in, const struct handler *h, struct value exception,
                          bool *takes)
{
    struct value type;
    *takes = h->type == NULL;
    return *takes || (eval(in, h->type, &type) && is_of(in, type, exception, takes));
}

static enum flow run_handler(struct interp *in, const struct handler *h, struct value exception)
{
    struct frame *f = in->frame;
    struct value before = f->handling;
    struct str *name = NULL;
    if (h->name != NULL) {
        name = str_intern(in, h->name);
        if (name == NULL || !name_store(in, name, exception, &h->span)) {
            return FLOW_ERROR;
        }
    }
    f->handling = exception;
    enum flow flow = exec_block(in, &h->body);
    f->handling = before;
    if (name != NULL) {
        name_drop(in, name); /* unless the body deleted it itself */
    }
    return flow;
}

static enum flow exec_handlers(struct interp *in, const struct node *n)
{
    struct frame *f = in->frame;
    struct value exception = raise_catch(in), before = f->handling;
    for (int k = 0; k < n->handler_count; k++) {
        bool takes;
        f->handling = exception; /* while its type is worked out, too */
        bool ok = handler_takes(in, &n->handlers[k], exception, &takes);
        f->handling = before;
        if (!ok) {
            return FLOW_ERROR;
        }
        if (takes) {
            return run_handler(in, &n->handlers[k], exception);
        }
    }
    raise_again(in, exception);
    return FLOW_ERROR;
}

/* `finally` runs whatever happened; what it does itself (return, raise) outranks that. */
static enum flow exec_finally(struct interp *in, const struct node *n, enum flow flow)
{
    struct frame *f = in->frame;
    struct value before = f->handling, returned = f->returned;
    if (n->finally.count == 0 || in->ending != OUTCOME_DONE) {
        return flow;
    }
    heap_hold(in, returned);
    struct value exception = flow == FLOW_ERROR ? raise_catch(in) : value_none();
    f->handling = flow == FLOW_ERROR ? exception : before;
    enum flow last = exec_block(in, &n->finally);
    f->handling = before;
    if (last != FLOW_NEXT) {
        return last;
    }
    if (flow == FLOW_ERROR) {
        raise_again(in, exception);
    }
    f->returned = returned;
    return flow;
}

static enum flow exec_try(struct interp *in, const struct node *n)
{
    enum flow flow = exec_block(in, &n->body);
    if (flow == FLOW_ERROR && in->ending == OUTCOME_DONE && n->handler_count > 0) {
        flow = exec_handlers(in, n);
    } else if (flow == FLOW_NEXT) {
        flow = exec_block(in, &n->orelse);
    }
    return exec_finally(in, n, flow);
}

/* --- with --- */

/* Both methods must be there before the first is called. */
static bool is_context(struct interp *in, struct value context)
{
    static const char *const names[] = {"__enter__", "__exit__"};
    for (int k = 0; k < 2; k++) {
        struct str *name = str_intern(in, names[k]);
        struct value method;
        bool found;
        if (name == NULL || !value_find_attribute(in, context, name, &method, &found)) {
            return false;
        }
        if (!found) {
            return raise(in, EXCEPTION_TypeError,
                         "'%s' object does not support the context manager protocol%s",
                         value_type_name(context), k == 1 ? " (missed __exit__ method)" : "");
        }
    }
    return true;
}

/* Calls __exit__, which may end an exception. */
static enum flow leave_context(struct interp *in, struct value context, enum flow flow)
{
    struct frame *f = in->frame;
    struct value told[3] = {value_none(), value_none(), value_none()}, before = f->handling, answer;
    bool suppress = false;
    if (in->ending != OUTCOME_DONE) {
        return flow;
    }
    if (flow == FLOW_ERROR) {
        told[1] = raise_catch(in);
        told[0] = value_object(value_class(in, told[1]));
        f->handling = told[1];
    }
    bool ok = value_call_method(in, context, "__exit__", 3, told, &answer) &&
              (flow != FLOW_ERROR || value_truth(in, answer, &suppress));
    f->handling = before;
    if (!ok || flow != FLOW_ERROR) {
        return ok ? flow : FLOW_ERROR;
    }
    if (suppress) {
        return FLOW_NEXT;
    }
    raise_again(in, told[1]);
    return FLOW_ERROR;
}

static enum flow exec_with_item(struct interp *in, const struct node *n, int item)
{
    struct value context, entered;
    if (item == n->list.count) {
        return exec_block(in, &n->body);
    }
    if (!eval(in, n->list.at[item], &context)) {
        return FLOW_ERROR;
    }
    in->frame->here = n->list.at[item];
    if (!is_context(in, context) ||
        !value_call_method(in, context, "__enter__", 0, NULL, &entered)) {
        return FLOW_ERROR;
    }
    bool ok = n->list2.at[item] == NULL || assign(in, n->list2.at[item], entered);
    enum flow flow = ok ? exec_with_item(in, n, item + 1) : FLOW_ERROR;
    if (flow != FLOW_ERROR) {
        in->frame->here = n->list.at[item];
    }
    return leave_context(in, context, flow);
}

static enum flow exec_with(struct interp *in, const struct node *n)
{
    return exec_with_item(in, n, 0);
}

/* --- the rest --- */

static enum flow exec_assert(struct interp *in, const struct node *n)
{
    bool truth;
    struct value message;
    if (!condition(in, n->left, &truth)) {
        return FLOW_ERROR;
    }
    if (truth) {
        return FLOW_NEXT;
    }
    const struct args args = {.at = &message, .count = n->right != NULL ? 1 : 0};
    struct value exception;
    if (n->right != NULL && !eval(in, n->right, &message)) {
        return FLOW_ERROR;
    }
    in->frame->here = n;
    if (class_call(in, in->classes[EXCEPTION_AssertionError], &args, &exception)) {
        raise_value(in, exception);
    }
    return FLOW_ERROR;
}

static bool delete_target(struct interp *in, const struct node *target)
{
    struct value object, key;
    in->frame->here = target;
    switch (target->kind) {
    case NODE_NAME:
        return name_delete(in, target);
    case NODE_ATTRIBUTE:
        return eval(in, target->left, &object) && node_name(in, target) != NULL &&
               value_delete_attribute(in, object, node_name(in, target));
    case NODE_SUBSCRIPT:
        return eval(in, target->left, &object) && eval(in, target->right, &key) &&
               value_delete_item(in, object, key);
    default:
        for (int k = 0; k < target->list.count; k++) {
            if (!delete_target(in, target->list.at[k])) {
                return false;
            }
        }
        return true;
    }
}

static enum flow exec_delete(struct interp *in, const struct node *n)
{
    for (int k = 0; k < n->list.count; k++) {
        if (!delete_target(in, n->list.at[k])) {
            return FLOW_ERROR;
        }
    }
    return FLOW_NEXT;
}

static enum flow exec_import(struct interp *in, const struct node *n)
{
    return flow_of(import_statement(in, n));
}

/* --- the table --- */

static executor *const executors[] = {
    [NODE_EXPRESSION] = exec_expression,
    [NODE_ASSIGN] = exec_assign,
    [NODE_AUGMENTED] = exec_augmented,
    [NODE_ANNOTATED] = exec_annotated,
    [NODE_IF] = exec_if,
    [NODE_WHILE] = exec_while,
    [NODE_FOR] = exec_for,
    [NODE_DEF] = exec_def,
    [NODE_CLASS] = exec_class,
    [NODE_RETURN] = exec_return,
    [NODE_RAISE] = exec_raise,
    [NODE_TRY] = exec_try,
    [NODE_WITH] = exec_with,
    [NODE_ASSERT] = exec_assert,
    [NODE_IMPORT] = exec_import,
    [NODE_FROM] = exec_import,
    [NODE_GLOBAL] = exec_jump, /* worked out by the parser (struct names) */
    [NODE_NONLOCAL] = exec_jump,
    [NODE_DELETE] = exec_delete,
    [NODE_PASS] = exec_jump,
    [NODE_BREAK] = exec_jump,
    [NODE_CONTINUE] = exec_jump,
};

enum flow exec_statement(struct interp *in, const struct node *n)
{
    size_t held = in->heap.held_count;
    in->frame->here = n;
    if (!interp_step(in, 1) || !interp_stack(in)) {
        return FLOW_ERROR;
    }
    enum flow flow = executors[n->kind](in, n);
    heap_statement(in, held);
    return flow;
}

enum flow exec_block(struct interp *in, const struct nodes *body)
{
    for (int k = 0; k < body->count; k++) {
        enum flow flow = exec_statement(in, body->at[k]);
        if (flow != FLOW_NEXT) {
            return flow;
        }
    }
    return FLOW_NEXT;
}
