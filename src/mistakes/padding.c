/* Finds padding that gets weights though the code knows where it is: ids != PAD. */
#include "mistakes/tokens.h"
#include "mistakes/warn.h"
#include "tensor/shape/tensor.h"
#include "trace/tape/event.h"
#include "trace/tape/location.h"

#include <stdlib.h>

#define LEAST_WEIGHT 1e-6

/* A comparison of token ids with one number, which is padding: it stands at the end of sentences,
 * or at the beginning of all, more of it in one than in another. */
struct padding {
    int event; /* the comparison */
    struct tensor ids;
    double pad;
};

static bool is_pad(const struct padding *d, int64_t sentence, int64_t token)
{
    return tensor_cell(&d->ids, sentence * d->ids.shape[1] + token) == d->pad;
}

static bool is_padding(const struct padding *d)
{
    int64_t least = INT64_MAX, most = 0, size = d->ids.shape[1];
    bool behind = true, before = true;
    for (int64_t b = 0; b < d->ids.shape[0]; b++) {
        int64_t count = 0;
        for (int64_t k = 0; k < size; k++) {
            count += is_pad(d, b, k);
        }
        for (int64_t k = 0; k < size; k++) {
            behind &= is_pad(d, b, k) == (k >= size - count);
            before &= is_pad(d, b, k) == (k < count);
        }
        least = count < least ? count : least;
        most = count > most ? count : most;
    }
    return (behind || before) && most > 1 && most < size && least < most;
}

/* The number that a comparison compares with; a tensor of one cell is one, too. */
static bool number_of(const struct event *e, double *out)
{
    for (int k = 0; k < 2 && k < e->arg_count; k++) {
        if (value_is_number(e->arg[k].value)) {
            *out = value_number(e->arg[k].value);
            return true;
        }
    }
    return false;
}

static bool open_padding(struct warner *w, int event, struct padding *out)
{
    const struct event *e = &w->tape->event[event];
    *out = (struct padding){.event = event};
    if (e->of >= 0 || !event_is(e, OP_ne OP_eq) || e->input_count != 1 ||
        e->input[0].of.tensor.dtype != DTYPE_INT64 || e->input[0].of.tensor.ndim != 2 ||
        e->input[0].of.tensor.shape[0] < 2 || !number_of(e, &out->pad)) {
        return false;
    }
    return warn_takes(w, event, 0, &out->ids) && is_padding(out);
}

/* Whether what is met looks these ids up, and no others of that shape. */
static bool are_looked_up(struct warner *w, const struct padding *d)
{
    struct graph *g = &w->graph;
    bool own = false, others = false;
    for (int k = 0; k < g->count && !w->failed; k++) {
        const struct event *e = &w->tape->event[g->queue[k]];
        int input = tokens_input(e);
        scoped_tensor ids = {0};
        if (input < 0 || !tensor_same_shape(&e->input[input].of.tensor, &d->ids) ||
            tokens_are_counted(w->tape, &e->input[input].of) ||
            !warn_takes(w, g->queue[k], input, &ids)) {
            continue;
        }
        bool same = tokens_are_same(&ids, &d->ids);
        own |= same;
        others |= !same;
    }
    return own && !others;
}

/* How many weights of words fall on words and on padding, in sentences that have some. */
struct fall {
    int64_t words, padding;
};

static bool count_weights(struct warner *w, const struct pass *p, const struct padding *d,
                          struct fall *out)
{
    const struct tensor *shape = &w->tape->event[p->softmax].output[0].tensor;
    int64_t batch = d->ids.shape[0], size = d->ids.shape[1];
    scoped_rows r = {0};
    *out = (struct fall){0};
    if (shape->ndim < 3 || p->axis != shape->ndim - 1 || shape->shape[p->axis] != size ||
        shape->shape[0] % batch != 0 || (shape->ndim > 3 && shape->shape[0] != batch)) {
        return false;
    }
    int64_t queries = shape->shape[p->axis - 1];
    rows_of_result(w, p->softmax, p->axis, &r);
    for (int64_t k = 0; !w->failed && k < r.count; k++) {
        int64_t b = k / (r.count / batch), query = k % queries;
        if (queries == size && is_pad(d, b, query)) {
            continue; /* what is padded itself is of no interest */
        }
        bool some = is_pad(d, b, 0) || is_pad(d, b, size - 1);
        for (int64_t j = 0; some && j < size; j++) {
            bool falls = rows_at(&r, k, j) > LEAST_WEIGHT;
            out->padding += falls && is_pad(d, b, j);
            out->words += falls && !is_pad(d, b, j);
        }
    }
    return !w->failed && r.count > 0;
}

/* Whether the same was said of the mask in other words. */
static bool is_told(const struct warner *w, int pass)
{
    const struct warnings *out = w->out;
    for (int k = 0; k < out->count; k++) {
        bool here = w->tape->event[out->at[k].event].pass == pass;
        if (here && (out->at[k].kind == MISTAKE_row_fully_masked ||
                     out->at[k].kind == MISTAKE_mask_polarity)) {
            return true;
        }
    }
    return false;
}

static void warn_of_pass(struct warner *w, int pass, const struct padding *d)
{
    const struct pass *p = &w->tape->pass[pass];
    struct fall fall;
    if (p->product < 0 || !count_weights(w, p, d, &fall) || fall.padding == 0 || is_told(w, pass)) {
        return;
    }
    tokens_meet(&w->graph, p->product, p->key);
    if (!are_looked_up(w, d) || w->failed) {
        return;
    }
    scoped_buf line = {0};
    location_line(w->tape, &w->tape->event[d->event].code, &line);
    if (fall.words == 0) {
        warn_add(w, p->softmax,
                 "all weights fall on padding, and none on words: the mask of %s is turned around",
                 buf_text(&line));
    } else {
        warn_add(w, p->softmax,
                 "%lld weight%s on padding, which %s knows of: hide it as keys, before softmax",
                 (long long)fall.padding, fall.padding == 1 ? " falls" : "s fall", buf_text(&line));
    }
}

void find_padding_seen(struct warner *w)
{
    for (int k = 0; w->tape->pass_count > 0 && k < w->tape->event_count && !w->failed; k++) {
        struct padding d;
        if (open_padding(w, k, &d)) {
            for (int pass = 0; pass < w->tape->pass_count && !w->failed; pass++) {
                warn_of_pass(w, pass, &d);
            }
        }
        tensor_release(&d.ids);
    }
}
