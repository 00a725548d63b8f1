/* Lets a reader guess before looking. */
#pragma once

#include "tui/viewer.h"

unsigned act_judge_guess(struct viewer *v);
bool act_doubt(struct viewer *v); /* at the last step: asks what the line behind it gives */
/* Behind every action: at a step that was not shown before the result waits for a guess. */
unsigned act_hide(struct viewer *v, unsigned reaction);
