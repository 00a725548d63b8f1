/* Reads a shape comment: `(B, T, C) @ (C, hs) -> (B, T, hs)`. Text only; private to
 * src/trace/axes.
 *
 * A shape is a list of sizes in () or []: names (also with dots), numbers, and products, sums and
 * quotients of these, separated by commas or by `x`; "..." stands for any axes. `B x T x C` without
 * brackets is one if the comment says nothing else, and so is `B, T, C` if the run knows the names.
 * What follows `->`, `=>` or `=` is the result, what `@` or `x` stands between are its operands. */
#pragma once

#include "trace/axes/axes_book.h"

struct said_size {
    const char *at;
    int len;
};

struct said_shape {
    const char *at, *end; /* with its brackets */
    struct said_size size[TENSOR_MAX_DIMS];
    int count;
    int dots;     /* which of them is "...", -1: none */
    bool product; /* `@` or `x` stands before it */
    bool result;  /* an arrow stands before it */
};

#define MOST_SHAPES 8

struct said {
    struct said_shape shape[MOST_SHAPES];
    int count;
    const char *before, *before_end; /* the words in front of the first shape */
    const char *behind, *behind_end; /* and behind the last one */
    bool named;                      /* some size is a name */
    bool listed;                     /* B, T, C without brackets: perhaps names of something else */
};

/* The comment's text, without its `#`. Not a shape in it: count is 0. */
void said_read(const char *text, const char *end, struct said *out);

/* What a size comes to: the next operand of it and the operator in front ('\0': the first, '/' also
 * for //). False: there is no more. */
bool said_operand(const struct said_size *size, int *place, struct said_size *operand, char *op);

/* A statement in the text of a source, from the line on which it begins. */
struct statement_text {
    const char *at;                    /* its first character that is no blank */
    const char *comment, *comment_end; /* behind its last line, without `#`; NULL: none */
    int end_line;
    const char *equals; /* its last = outside of brackets; NULL: none */
    bool assignment;    /* it has an = of its own, and begins with no word like `for` */
};
bool statement_read(const struct source *source, int line, struct statement_text *out);
/* The text of a line that is nothing but a comment. False: it is something else. */
bool comment_line(const struct source *source, int line, const char **text, const char **end);
