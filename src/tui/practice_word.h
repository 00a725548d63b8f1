/* Takes a line that was typed in a practice. */
#pragma once

#include "tui/practice.h"

/* A line that was typed: an answer, or a word of practice.def. False with err as practice_ask. */
bool practice_line(struct practice *p, const char *line, enum practice_wish *wish,
                   struct error *err);
/* Tells the answer of a question that was solved. */
bool practice_answer(struct practice *p, struct error *err);
/* The editor that was asked about stays shut, and the sentence about it goes. */
void practice_shut(struct practice *p);
/* The word of practice.def that a line is, or is the letter of; NULL: it is an answer. */
const char *practice_word(const struct practice *p, const char *line);
