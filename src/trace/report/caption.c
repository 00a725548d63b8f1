/* Finding the sentence of a step, and filling in its numbers. A condition looks at the tape itself
 * and holds only if it finds there what the sentence says. */
#include "trace/report/captioned.h"

#include "trace/report/event_text.h"
#include "trace/tape/event.h"
#include "trace/tape/snapshot.h"

#include <math.h>
#include <string.h>

static const struct {
    enum stage stage;
    caption_condition *holds;
    const char *sentence;
} captions[] = {
#define STAGE_ANY STAGE_COUNT
#define CAPTION(id, stage, condition, sentence) {STAGE_##stage, condition, sentence},
#include "trace/report/captions.def"
#undef CAPTION
};

static void put_number(double x, struct buf *out)
{
    if (x == floor(x) && fabs(x) < 1e6) {
        buf_printf(out, "%.0f", x);
    } else {
        buf_printf(out, "%.5g", x);
    }
}

static void put_word(const struct captioned *s, const char *word, size_t len, struct buf *out)
{
    if (len == 1) {
        put_number(s->n[*word - '0'], out);
    } else if (strncmp(word, "in", len) == 0) {
        event_sizes(caption_in(s, 0), out);
    } else if (strncmp(word, "out", len) == 0) {
        event_sizes(caption_out(s), out);
    } else if (strncmp(word, "op", len) == 0) {
        buf_puts(out, s->e->op->name);
    } else {
        buf_puts(out, buf_text(&s->formula));
    }
}

static void put_sentence(const struct captioned *s, const char *text, struct buf *out)
{
    while (*text != '\0') {
        size_t plain = strcspn(text, "{");
        buf_put(out, text, plain);
        text += plain;
        if (*text == '{') {
            size_t len = strcspn(text, "}") - 1;
            put_word(s, text + 1, len, out);
            text += len + 2;
        }
    }
}

enum caption caption_of(struct tape *t, int event, struct buf *out)
{
    struct captioned s = {.t = t, .event = event, .e = &t->event[event]};
    int k = 0;
    s.p = s.e->pass >= 0 ? &t->pass[s.e->pass] : NULL;
    while (k < CAPTION_COUNT) {
        bool meant = captions[k].stage == STAGE_COUNT || captions[k].stage == s.e->stage;
        if (meant && s.e->output_count > 0 && captions[k].holds(&s)) {
            break;
        }
        k++;
    }
    if (k < CAPTION_COUNT && out != NULL) {
        put_sentence(&s, captions[k].sentence, out);
    }
    buf_free(&s.formula);
    return (enum caption)k;
}

/* --- what conditions ask --- */

const struct tensor *caption_in(const struct captioned *s, int input)
{
    return input < s->e->input_count ? &s->e->input[input].of.tensor : NULL;
}

const struct tensor *caption_out(const struct captioned *s)
{
    return &s->e->output[0].tensor;
}

/* Each axis of the result is an axis of the input with the same step in memory. Axes of size 1 have
 * any. */
bool caption_permutes(const struct captioned *s, int *order)
{
    const struct tensor *in = caption_in(s, 0), *out = caption_out(s);
    bool used[TENSOR_MAX_DIMS] = {false}, moved = false;
    if (in == NULL || !event_transposes(s->e) || s->e->effect != STORAGE_VIEW ||
        in->ndim != out->ndim || in->offset != out->offset) {
        return false;
    }
    for (int d = 0; d < out->ndim; d++) {
        int from = -1;
        for (int k = 0; k < in->ndim; k++) { /* where it was, if it may have stayed */
            bool fits =
                !used[k] && in->shape[k] == out->shape[d] && in->stride[k] == out->stride[d];
            from = fits && (from < 0 || k == d) ? k : from;
        }
        if (from < 0) {
            return false;
        }
        used[from] = true;
        moved |= from != d;
        if (order != NULL) {
            order[d] = from;
        }
    }
    return moved;
}

const struct tensor *caption_scores(const struct captioned *s)
{
    return s->p != NULL && s->p->scores >= 0 ? &s->t->event[s->p->scores].output[0].tensor : NULL;
}

int64_t caption_width(const struct captioned *s)
{
    const struct tensor *scores = caption_scores(s);
    if (scores == NULL) {
        return 0;
    }
    const struct event *e = &s->t->event[s->p->product];
    const struct tensor *q = &e->input[s->p->query].of.tensor;
    if (event_is(e, OP_matmul OP_mm OP_bmm OP_mv OP_dot)) {
        return q->ndim > 0 ? q->shape[q->ndim - 1] : 0;
    }
    int64_t cells = tensor_numel(scores);
    return s->p->product != s->p->scores && cells > 0 ? tensor_numel(&e->output[0].tensor) / cells
                                                      : 0;
}

bool caption_result(const struct captioned *s, struct tensor *out)
{
    bool ok = tensor_numel(caption_out(s)) <= CAPTION_CELLS_MOST &&
              tape_after(s->t, &s->e->output[0], s->event, out);
    error_clear(&s->t->session->in.error);
    return ok;
}

bool caption_before(const struct captioned *s, int input, struct tensor *out)
{
    bool ok = tensor_numel(caption_in(s, input)) <= CAPTION_CELLS_MOST &&
              tape_before(s->t, &s->e->input[input].of, s->event, out);
    error_clear(&s->t->session->in.error);
    return ok;
}

bool caption_adds_up(const struct tensor *x, int axis)
{
    int64_t count = tensor_numel(x), inner = 1, size = x->shape[axis];
    for (int d = axis + 1; d < x->ndim; d++) {
        inner *= x->shape[d];
    }
    for (int64_t k = 0; k < count; k++) {
        if (k / inner % size != 0) {
            continue;
        }
        double sum = 0;
        for (int64_t j = 0; j < size; j++) {
            double v = tensor_double_at(x, tensor_place(x, k + j * inner));
            if (!(v >= 0)) {
                return false;
            }
            sum += v;
        }
        if (fabs(sum - 1) >
            (x->dtype == DTYPE_BFLOAT16 || x->dtype == DTYPE_FLOAT16 ? .02 : 1e-4)) {
            return false;
        }
    }
    return count > 0;
}
