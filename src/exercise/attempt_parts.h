/* What the files attempt*.c share. Private to them. */
#ifndef QKV_EXERCISE_ATTEMPT_PARTS_H
#define QKV_EXERCISE_ATTEMPT_PARTS_H

#include "exercise/attempt.h"

/* A name in `forbid:` or `use:`. */
struct attempt_rule {
    const struct field *field;
    const char *name;
    const struct op *op;         /* what it stands for: either an operation ... */
    const struct node *function; /* ... or a function written in Python */
    bool wanted, seen;           /* `use:`; whether it was carried out */
};
#define ATTEMPT_RULES 16

/* Stands in the place of the tape's recorder while a student's code runs: nothing of it joins the
 * tape, and work on large tensors is paid with steps. It must not move while the run is there. */
struct attempt_budget {
    struct recorder recorder;
    struct run *run;
    struct attempt_rule rule[ATTEMPT_RULES];
    int rule_count;
    bool watched; /* what is carried out now counts for the rules */
};
void attempt_budget_begin(struct attempt_budget *b, struct run *run);

/* The exercise's rules, before the code runs. False with err: a name that stands for nothing of
 * the sort. */
bool attempt_rules(struct attempt_budget *b, struct variant *v, struct error *err);
/* An operation, or a function, is carried out. */
void attempt_rules_see(struct attempt_budget *b, const struct op *op, const struct node *function);
/* What was carried out in spite of its rule; of code that is `right`, what it lacks too. NULL:
 * nothing. */
const struct attempt_rule *attempt_rule_broken(const struct attempt_budget *b, bool right);

/* Unbinds what the trial asks for and the solution binds: an answer has to make it. */
void attempt_forget(struct interp *in, const struct trial *t, const char *solution);

/* The draw that code is tried on, run up to the exercise: 0 is the question's own. */
bool attempt_variant(const struct question *q, int round, struct variant *out, struct error *err);

/* Adds a sentence when a known mistake leads to the tensor `got` of another session. */
void attempt_diagnose(struct question *q, int round, const char *expression, double tolerance,
                      const struct tensor *got, struct buf *out);

#endif
