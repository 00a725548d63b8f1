/* Parses statements with blocks: if, while, for, try, with, def, class, and their decorators. */
#include "lang/parse/parse_compound.h"

#include "lang/parse/parse_atom.h"
#include "lang/parse/parse_call.h"
#include "lang/parse/parse_expression.h"
#include "lang/parse/parse_parameters.h"
#include "lang/parse/parse_statement.h"
#include "lang/parse/parse_target.h"

#include <string.h>

/* The colon behind a header. Python says what it expected only at the end of the line. */
static bool colon(struct parser *p)
{
    if (p->token.kind == TOKEN_NEWLINE) {
        return parse_error_here(p, "expected ':'");
    }
    return parse_expect(p, TOKEN_COLON);
}

/* The statements behind a colon; `what` stands in the message when there are none. */
static bool block(struct parser *p, struct nodes *out, const char *what, int line)
{
    int mark = p->stack_count;
    if (p->token.kind != TOKEN_NEWLINE) {
        if (!parse_simple_line(p)) {
            return false;
        }
    } else {
        parse_advance(p);
        if (p->status == PARSE_OK && p->token.kind != TOKEN_INDENT) {
            struct span at = parse_token_span(p, &p->token);
            return parse_fail(p, "IndentationError", &at,
                              "expected an indented block after %s on line %d", what, line);
        }
        parse_advance(p);
        if (!parse_statements(p, TOKEN_DEDENT)) {
            return false;
        }
        parse_advance(p);
    }
    *out = parse_take(p, mark);
    return p->status == PARSE_OK;
}

bool parse_block(struct parser *p, struct nodes *out, const char *what, int line)
{
    return colon(p) && block(p, out, what, line);
}

/* `else:` with its block, if there is one. */
static bool else_block(struct parser *p, struct nodes *out)
{
    int line = p->token.line;
    if (!parse_accept(p, TOKEN_ELSE)) {
        return p->status == PARSE_OK;
    }
    return parse_expect_colon(p) && block(p, out, "'else' statement", line);
}

/* --- if, while, for --- */

static bool if_(struct parser *p, struct node *node)
{
    bool elif = p->token.kind == TOKEN_ELIF;
    int line = p->token.line;
    parse_advance(p);
    node->left = parse_named(p);
    if (!node->left || !colon(p) ||
        !block(p, &node->body, elif ? "'elif' statement" : "'if' statement", line)) {
        return false;
    }
    if (p->token.kind != TOKEN_ELIF) {
        return else_block(p, &node->orelse);
    }
    struct position from = parse_position(p);
    struct node *next = parse_deeper(p) ? parse_node(p, NODE_IF, from) : NULL;
    if (!next || !if_(p, next)) {
        return false;
    }
    p->nesting--;
    next->span = parse_span(p, from);
    int mark = p->stack_count;
    parse_push(p, next);
    node->orelse = parse_take(p, mark);
    return p->status == PARSE_OK;
}

static bool while_(struct parser *p, struct node *node)
{
    int line = p->token.line;
    parse_advance(p);
    node->left = parse_named(p);
    return node->left && colon(p) && block(p, &node->body, "'while' statement", line) &&
           else_block(p, &node->orelse);
}

static bool for_(struct parser *p, struct node *node)
{
    int line = p->token.line;
    parse_advance(p);
    node->left = parse_target_list(p);
    if (!node->left || !parse_expect(p, TOKEN_IN)) {
        return false;
    }
    node->right = parse_star_list(p);
    return node->right && colon(p) && block(p, &node->body, "'for' statement", line) &&
           else_block(p, &node->orelse);
}

/* --- try --- */

static bool handler(struct parser *p)
{
    struct position from = parse_position(p);
    int line = p->token.line;
    struct handler *handler = parse_alloc(p, sizeof *handler);
    parse_advance(p);
    if (!handler) {
        return false;
    }
    if (p->token.kind == TOKEN_STAR) {
        struct span at = parse_token_span(p, &p->token);
        return parse_unsupported(p, &at, "qkv does not support `except*`; use a plain `except`.");
    }
    if (p->token.kind != TOKEN_COLON && p->token.kind != TOKEN_NEWLINE) {
        if (!(handler->type = parse_one(p))) {
            return false;
        }
        if (p->token.kind == TOKEN_COMMA) {
            return parse_error_at(p, &handler->type->span,
                                  "multiple exception types must be parenthesized");
        }
        if (parse_accept(p, TOKEN_AS) && !(handler->name = parse_name(p))) {
            return false;
        }
    }
    if (!colon(p) || !block(p, &handler->body, "'except' statement", line)) {
        return false;
    }
    handler->span = parse_span(p, from);
    return parse_push(p, handler);
}

static bool try_(struct parser *p, struct node *node)
{
    int line = p->token.line;
    parse_advance(p);
    if (!parse_expect_colon(p) || !block(p, &node->body, "'try' statement", line)) {
        return false;
    }
    if (p->token.kind != TOKEN_EXCEPT && p->token.kind != TOKEN_FINALLY) {
        return parse_error_here(p, "expected 'except' or 'finally' block");
    }
    int mark = p->stack_count;
    while (p->token.kind == TOKEN_EXCEPT) {
        if (!handler(p)) {
            return false;
        }
    }
    node->handlers = parse_take_structs(p, mark, sizeof(struct handler), &node->handler_count);
    if (node->handler_count > 0 && !else_block(p, &node->orelse)) {
        return false;
    }
    line = p->token.line;
    if (!parse_accept(p, TOKEN_FINALLY)) {
        return p->status == PARSE_OK;
    }
    return parse_expect_colon(p) && block(p, &node->finally, "'finally' statement", line);
}

/* --- with --- */

/* Pushes a context and its target (or NULL). */
static bool with_item(struct parser *p)
{
    struct node *target = NULL;
    struct node *context = parse_one(p);
    if (!context) {
        return false;
    }
    if (parse_accept(p, TOKEN_AS)) {
        target = p->token.kind == TOKEN_STAR ? parse_starred(p, parse_bitwise) : parse_bitwise(p);
        if (!target || !parse_check_target(p, target, TARGET_ASSIGN)) {
            return false;
        }
    }
    return parse_push(p, context) && parse_push(p, target);
}

static bool bracketed_items(struct parser *p)
{
    parse_advance(p);
    do {
        if (!with_item(p)) {
            return false;
        }
    } while (parse_accept(p, TOKEN_COMMA) && p->token.kind != TOKEN_RPAREN);
    return parse_expect(p, TOKEN_RPAREN) &&
           (p->token.kind == TOKEN_COLON || p->token.kind == TOKEN_NEWLINE || parse_invalid(p));
}

static bool plain_items(struct parser *p)
{
    do {
        if (!with_item(p)) {
            return false;
        }
    } while (parse_accept(p, TOKEN_COMMA));
    return true;
}

/* `with (` may open a list of items or a value. Both are tried, in this order, as Python does; of
 * two failures the one that came further is told. */
static bool items(struct parser *p)
{
    if (p->token.kind != TOKEN_LPAREN) {
        return plain_items(p);
    }
    struct lexer lexer = *p->lexer;
    struct parser before = *p;
    if (bracketed_items(p)) {
        return true;
    }
    if (p->status == PARSE_LIMIT) {
        return false;
    }
    struct parse_error error = *p->error;
    struct parser failed = *p;
    *p->lexer = lexer;
    p->token = before.token;
    p->previous = before.previous;
    p->status = PARSE_OK;
    p->lexer_failed = false;
    p->nesting = before.nesting;
    p->stack_count = before.stack_count;
    *p->error = (struct parse_error){.span = {.source = p->source}};
    if (plain_items(p)) {
        return true;
    }
    if (failed.token.start >= p->token.start && p->status != PARSE_LIMIT) {
        *p->error = error;
        p->status = failed.status;
        p->lexer_failed = failed.lexer_failed;
    }
    return false;
}

static bool with(struct parser *p, struct node *node)
{
    int line = p->token.line;
    int mark = p->stack_count;
    parse_advance(p);
    if (p->status != PARSE_OK || !items(p)) {
        return false;
    }
    return parse_take_pairs(p, mark, node) && colon(p) &&
           block(p, &node->body, "'with' statement", line);
}

/* --- def, class --- */

/* The lines behind a `def` that are indented further are its body, for the prelude is written so:
 * no string and no bracket of it goes on further to the left, and no comment ends it. */
static bool leave_unread(struct parser *p, struct node *node)
{
    struct cursor *at = &p->lexer->cursor;
    struct unread *body = parse_alloc(p, sizeof *body);
    if (!body) {
        return false;
    }
    *body = (struct unread){.from = at->at, .line = at->line};
    while (at->at < p->lexer->end) {
        const char *line = p->source->text + at->at;
        const char *stop = memchr(line, '\n', p->lexer->end - at->at);
        int len = (int)(stop ? (size_t)(stop - line) : p->lexer->end - at->at), indent = 0;
        while (indent < len && line[indent] == ' ') {
            indent++;
        }
        bool empty = indent == len || line[indent] == '#';
        if (!empty && indent <= node->span.column) {
            break;
        }
        if (!empty) {
            p->previous.end_line = at->line;
            p->previous.end_column = len;
        }
        at->at += (size_t)len + (stop != NULL);
        at->line_start = at->at;
        at->line++;
    }
    body->end = at->at;
    node->unread = body;
    parse_advance(p);
    return p->status == PARSE_OK;
}

static bool def(struct parser *p, struct node *node)
{
    int line = p->token.line;
    parse_advance(p);
    if (!(node->text = parse_name(p))) {
        return false;
    }
    node->text_len = strlen(node->text);
    if (p->token.kind != TOKEN_LPAREN) {
        return parse_error_here(p, "expected '('");
    }
    parse_advance(p);
    if (!parse_parameters(p, node, TOKEN_RPAREN)) {
        return false;
    }
    if (parse_accept(p, TOKEN_ARROW) && !(node->right = parse_one(p))) {
        return false;
    }
    if (!parse_expect_colon(p)) {
        return false;
    }
    return p->lazy && p->token.kind == TOKEN_NEWLINE
               ? leave_unread(p, node)
               : block(p, &node->body, "function definition", line);
}

static bool class(struct parser *p, struct node *node)
{
    int line = p->token.line;
    parse_advance(p);
    if (!(node->text = parse_name(p))) {
        return false;
    }
    node->text_len = strlen(node->text);
    if (parse_accept(p, TOKEN_LPAREN) && !parse_arguments(p, node)) {
        return false;
    }
    return colon(p) && block(p, &node->body, "class definition", line);
}

static const struct compound {
    enum token_kind token;
    enum node_kind kind;
    bool (*read)(struct parser *p, struct node *node);
} compounds[] = {
    {TOKEN_IF, NODE_IF, if_},         {TOKEN_WHILE, NODE_WHILE, while_},
    {TOKEN_FOR, NODE_FOR, for_},      {TOKEN_TRY, NODE_TRY, try_},
    {TOKEN_WITH, NODE_WITH, with},    {TOKEN_DEF, NODE_DEF, def},
    {TOKEN_CLASS, NODE_CLASS, class},
};

static const struct compound *find_compound(const struct parser *p)
{
    for (size_t i = 0; i < sizeof compounds / sizeof compounds[0]; i++) {
        if (compounds[i].token == p->token.kind) {
            return &compounds[i];
        }
    }
    return NULL;
}

bool parse_is_compound(const struct parser *p)
{
    return find_compound(p) || p->token.kind == TOKEN_AT || p->token.kind == TOKEN_ASYNC;
}

/* What stands behind `async`, which was read, is none of what is supported: NULL. */
static void *refuse_async(struct parser *p, const struct span *async)
{
    struct span at = *async;
    if (p->token.kind == TOKEN_FOR) {
        return parse_unsupported(p, &at, "qkv does not support `async for`; use a plain `for`.");
    }
    if (p->token.kind == TOKEN_WITH) {
        return parse_unsupported(p, &at, "qkv does not support `async with`; use a plain `with`.");
    }
    return parse_invalid(p);
}

static bool decorators(struct parser *p, struct nodes *out)
{
    int mark = p->stack_count;
    while (parse_accept(p, TOKEN_AT)) {
        struct node *decorator = parse_named(p);
        if (!decorator || !parse_push(p, decorator) || !parse_expect(p, TOKEN_NEWLINE)) {
            return false;
        }
    }
    *out = parse_take(p, mark);
    enum token_kind next = p->token.kind;
    if (next == TOKEN_DEF || next == TOKEN_CLASS || next == TOKEN_ASYNC) {
        return p->status == PARSE_OK;
    }
    return parse_invalid(p);
}

struct node *parse_compound(struct parser *p)
{
    struct nodes list = {NULL, 0};
    if (p->token.kind == TOKEN_AT && !decorators(p, &list)) {
        return NULL;
    }
    struct position from = parse_position(p);
    struct span async = parse_token_span(p, &p->token);
    bool is_async = parse_accept(p, TOKEN_ASYNC);
    if (is_async && p->token.kind != TOKEN_DEF) {
        return refuse_async(p, &async);
    }
    const struct compound *row = find_compound(p);
    struct node *node = parse_deeper(p) ? parse_node(p, row->kind, from) : NULL;
    if (!node || !row->read(p, node)) {
        return NULL;
    }
    if (is_async) {
        node->flag = 'a';
        node->generator = true;
    }
    p->nesting--;
    node->decorators = list;
    node->span = parse_span(p, from);
    return node;
}
