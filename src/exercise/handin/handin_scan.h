/* Goes through a text of a hand-in, line by line. Private to the readers of hand-ins. */
#pragma once

#include "exercise/handin/handin.h"
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
bool handin_label_answer(struct piece line, struct piece *rest);

struct scan { /* through one text */
    struct handin *h;
    struct piece rest; /* of the text */
    int line, first;   /* of the text; see handin_scan */
    int last;          /* the exercise whose name stood last, -1: none */
    enum rank rank;    /* of that name */
    int below;         /* lines of its answer that stood below it; -1: it stood behind it */
    int fenced;        /* the exercise whose code has stood in a fence, -1: none */
    bool comments, prose;
    struct buf loose; /* code without a fence */
    int loose_of;     /* the exercise that it is of */
    bool in_loose;
    bool bullets; /* a list with hyphens has stood there */
    int missed;   /* lines that were not understood */
    int depth;    /* of fences around answers */
    bool failed;  /* memory */
};

/* The lines of a text; comments: only those that begin with #, without it. `first`: the number of
 * its first line, 0: its lines have no numbers. *last: the exercise whose name stood last, -1:
 * none. False with err: memory. */
bool handin_scan(struct handin *h, struct piece text, bool comments, bool prose, int first,
                 int *last, struct error *err);

/* --- what a text was before --- */

/* HTML as the text that it shows. */
void handin_html(struct piece html, struct buf *out);

/* Wide letters as ASCII's, nothing that was crossed out ("~~0.3~~"), no mark of a quote. */
void handin_mend_signs(struct piece text, struct buf *out);
/* Code as it was meant: without the indentation that all lines share, prompts of the interpreter,
 * blanks and quotation marks of word processors. */
void handin_mend(struct piece code, struct buf *out);

/* --- code without a fence --- */

bool loose_begins(struct piece line);   /* code begins here, whatever stood before */
bool loose_is_prose(struct piece line); /* words, not code */
/* A line of the code of an exercise. */
void loose_add(struct scan *s, int exercise, struct piece line);
void loose_flush(struct scan *s); /* the code is at its end */

/* --- what stands around an answer --- */

#define LONG_LINE 2000 /* bytes: in a longer line no second answer and no remark is looked for */

struct piece tidy_answer(const struct exercise *e, struct piece text);
/* Whether an answer may have several parts: an order, several options. */
bool tidy_takes_list(const struct exercise *e);
/* Whether words stand there, not a second answer. */
bool tidy_says_why(struct piece text);

/* --- what is kept --- */

/* False: memory. */
bool reply_answer(struct handin *h, int exercise, struct piece text, enum rank rank);
bool reply_code(struct handin *h, int exercise, struct piece text); /* -1: of no name */
/* Whether code names what an exercise wants defined or looks at. */
bool reply_names(const char *code, const struct exercise *e);
/* Code of the newest file that defines what was asked for counts before an older one with the name.
 * False: memory. */
bool reply_newest(struct handin *h);

/* --- what is not understood --- */

/* `number`: of the line, from 1; 0: it is not told. */
void missed_add(struct scan *s, struct piece line, int number);
/* The same of a line that may hold answers: the exercises that it names are marked as mentioned. */
void missed_names(struct scan *s, struct piece line);
void missed_end(struct scan *s); /* ends the sentence */
