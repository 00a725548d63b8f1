/* Parses operators: from the conditional expression down to unary minus and power. Each function is
 * named after a rule of the Python 3.11 grammar and reads that rule. */
#include "lang/parse/parse_expression.h"

#include "lang/parse/parse_atom.h"
#include "lang/parse/parse_call.h"
#include "lang/parse/parse_parameters.h"
#include "lang/parse/parse_target.h"

/* Operators with two operands, left to right; a higher level binds tighter. */
static const struct infix {
    int level;
    enum operator_ op;
} infix[TOKEN_COUNT] = {
    [TOKEN_BAR] = {1, OP_OR},          [TOKEN_CARET] = {2, OP_XOR},     [TOKEN_AMPER] = {3, OP_AND},
    [TOKEN_LSHIFT] = {4, OP_LSHIFT},   [TOKEN_RSHIFT] = {4, OP_RSHIFT}, [TOKEN_PLUS] = {5, OP_ADD},
    [TOKEN_MINUS] = {5, OP_SUB},       [TOKEN_STAR] = {6, OP_MUL},      [TOKEN_SLASH] = {6, OP_DIV},
    [TOKEN_FLOOR] = {6, OP_FLOOR_DIV}, [TOKEN_PERCENT] = {6, OP_MOD},   [TOKEN_AT] = {6, OP_MATMUL},
};

static const bool starts_expression[TOKEN_COUNT] = {
    [TOKEN_NAME] = true,    [TOKEN_NUMBER] = true, [TOKEN_STRING] = true,   [TOKEN_NONE] = true,
    [TOKEN_TRUE] = true,    [TOKEN_FALSE] = true,  [TOKEN_ELLIPSIS] = true, [TOKEN_LPAREN] = true,
    [TOKEN_LSQUARE] = true, [TOKEN_LBRACE] = true, [TOKEN_PLUS] = true,     [TOKEN_MINUS] = true,
    [TOKEN_TILDE] = true,   [TOKEN_NOT] = true,    [TOKEN_LAMBDA] = true,   [TOKEN_AWAIT] = true};

static struct node *unary(struct parser *p);

static struct node *await(struct parser *p)
{
    struct position from = parse_position(p);
    parse_advance(p);
    struct position behind = parse_position(p);
    struct node *left = parse_trailers(p, parse_atom(p), behind);
    struct node *node = parse_operands(p, NODE_YIELD_FROM, from, left, NULL);
    if (node) {
        node->flag = 'a';
    }
    return node;
}

static struct node *power(struct parser *p)
{
    struct position from = parse_position(p);
    struct node *base =
        p->token.kind == TOKEN_AWAIT ? await(p) : parse_trailers(p, parse_atom(p), from);
    if (!base || p->token.kind != TOKEN_POWER) {
        return base;
    }
    parse_advance(p);
    if (!parse_deeper(p)) {
        return NULL;
    }
    struct node *exponent = unary(p);
    p->nesting--;
    struct node *node = exponent ? parse_operands(p, NODE_BINARY, from, base, exponent) : NULL;
    if (node) {
        node->op = OP_POW;
    }
    return node;
}

/* operand() behind the current token, as the operand of op. */
static struct node *prefixed(struct parser *p, enum operator_ op,
                             struct node *(*operand)(struct parser *))
{
    struct position from = parse_position(p);
    parse_advance(p);
    if (!parse_deeper(p)) {
        return NULL;
    }
    struct node *left = operand(p);
    p->nesting--;
    struct node *node = parse_operands(p, NODE_UNARY, from, left, NULL);
    if (node) {
        node->op = op;
    }
    return node;
}

static struct node *unary(struct parser *p)
{
    switch (p->token.kind) {
    case TOKEN_PLUS:
        return prefixed(p, OP_POS, unary);
    case TOKEN_MINUS:
        return prefixed(p, OP_NEG, unary);
    case TOKEN_TILDE:
        return prefixed(p, OP_INVERT, unary);
    default:
        return power(p);
    }
}

static struct node *binary(struct parser *p, int level)
{
    struct position from = parse_position(p);
    struct node *left = unary(p);
    while (left && infix[p->token.kind].level >= level) {
        const struct infix *in = &infix[p->token.kind];
        parse_advance(p);
        struct node *right = binary(p, in->level + 1);
        left = right ? parse_operands(p, NODE_BINARY, from, left, right) : NULL;
        if (left) {
            left->op = in->op;
        }
    }
    return left;
}

struct node *parse_bitwise(struct parser *p)
{
    return binary(p, 1);
}

/* None begins with what stands for OP_ADD. */
static const enum operator_ comparisons[TOKEN_COUNT] = {
    [TOKEN_EQUALITY] = OP_EQ,   [TOKEN_UNEQUAL] = OP_NE, [TOKEN_LESS] = OP_LT,
    [TOKEN_LESS_EQUAL] = OP_LE, [TOKEN_GREATER] = OP_GT, [TOKEN_GREATER_EQUAL] = OP_GE,
    [TOKEN_IN] = OP_IN,         [TOKEN_NOT] = OP_NOT_IN, [TOKEN_IS] = OP_IS};

/* Consumes a comparison operator of one or two words. */
static bool comparison_operator(struct parser *p, enum operator_ *op)
{
    *op = comparisons[p->token.kind];
    if (*op == OP_ADD) {
        return false;
    }
    parse_advance(p);
    if (*op == OP_IS && parse_accept(p, TOKEN_NOT)) {
        *op = OP_IS_NOT;
    }
    return *op != OP_NOT_IN || parse_expect(p, TOKEN_IN);
}

static struct node *comparison(struct parser *p)
{
    struct position from = parse_position(p);
    struct node *left = parse_bitwise(p);
    enum operator_ op;
    if (!left || !comparison_operator(p, &op)) {
        return p->status == PARSE_OK ? left : NULL;
    }
    int mark = p->stack_count; /* the operands, each behind its operator */
    do {
        struct node *right = parse_bitwise(p);
        if (!right || !parse_push(p, (void *)(uintptr_t)op) || !parse_push(p, right)) {
            return NULL;
        }
    } while (comparison_operator(p, &op));
    int count = (p->stack_count - mark) / 2;
    struct node *node = parse_node(p, NODE_COMPARE, from);
    enum operator_ *ops = parse_alloc(p, (size_t)count * sizeof *ops);
    struct node **operands = parse_alloc(p, (size_t)count * sizeof(struct node *));
    if (!node || !ops || !operands) {
        return NULL;
    }
    for (int i = 0; i < count; i++) {
        ops[i] = (enum operator_)(uintptr_t)p->stack[mark + 2 * i];
        operands[i] = p->stack[mark + 2 * i + 1];
    }
    p->stack_count = mark;
    node->left = left;
    node->ops = ops;
    node->list = (struct nodes){operands, count};
    return node;
}

static struct node *inversion(struct parser *p)
{
    return p->token.kind == TOKEN_NOT ? prefixed(p, OP_NOT, inversion) : comparison(p);
}

/* operand (word operand)*: one node for the whole row. */
static struct node *row(struct parser *p, enum token_kind word, enum node_kind kind,
                        struct node *(*operand)(struct parser *))
{
    struct position from = parse_position(p);
    struct node *first = operand(p);
    if (!first || p->token.kind != word) {
        return first;
    }
    int mark = p->stack_count;
    parse_push(p, first);
    while (parse_accept(p, word)) {
        if (!parse_push_node(p, operand(p))) {
            return NULL;
        }
    }
    return parse_gathered(p, kind, from, mark);
}

static struct node *conjunction(struct parser *p)
{
    return row(p, TOKEN_AND, NODE_AND, inversion);
}

struct node *parse_disjunction(struct parser *p)
{
    return row(p, TOKEN_OR, NODE_OR, conjunction);
}

static struct node *conditional(struct parser *p, struct node *value, struct position from)
{
    parse_advance(p);
    struct node *condition = parse_disjunction(p);
    if (!condition) {
        return NULL;
    }
    if (p->token.kind != TOKEN_ELSE) {
        struct span at = parse_span(p, from);
        if (p->token.kind == TOKEN_COLON) {
            return parse_invalid(p);
        }
        return parse_error_at(p, &at, "expected 'else' after 'if' expression");
    }
    parse_advance(p);
    struct node *other = parse_one(p);
    struct node *node = other ? parse_node(p, NODE_CONDITIONAL, from) : NULL;
    if (!node) {
        return NULL;
    }
    node->left = condition;
    node->right = value;
    node->third = other;
    return node;
}

/* A number or a name alone, perhaps -1.5: what stands right behind it ends the expression. Tables
 * and calls are made of little else, and none of the operators has to be asked for. */
static bool stands_alone(const struct parser *p)
{
    const char *text = p->source->text;
    size_t at = p->token.end, end = p->lexer->end;
    if (p->token.kind == TOKEN_MINUS) {
        while (at < end && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
        if (at == p->token.end) {
            return false;
        }
        at += at < end && text[at] == '.';
        while (at < end && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
    } else if (p->token.kind != TOKEN_NUMBER && p->token.kind != TOKEN_NAME) {
        return false;
    }
    return at < end && (text[at] == ',' || text[at] == ')' || text[at] == ']');
}

struct node *parse_one(struct parser *p)
{
    if (!parse_deeper(p)) {
        return NULL;
    }
    struct token first = p->token;
    struct position from = parse_position(p);
    struct node *node;
    if (stands_alone(p)) {
        node = first.kind == TOKEN_MINUS ? unary(p) : parse_atom(p);
    } else if (first.kind == TOKEN_LAMBDA) {
        node = parse_lambda(p);
    } else {
        node = parse_disjunction(p);
        if (node && p->token.kind == TOKEN_IF) {
            node = conditional(p, node, from);
        } else if (node && !p->quiet && starts_expression[p->token.kind]) {
            parse_adjacent(p, node, &first);
        }
    }
    p->nesting--;
    return p->status == PARSE_OK ? node : NULL;
}

struct node *parse_named(struct parser *p)
{
    struct token first = p->token;
    struct position from = parse_position(p);
    struct node *node = parse_one(p);
    if (!node) {
        return NULL;
    }
    bool bare = node->kind == NODE_NAME && p->previous.start == first.start;
    if (p->token.kind == TOKEN_EQUAL && !p->quiet) {
        return parse_misplaced_equal(p, node, bare);
    }
    if (p->token.kind != TOKEN_WALRUS) {
        return node;
    }
    parse_advance(p);
    struct node *value = parse_one(p);
    if (value && !bare) {
        return parse_error_at(p, &node->span, "cannot use assignment expressions with %s",
                              parse_kind_name(node));
    }
    struct node *named = value ? parse_node(p, NODE_NAMED, from) : NULL;
    if (!named) {
        return NULL;
    }
    named->left = node;
    named->right = value;
    return named;
}

struct node *parse_starred(struct parser *p, struct node *(*operand)(struct parser *))
{
    struct position from = parse_position(p);
    parse_advance(p);
    struct node *left = operand(p);
    struct node *node = left ? parse_node(p, NODE_STARRED, from) : NULL;
    if (node) {
        node->left = left;
    }
    return node;
}

struct node *parse_star_named(struct parser *p)
{
    return p->token.kind == TOKEN_STAR ? parse_starred(p, parse_bitwise) : parse_named(p);
}

static struct node *star_one(struct parser *p)
{
    return p->token.kind == TOKEN_STAR ? parse_starred(p, parse_bitwise) : parse_one(p);
}

struct node *parse_star_list(struct parser *p)
{
    struct position from = parse_position(p);
    struct node *first = star_one(p);
    if (!first || p->token.kind != TOKEN_COMMA) {
        return first;
    }
    int mark = p->stack_count;
    parse_push(p, first);
    while (parse_accept(p, TOKEN_COMMA)) {
        if (!starts_expression[p->token.kind] && p->token.kind != TOKEN_STAR) {
            break;
        }
        if (!parse_push_node(p, star_one(p))) {
            return NULL;
        }
    }
    return parse_gathered(p, NODE_TUPLE, from, mark);
}

/* `yield`, `yield value` or `yield from iterable`; the token is `yield`. */
static struct node *yield(struct parser *p)
{
    struct position from = parse_position(p);
    struct node *left = NULL;
    parse_advance(p);
    bool delegates = parse_accept(p, TOKEN_FROM);
    bool has_value = starts_expression[p->token.kind] || p->token.kind == TOKEN_STAR;
    if ((delegates || has_value) && !(left = delegates ? parse_one(p) : parse_star_list(p))) {
        return NULL;
    }
    struct node *node = parse_node(p, delegates ? NODE_YIELD_FROM : NODE_YIELD, from);
    if (node) {
        node->left = left;
    }
    return node;
}

struct node *parse_value(struct parser *p)
{
    return p->token.kind == TOKEN_YIELD ? yield(p) : parse_star_list(p);
}
