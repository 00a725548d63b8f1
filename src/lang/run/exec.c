/* Statements have one small function per kind of node, in a table. Expressions are eval.c. */
#include "lang/run/coroutine.h"
#include "lang/run/native.h"
#include "lang/run/scope.h"
#include "lang/run/statement.h"

typedef enum flow executor(struct interp *in, const struct node *n);

enum flow flow_of(bool ok)
{
    return ok ? FLOW_NEXT : FLOW_ERROR;
}

static enum flow exec_expression(struct interp *in, const struct node *n)
{
    struct value v;
    if (n->left->kind == NODE_STRING) { /* a docstring does nothing */
        return FLOW_NEXT;
    }
    return flow_of(eval(in, n->left, &v));
}

/* --- branches and loops --- */

bool condition(struct interp *in, const struct node *n, bool *truth)
{
    struct value v;
    if (!n->yields) {
        return eval_condition(in, n, truth);
    }
    if (!pause_eval(in, n, &v)) {
        return false;
    }
    in->frame->here = n;
    return truth_of(in, v, truth);
}

static enum flow exec_if(struct interp *in, const struct node *n)
{
    enum part part = PART_HEAD;
    if (pause_resumes(in)) {
        const struct pause *p = pause_pop(in);
        n = p->node != NULL ? p->node : n;
        part = p->part;
    }
    enum flow flow = FLOW_ERROR;
    /* `elif` chains nest in orelse: walked in a loop, so that their length costs no stack. */
    for (;; n = n->orelse.at[0]) {
        bool truth = part == PART_BODY;
        if (part == PART_HEAD && !condition(in, n->left, &truth)) {
            break;
        }
        bool chain = n->orelse.count == 1 && n->orelse.at[0]->kind == NODE_IF;
        if (truth || !chain) {
            part = truth ? PART_BODY : PART_ELSE;
            flow = exec_block(in, truth ? &n->body : &n->orelse);
            break;
        }
    }
    if (flow == FLOW_YIELD || flow == FLOW_ERROR) {
        const struct pause p = {.part = part, .node = n};
        return pause_push(in, &p);
    }
    return flow;
}

/* Who watches the run hears of each turn, and of the end. */
static bool tell_turn(struct interp *in, struct loop *l, bool left)
{
    const struct recorder *r = in->recorder;
    return r == NULL || r->turn == NULL || l->node->span.source->prelude ||
           r->turn(r->self, l, left);
}

static enum flow block_from(struct interp *in, const struct nodes *body, int k);

typedef enum flow looper(struct interp *in, const struct node *n, struct loop *l);

static enum flow run_loop(struct interp *in, const struct node *n, looper *run)
{
    struct loop l = {.outer = in->frame->loop, .node = n};
    in->frame->loop = &l;
    enum flow flow = run(in, n, &l);
    in->frame->loop = l.outer;
    return tell_turn(in, &l, true) ? flow : FLOW_ERROR;
}

/* Goes on in the body at statement `at`, when p is there. */
static enum flow while_turns(struct interp *in, const struct node *n, struct loop *l,
                             struct pause *p, int at)
{
    size_t held = in->heap.held_count;
    for (;; p->part = PART_HEAD) {
        bool truth = p->part == PART_BODY;
        if (p->part == PART_HEAD &&
            (!interp_step(in, 1) || !tell_turn(in, l, false) || !condition(in, n->left, &truth))) {
            return pause_keep(in, FLOW_ERROR, *p);
        }
        if (!truth) {
            p->part = PART_ELSE;
            return pause_keep(in, exec_block(in, &n->orelse), *p);
        }
        enum flow flow = block_from(in, &n->body, at);
        at = 0;
        if (flow != FLOW_NEXT && flow != FLOW_CONTINUE) {
            p->part = PART_BODY;
            return flow == FLOW_BREAK ? FLOW_NEXT : pause_keep(in, flow, *p);
        }
        heap_statement(in, held);
    }
}

static enum flow while_loop(struct interp *in, const struct node *n, struct loop *l)
{
    struct pause p = pause_take(in);
    return while_turns(in, n, l, &p, p.part == PART_BODY ? pause_pop(in)->at : 0);
}

static enum flow exec_while(struct interp *in, const struct node *n)
{
    return run_loop(in, n, while_loop);
}

/* What a `for` runs over. An unfinished generator that nobody else can know is closed when the loop
 * is left: where references are counted, it ends there. */
static bool begin_for(struct interp *in, const struct node *n, struct pause *p)
{
    struct value iterable;
    if (!pause_eval(in, n->right, &iterable)) {
        return false;
    }
    in->frame->here = n->right;
    if (!value_iterate(in, iterable, &p->kept)) {
        return false;
    }
    const struct coroutine *g = (const struct coroutine *)p->kept.o;
    p->closes = coroutine_is(in, p->kept) && g->state == COROUTINE_FRESH && g->site == n->right;
    return true;
}

static enum flow leave_for(struct interp *in, struct pause p, enum flow flow)
{
    if (!p.closes || in->ending != OUTCOME_DONE) {
        return flow;
    }
    const struct value returned = in->frame->returned;
    heap_hold(in, returned);
    struct value exception = flow == FLOW_ERROR ? raise_catch(in) : value_none();
    if (!coroutine_close(in, (struct coroutine *)p.kept.o)) {
        return FLOW_ERROR;
    }
    in->frame->returned = returned;
    return flow == FLOW_ERROR ? flow_of(raise_again(in, exception)) : flow;
}

/* The next turn: PART_BODY with its target assigned, or PART_ELSE. */
static bool next_turn(struct interp *in, const struct node *n, struct loop *l, struct pause *p)
{
    bool done;
    in->frame->here = n->right;
    if (!interp_step(in, 1) || !tell_turn(in, l, false) ||
        !iterator_tools_assign(in, p->kept, n->left, &done)) {
        return false;
    }
    p->part = done ? PART_ELSE : PART_BODY;
    return true;
}

static enum flow for_turns(struct interp *in, const struct node *n, struct loop *l, struct pause *p,
                           int at)
{
    size_t held = in->heap.held_count;
    for (;; p->part = PART_HEAD) {
        if (p->part == PART_HEAD && !next_turn(in, n, l, p)) {
            return leave_for(in, *p, FLOW_ERROR);
        }
        if (p->part == PART_ELSE) {
            return pause_keep(in, exec_block(in, &n->orelse), *p);
        }
        enum flow flow = block_from(in, &n->body, at);
        at = 0;
        if (flow == FLOW_YIELD) {
            return pause_push(in, p);
        }
        if (flow != FLOW_NEXT && flow != FLOW_CONTINUE) {
            return leave_for(in, *p, flow == FLOW_BREAK ? FLOW_NEXT : flow);
        }
        heap_statement(in, held);
    }
}

static enum flow for_loop(struct interp *in, const struct node *n, struct loop *l)
{
    struct pause p = pause_take(in);
    if (p.part == PART_HEAD && !begin_for(in, n, &p)) {
        return pause_keep(in, FLOW_ERROR, (struct pause){0});
    }
    return for_turns(in, n, l, &p,
                     p.part == PART_BODY && pause_resumes(in) ? pause_pop(in)->at : 0);
}

static enum flow exec_for(struct interp *in, const struct node *n)
{
    return run_loop(in, n, for_loop);
}

static enum flow exec_jump(struct interp *in, const struct node *n)
{
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
    value_copy(&in->frame->returned, &v);
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

static inline enum flow statement(struct interp *in, const struct node *n)
{
    size_t held = in->heap.held_count;
    const struct node *outer = in->frame->statement;
    in->frame->here = in->frame->statement = n;
    if (!interp_step(in, 1) || !interp_stack(in)) {
        return FLOW_ERROR;
    }
    enum flow flow =
        n->yields ? pause_statement(in, n, executors[n->kind]) : executors[n->kind](in, n);
    in->frame->statement = outer;
    heap_statement(in, held);
    return flow;
}

enum flow exec_statement(struct interp *in, const struct node *n)
{
    return statement(in, n);
}

/* The statements from k to before `end`. */
static inline enum flow block_part(struct interp *in, const struct nodes *body, int k, int end)
{
    for (; k < end; k++) {
        enum flow flow = statement(in, body->at[k]);
        if (flow == FLOW_NEXT) {
            continue;
        }
        if (flow == FLOW_YIELD || flow == FLOW_ERROR) {
            return pause_push_at(in, k);
        }
        return flow;
    }
    return FLOW_NEXT;
}

static enum flow block_from(struct interp *in, const struct nodes *body, int k)
{
    return block_part(in, body, k, body->count);
}

enum flow exec_block(struct interp *in, const struct nodes *body)
{
    return block_from(in, body, pause_resumes(in) ? pause_pop(in)->at : 0);
}

/* --- generators --- */

/* The loop of the body in whose own body a plain `yield` stands at which the generator was left, as
 * most are. NULL: it was left somewhere else. */
static const struct node *loop_left(const struct coroutine *g, const struct nodes *body)
{
    const struct pause *p = g->pauses; /* in the loop's body, the loop, in the body */
    if (!g->resuming || g->pause_count != 3 || g->thrown.type == VALUE_OBJECT) {
        return NULL;
    }
    const struct node *loop = body->at[p[2].at];
    bool whole = loop->kind == NODE_FOR || (loop->kind == NODE_WHILE && !loop->left->yields);
    if (!whole || p[1].part != PART_BODY) {
        return NULL;
    }
    const struct node *yield = loop->body.at[p[0].at]->left;
    return loop->body.at[p[0].at]->kind == NODE_EXPRESSION && pause_alone(yield) ? loop : NULL;
}

/* What is done on the way down to that `yield`, without the way: the same steps, and the same is
 * held. */
static bool arrive(struct interp *in, const struct node *loop, const struct node *statement,
                   struct value kept)
{
    struct frame *f = in->frame;
    f->here = f->statement = loop;
    if (!interp_step(in, 1) || !interp_stack(in) || !heap_hold(in, kept)) {
        return false;
    }
    f->here = f->statement = statement;
    if (!interp_step(in, 1)) {
        return false;
    }
    f->here = statement->left;
    f->coroutine->resuming = false;
    return true;
}

/* The statement that is but a `yield` again: FLOW_YIELD, and the places are those of the last time,
 * or FLOW_ERROR. */
static enum flow leave_again(struct interp *in, struct coroutine *g, const struct node *statement)
{
    struct frame *f = in->frame;
    const struct node *yield = statement->left;
    struct value v = value_none();
    f->here = f->statement = statement;
    if (!interp_step(in, 1) || (yield->left != NULL && !eval(in, yield->left, &v))) {
        return FLOW_ERROR;
    }
    f->here = yield;
    value_copy(&g->yielded, &v);
    g->suspending = true;
    return FLOW_YIELD;
}

/* The next turn of either loop. */
static bool turn(struct interp *in, const struct node *n, struct loop *l, struct pause *p)
{
    bool truth;
    if (n->kind == NODE_FOR) {
        return next_turn(in, n, l, p);
    }
    if (!interp_step(in, 1) || !condition(in, n->left, &truth)) {
        return false;
    }
    p->part = truth ? PART_BODY : PART_ELSE;
    return true;
}

/* On from that `yield`, and out of it again: *there, while the places are those of the last time.
 */
static enum flow loop_again(struct interp *in, const struct node *n, struct coroutine *g,
                            bool *there)
{
    struct loop l = {.node = n};
    struct pause p = g->pauses[1];
    const int at = g->pauses[0].at, places = g->pause_count;
    *there = false;
    if (!arrive(in, n, n->body.at[at], p.kept)) {
        return FLOW_ERROR;
    }
    const size_t held = in->heap.held_count;
    g->pause_count = 0;
    in->frame->statement = n;
    enum flow flow = FLOW_NEXT;
    if (at + 1 < n->body.count) {
        heap_statement(in, held);
        flow = block_part(in, &n->body, at + 1, n->body.count);
    }
    while (flow == FLOW_NEXT || flow == FLOW_CONTINUE) {
        heap_statement(in, held);
        if (!turn(in, n, &l, &p)) {
            return leave_for(in, p, FLOW_ERROR);
        }
        if (p.part == PART_ELSE) {
            return pause_keep(in, exec_block(in, &n->orelse), p);
        }
        flow = block_part(in, &n->body, 0, at);
        if (flow != FLOW_NEXT) {
            continue;
        }
        flow = leave_again(in, g, n->body.at[at]);
        if (flow == FLOW_YIELD) {
            g->pause_count = places;
            *there = true;
            return flow;
        }
    }
    return flow == FLOW_YIELD ? pause_push(in, &p)
                              : leave_for(in, p, flow == FLOW_BREAK ? FLOW_NEXT : flow);
}

enum flow exec_generator(struct interp *in, const struct nodes *body)
{
    struct coroutine *g = in->frame->coroutine;
    const struct node *loop = in->recorder == NULL ? loop_left(g, body) : NULL;
    if (loop == NULL) {
        return exec_block(in, body);
    }
    size_t held = in->heap.held_count;
    const struct node *outer = in->frame->statement;
    const int at = g->pauses[2].at;
    bool there;
    enum flow flow = loop_again(in, loop, g, &there);
    in->frame->statement = outer;
    heap_statement(in, held);
    if (there) {
        return flow;
    }
    if (flow == FLOW_YIELD || flow == FLOW_ERROR) {
        return pause_push_at(in, at);
    }
    return flow == FLOW_NEXT ? block_from(in, body, at + 1) : flow;
}
