/* Writes an explanation as lines of text. Long lines are broken at blanks and go on below their own
 * beginning. */
#pragma once

#include "trace/explain/explain.h"

/* The whole explanation in lines of at most `width` columns, the title first. */
void explain_text(const struct explanation *e, int width, struct buf *out);
