/* Writes the code behind an event on one line. */
#include "show/code.h"

#include "base/utf8.h"
#include "torch/op/ops.h"

#include <string.h>

/* Where a comment starts in a line of code; its length if there is none. */
static size_t comment_at(const char *text, size_t len)
{
    char quote = '\0';
    for (size_t k = 0; k < len; k++) {
        if (quote == '\0' && text[k] == '#') {
            return k;
        }
        if (quote == '\0' && (text[k] == '\'' || text[k] == '"')) {
            quote = text[k];
        } else if (quote != '\0' && text[k] == '\\') {
            k++;
        } else if (text[k] == quote) {
            quote = '\0';
        }
    }
    return len;
}

void code_of_span(const struct span *at, struct buf *out)
{
    size_t len;
    for (int line = at->line; line <= at->end_line; line++) {
        const char *text = source_line(at->source, line, &len);
        size_t from = line == at->line ? (size_t)at->column : strspn(text, " \t");
        size_t to = line == at->end_line ? (size_t)at->end_column : comment_at(text, len);
        while (line != at->end_line && to > from && strchr(" \t\r\\", text[to - 1]) != NULL) {
            to--;
        }
        if (from < to && to <= len) {
            bool opened = out->len > 0 && strchr("([{", out->data[out->len - 1]) != NULL;
            bool chained = strchr(")]}", text[from]) != NULL ||
                           (text[from] == '.' && out->len > 0 &&
                            strchr(")]", out->data[out->len - 1]) != NULL);
            if (line > at->line && out->len > 0 && !opened && !chained) {
                buf_putc(out, ' ');
            }
            buf_put(out, text + from, to - from);
        }
    }
}

/* What stands on the right of a statement. */
static const struct node *value_of(const struct node *n)
{
    switch (n->kind) {
    case NODE_ASSIGN:
    case NODE_RETURN:
    case NODE_EXPRESSION:
        return n->left;
    case NODE_ANNOTATED:
        return n->third;
    case NODE_AUGMENTED:
        return n;
    default:
        return NULL;
    }
}

/* Whether the event's expression is all that stands on the right of its statement. */
static bool gives_value(const struct node *statement, const struct span *at)
{
    const struct node *value = statement != NULL ? value_of(statement) : NULL;
    return value != NULL && value->span.source == at->source && value->span.line == at->line &&
           value->span.column == at->column && value->span.end_line == at->end_line &&
           value->span.end_column == at->end_column;
}

/* x[i] = y, x.data = y: the target alone would not tell what is written. */
static bool writes(const struct event *e, const struct node *statement)
{
    bool assigns = op_is(e->op, OP___setitem__ OP_set_data);
    return statement != NULL && assigns &&
           (statement->kind == NODE_ASSIGN || statement->kind == NODE_AUGMENTED);
}

/* Whether the next event writes what this one gave: then the statement is the next one's code. */
static bool is_written_next(const struct tape *t, int event, bool inside)
{
    const struct event *e = &t->event[event], *next = event + 1 < t->event_count ? e + 1 : NULL;
    const struct node *statement = inside ? e->within : e->statement;
    bool same_call =
        next != NULL && (inside ? next->call == e->call : next->user_call == e->user_call);
    return same_call && writes(next, statement) &&
           (inside ? next->within : next->statement) == statement;
}

const struct span *code_span(const struct event *e, bool inside)
{
    const struct node *statement = inside ? e->within : e->statement;
    return writes(e, statement) ? &statement->span : inside ? &e->site : &e->code;
}

void code_of_event(const struct tape *t, int event, bool inside, struct buf *out)
{
    const struct event *e = &t->event[event];
    const struct node *statement = inside ? e->within : e->statement;
    const struct span *at = code_span(e, inside);
    bool whole = gives_value(statement, at) && !is_written_next(t, event, inside);
    code_of_span(whole ? &statement->span : at, out);
}

int code_width(const char *text, size_t len)
{
    int width = 0;
    for (size_t k = 0; k < len;) {
        uint32_t c;
        k += utf8_decode(text + k, len - k, &c);
        width += utf8_width(c);
    }
    return width;
}

void code_fit(struct buf *text, int width)
{
    size_t keep = 0;
    if (width < 4 || code_width(buf_text(text), text->len) <= width) {
        return;
    }
    for (int used = 0; keep < text->len;) { /* as much as leaves room for the dots */
        uint32_t c;
        size_t len = utf8_decode(text->data + keep, text->len - keep, &c);
        used += utf8_width(c);
        if (used > width - 3) {
            break;
        }
        keep += len;
    }
    text->len = keep;
    text->data[keep] = '\0';
    buf_puts(text, "...");
}

/* How well a text may be broken before byte k: 0 (not at all) to 3. Signs begin a line. */
static int break_quality(const char *text, size_t k)
{
    if (text[k] == '.' && k > 0 && (text[k - 1] == ')' || text[k - 1] == ']')) {
        return 3; /* x.view(b, t)|.transpose(1, 2) */
    }
    if (k > 1 && text[k - 1] == ' ') {
        bool behind_comma = text[k - 2] == ',', before_sign = strchr("+-*/@%<>|&", text[k]) != NULL;
        return behind_comma || before_sign ? 2 : strchr("+-*/@%<>|&", text[k - 2]) == NULL;
    }
    return k > 0 && text[k - 1] == '(' ? 1 : 0;
}

size_t code_break(const char *text, int width)
{
    size_t len = strlen(text), best = 0, k = 0;
    int quality = 0, depth = 0, outermost = 0; /* as few brackets and texts as possible are torn */
    char quote = '\0';
    if (code_width(text, len) <= width) {
        return len;
    }
    for (int used = 0; k < len;) {
        uint32_t c;
        size_t step = utf8_decode(text + k, len - k, &c);
        int here = used >= width / 2 ? break_quality(text, k) : 0; /* no line stays half empty */
        if (here > 0 &&
            (best == 0 || depth < outermost || (depth == outermost && here >= quality))) {
            quality = here;
            outermost = depth;
            best = k;
        }
        depth += (strchr("([{", text[k]) != NULL) - (strchr(")]}", text[k]) != NULL);
        if (quote == '\0' ? text[k] == '"' || text[k] == '\'' : text[k] == quote) {
            depth += quote == '\0' ? 1 : -1;
            quote = quote == '\0' ? text[k] : '\0';
        }
        used += utf8_width(c);
        if (used > width) {
            break;
        }
        k += step;
    }
    return best > 0 ? best : k;
}

enum place { PLACE_BRACKET, PLACE_COMMENT, PLACE_OPEN };

/* Where byte `at` of a line stands. */
static enum place place_of(const char *line, size_t at)
{
    int depth = 0;
    char quote = '\0';
    for (size_t k = 0; k < at; k++) {
        char c = line[k];
        if (quote != '\0') {
            k += c == '\\';
            quote = c == quote ? '\0' : quote;
        } else if (c == '#') {
            return PLACE_COMMENT;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else {
            depth += (strchr("([{", c) != NULL) - (strchr(")]}", c) != NULL);
        }
    }
    return depth > 0 && quote == '\0' ? PLACE_BRACKET : PLACE_OPEN;
}

/* What Python needs behind a part that ends before byte `at`. */
static const char *joint(const char *line, size_t at)
{
    bool needed = line[at] != '\0' && line[at] != '#' && place_of(line, at) == PLACE_OPEN;
    return !needed ? "" : at > 0 && line[at - 1] == ' ' ? "\\" : " \\";
}

size_t code_part(const char *line, size_t at, int width, struct buf *out)
{
    bool goes_on = at > strspn(line, " ") && place_of(line, at) == PLACE_COMMENT;
    int room = width - (goes_on ? 2 : 0);
    size_t len = code_break(line + at, room);
    if (code_width(line + at, len) + (int)strlen(joint(line, at + len)) > room) {
        len = code_break(line + at, room - 2);
    }
    buf_puts(out, goes_on ? "# " : "");
    buf_put(out, line + at, len);
    buf_puts(out, joint(line, at + len));
    return at + len + strspn(line + at + len, " ");
}
