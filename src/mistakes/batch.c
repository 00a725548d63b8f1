/* Finds attention over the batch: nn.MultiheadAttention takes (tokens, batch, width) unless it is
 * told batch_first. Only names of the code tell the two apart. */
#include "base/named.h"
#include "mistakes/warn.h"
#include "trace/axes/axes.h"

#include <string.h>

static bool is_batch(const char *name)
{
    static const char *const names[] = {"b", "B", "bs", "bsz", "batch", "batch_size", "BATCH_SIZE"};
    return NAMED(names, name) >= 0;
}

/* The first step of PyTorch's function of that name; its first input is the query. */
static bool begins_attention(const struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    return e->of < 0 && e->call >= 0 && t->call[e->call].prelude && e->input_count > 0 &&
           e->input[0].of.tensor.ndim == 3 &&
           strcmp(t->call[e->call].name, "multi_head_attention_forward") == 0 &&
           (event == 0 || t->event[event - 1].call != e->call);
}

void find_batch_first(struct warner *w)
{
    bool begins = begins_attention(w->tape, w->at);
    const char *tokens = begins ? axis_called(&w->event->input[0].of, 0) : NULL;
    const char *batch = is_batch(tokens) ? axis_called(&w->event->input[0].of, 1) : NULL;
    if (batch != NULL && !is_batch(batch)) {
        warn_add(w, w->at,
                 "attention runs over the batch: %s comes first and %s second, and without "
                 "batch_first=True the tokens come first",
                 tokens, batch);
    }
}
