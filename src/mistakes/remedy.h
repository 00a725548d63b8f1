/* The right way beside a wrong one: when the code does a step in a way that is warned of, what the
 * step's own inputs would have given. remedies.def has a row for each. The tape does not change.
 * */
#ifndef QKV_MISTAKES_REMEDY_H
#define QKV_MISTAKES_REMEDY_H

#include "mistakes/warnings.h"

enum remedy_kind {
#define REMEDY(warning, sentence) REMEDY_##warning,
#include "mistakes/remedies.def"
#undef REMEDY
    REMEDY_COUNT
};

/* The remedy of what event `event` is warned of; REMEDY_COUNT: it is not, or there is none. */
enum remedy_kind remedy_find(const struct warnings *w, int event);

/* The right result, to be given back with tensor_release, and its code ("view(2, 6, 2,
 * 1).transpose(1, 2)"). False: it cannot be made; session->in.error is as it was. */
bool remedy_make(struct tape *t, int event, enum remedy_kind kind, struct tensor *out,
                 struct buf *code);

const char *remedy_sentence(enum remedy_kind kind);

#endif
