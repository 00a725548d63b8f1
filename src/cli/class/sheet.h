/* A sheet has the questions of one student, as Markdown or as a page to print, and the key to it.
 * Private to src/cli; nothing is read or written here. The same questions give the same bytes on
 * every machine: nothing is measured, what shows a page sets its text. */
#pragma once

#include "exercise/handin/marks.h"
#include "lesson/catalog.h"

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

char sheet_letter(int option);                     /* a, b, c, ... */
void sheet_points(double points, struct buf *out); /* "1 point" */
/* Whether the question's code, what it fills in, or the value it asks for uses that drawn number.
 */
bool sheet_tells(const struct question *q, const struct setting *s);

/* Markdown as HTML, with tables as GitHub has them (sheet_text.c). */
void sheet_text(const char *markdown, struct buf *out);
void sheet_text_line(const char *markdown, struct buf *out); /* without a paragraph around it */
/* Markdown of a lesson, which a stranger may have written, for a reader that would take it at its
 * word: with tags or pictures from elsewhere in it, they are shown as they are typed. */
void sheet_text_harmless(const char *markdown, struct buf *out);

/* A page of several sheets, each of which begins on a new sheet of paper: HTML 5 that is
 * well-formed XML too, with its style and its pictures inside. */
void sheet_html_begin(const char *title, struct buf *out);
void sheet_html(const struct sheet *s, bool key, struct buf *out);
void sheet_html_end(struct buf *out);
/* What one question asks: numbers, text, what is given. `code` writes the code that is to be judged
 * or gone on with. */
void sheet_html_ask(const struct question *q, void (*code)(const struct question *, struct buf *),
                    struct buf *out);

/* A page to fill in (sheet_page.c): a field for each answer, and the template, which the page fills
 * in. It knows nothing of a key. The face comes from src/web/face, embedded. */
void sheet_page(const struct sheet *s, struct buf *out);
extern const struct lesson_file sheet_face_files[];
extern const int sheet_face_count;

/* What is given, as SVG: a table for each matrix of the last two axes, colored by its numbers. */
void sheet_svg_matrix(const struct given *g, struct buf *out);
/* The table that a cell is asked of, empty, the cell framed; nothing if it is large, or one row or
 * column, which shows no more than the words. */
void sheet_svg_blank(const struct question *q, struct buf *out);
