/* Finds which well-known mistake leads to a wrong answer: the run is made again with each mistake
 * of mistakes/mistakes.def that could have been made in it, and the value that was asked about is
 * compared with the answer. The cell beside the right one comes first. What no run explains may be
 * another slip of the pencil: row and column exchanged, a forgotten product, a sign.
 *
 * Only what fits is said. Mistakes that lead to the same number are named together; an answer
 * that is near to many of their numbers is near by chance, and nothing is known. The right value is
 * never told. */
#pragma once

#include "exercise/question.h"

#define DIAGNOSE_RUNS 24  /* for one answer, unless more are allowed */
#define DIAGNOSE_PLANS 64 /* that are thought of; for some no run is needed */
#define DIAGNOSE_KINDS 3  /* mistakes that are named together */

struct diagnosis {
    int count; /* of kinds; 0 with a reason: a slip */
    enum mistake_kind kind[DIAGNOSE_KINDS];
    struct buf reason; /* one sentence, "your value is that of a run where ..."; empty: unknown */
};
void diagnosis_clear(struct diagnosis *d); /* nothing is known; the memory stays */
void diagnosis_free(struct diagnosis *d);

/* The value that was asked about, and how to have it again from a changed run. */
struct asked {
    struct tape *tape;   /* of the right run, which is over */
    int event;           /* that gave the value, -1: not known */
    struct tensor right; /* borrowed */
    /* The value in a run that follows the plan, as a copy made by the compute of `tape`. False:
     * that run failed before it, or has no such value; no error is left behind. */
    bool (*again)(void *self, const struct fault_plan *plan, struct tensor *out);
    void *self;
    int runs; /* at most; 0: DIAGNOSE_RUNS */
    /* What whoever answers has before them, and knows: */
    int printed;  /* so many operations were over when the numbers were printed */
    bool partial; /* printed are only the numbers that the right value is made of */
    const char
        *lesson; /* its name; of the course, mistakes are told in words it has had; or NULL */
};

/* Whether a course has had the words of a mistake's reason by the end of that lesson: names of
 * operations, and words such as "mask" and "head". Of what is not in the course, and of NULL: yes.
 */
bool taught(const char *lesson, enum mistake_kind kind);

/* `from` as a copy that `t`'s compute made: what it was of may then be let go of. */
bool diagnose_copy(struct tape *t, struct tensor *out, const struct tensor *from);

struct guess {    /* a wrong answer: one of these */
    int64_t cell; /* row-major, whose `number` it is; -1: not a cell */
    double number;
    const int64_t *shape; /* NULL: not a shape */
    int ndim;
    const struct tensor *tensor; /* as a student's own code gave it; NULL: not a tensor */
    double tolerance;
};
/* `out` is zeroed, or was used before. */
void diagnose(const struct asked *a, const struct guess *g, struct diagnosis *out);

/* Another value that the same answer gave: mistakes that do not lead to it, too, are no longer
 * named.
 */
void diagnose_once_more(const struct asked *a, const struct guess *g, struct diagnosis *d);

/* The result of an event of any run. */
struct asked_event {
    struct run *run; /* borrowed: it must stay until the diagnosis */
    struct run_terms terms;
    int event, output;
    struct asked asked;
};

/* One sentence into `reason` when the answer is the number of a cell beside the right one. */
void slip_cell(const struct asked *a, int64_t cell, double answer, double tolerance,
               struct buf *reason);
/* One sentence into `reason` when exactly one other slip fits; else nothing. */
void slip_find(const struct asked *a, int64_t cell, double answer, double tolerance,
               struct buf *reason);

/* `a` must not move. Its value is to be given back with diagnose_event_close. False with err:
 * memory. */
bool diagnose_event_open(struct asked_event *a, struct run *run, const struct run_terms *terms,
                         int event, int output, struct error *err);
void diagnose_event_close(struct asked_event *a);

/* A wrong answer to a question of kind `cell` or `shape`: of a lesson's exercise, or from a tape
 * when q->terms say how to run it again (memory and steps). Of others nothing is known. False with
 * err: memory, or the lesson cannot be run again. */
bool diagnose_question(struct question *q, const struct guess *g, struct diagnosis *out,
                       struct error *err);
/* The same as a sentence behind `out`, of a lesson's exercise; *found: there is one. */
bool diagnose_question_sentence(struct question *q, const struct guess *g, struct buf *out,
                                bool *found, struct error *err);
