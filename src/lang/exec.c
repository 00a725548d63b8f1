/* Statements: one small function per kind of node, found in a table. Expressions are eval.c. */
#include "lang/builtin.h"
#include "lang/scope.h"
#include "lang/statement.h"

typedef enum flow executor(struct interp *in, const struct node *n);

enum flow flow_of(bool ok)
{
    return ok ? FLOW_NEXT : FLOW_ERROR;
}

static enum flow exec_expression(struct interp *in, const struct node *n)
{
    struct value v;
    return flow_of(eval(in, n->left, &v));
}

/* --- branches and loops --- */

bool condition(struct interp *in, const struct node *n, bool *truth)
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
    return n->kind == NODE_BREAK      ? FLOW_BREAK
           : n->kind == NODE_CONTINUE ? FLOW_CONTINUE
                                      : FLOW_NEXT;
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
    const struct node *outer = in->frame->statement;
    in->frame->here = in->frame->statement = n;
    if (!interp_step(in, 1) || !interp_stack(in)) {
        return FLOW_ERROR;
    }
    enum flow flow = executors[n->kind](in, n);
    in->frame->statement = outer;
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
