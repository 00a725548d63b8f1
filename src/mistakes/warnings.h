/* Declares what is silently wrong with the code: the mistakes that are found in a run. */
#pragma once

#include "mistakes/mistake.h"

struct warning {
    enum mistake_kind kind;
    int event;        /* under whose line it is shown */
    struct span at;   /* the code that it speaks of: never in the prelude */
    const char *text; /* one sentence for a learner, in the tape's arena */
    bool again;       /* the same was said of this place when it ran before */
};

struct warnings {
    struct warning *at; /* in the order of the code's run */
    int count, cap;
};

/* After stages_find and axes_find. False with session->in.error: memory. */
bool warnings_find(struct tape *t, struct warnings *out);
void warnings_free(struct warnings *w);
/* The next warning from `from` on of the events from `first` to `last`, each place once; -1. */
int warnings_next(const struct warnings *w, int from, int first, int last);

/* Whether the result of event `event` is in doubt: its line is warned of, or its stage is doubted.
 */
bool warnings_doubt(const struct warnings *w, const struct tape *t, int event);
/* How many places of the code are warned of. */
int warnings_places(const struct warnings *w);
