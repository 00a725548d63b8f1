/* Holds tokens, nodes, lists and failures: what every part of the parser stands on. */
#include "lang/parse/parse_state.h"

#include "base/grow.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void parse_begin(struct parser *p, const struct source *source, const struct unread *part,
                 struct arena *arena, struct parse_error *error, struct lexer *lexer)
{
    *p = (struct parser){.source = source,
                         .arena = arena,
                         .error = error,
                         .lexer = lexer,
                         .text.budget = arena->budget};
    memset(error, 0, sizeof *error);
    error->span.source = source;
    p->previous.line = p->previous.end_line = 1;
    lexer_start(lexer, source, error);
    if (part != NULL) {
        lexer->cursor = (struct cursor){part->from, part->from, part->line};
        lexer->end = part->end;
    }
    if (source->len >= INT_MAX) {
        parse_limit(p, "The code is longer than 2 GiB.");
    } else {
        parse_advance(p);
    }
}

void parse_end(struct parser *p)
{
    free(p->stack);
    buf_free(&p->text);
}

/* --- tokens --- */

void parse_advance(struct parser *p)
{
    enum token_kind kind = p->token.kind;
    if (kind == TOKEN_ERROR || p->status != PARSE_OK) {
        return;
    }
    if (kind != TOKEN_NEWLINE && kind != TOKEN_INDENT && kind != TOKEN_DEDENT &&
        kind != TOKEN_END) {
        p->previous = p->token;
    }
    p->token = lexer_next(p->lexer);
    if (p->token.kind == TOKEN_ERROR) {
        p->status = PARSE_SYNTAX_ERROR;
        p->lexer_failed = true;
    }
}

bool parse_accept(struct parser *p, enum token_kind kind)
{
    if (p->token.kind != kind) {
        return false;
    }
    parse_advance(p);
    return true;
}

bool parse_expect(struct parser *p, enum token_kind kind)
{
    if (p->token.kind == kind) {
        parse_advance(p);
        return p->status == PARSE_OK;
    }
    parse_invalid(p);
    return false;
}

bool parse_expect_colon(struct parser *p)
{
    if (p->token.kind != TOKEN_COLON) {
        return parse_error_here(p, "expected ':'");
    }
    parse_advance(p);
    return p->status == PARSE_OK;
}

bool parse_deeper(struct parser *p)
{
    if (++p->nesting <= PARSE_DEPTH) {
        return true;
    }
    parse_limit(p, "The code is nested too deeply: more than 1000 levels.");
    return false;
}

bool parse_is_name(const struct parser *p, const char *word)
{
    size_t len = p->token.end - p->token.start;
    return p->token.kind == TOKEN_NAME && len == strlen(word) &&
           memcmp(p->source->text + p->token.start, word, len) == 0;
}

/* --- places --- */

struct position parse_position(const struct parser *p)
{
    return (struct position){p->token.line, p->token.column};
}

struct span parse_span(const struct parser *p, struct position from)
{
    return (struct span){p->source, from.line, from.column, p->previous.end_line,
                         p->previous.end_column};
}

struct span parse_token_span(const struct parser *p, const struct token *token)
{
    return (struct span){p->source, token->line, token->column, token->end_line, token->end_column};
}

struct span parse_join(const struct span *from, const struct span *to)
{
    return (struct span){from->source, from->line, from->column, to->end_line, to->end_column};
}

/* --- memory --- */

void *parse_alloc(struct parser *p, size_t size)
{
    void *memory = p->status == PARSE_OK ? arena_alloc(p->arena, size) : NULL;
    if (!memory) {
        parse_limit(p, "There is not enough memory to read the code.");
    }
    return memory;
}

struct node *parse_node(struct parser *p, enum node_kind kind, struct position from)
{
    if (++p->nodes > PARSE_NODES) {
        return parse_limit(p,
                           "The code is too long: more than 1000000 expressions and statements.");
    }
    struct node *node = parse_alloc(p, sizeof *node);
    if (!node) {
        return NULL;
    }
    node->kind = kind;
    node->span = parse_span(p, from);
    return node;
}

struct node *parse_operands(struct parser *p, enum node_kind kind, struct position from,
                            struct node *left, struct node *right)
{
    struct node *node = left ? parse_node(p, kind, from) : NULL;
    if (node) {
        node->left = left;
        node->right = right;
    }
    return node;
}

char *parse_name(struct parser *p)
{
    if (p->token.kind != TOKEN_NAME) {
        return parse_invalid(p);
    }
    size_t len = p->token.end - p->token.start;
    char *name = arena_copy(p->arena, p->source->text + p->token.start, len);
    if (!name) {
        return parse_limit(p, "There is not enough memory to read the code.");
    }
    parse_advance(p);
    return p->status == PARSE_OK ? name : NULL;
}

bool parse_push(struct parser *p, void *item)
{
    if (p->status != PARSE_OK) {
        return false;
    }
    if (!grow(&p->stack, p->stack_count, &p->stack_cap, sizeof *p->stack)) {
        return parse_limit(p, "There is not enough memory to read the code.");
    }
    p->stack[p->stack_count++] = item;
    return true;
}

bool parse_push_node(struct parser *p, struct node *node)
{
    return node && parse_push(p, node);
}

struct nodes parse_take(struct parser *p, int mark)
{
    struct nodes list = {NULL, p->stack_count - mark};
    p->stack_count = mark;
    if (list.count > 0) {
        list.at = parse_alloc(p, (size_t)list.count * sizeof(struct node *));
    }
    if (!list.at) {
        return (struct nodes){NULL, 0};
    }
    for (int i = 0; i < list.count; i++) {
        list.at[i] = p->stack[mark + i];
    }
    return list;
}

struct node *parse_gathered(struct parser *p, enum node_kind kind, struct position from, int mark)
{
    struct nodes list = parse_take(p, mark);
    struct node *node = parse_node(p, kind, from);
    if (node) {
        node->list = list;
    }
    return node;
}

bool parse_take_pairs(struct parser *p, int mark, struct node *into)
{
    int count = (p->stack_count - mark) / 2;
    struct node **first = parse_alloc(p, (size_t)count * sizeof(struct node *));
    struct node **second = parse_alloc(p, (size_t)count * sizeof(struct node *));
    for (int i = 0; first && second && i < count; i++) {
        first[i] = p->stack[mark + 2 * i];
        second[i] = p->stack[mark + 2 * i + 1];
    }
    p->stack_count = mark;
    into->list = (struct nodes){first, count};
    into->list2 = (struct nodes){second, count};
    return first && second;
}

void *parse_take_structs(struct parser *p, int mark, size_t size, int *count)
{
    int n = p->stack_count - mark;
    p->stack_count = mark;
    *count = 0;
    char *array = n > 0 ? parse_alloc(p, (size_t)n * size) : NULL;
    if (!array) {
        return NULL;
    }
    for (int i = 0; i < n; i++) {
        memcpy(array + (size_t)i * size, p->stack[mark + i], size);
    }
    *count = n;
    return array;
}

/* --- failures --- */

static void *fail(struct parser *p, enum parse_status status, const char *type,
                  const struct span *at, const char *format, va_list args)
{
    if (p->status != PARSE_OK) {
        return NULL;
    }
    struct parse_error *e = p->error;
    int used = 0;
    if (p->field > 0 && status == PARSE_SYNTAX_ERROR) {
        used = snprintf(e->text, sizeof e->text, "f-string: ");
    }
    vsnprintf(e->text + used, sizeof e->text - (size_t)used, format, args);
    e->type = type;
    e->span = *at;
    p->status = status;
    p->token.kind = TOKEN_ERROR;
    return NULL;
}

void *parse_fail(struct parser *p, const char *type, const struct span *at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fail(p, PARSE_SYNTAX_ERROR, type, at, format, args);
    va_end(args);
    return NULL;
}

void *parse_error_at(struct parser *p, const struct span *at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fail(p, PARSE_SYNTAX_ERROR, "SyntaxError", at, format, args);
    va_end(args);
    return NULL;
}

void *parse_error_here(struct parser *p, const char *format, ...)
{
    struct span at = parse_token_span(p, &p->token);
    va_list args;
    va_start(args, format);
    fail(p, PARSE_SYNTAX_ERROR, "SyntaxError", &at, format, args);
    va_end(args);
    return NULL;
}

void *parse_invalid(struct parser *p)
{
    struct span at = parse_token_span(p, &p->token);
    if (p->token.kind == TOKEN_INDENT) {
        return parse_fail(p, "IndentationError", &at, "unexpected indent");
    }
    if (p->token.kind == TOKEN_DEDENT) {
        return parse_fail(p, "IndentationError", &at, "unexpected unindent");
    }
    return parse_error_at(p, &at, "invalid syntax");
}

void *parse_unsupported(struct parser *p, const struct span *at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fail(p, PARSE_UNSUPPORTED, NULL, at, format, args);
    va_end(args);
    return NULL;
}

void *parse_limit(struct parser *p, const char *sentence)
{
    if (p->status != PARSE_OK) {
        return NULL;
    }
    struct parse_error *e = p->error;
    snprintf(e->text, sizeof e->text, "%s", sentence);
    e->type = NULL;
    e->span = parse_token_span(p, &p->token);
    p->status = PARSE_LIMIT;
    p->token.kind = TOKEN_ERROR;
    return NULL;
}

bool parse_forgive(struct parser *p)
{
    if (p->lexer_failed || p->status == PARSE_LIMIT) {
        return false;
    }
    p->status = PARSE_OK;
    memset(p->error, 0, sizeof *p->error);
    return true;
}
