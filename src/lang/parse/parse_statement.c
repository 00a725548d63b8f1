/* Parses simple statements: assignments, imports and the one-word ones; several on a line. */
#include "lang/parse/parse_statement.h"

#include "lang/parse/parse_compound.h"
#include "lang/parse/parse_expression.h"
#include "lang/parse/parse_match.h"
#include "lang/parse/parse_target.h"

#include <string.h>

static const struct augmented {
    enum token_kind token;
    enum operator_ op;
} augmented[] = {{TOKEN_PLUS_EQUAL, OP_ADD},        {TOKEN_MINUS_EQUAL, OP_SUB},
                 {TOKEN_STAR_EQUAL, OP_MUL},        {TOKEN_SLASH_EQUAL, OP_DIV},
                 {TOKEN_FLOOR_EQUAL, OP_FLOOR_DIV}, {TOKEN_PERCENT_EQUAL, OP_MOD},
                 {TOKEN_POWER_EQUAL, OP_POW},       {TOKEN_AT_EQUAL, OP_MATMUL},
                 {TOKEN_AMPER_EQUAL, OP_AND},       {TOKEN_BAR_EQUAL, OP_OR},
                 {TOKEN_CARET_EQUAL, OP_XOR},       {TOKEN_LSHIFT_EQUAL, OP_LSHIFT},
                 {TOKEN_RSHIFT_EQUAL, OP_RSHIFT}};

static struct node *finish(struct parser *p, struct node *node, struct position from)
{
    if (!node || p->status != PARSE_OK) {
        return NULL;
    }
    node->span = parse_span(p, from);
    return node;
}

/* --- assignments and expressions --- */

/* The value left of the first `=`, or the last of a tuple without parentheses, may be the left side
 * of a comparison that lost its second `=`. */
static void *bad_assignment(struct parser *p, const struct node *target, bool first)
{
    const struct node *last = target;
    const struct node *bad = parse_bad_target(target, TARGET_ASSIGN);
    if (target->kind == NODE_TUPLE && target->list.count > 0) {
        const struct node *end = target->list.at[target->list.count - 1];
        if (p->previous.kind != TOKEN_RPAREN || end->span.end_column == p->previous.end_column) {
            last = end;
        }
    }
    if (first && p->previous.kind != TOKEN_COMMA) {
        parse_misplaced_equal(p, last, last->kind == NODE_NAME);
        if (strcmp(p->error->text, "invalid syntax") != 0 || !parse_forgive(p)) {
            return NULL;
        }
    }
    return parse_error_at(p, &bad->span, "cannot assign to %s", parse_kind_name(bad));
}

static struct node *assignment(struct parser *p, struct node *first, struct position from,
                               bool yields)
{
    int mark = p->stack_count;
    struct node *left = first;
    while (left && p->token.kind == TOKEN_EQUAL) {
        if (yields) {
            return parse_error_at(p, &left->span, "assignment to yield expression not possible");
        }
        if (parse_bad_target(left, TARGET_ASSIGN)) {
            return bad_assignment(p, left, left == first);
        }
        if (!parse_push(p, left)) {
            return NULL;
        }
        parse_advance(p);
        yields = p->token.kind == TOKEN_YIELD;
        left = parse_value(p);
    }
    if (!left) {
        return NULL;
    }
    struct nodes targets = parse_take(p, mark);
    struct node *node = parse_node(p, NODE_ASSIGN, from);
    if (!node) {
        return NULL;
    }
    node->list = targets;
    node->left = left;
    return node;
}

static struct node *annotation(struct parser *p, struct node *target, struct position from)
{
    struct span at = target->span;
    enum node_kind kind = target->kind;
    parse_advance(p);
    struct node *right = parse_one(p);
    if (!right) {
        return NULL;
    }
    if (kind == NODE_TUPLE || kind == NODE_LIST) {
        return parse_error_at(p, &at, "only single target (not %s) can be annotated",
                              parse_kind_name(target));
    }
    if (kind != NODE_NAME && kind != NODE_ATTRIBUTE && kind != NODE_SUBSCRIPT) {
        return parse_error_at(p, &at, "illegal target for annotation");
    }
    struct node *third = NULL;
    if (parse_accept(p, TOKEN_EQUAL) && !(third = parse_value(p))) {
        return NULL;
    }
    struct node *node = parse_operands(p, NODE_ANNOTATED, from, target, right);
    if (node) {
        node->third = third;
    }
    return node;
}

static struct node *augmented_assignment(struct parser *p, struct node *target,
                                         struct position from, enum operator_ op)
{
    enum node_kind kind = target->kind;
    if (kind != NODE_NAME && kind != NODE_ATTRIBUTE && kind != NODE_SUBSCRIPT) {
        return parse_error_at(p, &target->span,
                              "'%s' is an illegal expression for augmented assignment",
                              parse_kind_name(target));
    }
    parse_advance(p);
    struct node *right = parse_value(p);
    struct node *node = right ? parse_operands(p, NODE_AUGMENTED, from, target, right) : NULL;
    if (node) {
        node->op = op;
    }
    return node;
}

static struct node *expression_or_assignment(struct parser *p)
{
    struct position from = parse_position(p);
    bool yields = p->token.kind == TOKEN_YIELD; /* without parentheses */
    struct node *left = parse_value(p);
    if (!left) {
        return NULL;
    }
    if (p->token.kind == TOKEN_EQUAL) {
        return assignment(p, left, from, yields);
    }
    if (p->token.kind == TOKEN_COLON) {
        return annotation(p, left, from);
    }
    for (size_t i = 0; i < sizeof augmented / sizeof augmented[0]; i++) {
        if (augmented[i].token == p->token.kind) {
            return augmented_assignment(p, left, from, augmented[i].op);
        }
    }
    return parse_operands(p, NODE_EXPRESSION, from, left, NULL);
}

/* --- imports --- */

/* NAME (`.` NAME)* behind the dots of a relative import. */
static char *dotted_name(struct parser *p, int dots)
{
    buf_clear(&p->text);
    buf_fill(&p->text, '.', (size_t)dots);
    while (dots == 0 || p->token.kind == TOKEN_NAME) {
        const char *part = parse_name(p);
        if (!part) {
            return NULL;
        }
        buf_puts(&p->text, part);
        if (!parse_accept(p, TOKEN_DOT)) {
            break;
        }
        buf_putc(&p->text, '.');
        dots = 0;
    }
    char *name = arena_copy(p->arena, buf_text(&p->text), p->text.len);
    if (!name || p->text.failed) {
        return parse_limit(p, "There is not enough memory to read the code.");
    }
    return name;
}

/* Pushes a name with its `as`. */
static bool alias(struct parser *p, bool dotted)
{
    struct position from = parse_position(p);
    struct alias *alias = parse_alloc(p, sizeof *alias);
    if (!alias) {
        return false;
    }
    alias->name = dotted ? dotted_name(p, 0) : parse_name(p);
    if (!alias->name) {
        return false;
    }
    if (parse_accept(p, TOKEN_AS) && !(alias->as = parse_name(p))) {
        return false;
    }
    alias->span = parse_span(p, from);
    return parse_push(p, alias);
}

static void take_aliases(struct parser *p, struct node *node, int mark)
{
    node->aliases = parse_take_structs(p, mark, sizeof(struct alias), &node->alias_count);
}

static bool import_targets(struct parser *p)
{
    if (p->token.kind == TOKEN_STAR) {
        struct position from = parse_position(p);
        struct alias *all = parse_alloc(p, sizeof *all);
        parse_advance(p);
        if (!all) {
            return false;
        }
        all->name = "*";
        all->span = parse_span(p, from);
        return parse_push(p, all);
    }
    bool bracketed = parse_accept(p, TOKEN_LPAREN);
    do {
        if (!alias(p, false)) {
            return false;
        }
        if (!parse_accept(p, TOKEN_COMMA)) {
            break;
        }
        if (!bracketed && p->token.kind == TOKEN_NEWLINE) {
            return parse_error_here(p,
                                    "trailing comma not allowed without surrounding parentheses");
        }
    } while (p->token.kind != TOKEN_RPAREN);
    return !bracketed || parse_expect(p, TOKEN_RPAREN);
}

static bool import_from(struct parser *p, struct node *node)
{
    int dots = 0, mark = p->stack_count;
    while (p->token.kind == TOKEN_DOT || p->token.kind == TOKEN_ELLIPSIS) {
        dots += p->token.kind == TOKEN_DOT ? 1 : 3;
        parse_advance(p);
    }
    node->text = dotted_name(p, dots);
    if (!node->text || !parse_expect(p, TOKEN_IMPORT) || !import_targets(p)) {
        return false;
    }
    node->text_len = strlen(node->text);
    take_aliases(p, node, mark);
    return true;
}

static bool import(struct parser *p, struct node *node)
{
    int mark = p->stack_count;
    do {
        if (!alias(p, true)) {
            return false;
        }
    } while (parse_accept(p, TOKEN_COMMA));
    take_aliases(p, node, mark);
    return true;
}

/* --- statements that begin with a keyword; the keyword is consumed --- */

static bool ends_statement(const struct parser *p)
{
    return p->token.kind == TOKEN_NEWLINE || p->token.kind == TOKEN_SEMICOLON;
}

static bool nothing(struct parser *p, struct node *node)
{
    return p->status == PARSE_OK;
}

static bool return_(struct parser *p, struct node *node)
{
    return ends_statement(p) || (node->left = parse_star_list(p));
}

static bool raise(struct parser *p, struct node *node)
{
    if (ends_statement(p)) {
        return true;
    }
    return (node->left = parse_one(p)) &&
           (!parse_accept(p, TOKEN_FROM) || (node->right = parse_one(p)));
}

static bool assert_(struct parser *p, struct node *node)
{
    return (node->left = parse_one(p)) &&
           (!parse_accept(p, TOKEN_COMMA) || (node->right = parse_one(p)));
}

static bool names(struct parser *p, struct node *node)
{
    int mark = p->stack_count;
    do {
        struct position from = parse_position(p);
        struct alias *name = parse_alloc(p, sizeof *name);
        if (!name || !(name->name = parse_name(p))) {
            return false;
        }
        name->span = parse_span(p, from);
        parse_push(p, name);
    } while (parse_accept(p, TOKEN_COMMA));
    take_aliases(p, node, mark);
    return true;
}

static bool delete_(struct parser *p, struct node *node)
{
    int mark = p->stack_count;
    do {
        struct node *target =
            p->token.kind == TOKEN_STAR ? parse_starred(p, parse_bitwise) : parse_one(p);
        if (!target || !parse_check_target(p, target, TARGET_DELETE) || !parse_push(p, target)) {
            return false;
        }
    } while (parse_accept(p, TOKEN_COMMA) && !ends_statement(p));
    node->list = parse_take(p, mark);
    return true;
}

/* "To add a statement: one row." */
static const struct keyword_statement {
    enum token_kind token;
    enum node_kind kind;
    bool (*read)(struct parser *p, struct node *node);
} keyword_statements[] = {
    {TOKEN_PASS, NODE_PASS, nothing},         {TOKEN_BREAK, NODE_BREAK, nothing},
    {TOKEN_CONTINUE, NODE_CONTINUE, nothing}, {TOKEN_RETURN, NODE_RETURN, return_},
    {TOKEN_RAISE, NODE_RAISE, raise},         {TOKEN_ASSERT, NODE_ASSERT, assert_},
    {TOKEN_GLOBAL, NODE_GLOBAL, names},       {TOKEN_NONLOCAL, NODE_NONLOCAL, names},
    {TOKEN_DEL, NODE_DELETE, delete_},        {TOKEN_IMPORT, NODE_IMPORT, import},
    {TOKEN_FROM, NODE_FROM, import_from},
};

/* --- words that are keywords only here --- */

static bool is_match(const struct parser *p)
{
    struct parse_error ignored = {0};
    struct lexer ahead = *p->lexer;
    ahead.error = &ignored;
    struct token token = lexer_next(&ahead);
    enum token_kind last = TOKEN_END;
    if (token.kind == TOKEN_COLON) {
        return false;
    }
    while (token.kind != TOKEN_NEWLINE) {
        bool ends = token.kind == TOKEN_SEMICOLON && ahead.depth == 0;
        if (token.kind == TOKEN_END || token.kind == TOKEN_ERROR || ends) {
            return false;
        }
        last = token.kind;
        token = lexer_next(&ahead);
    }
    if (last != TOKEN_COLON || lexer_next(&ahead).kind != TOKEN_INDENT) {
        return false;
    }
    token = lexer_next(&ahead);
    return token.kind == TOKEN_NAME && token.end - token.start == 4 &&
           memcmp(p->source->text + token.start, "case", 4) == 0;
}

static bool is_type_alias(const struct parser *p)
{
    struct parse_error ignored = {0};
    struct lexer ahead = *p->lexer;
    ahead.error = &ignored;
    if (lexer_next(&ahead).kind != TOKEN_NAME) {
        return false;
    }
    enum token_kind next = lexer_next(&ahead).kind;
    return next == TOKEN_EQUAL || next == TOKEN_LSQUARE;
}

static bool soft_keyword(struct parser *p)
{
    struct span at = parse_token_span(p, &p->token);
    if (parse_is_name(p, "type") && is_type_alias(p)) {
        parse_unsupported(
            p, &at, "qkv does not support `type` aliases; assign the type to a name instead.");
    }
    return p->status == PARSE_OK;
}

static struct node *simple_statement(struct parser *p)
{
    struct position from = parse_position(p);
    for (size_t i = 0; i < sizeof keyword_statements / sizeof keyword_statements[0]; i++) {
        const struct keyword_statement *row = &keyword_statements[i];
        if (row->token != p->token.kind) {
            continue;
        }
        struct node *node = parse_node(p, row->kind, from);
        parse_advance(p);
        return node && row->read(p, node) ? finish(p, node, from) : NULL;
    }
    return expression_or_assignment(p);
}

bool parse_simple_line(struct parser *p)
{
    for (;;) {
        struct node *node = simple_statement(p);
        if (!parse_push_node(p, node)) {
            return false;
        }
        if (!parse_accept(p, TOKEN_SEMICOLON)) {
            break;
        }
        if (p->token.kind == TOKEN_NEWLINE) {
            node->flag = node->kind == NODE_EXPRESSION;
            break;
        }
    }
    return parse_expect(p, TOKEN_NEWLINE);
}

bool parse_statements(struct parser *p, enum token_kind until)
{
    while (p->status == PARSE_OK && p->token.kind != until) {
        bool match = parse_is_name(p, "match") && is_match(p);
        if (match || parse_is_compound(p)) {
            if (!parse_push_node(p, match ? parse_match(p) : parse_compound(p))) {
                return false;
            }
        } else if (!soft_keyword(p) || !parse_simple_line(p)) {
            return false;
        }
    }
    return p->status == PARSE_OK;
}
