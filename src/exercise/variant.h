/* A variant is a lesson with one student's numbers, run as far as one exercise, and on from there.
 *
 * First it pauses at the exercise's place: what its texts ask for ({{EXPR}}, `of:` as an
 * expression) is evaluated among the names as they stand there, and the tensors that the student is
 * given are rounded to the digits that will be printed, so that the key is computed from what the
 * student sees. Then the rest of the cells is run, and the tape is there. */
#pragma once

#include "exercise/draw.h"
#include "mistakes/fault.h"
#include "trace/report/run.h"
#include "trace/tape/sandbox.h"

struct setting {
    const char *name, *value; /* "num_tokens", "4" */
};

struct given {
    const char *name;     /* "queries" */
    struct tensor tensor; /* rounded; owned by the variant */
    int decimals;
};

struct variant {
    const struct exercises *of;
    const struct exercise *exercise;
    struct seed seed;
    uint64_t retry; /* which of the seed's draws it is: those before did not fulfil `require` */
    struct setting
        *setting; /* what was drawn, in the order of the fence; the seed is not among them */
    int setting_count;
    struct given *given;
    int given_count;
    int given_behind; /* operations that were carried out until then */
    struct run run;
    bool asked;  /* for a value of the code */
    bool behind; /* for one that cells behind the exercise may make */
    bool finished;
    struct arena arena;
};

/* Draws, runs up to the exercise's place, rounds what is given. False with err, nothing left to
 * free: a number that cannot be drawn (no draw in 1,000 fulfils `require`), code that fails (its
 * last line), memory. */
bool variant_make(struct variant *v, const struct exercises *x, const struct exercise *e,
                  const struct seed *seed, const struct run_terms *terms, struct error *err);
/* The same numbers once more: what `require` asks for is known of them. `fault` changes one event
 * of the run (mistakes/fault.h); NULL: the run as it is. */
bool variant_again(struct variant *v, const struct variant *as, const struct fault_plan *fault,
                   const struct run_terms *terms, struct error *err);
/* Runs the cells behind the exercise and lays out the tape, once; harmless again. */
bool variant_finish(struct variant *v, struct error *err);
void variant_free(struct variant *v);

/* The sentence with the place in front of it: "lesson.md:12: exercise `scores`: ...". Line 0: that
 * of the exercise. Always false. */
bool variant_refuse(const struct variant *v, int line, struct error *err, enum error_kind kind,
                    const char *format, ...) QKV_PRINTF(5, 6);
/* What the interpreter raised, on one line, "NameError: ...": the exception, or what ended the run.
 */
void variant_raised(struct variant *v, struct buf *out);

/* --- at any time --- */

/* The value that `of:` names: an expression over the names at the exercise's place, while the
 * variant pauses; a name that code behind the place binds (the last bind in the nearest cell that
 * does, functions' names too), else one of the cells before, which finishes the variant;
 * "NAME@CELL" picks the code cell by its ordinal. The next cell's bind goes before a value that the
 * name has already. *out: of a name with the strides that it had, of an expression a
 * contiguous copy (then the variant is not finished); to be given back with tensor_release.
 * *event: that made it, -1: not on the tape. */
bool variant_value(struct variant *v, const char *of, struct tensor *out, int *event,
                   struct error *err);

/* A lesson of its own, to be taken over by a run; NULL with err. */
struct lesson *variant_draw_lesson(const struct lesson *from, struct error *err);

/* --- the parts of making one, in the files of their names --- */

/* The first draw from the `retry`-th on that fulfils the fence's `require:`; v->retry is which.
 * `s`: a session to weigh it in, NULL: nothing is required. */
bool variant_draw(struct variant *v, struct session *s, uint64_t retry, struct error *err);
/* The lesson with these numbers, to be taken over; `terms` gets the seed for code that sets none.
 */
bool variant_draw_turn(struct variant *v, uint64_t retry, struct run_terms *terms,
                       struct lesson **out, struct error *err);

/* "queries = tensor([[0.31, ...": with the digits that are the number. */
void variant_given_text(const struct given *g, struct buf *out);

/* Rounds what `given:` names, in the run. */
bool variant_given_round(struct variant *v, struct error *err);
