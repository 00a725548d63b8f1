/* Finds the tables of a story, from the pass of one softmax. */
#include "heatmap/pick/pick.h"
#include "heatmap/pick/pick_event.h"
#include "heatmap/pick/pick_fold.h"
#include "heatmap/pick/pick_layer.h"
#include "heatmap/pick/pick_mask.h"
#include "trace/axes/axes_called.h"
#include "trace/axes/axes_heads.h"
#include "trace/stage/product_axes.h"
#include "trace/tape/snapshot.h"

#include "trace/stage/pass.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct teller {
    struct tape *t;
    const struct choice *c;
    struct story *story;
    struct arena *arena;
    struct error *err;
    const struct pass *pass;
    int head, batch;
    int64_t heads; /* in one axis with the batch; 0: they are not */
};

/* Where the matrix of this batch and head begins, in cells in row-major order. The axis before rows
 * and columns are heads where there are four; of three it is one or the other. A single place
 * serves all. */
static int64_t matrix_start(const struct teller *w, const struct tensor *t)
{
    int64_t at = 0;
    for (int k = 0; k < t->ndim; k++) {
        int leading = t->ndim - 2 - k; /* 1: the axis before the rows */
        int wish = leading < 1                    ? 0
                   : leading == 1 && w->heads > 0 ? w->batch * (int)w->heads + w->head
                   : leading == 1 && t->ndim == 3 ? (w->head > 0 ? w->head : w->batch)
                   : leading == 1                 ? w->head
                   : k == 0                       ? w->batch
                                                  : 0;
        at = at * t->shape[k] + (wish < t->shape[k] ? wish : t->shape[k] - 1);
    }
    return at;
}

static bool fill(struct teller *w, const struct tensor *t, const bool *masked, struct panel *out)
{
    const struct matrix of = {t, matrix_start(w, t), t->ndim > 1 ? t->ndim - 2 : -1, t->ndim - 1};
    if (!pick_matrix(&of, false, masked, w->arena, out)) {
        return error_memory(w->err);
    }
    return out->rows * out->columns > 0 ||
           error_set(w->err, ERROR_INPUT, "a table of this story has no cells");
}

static struct story_table *next_table(struct teller *w, const char *name, const char *sign,
                                      const char *how, enum scale_rule rule)
{
    struct story_table *table = &w->story->table[w->story->count++];
    *table = (struct story_table){.name = name, .sign = sign, .how = how, .rule = rule};
    return table;
}

/* What went into an event. */
static bool add_input(struct teller *w, int event, int input, const char *name, const char *sign)
{
    scoped_tensor then = {0};
    if (!tape_before(w->t, &w->t->event[event].input[input].of, event, &then)) {
        return error_set(w->err, ERROR_LIMIT, "%s", w->t->session->in.error.text);
    }
    struct story_table *table = next_table(w, name, sign, NULL, SCALE_SIGNED);
    bool ok = fill(w, &then, NULL, &table->panel);
    table->asks = event == w->pass->scores && input == w->pass->query;
    return ok;
}

static bool add_result(struct teller *w, int event, const char *name, const char *sign,
                       const char *how, enum scale_rule rule)
{
    scoped_tensor then = {0};
    bool *masked = NULL;
    if (!tape_after(w->t, &w->t->event[event].output[0], event, &then)) {
        return error_set(w->err, ERROR_LIMIT, "%s", w->t->session->in.error.text);
    }
    bool ok = masked_cells(w->t, event, &masked) || error_memory(w->err);
    struct story_table *table = next_table(w, name, sign, how, rule);
    ok = ok && fill(w, &then, masked, &table->panel);
    table->asks = true;
    free(masked);
    return ok;
}

/* The last event of a stage between scores and softmax that has their shape. */
static int between(const struct teller *w, enum stage stage)
{
    const struct pass *p = w->pass;
    int pass = (int)(p - w->t->pass);
    for (int k = p->softmax - 1; k > p->scores; k--) {
        const struct event *e = &w->t->event[k];
        if (e->pass == pass && e->stage == stage && e->output_count > 0 &&
            tensor_same_shape(&e->output[0].tensor, &w->t->event[p->scores].output[0].tensor)) {
            return k;
        }
    }
    return -1;
}

/* Scaled and masked, in the order of the code. A mask that was lost is no part of the story. */
static bool add_middle(struct teller *w)
{
    const struct pass *p = w->pass;
    int scale = between(w, STAGE_SCALE), mask = p->mask > p->scores ? between(w, STAGE_MASK) : -1;
    char *factor = arena_alloc(w->arena, 32);
    if (factor == NULL) {
        return error_memory(w->err);
    }
    snprintf(factor, 32, "\u00d7 %.3g", p->scale);
    mask = mask == p->mask ? mask : -1;
    bool ok = true;
    for (int k = 0; k < 2 && ok; k++) {
        bool masks_now = (k == 0) == (mask >= 0 && (scale < 0 || mask < scale));
        if (masks_now && mask >= 0) {
            ok = add_result(w, mask, "masked", "\u2192", "mask", SCALE_SIGNED);
        } else if (!masks_now && scale >= 0) {
            ok = add_result(w, scale, "scaled", "\u2192", factor, SCALE_SIGNED);
        }
    }
    return ok;
}

static bool is_turned(const struct teller *w, int right)
{
    const struct event *e = &w->t->event[w->pass->scores];
    const struct tensor *k = &e->input[right].of.tensor, *out = &e->output[0].tensor;
    return strcmp(e->op->name, "einsum") != 0 && k->ndim >= 2 && out->ndim >= 1 &&
           k->shape[k->ndim - 1] == out->shape[out->ndim - 1];
}

static bool add_all(struct teller *w)
{
    const struct pass *p = w->pass;
    int left, right;
    product_factors(&w->t->event[p->scores], &left, &right);
    bool turned = is_turned(w, right), keys_first = left == p->key && left != right;
    const char *second = keys_first ? (turned ? "Q\u1d40" : "Q") : turned ? "K\u1d40" : "K";
    return add_input(w, p->scores, left, keys_first ? "K" : "Q", NULL) &&
           add_input(w, p->scores, right, second, turned ? "@" : "\u00b7") &&
           add_result(w, p->scores, "scores", "=", NULL, SCALE_SIGNED) && add_middle(w) &&
           add_result(w, p->softmax, "weights", "\u2192", "softmax", SCALE_WEIGHTS) &&
           add_input(w, p->context, p->value, "V", "@") &&
           add_result(w, p->context, "context", "=", NULL, SCALE_SIGNED);
}

static bool check_places(struct teller *w)
{
    const struct tensor *t = &w->t->event[w->pass->softmax].output[0].tensor;
    int64_t heads = t->ndim >= 3 ? t->shape[t->ndim - 3] : 1,
            batch = t->ndim >= 3 ? t->shape[0] : 1;
    char *end;
    w->heads = pick_fold_heads(w->t, w->pass->softmax);
    if (w->heads > 0) {
        heads = w->heads;
        batch /= w->heads;
    }
    if (w->c->heads != NULL) {
        long head = strtol(w->c->heads, &end, 10);
        if (end == w->c->heads || *end != '\0' || head < 0 || head >= heads) {
            return error_set(w->err, ERROR_INPUT,
                             "--head %s: a story is of one head; there %s %lld, counted from 0",
                             w->c->heads, heads == 1 ? "is" : "are", (long long)heads);
        }
        w->head = (int)head;
    }
    w->batch = w->c->batch < 0 ? 0 : w->c->batch;
    return pick_counts("--batch", w->batch, batch, w->err);
}

static bool has_story(const struct pass *p)
{
    return p->scores >= 0 && p->product == p->scores && p->context >= 0;
}

/* The first that has a story, 0: none; softmaxes of numbers alone may stand before it. */
static int layer_of_story(const struct tape *t)
{
    int layer = 0;
    for (int k = t->pass_count; k > 0; k--) {
        layer = has_story(&t->pass[k - 1]) ? k : layer;
    }
    return layer;
}

bool pick_story(struct tape *t, const struct choice *c, struct story *out, struct arena *arena,
                struct buf *about, struct error *err)
{
    struct teller w = {.t = t, .c = c, .story = out, .arena = arena, .err = err};
    int event, query, key;
    struct choice softmax = {.stage = STAGE_SOFTMAX, .layer = c->layer, .batch = -1};
    softmax.layer = c->layer > 0 ? c->layer : layer_of_story(t);
    if (!pick_event(t, &softmax, &event, err)) {
        return false;
    }
    int pass = t->event[event].pass; /* -1: a softmax outside of attention */
    w.pass = pass >= 0 ? &t->pass[pass] : NULL;
    if (w.pass == NULL || !has_story(w.pass)) {
        return error_set(err, ERROR_INPUT,
                         "the scores of this softmax are no product of queries and "
                         "keys, so there is no story to tell; --stage shows a stage");
    }
    if (!check_places(&w) || !add_all(&w)) {
        return false;
    }
    const struct tensor *weights = &t->event[event].output[0].tensor;
    pick_layer_text(t, pass, 1, c->layer > 0, about);
    bool both = weights->ndim >= 4 || w.heads > 0;
    if (both) {
        buf_printf(about, "%shead %d", about->len > 0 ? " \u00b7 " : "", w.head);
    }
    if (weights->ndim >= 3 && weights->shape[0] > 1) {
        bool head = !both && (w.c->heads != NULL || axes_is_heads(&t->event[event].output[0], 0));
        buf_printf(about, "%s%s %d", about->len > 0 ? " \u00b7 " : "", head ? "head" : "batch",
                   !both && w.head > 0 ? w.head : w.batch);
    }
    if (c->token_count > 0) {
        out->row.label = c->token;
        return c->token_count == out->table[0].panel.rows ||
               error_set(err, ERROR_INPUT, "--labels: %d label%s for %d rows; give one for each",
                         c->token_count, c->token_count == 1 ? "" : "s", out->table[0].panel.rows);
    }
    return !axes_is_map(t, event, -1, weights, &query, &key) ||
           pick_words(&t->event[event].output[0], query, arena, &out->row) || error_memory(err);
}
