/* Declares what the files that read a lesson's exercises share: the fences, line by line, and where
 * what they read goes. Private to src/exercise. */
#pragma once

#include "exercise/exercise.h"
#include "exercise/piece.h"

struct text_line {
    struct piece text; /* without its end */
    int number;        /* in the file, from 1 */
};

struct fence {
    enum { FENCE_EXERCISE, FENCE_DRAW } word;
    const char *rest; /* what stands behind the word, in the arena */
    int column;       /* of the rest */
    int line, end;    /* the opening and the closing line, or the last one */
    const struct text_line *body;
    int count;
};

struct reader {
    struct exercises *x;
    struct complaints *c;
    struct text_line *lines; /* of the file */
    int line_count;
    struct fence *fence;
    int fence_count;
    bool full; /* no memory is left */
};

/* Finds the fences, and complains about those that are nearly one. */
void fences_find(struct reader *r);

void drawn_read(struct reader *r, const struct fence *f);

/* "", "; did you mean `shape`?" for a complaint's end. */
const char *reader_meant(struct reader *r, const char *word, const char *const *names);
/* A number as Python writes one: 2, -1, 0.5, 1e-4. */
bool reader_number(const char *text, double *out);

/* In the arena; NULL sets r->full. */
void *reader_alloc(struct reader *r, size_t size); /* zeroed */
const char *reader_copy(struct reader *r, struct piece text);
/* Puts one more behind a list of the arena; `list` points to the pointer to it. */
void reader_push(struct reader *r, void *list, int *count, const void *one, size_t size);

bool reader_blank(const struct text_line *line);
/* How many `c` a line begins with, behind at most three blanks. */
int reader_ticks(const struct text_line *line, char c, size_t *indent);

/* The rest: prompt and parts. After fields_read. */
void fence_parts_read(struct reader *r, const struct fence *f, int from, struct exercise *e);
