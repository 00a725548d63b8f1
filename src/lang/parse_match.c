/* `match` and its cases. `match` and `case` are words like any other elsewhere: the caller has seen
 * that a `case` follows. The rules are those of the grammar in the Python reference. */
#include "lang/parse_state.h"

static struct node *pattern(struct parser *p);
static struct node *or_pattern(struct parser *p);

static struct node *name_node(struct parser *p)
{
    struct place from = parse_place(p);
    char *text = parse_name(p);
    struct node *node = text != NULL ? parse_node(p, NODE_NAME, from) : NULL;
    if (node != NULL) {
        node->text = text;
    }
    return node;
}

/* --- lists of patterns --- */

static struct node *maybe_star(struct parser *p)
{
    struct place from = parse_place(p);
    if (p->token.kind != TOKEN_STAR) {
        return pattern(p);
    }
    parse_advance(p);
    bool named = !parse_is_name(p, "_");
    struct node *name = name_node(p);
    struct node *node = name != NULL ? parse_node(p, NODE_MATCH_STAR, from) : NULL;
    if (node != NULL && named) {
        node->right = name;
    }
    return node;
}

/* Pushes what stands up to `closing`, behind a first one that was pushed or, without, all. */
static bool more(struct parser *p, enum token_kind closing, bool first)
{
    while (!first || parse_accept(p, TOKEN_COMMA)) {
        if (p->token.kind == closing) {
            break;
        }
        struct node *next = maybe_star(p);
        if (next == NULL || !parse_push(p, next)) {
            return false;
        }
        first = true;
    }
    return p->status == PARSE_OK;
}

static struct node *sequence(struct parser *p, int mark, struct place from)
{
    struct nodes list = parse_take(p, mark);
    struct node *node = parse_node(p, NODE_MATCH_SEQUENCE, from);
    if (node == NULL) {
        return NULL;
    }
    node->list = list;
    for (int k = 0, stars = 0; k < list.count; k++) {
        stars += list.at[k]->kind == NODE_MATCH_STAR;
        if (stars > 1) {
            return parse_error_at(p, &list.at[k]->span,
                                  "multiple starred names in sequence pattern");
        }
    }
    return node;
}

static struct node *bracketed(struct parser *p)
{
    struct place from = parse_place(p);
    int mark = p->stack_count;
    parse_advance(p);
    if (!more(p, TOKEN_RSQUARE, false) || !parse_expect(p, TOKEN_RSQUARE)) {
        return NULL;
    }
    return sequence(p, mark, from);
}

/* (pattern) is the pattern; with a comma or a star, or with nothing in it, it is a sequence. */
static struct node *grouped(struct parser *p)
{
    struct place from = parse_place(p);
    int mark = p->stack_count;
    parse_advance(p);
    if (p->token.kind != TOKEN_RPAREN) {
        struct node *first = maybe_star(p);
        if (first == NULL || !parse_push(p, first)) {
            return NULL;
        }
        if (p->token.kind == TOKEN_RPAREN && first->kind != NODE_MATCH_STAR) {
            parse_advance(p);
            p->stack_count = mark;
            return first;
        }
        if (!more(p, TOKEN_RPAREN, true)) {
            return NULL;
        }
    }
    return parse_expect(p, TOKEN_RPAREN) ? sequence(p, mark, from) : NULL;
}

/* --- values --- */

/* A literal, a negative number or a sum of two; None, True and False are compared by identity. */
static struct node *literal(struct parser *p)
{
    struct place from = parse_place(p);
    enum token_kind kind = p->token.kind;
    bool single = kind == TOKEN_NONE || kind == TOKEN_TRUE || kind == TOKEN_FALSE;
    struct node *value = single ? parse_atom(p) : parse_bitwise_sum(p);
    struct node *node =
        value != NULL ? parse_node(p, single ? NODE_MATCH_IS : NODE_MATCH_VALUE, from) : NULL;
    if (node == NULL) {
        return NULL;
    }
    if (value->kind == NODE_FSTRING) {
        return parse_error_at(p, &value->span,
                              "patterns may only match literals and attribute lookups");
    }
    node->left = value;
    return node;
}

/* NAME (`.` NAME)* */
static struct node *dotted(struct parser *p)
{
    struct place from = parse_place(p);
    struct node *node = name_node(p);
    while (node != NULL && parse_accept(p, TOKEN_DOT)) {
        char *text = parse_name(p);
        struct node *attribute = text != NULL ? parse_node(p, NODE_ATTRIBUTE, from) : NULL;
        if (attribute == NULL) {
            return NULL;
        }
        attribute->left = node;
        attribute->text = text;
        node = attribute;
    }
    return node;
}

/* Behind `Class(`: patterns, then NAME=pattern; list and list2 of the node, names in aliases. */
static struct node *class_pattern(struct parser *p, struct node *class, struct place from)
{
    struct node *node = parse_node(p, NODE_MATCH_CLASS, from);
    int mark = p->stack_count, names = 0;
    struct alias *alias[64];
    parse_advance(p);
    if (node == NULL) {
        return NULL;
    }
    node->left = class;
    while (p->token.kind != TOKEN_RPAREN && p->status == PARSE_OK) {
        struct parse_error ignored = {0};
        struct lexer ahead = *p->lexer;
        ahead.error = &ignored;
        struct span at = parse_token_span(p, &p->token);
        bool keyword = p->token.kind == TOKEN_NAME && lexer_next(&ahead).kind == TOKEN_EQUAL;
        if (!keyword && names > 0) {
            return parse_error_at(p, &at, "positional patterns follow keyword patterns");
        }
        if (names == 64) {
            return parse_limit(p, "A class pattern has more than 64 keywords.");
        }
        if (keyword) {
            node->list = names == 0 ? parse_take(p, mark) : node->list;
            struct alias *a = alias[names++] = parse_alloc(p, sizeof *a);
            if (a == NULL || (a->name = parse_name(p)) == NULL || !parse_expect(p, TOKEN_EQUAL)) {
                return NULL;
            }
            a->as = NULL;
            a->span = at;
        }
        struct node *part = pattern(p);
        if (part == NULL || !parse_push(p, part) || !parse_accept(p, TOKEN_COMMA)) {
            break;
        }
    }
    if (!parse_expect(p, TOKEN_RPAREN)) {
        return NULL;
    }
    *(names > 0 ? &node->list2 : &node->list) = parse_take(p, mark);
    for (int k = 0; k < names && parse_push(p, alias[k]); k++) {
    }
    node->aliases = parse_take_structs(p, mark, sizeof(struct alias), &node->alias_count);
    node->span = parse_span(p, from);
    return p->status == PARSE_OK ? node : NULL;
}

/* A capture, `_`, a dotted value, or a class. */
static struct node *named(struct parser *p)
{
    struct place from = parse_place(p);
    bool wildcard = parse_is_name(p, "_");
    struct node *name = dotted(p);
    if (name == NULL) {
        return NULL;
    }
    if (p->token.kind == TOKEN_LPAREN) {
        return class_pattern(p, name, from);
    }
    bool capture = name->kind == NODE_NAME;
    struct node *node = parse_node(p, capture ? NODE_MATCH_AS : NODE_MATCH_VALUE, from);
    if (node == NULL) {
        return NULL;
    }
    if (!capture) {
        node->left = name;
    } else if (!wildcard) {
        node->right = name;
    }
    return node;
}

static struct node *mapping(struct parser *p)
{
    struct place from = parse_place(p);
    struct node *node = parse_node(p, NODE_MATCH_MAPPING, from);
    int mark = p->stack_count;
    parse_advance(p);
    while (node != NULL && p->token.kind != TOKEN_RBRACE && p->status == PARSE_OK) {
        if (parse_accept(p, TOKEN_POWER)) {
            node->right = name_node(p);
            parse_accept(p, TOKEN_COMMA);
            break;
        }
        struct node *key = p->token.kind == TOKEN_NAME ? dotted(p) : literal(p);
        key =
            key != NULL && key->kind != NODE_ATTRIBUTE && key->kind != NODE_NAME ? key->left : key;
        if (key == NULL || key->kind == NODE_NAME) {
            return parse_invalid(p);
        }
        struct node *value = parse_expect(p, TOKEN_COLON) ? pattern(p) : NULL;
        if (value == NULL || !parse_push(p, key) || !parse_push(p, value)) {
            return NULL;
        }
        if (!parse_accept(p, TOKEN_COMMA)) {
            break;
        }
    }
    if (node == NULL || !parse_expect(p, TOKEN_RBRACE)) {
        return NULL;
    }
    struct nodes both = parse_take(p, mark);
    int count = both.count / 2;
    node->list = (struct nodes){parse_alloc(p, (size_t)(count + 1) * sizeof *both.at), count};
    node->list2 = (struct nodes){parse_alloc(p, (size_t)(count + 1) * sizeof *both.at), count};
    if (p->status != PARSE_OK) {
        return NULL;
    }
    for (int k = 0; k < count; k++) {
        node->list.at[k] = both.at[2 * k];
        node->list2.at[k] = both.at[2 * k + 1];
    }
    node->span = parse_span(p, from);
    return node;
}

/* --- patterns --- */

static struct node *closed(struct parser *p)
{
    switch (p->token.kind) {
    case TOKEN_NAME:
        return named(p);
    case TOKEN_LSQUARE:
        return bracketed(p);
    case TOKEN_LPAREN:
        return grouped(p);
    case TOKEN_LBRACE:
        return mapping(p);
    case TOKEN_NUMBER:
    case TOKEN_STRING:
    case TOKEN_MINUS:
    case TOKEN_NONE:
    case TOKEN_TRUE:
    case TOKEN_FALSE:
        return literal(p);
    default:
        return parse_invalid(p);
    }
}

static struct node *or_pattern(struct parser *p)
{
    struct place from = parse_place(p);
    int mark = p->stack_count;
    struct node *first = closed(p);
    if (first == NULL || p->token.kind != TOKEN_BAR) {
        return first;
    }
    parse_push(p, first);
    while (parse_accept(p, TOKEN_BAR)) {
        struct node *next = closed(p);
        if (next == NULL || !parse_push(p, next)) {
            return NULL;
        }
    }
    struct nodes list = parse_take(p, mark);
    struct node *node = parse_node(p, NODE_MATCH_OR, from);
    if (node != NULL) {
        node->list = list;
    }
    return node;
}

static struct node *pattern(struct parser *p)
{
    struct place from = parse_place(p);
    if (!parse_deeper(p)) {
        return NULL;
    }
    struct node *inner = or_pattern(p);
    p->nesting--;
    if (inner == NULL || !parse_accept(p, TOKEN_AS)) {
        return inner;
    }
    struct span at = parse_token_span(p, &p->token);
    bool wildcard = parse_is_name(p, "_");
    if (p->token.kind != TOKEN_NAME) {
        return parse_error_here(p, "invalid pattern target");
    }
    struct node *name = name_node(p);
    if (wildcard) {
        return parse_error_at(p, &at, "cannot use '_' as a target");
    }
    struct node *node = name != NULL ? parse_node(p, NODE_MATCH_AS, from) : NULL;
    if (node != NULL) {
        node->left = inner;
        node->right = name;
    }
    return node;
}

/* The pattern of a `case`: a sequence needs no brackets there. */
static struct node *open_pattern(struct parser *p)
{
    struct place from = parse_place(p);
    int mark = p->stack_count;
    struct node *first = maybe_star(p);
    if (first == NULL || (p->token.kind != TOKEN_COMMA && first->kind != NODE_MATCH_STAR)) {
        return first;
    }
    if (!parse_push(p, first)) {
        return NULL;
    }
    while (parse_accept(p, TOKEN_COMMA)) {
        if (p->token.kind == TOKEN_COLON || p->token.kind == TOKEN_IF) {
            break;
        }
        struct node *next = maybe_star(p);
        if (next == NULL || !parse_push(p, next)) {
            return NULL;
        }
    }
    return sequence(p, mark, from);
}

/* --- the statement --- */

static struct node *case_(struct parser *p)
{
    struct place from = parse_place(p);
    int line = p->token.line;
    struct node *node = parse_node(p, NODE_CASE, from);
    parse_advance(p);
    if (node == NULL || (node->left = open_pattern(p)) == NULL) {
        return NULL;
    }
    if (parse_accept(p, TOKEN_IF) && (node->right = parse_named(p)) == NULL) {
        return NULL;
    }
    if (!parse_block(p, &node->body, "'case' statement", line)) {
        return NULL;
    }
    node->span = parse_span(p, from);
    return node;
}

struct node *parse_match(struct parser *p)
{
    struct place from = parse_place(p);
    int mark = p->stack_count;
    struct node *node = parse_deeper(p) ? parse_node(p, NODE_MATCH, from) : NULL;
    parse_advance(p);
    if (node == NULL || (node->left = parse_star_list(p)) == NULL || !parse_expect_colon(p)) {
        return NULL;
    }
    parse_advance(p); /* the end of the line, and the indent: the caller has seen both */
    parse_advance(p);
    while (p->status == PARSE_OK && p->token.kind != TOKEN_DEDENT) {
        struct node *next = parse_is_name(p, "case") ? case_(p) : parse_invalid(p);
        if (next == NULL || !parse_push(p, next)) {
            return NULL;
        }
    }
    node->list = parse_take(p, mark);
    parse_advance(p);
    p->nesting--;
    node->span = parse_span(p, from);
    return p->status == PARSE_OK ? node : NULL;
}
