/* Parses f-strings as Python 3.11 reads them: the string is one token; in it stand fields
 * {value!r:spec}. A field may hold neither the string's own quote nor a backslash nor a comment; a
 * format spec may hold fields, but no deeper ones. */
#include "lang/parse/parse_fstring.h"

#include "lang/parse/parse_atom.h"
#include "lang/parse/parse_string.h"

#include <string.h>

struct field { /* where the parts of one field are */
    struct cursor value;
    size_t value_end;
};

/* Every complaint here points at the string. */
static bool complain(struct parser *p, const struct string_body *body, const char *format,
                     char first, char second)
{
    char text[128];
    size_t used = 0;
    for (; *format && used + 1 < sizeof text; format++) { /* `@` stands for a character */
        if (*format == '@') {
            text[used++] = first;
            first = second;
        } else {
            text[used++] = *format;
        }
    }
    text[used] = '\0';
    return parse_error_at(p, &body->whole, "%s", text);
}

static bool complain_plainly(struct parser *p, const struct string_body *body, const char *text)
{
    return complain(p, body, text, 0, 0);
}

static char peek(const struct parser *p, const struct string_body *body, size_t ahead)
{
    size_t at = body->cursor.at + ahead;
    return at < body->end ? p->source->text[at] : '\0';
}

/* If the cursor is on a quote: steps behind the string that begins there. */
static bool skip_string(struct parser *p, struct string_body *body)
{
    char quote = peek(p, body, 0);
    size_t count = peek(p, body, 1) == quote && peek(p, body, 2) == quote ? 3 : 1;
    body->cursor.at += count;
    while (body->cursor.at < body->end) {
        if (peek(p, body, 0) == '\\') {
            return complain_plainly(p, body, "f-string expression part cannot include a backslash");
        }
        bool closes = peek(p, body, 0) == quote &&
                      (count == 1 || (peek(p, body, 1) == quote && peek(p, body, 2) == quote));
        if (closes) {
            body->cursor.at += count;
            return true;
        }
        if (!lexer_line_break(p->source, &body->cursor, body->end)) {
            body->cursor.at++;
        }
    }
    return complain_plainly(p, body, "f-string: unterminated string");
}

/* Whether the value ends at `c`; == != <= >= do not end it. */
static bool ends_value(char c, char next)
{
    if (c == ':' || c == '}') {
        return true;
    }
    return (c == '!' || c == '=') && next != '=';
}

static bool close_bracket(struct parser *p, struct string_body *body, const char *open, int *depth)
{
    char c = peek(p, body, 0);
    if (*depth == 0) {
        return complain(p, body, "f-string: unmatched '@'", c, 0);
    }
    char opening = open[--*depth];
    if ((opening == '(' && c == ')') || (opening == '[' && c == ']') ||
        (opening == '{' && c == '}')) {
        return true;
    }
    return complain(p, body,
                    "f-string: closing parenthesis '@' does not match opening parenthesis '@'", c,
                    opening);
}

/* Moves the cursor to the character that ends the value of a field. */
static bool find_value_end(struct parser *p, struct string_body *body)
{
    char open[LEXER_BRACKETS];
    int depth = 0;
    while (body->cursor.at < body->end) {
        char c = peek(p, body, 0);
        char next = peek(p, body, 1);
        if (c == '\\') {
            return complain_plainly(p, body, "f-string expression part cannot include a backslash");
        }
        if (c == '\'' || c == '"') {
            if (!skip_string(p, body)) {
                return false;
            }
            continue;
        }
        if (c == '#') {
            return complain_plainly(p, body, "f-string expression part cannot include '#'");
        }
        if (c == '(' || c == '[' || c == '{') {
            if (depth >= LEXER_BRACKETS) {
                return complain_plainly(p, body, "f-string: too many nested parenthesis");
            }
            open[depth++] = c;
        } else if (depth == 0 && ends_value(c, next)) {
            return true;
        } else if ((c == ')' || c == ']' || c == '}') && !close_bracket(p, body, open, &depth)) {
            return false;
        }
        if (depth == 0 && next == '=' && strchr("=!<>", c)) {
            body->cursor.at++;
        }
        if (!lexer_line_break(p->source, &body->cursor, body->end)) {
            body->cursor.at++;
        }
    }
    if (depth > 0) {
        return complain(p, body, "f-string: unmatched '@'", open[depth - 1], 0);
    }
    return complain_plainly(p, body, "f-string: expecting '}'");
}

static bool is_blank(const struct parser *p, size_t from, size_t to)
{
    while (from < to && strchr(" \t\n\r\f\v", p->source->text[from])) {
        from++;
    }
    return from == to;
}

/* The expression between two places of the source, read as if in parentheses. */
static struct node *value(struct parser *p, const struct field *field)
{
    struct lexer inner, *outer = p->lexer;
    struct token token = p->token, previous = p->previous;
    if (!parse_deeper(p)) {
        return NULL;
    }
    lexer_start_inner(&inner, outer, field->value, field->value_end);
    p->lexer = &inner;
    p->field++;
    p->token = lexer_next(&inner);
    if (p->token.kind == TOKEN_ERROR) {
        p->status = PARSE_SYNTAX_ERROR;
        p->lexer_failed = true;
    }
    struct node *node = p->status == PARSE_OK ? parse_group(p, parse_position(p), TOKEN_END) : NULL;
    p->field--;
    p->nesting--;
    p->lexer = outer;
    p->token = token;
    p->previous = previous;
    if (p->status != PARSE_OK) {
        p->token.kind = TOKEN_ERROR;
    }
    return node;
}

/* `=` behind the value: the source text up to here is shown too. */
static bool self_documenting(struct parser *p, struct string_body *body, struct node *node,
                             size_t from)
{
    if (peek(p, body, 0) != '=') {
        return true;
    }
    body->cursor.at++;
    while (body->cursor.at < body->end && strchr(" \t\n\r\f\v", peek(p, body, 0))) {
        if (!lexer_line_break(p->source, &body->cursor, body->end)) {
            body->cursor.at++;
        }
    }
    node->text_len = body->cursor.at - from;
    node->text = arena_copy(p->arena, p->source->text + from, node->text_len);
    return node->text || parse_limit(p, "There is not enough memory to read the code.");
}

static bool conversion(struct parser *p, struct string_body *body, struct node *node)
{
    if (peek(p, body, 0) != '!') {
        return true;
    }
    if (body->cursor.at + 1 >= body->end) {
        return complain_plainly(p, body, "f-string: expecting '}'");
    }
    char c = peek(p, body, 1);
    if (c != 'r' && c != 's' && c != 'a') {
        return complain_plainly(
            p, body, "f-string: invalid conversion character: expected 's', 'r', or 'a'");
    }
    node->flag = c;
    body->cursor.at += 2;
    return true;
}

static bool format_spec(struct parser *p, struct string_body *body, struct node *node, int level)
{
    if (peek(p, body, 0) != ':') {
        return true;
    }
    body->cursor.at++;
    int mark = p->stack_count;
    struct position from = {body->cursor.line, (int)(body->cursor.at - body->cursor.line_start)};
    if (!parse_fstring_parts(p, body, level + 1)) {
        return false;
    }
    struct span at = {p->source, from.line, from.column, body->cursor.line,
                      (int)(body->cursor.at - body->cursor.line_start)};
    if (p->stack_count == mark) {
        node->right = parse_text_node(p, &at);
    } else {
        if (!parse_flush_text(p, &at)) {
            return false;
        }
        struct nodes parts = parse_take(p, mark);
        node->right = parse_node(p, NODE_FSTRING, from);
        if (node->right) {
            node->right->list = parts;
            node->right->span = at;
        }
    }
    return node->right != NULL;
}

/* The cursor is behind the `{`; it ends behind the `}`. The field is pushed. */
static bool field(struct parser *p, struct string_body *body, int level)
{
    struct position from = {body->cursor.line,
                            (int)(body->cursor.at - body->cursor.line_start) - 1};
    struct field field = {.value = body->cursor};
    if (level >= 2) {
        return complain_plainly(p, body, "f-string: expressions nested too deeply");
    }
    if (!find_value_end(p, body)) {
        return false;
    }
    field.value_end = body->cursor.at;
    char c = peek(p, body, 0);
    if (is_blank(p, field.value.at, field.value_end)) {
        if (c == '!' || c == ':' || c == '=') {
            return complain(p, body, "f-string: expression required before '@'", c, 0);
        }
        return complain_plainly(p, body, "f-string: empty expression not allowed");
    }
    struct node *left = value(p, &field);
    struct node *node = left ? parse_node(p, NODE_FIELD, from) : NULL;
    if (!node) {
        return false;
    }
    node->left = left;
    if (!self_documenting(p, body, node, field.value.at) || !conversion(p, body, node) ||
        !format_spec(p, body, node, level)) {
        return false;
    }
    if (peek(p, body, 0) != '}') {
        return complain_plainly(p, body, "f-string: expecting '}'");
    }
    body->cursor.at++;
    if (node->text && !node->right && node->flag == 0) {
        node->flag = 'r';
    }
    node->span.end_line = body->cursor.line;
    node->span.end_column = (int)(body->cursor.at - body->cursor.line_start);
    return parse_push(p, node);
}

/* The end of the literal text at the cursor: a brace, or the string's end. */
static size_t literal_end(const struct parser *p, const struct string_body *body)
{
    const char *text = p->source->text;
    size_t at = body->cursor.at;
    while (at < body->end && text[at] != '{' && text[at] != '}') {
        bool escape = text[at] == '\\' && !body->raw && at + 1 < body->end;
        at++;
        if (escape && text[at] != '{' && text[at] != '}') {
            bool named = text[at] == 'N';
            at++;
            if (named && at < body->end && text[at] == '{') { /* its braces are no field */
                while (at < body->end && text[at] != '}') {
                    at++;
                }
            }
        }
    }
    return at;
}

bool parse_fstring_parts(struct parser *p, struct string_body *body, int level)
{
    while (body->cursor.at < body->end) {
        if (!parse_characters(p, body, literal_end(p, body))) {
            return false;
        }
        char c = peek(p, body, 0);
        if (level == 0 && (c == '{' || c == '}') && peek(p, body, 1) == c) {
            buf_putc(&p->text, c);
            body->cursor.at += 2;
        } else if (c == '{' && body->cursor.at < body->end) {
            body->cursor.at++;
            if (!parse_flush_text(p, &body->whole) || !field(p, body, level)) {
                return false;
            }
        } else if (c == '}') {
            return level > 0 || complain_plainly(p, body, "f-string: single '}' is not allowed");
        }
    }
    return true;
}
