/* Tells how names of axes follow an operation. Private to src/trace/axes.
 *
 * A rule fills in `out`, which starts without names. A name for an axis that is not there is
 * dropped, so a rule may assume the usual case. */
#pragma once

#include "trace/axes/axes_book.h"

struct step {
    struct book *book;
    int event;
    const struct event *e;
    struct axis_names *in;  /* of e->input */
    struct axis_names *out; /* of e->output */
    bool ok;                /* false: memory is out */
};

typedef void rule_fn(struct step *s);

/* The names of the results of an event. False: memory. */
bool rules_apply(struct step *s);

/* --- the rules that have files of their own --- */

rule_fn rule_matmul, rule_linear, rule_added_matmul, rule_outer, rule_inner, rule_tensordot,
    rule_einsum, rule_cdist;                                               /* axes_contraction.c */
rule_fn rule_view, rule_view_as, rule_flatten, rule_unflatten, rule_index; /* axes_view.c */
rule_fn rule_last_two, rule_permute, rule_transpose, rule_movedim, rule_ones, rule_drop,
    rule_narrow, rule_diagonal; /* axes_move.c */
rule_fn rule_expand, rule_repeat, rule_repeat_either, rule_cat, rule_hstack, rule_stack, rule_split,
    rule_meshgrid, rule_repeat_interleave; /* axes_join.c */
