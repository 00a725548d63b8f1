/* Declares the other ways to do a step, from the step's own inputs: of one that is warned of the
 * right way, else well-known wrong ones. The tape does not change. */
#pragma once

#include "mistakes/warnings.h"

struct instead {
    enum mistake_kind kind;
    bool right; /* the mistake is mended; else it is made */
};

/* All of event `event` that the walkthrough shows: the right one first, then the wrong ones, common
 * ones first; returns how many. `w` may be NULL: no right one. After stages_find. */
int instead_list(struct tape *t, const struct warnings *w, int event,
                 struct instead out[MISTAKE_COUNT]);
/* The result, to be given back with tensor_release, and its code ("view(2, 2, 6, 1)"). False: it
 * cannot be made (memory); session->in.error is as it was. */
bool instead_make(struct tape *t, int event, struct instead way, struct tensor *out,
                  struct buf *code);
/* To somebody who sees both. */
const char *instead_sentence(struct instead way);
