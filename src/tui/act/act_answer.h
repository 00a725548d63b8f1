/* Answers the exercise that a lesson's stop asks; what a key is there is told in asked.h. Private
 * to src/tui. */
#pragma once

#include "tui/viewer.h"

/* A key for the exercise that is looked at; false: it is none. */
bool act_answer(struct viewer *v, uint32_t key, unsigned *reaction);
/* Behind a verdict: it is in sight, and the line to type on stays until the answer is right. */
unsigned act_answered(struct viewer *v);
/* A whole line for it. */
bool act_answer_line(struct viewer *v, const char *line, unsigned *reaction);
