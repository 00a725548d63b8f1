/* Finds the sentence of a step, and fills in its numbers. A condition looks at the tape itself
 * and holds only if it finds there what the sentence says. */
#include "trace/report/caption_words.h"
#include "trace/stage/product_axes.h"

#include "trace/stage/pass.h"
#include "trace/tape/event.h"
#include "trace/tape/snapshot.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#define LINE_WIDTH 78 /* of a screen of 80 columns */

static const struct {
    enum stage stage; /* STAGE_COUNT: any */
    uint64_t traits;
    const char *names;        /* NULL and no traits: any */
    caption_condition *holds; /* NULL: always */
    const char *sentence;
} captions[] = {
#define STAGE_ANY STAGE_COUNT
#define CAPTION(id, stage, condition, sentence) {STAGE_##stage, 0, NULL, condition, sentence},
#define OPERATION(id, names, sentence) {STAGE_COUNT, 0, names, NULL, sentence},
#define DOES(id, traits, names, sentence) {STAGE_COUNT, traits, names, NULL, sentence},
#include "trace/report/captions.def"
#undef CAPTION
#undef OPERATION
#undef DOES
};

/* "1 numbers become" is "1 number becomes"; the verb stands right behind. */
static void put_singular(const char **text, struct buf *out)
{
    static const char *const nouns[] = {" numbers", " rows",          " tensors",  " views",
                                        " tables",  " places",        " parts",    " heads",
                                        " scores",  " dot products",  " products", " counts",
                                        " bins",    " whole numbers", " digits"};
    static const struct {
        const char *many, *one;
    } verbs[] = {{" become ", " becomes "},
                 {" lose their mean and are divided by their spread",
                  " loses its mean and is divided by its spread"}};
    for (size_t k = 0; k < sizeof nouns / sizeof nouns[0]; k++) {
        size_t len = strlen(nouns[k]);
        if (strncmp(*text, nouns[k], len) == 0) {
            buf_put(out, nouns[k], len - 1);
            *text += len;
            for (size_t j = 0; j < sizeof verbs / sizeof verbs[0]; j++) {
                size_t verb = strlen(verbs[j].many);
                if (strncmp(*text, verbs[j].many, verb) == 0) {
                    buf_puts(out, verbs[j].one);
                    *text += verb;
                }
            }
            return;
        }
    }
}

/* False: a word of the sentence has no meaning at this step. */
static bool put_sentence(struct captioned *s, const char *text, struct buf *out)
{
    while (*text != '\0') {
        size_t plain = strcspn(text, "{");
        buf_put(out, text, plain);
        text += plain;
        if (*text == '{') {
            size_t len = strcspn(text, "}") - 1, start = out->len;
            if (len == 1 && isdigit((unsigned char)text[1])) {
                caption_put_number(s->n[text[1] - '0'], out);
            } else if (!caption_put_word(s, text + 1, len, out)) {
                return false;
            }
            text += len + 2;
            bool one = out->len - start == 1 && out->data[start] == '1';
            bool part = start >= 5 && strncmp(out->data + start - 4, " of ", 4) == 0 &&
                        isdigit((unsigned char)out->data[start - 5]); /* "0 of 1 numbers" */
            if (one && !part && (start == 0 || out->data[start - 1] == ' ')) {
                size_t each = strlen("each of the ");
                if (start >= each && memcmp(out->data + start - each, "each of the ", each) == 0) {
                    buf_cut(out, start - each);
                    buf_puts(out, "the one");
                }
                put_singular(&text, out);
            }
        }
    }
    return true;
}

bool caption_fits(const char *text)
{
    int lines = 1;
    for (size_t used = 0; *text != '\0';) {
        size_t len = strcspn(text, " "), gap = used > 0;
        bool below = used > 0 && used + gap + len > LINE_WIDTH;
        lines += below;
        used = below ? len : used + gap + len;
        text += len + strspn(text + len, " ");
    }
    return lines <= 2;
}

static bool speaks(struct captioned *s, int row, struct buf *out)
{
    bool stage = captions[row].stage == STAGE_COUNT || captions[row].stage == s->e->stage;
    const char *names = captions[row].names;
    bool any = names == NULL && captions[row].traits == 0;
    bool told =
        any || event_does(s->e, captions[row].traits) || (names != NULL && event_is(s->e, names));
    if (!stage || !told || (captions[row].holds != NULL && !captions[row].holds(s))) {
        return false;
    }
    buf_clear(out);
    bool whole = !any; /* behind it none says less */
    return put_sentence(s, captions[row].sentence, out) && (whole || caption_fits(buf_text(out)));
}

enum caption caption_of(struct tape *t, int event, struct buf *out)
{
    struct captioned s = {.t = t, .event = event, .e = &t->event[event]};
    scoped_buf sentence = {0};
    int k = s.e->output_count > 0 ? 0 : CAPTION_COUNT;
    s.p = s.e->pass >= 0 ? &t->pass[s.e->pass] : NULL;
    while (k < CAPTION_COUNT && !speaks(&s, k, &sentence)) {
        k++;
    }
    if (k < CAPTION_COUNT && out != NULL) {
        buf_puts(out, buf_text(&sentence));
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
    int left, right;
    product_factors(e, &left, &right);
    const struct tensor *q = &e->input[left].of.tensor;
    if (event_does(e, MATMUL | MATVEC)) {
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
    int64_t count = tensor_numel(x), inner = tensor_count(x, axis + 1, x->ndim);
    int64_t size = x->shape[axis];
    for (int64_t k = 0; k < count; k++) {
        if (k / inner % size != 0) {
            continue;
        }
        double sum = 0;
        for (int64_t j = 0; j < size; j++) {
            double v = tensor_cell(x, k + j * inner);
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
