/* Runs what a person wrote for `code` and `bug`: in a session of its own, behind the lesson's cells
 * in front of the exercise, within a budget of steps, memory, depth and output. Its values are
 * compared with those of another code that ran the same way; neither can see the other. */
#pragma once

#include "exercise/question.h"

struct trial { /* what is compared */
    const char *const *expression;
    int count;
    int first, cases; /* draws from this one on, 0: the student's own; how many */
    double tolerance;
    bool diagnose;      /* whether known mistakes are looked for behind a wrong tensor */
    const char *define; /* names that the code must define, between commas; NULL: none */
};

struct outcome_of_trial {
    bool same;
    bool ruled_out; /* it did what `forbid:` rules out, or not what `use:` asks for */
    bool clock;     /* the clock or something that qkv lacks stopped it: nothing is known */
    int round;      /* the draw on which they differ */
    uint64_t steps; /* that the code took, in all draws: they share one budget */
    struct buf why; /* sentences for the student */
};

/* Compares `code` with `reference`. A reference that fails is an error, unless it is a `mistake`:
 * then the same failure is the same outcome. False with err: memory, a draw that cannot be made, a
 * solution that fails. out->why is to be freed. */
bool attempt_compare(struct question *q, const struct trial *t, const char *reference, bool mistake,
                     const char *code, struct outcome_of_trial *out, struct error *err);

/* Whether the solution can be asked for what is tried, on the student's own draw. False with err:
 * as above. */
bool attempt_sound(struct question *q, const struct trial *t, struct error *err);

/* The same as a verdict for the code, with the reasons of listed mistakes. */
bool attempt_judge(struct question *q, const struct trial *t, const char *code,
                   struct outcome_of_trial *out, struct error *err);
