/* Finds the numbers and words of a file by name, and puts others in their place. */
#include "lesson/knobs.h"

#include "base/grow.h"
#include "lang/parse/parser.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS_MOST = 100 }; /* bytes of a string that can be set, with its quotes */

struct search { /* through one cell */
    struct knobs *knobs;
    const struct cell *cell;
    int index;
    bool ok;
};

static size_t offset_of(const struct cell *c, int line, int column)
{
    const char *p = c->text;
    for (int k = 1; k < line && p != NULL; k++) {
        p = strchr(p, '\n');
        p = p != NULL ? p + 1 : NULL;
    }
    return p != NULL ? (size_t)(p - c->text) + (size_t)column : c->len;
}

/* 4, 0.1, -1 */
static bool is_number(const struct node *n)
{
    if (n->kind == NODE_UNARY && (n->op == OP_NEG || n->op == OP_POS)) {
        n = n->left;
    }
    return n->kind == NODE_INT || n->kind == NODE_FLOAT;
}

/* "the sea ": one literal of plain signs, short enough for a field. A text of several lines is
 * none. */
static bool is_words(const struct search *s, const struct node *n)
{
    if (n->kind != NODE_STRING || n->span.line != n->span.end_line) {
        return false;
    }
    size_t start = offset_of(s->cell, n->span.line, n->span.column);
    size_t end = offset_of(s->cell, n->span.end_line, n->span.end_column);
    const char *text = s->cell->text + start;
    if ((*text != '"' && *text != '\'') || end - start > WORDS_MOST || end - start < 2) {
        return false;
    }
    const char *closing = memchr(text + 1, *text, end - start - 1);
    return closing == s->cell->text + end - 1;
}

static void add(struct search *s, const char *name, const struct node *value, bool seed)
{
    struct knobs *k = s->knobs;
    if (!grow(&k->at, k->count, &k->cap, sizeof *k->at)) {
        s->ok = false;
        return;
    }
    k->at[k->count++] =
        (struct knob){.name = name,
                      .cell = s->index,
                      .start = offset_of(s->cell, value->span.line, value->span.column),
                      .end = offset_of(s->cell, value->span.end_line, value->span.end_column),
                      .line = s->cell->line + value->span.line - 1,
                      .seed = seed,
                      .words = value->kind == NODE_STRING};
}

/* name = 3, and a, b = 3, 4 part by part */
static void pair(struct search *s, const struct node *target, const struct node *value)
{
    if (target->kind == NODE_NAME) {
        if (is_number(value) || is_words(s, value)) {
            add(s, target->text, value, false);
        }
        return;
    }
    bool sequences = (target->kind == NODE_TUPLE || target->kind == NODE_LIST) &&
                     (value->kind == NODE_TUPLE || value->kind == NODE_LIST);
    for (int k = 0; sequences && k < target->list.count && k < value->list.count; k++) {
        if (target->list.at[k]->kind == NODE_STARRED || value->list.at[k]->kind == NODE_STARRED) {
            return;
        }
        pair(s, target->list.at[k], value->list.at[k]);
    }
}

/* Calls anywhere in a top-level expression: keywords, and the seed. */
static void calls(struct search *s, const struct node *n)
{
    if (n == NULL) {
        return;
    }
    if (n->kind == NODE_CALL) {
        const struct node *f = n->left;
        bool seeds = (f->kind == NODE_NAME || f->kind == NODE_ATTRIBUTE) &&
                     strcmp(f->text, "manual_seed") == 0;
        if (seeds && n->list.count == 1 && is_number(n->list.at[0])) {
            add(s, "seed", n->list.at[0], true);
        }
        for (int k = 0; k < n->keyword_count; k++) {
            if (n->keywords[k].name != NULL && is_number(n->keywords[k].value)) {
                bool seed = seeds && strcmp(n->keywords[k].name, "seed") == 0;
                add(s, n->keywords[k].name, n->keywords[k].value, seed);
            }
            calls(s, n->keywords[k].value);
        }
    }
    if (n->kind == NODE_LAMBDA) {
        return;
    }
    calls(s, n->left);
    calls(s, n->right);
    for (int k = 0; k < n->list.count; k++) {
        calls(s, n->list.at[k]);
    }
}

static void statement(struct search *s, const struct node *n)
{
    switch (n->kind) {
    case NODE_ASSIGN:
        for (int k = 0; k < n->list.count; k++) {
            pair(s, n->list.at[k], n->left);
        }
        calls(s, n->left);
        break;
    case NODE_ANNOTATED:
        if (n->third != NULL) {
            pair(s, n->left, n->third);
            calls(s, n->third);
        }
        break;
    case NODE_EXPRESSION:
        calls(s, n->left);
        break;
    case NODE_IF: /* if __name__ == "__main__": */
    case NODE_WITH:
        for (int k = 0; k < n->body.count; k++) {
            statement(s, n->body.at[k]);
        }
        break;
    default:
        break;
    }
}

static int in_order(const void *a, const void *b)
{
    const struct knob *x = a, *y = b;
    if (x->cell != y->cell) {
        return x->cell < y->cell ? -1 : 1;
    }
    return x->start < y->start ? -1 : x->start > y->start;
}

bool knobs_find(struct knobs *k, struct lesson *l, struct error *err)
{
    *k = (struct knobs){0};
    for (int c = 0; c < l->count; c++) {
        struct nodes body;
        struct parse_error why;
        if (!l->cells[c].code) {
            continue;
        }
        const struct source *source = lesson_source(l, &l->cells[c]);
        if (source == NULL) {
            return error_memory(err);
        }
        if (parse(source, &k->arena, &body, &why) != PARSE_OK) {
            continue;
        }
        struct search s = {.knobs = k, .cell = &l->cells[c], .index = c, .ok = true};
        for (int n = 0; n < body.count && s.ok; n++) {
            statement(&s, body.at[n]);
        }
        if (!s.ok) {
            return error_memory(err);
        }
    }
    if (k->count > 0) {
        qsort(k->at, (size_t)k->count, sizeof *k->at, in_order);
    }
    return true;
}

void knobs_free(struct knobs *k)
{
    free(k->at);
    arena_free(&k->arena);
    *k = (struct knobs){0};
}

/* --- turning --- */

/* As the language writes numbers: no leading zeros, nothing but digits, sign, point, exponent. */
static bool looks_like_number(const char *text)
{
    char *end;
    const char *digits = text + (*text == '+' || *text == '-');
    size_t zeros = strspn(digits, "0");
    bool octal =
        zeros > 0 && digits[zeros] >= '1' && digits[zeros] <= '9' && strpbrk(digits, ".eE") == NULL;
    if (octal || strspn(text, "+-0123456789.eE") != strlen(text)) {
        return false;
    }
    strtod(text, &end);
    return end != text && *end == '\0';
}

bool knobs_number(const struct knobs *k, const char *name, size_t len)
{
    for (int j = 0; j < k->count; j++) {
        const struct knob *at = &k->at[j];
        if (!at->words && strlen(at->name) == len && strncmp(at->name, name, len) == 0) {
            return true;
        }
    }
    return false;
}

/* `the cat `, or "the cat " with its quotes, as a literal in the quotes that stand in the file. */
static bool quote(const char *value, char mark, struct buf *out)
{
    size_t len = strlen(value);
    if (len > 1 && (*value == '"' || *value == '\'') && value[len - 1] == *value) {
        value++;
        len -= 2;
    }
    buf_putc(out, mark);
    for (size_t k = 0; k < len; k++) {
        if ((unsigned char)value[k] < ' ') {
            return false;
        }
        if (value[k] == mark || value[k] == '\\') {
            buf_putc(out, '\\');
        }
        buf_putc(out, value[k]);
    }
    buf_putc(out, mark);
    return true;
}

/* Puts value in the place of one literal of a cell. Knobs further right in the cell move. */
static bool replace(struct knobs *k, struct lesson *l, struct knob *at, const char *value,
                    struct buf *report, struct error *err)
{
    struct cell *c = &l->cells[at->cell];
    scoped_buf text = {0};
    buf_put(&text, c->text, at->start);
    buf_puts(&text, value);
    buf_put(&text, c->text + at->end, c->len - at->end);
    char *fresh = text.failed ? NULL : arena_copy(&l->arena, buf_text(&text), text.len);
    if (fresh == NULL) {
        return error_memory(err);
    }
    buf_printf(report, "%s, %s %d: %s %.*s -> %s\n", l->file,
               l->format == LESSON_PYTHON ? "line" : "cell",
               l->format == LESSON_PYTHON ? at->line : c->ordinal, at->name,
               (int)(at->end - at->start), c->text + at->start, value);
    ptrdiff_t moved = (ptrdiff_t)strlen(value) - (ptrdiff_t)(at->end - at->start);
    size_t old_end = at->end;
    for (int j = 0; j < k->count; j++) {
        struct knob *other = &k->at[j];
        if (other->cell == at->cell && other->start >= old_end) {
            other->start = (size_t)((ptrdiff_t)other->start + moved);
            other->end = (size_t)((ptrdiff_t)other->end + moved);
        }
    }
    at->end = (size_t)((ptrdiff_t)at->end + moved);
    c->text = fresh;
    c->len = text.len;
    return true;
}

static void list_knobs(const struct knobs *k, struct buf *out)
{
    for (int j = 0; j < k->count; j++) {
        bool known = false;
        for (int i = 0; i < j; i++) {
            known |= strcmp(k->at[i].name, k->at[j].name) == 0;
        }
        if (!known) {
            buf_printf(out, "%s%s", out->len > 0 ? ", " : "", k->at[j].name);
        }
    }
}

bool knobs_set(struct knobs *k, struct lesson *l, const char *setting, struct buf *report,
               struct error *err)
{
    const char *equals = strchr(setting, '=');
    size_t name_len = equals != NULL ? (size_t)(equals - setting) : 0;
    const char *at_sign = equals != NULL ? memchr(setting, '@', name_len) : NULL;
    int wanted = at_sign != NULL ? atoi(at_sign + 1) : 0, done = 0;
    if (equals == NULL || name_len == 0) {
        return error_set(err, ERROR_INPUT, "--set %s: write NAME=VALUE, such as --set num_heads=4",
                         setting);
    }
    if (at_sign != NULL) {
        name_len = (size_t)(at_sign - setting);
        if (wanted < 1 || at_sign[1 + strspn(at_sign + 1, "0123456789")] != '=') {
            return error_set(err, ERROR_INPUT,
                             "--set %s: write NAME@CELL=VALUE with the number of "
                             "a code cell",
                             setting);
        }
    }
    bool number = knobs_number(k, setting, name_len);
    if (number && !looks_like_number(equals + 1)) {
        return error_set(err, ERROR_INPUT, "--set %s: '%s' is not a number", setting, equals + 1);
    }
    for (int j = 0; j < k->count; j++) {
        struct knob *knob = &k->at[j];
        if (strlen(knob->name) == name_len && strncmp(knob->name, setting, name_len) == 0 &&
            (wanted == 0 || l->cells[knob->cell].ordinal == wanted) && knob->words != number) {
            scoped_buf words = {0};
            if (!number && !quote(equals + 1, l->cells[knob->cell].text[knob->start], &words)) {
                return error_set(err, ERROR_INPUT,
                                 "--set %.*s: words stand on one line, without tabs", (int)name_len,
                                 setting);
            }
            if (!replace(k, l, knob, number ? equals + 1 : buf_text(&words), report, err)) {
                return false;
            }
            done++;
        }
    }
    if (done == 0) {
        scoped_buf names = {0};
        list_knobs(k, &names);
        error_set(err, ERROR_INPUT, "--set %s: %s has no number or words of that name%s%s%s",
                  setting, l->file, wanted > 0 ? " in that cell" : "",
                  names.len > 0 ? "; it has " : "", buf_text(&names));
        return false;
    }
    return true;
}

bool knobs_seed(struct knobs *k, struct lesson *l, const char *seed, struct buf *report, int *count,
                struct error *err)
{
    *count = 0;
    for (int j = 0; j < k->count; j++) {
        if (k->at[j].seed) {
            if (!replace(k, l, &k->at[j], seed, report, err)) {
                return false;
            }
            ++*count;
        }
    }
    return true;
}
