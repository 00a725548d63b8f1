/* Declares what watches and limits a student's code while it runs, and what else trying an attempt
 * takes. Private to attempt*.c. */
#pragma once

#include "exercise/answer/attempt.h"
#include "exercise/answer/diagnose.h"

#define ATTEMPT_RULES 16

/* A name in `forbid:` or `use:`. */
struct attempt_rule {
    const struct field *field;
    const char *name;
    const struct op *op;         /* what it stands for: either an operation ... */
    const struct node *function; /* ... or a function written in Python */
    bool wanted, seen;           /* `use:`; whether it was carried out */
    bool early;                  /* ... while nothing was watched: outside of the functions */
};

/* Stands in the place of the tape's recorder while a student's code runs: nothing of it joins the
 * tape, and work on large tensors is paid with steps. It must not move while the run is there. */
struct attempt_budget {
    struct recorder recorder;
    struct run *run;
    struct attempt_rule rule[ATTEMPT_RULES];
    int rule_count;
    bool watched; /* what is carried out now counts for the rules */
    bool refuses; /* nothing that is ruled out comes about: it raises, and gives nothing */
};
void attempt_budget_begin(struct attempt_budget *b, struct run *run);

/* The statements of a code, in their order: texts of the arena. Of what is no Python: none. False:
 * memory. */
struct statements {
    char **text;
    int count;
};
bool attempt_apart(const char *code, struct arena *arena, struct statements *out);

/* The draw that code is tried on, run up to the exercise: 0 is the question's own. */
bool attempt_variant(const struct question *q, int round, struct variant *out, struct error *err);

/* Finds the known mistakes that lead to the tensor `got` of another session; or which of those that
 * were found lead to this one, too. */
void attempt_diagnose(struct question *q, int round, const char *expression, double tolerance,
                      const struct tensor *got, struct diagnosis *out);

/* --- `forbid:` and `use:`: what code may not, and what it must carry out --- */

/* The `k`-th of the names between commas or blanks; false: there is none. */
bool attempt_rules_name(const char *names, int k, struct buf *out);
/* All of them, "`a`, `b` or `c`", where `last` is " or ". */
void attempt_rules_put(const char *names, const char *last, struct buf *out);

/* The exercise's rules, before the code runs. False with err: a name that stands for nothing of
 * the sort. */
bool attempt_rules(struct attempt_budget *b, struct variant *v, struct error *err);
/* An operation, or a function, is carried out. False: it is refused, an exception is raised. */
bool attempt_rules_see(struct attempt_budget *b, const struct op *op, const struct node *function);
/* What was carried out in spite of its rule; of code that is `right`, what it lacks too. NULL:
 * nothing. */
const struct attempt_rule *attempt_rules_broken(const struct attempt_budget *b, bool right);
/* What is ruled out and was carried out before the functions were called, perhaps as a test of
 * them. NULL: nothing. */
const struct attempt_rule *attempt_rules_early(const struct attempt_budget *b);

/* --- names that a trial asks for --- */

/* Whether a text can be read as statements. */
bool attempt_names_python(const char *code);

/* Says which tensor that the expression names was changed behind the lesson's cells by the answer,
 * and not by the solution. */
void attempt_names_changed(struct interp *answer, struct interp *solution, struct interp *cells,
                           const char *expression, struct buf *out);

/* Unbinds what the trial asks for and the solution binds: an answer has to make it. */
void attempt_names_forget(struct interp *in, const struct trial *t, const char *solution);
