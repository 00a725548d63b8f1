/* Gives text and code back as they were before a word processor or a mail changed them. */
#ifndef QKV_EXERCISE_HANDIN_HANDIN_MEND_H
#define QKV_EXERCISE_HANDIN_HANDIN_MEND_H

#include "base/buf.h"
#include "exercise/piece.h"

/* Wide letters as ASCII's, nothing that was crossed out ("~~0.3~~"), no mark of a quote. */
void handin_narrow(struct piece text, struct buf *out);
/* Code as it was meant: without the indentation that all lines share, prompts of the interpreter,
 * blanks and quotation marks of word processors. */
void handin_mend(struct piece code, struct buf *out);

#endif
