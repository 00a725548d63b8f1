/* What a student handed in: answers by the names of their exercises, out of one file or several.
 *
 * A text (.txt, .md) has lines `name: answer`, or the answer on the line below; what begins with #
 * there is no answer. Code stands in a fence behind its name. In a
 * notebook the Markdown cells are read like that, in a .py file the comments `# name: answer`. Code
 * that no name stands before, the code cells of a notebook and a .py file as a whole answer every
 * exercise that asks for code and has no answer of its own. */
#ifndef QKV_EXERCISE_HANDIN_H
#define QKV_EXERCISE_HANDIN_H

#include "base/buf.h"
#include "exercise/question.h"

#define HANDIN_MOST ((size_t)4 << 20) /* bytes of one file that are read */

struct reply {
    const struct exercise *exercise;
    const char *answer; /* the line's text; "" where there is only code */
    const char *code;   /* NULL: none */
    bool twice;         /* another answer stood before it: this one is the last */
};

struct handin {
    const struct exercises *of; /* borrowed */
    struct reply *reply;        /* one for each exercise of the lesson, in their order */
    const char *student, *lesson, *version, *sheet; /* what its first lines say; NULL: nothing */
    struct buf code;                                /* all code that stands before no name */
    struct buf note; /* sentences: a name that is no exercise's, an answer given twice */
    struct arena arena;
};

/* False with err: memory. */
bool handin_init(struct handin *h, const struct exercises *x, struct error *err);
/* Adds what a file says. ERROR_INPUT with one sentence: it is no UTF-8 text, no notebook. */
bool handin_add(struct handin *h, const char *file, const char *text, size_t len,
                struct error *err);
/* NULL code: none. */
const char *handin_code(const struct handin *h, const struct reply *r);
void handin_free(struct handin *h);

/* Whether a file of that name can hold answers: .txt .md .markdown .ipynb .py .text. */
bool handin_reads(const char *name);

/* The text that a student fills in: its first lines, then a line or a fence for each question.
 * `sheet` is its code (draw.h). */
void handin_template(const struct question *q, int count, const char *lesson, const char *version,
                     const char *student, const char *sheet, struct buf *out);

#endif
