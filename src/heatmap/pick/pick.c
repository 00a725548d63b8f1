/* Finds the matrices of a step: heads, batch, rows and columns. */
#include "heatmap/pick/pick.h"

#include "heatmap/pick/pick_event.h"
#include "heatmap/pick/pick_fold.h"
#include "heatmap/pick/pick_layer.h"
#include "heatmap/pick/pick_mask.h"
#include "trace/axes/axes_called.h"
#include "trace/axes/axes_heads.h"
#include "trace/tape/gradient.h"
#include "trace/tape/snapshot.h"

#include "trace/axes/axes.h"
#include "trace/stage/stages.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_CELLS ((int64_t)1 << 26)

/* Which axis is what; -1: there is none. */
struct axes {
    int row, column, head, batch;
};

struct picker {
    struct tape *t;
    const struct choice *c;
    struct picked *out;
    struct error *err;
    int event;
    int like;      /* the event whose result has the same axes: of a gradient that of its tensor */
    int64_t heads; /* in one axis with the batch; 0: they are not */
    struct tape_tensor apart[2]; /* then what is shown and what has the names, as two axes */
    int source[PICK_PANELS];     /* the events whose matrices stand side by side */
    int source_count;
    struct axes axes;
    int first, last; /* heads */
};

static void let_go(struct picked *p)
{
    while (p->held_count > 0) {
        tensor_release(&p->held[--p->held_count]);
    }
}

void picked_free(struct picked *p)
{
    let_go(p);
    arena_free(&p->arena);
    *p = (struct picked){0};
}

static const struct tape_tensor *shown(const struct picker *p)
{
    return p->heads > 0 ? &p->apart[0] : &p->t->event[p->event].output[0];
}

static bool is_map(const struct event *e) /* of queries by keys */
{
    return e->pass >= 0 &&
           (e->stage == STAGE_SCORES || e->stage == STAGE_SCALE || e->stage == STAGE_MASK ||
            e->stage == STAGE_SOFTMAX || e->stage == STAGE_DROPOUT);
}

/* Whether it has as many cells as the weights of its pass: no scaled query, no mask being built. */
static bool is_attention(const struct tape *t, const struct event *e)
{
    if (!is_map(e)) {
        return false;
    }
    const struct tensor *weights = &t->event[t->pass[e->pass].softmax].output[0].tensor;
    const struct tensor *mine = &e->output[0].tensor;
    return mine->ndim >= 2 && weights->ndim == mine->ndim && tensor_same_shape(mine, weights);
}

/* --- axes --- */

static int event_like(const struct picker *p)
{
    const struct event *e = &p->t->event[p->event];
    const struct event *of = e->of >= 0 ? &p->t->event[e->of] : NULL;
    int input = gradient_input(p->t, p->event);
    int like = input >= 0                         ? of->input[input].of.maker
               : of != NULL && e->of_argument < 0 ? e->of
                                                  : -1;
    bool same = like >= 0 && p->t->event[like].output_count > 0 &&
                tensor_same_shape(&p->t->event[like].output[0].tensor, &e->output[0].tensor);
    return same ? like : p->event;
}

/* Whose names and words the axes have. */
static const struct tape_tensor *named(const struct picker *p)
{
    return p->heads > 0 ? &p->apart[1] : &p->t->event[p->like].output[0];
}

/* Batch and heads that share an axis get one each. */
static bool take_apart(struct picker *p)
{
    const struct event *e = &p->t->event[p->event], *like = &p->t->event[p->like];
    int64_t heads = pick_fold_heads(p->t, p->like);
    bool ok =
        heads == 0 || (pick_fold_names(&e->output[0], heads, &p->out->arena, &p->apart[0]) &&
                       pick_fold_names(&like->output[0], heads, &p->out->arena, &p->apart[1]));
    p->heads = ok ? heads : 0;
    return ok || error_memory(p->err);
}

static void find_axes(struct picker *p)
{
    const struct tape_tensor *of = named(p);
    int ndim = of->tensor.ndim, query, key;
    struct axes *a = &p->axes;
    *a = (struct axes){.row = -1, .column = -1, .head = ndim >= 3 ? ndim - 3 : -1, .batch = -1};
    bool map =
        ndim >= 3 && p->heads == 0 && axes_is_map(p->t, p->like, -1, &of->tensor, &query, &key);
    for (int k = 0; map && k < ndim; k++) {
        a->head = k != query && k != key ? k : a->head;
    }
    for (int k = 0; ndim >= 3 && k < ndim; k++) {
        if (axes_has_heads(of, k)) {
            a->head = k;
        }
    }
    map = map && a->head != query && a->head != key;
    for (int k = ndim - 1; k >= 0; k--) {
        bool free = k != a->head && (!map || k == query || k == key);
        int *free_one = !free ? NULL : a->column < 0 ? &a->column : a->row < 0 ? &a->row : NULL;
        if (free_one != NULL) {
            *free_one = k;
        } else if (k != a->head) {
            a->batch = k; /* the first of those that are left */
        }
    }
}

static int64_t size_of(const struct picker *p, int axis)
{
    return axis < 0 ? 1 : shown(p)->tensor.shape[axis];
}

static const char *axis_name(const struct picker *p, int axis)
{
    return axis_called(named(p), axis);
}

/* A copy that outlives the tape. */
static const char *copy_name(struct picker *p, int axis)
{
    const char *name = axis_name(p, axis);
    return name == NULL ? NULL : arena_copy(&p->out->arena, name, strlen(name));
}

/* Names of rows and columns. */
static void name_axes(struct picker *p)
{
    struct picked *out = p->out;
    int query, key;
    out->row.bare = p->axes.row < 0;
    out->row.name = copy_name(p, p->axes.row);
    out->column.name = copy_name(p, p->axes.column);
    if (axes_is_map(p->t, p->like, -1, &p->t->event[p->like].output[0].tensor, &query, &key)) {
        query += p->heads > 0;
        key += p->heads > 0;
        out->row.name = p->axes.row == key ? "key" : p->axes.row == query ? "query" : out->row.name;
        out->column.name = p->axes.column == key     ? "key"
                           : p->axes.column == query ? "query"
                                                     : out->column.name;
    }
}

const char *pick_keep(struct arena *arena, struct buf *text)
{
    const char *kept = text->failed ? NULL : arena_copy(arena, buf_text(text), text->len);
    buf_free(text);
    return kept;
}

bool pick_words(const struct tape_tensor *of, int axis, struct arena *arena, struct axis *out)
{
    const char *const *word = axis_words(of, axis);
    if (word == NULL) {
        return true;
    }
    size_t count = (size_t)of->tensor.shape[axis];
    const char **copy = arena_alloc(arena, count * sizeof *copy);
    for (size_t k = 0; copy != NULL && k < count; k++) {
        copy[k] = arena_copy(arena, word[k], strlen(word[k]));
        copy = copy[k] != NULL ? copy : NULL;
    }
    out->label = copy;
    return copy != NULL;
}

/* The words that the code gives; those of --labels go to rows and columns that are as many. */
static bool label_axes(struct picker *p)
{
    const struct choice *c = p->c;
    struct picked *out = p->out;
    int64_t rows = size_of(p, p->axes.row), columns = size_of(p, p->axes.column);
    bool on_rows = p->axes.row >= 0 && rows == c->token_count;
    bool on_columns = columns == c->token_count;
    if (c->token_count > 0 && !on_rows && !on_columns) {
        return error_set(
            p->err, ERROR_INPUT,
            "--labels: %d label%s for %lld row%s and %lld column%s; give as many as there "
            "are of one of them",
            c->token_count, c->token_count == 1 ? "" : "s", (long long)rows, rows == 1 ? "" : "s",
            (long long)columns, columns == 1 ? "" : "s");
    }
    if (c->token_count > 0) {
        out->row.label = on_rows ? c->token : NULL;
        out->column.label = on_columns ? c->token : NULL;
    } else if (!pick_words(named(p), p->axes.row, &out->arena, &out->row) ||
               !pick_words(named(p), p->axes.column, &out->arena, &out->column)) {
        return error_memory(p->err);
    }
    for (int k = 0; k < 2; k++) {
        struct axis *axis = k == 0 ? &out->row : &out->column;
        axis->name = axis->label != NULL && axis->name == NULL ? "token" : axis->name;
    }
    return true;
}

/* --- heads and batch --- */

/* Whether there are no heads to choose from: it is drawn whole, whichever head is asked for. */
static bool is_whole(const struct picker *p)
{
    const struct event *e = &p->t->event[p->event];
    return p->source_count == 1 && size_of(p, p->axes.head) == 1 && !is_attention(p->t, e) &&
           !axes_has_heads(named(p), p->axes.head);
}

/* "2", "0-3", "all". */
static bool read_heads(struct picker *p, int64_t count)
{
    const char *text = p->c->heads;
    char *end;
    p->first = 0;
    p->last = (int)count - 1;
    if (text == NULL || strcmp(text, "all") == 0) {
        return true;
    }
    long first = strtol(text, &end, 10), last = first;
    bool number = end != text;
    if (number && *end == '-') {
        number = isdigit((unsigned char)end[1]);
        last = strtol(end + 1, &end, 10);
    }
    if (!number || *end != '\0') {
        return error_set(p->err, ERROR_INPUT,
                         "--head %s: give a number, a range such as 0-3, or all", text);
    }
    if (is_whole(p)) {
        p->out->whole = true;
        return true;
    }
    if (first < 0 || last >= count || last < first) {
        return error_set(p->err, ERROR_INPUT, "--head %s: there %s %lld, counted from 0", text,
                         count == 1 ? "is" : "are", (long long)count);
    }
    p->first = (int)first;
    p->last = (int)last;
    return true;
}

bool pick_counts(const char *option, long at, int64_t count, struct error *err)
{
    return at < count || error_set(err, ERROR_INPUT, "%s %ld: there %s %lld, counted from 0",
                                   option, at, count == 1 ? "is" : "are", (long long)count);
}

/* A leading axis of three that is called batch, or whose heads are steps of their own, is one. */
static void lone_axis(struct picker *p)
{
    const struct tape_tensor *of = shown(p);
    const char *name = axis_name(p, p->axes.head);
    bool batch = name != NULL && !axes_has_heads(named(p), p->axes.head);
    if (of->tensor.ndim == 3 && (batch || p->source_count > 1 || p->c->batch >= 0)) {
        p->axes.batch = p->axes.head;
        p->axes.head = -1;
    }
}

/* Steps that stand side by side: the same stage of the heads computed one by one. */
static void find_sources(struct picker *p)
{
    const struct event *e = &p->t->event[p->event];
    int pass[PICK_PANELS];
    p->source[0] = p->event;
    p->source_count = 1;
    if (e->pass < 0 || p->c->layer > 0 || p->c->step > 0 || p->c->name != NULL ||
        step_of_stage(p->t, e->pass, e->stage) != p->event) {
        return;
    }
    int n = heads_of_pass(p->t, e->pass, pass, PICK_PANELS), found = 0;
    for (int k = 0; k < n; k++) {
        int at = step_of_stage(p->t, pass[k], e->stage);
        if (at >= 0 && tensor_same_shape(&p->t->event[at].output[0].tensor, &shown(p)->tensor)) {
            p->source[found++] = at;
        }
    }
    p->source_count = found > 0 ? found : 1;
}

/* --- values --- */

/* Row-major number of the first cell of a head, the rest of the axes being at 0. */
static int64_t start_of(const struct picker *p, const struct tensor *t, int head)
{
    int64_t at = 0;
    for (int k = 0; k < t->ndim; k++) {
        int64_t place = k == p->axes.head                        ? head
                        : k == p->axes.batch && p->c->batch >= 0 ? p->c->batch
                                                                 : 0;
        at = at * t->shape[k] + place;
    }
    return at;
}

/* Where the values lie one after the other as float32; NULL: they do not. */
static const float *values_in_memory(const struct matrix *m, const struct panel *shape)
{
    const struct tensor *t = m->t;
    int64_t next = m->column < 0 ? 1 : t->stride[m->column];
    int64_t down = m->row < 0 ? shape->columns : t->stride[m->row];
    bool dense = t->dtype == DTYPE_FLOAT32 && (next == 1 || shape->columns == 1) &&
                 (down == shape->columns || shape->rows == 1);
    return dense ? (const float *)t->storage->data + tensor_place(t, m->start) : NULL;
}

/* From one cell of an axis to the next, in row-major numbers. */
static int64_t step_of(const struct tensor *t, int axis)
{
    return axis < 0 ? 1 : tensor_count(t, axis + 1, t->ndim);
}

bool pick_matrix(const struct matrix *m, bool borrow, const bool *masked, struct arena *arena,
                 struct panel *out)
{
    const struct tensor *t = m->t;
    int rows = m->row < 0 ? 1 : (int)t->shape[m->row];
    int columns = m->column < 0 ? 1 : (int)t->shape[m->column];
    size_t cells = (size_t)rows * (size_t)columns;
    *out = (struct panel){.rows = rows, .columns = columns};
    out->single = borrow ? values_in_memory(m, out) : NULL;
    double *value = out->single == NULL ? arena_alloc(arena, (cells + 1) * sizeof *value) : NULL;
    bool *hidden = masked != NULL ? arena_alloc(arena, (cells + 1) * sizeof *hidden) : NULL;
    int64_t down = step_of(t, m->row), next = step_of(t, m->column);
    int64_t stride = m->column < 0 ? 0 : t->stride[m->column];
    out->value = value;
    out->masked = hidden;
    for (int r = 0; (value != NULL || hidden != NULL) && r < rows; r++) {
        int64_t first = m->start + r * down, place = tensor_place(t, first);
        for (int c = 0; value != NULL && c < columns; c++) {
            value[r * columns + c] = tensor_double_at(t, place + c * stride);
        }
        for (int c = 0; hidden != NULL && c < columns; c++) {
            hidden[r * columns + c] = masked[first + c * next];
        }
    }
    return (out->single != NULL || value != NULL) && (masked == NULL || hidden != NULL);
}

bool picked_settle(struct picked *p, struct error *err)
{
    for (int k = 0; k < p->panel_count; k++) {
        struct panel *panel = &p->panel[k];
        size_t bytes = (size_t)panel->rows * (size_t)panel->columns * sizeof *panel->single;
        float *own = panel->single == NULL ? NULL : arena_alloc(&p->arena, bytes);
        if (panel->single != NULL && own == NULL) {
            return error_memory(err);
        }
        if (own != NULL) {
            memcpy(own, panel->single, bytes);
            panel->single = own;
        }
    }
    let_go(p);
    return true;
}

static bool set_heading(struct picker *p, int head, struct panel *out)
{
    struct buf text = {0};
    const char *name = axis_name(p, p->axes.head);
    const char *const *word = axis_words(named(p), p->axes.head);
    if (p->source_count > 1 || p->heads > 0 || axes_is_heads(named(p), p->axes.head) ||
        (p->axes.batch >= 0 && is_attention(p->t, &p->t->event[p->like]))) {
        buf_printf(&text, "head %d", head);
    } else if (word != NULL) {
        buf_puts(&text, word[head]);
    } else if (name != NULL) {
        buf_printf(&text, "%s %d", name, head);
    } else {
        buf_printf(&text, "[%d]", head);
    }
    out->heading = pick_keep(&p->out->arena, &text);
    return out->heading != NULL || error_memory(p->err);
}

/* The matrices of one step: all the heads that are asked for, or the one that it is itself. */
static bool add_step(struct picker *p, int event, int number, bool several)
{
    struct picked *out = p->out;
    struct tensor then;
    bool *masked = NULL;
    int first = p->source_count > 1 ? 0 : p->first, last = p->source_count > 1 ? 0 : p->last;
    if (!tape_after(p->t, &p->t->event[event].output[0], event, &then)) {
        return error_set(p->err, ERROR_LIMIT, "%s", p->t->session->in.error.text);
    }
    bool ok = masked_cells(p->t, event, &masked) || error_memory(p->err);
    if (p->heads > 0) {
        const struct tensor folded = then;
        pick_fold_split(&folded, p->heads, &then);
    }
    for (int k = first; ok && k <= last && out->panel_count < PICK_PANELS; k++) {
        struct panel *panel = &out->panel[out->panel_count++];
        const struct matrix of = {&then, start_of(p, &then, k), p->axes.row, p->axes.column};
        ok = (pick_matrix(&of, true, masked, &out->arena, panel) || error_memory(p->err)) &&
             (!several || set_heading(p, p->source_count > 1 ? number : k, panel));
    }
    free(masked);
    out->held[out->held_count++] = then;
    return ok;
}

static bool add_panels(struct picker *p)
{
    int64_t heads = p->source_count > 1 ? p->source_count : size_of(p, p->axes.head);
    if (!read_heads(p, heads) ||
        !pick_counts("--batch", p->c->batch, size_of(p, p->axes.batch), p->err)) {
        return false;
    }
    bool several = heads > 1;
    p->out->of_all = p->last - p->first + 1;
    if (p->source_count == 1) {
        return add_step(p, p->event, 0, several);
    }
    for (int k = p->first; k <= p->last && p->out->held_count < PICK_PANELS; k++) {
        if (!add_step(p, p->source[k], k, several)) {
            return false;
        }
    }
    return true;
}

/* --- words --- */

/* Whether a word of the name begins with the stage's, so that the title need not say it again:
 * attn_scores, scaled. */
static bool tells(const char *name, const char *stage)
{
    for (const char *at = strstr(name, stage); at != NULL; at = strstr(at + 1, stage)) {
        if (at == name || !isalnum((unsigned char)at[-1])) {
            return true;
        }
    }
    return false;
}

/* What is seen at a stage of attention; NULL: the title says it, or nobody knows. */
static const char *seen_at(enum stage stage)
{
    static const char *const seen[STAGE_COUNT] = {
        [STAGE_SCORES] = "how well each query fits each key",
        [STAGE_SCALE] = "how well each query fits each key, scaled",
        [STAGE_MASK] = "how well each query fits each key that it may see",
        [STAGE_SOFTMAX] = "how much each query looks at each key",
        [STAGE_DROPOUT] = "how much each query looks at each key, some at random not",
        [STAGE_CONTEXT] = "what each query has collected",
    };
    return seen[stage];
}

/* One more part of the note. */
static void put_part(struct buf *note)
{
    buf_puts(note, note->len > 0 ? " \u00b7 " : "");
}

/* Which layer, batch and head it is, and how much of it. */
static void write_part(struct picker *p, struct buf *note)
{
    const struct event *e = &p->t->event[p->event];
    const struct tape_tensor *of = shown(p);
    if (e->pass >= 0) {
        scoped_buf layer = {0};
        pick_layer_text(p->t, e->pass, p->source_count, p->c->layer > 0, &layer);
        if (layer.len > 0) {
            put_part(note);
            buf_puts(note, buf_text(&layer));
        }
    }
    for (int k = 0, said = 0; k < of->tensor.ndim; k++) {
        bool chosen = k == p->axes.row || k == p->axes.column || k == p->axes.head ||
                      k == p->axes.batch || of->tensor.shape[k] == 1;
        if (!chosen) { /* what no option picks is told: its first place is shown */
            if (said == 0) {
                put_part(note);
            }
            buf_printf(note, said++ > 0 ? ", %d" : "0 of axis %d", k);
        }
    }
    if (size_of(p, p->axes.batch) > 1) {
        put_part(note);
        buf_printf(note, "batch %d", p->c->batch < 0 ? 0 : p->c->batch);
    }
    if (p->last == p->first && (p->source_count > 1 || size_of(p, p->axes.head) > 1)) {
        put_part(note);
        buf_puts(note, p->out->panel[0].heading);
        p->out->panel[0].heading = NULL;
    }
    if (p->out->of_all > p->out->panel_count) {
        put_part(note);
        buf_printf(note, "the first %d of %d", p->out->panel_count, p->out->of_all);
    }
}

/* Title: "softmax: attn_weights", or "attn_scores". */
static bool set_words(struct picker *p)
{
    const struct event *e = &p->t->event[p->event];
    const char *name = tape_result_name(p->t, p->event, 0);
    struct buf text = {0}, note = {0}, part = {0}, step = {0};
    bool asked = p->c->name != NULL && !(p->c->gradient && e->of >= 0);
    name = asked ? p->c->name : name;
    if (e->stage != STAGE_OTHER && (name == NULL || !tells(name, stage_name(e->stage)))) {
        buf_puts(&text, stage_name(e->stage));
    }
    const struct event *like = &p->t->event[p->like];
    bool inside = p->like != p->event && like->site.source->prelude &&
                  tape_result_name(p->t, p->like, 0) == NULL; /* of no name in the code */
    if (inside && !asked) {
        buf_printf(&text, "%sgradient of %s", text.len > 0 ? ": " : "",
                   like->stage == STAGE_OTHER ? like->name : stage_name(like->stage));
    } else if (name != NULL) {
        buf_printf(&text, "%s%s", text.len > 0 ? ": " : "", name);
    } else if (text.len == 0) {
        buf_puts(&text, e->name);
    }
    buf_printf(&step, "step %s%d \u00b7 ", e->setup ? "s" : "", e->number);
    axes_text(named(p), &step);
    write_part(p, &part);
    const char *seen = seen_at(e->stage);
    bool seeing = seen != NULL && is_attention(p->t, e) && p->like == p->event;
    buf_printf(&note, "%s%s%s", seeing ? seen : "", seeing && part.len > 0 ? " \u00b7 " : "",
               part.len > 0 ? buf_text(&part) : "");
    p->out->part = pick_keep(&p->out->arena, &part);
    p->out->text = pick_keep(&p->out->arena, &text);
    p->out->note = pick_keep(&p->out->arena, &note);
    p->out->step = pick_keep(&p->out->arena, &step);
    return (p->out->text != NULL && p->out->note != NULL && p->out->part != NULL &&
            p->out->step != NULL) ||
           error_memory(p->err);
}

static bool has_finite(const struct picked *out)
{
    for (int k = 0; k < out->panel_count; k++) {
        const struct panel *panel = &out->panel[k];
        for (int at = 0; at < panel->rows * panel->columns; at++) {
            if (!isnan(panel_value(panel, at))) {
                return true;
            }
        }
    }
    return false;
}

bool pick_panels(struct tape *t, const struct choice *c, int event, struct picked *out,
                 struct error *err)
{
    struct picker p = {.t = t, .c = c, .out = out, .err = err, .event = event};
    const struct event *e = &t->event[event];
    *out = (struct picked){.event = event};
    p.like = event_like(&p);
    if (!take_apart(&p)) {
        return false;
    }
    find_sources(&p);
    find_axes(&p);
    lone_axis(&p);
    int64_t cells = tensor_numel(&shown(&p)->tensor);
    if (cells == 0 || cells > MOST_CELLS) {
        return error_set(err, ERROR_INPUT, "step %s%d has %s", e->setup ? "s" : "", e->number,
                         cells == 0 ? "no cells, so there is nothing to show"
                                    : "more cells than a picture can show");
    }
    name_axes(&p);
    out->integers = !dtype_is_float(shown(&p)->tensor.dtype);
    out->weights = is_attention(t, e) && (e->stage == STAGE_SOFTMAX || e->stage == STAGE_DROPOUT);
    bool shares =
        out->weights || strcmp(e->name, "softmax") == 0; /* also without queries and keys */
    out->rule = shares ? SCALE_WEIGHTS : out->integers ? SCALE_PLAIN : SCALE_SIGNED;
    if (!label_axes(&p) || !add_panels(&p) || !set_words(&p)) {
        return false;
    }
    return has_finite(out) ||
           error_set(
               err, ERROR_INPUT,
               "step %s%d holds nothing but NaN, which has no color; qkv lint says where it began",
               e->setup ? "s" : "", e->number);
}
