/* Leaves among the names of a question: the objects of the run themselves (W is params[0]), each
 * with the gradient that it had at the step. */
#ifndef QKV_TUI_ASK_LEAF_H
#define QKV_TUI_ASK_LEAF_H

#include "trace/tape/tape.h"

struct leaves {
    struct interp *in;
    const struct tape *tape;
    const struct dict *names; /* of the run, at its end */
    int event, binds;         /* what was behind them is asked for */
    struct list *changed;     /* leaves, each with its gradient at the end of the run behind it */
};

/* names: those of the question; they keep what leaves_end puts back. False: no memory. */
bool leaves_begin(struct leaves *l, struct dict *names);
/* The leaf of that serial, with its gradient as it was; NULL: it lives no more, or is none. */
struct tensor_object *leaves_find(struct leaves *l, uint64_t serial);
/* x.grad as it was, of an x that is no leaf and keeps its gradient (x.retain_grad()); NULL: None.
 */
struct tensor_object *leaves_retained(struct leaves *l, uint64_t serial);
void leaves_end(struct leaves *l);

#endif
