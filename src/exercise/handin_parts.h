/* What the readers of hand-ins share. Private to src/exercise/handin*.c. */
#ifndef QKV_EXERCISE_HANDIN_PARTS_H
#define QKV_EXERCISE_HANDIN_PARTS_H

#include "exercise/handin.h"

/* How plainly a line is an answer: of two in one file the plainer one counts, of two alike the
 * later one. */
enum rank { RANK_NONE, RANK_ASSIGNED, RANK_NEAR, RANK_NUMBERED, RANK_NAMED, RANK_SAID };

struct piece { /* of a line */
    const char *at;
    size_t len;
};

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
/* Whether a text can be an answer to an exercise of its kind. */
bool handin_plausible(const struct exercise *e, struct piece text);
bool handin_codelike(struct piece text);
/* "Answer:", "Answer (one letter):" in front; *rest: what stands behind it. */
bool handin_says_answer(struct piece line, struct piece *rest);

bool piece_has(struct piece p, const char *text);
struct piece piece_trim(struct piece p);   /* without blanks around it, those of HTML too */
struct piece piece_unmark(struct piece p); /* ... and without *, _, `, quotes around it */

/* An answer, and code, of the file that is being read. False: memory. */
bool reply_answer(struct handin *h, int exercise, struct piece text, enum rank rank);
bool reply_code(struct handin *h, int exercise, struct piece text); /* -1: of no name */

/* The lines of a text; comments: only those that begin with #, without it. `first`: the number of
 * its first line, 0: its lines have no numbers. *last: the exercise whose name stood last, -1:
 * none. False with err: memory. */
bool handin_scan(struct handin *h, struct piece text, bool comments, bool prose, int first,
                 int *last, struct error *err);
/* HTML as the text that it shows. */
void handin_html(struct piece html, struct buf *out);
/* Wide letters as ASCII's, nothing that was crossed out ("~~0.3~~"), no mark of a quote. */
void handin_narrow(struct piece text, struct buf *out);
/* Code as it was meant: without the indentation that all lines share, prompts of the interpreter,
 * blanks and quotation marks of word processors. */
void handin_mend(struct piece code, struct buf *out);

#endif
