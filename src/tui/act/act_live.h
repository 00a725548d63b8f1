/* Moves the cursor over the code, and switches lines off. */
#pragma once

#include "tui/viewer.h"

unsigned act_move_cursor(struct viewer *v, int lines); /* in the code */
/* PROMPT_EDIT: whether the editor is opened. */
unsigned act_open_editor(struct viewer *v, uint32_t key);
