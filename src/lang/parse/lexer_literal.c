/* Finds where numbers and strings end. Their values are made by the parser. */
#include "lang/parse/lexer_literal.h"

#include "lang/parse/identifier.h"
#include "lang/parse/lexer_internal.h"

#include <string.h>

static bool is_digit(char c, int base)
{
    if (base == 16 && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'))) {
        return true;
    }
    return c >= '0' && c <= '9' && c - '0' < base;
}

/* Python points at the last character that still fits. */
static void bad_number(struct lexer *lexer, struct token *token, const char *kind)
{
    struct cursor from = lexer->cursor;
    from.at -= from.at > from.line_start;
    lexer_fail(lexer, token, "SyntaxError", from, "invalid %s literal", kind);
}

static void bad_digit(struct lexer *lexer, struct token *token, char digit, const char *kind)
{
    struct cursor from = lexer->cursor;
    lexer->cursor.at++;
    lexer_fail(lexer, token, "SyntaxError", from, "invalid digit '%c' in %s literal", digit, kind);
}

/* Digits with single underscores between them. */
static bool digits(struct lexer *lexer, struct token *token, int base, const char *kind)
{
    for (;;) {
        while (is_digit(lexer_peek(lexer, 0), base)) {
            lexer->cursor.at++;
        }
        if (lexer_peek(lexer, 0) != '_') {
            return true;
        }
        lexer->cursor.at++;
        if (!is_digit(lexer_peek(lexer, 0), base)) {
            char c = lexer_peek(lexer, 0);
            if (base < 10 && is_digit(c, 10)) {
                bad_digit(lexer, token, c, kind);
            } else {
                bad_number(lexer, token, kind);
            }
            return false;
        }
    }
}

/* A number may touch a keyword (`1if x else 2`) but no other word. */
static bool number_ends(struct lexer *lexer, struct token *token, const char *kind)
{
    static const char *const words[] = {"and", "else", "for", "if", "in", "is", "or", "not"};
    char c = lexer_peek(lexer, 0);
    if (!identifier_plain(c)) {
        return true;
    }
    size_t left = lexer->end - lexer->cursor.at;
    const char *text = lexer->source->text + lexer->cursor.at;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (left >= strlen(words[i]) && memcmp(text, words[i], strlen(words[i])) == 0) {
            return true;
        }
    }
    bad_number(lexer, token, kind);
    return false;
}

static void based_number(struct lexer *lexer, struct token *token, int base, const char *kind)
{
    lexer->cursor.at += 2;
    if (lexer_peek(lexer, 0) == '_') {
        lexer->cursor.at++;
    }
    char c = lexer_peek(lexer, 0);
    if (is_digit(c, base)) {
        if (!digits(lexer, token, base, kind)) {
            return;
        }
        c = lexer_peek(lexer, 0);
        if (!is_digit(c, 10)) {
            number_ends(lexer, token, kind);
            return;
        }
    }
    if (is_digit(c, 10)) {
        bad_digit(lexer, token, c, kind);
    } else {
        bad_number(lexer, token, kind);
    }
}

static bool has_exponent(const struct lexer *lexer)
{
    char c = lexer_peek(lexer, 0);
    char next = lexer_peek(lexer, 1);
    if (c != 'e' && c != 'E') {
        return false;
    }
    return is_digit(next, 10) || next == '+' || next == '-';
}

void lexer_number(struct lexer *lexer, struct token *token)
{
    struct cursor from = lexer->cursor;
    const char *text = lexer->source->text + from.at;
    char next = (char)(lexer_peek(lexer, 1) | 0x20);
    token->kind = TOKEN_NUMBER;
    if (*text == '0' && next == 'x') {
        based_number(lexer, token, 16, "hexadecimal");
        return;
    }
    if (*text == '0' && (next == 'o' || next == 'b')) {
        based_number(lexer, token, next == 'o' ? 8 : 2, next == 'o' ? "octal" : "binary");
        return;
    }
    if (!digits(lexer, token, 10, "decimal")) {
        return;
    }
    bool whole = true;
    size_t zeros = 0, len = lexer->cursor.at - from.at;
    while (zeros < len && (text[zeros] == '0' || text[zeros] == '_')) {
        zeros++;
    }
    if (lexer_peek(lexer, 0) == '.') {
        whole = false;
        lexer->cursor.at++;
        if (is_digit(lexer_peek(lexer, 0), 10) && !digits(lexer, token, 10, "decimal")) {
            return;
        }
    }
    if (has_exponent(lexer)) {
        whole = false;
        lexer->cursor.at += is_digit(lexer_peek(lexer, 1), 10) ? 1 : 2;
        if (!is_digit(lexer_peek(lexer, 0), 10)) {
            bad_number(lexer, token, "decimal");
            return;
        }
        if (!digits(lexer, token, 10, "decimal")) {
            return;
        }
    }
    if ((lexer_peek(lexer, 0) | 0x20) == 'j') {
        lexer->cursor.at++;
        number_ends(lexer, token, "imaginary");
    } else if (whole && *text == '0' && zeros < len) {
        lexer_fail(lexer, token, "SyntaxError", from,
                   "leading zeros in decimal integer literals are not permitted; "
                   "use an 0o prefix for octal integers");
    } else {
        number_ends(lexer, token, "decimal");
    }
}

/* Steps over the rest of a string up to `quotes` times `quote`. */
static bool find_quotes(struct lexer *lexer, char quote, int quotes)
{
    const char *text = lexer->source->text;
    int met = 0;
    while (lexer->cursor.at < lexer->end) {
        char c = text[lexer->cursor.at];
        if (c == quote) {
            lexer->cursor.at++;
            if (++met == quotes) {
                return true;
            }
            continue;
        }
        met = 0;
        bool escape = c == '\\';
        lexer->cursor.at += escape;
        if (!escape && quotes == 1 && (c == '\n' || c == '\r')) {
            return false;
        }
        if (!lexer_line_break(lexer->source, &lexer->cursor, lexer->end) &&
            lexer->cursor.at < lexer->end) {
            lexer->cursor.at++;
        }
    }
    return false;
}

void lexer_string(struct lexer *lexer, struct token *token, struct cursor from)
{
    char quote = lexer_peek(lexer, 0);
    bool doubled = lexer_peek(lexer, 1) == quote;
    bool triple = doubled && lexer_peek(lexer, 2) == quote;
    token->kind = TOKEN_STRING;
    lexer->cursor.at += triple ? 3 : 1;
    if (doubled && !triple) {
        lexer->cursor.at++;
        return;
    }
    if (find_quotes(lexer, quote, triple ? 3 : 1)) {
        return;
    }
    /* A line break at the very end of the text does not begin a line. */
    const struct cursor *to = &lexer->cursor;
    int last = to->line - (to->line > from.line && to->at == to->line_start);
    if (triple) {
        lexer_fail(lexer, token, "SyntaxError", from,
                   "unterminated triple-quoted string literal (detected at line %d)", last);
    } else {
        lexer_fail(lexer, token, "SyntaxError", from,
                   "unterminated string literal (detected at line %d)", last);
    }
}
