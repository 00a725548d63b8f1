/* Compares shape comments with the truth. A comment behind a statement, or alone above it, is
 * checked when it is clear which tensor it means: the one that the statement gives a name to, or
 * returns. An unclear comment is ignored. */
#include "trace/axes/axes_judge.h"

#include "base/grow.h"
#include "trace/axes/axes_case.h"
#include "trace/axes/axes_claim.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MOST_BELOW 2        /* statements that a comment above them may speak of, but the first */
#define MOST_JUDGEMENTS 100 /* of one comment: the rest of a long loop says the same */

bool judge_reserve(struct judge *j, void *at, int count, int *cap, size_t size)
{
    return grow(at, count, cap, size) || error_memory(&j->t->session->in.error);
}

/* --- reports --- */

static const char *keep(struct judge *j, struct buf *text)
{
    const char *kept = book_keep(&j->book, text);
    buf_free(text);
    return kept;
}

static const char *keep_part(struct judge *j, const char *from, const char *end)
{
    struct buf text = {0};
    buf_put(&text, from, (size_t)(end - from));
    return keep(j, &text);
}

static const char *shape_text(struct judge *j, const struct tensor *t)
{
    struct buf text = {0};
    tensor_tuple_text(t, &text);
    return keep(j, &text);
}

static const char *reason_text(struct judge *j, const struct verdict *v)
{
    struct buf text = {0};
    long long says = v->says, is = v->truth->shape[v->axis];
    if (isdigit((unsigned char)*v->size.at) &&
        v->size.len == (int)strspn(v->size.at, "0123456789")) {
        buf_printf(&text, "axis %d has %lld, not %lld", v->axis, is, says);
    } else {
        buf_printf(&text, "%.*s is %lld here, not %lld", v->size.len, v->size.at, says, is);
    }
    return keep(j, &text);
}

static struct span span_of(const struct source *source, const char *from, const char *end)
{
    struct span at = {.source = source, .line = 1, .end_line = 1};
    const char *line = source->text;
    for (const char *p = source->text; p < from; p++) {
        if (*p == '\n') {
            at.line++;
            line = p + 1;
        }
    }
    at.column = (int)(from - line);
    at.end_line = at.line;
    at.end_column = (int)(end - line);
    return at;
}

static bool report(struct judge *j, const struct case_ *c, const struct verdict *v)
{
    if (!judge_reserve(j, &j->found, j->found_count, &j->found_cap, sizeof *j->found)) {
        return false;
    }
    struct shape_comment *s = &j->found[j->found_count];
    *s = (struct shape_comment){.event = c->event,
                                .at = span_of(c->source, v->shape->at, v->shape->end),
                                .said = keep_part(j, v->shape->at, v->shape->end),
                                .truth = shape_text(j, v->truth),
                                .reason = reason_text(j, v)};
    j->found_count++;
    return s->said != NULL && s->truth != NULL && s->reason != NULL;
}

/* --- a comment --- */

static struct judged *judged_of(struct judge *j, const char *comment)
{
    for (int k = 0; k < j->judged_count; k++) {
        if (j->judged[k].comment == comment) {
            return &j->judged[k];
        }
    }
    if (!judge_reserve(j, &j->judged, j->judged_count, &j->judged_cap, sizeof *j->judged)) {
        return NULL;
    }
    j->judged[j->judged_count] = (struct judged){.comment = comment, .found = -1};
    return &j->judged[j->judged_count++];
}

/* Free names end with the call. When the code has gone back (a loop), they are bound anew. */
static bool enter_scope(struct judge *j, int call, const struct source *source, int line)
{
    while (j->scope_count > 0) {
        struct scope *top = &j->scope[j->scope_count - 1];
        if (top->call == call) {
            if (top->source != source || line <= top->line) {
                j->name_count = top->first;
            }
            top->source = source;
            top->line = line;
            return true;
        }
        if (tape_inside(j->t, call, top->call)) {
            break;
        }
        j->name_count = top->first;
        j->scope_count--;
    }
    if (!judge_reserve(j, &j->scope, j->scope_count, &j->scope_cap, sizeof *j->scope)) {
        return false;
    }
    j->scope[j->scope_count++] = (struct scope){call, source, line, j->name_count};
    return true;
}

/* Whether the comment is right of another tensor than the statement's own. */
static bool holds_of(struct judge *j, const struct case_ *c, const struct said *said,
                     const struct tensor *other, bool *right)
{
    struct case_ own = *c;
    struct verdict v = {0};
    bool clear = false;
    own.target[0] = other;
    own.targets = 1;
    own.operands = 0;
    bool ok = claim_judge(j, &own, said, &v, &clear);
    *right = clear && v.shape == NULL;
    return ok;
}

static bool judge_comment(struct judge *j, struct case_ *c, const char *text, const char *end,
                          bool alone)
{
    struct said said;
    struct verdict v = {0};
    said_read(text, end, &said);
    struct judged *judged = said.count > 0 ? judged_of(j, text) : NULL;
    if (judged == NULL || judged->times++ >= MOST_JUDGEMENTS) {
        return judged != NULL || said.count == 0;
    }
    if (!claim_is_one(j, c, &said, alone)) {
        return true;
    }
    int names = j->name_count;
    bool clear = false;
    case_see(j, c);
    if (!claim_judge(j, c, &said, &v, &clear)) {
        return false;
    }
    if (v.shape == NULL) {
        judged->right = judged->right || clear;
        return true;
    }
    bool stands = claim_stands(j, c, &v);
    j->name_count = names;
    if (!stands) {
        return true;
    }
    /* a line between two statements may speak of the upper one; in front of the first statement of
     * a function, of what the function was given */
    bool between = j->last != NULL && j->last_call == c->call, right = false;
    for (int k = 0; alone && !right && k < (between ? 1 : c->came_count); k++) {
        if (!holds_of(j, c, &said, between ? j->last : c->came[k], &right)) {
            return false;
        }
        j->name_count = names;
    }
    if (right) {
        return true;
    }
    if (judged->found >= 0) {
        return true;
    }
    judged->found = j->found_count;
    if (alone) {
        j->open.judged = (int)(judged - j->judged);
        j->open.text = text;
        j->open.end = end;
        j->open.call = c->call;
        j->open.left = MOST_BELOW;
    }
    return report(j, c, &v);
}

/* A comment above several statements may speak of a lower one: of the product behind a softmax. */
static bool judge_below(struct judge *j, const struct case_ *c)
{
    struct said said;
    bool right = false;
    if (j->open.judged < 0 || j->open.call != c->call || j->open.left-- == 0) {
        j->open.judged = j->open.call == c->call ? -1 : j->open.judged;
        return true;
    }
    said_read(j->open.text, j->open.end, &said);
    int names = j->name_count;
    bool ok = holds_of(j, c, &said, c->target[0], &right);
    j->name_count = names;
    j->judged[j->open.judged].right |= right;
    return ok;
}

/* What is written at a statement, and its comment that has shapes: the one behind it, else the only
 * line of them right above. Read once, for a loop comes by often. */
struct remark {
    const struct source *source;
    int line;
    bool is_statement, alone;
    struct statement_text text;
    const char *begin;      /* of the line */
    const char *said, *end; /* NULL: no comment, or several */
};

static void remark_read(struct remark *r)
{
    struct said said;
    const char *text, *end;
    size_t len;
    int lines = 0;
    r->begin = source_line(r->source, r->line, &len);
    r->is_statement = statement_read(r->source, r->line, &r->text);
    if (r->is_statement && r->text.comment != NULL) {
        said_read(r->text.comment, r->text.comment_end, &said);
        if (said.count > 0) {
            r->said = r->text.comment;
            r->end = r->text.comment_end;
            return;
        }
    }
    r->alone = true;
    for (int line = r->line - 1; comment_line(r->source, line, &text, &end); line--) {
        said_read(text, end, &said);
        if (said.count > 0) {
            r->said = lines++ == 0 ? text : NULL;
            r->end = end;
        }
    }
}

/* NULL: memory. */
static const struct remark *remark_at(struct judge *j, const struct source *source, int line)
{
    uint64_t key = (uint64_t)(uintptr_t)source * 0x9E3779B97F4A7C15u + (uint64_t)line;
    int k = (int)map_get(&j->remarks, key, -1);
    if (k < 0 || j->remark[k].source != source || j->remark[k].line != line) {
        if (!judge_reserve(j, &j->remark, j->remark_count, &j->remark_cap, sizeof *j->remark) ||
            !map_set(&j->remarks, key, j->remark_count)) {
            return NULL;
        }
        k = j->remark_count++;
        j->remark[k] = (struct remark){.source = source, .line = line};
        remark_read(&j->remark[k]);
    }
    return &j->remark[k];
}

/* --- statements --- */

#define NEAR 32 /* binds between two targets of a statement: what setting an attribute calls */

static bool same_statement(const struct tape_bind *a, const struct tape_bind *b)
{
    return a->call == b->call && a->event == b->event && a->at.source == b->at.source &&
           a->at.line == b->at.line;
}

/* `y = [f(x) for x in xs]  # shapes`: x is no target of the statement. */
static bool is_inside(const struct tape_bind *b, const struct remark *r)
{
    return r->begin != NULL && r->begin + b->at.column > r->text.equals;
}

/* The tensors that a statement binds, of which bind k is the first; 0: another one is, or they are
 * too many. */
static int targets_of(const struct tape *t, int k, const struct tensor *target[MOST_TARGETS])
{
    const struct tape_bind *b = &t->bind[k];
    int count = 0;
    for (int i = k - 1; i >= 0 && i >= k - NEAR && t->bind[i].event == b->event; i--) {
        if (t->bind[i].tensor != NULL && same_statement(&t->bind[i], b)) {
            return 0; /* judged with that one */
        }
    }
    for (int i = k; i < t->bind_count && i < k + NEAR && t->bind[i].event == b->event; i++) {
        const struct tape_bind *own = &t->bind[i];
        if (own->tensor == NULL || !same_statement(own, b)) {
            continue;
        }
        if (count == MOST_TARGETS) {
            return 0;
        }
        target[count++] = own->tensor;
    }
    return count;
}

/* The statement that bind k is the first target of. */
static bool judge_bind(struct judge *j, int k)
{
    struct tape *t = j->t;
    const struct tape_bind *b = &t->bind[k];
    const struct tensor *target[MOST_TARGETS];
    bool own = b->tensor != NULL && !b->at.source->prelude;
    int event = own ? (int)map_get(&t->makers, b->serial, -1) : -1;
    int targets = event >= 0 ? targets_of(t, k, target) : 0;
    if (targets == 0) {
        return true;
    }
    const struct remark *r = remark_at(j, b->at.source, b->at.line);
    if (r == NULL || !r->is_statement || !r->text.assignment || is_inside(b, r)) {
        return r != NULL || error_memory(&j->t->session->in.error);
    }
    struct case_ c = {.source = r->source,
                      .line = r->line,
                      .call = b->call,
                      .event = event,
                      .before = b->event,
                      .target_name = b->name,
                      .targets = targets};
    memcpy(c.target, target, (size_t)targets * sizeof *target);
    bool ok = enter_scope(j, b->call, r->source, r->line) && judge_below(j, &c);
    if (ok && r->said != NULL) {
        ok = judge_comment(j, &c, r->said, r->end, r->alone);
    }
    j->last = target[0];
    j->last_call = b->call;
    return ok;
}

/* `return x @ w  # (B, T, C)`: the result of the whole expression. */
static bool judge_return(struct judge *j, int event)
{
    const struct event *e = &j->t->event[event];
    const struct node *n = e->statement;
    if (n == NULL || n->kind != NODE_RETURN || n->left == NULL || e->output_count != 1 ||
        n->left->span.line != e->code.line || n->left->span.column != e->code.column ||
        n->left->span.end_line != e->code.end_line ||
        n->left->span.end_column != e->code.end_column || e->user_call < 0 ||
        j->t->call[e->user_call].end != event + 1) {
        return true;
    }
    const struct remark *r = remark_at(j, n->span.source, n->span.line);
    if (r == NULL || !r->is_statement) {
        return r != NULL || error_memory(&j->t->session->in.error);
    }
    struct case_ c = {.source = n->span.source,
                      .line = n->span.line,
                      .call = e->user_call,
                      .event = event,
                      .before = event + 1,
                      .target_name = "return",
                      .target = {&e->output[0].tensor},
                      .targets = 1};
    bool ok = enter_scope(j, e->user_call, r->source, r->line) && judge_below(j, &c);
    return ok && (r->said == NULL || judge_comment(j, &c, r->said, r->end, r->alone));
}

/* An integer has become another one: what free names stand for may have changed with it. */
static void forget_names(struct judge *j, const struct tape_bind *b)
{
    struct scope *top = j->scope_count > 0 ? &j->scope[j->scope_count - 1] : NULL;
    if (top != NULL && top->call == b->call && b->is_integer && book_changed(&j->book, b)) {
        j->name_count = top->first;
    }
}

/* What was found of comments that were never right, in the order of the run. */
static int keep_lies(struct judge *j)
{
    int kept = 0;
    for (int k = 0; k < j->found_count; k++) {
        bool right = false;
        for (int i = 0; i < j->judged_count; i++) {
            right = right || (j->judged[i].found == k && j->judged[i].right);
        }
        if (!right) {
            j->found[kept++] = j->found[k];
        }
    }
    return kept;
}

bool axes_check_comments(struct tape *t, struct shape_comment **at, int *count)
{
    struct judge j = {.t = t, .last_call = -1, .open = {.judged = -1}};
    bool ok = book_open(&j.book, t);
    for (int event = 0, k = 0; ok && (event < t->event_count || k < t->bind_count);) {
        if (k < t->bind_count && t->bind[k].event <= event) {
            forget_names(&j, &t->bind[k]);
            ok = judge_bind(&j, k++);
        } else if (event < t->event_count) {
            ok = tape_in_time(t) && judge_return(&j, event++);
        } else {
            break;
        }
    }
    *at = j.found;
    *count = ok ? keep_lies(&j) : 0;
    book_close(&j.book);
    free(j.scope);
    free(j.name);
    free(j.judged);
    free(j.remark);
    map_free(&j.remarks);
    if (!ok) {
        free(j.found);
        *at = NULL;
        return false;
    }
    return true;
}
