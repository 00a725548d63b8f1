/* `:p EXPR`: what any name or expression is at this step.
 *
 * It is run by the interpreter of the session, after the run, with the names as they stood. Nothing
 * that it does joins the tape, and it may not change a tensor of the run. */
#ifndef QKV_TUI_ASK_H
#define QKV_TUI_ASK_H

#include "base/buf.h"
#include "tui/stepper.h"

/* The answer as text: the value as a notebook shows it, a tensor's shape and strides before it; or
 * the error. */
void ask(const struct stepper *s, const char *expression, struct buf *out);

#endif
