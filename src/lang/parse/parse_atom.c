/* Parses what stands by itself: names, literals, everything in brackets, comprehensions. */
#include "lang/parse/parse_atom.h"

#include "lang/parse/parse_expression.h"
#include "lang/parse/parse_number.h"
#include "lang/parse/parse_string.h"
#include "lang/parse/parse_target.h"

static struct node *constant(struct parser *p, enum node_kind kind)
{
    struct position from = parse_position(p);
    parse_advance(p);
    return p->status == PARSE_OK ? parse_node(p, kind, from) : NULL;
}

static struct node *name(struct parser *p)
{
    struct position from = parse_position(p);
    size_t len = p->token.end - p->token.start;
    char *text = parse_name(p);
    struct node *node = text ? parse_node(p, NODE_NAME, from) : NULL;
    if (!node) {
        return NULL;
    }
    node->text = text;
    node->text_len = len;
    return node;
}

/* --- comprehensions --- */

bool parse_at_clauses(const struct parser *p)
{
    return p->token.kind == TOKEN_FOR || p->token.kind == TOKEN_ASYNC;
}

static struct node *target(struct parser *p)
{
    return p->token.kind == TOKEN_STAR ? parse_starred(p, parse_bitwise) : parse_bitwise(p);
}

struct node *parse_target_list(struct parser *p)
{
    struct position from = parse_position(p);
    struct node *node = target(p);
    if (node && p->token.kind == TOKEN_COMMA) {
        int mark = p->stack_count;
        parse_push(p, node);
        while (parse_accept(p, TOKEN_COMMA) && p->token.kind != TOKEN_IN) {
            if (!parse_push_node(p, target(p))) {
                return NULL;
            }
        }
        node = parse_gathered(p, NODE_TUPLE, from, mark);
    }
    return node && parse_check_target(p, node, TARGET_FOR) ? node : NULL;
}

static struct clause *clause(struct parser *p)
{
    if (p->token.kind == TOKEN_ASYNC) {
        struct span at = parse_token_span(p, &p->token);
        return parse_unsupported(p, &at, "qkv does not support `async for`; use a plain `for`.");
    }
    parse_advance(p);
    struct clause *c = parse_alloc(p, sizeof *c);
    if (!c) {
        return NULL;
    }
    c->target = parse_target_list(p);
    if (!c->target || !parse_expect(p, TOKEN_IN)) {
        return NULL;
    }
    c->iterable = parse_disjunction(p);
    if (!c->iterable) {
        return NULL;
    }
    int mark = p->stack_count;
    while (parse_accept(p, TOKEN_IF)) {
        if (!parse_push_node(p, parse_disjunction(p))) {
            return NULL;
        }
    }
    c->conditions = parse_take(p, mark);
    return p->status == PARSE_OK ? c : NULL;
}

bool parse_clauses(struct parser *p, struct node *comprehension)
{
    int mark = p->stack_count;
    while (parse_at_clauses(p)) {
        struct clause *c = clause(p);
        if (!c || !parse_push(p, c)) {
            return false;
        }
    }
    comprehension->clauses =
        parse_take_structs(p, mark, sizeof(struct clause), &comprehension->clause_count);
    return p->status == PARSE_OK;
}

/* The clauses and the closing bracket behind `element` (and `value` in a dict). */
static struct node *comprehension(struct parser *p, enum node_kind kind, struct position from,
                                  struct node *element, struct node *value, enum token_kind closing)
{
    if (element->kind == NODE_STARRED) {
        return parse_error_at(p, &element->span,
                              "iterable unpacking cannot be used in comprehension");
    }
    struct node *node = parse_node(p, kind, from);
    if (!node || !parse_clauses(p, node) || !parse_expect(p, closing)) {
        return NULL;
    }
    node->left = element;
    node->right = value;
    node->span = parse_span(p, from);
    return node;
}

/* --- brackets --- */

/* first (`,` item)* [`,`], pushed, up to `closing`. */
static bool items(struct parser *p, struct node *first, enum token_kind closing)
{
    parse_push(p, first);
    struct node *last = first;
    while (parse_accept(p, TOKEN_COMMA)) {
        if (p->token.kind != closing && !parse_at_clauses(p)) {
            last = parse_star_named(p);
            if (!last || !parse_push(p, last)) {
                return false;
            }
        }
        if (parse_at_clauses(p) && (closing == TOKEN_RSQUARE || closing == TOKEN_RBRACE)) {
            struct span at = parse_join(&first->span, &last->span);
            return parse_error_at(p, &at,
                                  "did you forget parentheses around the comprehension target?");
        }
        if (p->token.kind == closing) {
            break;
        }
    }
    return parse_expect(p, closing);
}

static struct node *display(struct parser *p, enum node_kind kind, struct position from,
                            struct node *first, enum token_kind closing)
{
    int mark = p->stack_count;
    if (!items(p, first, closing)) {
        return NULL;
    }
    return parse_gathered(p, kind, from, mark);
}

static struct node *empty(struct parser *p, enum node_kind kind, struct position from)
{
    parse_advance(p);
    return p->status == PARSE_OK ? parse_node(p, kind, from) : NULL;
}

struct node *parse_group(struct parser *p, struct position from, enum token_kind closing)
{
    if (p->token.kind == TOKEN_POWER) {
        struct span at = parse_token_span(p, &p->token);
        parse_advance(p);
        if (!parse_one(p) || p->token.kind != closing) {
            return parse_forgive(p) ? parse_error_at(p, &at, "invalid syntax") : NULL;
        }
        return parse_error_at(p, &at, "cannot use double starred expression here");
    }
    bool yields = p->token.kind == TOKEN_YIELD;
    struct node *first = yields ? parse_value(p) : parse_star_named(p);
    if (!first || yields) {
        return first && parse_expect(p, closing) ? first : NULL;
    }
    if (parse_at_clauses(p)) {
        return comprehension(p, NODE_GENERATOR, from, first, NULL, closing);
    }
    if (p->token.kind == TOKEN_COMMA) {
        return display(p, NODE_TUPLE, from, first, closing);
    }
    if (first->kind == NODE_STARRED && p->token.kind == closing) {
        return parse_error_at(p, &first->span, "cannot use starred expression here");
    }
    return parse_expect(p, closing) ? first : NULL;
}

static struct node *parenthesis(struct parser *p)
{
    struct position from = parse_position(p);
    parse_advance(p);
    if (p->token.kind == TOKEN_RPAREN) {
        return empty(p, NODE_TUPLE, from);
    }
    return parse_group(p, from, TOKEN_RPAREN);
}

static struct node *square(struct parser *p)
{
    struct position from = parse_position(p);
    parse_advance(p);
    if (p->token.kind == TOKEN_RSQUARE) {
        return empty(p, NODE_LIST, from);
    }
    struct node *first = parse_star_named(p);
    if (!first) {
        return NULL;
    }
    if (parse_at_clauses(p)) {
        return comprehension(p, NODE_LIST_COMP, from, first, NULL, TOKEN_RSQUARE);
    }
    return display(p, NODE_LIST, from, first, TOKEN_RSQUARE);
}

/* The value behind a key and its `:`. */
static struct node *dict_value(struct parser *p)
{
    struct token colon = p->token;
    if (colon.kind != TOKEN_COLON) {
        struct span at = parse_token_span(p, &p->previous);
        return parse_error_at(p, &at, "':' expected after dictionary key");
    }
    parse_advance(p);
    struct span here = parse_token_span(p, &p->token);
    if (p->token.kind == TOKEN_RBRACE || p->token.kind == TOKEN_COMMA) {
        here = parse_token_span(p, &colon);
        return parse_error_at(p, &here, "expression expected after dictionary key and ':'");
    }
    if (p->token.kind == TOKEN_STAR) {
        return parse_error_at(p, &here, "cannot use a starred expression in a dictionary value");
    }
    return parse_one(p);
}

/* Pushes the key (NULL for `**`) and the value. */
static bool dict_item(struct parser *p)
{
    struct node *key = NULL, *value;
    if (parse_accept(p, TOKEN_POWER)) {
        value = parse_bitwise(p);
    } else {
        bool quiet = p->quiet; /* what may follow a key is a colon, not a forgotten comma */
        p->quiet = true;
        key = parse_one(p);
        p->quiet = quiet;
        value = key ? dict_value(p) : NULL;
    }
    return value && parse_push(p, key) && parse_push(p, value);
}

/* The rest of a dict whose first key and value are pushed already. */
static struct node *dict(struct parser *p, struct position from, int mark)
{
    while (parse_accept(p, TOKEN_COMMA) && p->token.kind != TOKEN_RBRACE) {
        if (!dict_item(p)) {
            return NULL;
        }
    }
    if (!parse_expect(p, TOKEN_RBRACE)) {
        return NULL;
    }
    struct node *node = parse_node(p, NODE_DICT, from);
    return node && parse_take_pairs(p, mark, node) ? node : NULL;
}

static struct node *brace(struct parser *p)
{
    struct position from = parse_position(p);
    int mark = p->stack_count;
    parse_advance(p);
    if (p->token.kind == TOKEN_RBRACE) {
        return empty(p, NODE_DICT, from);
    }
    if (p->token.kind == TOKEN_POWER) {
        struct span at = parse_token_span(p, &p->token);
        if (!dict_item(p)) {
            return NULL;
        }
        if (parse_at_clauses(p)) {
            return parse_error_at(p, &at, "dict unpacking cannot be used in dict comprehension");
        }
        return dict(p, from, mark);
    }
    struct node *first = parse_star_named(p);
    if (!first) {
        return NULL;
    }
    if (p->token.kind == TOKEN_COLON && first->kind != NODE_STARRED) {
        struct node *value = dict_value(p);
        if (value && parse_at_clauses(p)) {
            return comprehension(p, NODE_DICT_COMP, from, first, value, TOKEN_RBRACE);
        }
        if (!value || !parse_push(p, first) || !parse_push(p, value)) {
            return NULL;
        }
        return dict(p, from, mark);
    }
    if (parse_at_clauses(p)) {
        return comprehension(p, NODE_SET_COMP, from, first, NULL, TOKEN_RBRACE);
    }
    return display(p, NODE_SET, from, first, TOKEN_RBRACE);
}

struct node *parse_atom(struct parser *p)
{
    switch (p->token.kind) {
    case TOKEN_NAME:
        return name(p);
    case TOKEN_NUMBER:
        return parse_number(p);
    case TOKEN_STRING:
        return parse_strings(p);
    case TOKEN_NONE:
        return constant(p, NODE_NONE);
    case TOKEN_TRUE:
        return constant(p, NODE_TRUE);
    case TOKEN_FALSE:
        return constant(p, NODE_FALSE);
    case TOKEN_ELLIPSIS:
        return constant(p, NODE_ELLIPSIS);
    case TOKEN_LPAREN:
        return parenthesis(p);
    case TOKEN_LSQUARE:
        return square(p);
    case TOKEN_LBRACE:
        return brace(p);
    default:
        return parse_invalid(p);
    }
}
