/* Holds what Python calls a generator: the call of a function with `yield`, or a generator
 * expression, that is left and resumed. Private to src/lang.
 *
 * The evaluator walks the tree by recursion. A `yield` unwinds it, as an error
 * would, but each statement on the way notes where it was left (struct pause); the next turn goes
 * down the same way again. A statement in whose expression the `yield` stands is begun anew:
 * the results that its parts had are in the log, so that nothing is carried out twice. */
#pragma once

#include "lang/run/scope.h"

enum part { PART_HEAD, PART_BODY, PART_HANDLER, PART_ELSE, PART_FINALLY };

struct pause { /* where a statement or a block was left; all zero: at its beginning */
    enum part part;
    int at;                  /* statement of a block, handler of `try` */
    enum flow flow;          /* what `finally` goes on with */
    bool closes;             /* `for`: its iterator is nobody else's */
    const struct node *node; /* `if`: the `elif` */
    struct value kept;       /* iterator, context manager, exception */
    struct value returned;   /* past a `finally` */
};

struct logged { /* the result of a part of the statement that was left */
    const struct node *node;
    struct value value;
};

enum coroutine_state { COROUTINE_FRESH, COROUTINE_PAUSED, COROUTINE_RUNNING, COROUTINE_FINISHED };

struct coroutine {
    struct object object;
    struct frame frame;      /* of its code */
    const struct node *node; /* NODE_DEF, NODE_LAMBDA or NODE_GENERATOR */
    const struct node *site; /* the call that made it */
    struct str *name, *qualname;
    enum coroutine_state state;
    bool resuming;   /* on the way down to where it was left */
    bool suspending; /* on the way out of a `yield` */
    struct value sent, thrown, yielded;
    struct value delegate; /* what `yield from` runs over, None if nothing */
    struct pause *pauses;  /* innermost first */
    int pause_count, pause_cap;
    struct logged *log;
    int log_at, log_count, log_cap;
    struct list *iterators; /* generator expression: one for each clause that has begun */
    int level;              /* the clause that is asked next */
};

/* --- coroutine.c --- */
/* Of the function whose frame is the innermost. */
bool coroutine_new(struct interp *in, const struct node *site, struct value *out);
/* An empty one, for generator expressions too. NULL: raised. */
struct coroutine *coroutine_make(struct interp *in, const struct node *n, const char *name);
bool coroutine_is(const struct interp *in, struct value v); /* a generator */
/* What `await v` goes through, into *out. */
bool coroutine_awaited(struct interp *in, struct value v, struct value *out);
/* generator.send(v); v None is next(). When *done, *out is what it returned. */
bool coroutine_send(struct interp *in, struct coroutine *g, struct value v, struct value *out,
                    bool *done);
bool coroutine_close(struct interp *in, struct coroutine *g);

/* --- genexpr.c --- */
/* FLOW_YIELD with g->yielded, FLOW_NEXT at the end, or FLOW_ERROR. */
enum flow genexpr_run(struct interp *in, struct coroutine *g);

/* --- pause.c --- */
static inline bool pause_resumes(const struct interp *in)
{
    return in->frame->coroutine != NULL && in->frame->coroutine->resuming;
}
/* Where the statement now begun was left: stands until the next one is noted. */
const struct pause *pause_pop(struct interp *in);
/* A `yield`, or an error: FLOW_YIELD when the place was noted, else FLOW_ERROR. */
enum flow pause_push(struct interp *in, const struct pause *p);
enum flow pause_push_at(struct interp *in, int at); /* of a block */
/* Where the statement now begun was left, all zero if it was not. */
static inline struct pause pause_take(struct interp *in)
{
    return pause_resumes(in) ? *pause_pop(in) : (struct pause){0};
}
/* The end of a statement: notes where it is left if a `yield` is the reason; gives the flow. */
static inline enum flow pause_keep(struct interp *in, enum flow flow, struct pause p)
{
    return flow == FLOW_YIELD || flow == FLOW_ERROR ? pause_push(in, &p) : flow;
}
/* A `yield` in whose expression no other stands. */
static inline bool pause_alone(const struct node *n)
{
    return n->kind == NODE_YIELD && (n->left == NULL || !n->left->yields);
}
/* eval() of an expression at the head of a compound statement, which may yield. */
bool pause_eval(struct interp *in, const struct node *n, struct value *out);
/* Carries out a simple statement in which a `yield` stands. */
enum flow pause_statement(struct interp *in, const struct node *n,
                          enum flow (*executor)(struct interp *in, const struct node *n));
/* eval() while results are logged. */
bool pause_logged(struct interp *in, const struct node *n, struct value *out);
/* A result that is no expression's own: takes the logged one, or logs this. */
bool pause_log_value(struct interp *in, const struct node *n, struct value *v);
