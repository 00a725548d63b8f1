/* Fills in the words in braces of captions.def. Private to caption*.c. */
#pragma once

#include "trace/report/captioned.h"

/* A word in braces of a sentence. False: it has none at this step. */
bool caption_put_word(struct captioned *s, const char *word, size_t len, struct buf *out);
void caption_put_number(double x, struct buf *out);
/* The one axis that argument `dim` or `axis` names; -1: none, or several. */
int caption_axis(const struct captioned *s);
/* An input's name, or the expression that made it where it stands in the same statement: "keys.T".
 * False: it has neither. */
bool caption_put_operand(const struct captioned *s, int input, struct buf *out);
/* "the queries", where the step's result is these and nothing else; else all that it may be. */
bool caption_roles(struct captioned *s, struct buf *out);
/* What a number of an input is called where its tensor has no name: a letter that is no name in the
 * code, another one for each input. */
char caption_letter(const struct captioned *s, int input);
/* caption_formula.c: sets s->formula to that of the row, with names or x, y; `words`: it may be one
 * in words. False: it speaks of something that has no name here. */
bool caption_formula(struct captioned *s, bool words);
/* Which input holds the indices: of table[ids], embedding, gather; -1: none. */
int caption_ids(const struct captioned *s);
/* How many numbers of the result differ from those of the first input, which has its shape. */
bool caption_changed(struct captioned *s, double *changed);
/* Whether a sentence takes two lines of a screen at most. */
bool caption_fits(const char *text);
/* "their sum", by the row's name; NULL: it has none. */
const char *caption_noun(const struct event *e);
