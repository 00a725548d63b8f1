/* Makes a question as it is put to one student: text, numbers, what a right answer is, what is
 * known about wrong ones. It is the one structure that practice, sheets and marks are made of, and
 * from which other formats can be written.
 *
 * It is made from an exercise of a lesson, or drawn from the tape of any run. Keys are computed
 * from the run, never typed. */
#pragma once

#include "exercise/answer/answer.h"
#include "exercise/variant.h"

struct option { /* of a choice or an order, in the order in which they are shown: a, b, c, ... */
    const char *text;
    bool right;
    int place; /* of an order: where it stands in the author's order, from 0 */
};

struct mistake {        /* a wrong answer that the author knows */
    const char *head;   /* as written; values in it are filled in */
    const char *reason; /* Markdown */
    double number;      /* of a cell */
    int ndim;           /* of a shape */
    int64_t shape[TENSOR_MAX_DIMS];
    const char *code; /* of code and bug: an implementation that makes this mistake */
};

struct question {
    enum exercise_kind kind;
    const char *name, *title; /* "shape-of-scores"; of the lesson */
    double points;
    const char *prompt; /* Markdown, filled in; what is given and tables stand at its end */
    const char *ask;    /* the same without the tensors that are given */
    const char *code;   /* bug: what is wrong; code: what the answer begins with; NULL: none */
    const char *form; /* how to write the answer: "a number to 2 decimals, ± 0.01", "one letter" */
    const char *key;  /* the right answer as a person would write it */
    const char *solution; /* Markdown, filled in; "" without one */
    const char **hint;
    int hint_count;
    struct mistake *mistake;
    int mistake_count;
    struct option *option;
    int option_count;
    struct variant variant; /* numbers, givens, the run; of a question from a tape: empty */
    /* keys */
    int ndim;
    int64_t shape[TENSOR_MAX_DIMS];
    const char *axes[TENSOR_MAX_DIMS]; /* names, NULL where unknown */
    double exact, number, tolerance;   /* right: |answer - number| <= tolerance, where `number` is
                                          `exact` to so many `decimals`; or |answer - exact| is */
    int decimals;
    int64_t cell;        /* row-major, of the value that is asked about */
    bool (*commute)[64]; /* order: whether steps i and j may change places */
    const int *lines;    /* bug: lines of `code` that are wrong, from 1 */
    int line_count;
    const char *reference; /* bug and code: the solution's code */
    bool own_variant;
    struct run *run;                /* the variant's, or a borrowed one */
    int event;                      /* that made what is asked about, -1: none of the tape */
    const struct known_size *known; /* what names in a shape may stand for */
    int known_count;
    bool brief; /* of wrong code nothing is said: whether it is right is all that is asked */
    struct run_terms terms; /* for code that students write and for runs with a fault */
    struct arena arena;
};

/* The answer's outcome. */
struct verdict {
    bool right;
    bool ungraded; /* stopped by the clock: not wrong, but not marked either */
    bool unread;   /* no answer of this form at all: `reason` says how to write one; costs no try */
    double share;  /* of the points, 0 ... 1 */
    struct buf reason; /* one to three sentences for the student; never the key itself */
    /* shape: axis by axis */
    int ndim;
    int64_t shape[TENSOR_MAX_DIMS]; /* as it was answered */
    bool axis_right[TENSOR_MAX_DIMS];
};

/* An exercise under one seed. `q` moves by question_move alone until question_free. False with err:
 * as variant_make; or the exercise cannot be asked (`of` names nothing, a cell outside of the
 * value,
 * ...). */
bool question_make(struct question *q, const struct exercises *x, const struct exercise *e,
                   const struct seed *seed, const struct run_terms *terms, struct error *err);
void question_free(struct question *q);
void question_move(struct question *to, struct question *from);
/* Of a choice: how many options are right. */
int question_rights(const struct question *q);
/* The steps of an order as they belong, and the solution: Markdown; behind the right answer. */
void question_solution(const struct question *q, struct buf *out);
void question_answer(const struct question *q, struct buf *out);

/* Judges an answer. `code` is what a person wrote for bug and code (NULL: nothing yet): the line
 * alone gets its share of a bug. False with err: memory; a wrong or unreadable answer is no error.
 */
bool question_judge(struct question *q, const char *answer, const char *code, struct verdict *out,
                    struct error *err);
void verdict_free(struct verdict *v);
