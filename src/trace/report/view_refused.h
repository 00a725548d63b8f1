/* Tells why a view could not be made: which two axes lie apart in memory. PyTorch's sentence names
 * neither. */
#pragma once

#include "trace/tape/tape.h"

/* Appends the explanation if the run has ended with that exception; nothing otherwise. `t` may be
 * NULL; with a tape, after axes_find, axes have their names. */
void view_refused_text(const struct session *s, const struct tape *t, struct buf *out);
