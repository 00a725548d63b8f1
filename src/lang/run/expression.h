/* Declares what the kinds of expression offer to the table in eval.c. Private to src/lang. */
#pragma once

#include "lang/run/scope.h"

/* The value it gives is held. */
typedef bool evaluator(struct interp *in, const struct node *n, struct value *out);

/* From here on, what goes wrong (and what is recorded) is this expression's. */
static inline void eval_here(struct interp *in, const struct node *n)
{
    in->frame->here = n;
}

/* --- eval_display.c --- */
evaluator eval_sequence, eval_dict, eval_comprehension;
/* Evaluates a list of expressions, spreading *stars; callee is NULL in a display. NULL: raised. */
struct list *eval_items(struct interp *in, const struct nodes *nodes, const struct value *callee);
/* A dict, or an object with keys(). */
bool eval_is_mapping(struct interp *in, struct value v);

/* --- pause.c --- */
evaluator eval_yield, eval_yield_from;

/* --- eval_call.c --- */
evaluator eval_call;
/* "__main__.f() argument after * must be an iterable, not int"; a str as `spread` is the keyword
 * that came twice. Always false. */
bool eval_refuse_spread(struct interp *in, struct value callee, const char *what,
                        struct value spread);
