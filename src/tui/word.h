/* Finds the word that is chosen in a line of the code: a name, or the sign of a product. */
#pragma once

#include "tui/viewer.h"

/* Where the nth word of a line begins and ends; false: it has no more. Words in a comment are
 * words, too. */
bool word_find(const char *line, size_t len, int nth, size_t *from, size_t *end);
/* How many words the chosen line of the code has. */
int word_count(const struct viewer *v);
/* The chosen one; false: there is none. */
bool word_text(const struct viewer *v, struct buf *out);
