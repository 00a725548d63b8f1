/* Turns text into a tree. The lexer is inside: indentation (tabs count to the next multiple of 8),
 * line joining, all string and number forms, CRLF, a byte order mark.
 *
 * Errors are Python's SyntaxErrors with their place; what Python allows and qkv does not (yield,
 * async, match, ...) is refused by name. A tree has at most 1000 levels and a million nodes
 * (PARSE_LIMIT beyond), so neither the parser nor a recursive walk over the tree overflows the C
 * stack, and memory stays within a small multiple of the text. */
#pragma once

#include "lang/parse/ast.h"

enum parse_status { PARSE_OK, PARSE_SYNTAX_ERROR, PARSE_UNSUPPORTED, PARSE_LIMIT };

struct parse_error {
    const char *type; /* "SyntaxError", "IndentationError", "TabError"; NULL when unsupported */
    char text[512];   /* Python 3.11's text where it is a common mistake: "invalid syntax",
                         "'(' was never closed", "expected ':'", "unterminated string literal
                         (detected at line 1)", "unexpected indent", "expected an indented block
                         after 'if' statement on line 1", ... */
    struct span span;
};

/* The statements of a source. The tree lives in arena, the source must outlive it. */
enum parse_status parse(const struct source *source, struct arena *arena, struct nodes *out,
                        struct parse_error *error);
/* The same for the prelude, of which a run calls little: bodies of functions stay texts (`unread`),
 * until parse_body makes one a tree. */
enum parse_status parse_heads(const struct source *source, struct arena *arena, struct nodes *out,
                              struct parse_error *error);
enum parse_status parse_body(struct node *def, struct arena *arena, struct parse_error *error);
/* One expression by itself. */
enum parse_status parse_expression(const struct source *source, struct arena *arena,
                                   struct node **out, struct parse_error *error);
