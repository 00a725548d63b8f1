/* "If ... instead": what a well-known wrong way would have made of a step, computed from the step's
 * own inputs. instead.def has a row for each. Nothing of it joins the tape. */
#ifndef QKV_TRACE_INSTEAD_H
#define QKV_TRACE_INSTEAD_H

#include "trace/tape.h"

enum instead_kind {
#define INSTEAD(id, sentence) INSTEAD_##id,
#include "trace/instead.def"
#undef INSTEAD
    INSTEAD_COUNT
};

/* The ways that event `event` could have gone wrong, in the order of the table; returns how many.
 * After stages_find. */
int instead_list(struct tape *t, int event, enum instead_kind kinds[INSTEAD_COUNT]);

/* One of these: its result, to be given back with tensor_release, and its code ("view(2, 2, 6,
 * 1)"). False: it cannot be made (memory); session->in.error is as it was. */
bool instead_make(struct tape *t, int event, enum instead_kind kind, struct tensor *out,
                  struct buf *code);

const char *instead_sentence(enum instead_kind kind);

#endif
