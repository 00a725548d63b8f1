/* Holds the table of stages, and decides what a comment in the code overrides, what counts as
 * set-up, and the numbers of steps that people see. The rule itself is in pass.c and path.c. */
#include "trace/stage/stages.h"

#include "base/named.h"
#include "trace/stage/path.h"
#include "trace/tape/event.h"
#include "trace/tape/gradient.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
#define STAGE(id, name) name,
#include "trace/tape/stages.def"
#undef STAGE
};

const char *stage_name(enum stage s)
{
    return names[s];
}

bool stage_of_name(const char *name, enum stage *out)
{
    int k = NAMED(names, name);
    *out = k >= 0 ? (enum stage)k : *out;
    return k >= 0;
}

static bool same_cells(const struct tensor *a, const struct tensor *b)
{
    return tensor_same_shape(a, b) && a->offset == b->offset &&
           memcmp(a->stride, b->stride, (size_t)a->ndim * sizeof *a->stride) == 0;
}

int stages_taken_whole(const struct tape *t, int mask)
{
    const struct event *e = &t->event[mask];
    int at = e->pass >= 0 && e->effect == STORAGE_IN_PLACE ? t->pass[e->pass].softmax : -1;
    const struct tensor *weights = at >= 0 ? &t->event[at].output[0].tensor : NULL;
    while (at > mask && t->event[at].input_count > 0) {
        const struct tape_tensor *of = &t->event[at].input[0].of;
        if (of->tensor.storage == e->output[0].tensor.storage) {
            bool other = !same_cells(&of->tensor, &e->output[0].tensor);
            return other && tensor_same_shape(&of->tensor, weights) ? at : -1;
        }
        at = of->maker;
    }
    return -1;
}

/* --- # stage: NAME --- */

#define STAGE_COMMENT "# stage:"

/* Reads the comment in a line of code; `alone` tells whether nothing stands before it. */
static bool comment_stage(const char *text, size_t len, enum stage *out, bool *alone)
{
    static const char mark[] = STAGE_COMMENT;
    for (size_t k = 0; k + sizeof mark - 1 <= len; k++) {
        if (strncmp(text + k, mark, sizeof mark - 1) != 0) {
            continue;
        }
        char name[16];
        size_t from = k + sizeof mark - 1, n = 0;
        while (from < len && text[from] == ' ') {
            from++;
        }
        while (from + n < len && n + 1 < sizeof name && strchr(" \t\r\n", text[from + n]) == NULL) {
            name[n] = text[from + n];
            n++;
        }
        name[n] = '\0';
        *alone = strspn(text, " \t") >= k;
        return stage_of_name(name, out);
    }
    return false;
}

static bool override_of(const struct span *at, enum stage *out)
{
    bool alone;
    size_t len;
    for (int line = at->line; line <= at->end_line; line++) {
        const char *text = source_line(at->source, line, &len);
        if (text != NULL && comment_stage(text, len, out, &alone) && !alone) {
            return true;
        }
    }
    const char *above = at->line > 1 ? source_line(at->source, at->line - 1, &len) : NULL;
    return above != NULL && comment_stage(above, len, out, &alone) && alone;
}

/* Whether a source has such comments at all; `asked` remembers it. */
static bool has_comments(struct map *asked, const struct source *s)
{
    uint64_t key = (uint64_t)(uintptr_t)s;
    int64_t has = map_get(asked, key, -1);
    if (has < 0) {
        has = strstr(s->text, STAGE_COMMENT) != NULL;
        (void)map_set(asked, key, has); /* without memory it is asked again */
    }
    return has > 0;
}

/* A statement that holds others (for, def) speaks for its own line only. */
static void override(struct tape *t)
{
    scoped_map asked = {0};
    for (int k = 0; k < t->event_count; k++) {
        struct event *e = &t->event[k];
        struct span at = e->statement != NULL ? e->statement->span : e->code;
        enum stage stage;
        if (e->statement != NULL &&
            (e->statement->body.count > 0 || e->statement->orelse.count > 0)) {
            at = e->code;
        }
        if (e->figure == NULL && has_comments(&asked, at.source) && override_of(&at, &stage)) {
            e->stage = stage;
        }
    }
}

/* --- set-up --- */

/* A mask that is laid over scores, not one that is being built. */
static bool lays_mask(const struct tape *t, const struct event *e)
{
    return e->stage == STAGE_MASK && e->pass >= 0 && e->output_count > 0 &&
           tensor_same_shape(&e->output[0].tensor,
                             &t->event[t->pass[e->pass].softmax].output[0].tensor) &&
           (event_does(e, ADDS | SUBTRACTS | MULTIPLIES | MASKS) || event_is(e, OP___setitem__));
}

static bool is_integers(const struct tape_tensor *of)
{
    return dtype_category(of->tensor.dtype) == CATEGORY_INT;
}

/* Integers of integers: token ids that are cut into batches. */
static bool is_ids(const struct event *e)
{
    bool all =
        e->stage == STAGE_OTHER && event_is(e, OP___getitem__ OP_unbind OP_stack OP_cat OP_concat
                                                   OP_add OP_sub OP_flip OP_clone OP_to OP_long);
    for (int k = 0; all && k < e->input_count; k++) {
        all = is_integers(&e->input[k].of);
    }
    for (int k = 0; all && k < e->output_count; k++) {
        all = is_integers(&e->output[k]);
    }
    return all;
}

/* Token ids that are written into a table. */
static bool lays_ids(const struct event *e)
{
    bool all = e->stage == STAGE_OTHER && event_lays(e);
    for (int k = 0; all && k < e->input_count; k++) {
        all = is_integers(&e->input[k].of);
    }
    return all;
}

/* What is done with inputs and masks before attention begins: stacked into a batch, converted,
 * compared. */
static bool prepares(const struct tape *t, const struct event *e)
{
    return (e->stage == STAGE_MASK && !lays_mask(t, e)) || lays_ids(e) ||
           (e->stage == STAGE_OTHER &&
            (event_does(e, JOINS | CONVERTS | TRIANGLES | COMPARES | FROM_DATA | NEGATES) ||
             event_is(e, OP_clone OP_from_numpy OP_numpy OP_requires_grad_ OP_detach OP_copy
                             OP_set_data)));
}

/* Weights of a model that was built take other numbers. */
static bool fills_weights(const struct tape *t, const struct event *e)
{
    bool writes = e->stage == STAGE_OTHER && e->effect == STORAGE_IN_PLACE && e->output_count > 0;
    int owner = writes ? tape_owner(t, &e->output[0]) : -1;
    return owner >= 0 && t->event[owner].call >= 0 && t->call[t->event[owner].call].construction;
}

/* Of each call of a function of the learner's: whether it does more than cut token ids and fill
 * weights. NULL: no memory. */
static bool *find_workers(const struct tape *t)
{
    bool *works = calloc((size_t)t->call_count + 1, sizeof *works);
    for (int k = 0; works != NULL && k < t->event_count; k++) {
        const struct event *e = &t->event[k];
        if (e->user_call >= 0 && e->figure == NULL && !event_creates(e) && !is_ids(e) &&
            !fills_weights(t, e)) {
            works[e->user_call] = true;
        }
    }
    return works;
}

static bool is_setup(const struct graph *g, int event, const bool *works)
{
    const struct tape *t = g->tape;
    const struct event *e = &t->event[event];
    if (e->of >= 0 || gradient_empties(t, event)) {
        return false;
    }
    if ((e->call >= 0 && t->call[e->call].construction) || event_creates(e)) {
        return true;
    }
    if (t->pass_count == 0 || e->user_call >= 0) {
        return t->pass_count > 0 && event < t->pass[0].softmax && !works[e->user_call];
    }
    if (!prepares(t, e)) {
        return false;
    }
    for (int k = g->flow.first_in[event]; k < g->flow.first_in[event + 1]; k++) {
        if (!t->event[g->flow.in[k].from].setup) {
            return false;
        }
    }
    return true;
}

static bool number(struct graph *g)
{
    struct tape *t = g->tape;
    bool *works = find_workers(t);
    if (works == NULL) {
        return error_memory(&t->session->in.error);
    }
    for (int k = 0; k < t->event_count; k++) {
        struct event *e = &t->event[k];
        e->setup = e->figure == NULL && is_setup(g, k, works);
        e->number = e->setup ? ++t->setup_count : ++t->step_count;
        if (e->pass >= 0) {
            struct pass *p = &t->pass[e->pass];
            p->first = p->end == 0 ? k : p->first;
            p->end = k + 1;
        }
    }
    free(works);
    return true;
}

static void name_backward(struct tape *t)
{
    for (int k = 0; k < t->event_count; k++) {
        if (t->event[k].of >= 0) {
            t->event[k].stage = STAGE_BACKWARD;
            t->event[k].pass = -1;
        }
    }
}

bool stages_find(struct tape *t)
{
    struct graph g;
    if (!graph_init(&g, t)) {
        return false;
    }
    bool ok = passes_find(&g) && path_name(&g);
    if (ok) {
        name_backward(t);
        override(t);
        ok = number(&g);
    }
    graph_free(&g);
    return ok;
}
