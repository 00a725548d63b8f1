/* Reads lines, indentation, brackets, names and operators. The rules are those of "Lexical
 * analysis" in the Python 3.11 reference; the texts of the errors are Python's. */
#include "lang/parse/lexer.h"

#include "base/named.h"
#include "base/utf8.h"
#include "lang/parse/identifier.h"
#include "lang/parse/lexer_internal.h"
#include "lang/parse/lexer_literal.h"

#include <stdio.h>
#include <string.h>

static const char *const token_texts[TOKEN_COUNT] = {
#define TOKEN_ROW(name, text) [TOKEN_##name] = text,
    TOKEN_KEYWORDS(TOKEN_ROW) TOKEN_OPERATORS(TOKEN_ROW)
#undef TOKEN_ROW
};

static const unsigned char token_lengths[TOKEN_COUNT] = {
#define TOKEN_ROW(name, text) [TOKEN_##name] = sizeof text - 1,
    TOKEN_KEYWORDS(TOKEN_ROW) TOKEN_OPERATORS(TOKEN_ROW)
#undef TOKEN_ROW
};

/* The first row of the keywords and operators that begin with a character. */
/* clang-format off */
static const unsigned char first[128] = {
    ['F'] = TOKEN_FALSE, ['N'] = TOKEN_NONE, ['T'] = TOKEN_TRUE, ['a'] = TOKEN_AND,
    ['b'] = TOKEN_BREAK, ['c'] = TOKEN_CLASS, ['d'] = TOKEN_DEF, ['e'] = TOKEN_ELIF,
    ['f'] = TOKEN_FINALLY, ['g'] = TOKEN_GLOBAL, ['i'] = TOKEN_IF, ['l'] = TOKEN_LAMBDA,
    ['n'] = TOKEN_NONLOCAL, ['o'] = TOKEN_OR, ['p'] = TOKEN_PASS, ['r'] = TOKEN_RAISE,
    ['t'] = TOKEN_TRY, ['w'] = TOKEN_WHILE, ['y'] = TOKEN_YIELD, ['.'] = TOKEN_ELLIPSIS,
    ['*'] = TOKEN_POWER_EQUAL, ['/'] = TOKEN_FLOOR_EQUAL, ['<'] = TOKEN_LSHIFT_EQUAL,
    ['>'] = TOKEN_RSHIFT_EQUAL, ['!'] = TOKEN_UNEQUAL, ['%'] = TOKEN_PERCENT_EQUAL,
    ['&'] = TOKEN_AMPER_EQUAL, ['+'] = TOKEN_PLUS_EQUAL, ['-'] = TOKEN_MINUS_EQUAL,
    [':'] = TOKEN_WALRUS, ['='] = TOKEN_EQUALITY, ['@'] = TOKEN_AT_EQUAL,
    ['^'] = TOKEN_CARET_EQUAL, ['|'] = TOKEN_BAR_EQUAL, ['('] = TOKEN_LPAREN, [')'] = TOKEN_RPAREN,
    [','] = TOKEN_COMMA, [';'] = TOKEN_SEMICOLON, ['['] = TOKEN_LSQUARE, [']'] = TOKEN_RSQUARE,
    ['{'] = TOKEN_LBRACE, ['}'] = TOKEN_RBRACE, ['~'] = TOKEN_TILDE
};
/* clang-format on */

/* The row whose text these bytes begin with; of a word all of them. TOKEN_END: none. */
static enum token_kind find_row(const char *text, size_t len, bool word)
{
    unsigned char c = (unsigned char)*text;
    enum token_kind kind = c < sizeof first ? (enum token_kind)first[c] : TOKEN_END;
    for (; kind != TOKEN_END && kind < TOKEN_COUNT && token_texts[kind][0] == *text; kind++) {
        size_t own = token_lengths[kind], same = 1;
        if (word ? own != len : own > len) {
            continue;
        }
        while (same < own && text[same] == token_texts[kind][same]) {
            same++;
        }
        if (same == own) {
            return kind;
        }
    }
    return TOKEN_END;
}

const char *lexer_token_text(enum token_kind kind)
{
    return token_texts[kind] ? token_texts[kind] : "";
}

void lexer_start(struct lexer *lexer, const struct source *source, struct parse_error *error)
{
    lexer->source = source;
    lexer->error = error;
    lexer->cursor = (struct cursor){0, 0, 1};
    lexer->end = source->len;
    lexer->inner = false;
    lexer->at_start = lexer->fresh = true;
    lexer->weak = false;
    lexer->dedents = 0;
    lexer->depth = 0;
    lexer->indent_count = 1;
    lexer->indents[0].columns = lexer->indents[0].plain = 0;
    if (source->len >= 3 && memcmp(source->text, "\xef\xbb\xbf", 3) == 0) {
        lexer->cursor.at = lexer->cursor.line_start = 3;
    }
}

void lexer_start_inner(struct lexer *inner, const struct lexer *outer, struct cursor from,
                       size_t end)
{
    lexer_start(inner, outer->source, outer->error);
    inner->cursor = from;
    inner->end = end;
    inner->inner = true;
    inner->at_start = inner->fresh = false;
}

char lexer_peek(const struct lexer *lexer, size_t ahead)
{
    size_t at = lexer->cursor.at + ahead;
    return at < lexer->end ? lexer->source->text[at] : '\0';
}

bool lexer_line_break(const struct source *source, struct cursor *cursor, size_t end)
{
    const char *text = source->text;
    if (cursor->at >= end || (text[cursor->at] != '\n' && text[cursor->at] != '\r')) {
        return false;
    }
    cursor->at += text[cursor->at] == '\r' && cursor->at + 1 < end && text[cursor->at + 1] == '\n';
    cursor->at++;
    cursor->line++;
    cursor->line_start = cursor->at;
    return true;
}

void lexer_fail(struct lexer *lexer, struct token *token, const char *type, struct cursor from,
                const char *format, ...)
{
    struct parse_error *e = lexer->error;
    va_list args;
    va_start(args, format);
    vsnprintf(e->text, sizeof e->text, format, args);
    va_end(args);
    e->type = type;
    lexer->weak = strcmp(type, "SyntaxError") != 0;
    const struct cursor *to = &lexer->cursor;
    e->span = (struct span){lexer->source, from.line, (int)(from.at - from.line_start), to->line,
                            (int)(to->at - to->line_start)};
    token->kind = TOKEN_ERROR;
}

void lexer_unclosed(struct lexer *lexer)
{
    const struct bracket *b = &lexer->brackets[lexer->depth - 1];
    struct parse_error *e = lexer->error;
    snprintf(e->text, sizeof e->text, "'%c' was never closed", b->open);
    e->type = "SyntaxError";
    e->span = (struct span){lexer->source, b->line, b->column, b->line, b->column + 1};
}

/* Steps over `\` and the line break behind it. */
static bool join_line(struct lexer *lexer, struct token *token)
{
    lexer->cursor.at++;
    struct cursor from = lexer->cursor;
    if (lexer->cursor.at < lexer->end &&
        !lexer_line_break(lexer->source, &lexer->cursor, lexer->end)) {
        lexer->cursor.at++;
        lexer_fail(lexer, token, "SyntaxError", from,
                   "unexpected character after line continuation character");
        lexer->weak = true;
        return false;
    }
    if (lexer->cursor.at >= lexer->end) {
        lexer_fail(lexer, token, "SyntaxError", from, "unexpected EOF while parsing");
        lexer->weak = true;
        return false;
    }
    return true;
}

static void skip_comment(struct lexer *lexer)
{
    const char *text = lexer->source->text;
    size_t at = lexer->cursor.at, end = lexer->end;
    while (at < end && text[at] != '\n' && text[at] != '\r') {
        at++;
    }
    lexer->cursor.at = at;
}

/* White space at the beginning of a line, with the lines that hold nothing else. */
static bool measure_indent(struct lexer *lexer, struct token *token, int *columns, int *plain)
{
    int joined = 0; /* the columns before a `\`, which count */
    *columns = *plain = 0;
    for (;; lexer->cursor.at++) {
        char c = lexer_peek(lexer, 0);
        if (c == ' ') {
            ++*columns;
            ++*plain;
        } else if (c == '\t') {
            *columns = (*columns / 8 + 1) * 8;
            ++*plain;
        } else if (c == '\f') {
            *columns = *plain = 0;
        } else if (c == '\\') {
            joined = joined ? joined : *columns;
            if (!join_line(lexer, token)) {
                return false;
            }
            lexer->cursor.at--;
        } else {
            if (c == '#') {
                skip_comment(lexer);
            }
            if (!lexer_line_break(lexer->source, &lexer->cursor, lexer->end)) {
                break;
            }
            *columns = *plain = joined = 0;
            lexer->cursor.at--;
        }
    }
    if (joined) {
        *columns = *plain = joined;
    }
    if (lexer->cursor.at >= lexer->end) {
        *columns = *plain = 0;
    }
    return true;
}

static bool tab_error(struct lexer *lexer, struct token *token)
{
    struct cursor from = lexer->cursor;
    from.at = from.line_start;
    lexer_fail(lexer, token, "TabError", from,
               "inconsistent use of tabs and spaces in indentation");
    return false;
}

/* At the beginning of a line: how many blocks begin or end here. */
static bool indent(struct lexer *lexer, struct token *token)
{
    int columns, plain;
    lexer->at_start = false;
    if (!measure_indent(lexer, token, &columns, &plain)) {
        return false;
    }
    int top = lexer->indent_count - 1;
    if (columns > lexer->indents[top].columns) {
        if (plain <= lexer->indents[top].plain) {
            return tab_error(lexer, token);
        }
        if (lexer->indent_count >= LEXER_INDENTS) {
            lexer_fail(lexer, token, "IndentationError", lexer->cursor,
                       "too many levels of indentation");
            return false;
        }
        lexer->indents[lexer->indent_count].columns = columns;
        lexer->indents[lexer->indent_count++].plain = plain;
        lexer->dedents = -1;
        return true;
    }
    while (top > 0 && columns < lexer->indents[top].columns) {
        top--;
    }
    lexer->dedents = lexer->indent_count - 1 - top;
    lexer->indent_count = top + 1;
    if (columns != lexer->indents[top].columns) {
        lexer_fail(lexer, token, "IndentationError", lexer->cursor,
                   "unindent does not match any outer indentation level");
        return false;
    }
    return plain == lexer->indents[top].plain || tab_error(lexer, token);
}

/* White space, comments and joined lines between two tokens. */
static bool skip_space(struct lexer *lexer, struct token *token)
{
    for (;;) {
        char c = lexer_peek(lexer, 0);
        if (c == ' ' || c == '\t' || c == '\f') {
            lexer->cursor.at++;
        } else if (c == '#') {
            skip_comment(lexer);
        } else if (c == '\\') {
            if (!join_line(lexer, token)) {
                return false;
            }
        } else if ((c != '\n' && c != '\r') || (lexer->depth == 0 && !lexer->inner) ||
                   !lexer_line_break(lexer->source, &lexer->cursor, lexer->end)) {
            return true;
        }
    }
}

static bool is_string_prefix(const char *text, size_t len)
{
    static const char *const prefixes[] = {"r", "u", "b", "f", "br", "rb", "fr", "rf"};
    char small[3] = "";
    if (len > 2) {
        return false;
    }
    for (size_t i = 0; i < len; i++) {
        small[i] = text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] - 'A' + 'a') : text[i];
    }
    return NAMED(prefixes, small) >= 0;
}

static enum token_kind name_kind(const char *text, size_t len)
{
    if (len < 2 || len > 8) {
        return TOKEN_NAME;
    }
    enum token_kind kind = find_row(text, len, true);
    return kind != TOKEN_END ? kind : TOKEN_NAME;
}

static void bad_character(struct lexer *lexer, struct token *token, uint32_t c, size_t bytes)
{
    struct cursor from = lexer->cursor;
    lexer->cursor.at += bytes;
    if (identifier_invisible(c)) {
        lexer_fail(lexer, token, "SyntaxError", from, "invalid non-printable character U+%04lX",
                   (unsigned long)c);
    } else {
        lexer_fail(lexer, token, "SyntaxError", from, "invalid character '%.*s' (U+%04lX)",
                   (int)bytes, lexer->source->text + from.at, (unsigned long)c);
    }
}

/* A name or keyword, or a string with a prefix. Like Python, takes all of a word beyond ASCII and
 * then complains about the first character in it that no name can have. */
static void name(struct lexer *lexer, struct token *token)
{
    const char *text = lexer->source->text;
    struct cursor from = lexer->cursor;
    size_t at = from.at, end = lexer->end;
    while (at < end && identifier_plain(text[at])) { /* nearly always all of it */
        at++;
    }
    lexer->cursor.at = at;
    while (lexer->cursor.at < end) {
        unsigned char byte = (unsigned char)text[lexer->cursor.at];
        uint32_t c = byte;
        size_t bytes = 1;
        if (byte >= 0x80) {
            bytes = utf8_decode(text + lexer->cursor.at, lexer->end - lexer->cursor.at, &c);
            bool fits = lexer->cursor.at == from.at ? identifier_start(c) : identifier_continue(c);
            if (!fits) {
                bad_character(lexer, token, c, bytes);
                return;
            }
        } else if (!identifier_continue(c)) {
            break;
        }
        lexer->cursor.at += bytes;
    }
    char next = lexer_peek(lexer, 0);
    size_t len = lexer->cursor.at - from.at;
    if ((next == '"' || next == '\'') && is_string_prefix(text + from.at, len)) {
        lexer_string(lexer, token, from);
    } else {
        token->kind = name_kind(text + from.at, len);
    }
}

static void close_bracket(struct lexer *lexer, struct token *token, char close)
{
    struct cursor from = lexer->cursor;
    from.at--;
    if (lexer->depth == 0) {
        lexer_fail(lexer, token, "SyntaxError", from, "unmatched '%c'", close);
        return;
    }
    const struct bracket *b = &lexer->brackets[--lexer->depth];
    if ((close == ')' && b->open == '(') || (close == ']' && b->open == '[') ||
        (close == '}' && b->open == '{')) {
        return;
    }
    if (b->line == from.line) {
        lexer_fail(lexer, token, "SyntaxError", from,
                   "closing parenthesis '%c' does not match opening parenthesis '%c'", close,
                   b->open);
    } else {
        lexer_fail(lexer, token, "SyntaxError", from,
                   "closing parenthesis '%c' does not match opening parenthesis '%c' on line %d",
                   close, b->open, b->line);
    }
}

static void operator_token(struct lexer *lexer, struct token *token)
{
    const char *text = lexer->source->text + lexer->cursor.at;
    size_t left = lexer->end - lexer->cursor.at;
    struct cursor from = lexer->cursor;
    enum token_kind kind = find_row(text, left, false);
    if (kind != TOKEN_END) {
        token->kind = kind;
        lexer->cursor.at += token_lengths[kind];
        if (kind == TOKEN_RPAREN || kind == TOKEN_RSQUARE || kind == TOKEN_RBRACE) {
            close_bracket(lexer, token, *text);
        } else if (kind == TOKEN_LPAREN || kind == TOKEN_LSQUARE || kind == TOKEN_LBRACE) {
            if (lexer->depth >= LEXER_BRACKETS) {
                lexer_fail(lexer, token, "SyntaxError", from, "too many nested parentheses");
                return;
            }
            lexer->brackets[lexer->depth++] =
                (struct bracket){*text, from.line, (int)(from.at - from.line_start)};
        }
        return;
    }
    token->kind = TOKEN_OTHER;
    if (identifier_invisible((unsigned char)*text)) {
        bad_character(lexer, token, (unsigned char)*text, 1);
    } else {
        lexer->cursor.at++;
    }
}

static void end_of_text(struct lexer *lexer, struct token *token)
{
    if (lexer->depth > 0) {
        lexer_unclosed(lexer);
        lexer->weak = true;
        token->kind = TOKEN_ERROR;
    } else if (!lexer->fresh && !lexer->inner) {
        token->kind = TOKEN_NEWLINE;
        lexer->fresh = true;
        lexer->dedents = lexer->indent_count - 1;
        lexer->indent_count = 1;
    } else {
        token->kind = TOKEN_END;
    }
}

/* The kind of the next token; the cursor is behind it, *from on its first byte. */
static void scan(struct lexer *lexer, struct token *token, struct cursor *from)
{
    if (lexer->at_start && !indent(lexer, token)) {
        return;
    }
    *from = lexer->cursor;
    if (lexer->dedents != 0) {
        token->kind = lexer->dedents < 0 ? TOKEN_INDENT : TOKEN_DEDENT;
        lexer->dedents += lexer->dedents < 0 ? 1 : -1;
        return;
    }
    if (!skip_space(lexer, token)) {
        return;
    }
    *from = lexer->cursor;
    if (lexer->cursor.at >= lexer->end) {
        end_of_text(lexer, token);
        return;
    }
    char c = lexer_peek(lexer, 0);
    if ((c == '\n' || c == '\r') && lexer_line_break(lexer->source, &lexer->cursor, lexer->end)) {
        token->kind = TOKEN_NEWLINE;
        lexer->at_start = lexer->fresh = true;
        return;
    }
    lexer->fresh = false;
    char next = lexer_peek(lexer, 1);
    if ((c >= '0' && c <= '9') || (c == '.' && next >= '0' && next <= '9')) {
        lexer_number(lexer, token);
    } else if (identifier_plain(c) || (unsigned char)c >= 0x80) {
        name(lexer, token);
    } else if (c == '"' || c == '\'') {
        lexer_string(lexer, token, lexer->cursor);
    } else {
        operator_token(lexer, token);
    }
}

struct token lexer_next(struct lexer *lexer)
{
    struct token token = {0};
    struct cursor from = lexer->cursor;
    scan(lexer, &token, &from);
    const struct cursor *to = &lexer->cursor;
    token.start = from.at;
    token.end = to->at;
    token.line = from.line;
    token.column = (int)(from.at - from.line_start);
    token.end_line = token.kind == TOKEN_NEWLINE ? from.line : to->line;
    token.end_column = token.kind == TOKEN_NEWLINE ? token.column : (int)(to->at - to->line_start);
    return token;
}
