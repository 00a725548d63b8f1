/* Tells what can be assigned to, and words what cannot: most mistakes of beginners end here. */
#include "lang/parse/parse_target.h"

#include "lang/parse/parse_expression.h"

#include <string.h>

const char *parse_kind_name(const struct node *node)
{
    static const char *const names[] = {[NODE_NONE] = "None",
                                        [NODE_TRUE] = "True",
                                        [NODE_FALSE] = "False",
                                        [NODE_ELLIPSIS] = "ellipsis",
                                        [NODE_INT] = "literal",
                                        [NODE_FLOAT] = "literal",
                                        [NODE_IMAGINARY] = "literal",
                                        [NODE_BYTES] = "literal",
                                        [NODE_STRING] = "literal",
                                        [NODE_FSTRING] = "f-string expression",
                                        [NODE_NAME] = "name",
                                        [NODE_TUPLE] = "tuple",
                                        [NODE_LIST] = "list",
                                        [NODE_SET] = "set display",
                                        [NODE_DICT] = "dict literal",
                                        [NODE_LIST_COMP] = "list comprehension",
                                        [NODE_SET_COMP] = "set comprehension",
                                        [NODE_DICT_COMP] = "dict comprehension",
                                        [NODE_GENERATOR] = "generator expression",
                                        [NODE_ATTRIBUTE] = "attribute",
                                        [NODE_SUBSCRIPT] = "subscript",
                                        [NODE_CALL] = "function call",
                                        [NODE_COMPARE] = "comparison",
                                        [NODE_CONDITIONAL] = "conditional expression",
                                        [NODE_LAMBDA] = "lambda",
                                        [NODE_STARRED] = "starred",
                                        [NODE_NAMED] = "named expression",
                                        [NODE_YIELD] = "yield expression",
                                        [NODE_YIELD_FROM] = "yield expression"};
    size_t kind = (size_t)node->kind;
    return kind < sizeof names / sizeof names[0] && names[kind] ? names[kind] : "expression";
}

const struct node *parse_bad_target(const struct node *target, enum target_use use)
{
    switch (target->kind) {
    case NODE_NAME:
    case NODE_ATTRIBUTE:
    case NODE_SUBSCRIPT:
        return NULL;
    case NODE_STARRED:
        return use == TARGET_DELETE ? target : parse_bad_target(target->left, use);
    case NODE_TUPLE:
    case NODE_LIST:
        for (int i = 0; i < target->list.count; i++) {
            const struct node *bad = parse_bad_target(target->list.at[i], use);
            if (bad) {
                return bad;
            }
        }
        return NULL;
    default:
        return target;
    }
}

bool parse_check_target(struct parser *p, const struct node *target, enum target_use use)
{
    const struct node *bad = parse_bad_target(target, use);
    if (!bad) {
        return true;
    }
    return parse_error_at(p, &bad->span, "cannot %s %s",
                          use == TARGET_DELETE ? "delete" : "assign to", parse_kind_name(bad));
}

/* Whether `==` may have been meant: neither a display nor an operator weaker than `|`. */
static bool may_be_compared(const struct node *node)
{
    static const bool never[] = {
        [NODE_TUPLE] = true,       [NODE_LIST] = true,   [NODE_GENERATOR] = true,
        [NODE_NONE] = true,        [NODE_TRUE] = true,   [NODE_FALSE] = true,
        [NODE_AND] = true,         [NODE_OR] = true,     [NODE_COMPARE] = true,
        [NODE_CONDITIONAL] = true, [NODE_LAMBDA] = true, [NODE_STARRED] = true,
        [NODE_NAMED] = true,       [NODE_YIELD] = true,  [NODE_YIELD_FROM] = true};
    size_t kind = (size_t)node->kind;
    bool not = node->kind == NODE_UNARY && node->op == OP_NOT;
    return !not &&(kind >= sizeof never || !never[kind]);
}

/* Whether an expression is next; *at becomes its span. Like Python's parser, which takes the
 * longest beginning that makes sense, a name is enough whatever follows it. What is read is lost.
 */
static bool look_ahead(struct parser *p, struct node *(*rule)(struct parser *), struct span *at)
{
    struct token token = p->token;
    p->quiet = true;
    const struct node *node = rule(p);
    p->quiet = false;
    if (node) {
        *at = node->span;
        return true;
    }
    *at = parse_token_span(p, &token);
    return (token.kind == TOKEN_NAME || token.kind == TOKEN_NUMBER || token.kind == TOKEN_NONE ||
            token.kind == TOKEN_TRUE || token.kind == TOKEN_FALSE) &&
           parse_forgive(p);
}

void *parse_misplaced_equal(struct parser *p, const struct node *left, bool bare_name)
{
    struct span equal = parse_token_span(p, &p->token);
    bool in_parentheses =
        p->previous.kind == TOKEN_RPAREN && left->span.end_column != p->previous.end_column;
    struct span right;
    parse_advance(p);
    bool found = look_ahead(p, parse_bitwise, &right);
    if (!found && !parse_forgive(p)) {
        return NULL;
    }
    bool single = found && p->token.kind != TOKEN_EQUAL && p->token.kind != TOKEN_WALRUS;
    if (single && bare_name) {
        struct span at = parse_join(&left->span, &right);
        return parse_error_at(p, &at,
                              "invalid syntax. Maybe you meant '==' or ':=' instead of '='?");
    }
    if (single && (in_parentheses || may_be_compared(left))) {
        return parse_error_at(p, &left->span,
                              "cannot assign to %s here. Maybe you meant '==' instead of '='?",
                              parse_kind_name(left));
    }
    return parse_error_at(p, &equal, "invalid syntax");
}

static bool is_word(const struct parser *p, const struct token *token, const char *word)
{
    size_t len = token->end - token->start;
    return token->kind == TOKEN_NAME && len == strlen(word) &&
           memcmp(p->source->text + token->start, word, len) == 0;
}

void *parse_adjacent(struct parser *p, const struct node *left, const struct token *first)
{
    struct span here = parse_token_span(p, &p->token), right;
    bool bare = left->kind == NODE_NAME && p->previous.start == first->start;
    bool bracketed = p->lexer->depth > (p->token.kind == TOKEN_LBRACE) || p->lexer->inner;
    if (bare && (is_word(p, first, "print") || is_word(p, first, "exec"))) {
        if (look_ahead(p, parse_star_list, &right)) {
            struct span at = parse_join(&left->span, &right);
            return parse_error_at(p, &at,
                                  "Missing parentheses in call to '%s'. Did you mean %s(...)?",
                                  left->text, left->text);
        }
    } else {
        /* A name before a string may be a misspelt prefix; `match` and `case` may begin lines. */
        if (!bracketed || (first->kind == TOKEN_NAME && bare && p->token.kind == TOKEN_STRING) ||
            is_word(p, first, "match") || is_word(p, first, "case") || is_word(p, first, "_")) {
            return NULL;
        }
        if (look_ahead(p, parse_one, &right)) {
            struct span at = parse_join(&left->span, &right);
            return parse_error_at(p, &at, "invalid syntax. Perhaps you forgot a comma?");
        }
    }
    if (p->status != PARSE_OK && !parse_forgive(p)) {
        return NULL;
    }
    return parse_error_at(p, &here, "invalid syntax");
}
