/* `forbid:` and `use:`: what code may not, and what it must carry out. */
#ifndef QKV_EXERCISE_ANSWER_ATTEMPT_RULES_H
#define QKV_EXERCISE_ANSWER_ATTEMPT_RULES_H

#include "exercise/answer/attempt_budget.h"

/* The `k`-th of the names between commas or blanks; false: there is none. */
bool attempt_name(const char *names, int k, struct buf *out);
/* All of them, "`a`, `b` or `c`", where `last` is " or ". */
void attempt_put_names(const char *names, const char *last, struct buf *out);

/* The exercise's rules, before the code runs. False with err: a name that stands for nothing of
 * the sort. */
bool attempt_rules(struct attempt_budget *b, struct variant *v, struct error *err);
/* An operation, or a function, is carried out. False: it is refused, an exception is raised. */
bool attempt_rules_see(struct attempt_budget *b, const struct op *op, const struct node *function);
/* What was carried out in spite of its rule; of code that is `right`, what it lacks too. NULL:
 * nothing. */
const struct attempt_rule *attempt_rule_broken(const struct attempt_budget *b, bool right);
/* What is ruled out and was carried out before the functions were called, perhaps as a test of
 * them. NULL: nothing. */
const struct attempt_rule *attempt_rule_early(const struct attempt_budget *b);

#endif
