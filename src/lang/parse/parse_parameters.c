/* Parses parameters of functions and lambdas: positional-only, defaults, `*args`, keyword-only,
 * `**kwargs` and annotations. */
#include "lang/parse/parse_parameters.h"

#include "lang/parse/parse_expression.h"

struct parameters {          /* the list under way */
    enum token_kind closing; /* `)` of a def, `:` of a lambda */
    int mark;                /* where the list begins on the stack */
    bool slash, star, default_;
};

static bool at_separator(const struct parser *p, const struct parameters *list)
{
    return p->token.kind == TOKEN_COMMA || p->token.kind == list->closing;
}

/* One name with what hangs on it, pushed. */
static bool parameter(struct parser *p, const struct parameters *list, unsigned kind,
                      struct position from)
{
    struct parameter *parameter = parse_alloc(p, sizeof *parameter);
    if (!parameter) {
        return false;
    }
    parameter->kind = kind;
    parameter->name = parse_name(p);
    if (!parameter->name) {
        return false;
    }
    if (list->closing == TOKEN_RPAREN && parse_accept(p, TOKEN_COLON)) {
        bool star = kind == PARAMETER_ARGS && p->token.kind == TOKEN_STAR;
        parameter->annotation = star ? parse_starred(p, parse_bitwise) : parse_one(p);
        if (!parameter->annotation) {
            return false;
        }
    }
    if (p->token.kind == TOKEN_EQUAL) {
        struct token equal = p->token;
        struct span at = parse_token_span(p, &equal);
        if (kind == PARAMETER_ARGS || kind == PARAMETER_KWARGS) {
            return parse_error_at(p, &at, "var-%s argument cannot have default value",
                                  kind == PARAMETER_ARGS ? "positional" : "keyword");
        }
        parse_advance(p);
        if (at_separator(p, list)) {
            return parse_error_at(p, &at, "expected default value expression");
        }
        parameter->fallback = parse_one(p);
        if (!parameter->fallback) {
            return false;
        }
    }
    parameter->span = parse_span(p, from);
    return parse_push(p, parameter);
}

static bool slash(struct parser *p, struct parameters *list)
{
    if (list->slash) {
        return parse_error_here(p, "/ may appear only once");
    }
    if (list->star) {
        return parse_error_here(p, "/ must be ahead of *");
    }
    if (p->stack_count == list->mark) {
        return parse_error_here(p, "at least one argument must precede /");
    }
    parse_advance(p);
    for (int i = list->mark; i < p->stack_count; i++) {
        ((struct parameter *)p->stack[i])->kind = PARAMETER_POSITIONAL_ONLY;
    }
    list->slash = true;
    if (p->token.kind == TOKEN_STAR) {
        return parse_error_here(p, "expected comma between / and *");
    }
    return true;
}

static bool star(struct parser *p, struct parameters *list)
{
    struct position from = parse_position(p);
    struct span at = parse_token_span(p, &p->token);
    if (list->star) {
        return parse_error_at(p, &at, "* argument may appear only once");
    }
    list->star = true;
    parse_advance(p);
    if (!at_separator(p, list)) {
        return parameter(p, list, PARAMETER_ARGS, from);
    }
    struct token comma = p->token;
    parse_accept(p, TOKEN_COMMA);
    if (comma.kind == list->closing || p->token.kind == list->closing ||
        p->token.kind == TOKEN_POWER) {
        return parse_error_at(p, &at, "named arguments must follow bare *");
    }
    /* The comma is consumed: a name has to follow. */
    return parameter(p, list, PARAMETER_KEYWORD_ONLY, parse_position(p));
}

static bool double_star(struct parser *p, struct parameters *list)
{
    struct position from = parse_position(p);
    parse_advance(p);
    if (!parameter(p, list, PARAMETER_KWARGS, from)) {
        return false;
    }
    parse_accept(p, TOKEN_COMMA);
    enum token_kind next = p->token.kind;
    if (next == TOKEN_NAME || next == TOKEN_STAR || next == TOKEN_POWER || next == TOKEN_SLASH) {
        return parse_error_here(p, "arguments cannot follow var-keyword argument");
    }
    return true;
}

static bool plain(struct parser *p, struct parameters *list)
{
    struct span at = parse_token_span(p, &p->token);
    if (!parameter(p, list, list->star ? PARAMETER_KEYWORD_ONLY : PARAMETER_NORMAL,
                   parse_position(p))) {
        return false;
    }
    const struct parameter *last = p->stack[p->stack_count - 1];
    if (last->fallback) {
        list->default_ = true;
    } else if (list->default_ && !list->star && at_separator(p, list)) {
        return parse_error_at(p, &at, "non-default argument follows default argument");
    }
    return true;
}

static bool parenthesised(struct parser *p, const struct parameters *list)
{
    struct span at = parse_token_span(p, &p->token);
    parse_advance(p);
    bool names = p->token.kind == TOKEN_NAME;
    while (parse_accept(p, TOKEN_NAME) && parse_accept(p, TOKEN_COMMA)) {
        continue;
    }
    if (!names || p->token.kind != TOKEN_RPAREN) {
        return parse_error_at(p, &at, "invalid syntax");
    }
    return parse_error_at(p, &at, "%s parameters cannot be parenthesized",
                          list->closing == TOKEN_COLON ? "Lambda expression" : "Function");
}

bool parse_parameters(struct parser *p, struct node *into, enum token_kind closing)
{
    struct parameters list = {.closing = closing, .mark = p->stack_count};
    while (p->token.kind != closing) {
        bool fine;
        switch (p->token.kind) {
        case TOKEN_SLASH:
            fine = slash(p, &list);
            break;
        case TOKEN_STAR:
            fine = star(p, &list);
            break;
        case TOKEN_POWER:
            fine = double_star(p, &list);
            break;
        case TOKEN_LPAREN:
            fine = parenthesised(p, &list);
            break;
        default:
            fine = plain(p, &list);
        }
        if (!fine) {
            return false;
        }
        if (p->previous.kind == TOKEN_COMMA) {
            break; /* the one behind `**kwargs` */
        }
        if (!parse_accept(p, TOKEN_COMMA)) {
            break;
        }
    }
    into->parameters =
        parse_take_structs(p, list.mark, sizeof(struct parameter), &into->parameter_count);
    if (closing == TOKEN_RPAREN) {
        return parse_expect(p, closing);
    }
    return p->status == PARSE_OK && (p->token.kind == closing || parse_invalid(p));
}

struct node *parse_lambda(struct parser *p)
{
    struct position from = parse_position(p);
    struct node *node = parse_node(p, NODE_LAMBDA, from);
    parse_advance(p);
    if (!node || !parse_parameters(p, node, TOKEN_COLON) || !parse_expect_colon(p)) {
        return NULL;
    }
    node->left = parse_one(p);
    if (!node->left) {
        return NULL;
    }
    node->span = parse_span(p, from);
    return node;
}
