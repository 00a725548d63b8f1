/* Finds results that are lost: a value that gets no name, a name that is overwritten before it is
 * read. And comments that say another shape. */
#include "mistakes/warn.h"
#include "torch/op/ops.h"
#include "trace/axes/axes.h"
#include "trace/axes/axes_judge.h"
#include "trace/tape/event.h"
#include "trace/tape/lapses.h"
#include "trace/tape/location.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* --- the code --- */

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/* Whether `name` stands as a word in the code from one place to another (exclusive). */
static bool stands_between(const struct source *s, const char *name, int line, int column,
                           int end_line, int end_column)
{
    size_t len, word = strlen(name);
    for (; line <= end_line; line++, column = 0) {
        const char *text = source_line(s, line, &len);
        size_t end = line == end_line ? (size_t)end_column : len;
        if (text == NULL || text >= s->text + s->len) {
            break;
        }
        for (size_t k = (size_t)column; k + word <= end && text[k] != '#'; k++) {
            if (strncmp(text + k, name, word) == 0 && (k == 0 || !is_word(text[k - 1])) &&
                (k + word >= len || !is_word(text[k + word]))) {
                return true;
            }
        }
    }
    return false;
}

/* --- unused-result --- */

/* Whether nothing but blank lines and comments follow: a notebook shows the value of that line. So
 * does an editor that takes `# %%` for the start of a cell. */
static bool ends_source(const struct span *at)
{
    size_t len;
    const char *line;
    for (int k = at->end_line + 1; (line = source_line(at->source, k, &len)) != NULL; k++) {
        size_t blank = 0;
        while (blank < len && strchr(" \t\r", line[blank]) != NULL) {
            blank++;
        }
        if (blank + 4 <= len && strncmp(line + blank, "# %%", 4) == 0) {
            return true;
        }
        if (blank < len && line[blank] != '#') {
            return false;
        }
        if (line + len >= at->source->text + at->source->len) {
            break;
        }
    }
    return true;
}

/* A function of a library: torch.f(x), not x.f(). */
static bool is_function(const struct node *callee)
{
    const struct node *of = callee->left;
    return (of->kind == NODE_NAME || of->kind == NODE_ATTRIBUTE) && of->text != NULL &&
           op_name_is(of->text, " torch F np numpy functional nn einops");
}

/* x.f(...) that changes cells or their places: a learner may have expected x itself to change. A
 * sum or a product as a line of its own is only looked at. */
static bool may_seem_in_place(const struct event *e)
{
    const struct node *call = e->statement->left;
    enum op_kind kind = e->op->kind;
    return call->kind == NODE_CALL && call->left->kind == NODE_ATTRIBUTE &&
           strcmp(call->left->text, e->name) == 0 && e->input_count > 0 &&
           ((kind == KIND_MAP && !is_function(call->left)) || kind == KIND_ELEMENTWISE ||
            kind == KIND_SOFTMAX || kind == KIND_SCAN || kind == KIND_SORT);
}

/* bias + mask in a function, where nobody sees it, and the function goes on with the bias alone. */
static bool loses_mask(struct warner *w, int event)
{
    struct tape *t = w->tape;
    const struct event *e = &t->event[event];
    bool sum = e->user_call >= 0 && event_does(e, ADDS | SUBTRACTS) && e->input_count == 2;
    for (int j = 0; sum && j < 2; j++) {
        for (int k = event + 1; k < t->event_count && event_masks(t, event, j); k++) {
            const struct event *later = &t->event[k];
            for (int i = 0; later->user_call == e->user_call && i < later->input_count; i++) {
                if (later->input[i].of.serial == e->input[j].of.serial) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* At the top level, a line that shows what an operation does: the tensor is viewed like that more
 * than once, or never mentioned again. */
static bool is_shown(const struct warner *w, int event)
{
    const struct tape *t = w->tape;
    const struct event *e = &t->event[event];
    const struct span *at = &e->statement->span;
    const char *name = tape_name(t, event, &e->input[0].of);
    if (e->user_call >= 0 || e->op->kind != KIND_MAP) {
        return false;
    }
    for (int k = 0; k < t->event_count; k++) {
        const struct event *other = &t->event[k];
        if (k != event && other->op == e->op && other->input_count > 0 &&
            other->input[0].of.serial == e->input[0].of.serial) {
            return true;
        }
    }
    return name != NULL &&
           !stands_between(at->source, name, at->end_line, at->end_column, INT_MAX, 0);
}

void find_unused_result(struct warner *w)
{
    struct tape *t = w->tape;
    int k = w->at;
    const struct event *e = w->event;
    const struct node *n = e->statement;
    bool whole =
        n != NULL && n->kind == NODE_EXPRESSION && warn_same_span(&n->left->span, &e->code);
    bool echoed = e->user_call < 0 && whole && ends_source(&n->span);
    bool itself = e->input_count > 0 && e->output_count > 0 &&
                  e->output[0].serial == e->input[0].of.serial; /* x.requires_grad_() is x */
    bool last = e->effect != STORAGE_IN_PLACE && !itself &&
                w->graph.flow.first_out[k] == w->graph.flow.first_out[k + 1];
    if (!whole || echoed || !last || !(may_seem_in_place(e) || loses_mask(w, k)) ||
        is_shown(w, k) || map_get(&t->bound, e->output[0].serial, -1) >= 0 ||
        (k + 1 < t->event_count && warn_same_span(&t->event[k + 1].code, &e->code))) {
        return;
    }
    const char *name = tape_name(t, k, &e->input[0].of);
    bool twin = (e->op->where & IN_PLACE) != 0;
    warn_add(w, k, "the result is not kept: %s returns a new tensor and %s is unchanged%s%s%s",
             e->name, name != NULL ? name : "its input", twin ? "; in place it is " : "",
             twin ? e->op->name : "", twin ? "_" : "");
}

/* --- update-lost --- */

/* The bind of the same name before, in the same call; -1: there is none. `last` knows the last one
 * of each. Names are interned: one address for each. */
static int bind_before(struct warner *w, struct map *last, int bind)
{
    const struct tape_bind *all = w->tape->bind, *b = &all[bind];
    uint64_t key =
        ((uint64_t)(uintptr_t)b->name ^ (uint64_t)(b->call + 1) << 40) * 0x9E3779B97F4A7C15u;
    int before = (int)map_get(last, key ^ key >> 29, -1);
    if (!map_set(last, key ^ key >> 29, bind)) {
        warn_memory(w);
    }
    bool same = before >= 0 && all[before].call == b->call && all[before].name == b->name;
    return same ? before : -1; /* else another one with the same hash */
}

#define WRITTEN_MOST 256 /* events before a step in which what it reads is written into */

/* The last event before `event` that gave or wrote into a tensor; -1: none. */
static int written_by(const struct tape *t, const struct tape_tensor *x, int event)
{
    for (int k = event - 1; k >= 0 && k >= event - WRITTEN_MOST; k--) {
        if (t->event[k].output_count > 0 && t->event[k].output[0].serial == x->serial) {
            return k;
        }
    }
    return x->maker >= 0 ? x->maker : tape_owner(t, x);
}

/* Whether a tensor that `event` reads is a gradient, or comes from one by a few steps. */
static bool of_gradient(const struct tape *t, const struct tape_tensor *x, int event, int steps)
{
    int maker = written_by(t, x, event);
    const struct event *e = maker >= 0 ? &t->event[maker] : NULL;
    bool is = e != NULL && e->of >= 0;
    for (int k = 0; e != NULL && !is && steps > 0 && k < e->input_count; k++) {
        is = of_gradient(t, &e->input[k].of, maker, steps - 1);
    }
    return is;
}

/* p = p - lr * p.grad, where nothing reads p any more: the tensor that learns was called p. */
static bool is_lost_update(const struct warner *w, const struct tape_bind *old,
                           const struct tape_bind *b)
{
    const struct tape *t = w->tape;
    int event = b->event - 1;
    const struct event *e = event >= 0 && b->tensor != NULL ? &t->event[event] : NULL;
    int leaf = old->tensor != NULL ? (int)map_get(&t->lapses->leaves, old->serial, -1) : -1;
    return e != NULL && leaf >= 0 && t->lapses->leaf[leaf].seen && old->serial != b->serial &&
           event_does(e, ADDS | SUBTRACTS) && e->output_count == 1 && e->input_count == 2 &&
           e->output[0].serial == b->serial && e->input[0].of.serial == old->serial &&
           of_gradient(t, &e->input[1].of, event, 3) &&
           w->graph.flow.first_out[event] == w->graph.flow.first_out[event + 1];
}

void find_update_lost(struct warner *w)
{
    const struct tape *t = w->tape;
    const struct lapses *g = t->lapses;
    scoped_map last = {0};
    bool by_hand = g != NULL && g->optimizer_count == 0 && !g->moves && g->root_count > 1;
    for (int k = 0; by_hand && k < t->bind_count && !w->failed; k++) {
        int before = bind_before(w, &last, k);
        if (before >= 0 && is_lost_update(w, &t->bind[before], &t->bind[k])) {
            warn_add(w, t->bind[k].event - 1,
                     "only the name %s gets the new numbers: the tensor that was called so stays "
                     "as it was, and nothing learns",
                     t->bind[k].name);
        }
    }
}

/* --- overwritten-unread --- */

/* The simple assignment that a bind belongs to: `name = ...`; NULL: it is something else. */
static const struct node *assignment_of(const struct tape *t, const struct tape_bind *b)
{
    const struct node *n = b->event > 0 ? t->event[b->event - 1].statement : NULL;
    bool simple = n != NULL && n->kind == NODE_ASSIGN && n->list.count == 1 &&
                  n->list.at[0]->kind == NODE_NAME && warn_same_span(&n->list.at[0]->span, &b->at);
    return simple ? n : NULL;
}

/* The name on the right that the learner may have confused: it starts like `name`, and its tensor
 * has the shape of the one that is lost. */
static const char *confused_with(const struct warner *w, int event, const char *name,
                                 const struct tensor *lost)
{
    const struct event *e = &w->tape->event[event];
    for (int k = 0; k < e->input_count; k++) {
        const char *other = tape_name(w->tape, event, &e->input[k].of);
        size_t same = 0;
        while (other != NULL && name[same] != '\0' && name[same] == other[same]) {
            same++;
        }
        if (same >= 2 && strcmp(name, other) != 0 &&
            tensor_same_shape(lost, &e->input[k].of.tensor)) {
            return other;
        }
    }
    return NULL;
}

/* Whether one name is the other with something behind it: attn, attn_1. */
static bool is_variant(const char *a, const char *b)
{
    size_t la = strlen(a), lb = strlen(b);
    return strncmp(a, b, la < lb ? la : lb) == 0;
}

/* Whether the code between two assignments, or the second one itself, mentions the name. */
static bool is_mentioned(const struct tape_bind *b, const struct node *there,
                         const struct node *here)
{
    return stands_between(b->at.source, b->name, there->span.end_line, there->span.end_column,
                          b->at.line, b->at.column) ||
           stands_between(b->at.source, b->name, b->at.end_line, b->at.end_column,
                          here->span.end_line, here->span.end_column);
}

/* Whether nothing was computed from the result: at most a part of it was taken out, to be printed.
 */
static bool only_looked_at(const struct warner *w, int event)
{
    const struct flow *f = &w->graph.flow;
    for (int k = f->first_out[event]; k < f->first_out[event + 1]; k++) {
        int to = f->out[k]->to;
        if (!event_moves(&w->tape->event[to]) || f->first_out[to] != f->first_out[to + 1]) {
            return false;
        }
    }
    return true;
}

/* Another way to compute the very same numbers: shown, not lost. */
static bool is_same_again(struct warner *w, const struct tape_bind *old, const struct tape_bind *b)
{
    const struct event *first = &w->tape->event[old->event - 1];
    const struct event *second = &w->tape->event[b->event - 1];
    scoped_rows x = {0}, y = {0};
    if (first->output_count == 0 || second->output_count == 0 ||
        !tensor_same_shape(&first->output[0].tensor, &second->output[0].tensor) ||
        first->output[0].tensor.ndim == 0) {
        return false;
    }
    rows_of_result(w, old->event - 1, 0, &x);
    rows_of_result(w, b->event - 1, 0, &y);
    bool same = !w->failed;
    for (int64_t r = 0; same && r < x.count; r++) {
        for (int64_t k = 0; same && k < x.length; k++) {
            same = rows_at(&x, r, k) == rows_at(&y, r, k);
        }
    }
    return same;
}

/* Whether something was computed from what the same place bound in another round of its loop: the
 * last round alone is left unread. */
static bool is_read_in_loop(const struct warner *w, const struct tape_bind *old)
{
    const struct tape *t = w->tape;
    for (int k = 0; k < t->bind_count; k++) {
        const struct tape_bind *b = &t->bind[k];
        if (b != old && b->tensor != NULL && b->event > 0 && b->call == old->call &&
            warn_same_span(&b->at, &old->at) && !only_looked_at(w, b->event - 1)) {
            return true;
        }
    }
    return false;
}

/* Bind `b`, behind `old` of the same name. */
static void judge_overwriting(struct warner *w, const struct tape_bind *old,
                              const struct tape_bind *b)
{
    const struct tape *t = w->tape;
    const struct node *here = b->tensor != NULL && b->name[0] != '_' ? assignment_of(t, b) : NULL;
    const struct node *there = here != NULL && old->tensor != NULL ? assignment_of(t, old) : NULL;
    if (there == NULL || old->at.source != b->at.source || old->serial == b->serial ||
        there->span.end_line >= here->span.line || !only_looked_at(w, old->event - 1) ||
        event_creates(&t->event[old->event - 1]) || is_same_again(w, old, b) ||
        is_read_in_loop(w, old)) {
        return;
    }
    /* one that was only printed counts when the line reads a name that is easily taken for it */
    const char *other = confused_with(w, b->event - 1, b->name, old->tensor);
    if (is_mentioned(b, there, here) && (other == NULL || !is_variant(other, b->name))) {
        return;
    }
    warn_add_at(w, b->event - 1, &here->span,
                "%s from line %d is overwritten before anything was computed from it%s%s%s%s",
                b->name, location_of(&there->span).line, other != NULL ? ": this line reads " : "",
                other != NULL ? other : "", other != NULL ? ", not " : "",
                other != NULL ? b->name : "");
}

void find_overwritten_unread(struct warner *w)
{
    const struct tape *t = w->tape;
    scoped_map last = {0};
    for (int k = 0; k < t->bind_count && !w->failed; k++) {
        int before = bind_before(w, &last, k);
        if (before >= 0) {
            judge_overwriting(w, &t->bind[before], &t->bind[k]);
        }
    }
}

/* --- shape-comment --- */

void find_shape_comment(struct warner *w)
{
    struct shape_comment *at;
    int count;
    if (!axes_check_comments(w->tape, &at, &count)) {
        w->failed = true;
        return;
    }
    for (int k = 0; k < count; k++) {
        bool why = at[k].reason != NULL;
        warn_add_at(w, at[k].event, &at[k].at, "the comment says %s, but the shape is %s%s%s",
                    at[k].said, at[k].truth, why ? ": " : "", why ? at[k].reason : "");
    }
    free(at);
}
