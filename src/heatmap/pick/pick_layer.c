/* Tells which of several softmaxes is shown, and whether each is a layer. */
#include "heatmap/pick/pick_layer.h"

#include "heatmap/pick/pick_event.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LAYERS = 64 };

/* Whether both are projected from one tensor, or by the same weights. */
static bool share(const struct event *a, const struct event *b)
{
    for (int k = 0; k < a->input_count; k++) {
        for (int j = 0; j < b->input_count; j++) {
            if (a->input[k].of.serial == b->input[j].of.serial) {
                return true;
            }
        }
    }
    return false;
}

/* Whether what `maker` gave goes into `event`, by whatever way. `wanted`: a place for each event,
 * all false. */
static bool comes_from(const struct tape *t, int event, int maker, bool *wanted)
{
    wanted[event] = true;
    for (int k = event; k > maker; k--) {
        const struct event *e = &t->event[k];
        for (int j = 0; wanted[k] && j < e->input_count; j++) {
            int of = e->input[j].of.maker;
            if (of >= maker && of < k) {
                wanted[of] = true;
            }
        }
    }
    return wanted[maker];
}

/* Whether each of the passes, `step` apart, has projections of its own and reads what the one
 * before it gave. */
static bool are_layers(const struct tape *t, int step)
{
    int made[MOST_LAYERS], count = 0;
    bool *wanted = calloc((size_t)t->event_count + 1, sizeof *wanted), ok = wanted != NULL;
    for (int k = 0; ok && k < t->pass_count; k += step) {
        int before = k > 0 ? t->pass[k - step].context : 0;
        int at = count < MOST_LAYERS ? step_of_stage(t, k, STAGE_PROJECT) : -1;
        ok = at >= 0 && before >= 0;
        if (ok && k > 0) {
            memset(wanted, 0, (size_t)t->event_count * sizeof *wanted);
            ok = comes_from(t, at, before, wanted);
        }
        for (int j = 0; ok && j < count; j++) {
            ok = !share(&t->event[made[j]], &t->event[at]);
        }
        made[count++] = at;
    }
    free(wanted);
    return ok;
}

void pick_layer_text(const struct tape *t, int pass, int heads, bool asked, struct buf *out)
{
    int count = t->pass_count / heads;
    bool several = t->pass_count % heads == 0 && count > 1,
         layers = several && are_layers(t, heads);
    if (layers || (several && asked)) {
        buf_printf(out, "%s %d of %d", layers ? "layer" : "softmax", pass / heads + 1, count);
    }
}
