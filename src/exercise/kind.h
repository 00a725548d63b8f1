/* Declares what a kind of exercise can do: one of these for each row of kinds.def, in kind_<id>.c.
 * Private to src/exercise. */
#pragma once

#include "exercise/piece.h"
#include "exercise/question.h"

#define STREAM(use, retry) ((uint64_t)STREAM_##use | (uint64_t)(retry) << 8)
enum { STREAM_NUMBERS, STREAM_OPTIONS, STREAM_SEED, STREAM_CASES }; /* of draws_begin */

struct kind {
    /* What can be said about the text alone, beyond its fields; NULL: nothing. */
    void (*check)(const struct exercise *e, struct complaints *complaints);
    /* Key, form and options. Heads, reasons and code of the mistakes are there already
     * (question.c): of each the kind fills `number`, or `ndim` and `shape`. False with err. */
    bool (*make)(struct question *q, struct error *err);
    /* Fills `out` apart from what is set for all: reason of a listed mistake. False with err:
     * memory. */
    bool (*judge)(struct question *q, const char *answer, const char *code, struct verdict *out,
                  struct error *err);
    /* Whether a text can be an answer, as far as it tells without a run. `why` is of no use. */
    bool (*plausible)(const struct exercise *e, const char *text, struct buf *why);
};

#define KIND(id, traits, fields, needs, help) extern const struct kind kind_##id;
#include "exercise/kinds.def"
#undef KIND

const struct kind *kind_of(enum exercise_kind kind);
/* Whether a text of a hand-in can be an answer to the exercise. */
bool kind_plausible(const struct exercise *e, struct piece text);
bool kind_code_like(struct piece text); /* whether it can be code */

/* --- what kinds share --- */

/* A text of the exercise, filled in, in the question's arena; NULL with err. */
const char *question_fill(struct question *q, const char *markdown, struct error *err);
/* What was built, in the question's arena, and the buffer is free; NULL with err: memory. */
const char *question_keep(struct question *q, struct buf *text, struct error *err);
/* The exercise that it is made of. */
static inline const struct exercise *question_exercise(const struct question *q)
{
    return q->variant.exercise;
}
int question_decimals(const struct exercise *e); /* `decimals:`, 2 where it does not say */
/* The option that is shown in place k, drawn by the question's seed: at[k]. */
void question_shuffle(struct question *q, int round, int *at, int count);
/* The answer was not of this form: `why` is the reason and is free then. Always true. */
bool verdict_unread(struct verdict *v, struct buf *why);
/* The author's own words for it. */
void verdict_mistake(struct verdict *v, const struct mistake *m);

/* Whether a text names options or steps of the exercise. */
bool kind_choice_plausible(const struct exercise *e, const char *text, struct buf *why);

/* What was found, as a sentence; it is freed. False: nothing was. */
struct diagnosis;
bool verdict_diagnosis(struct diagnosis *d, struct buf *out);

/* Key and form of a shape, of a cell; q->run and q->event are set. */
bool kind_shape_key(struct question *q, const struct tensor *value, struct error *err);
bool kind_cell_key(struct question *q, double value, int decimals, double tolerance,
                   struct error *err);
/* "-0.25"; what is not finite as Python writes it. */
void kind_cell_text(double value, int decimals, struct buf *out);
/* The number that is printed with so many decimals, half to even as printf rounds; no -0. */
double rounded_number(double value, int decimals);

/* Complaints of check(): about a field, if it is there and wrong. */
void check_number(const struct exercise *e, struct complaints *c, const char *key, double least,
                  double most, bool whole);

/* The exception of a traceback on one line, all of its message: "NameError: name 'x' is not
 * defined"; of an end that is no exception, the sentence. Empty: it has none. */
void kind_raised(const char *text, struct buf *out);

/* Fills q->known for the value whose shape and axes are in `q`: its own axes' names first, then the
 * integers that the code binds, of which the last one up to the event stands ("self.num_heads" as
 * "num_heads" too). False with err: memory. */
bool known_sizes_find(struct question *q, struct error *err);
