/* Reads what a student handed in: answers by the names of exercises, of one file or more.
 *
 * A text has lines `name: answer`, or the answer on the line below; the number of
 * the exercise stands for its name, and other signs for the colon. Code stands in a fence behind
 * its name, or without one. HTML is read as the text that it shows. In a notebook the Markdown
 * cells are read like that, in a .py file the comments `# name: answer`. Code that no name stands
 * before, the code cells of a notebook and a .py file as a whole answer every exercise that asks
 * for code and has no answer of its own.
 *
 * Files are added from the oldest to the newest: the newest answer counts. What looks like an
 * answer and is not understood is named in `note`, with its file and line. */
#pragma once

#include "base/buf.h"
#include "exercise/question.h"

#define HANDIN_MOST ((size_t)4 << 20) /* bytes of one file that are read */
#define HANDIN_FILES 64

struct reply {
    const struct exercise *exercise;
    const char *answer;  /* the line's text; NULL where there is only code */
    const char *code;    /* NULL: none */
    const char *older;   /* code that another one took the place of; NULL: none */
    const char *said;    /* a sentence: which of several answers counts; NULL: there was one */
    int rank;            /* how plainly the answer is one: enum rank of handin_scan.h */
    bool mentioned;      /* its name stands in a line that was not understood */
    int file, code_file; /* that the answer and the code are from, from 1; 0: none */
};

struct handin {
    const struct exercises *of; /* borrowed */
    struct reply *reply;        /* one for each exercise of the lesson, in their order */
    const char *student, *lesson, *version, *sheet; /* what its first lines say; NULL: nothing */
    struct buf code[HANDIN_FILES]; /* of each file: code that stands before no name */
    const char *name[HANDIN_FILES];
    int count;       /* of files */
    struct buf note; /* sentences: lines that were not understood, names that are nearly right */
    struct arena arena;
};

/* False with err: memory. */
bool handin_init(struct handin *h, const struct exercises *x, struct error *err);
/* Adds what a file says. ERROR_INPUT with one sentence: it is no text, no notebook. */
bool handin_add(struct handin *h, const char *file, const char *text, size_t len,
                struct error *err);
/* The `k`-th code that may answer an exercise, the best one first; NULL: there are no more. */
const char *handin_code(const struct handin *h, const struct reply *r, int k);
void handin_free(struct handin *h);

/* The text that a student fills in: its first lines, then a line or a fence for each question.
 * `sheet` is its code (draw.h). */
void handin_template(const struct question *q, int count, const char *lesson, const char *version,
                     const char *student, const char *sheet, struct buf *out);
/* Its parts: the first lines, and a question (from 1). Where an answer goes, in bytes of `out`:
 * behind the colon; where code is asked for, in the place of the code between the fences. */
struct handin_slots {
    size_t answer, code, code_end;
};
void handin_template_head(const char *lesson, const char *version, const char *student,
                          const char *sheet, struct buf *out);
struct handin_slots handin_template_question(const struct question *q, int number, struct buf *out);
