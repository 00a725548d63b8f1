/* Declares what watches and limits a student's code while it runs, and what else trying an attempt
 * takes. Private to attempt*.c. */
#ifndef QKV_EXERCISE_ANSWER_ATTEMPT_BUDGET_H
#define QKV_EXERCISE_ANSWER_ATTEMPT_BUDGET_H

#include "exercise/answer/attempt.h"

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

/* Adds a sentence when a known mistake leads to the tensor `got` of another session. */
void attempt_diagnose(struct question *q, int round, const char *expression, double tolerance,
                      const struct tensor *got, struct buf *out);

#endif
