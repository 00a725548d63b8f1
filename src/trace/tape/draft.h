/* A draft is the record that is being written, the last of the log. Private to src/trace/tape.
 *
 * draft_begin, then what follows the record's own fields, then draft_end; one that is not ended is
 * forgotten. What is false or NULL has raised. */
#pragma once

#include "trace/tape/record.h"

/* A new record of that size, which begins with a struct packed. Where it lies may change with the
 * next call. */
void *draft_begin(struct tape *t, enum packed_kind kind, size_t size);
/* A tensor, and the object whose it is, or NULL. */
bool draft_tensor(struct tape *t, const struct tensor *tensor, const struct tensor_object *object);
/* An argument of draft.call; *inputs counts the tensors in it. */
bool draft_argument(struct tape *t, const struct argument *a, int *inputs);
/* The finished record goes behind the last one. */
bool draft_end(struct tape *t);

/* A text that lives as long as the interpreter; the same one for equal texts. */
const char *draft_text(struct tape *t, const char *text);
/* Whether a value is recorded as a tensor: torch's or NumPy's. */
bool draft_takes(struct tape *t, struct value v);
/* `bytes` more will be taken: the budget learns of them, and of all there is. */
bool draft_room(struct tape *t, size_t bytes);
