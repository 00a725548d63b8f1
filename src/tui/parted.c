/* Asks src/diff where two runs part, and which of their steps give the same. */
#include "tui/parted.h"

#include "diff/diff.h"

#include <stdio.h>
#include <string.h>

/* Steps whose results are the same. */
static void pair_results(struct match *m, const struct diff *d)
{
    for (int k = 0; k < d->x.tape->event_count && !m->by_code; k++) {
        int held = d->x.first[k],
            twin = held >= 0 && d->x.at[held].telling ? d->x.at[held].twin : -1;
        int old = twin >= 0 && d->r.at[twin].output >= 0 ? d->r.at[twin].event : -1;
        if (old >= 0 && m->old_of[k] < 0 && m->new_of[old] < 0) {
            m->old_of[k] = old;
            m->new_of[old] = k;
        }
    }
}

void parted_find(struct earlier *out, struct match *m, const struct run *now,
                 const struct run *other)
{
    const struct tolerance by = {.absolute = 1e-5, .relative = 1e-5};
    struct error none = {0};
    struct diff d;
    if (!diff_make(&d, now, other, &by, &none)) {
        error_clear(&now->session->in.error);
        error_clear(&other->session->in.error);
        return;
    }
    pair_results(m, &d);
    out->same = d.same;
    bool drawn = d.culprit.reason != NULL && strcmp(d.culprit.reason, "drawn") == 0;
    if (!d.same && !drawn && d.culprit.event >= 0) { /* of other data the stages are compared */
        out->parted = d.culprit.event + 1;
        snprintf(out->why, sizeof out->why, "%s", buf_text(&d.culprit.why));
    }
    diff_free(&d);
}
