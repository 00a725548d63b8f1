/* Parses `match` into a chain of `if`, whose conditions are what the patterns ask and bind. A
 * pattern is written like an expression, so it is read as one and then turned into its condition.
 */
#include "lang/parse/parse_match.h"

#include "base/named.h"
#include "lang/parse/parse_compound.h"
#include "lang/parse/parse_expression.h"

#include <string.h>

static struct node *condition(struct parser *p, const struct node *pattern, struct node *subject);

static struct node *make(struct parser *p, enum node_kind kind, const struct span *at)
{
    struct node *node = parse_node(p, kind, (struct position){at->line, at->column});
    if (node) {
        node->span = *at;
    }
    return node;
}

static struct node *named(struct parser *p, const char *text, const struct span *at)
{
    struct node *node = make(p, NODE_NAME, at);
    if (node) {
        node->text = text;
        node->text_len = strlen(text);
    }
    return node;
}

static struct node *number(struct parser *p, int value, const struct span *at)
{
    struct node *node = make(p, NODE_INT, at);
    if (node) {
        node->integer = value;
    }
    return node;
}

/* A node with a list of one or two; the second may be NULL. */
static struct node *of(struct parser *p, enum node_kind kind, struct node *first,
                       struct node *second, const struct span *at)
{
    int mark = p->stack_count;
    struct node *node = first ? make(p, kind, at) : NULL;
    if (!node || !parse_push(p, first) || (second && !parse_push(p, second))) {
        return NULL;
    }
    node->list = parse_take(p, mark);
    return node;
}

static struct node *call(struct parser *p, const char *function, struct node *first,
                         struct node *second, const struct span *at)
{
    struct node *node = of(p, NODE_CALL, first, second, at);
    if (node) {
        node->left = named(p, function, at);
    }
    return node;
}

static struct node *compare(struct parser *p, struct node *left, enum operator_ op,
                            struct node *right, const struct span *at)
{
    struct node *node = left && right ? of(p, NODE_COMPARE, right, NULL, at) : NULL;
    if (!node || !(node->ops = parse_alloc(p, sizeof *node->ops))) {
        return NULL;
    }
    node->ops[0] = op;
    node->left = left;
    return node;
}

static struct node *both(struct parser *p, struct node *a, struct node *b)
{
    return a && b ? of(p, NODE_AND, a, b, &a->span) : NULL;
}

static struct node *inner(struct parser *p, enum node_kind kind, struct node *of, struct node *key,
                          const char *attribute, const struct span *at)
{
    struct node *node = make(p, kind, at);
    if (node) {
        node->left = of;
        node->right = key;
        node->text = attribute;
        node->text_len = attribute ? strlen(attribute) : 0;
    }
    return node;
}

/* (name := value,) is true and binds. */
static struct node *bind(struct parser *p, const char *name, struct node *value,
                         const struct span *at)
{
    struct node *node = make(p, NODE_NAMED, at);
    if (!node || !value || strcmp(name, "_") == 0) {
        return node && value ? make(p, NODE_TRUE, at) : NULL;
    }
    node->left = named(p, name, at);
    node->right = value;
    return of(p, NODE_TUPLE, node, NULL, at);
}

/* What `*rest` among `count` patterns takes: [*subject[place:place - count + 1]]. */
static struct node *rest(struct parser *p, const struct node *pattern, struct node *subject,
                         int place, int count)
{
    const struct span *at = &pattern->span;
    struct node *slice = make(p, NODE_SLICE, at), *whole = make(p, NODE_STARRED, at);
    if (!slice || !whole || pattern->left->kind != NODE_NAME) {
        return p->status == PARSE_OK ? parse_error_at(p, at, "invalid syntax") : NULL;
    }
    slice->left = number(p, place, at);
    slice->right = place + 1 < count ? number(p, place + 1 - count, at) : NULL;
    whole->left = inner(p, NODE_SUBSCRIPT, subject, slice, NULL, at);
    return bind(p, pattern->left->text, of(p, NODE_LIST, whole, NULL, at), at);
}

static struct node *is_a(struct parser *p, struct node *subject, enum node_kind kind,
                         const struct span *at)
{
    struct node *type = inner(p, NODE_ATTRIBUTE, make(p, kind, at), NULL, "__class__", at);
    return call(p, "isinstance", subject, type, at);
}

static struct node *sequence(struct parser *p, const struct node *pattern, struct node *subject)
{
    const struct span *at = &pattern->span;
    int count = pattern->list.count, star = -1;
    for (int k = 0; k < count; k++) {
        star = pattern->list.at[k]->kind == NODE_STARRED ? k : star;
    }
    struct node *type =
        of(p, NODE_OR, is_a(p, subject, NODE_LIST, at), is_a(p, subject, NODE_TUPLE, at), at);
    struct node *size = compare(p, call(p, "len", subject, NULL, at), star < 0 ? OP_EQ : OP_GE,
                                number(p, count - (star >= 0), at), at);
    struct node *all = both(p, type, size);
    for (int k = 0; k < count && all; k++) {
        const struct node *one = pattern->list.at[k];
        int place = star >= 0 && k > star ? k - count : k;
        struct node *cell = inner(p, NODE_SUBSCRIPT, subject, number(p, place, at), NULL, at);
        all = both(p, all, k == star ? rest(p, one, subject, k, count) : condition(p, one, cell));
    }
    return all;
}

static struct node *mapping(struct parser *p, const struct node *pattern, struct node *subject)
{
    const struct span *at = &pattern->span;
    struct node *all = is_a(p, subject, NODE_DICT, at);
    for (int k = 0; k < pattern->list.count && all; k++) {
        struct node *key = pattern->list.at[k];
        if (!key) {
            return parse_unsupported(p, at,
                                     "qkv does not support `**` in a pattern; use the dict.");
        }
        struct node *cell = inner(p, NODE_SUBSCRIPT, subject, key, NULL, at);
        all = both(p, all, compare(p, key, OP_IN, subject, at));
        all = both(p, all, condition(p, pattern->list2.at[k], cell));
    }
    return all;
}

/* Whether a class's one pattern without a name is for the object itself. */
static bool is_whole(const struct node *class)
{
    static const char *const names[] = {"bool", "bytes", "bytearray", "dict", "float", "frozenset",
                                        "int",  "list",  "set",       "str",  "tuple"};
    return class->kind == NODE_NAME && NAMED(names, class->text) >= 0;
}

static struct node *object(struct parser *p, const struct node *pattern, struct node *subject)
{
    const struct span *at = &pattern->span;
    struct node *all = call(p, "isinstance", subject, pattern->left, at);
    for (int k = 0; k < pattern->list.count && all; k++) {
        struct node *names = inner(p, NODE_ATTRIBUTE, pattern->left, NULL, "__match_args__", at);
        struct node *name = inner(p, NODE_SUBSCRIPT, names, number(p, k, at), NULL, at);
        struct node *cell =
            is_whole(pattern->left) ? subject : call(p, "getattr", subject, name, at);
        all = both(p, all, condition(p, pattern->list.at[k], cell));
    }
    for (int k = 0; k < pattern->keyword_count && all; k++) {
        const char *name = pattern->keywords[k].name;
        struct node *text = make(p, NODE_STRING, at);
        if (!text || !name) {
            return name ? NULL : parse_error_at(p, at, "invalid syntax");
        }
        text->text = name;
        text->text_len = strlen(name);
        struct node *cell = inner(p, NODE_ATTRIBUTE, subject, NULL, name, at);
        all = both(p, all, call(p, "hasattr", subject, text, at));
        all = both(p, all, condition(p, pattern->keywords[k].value, cell));
    }
    return all;
}

/* What is true when the subject looks like the pattern; names in it are bound. NULL: refused. */
static struct node *condition(struct parser *p, const struct node *pattern, struct node *subject)
{
    const struct span *at = &pattern->span;
    struct node *value = (struct node *)pattern;
    switch (pattern->kind) {
    case NODE_NAME:
        return bind(p, pattern->text, subject, at);
    case NODE_TUPLE:
    case NODE_LIST:
        return sequence(p, pattern, subject);
    case NODE_DICT:
        return mapping(p, pattern, subject);
    case NODE_CALL:
        return object(p, pattern, subject);
    case NODE_NONE:
    case NODE_TRUE:
    case NODE_FALSE:
        return compare(p, subject, OP_IS, value, at);
    case NODE_BINARY:
        if (pattern->op == OP_OR) {
            struct node *left = condition(p, pattern->left, subject);
            struct node *right = left ? condition(p, pattern->right, subject) : NULL;
            return right ? of(p, NODE_OR, left, right, at) : NULL;
        }
        return compare(p, subject, OP_EQ, value, at);
    case NODE_INT:
    case NODE_FLOAT:
    case NODE_IMAGINARY:
    case NODE_STRING:
    case NODE_BYTES:
    case NODE_UNARY:
    case NODE_ATTRIBUTE:
        return compare(p, subject, OP_EQ, value, at);
    default:
        return parse_error_at(p, at, "invalid syntax");
    }
}

static struct node *element(struct parser *p)
{
    return p->token.kind == TOKEN_STAR ? parse_starred(p, parse_bitwise) : parse_bitwise(p);
}

/* One pattern, or several with commas: those of a sequence. */
static struct node *patterns(struct parser *p)
{
    struct position from = parse_position(p);
    struct node *node = element(p);
    if (!node || p->token.kind != TOKEN_COMMA) {
        return node;
    }
    int mark = p->stack_count;
    parse_push(p, node);
    while (parse_accept(p, TOKEN_COMMA) && p->token.kind != TOKEN_COLON &&
           p->token.kind != TOKEN_IF) {
        if (!parse_push_node(p, element(p))) {
            return NULL;
        }
    }
    return parse_gathered(p, NODE_TUPLE, from, mark);
}

/* This `case` and those behind it. */
static struct node *cases(struct parser *p, struct node *subject)
{
    struct position from = parse_position(p);
    int line = p->token.line, mark = p->stack_count;
    if (!parse_is_name(p, "case") || !parse_deeper(p)) {
        return parse_invalid(p);
    }
    struct node *node = parse_node(p, NODE_IF, from);
    parse_advance(p);
    struct node *pattern = node ? patterns(p) : NULL;
    struct node *asked = pattern ? condition(p, pattern, subject) : NULL;
    if (asked && parse_accept(p, TOKEN_AS)) {
        const char *name = parse_name(p);
        asked = name ? both(p, asked, bind(p, name, subject, &pattern->span)) : NULL;
    }
    if (asked && parse_accept(p, TOKEN_IF)) {
        asked = both(p, asked, parse_named(p));
    }
    if (!asked || !parse_block(p, &node->body, "'case' statement", line)) {
        return NULL;
    }
    node->left = asked;
    if (p->token.kind != TOKEN_DEDENT) {
        if (!parse_push_node(p, cases(p, subject))) {
            return NULL;
        }
        node->orelse = parse_take(p, mark);
    }
    p->nesting--;
    node->span = parse_span(p, from);
    return node;
}

struct node *parse_match(struct parser *p)
{
    struct position from = parse_position(p);
    parse_advance(p);
    struct node *value = parse_star_list(p), *subject = value;
    if (!value || !parse_expect_colon(p) || !parse_expect(p, TOKEN_NEWLINE) ||
        !parse_expect(p, TOKEN_INDENT)) {
        return NULL;
    }
    bool held = value->kind == NODE_NAME; /* else under a name of its own */
    subject = held ? value : named(p, "_match", &value->span);
    int mark = p->stack_count;
    struct node *chain = subject ? cases(p, subject) : NULL;
    if (!chain || !parse_expect(p, TOKEN_DEDENT) || held) {
        return p->status == PARSE_OK ? chain : NULL;
    }
    struct node *node = parse_node(p, NODE_IF, from);
    if (!node || !parse_push(p, chain)) {
        return NULL;
    }
    node->body = parse_take(p, mark);
    node->left = bind(p, "_match", value, &value->span);
    return node->left ? node : NULL;
}
