/* Finds the words for inputs and cells. */
#pragma once

#include "trace/explain/explainer.h"

/* What explanations call an input: its name in the code ("queries"), else the expression that made
 * it
 * ("keys.transpose(2, 3)"), else the parameter's name ("weight"). */
void name_of_input(struct tape *t, int event, int input, struct buf *out);
/* The expression that made the result of an event of the same statement: "keys.transpose(2, 3)", in
 * parentheses where an index behind it would go elsewhere. False: it is too long, or not there. */
bool name_code(const struct explainer *t, int event, struct buf *out);
/* What the title calls the result. */
void name_result(const struct explainer *t, struct buf *out);
/* The name in the code, else the expression, else the parameter's name. */
void name_input(const struct explainer *t, int input, struct buf *out);
/* "[0, 1]" */
void name_place(const struct tensor *x, int64_t cell, struct buf *out);
void name_cell(const struct explainer *t, int input, int64_t cell, struct buf *out);
/* Takes brackets away that are around the whole text. */
void name_bare(struct buf *text);
/* "storage offset = 1*12 + 3*2 + 1 = 19" without the words: what adds nothing is left out. */
void name_offset(const struct tensor *x, const int64_t *at, struct buf *out);
