/* What an author wants to know of a lesson's exercises before students see them: each is drawn many
 * times, and what was found goes to the complaints, as notes with figures ("in 213 of 500
 * variants"). What cannot be asked of everybody is an error. */
#ifndef QKV_EXERCISE_REVIEW_H
#define QKV_EXERCISE_REVIEW_H

#include "exercise/question.h"

#define REVIEW_VARIANTS 500
#define REVIEW_RUNS 25     /* where answers are run (code, bug), one of so many */
#define REVIEW_SECONDS 8.0 /* after that fewer are looked at, and it is said how many */

struct review {
    int most;       /* variants of each exercise; REVIEW_VARIANTS */
    double seconds; /* for all of them */
    int wanted;     /* 1 where nothing is drawn */
    int variants;   /* of each exercise: so many were looked at in that time */
};

/* After exercises_read. False with err: memory; what is wrong with an exercise is no error. */
bool review_make(struct review *r, const struct exercises *x, const struct run_terms *terms,
                 struct complaints *c, struct error *err);

#endif
