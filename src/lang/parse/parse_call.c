/* Parses what follows a value: attributes, subscripts and calls with their arguments. */
#include "lang/parse/parse_call.h"

#include "lang/parse/parse_atom.h"
#include "lang/parse/parse_expression.h"
#include "lang/parse/parse_target.h"

static struct node *attribute(struct parser *p, struct node *left, struct position from)
{
    parse_advance(p);
    size_t len = p->token.end - p->token.start;
    char *text = parse_name(p);
    struct node *node = text ? parse_node(p, NODE_ATTRIBUTE, from) : NULL;
    if (!node) {
        return NULL;
    }
    node->left = left;
    node->text = text;
    node->text_len = len;
    return node;
}

/* --- subscripts --- */

static bool slice_part(struct parser *p, struct node **part)
{
    *part = NULL;
    if (p->token.kind == TOKEN_COLON || p->token.kind == TOKEN_COMMA ||
        p->token.kind == TOKEN_RSQUARE) {
        return true;
    }
    *part = parse_one(p);
    return *part != NULL;
}

static struct node *slice(struct parser *p)
{
    struct position from = parse_position(p);
    struct node *left = NULL, *right = NULL, *third = NULL;
    if (p->token.kind == TOKEN_STAR) {
        return parse_starred(p, parse_bitwise);
    }
    if (p->token.kind != TOKEN_COLON) {
        left = parse_named(p);
        if (!left || p->token.kind != TOKEN_COLON) {
            return left;
        }
        if (left->kind == NODE_NAMED && p->previous.kind != TOKEN_RPAREN) {
            return parse_invalid(p);
        }
    }
    parse_advance(p);
    if (!slice_part(p, &right) || (parse_accept(p, TOKEN_COLON) && !slice_part(p, &third))) {
        return NULL;
    }
    struct node *node = parse_node(p, NODE_SLICE, from);
    if (!node) {
        return NULL;
    }
    node->left = left;
    node->right = right;
    node->third = third;
    return node;
}

static struct node *slices(struct parser *p)
{
    struct position from = parse_position(p);
    struct node *first = slice(p);
    if (!first || (p->token.kind != TOKEN_COMMA && first->kind != NODE_STARRED)) {
        return first;
    }
    int mark = p->stack_count;
    parse_push(p, first);
    while (parse_accept(p, TOKEN_COMMA) && p->token.kind != TOKEN_RSQUARE) {
        if (!parse_push_node(p, slice(p))) {
            return NULL;
        }
    }
    return parse_gathered(p, NODE_TUPLE, from, mark);
}

static struct node *subscript(struct parser *p, struct node *left, struct position from)
{
    parse_advance(p);
    struct node *right = slices(p);
    if (!right || !parse_expect(p, TOKEN_RSQUARE)) {
        return NULL;
    }
    return parse_operands(p, NODE_SUBSCRIPT, from, left, right);
}

/* --- arguments --- */

struct arguments {         /* read so far */
    int list, keywords;    /* how many; they lie on the stack as pairs (name or NULL, value) */
    bool unpacked_mapping; /* a `**` was among them */
    struct position from;  /* of the parenthesis */
};

/* Positional arguments have this in the place of a name, `**` has NULL. */
static const char positional[] = "";

static bool push_argument(struct parser *p, const char *name, struct node *value)
{
    return value && parse_push(p, (void *)(uintptr_t)name) && parse_push(p, value);
}

static struct node *generator_argument(struct parser *p, struct node *element,
                                       const struct arguments *seen)
{
    struct position from = {element->span.line, element->span.column};
    struct node *node = parse_node(p, NODE_GENERATOR, from);
    if (!node || !parse_clauses(p, node)) {
        return NULL;
    }
    node->left = element;
    bool alone = seen->list + seen->keywords == 0;
    bool last = p->token.kind == TOKEN_RPAREN;
    if (!alone || (!last && p->token.kind == TOKEN_COMMA)) {
        node->span = parse_span(p, from);
        return parse_error_at(p, &node->span, "Generator expression must be parenthesized");
    }
    if (!last) {
        return parse_invalid(p);
    }
    node->span = parse_span(p, seen->from);
    node->span.end_column = p->token.end_column;
    node->span.end_line = p->token.end_line;
    return node;
}

static bool keyword_argument(struct parser *p, const struct node *name, struct arguments *seen)
{
    struct span equal = parse_token_span(p, &p->token);
    parse_advance(p);
    struct node *value = parse_one(p);
    if (value && parse_at_clauses(p)) {
        struct span at = parse_join(&name->span, &equal);
        return parse_error_at(p, &at,
                              "invalid syntax. Maybe you meant '==' or ':=' instead of '='?");
    }
    seen->keywords++;
    return push_argument(p, name->text, value);
}

static bool wrong_equal(struct parser *p, const struct node *left)
{
    struct span equal = parse_token_span(p, &p->token);
    struct span at = parse_join(&left->span, &equal);
    if (left->kind == NODE_TRUE || left->kind == NODE_FALSE || left->kind == NODE_NONE) {
        return parse_error_at(p, &at, "cannot assign to %s", parse_kind_name(left));
    }
    return parse_error_at(p, &at,
                          "expression cannot contain assignment, perhaps you meant \"==\"?");
}

/* An argument without a star: positional, `name=value`, `name := value` or a bare generator. */
static bool plain_argument(struct parser *p, struct arguments *seen)
{
    struct token first = p->token;
    struct position from = parse_position(p);
    struct node *value = parse_one(p);
    if (!value) {
        return false;
    }
    bool bare = value->kind == NODE_NAME && p->previous.start == first.start;
    if (p->token.kind == TOKEN_EQUAL) {
        return bare ? keyword_argument(p, value, seen) : wrong_equal(p, value);
    }
    if (p->token.kind == TOKEN_WALRUS) {
        if (!bare) {
            return parse_invalid(p);
        }
        parse_advance(p);
        struct node *right = parse_one(p);
        value = right ? parse_operands(p, NODE_NAMED, from, value, right) : NULL;
        if (!value) {
            return false;
        }
    }
    if (parse_at_clauses(p)) {
        value = generator_argument(p, value, seen);
    }
    if (value && seen->keywords > 0) {
        struct span at = parse_span(p, from);
        return parse_error_at(p, &at, "positional argument follows keyword argument%s",
                              seen->unpacked_mapping ? " unpacking" : "");
    }
    seen->list++;
    return push_argument(p, positional, value);
}

static bool argument(struct parser *p, struct arguments *seen)
{
    if (p->token.kind == TOKEN_STAR) {
        if (seen->unpacked_mapping) {
            return parse_error_here(
                p, "iterable argument unpacking follows keyword argument unpacking");
        }
        seen->list++;
        return push_argument(p, positional, parse_starred(p, parse_one));
    }
    if (parse_accept(p, TOKEN_POWER)) {
        seen->unpacked_mapping = true;
        seen->keywords++;
        return push_argument(p, NULL, parse_one(p));
    }
    return plain_argument(p, seen);
}

/* From pairs on the stack to the two lists of the node. */
static bool sort_arguments(struct parser *p, struct node *into, const struct arguments *seen,
                           int mark)
{
    struct node **list = NULL;
    struct keyword *keywords = NULL;
    if (seen->list > 0 && !(list = parse_alloc(p, (size_t)seen->list * sizeof(struct node *)))) {
        return false;
    }
    if (seen->keywords > 0 &&
        !(keywords = parse_alloc(p, (size_t)seen->keywords * sizeof *keywords))) {
        return false;
    }
    int given = 0, named = 0;
    for (int i = mark; i < p->stack_count; i += 2) {
        const char *name = p->stack[i];
        if (name == positional) {
            list[given] = p->stack[i + 1];
            into->spreads |= list[given++]->kind == NODE_STARRED;
        } else {
            into->spreads |= name == NULL;
            keywords[named++] = (struct keyword){name, p->stack[i + 1]};
        }
    }
    p->stack_count = mark;
    into->list = (struct nodes){list, given};
    into->keywords = keywords;
    into->keyword_count = named;
    return true;
}

bool parse_arguments(struct parser *p, struct node *into)
{
    struct arguments seen = {.from = {p->previous.line, p->previous.column}};
    int mark = p->stack_count;
    while (p->token.kind != TOKEN_RPAREN) {
        if (!argument(p, &seen)) {
            return false;
        }
        if (!parse_accept(p, TOKEN_COMMA)) {
            break;
        }
    }
    return parse_expect(p, TOKEN_RPAREN) && sort_arguments(p, into, &seen, mark);
}

static struct node *call(struct parser *p, struct node *left, struct position from)
{
    struct node *node = parse_node(p, NODE_CALL, from);
    parse_advance(p);
    if (!node || !parse_arguments(p, node)) {
        return NULL;
    }
    node->left = left;
    node->span = parse_span(p, from);
    return node;
}

struct node *parse_trailers(struct parser *p, struct node *atom, struct position from)
{
    while (atom) {
        if (p->token.kind == TOKEN_DOT) {
            atom = attribute(p, atom, from);
        } else if (p->token.kind == TOKEN_LPAREN) {
            atom = call(p, atom, from);
        } else if (p->token.kind == TOKEN_LSQUARE) {
            atom = subscript(p, atom, from);
        } else {
            break;
        }
    }
    return atom;
}
