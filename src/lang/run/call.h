/* Carries out the call of a function: what function.c and eval_call.c do in the same way, without a
 * call of C between them. Private to src/lang. */
#pragma once

#include "lang/run/scope.h"

/* A body that is but a `return`, as exec_statement would carry it out. */
static inline bool call_return(struct interp *in, const struct node *n, struct value *out)
{
    struct frame *f = in->frame;
    size_t held = in->heap.held_count;
    f->here = f->statement = n;
    if (!interp_step(in, 1) || !eval(in, n->left, out)) {
        return false;
    }
    value_copy(&f->returned, out);
    heap_statement(in, held);
    return true;
}

static inline bool call_body(struct interp *in, const struct node *n, struct value *out)
{
    if (n->kind == NODE_LAMBDA) {
        return eval(in, n->left, out);
    }
    const struct node *first = n->body.at[0];
    if (first->kind == NODE_RETURN && first->left != NULL) {
        return call_return(in, first, out);
    }
    *out = value_none();
    switch (exec_block(in, &n->body)) {
    case FLOW_ERROR:
        return false;
    case FLOW_RETURN:
        value_copy(out, &in->frame->returned);
        return true;
    default:
        return true;
    }
}

static inline bool call_may_go_deeper(struct interp *in)
{
    return in->limits.depth <= 0 || in->depth < in->limits.depth ||
           raise_exception(in, EXCEPTION_RecursionError, "maximum recursion depth exceeded");
}

static inline void call_enter(struct interp *in, struct function *f, struct scope *scope,
                              struct frame *frame)
{
    frame->outer = in->frame; /* member by member: clearing all of it first costs more */
    frame->function = f;
    frame->scope = scope;
    frame->module = f->module;
    frame->class = NULL;
    frame->here = f->node;
    frame->statement = NULL;
    frame->loop = NULL;
    frame->handling = frame->returned = value_none();
    frame->title = f->title;
    frame->coroutine = NULL;
    frame->logs = false;
    frame->near = f->node->scope;
    in->frame = frame;
    in->depth++;
}

static inline bool call_leave(struct interp *in, const struct frame *frame, bool ok,
                              struct value *out)
{
    in->depth--;
    in->frame = frame->outer;
    scope_give(in, frame->scope);
    return ok && heap_hold(in, *out);
}

/* function_call_at: mostly each argument has its place, and nobody watches. */
static inline bool call_at_places(struct interp *in, struct function *f, const struct value *at,
                                  int count, struct value *out)
{
    const struct node *n = f->node;
    if (count > f->most || count < f->least || in->recorder != NULL) {
        return function_call_anyhow(in, f, at, count, out);
    }
    if (!interp_step(in, 1) || !interp_stack(in) || !call_may_go_deeper(in)) {
        return false;
    }
    struct scope *scope = scope_take(in, n->scope, f->enclosing, f->most);
    if (scope == NULL) {
        return false;
    }
    for (int k = 0; k < count; k++) {
        value_copy(&scope->slot[k], &at[k]);
    }
    for (int k = count; k < f->most; k++) {
        scope->slot[k] = f->defaults[k];
    }
    struct frame frame;
    call_enter(in, f, scope, &frame);
    bool ok = call_body(in, n, out);
    if (!ok) {
        interp_passed(in);
    }
    return call_leave(in, &frame, ok, out);
}
