/* Carries out generator expressions element by element, as they are asked for. What they have not
 * reached yet is not computed, so they may run over an iterator without end. As objects they are
 * generators (coroutine.c). */
#include "lang/run/coroutine.h"
#include "lang/run/native.h"

bool genexpr_new(struct interp *in, const struct node *n, struct scope *scope,
                 struct value iterable, struct value *out)
{
    struct value iterator;
    scoped_buf qualname = {.budget = in->memory};
    const struct function *f = in->frame->function;
    struct coroutine *g = coroutine_make(in, n, "<genexpr>");
    *out = value_object(g);
    if (g == NULL) {
        return false;
    }
    buf_printf(&qualname, "%s%s<genexpr>", f != NULL ? f->qualname->text : "",
               f != NULL ? ".<locals>." : "");
    g->qualname = str_intern(in, buf_text(&qualname));
    g->frame.scope = scope;
    frame_look(&g->frame);
    g->frame.title = "<genexpr>";
    g->iterators = list_new(in, n->clause_count);
    return g->qualname != NULL && g->iterators != NULL && value_iterate(in, iterable, &iterator) &&
           list_append(in, g->iterators, iterator);
}

/* Whether the element just assigned passes the conditions of its clause. */
static bool passes(struct interp *in, const struct clause *c, bool *truth)
{
    *truth = true;
    for (int k = 0; k < c->conditions.count && *truth; k++) {
        struct value v;
        if (!eval(in, c->conditions.at[k], &v) || !value_truth(in, v, truth)) {
            return false;
        }
    }
    return true;
}

/* Begins the next clause. */
static bool go_deeper(struct interp *in, struct coroutine *g)
{
    struct value iterable, iterator;
    int k = g->level + 1;
    if (!eval(in, g->node->clauses[k].iterable, &iterable) ||
        !value_iterate(in, iterable, &iterator)) {
        return false;
    }
    g->level = k;
    if (k < g->iterators->count) {
        g->iterators->at[k] = iterator;
        return true;
    }
    return list_append(in, g->iterators, iterator);
}

enum flow genexpr_run(struct interp *in, struct coroutine *g)
{
    size_t held = in->heap.held_count;
    for (;;) {
        const struct clause *c = &g->node->clauses[g->level];
        bool over, truth;
        in->heap.held_count = held; /* what came before is kept by its scope, or gone */
        in->frame->here = c->iterable;
        if (!interp_step(in, 1) ||
            !iterator_tools_assign(in, g->iterators->at[g->level], c->target, &over)) {
            return FLOW_ERROR;
        }
        if (over) {
            if (--g->level < 0) {
                return FLOW_NEXT;
            }
            continue;
        }
        if (!passes(in, c, &truth)) {
            return FLOW_ERROR;
        }
        if (truth && g->level + 1 == g->node->clause_count) {
            return eval(in, g->node->left, &g->yielded) ? FLOW_YIELD : FLOW_ERROR;
        }
        if (truth && !go_deeper(in, g)) {
            return FLOW_ERROR;
        }
    }
}
