/* Draws the variants of each exercise, and keeps the tally of each. */
#ifndef QKV_EXERCISE_REVIEW_REVIEW_DRAW_H
#define QKV_EXERCISE_REVIEW_REVIEW_DRAW_H

#include "exercise/review/review_tally.h"

void first_put(struct first *f, int number, const char *text);

/* One for each exercise, with room for `most` answers. NULL: no memory. */
struct tally *tallies_new(const struct exercises *x, int most);
void tallies_free(struct tally *t, int count);
/* Draws r->variants of each. False with err: memory. */
bool review_draw(struct tally *t, const struct exercises *x, const struct run_terms *terms,
                 const struct review *r, struct error *err);

/* The question's right answer, as question_judge takes it, and its code; "" and NULL: none. */
const char *review_answer(const struct question *q);
const char *review_code(const struct question *q);

#endif
