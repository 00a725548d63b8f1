/* Compares lines of code as a reader does: blanks, quotes of either kind and comments
 * make no difference. Private to src/exercise. */
#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "exercise/piece.h"

/* The line without what makes no difference; empty: it holds no code. */
void code_line_plain(struct piece line, struct buf *out);

/* Lines of `wrong`, from 1, that are not in `right`; where `right` only has more, those around the
 * gap. Memory for them is asked of `arena`; false: there is none. */
bool code_line_changes(struct arena *arena, const char *wrong, const char *right, int **lines,
                       int *count);
