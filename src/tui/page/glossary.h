/* Tells what words mean: one table (glossary.def), looked up by name or found in a text. */
#pragma once

#include <stddef.h>

struct term {
    const char *name, *others, *text;
};

/* nth term of the table, NULL behind its end. */
const struct term *glossary_term(int nth);
int glossary_count(void);
/* By name or another way to write it, letters of either case; NULL: there is none. */
const struct term *glossary_find(const char *word);
/* The terms in a text, each once, in their order in it; indexes into the table. Returns how many.
 */
int glossary_search(const char *text, int *out, int most);
/* The next of them at *at or behind it, which moves there, and how many bytes of the text it is;
 * -1: there is none. */
int glossary_next(const char *text, const char **at, size_t *len);
