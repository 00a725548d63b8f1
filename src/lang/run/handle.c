/* Carries out raise, assert, try and with: where exceptions begin and where they are caught. The
 * exceptions themselves are raise.c. */
#include "lang/object/value_method.h"
#include "lang/run/coroutine.h"
#include "lang/run/scope.h"
#include "lang/run/statement.h"

enum flow exec_assert(struct interp *in, const struct node *n)
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

bool exception_make(struct interp *in, struct value v, struct value *out)
{
    static const struct args none = {0};
    *out = v;
    if (class_is(in, v) && class_is_subclass((struct class *)v.o, in->classes[0])) {
        return class_call(in, (struct class *)v.o, &none, out);
    }
    if (value_isinstance(in, v, in->classes[0])) {
        return true;
    }
    return raise_type_error(in, "exceptions must derive from BaseException");
}

/* raise x from y: y is an exception, a class of them, or None. */
bool exception_set_cause(struct interp *in, struct value exception, struct value cause)
{
    struct str *name = str_intern(in, "__cause__"), *flag = str_intern(in, "__suppress_context__");
    if (cause.type != VALUE_NONE && !exception_make(in, cause, &cause)) {
        if (raise_is(in, EXCEPTION_TypeError)) {
            raise_catch(in);
            raise_type_error(in, "exception causes must derive from BaseException");
        }
        return false;
    }
    return name != NULL && flag != NULL && value_set_attribute(in, exception, name, cause) &&
           value_set_attribute(in, exception, flag, value_bool(true));
}

/* What n is worth, to the statement that goes on. */
static bool eval_at(struct interp *in, const struct node *n, const struct node *statement,
                    struct value *out)
{
    bool ok = eval(in, n, out);
    in->frame->here = ok ? statement : in->frame->here;
    return ok;
}

enum flow exec_raise(struct interp *in, const struct node *n)
{
    struct value v, cause, exception;
    if (n->left == NULL) {
        struct value handled = raise_handled(in);
        if (handled.type != VALUE_OBJECT) {
            raise_exception(in, EXCEPTION_RuntimeError, "No active exception to reraise");
        } else if (value_identical(handled, in->frame->handling)) {
            raise_again(in, handled);
        } else {
            raise_value(in, handled);
        }
        return FLOW_ERROR;
    }
    bool ok = eval_at(in, n->left, n, &v) && exception_make(in, v, &exception) &&
              (n->right == NULL ||
               (eval_at(in, n->right, n, &cause) && exception_set_cause(in, exception, cause)));
    return flow_of(ok && raise_value(in, exception));
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
            return raise_type_error(
                in, "catching classes that do not inherit from BaseException is not allowed");
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

/* The block of handler k, from its beginning or from where it was left. */
static enum flow run_handler(struct interp *in, const struct node *n, int k, struct value exception,
                             bool begins)
{
    struct frame *f = in->frame;
    struct value before = f->handling;
    const struct handler *h = &n->handlers[k];
    struct str *name = NULL;
    if (h->name != NULL) {
        name = str_intern(in, h->name);
        if (name == NULL || (begins && !name_store(in, name, exception, &h->span))) {
            return FLOW_ERROR;
        }
    }
    f->handling = exception;
    enum flow flow = exec_block(in, &h->body);
    f->handling = before;
    if (name != NULL && flow != FLOW_YIELD) {
        name_drop(in, name); /* unless the body deleted it itself */
    }
    return pause_keep(in, flow, (struct pause){.part = PART_HANDLER, .at = k, .kept = exception});
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
            return run_handler(in, n, k, exception, true);
        }
    }
    raise_again(in, exception);
    return FLOW_ERROR;
}

/* All but `finally`. */
static enum flow exec_tried(struct interp *in, const struct node *n, struct pause p)
{
    if (p.part == PART_HANDLER) {
        return run_handler(in, n, p.at, p.kept, false);
    }
    if (p.part == PART_HEAD) {
        enum flow flow = exec_block(in, &n->body);
        if (flow == FLOW_ERROR && in->ending == OUTCOME_DONE && n->handler_count > 0) {
            return exec_handlers(in, n);
        }
        if (flow != FLOW_NEXT) {
            return pause_keep(in, flow, p);
        }
    }
    return pause_keep(in, exec_block(in, &n->orelse), (struct pause){.part = PART_ELSE});
}

/* `finally` runs whatever happened; what it does itself (return, raise) outranks that. */
static enum flow exec_finally(struct interp *in, const struct node *n, struct pause p)
{
    struct frame *f = in->frame;
    struct value before = f->handling;
    if (p.part != PART_FINALLY) {
        p.part = PART_FINALLY;
        p.returned = f->returned;
        heap_hold(in, p.returned);
        p.kept = p.flow == FLOW_ERROR ? raise_catch(in) : value_none();
    }
    f->handling = p.flow == FLOW_ERROR ? p.kept : before;
    enum flow last = exec_block(in, &n->finally);
    f->handling = before;
    if (last != FLOW_NEXT) {
        return pause_keep(in, last, p);
    }
    if (p.flow == FLOW_ERROR) {
        raise_again(in, p.kept);
    }
    f->returned = p.returned;
    return p.flow;
}

enum flow exec_try(struct interp *in, const struct node *n)
{
    struct pause p = pause_take(in);
    if (p.part != PART_FINALLY) {
        p.flow = exec_tried(in, n, p);
    }
    bool skipped = n->finally.count == 0 || in->ending != OUTCOME_DONE || p.flow == FLOW_YIELD;
    return skipped ? p.flow : exec_finally(in, n, p);
}

/* --- with --- */

/* Both methods must be there before the first is called. */
static bool is_context(struct interp *in, struct value context)
{
    static const char *const names[] = {"__enter__", "__exit__"};
    for (int k = 0; k < 2; k++) {
        struct value method;
        bool found;
        if (!value_find(in, context, names[k], &method, &found)) {
            return false;
        }
        if (!found) {
            return raise_type_error(
                in, "'%s' object does not support the context manager protocol%s",
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

/* Evaluates the context and enters it. */
static bool enter_context(struct interp *in, const struct node *n, int item, struct value *context,
                          struct value *entered)
{
    if (!pause_eval(in, n->list.at[item], context)) {
        return false;
    }
    in->frame->here = n->list.at[item];
    return is_context(in, *context) &&
           value_call_method(in, *context, "__enter__", 0, NULL, entered);
}

static enum flow exec_with_item(struct interp *in, const struct node *n, int item)
{
    if (item == n->list.count) {
        return exec_block(in, &n->body);
    }
    struct pause p = pause_take(in);
    bool ok = true;
    if (p.part == PART_HEAD) {
        struct value entered;
        if (!enter_context(in, n, item, &p.kept, &entered)) {
            return pause_keep(in, FLOW_ERROR, (struct pause){0});
        }
        ok = n->list2.at[item] == NULL || assign(in, n->list2.at[item], entered);
    }
    p.part = PART_BODY;
    enum flow flow = ok ? exec_with_item(in, n, item + 1) : FLOW_ERROR;
    if (flow == FLOW_YIELD) {
        return pause_keep(in, flow, p);
    }
    if (flow != FLOW_ERROR) {
        in->frame->here = n->list.at[item];
    }
    return leave_context(in, p.kept, flow);
}

enum flow exec_with(struct interp *in, const struct node *n)
{
    return exec_with_item(in, n, 0);
}
