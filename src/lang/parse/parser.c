/* There are two ways in: a whole source, or one expression. */
#include "lang/parse/parser.h"

#include "base/utf8.h"
#include "lang/parse/parse_expression.h"
#include "lang/parse/parse_state.h"
#include "lang/parse/parse_statement.h"
#include "lang/parse/resolve.h"

#include <stdio.h>
#include <string.h>

/* Where in the text byte `at` is. */
static struct span span_of_byte(const struct source *source, size_t at)
{
    struct cursor cursor = {0, 0, 1};
    if (source->len >= 3 && at >= 3 && memcmp(source->text, "\xef\xbb\xbf", 3) == 0) {
        cursor.at = cursor.line_start = 3;
    }
    while (cursor.at < at) {
        if (!lexer_line_break(source, &cursor, at)) {
            cursor.at++;
        }
    }
    int column = (int)(at - cursor.line_start);
    return (struct span){source, cursor.line, column, cursor.line, column + 1};
}

static enum parse_status bad_text(const struct source *source, size_t at, const char *sentence,
                                  struct parse_error *error)
{
    memset(error, 0, sizeof *error);
    error->type = "SyntaxError";
    error->span = span_of_byte(source, at);
    snprintf(error->text, sizeof error->text, "%s", sentence);
    return PARSE_SYNTAX_ERROR;
}

/* Text that is no text: null bytes, or not UTF-8. */
static enum parse_status check_text(const struct source *source, struct parse_error *error)
{
    const char *null = source->len > 0 ? memchr(source->text, '\0', source->len) : NULL;
    if (null) {
        return bad_text(source, (size_t)(null - source->text),
                        "source code cannot contain null bytes", error);
    }
    if (utf8_valid(source->text, source->len)) {
        return PARSE_OK;
    }
    size_t good = 0, bytes;
    uint32_t c;
    while ((bytes = utf8_decode(source->text + good, source->len - good, &c)) > 1 ||
           (bytes == 1 && (unsigned char)source->text[good] < 0x80)) {
        good += bytes;
    }
    char sentence[128];
    snprintf(sentence, sizeof sentence,
             "Non-UTF-8 code starting with '\\x%02x'; save the file as UTF-8",
             good < source->len ? (unsigned)(unsigned char)source->text[good] : 0);
    return bad_text(source, good, sentence, error);
}

/* A mistake of the lexer further on explains more than a mistake of the grammar: a quote or bracket
 * that is missing makes nonsense of what stands between. */
static void prefer_lexer_error(struct parser *p)
{
    struct parse_error error = *p->error;
    int line = p->token.line;
    struct token token;
    do {
        token = lexer_next(p->lexer);
    } while (token.kind != TOKEN_END && token.kind != TOKEN_ERROR);
    if (token.kind == TOKEN_ERROR && !p->lexer->weak) {
        return;
    }
    int depth = p->lexer->depth;
    if (token.kind == TOKEN_ERROR && depth > 0 && line > p->lexer->brackets[depth - 1].line) {
        lexer_unclosed(p->lexer);
    } else {
        *p->error = error;
    }
}

static enum parse_status finish(struct parser *p)
{
    bool indent = strncmp(p->error->text, "unexpected ", strlen("unexpected ")) == 0;
    if (p->status == PARSE_SYNTAX_ERROR && !p->lexer_failed && !indent) {
        prefer_lexer_error(p);
    }
    parse_end(p);
    return p->status;
}

static enum parse_status parse_source(const struct source *source, bool lazy, struct arena *arena,
                                      struct nodes *out, struct parse_error *error)
{
    struct parser p;
    struct lexer lexer;
    *out = (struct nodes){NULL, 0};
    if (check_text(source, error) != PARSE_OK) {
        return PARSE_SYNTAX_ERROR;
    }
    parse_begin(&p, source, NULL, arena, error, &lexer);
    p.lazy = lazy;
    struct nodes statements = {NULL, 0};
    if (parse_statements(&p, TOKEN_END)) {
        statements = parse_take(&p, 0);
    }
    if (finish(&p) != PARSE_OK) {
        return p.status;
    }
    enum parse_status status = scope_resolve(&statements, source, arena, error);
    if (status == PARSE_OK) {
        *out = statements;
    }
    return status;
}

enum parse_status parse(const struct source *source, struct arena *arena, struct nodes *out,
                        struct parse_error *error)
{
    return parse_source(source, false, arena, out, error);
}

enum parse_status parse_heads(const struct source *source, struct arena *arena, struct nodes *out,
                              struct parse_error *error)
{
    return parse_source(source, true, arena, out, error);
}

enum parse_status parse_body(struct node *def, struct arena *arena, struct parse_error *error)
{
    struct parser p;
    struct lexer lexer;
    parse_begin(&p, def->span.source, def->unread, arena, error, &lexer);
    if (parse_expect(&p, TOKEN_INDENT) && parse_statements(&p, TOKEN_DEDENT)) {
        def->body = parse_take(&p, 0);
    }
    enum parse_status status = finish(&p);
    if (status == PARSE_OK) {
        status = scope_resolve_body(def, arena, error);
    }
    if (status == PARSE_OK) {
        def->unread = NULL;
    }
    return status;
}

enum parse_status parse_expression(const struct source *source, struct arena *arena,
                                   struct node **out, struct parse_error *error)
{
    struct parser p;
    struct lexer lexer;
    *out = NULL;
    if (check_text(source, error) != PARSE_OK) {
        return PARSE_SYNTAX_ERROR;
    }
    parse_begin(&p, source, NULL, arena, error, &lexer);
    parse_accept(&p, TOKEN_INDENT); /* spaces before an expression mean nothing */
    struct node *node = parse_star_list(&p);
    while (p.token.kind == TOKEN_NEWLINE || p.token.kind == TOKEN_DEDENT) {
        parse_advance(&p);
    }
    if (node) {
        parse_expect(&p, TOKEN_END);
    }
    if (finish(&p) != PARSE_OK) {
        return p.status;
    }
    struct nodes one = {&node, 1};
    enum parse_status status = scope_resolve(&one, source, arena, error);
    if (status == PARSE_OK) {
        *out = node;
    }
    return status;
}
