/* A sheet: the questions of one student, as Markdown or as a page to print, and the key to it.
 * Private to src/cli; nothing is read or written here. The same questions give the same bytes on
 * every machine: nothing is measured, what shows a page sets its text. */
#ifndef QKV_CLI_SHEET_H
#define QKV_CLI_SHEET_H

#include "exercise/handin/marks.h"

struct sheet {
    const struct marking *marking;
    const struct student *student;
    const char *title;    /* of the lesson */
    char code[CODE_SIZE]; /* draw.h */
    struct question *question;
    int count;
    double points;
};

/* False with err: a question cannot be made; nothing is left to free. */
bool sheet_make(struct sheet *s, const struct marking *m, const struct student *student,
                const char *title, struct error *err);
void sheet_free(struct sheet *s);

/* key: with the answers, for the teacher. */
void sheet_markdown(const struct sheet *s, bool key, struct buf *out);

/* A row for each question: student, name, sheet, exercise, kind, points, key. */
void sheet_key_head(struct buf *out);
void sheet_key_rows(const struct sheet *s, struct buf *out);
/* One field of a CSV file, in quotes where it needs them. What a spreadsheet would take for a
 * formula gets a ' in front. */
void sheet_field(const char *text, struct buf *out);
/* The same as it is, for a file that is read again. */
void sheet_field_raw(const char *text, struct buf *out);

char sheet_letter(int option); /* a, b, c, ... */
/* Whether the question shows or uses that drawn number: code that is judged with it does neither.
 */
bool sheet_tells(const struct question *q, const struct setting *s);

#endif
