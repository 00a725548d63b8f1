/* Tells an author what is good to know of a lesson's exercises before students see them: each is
 * drawn many times, and what was found goes to the complaints, as notes with figures ("in 213 of
 * 500 variants"). What cannot be asked of everybody is an error. */
#pragma once

#include "exercise/question.h"

#define REVIEW_VARIANTS 100 /* of each, unless another number is asked for */
#define REVIEW_RUNS 5       /* where answers are run (code, bug), one of so many */
#define REVIEW_CLOSER 20    /* of them are compared with the runs of known mistakes */

struct review {
    int most;     /* variants of each exercise; 0: REVIEW_VARIANTS */
    int variants; /* so many were drawn: 1 where nothing is drawn, 0 where the text has errors */
    /* `done` of `of` variants or lines, for somebody who waits; NULL: nobody does. It is called
     * from another thread, by one at a time. What is found does not depend on any clock. */
    void (*progress)(void *self, const char *what, int done, int of);
    void *self;
};

/* After exercises_read. False with err: memory; what is wrong with an exercise is no error. */
bool review_make(struct review *r, const struct exercises *x, const struct run_terms *terms,
                 struct complaints *c, struct error *err);
