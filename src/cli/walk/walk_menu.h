/* Asks which lesson to walk or practise, or which file again: on the screen, or by a line of text.
 * Private to src/cli. */
#pragma once

#include "base/buf.h"
#include "cli/options.h"

enum walk_choice {
    CHOICE_MADE,
    CHOICE_NONE,
    CHOICE_FAILED /* it was told why */
};

/* The name of a lesson or the path of a file, in `name`, which may hold the one that was practised
 * before: there the list begins. *plain: as text, without a screen;
 * *practice: to practise it, not to walk. On the screen a person may turn both. */
enum walk_choice walk_menu(const struct options *o, bool *plain, bool *practice, struct buf *name);
