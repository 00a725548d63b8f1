/* Gives the prose of a lesson as blocks to be shown: headings, paragraphs, lists, tables. Pictures
 * and comments are left out. Words of a paragraph have marks; headings and tables, which have a
 * style of their own, have signs instead (words.h). */
#pragma once

#include "base/buf.h"
#include "lesson/lesson.h"
#include "lesson/words.h"

enum prose_kind {
    PROSE_HEADING,
    PROSE_PARAGRAPH,
    PROSE_LINES /* a table, code: its lines stay as they are */
};

struct prose_block {
    enum prose_kind kind;
    int level;         /* of a heading, from 1 */
    const char *text;  /* in the lesson's arena */
    const char *marks; /* of a paragraph: one of each byte (enum word_mark); else NULL */
    const char *at;    /* of which line of the code it speaks; NULL: not said (struct cell) */
};

struct prose {
    struct prose_block *at;
    int count, cap;
};

/* Appends the blocks of a prose cell. False with err: memory. */
bool prose_read(struct prose *p, struct lesson *l, const struct cell *c, struct error *err);
/* Appends a block of another one. */
bool prose_add(struct prose *p, const struct prose_block *b, struct error *err);
void prose_free(struct prose *p);
