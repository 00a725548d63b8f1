/* What a line of a hand-in begins with: the name of an exercise, or its number. */
#ifndef QKV_EXERCISE_HANDIN_HANDIN_LABEL_H
#define QKV_EXERCISE_HANDIN_HANDIN_LABEL_H

#include "exercise/exercise.h"
#include "exercise/piece.h"

/* How plainly a line is an answer: of two in one file the plainer one counts, of two alike the
 * later one. */
enum rank { RANK_NONE, RANK_ASSIGNED, RANK_NEAR, RANK_NUMBERED, RANK_NAMED, RANK_SAID };

struct label {    /* "name:", "2.", "## Question 3" */
    int exercise; /* -1: none */
    enum rank rank;
    bool colon;        /* it is the name itself with a colon behind it */
    bool bare;         /* nothing follows */
    bool form;         /* it is the template's own line about the exercise */
    struct piece rest; /* the answer */
};

/* What a line begins with, which has no blanks around it. `comment`: it stood in a comment, where a
 * number means nothing unless an answer follows. */
struct label handin_label(const struct exercises *x, struct piece line, bool comment);
/* "Answer:", "Answer (one letter):" in front; *rest: what stands behind it. */
bool handin_says_answer(struct piece line, struct piece *rest);

#endif
