/* Passes over the words that people put around an answer. Words that deny or change an answer
 * cannot all be listed; words that do neither can. An answer among words is read only when all of
 * them are of the latter. */
#pragma once

#include <stdbool.h>

/* Whether up to `end` (NULL: to its end) stands a word that denies or changes what is said beside
 * it: "not (2, 3)", "anything but b". Such an answer is for a person to read. */
bool answer_denies(const char *text, const char *end);
/* Whether the words between say nothing more than that an answer stands beside them: "I think it
 * is", "hidden cells". Those in `more`, each between blanks, are let pass too; with `code`, names
 * and numbers. */
bool answer_harmless(const char *from, const char *end, const char *more, bool code);
/* What stands behind the last " is " of a harmless sentence; NULL: nothing does. */
const char *answer_behind_is(const char *text, const char *more, bool code);
