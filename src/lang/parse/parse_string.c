/* Parses string literals: prefixes, escapes, and neighbours joined into one. */
#include "lang/parse/parse_string.h"

#include "lang/parse/parse_fstring.h"

static const char no_memory[] = "There is not enough memory to read the code.";

/* --- escapes --- */

static const struct {
    char letter, means;
} simple_escapes[] = {{'\\', '\\'}, {'\'', '\''}, {'"', '"'},  {'a', '\a'}, {'b', '\b'},
                      {'f', '\f'},  {'n', '\n'},  {'r', '\r'}, {'t', '\t'}, {'v', '\v'}};

static int hex_value(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Python's decoder counts a character beyond ASCII as ten, the length of its \U form. */
static size_t decoder_position(const struct parser *p, const struct string_body *body, size_t at)
{
    size_t position = 0;
    for (size_t i = body->start; i < at; i++) {
        unsigned char byte = (unsigned char)p->source->text[i];
        position += byte < 0x80 ? 1 : byte >= 0xc0 ? 10 : 0;
    }
    return position;
}

static bool bad_escape(struct parser *p, const struct string_body *body, size_t from, size_t to,
                       const char *what)
{
    size_t first = decoder_position(p, body, from);
    return parse_error_at(p, &body->whole,
                          "(unicode error) 'unicodeescape' codec can't decode bytes in position "
                          "%zu-%zu: %s",
                          first, first + (to - from) - 1, what);
}

/* \xhh, \uhhhh, \Uhhhhhhhh: the cursor is behind the letter. */
static bool hex_escape(struct parser *p, struct string_body *body, int digits, const char *what)
{
    const char *text = p->source->text;
    size_t from = body->cursor.at - 2;
    uint32_t c = 0;
    for (int i = 0; i < digits; i++, body->cursor.at++) {
        int value = body->cursor.at < body->end ? hex_value(text[body->cursor.at]) : -1;
        if (value < 0 && body->bytes) {
            return parse_error_at(p, &body->whole,
                                  "(value error) invalid \\x escape at position %zu",
                                  from - body->start);
        }
        if (value < 0) {
            return bad_escape(p, body, from, body->cursor.at, what);
        }
        c = c << 4 | (uint32_t)value;
    }
    if (body->bytes) {
        buf_putc(&p->text, (char)c);
        return true;
    }
    if (c > 0x10ffff) {
        return bad_escape(p, body, from, body->cursor.at, "illegal Unicode character");
    }
    if (c >= 0xd800 && c < 0xe000) {
        return parse_unsupported(p, &body->whole,
                                 "qkv does not support lone surrogates such as \\u%04lx; write the "
                                 "character itself.",
                                 (unsigned long)c);
    }
    buf_codepoint(&p->text, c);
    return true;
}

static void octal_escape(struct parser *p, struct string_body *body)
{
    const char *text = p->source->text;
    uint32_t c = 0;
    for (int i = 0; i < 3 && body->cursor.at < body->end && text[body->cursor.at] >= '0' &&
                    text[body->cursor.at] <= '7';
         i++) {
        c = c << 3 | (uint32_t)(text[body->cursor.at++] - '0');
    }
    if (body->bytes) {
        buf_putc(&p->text, (char)(c & 0xff));
    } else {
        buf_codepoint(&p->text, c);
    }
}

/* The cursor is on the backslash. */
static bool escape(struct parser *p, struct string_body *body)
{
    body->cursor.at++;
    if (body->cursor.at >= body->end) {
        buf_putc(&p->text, '\\');
        return true;
    }
    if (lexer_line_break(p->source, &body->cursor, body->end)) {
        return true;
    }
    char c = p->source->text[body->cursor.at];
    if (c >= '0' && c <= '7') {
        octal_escape(p, body);
        return true;
    }
    for (size_t i = 0; i < sizeof simple_escapes / sizeof simple_escapes[0]; i++) {
        if (simple_escapes[i].letter == c) {
            body->cursor.at++;
            buf_putc(&p->text, simple_escapes[i].means);
            return true;
        }
    }
    if (c != 'x' && (body->bytes || (c != 'u' && c != 'U' && c != 'N'))) {
        buf_putc(&p->text, '\\'); /* no escape: both characters stay */
        return true;
    }
    body->cursor.at++;
    if (c == 'N') {
        return parse_unsupported(p, &body->whole,
                                 "qkv does not support \\N{...} in strings; write the character "
                                 "itself or its \\u number.");
    }
    return hex_escape(p, body,
                      c == 'x'   ? 2
                      : c == 'u' ? 4
                                 : 8,
                      c == 'x'   ? "truncated \\xXX escape"
                      : c == 'u' ? "truncated \\uXXXX escape"
                                 : "truncated \\UXXXXXXXX escape");
}

bool parse_characters(struct parser *p, struct string_body *body, size_t to)
{
    const char *text = p->source->text;
    while (body->cursor.at < to) {
        size_t plain = body->cursor.at;
        while (plain < to && text[plain] != '\\' && text[plain] != '\n' && text[plain] != '\r') {
            plain++;
        }
        buf_put(&p->text, text + body->cursor.at, plain - body->cursor.at);
        body->cursor.at = plain;
        if (plain >= to) {
            break;
        }
        if (lexer_line_break(p->source, &body->cursor, to)) {
            buf_putc(&p->text, '\n');
        } else if (body->raw) {
            body->cursor.at++;
            buf_putc(&p->text, '\\');
        } else if (!escape(p, body)) {
            return false;
        }
    }
    return !p->text.failed || parse_limit(p, no_memory);
}

/* --- literals --- */

struct node *parse_text_node(struct parser *p, const struct span *at)
{
    struct node *node = parse_node(p, NODE_STRING, (struct position){at->line, at->column});
    char *text = node ? arena_copy(p->arena, buf_text(&p->text), p->text.len) : NULL;
    if (!text) {
        return parse_limit(p, no_memory);
    }
    node->span = *at;
    node->text = text;
    node->text_len = p->text.len;
    buf_clear(&p->text);
    return node;
}

bool parse_flush_text(struct parser *p, const struct span *at)
{
    if (p->text.len == 0) {
        return true;
    }
    struct node *node = parse_text_node(p, at);
    return node && parse_push(p, node);
}

/* What is between the quotes of the current token; *prefix has a bit for each letter. */
enum { PREFIX_RAW = 1, PREFIX_BYTES = 2, PREFIX_FORMAT = 4 };
enum { KIND_TEXT = 1, KIND_BYTES = 2, KIND_FORMAT = 4 };

static struct string_body open_body(const struct parser *p, int *prefix)
{
    const char *text = p->source->text + p->token.start;
    size_t at = 0;
    *prefix = 0;
    for (; text[at] != '\'' && text[at] != '"'; at++) {
        char letter = (char)(text[at] | 0x20);
        *prefix |= letter == 'r' ? PREFIX_RAW : letter == 'b' ? PREFIX_BYTES : 0;
        *prefix |= letter == 'f' ? PREFIX_FORMAT : 0;
    }
    bool triple = p->token.end - p->token.start >= at + 6 && text[at + 1] == text[at] &&
                  text[at + 2] == text[at];
    size_t quotes = triple ? 3 : 1;
    struct string_body body = {.raw = *prefix & PREFIX_RAW,
                               .bytes = *prefix & PREFIX_BYTES,
                               .end = p->token.end - quotes,
                               .start = p->token.start + at + quotes,
                               .whole = parse_token_span(p, &p->token)};
    body.cursor.at = body.start;
    body.cursor.line = p->token.line;
    body.cursor.line_start = p->token.start - (size_t)p->token.column;
    return body;
}

/* One token into p->text and, if it is an f-string, parts on the stack. *kinds has a bit for each
 * kind of literal seen. */
static bool literal(struct parser *p, int *kinds)
{
    int prefix;
    struct string_body body = open_body(p, &prefix);
    *kinds |= body.bytes ? KIND_BYTES : prefix & PREFIX_FORMAT ? KIND_FORMAT : KIND_TEXT;
    for (size_t at = body.start; body.bytes && at < body.end; at++) {
        if ((unsigned char)p->source->text[at] >= 0x80) {
            return parse_error_at(p, &body.whole,
                                  "bytes can only contain ASCII literal characters");
        }
    }
    return prefix & PREFIX_FORMAT ? parse_fstring_parts(p, &body, 0)
                                  : parse_characters(p, &body, body.end);
}

struct node *parse_strings(struct parser *p)
{
    struct position from = parse_position(p);
    int kinds = 0;
    int mark = p->stack_count;
    buf_clear(&p->text);
    while (p->token.kind == TOKEN_STRING) {
        if (!literal(p, &kinds)) {
            return NULL;
        }
        if (kinds & KIND_BYTES && kinds != KIND_BYTES) {
            struct span mixed = parse_span(p, from);
            mixed.end_line = p->token.end_line;
            mixed.end_column = p->token.end_column;
            return parse_error_at(p, &mixed, "cannot mix bytes and nonbytes literals");
        }
        parse_advance(p);
    }
    if (p->status != PARSE_OK) {
        return NULL;
    }
    struct span at = parse_span(p, from);
    if (!(kinds & KIND_FORMAT)) {
        struct node *node = parse_text_node(p, &at);
        if (node && kinds == KIND_BYTES) {
            node->kind = NODE_BYTES;
        }
        return node;
    }
    if (!parse_flush_text(p, &at)) {
        return NULL;
    }
    return parse_gathered(p, NODE_FSTRING, from, mark);
}
