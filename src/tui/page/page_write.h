/* Writes a page: line by line, into a grid or only to be counted. Private to src/tui. */
#pragma once

#include "tui/page/page.h"

struct page_writer {
    const struct viewer *v;
    struct grid *g;  /* NULL: the lines are only counted */
    struct buf *out; /* of a page as text, else NULL: where the grid goes when it is full */
    int x, y, width, height, first;
    int line; /* written so far */
    int used; /* of them, up to the last with something in it */
    int here; /* the line of the current step, -1 */
};

/* Into the line that is being written, at a column. */
void page_put(struct page_writer *w, int column, enum style style, const char *text);
/* A line with nothing else in it. */
void page_line(struct page_writer *w, enum style style, const char *text);

/* The line that is being written stands for that. */
void page_spot(struct page_writer *w, enum spot_kind kind, int64_t a, int64_t b);

/* A text of several lines; what is too long is broken, at a space if there is one. */
void page_text(struct page_writer *w, enum style style, int indent, const char *all);
/* The same of a part of running text, and of a line of Markdown. */
void page_words_part(struct page_writer *w, enum style style, int indent, const char *text,
                     const char *marks, size_t from, size_t end);
void page_words_line(struct page_writer *w, enum style style, int indent, const char *line);

/* A line of code from a column on; what is too long goes on below, further in. */
void page_code_line(struct page_writer *w, int column, const char *line);

/* The pages that have files of their own. */
void page_code(struct page_writer *w);
void page_guide(struct page_writer *w);
void page_help(struct page_writer *w);
void page_parts(struct page_writer *w);
void page_points(struct page_writer *w);
void page_where(struct page_writer *w);
void page_words(struct page_writer *w);
