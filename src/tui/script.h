/* Takes keys from a text instead of a keyboard: for tests, and to show a screen without a terminal.
 *
 * Names of keys as in keys.def stand between spaces and line breaks ("n n ] Tab j"); a word that is
 * no name is typed letter by letter ("12g"); `#` begins a comment. */
#pragma once

#include "tui/viewer.h"

/* From *text on, which is moved behind what was pressed: to its end, or to a key that quits, runs
 * the code again or edits it; *reaction says which. Behind it the viewer shows what the last key
 * led to. False: memory (session->in.error). */
bool script_run(struct viewer *v, const char **text, unsigned *reaction);
