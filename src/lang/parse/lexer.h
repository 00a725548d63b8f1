/* Turns text into tokens, one at a time: indentation, joined lines, names, numbers, strings,
 * operators. Private to the parser. A string is one token, with its prefix and quotes;
 * parse_string.c reads what is in it. Nothing is allocated here. */
#pragma once

#include "lang/parse/parser.h"

/* To add a keyword or an operator: one row, beside those with the same first character, of which
 * the longer operators come first. The first of them stands in `first` (lexer.c). */
/* clang-format off */
#define TOKEN_KEYWORDS(X)                                                                          \
    X(FALSE, "False") X(NONE, "None") X(TRUE, "True") X(AND, "and") X(AS, "as")                    \
    X(ASSERT, "assert") X(ASYNC, "async") X(AWAIT, "await") X(BREAK, "break") X(CLASS, "class")    \
    X(CONTINUE, "continue") X(DEF, "def") X(DEL, "del") X(ELIF, "elif") X(ELSE, "else")            \
    X(EXCEPT, "except") X(FINALLY, "finally") X(FOR, "for") X(FROM, "from") X(GLOBAL, "global")    \
    X(IF, "if") X(IMPORT, "import") X(IN, "in") X(IS, "is") X(LAMBDA, "lambda")                    \
    X(NONLOCAL, "nonlocal") X(NOT, "not") X(OR, "or") X(PASS, "pass") X(RAISE, "raise")            \
    X(RETURN, "return") X(TRY, "try") X(WHILE, "while") X(WITH, "with") X(YIELD, "yield")
#define TOKEN_OPERATORS(X)                                                                         \
    X(ELLIPSIS, "...") X(DOT, ".") X(POWER_EQUAL, "**=") X(POWER, "**") X(STAR_EQUAL, "*=")        \
    X(STAR, "*") X(FLOOR_EQUAL, "//=") X(FLOOR, "//") X(SLASH_EQUAL, "/=") X(SLASH, "/")           \
    X(LSHIFT_EQUAL, "<<=") X(LSHIFT, "<<") X(LESS_EQUAL, "<=") X(LESS, "<")                        \
    X(RSHIFT_EQUAL, ">>=") X(GREATER_EQUAL, ">=") X(RSHIFT, ">>") X(GREATER, ">")                  \
    X(UNEQUAL, "!=") X(PERCENT_EQUAL, "%=") X(PERCENT, "%") X(AMPER_EQUAL, "&=") X(AMPER, "&")     \
    X(PLUS_EQUAL, "+=") X(PLUS, "+") X(MINUS_EQUAL, "-=") X(ARROW, "->") X(MINUS, "-")             \
    X(WALRUS, ":=") X(COLON, ":") X(EQUALITY, "==") X(EQUAL, "=") X(AT_EQUAL, "@=") X(AT, "@")     \
    X(CARET_EQUAL, "^=") X(CARET, "^") X(BAR_EQUAL, "|=") X(BAR, "|") X(LPAREN, "(")               \
    X(RPAREN, ")") X(COMMA, ",") X(SEMICOLON, ";") X(LSQUARE, "[") X(RSQUARE, "]")                 \
    X(LBRACE, "{") X(RBRACE, "}") X(TILDE, "~")
/* clang-format on */

enum token_kind {
    TOKEN_END,
    TOKEN_ERROR, /* the parse_error is filled */
    TOKEN_NEWLINE,
    TOKEN_INDENT,
    TOKEN_DEDENT,
    TOKEN_NAME,
    TOKEN_NUMBER,
    TOKEN_STRING,
    TOKEN_OTHER, /* a character that Python has no use for: `$` */
#define TOKEN_ROW(name, text) TOKEN_##name,
    TOKEN_KEYWORDS(TOKEN_ROW) TOKEN_OPERATORS(TOKEN_ROW)
#undef TOKEN_ROW
        TOKEN_COUNT
};

struct token {
    enum token_kind kind;
    size_t start, end; /* bytes of the source */
    int line, column, end_line, end_column;
};

enum { LEXER_BRACKETS = 200, LEXER_INDENTS = 100 };

/* A place in the text. */
struct cursor {
    size_t at;
    size_t line_start;
    int line;
};

struct lexer {
    const struct source *source;
    struct parse_error *error;
    struct cursor cursor;
    size_t end;    /* of what is read: the source's end, or a field's */
    bool inner;    /* inside a field of an f-string: as if in parentheses */
    bool at_start; /* of a line whose indentation was not looked at */
    bool fresh;    /* no token on this line yet */
    bool weak;     /* the failure explains less than one of the grammar before it */
    int dedents;   /* still to be handed out; negative: an indent */
    int depth;     /* open brackets */
    int indent_count;
    struct bracket {
        char open;
        int line, column;
    } brackets[LEXER_BRACKETS];
    struct {
        int columns, plain; /* with tabs to the next multiple of 8, with a tab as one */
    } indents[LEXER_INDENTS + 1];
};

void lexer_start(struct lexer *lexer, const struct source *source, struct parse_error *error);
/* Reads an expression from `from` up to byte `end` of the same source. */
void lexer_start_inner(struct lexer *inner, const struct lexer *outer, struct cursor from,
                       size_t end);
/* The next token. After TOKEN_END and TOKEN_ERROR it is not called again. */
struct token lexer_next(struct lexer *lexer);
/* Fills the error for the innermost bracket that is still open. */
void lexer_unclosed(struct lexer *lexer);
/* If a line break is at the cursor: steps over it and is true. */
bool lexer_line_break(const struct source *source, struct cursor *cursor, size_t end);
const char *lexer_token_text(enum token_kind kind); /* of keywords and operators */
