/* Declares what is counted of an exercise while its variants are looked at, and the parts of the
 * review, each in the file of its name. Private to review*.c. */
#pragma once

#include "exercise/kind.h"
#include "exercise/review/review.h"
#include "lang/run/library.h"

#include <pthread.h>

#define OFTEN 5 /* a mistake is told that one of so many variants hides */

struct first { /* a text of the variant with the lowest number that had one */
    int number;
    struct buf text;
};

enum {                /* of variants */
       COUNT_FAILED,  /* that could not be made */
       COUNT_REDUCED, /* in which the right answer did not get full points */
       COUNT_NOTHING, /* in which code that does nothing is right */
       COUNT_BEGUN,   /* in which what the code begins with is */
       COUNT_MASKED,  /* in which a row of scores is masked from end to end */
       COUNT_TIED,    /* in which the largest is not the only one */
       COUNT_CLOSE,   /* that were looked at closely */
       COUNT_SAME,    /* in which a mistake leads to the right answer: of each of them */
       COUNT_ALL = COUNT_SAME + MISTAKE_COUNT
};

struct tally {  /* of one exercise */
    int number; /* of the variant that is looked at */
    const struct exercise *e;
    struct complaints *c;
    int every;          /* one of so many variants is looked at closely */
    bool hopeless;      /* the first ones could not be made: the rest is not tried */
    int made;           /* variants */
    int *count, counts; /* [COUNT_ALL], and the three below */
    int wrong_count;    /* `-- wrong` parts; for each: */
    int *right;         /* in how many it is right, */
    int *unsaid;        /* its reason is not what a student reads, */
    int *other;         /* but that of another one: [wrong_count][wrong_count] */
    struct first *read; /* what is read instead, */
    struct first *why;  /* why a variant failed, */
    struct first *said; /* and what was said to a right answer: [wrong_count + 2] in all */
    struct drawn_answer {
        char *key, *question; /* all that a student sees, drawn numbers too */
        double number, near;  /* of a cell: keys that near are right for both; else near < 0 */
    } *answer;                /* of the variants */
    struct moved {            /* lines that move axes of the same size */
        int line, count;
    } moved[16];
    int moved_count;
};

/* Starts a thread with a stack that needs no other for each source: `terms` says so
 * (run_terms.stack). False: it could not be started, and terms->stack is 0. */
bool review_thread(pthread_t *thread, void *(*run)(void *self), void *self,
                   struct run_terms *terms);

void review_progress(const struct review *r, const char *what, int done, int of);

/* What is said to the listed answers, right and wrong. */
bool review_wrong(struct tally *t, struct question *q, struct error *err);
void review_wrong_note(struct tally *t);

/* Mistakes that a cell does not show. */
void review_faults(struct tally *t, struct question *q);
void review_faults_note(struct tally *t);

/* The lesson as it is written, and lines of it that nothing depends on. */
bool review_written(const struct exercises *x, const struct run_terms *terms,
                    const struct review *r, struct complaints *c, struct error *err);

void review_draw_first(struct first *f, int number, const char *text);

/* One for each exercise, with room for `most` answers. NULL: no memory. */
struct tally *review_draw_new(const struct exercises *x, int most);
void review_draw_free(struct tally *t, int count);
/* Draws r->variants of each. False with err: memory. */
bool review_draw(struct tally *t, const struct exercises *x, const struct run_terms *terms,
                 const struct review *r, struct error *err);

bool review_sizes(struct tally *t, struct question *q, struct error *err);
void review_sizes_note(struct tally *t);
void review_sizes_moved(struct tally *t, int line, int count); /* `count` more variants */
