/* Reads shape comments by their grammar, and finds where comments stand. */
#include "trace/axes/axes_comment.h"

#include "lang/parse/identifier.h"

#include <ctype.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static const char *skip_blanks(const char *p, const char *end)
{
    while (p < end && is_blank(*p)) {
        p++;
    }
    return p;
}

static const char *trim(const char *from, const char *end)
{
    while (end > from && is_blank(end[-1])) {
        end--;
    }
    return end;
}

/* --- sizes --- */

/* The end of a name or number: "n_heads", "cfg.n_embd", "16"; `from` itself if there is none. */
static const char *operand_end(const char *from, const char *end)
{
    const char *p = from;
    if (p < end && isdigit((unsigned char)*p)) {
        while (p < end && isdigit((unsigned char)*p)) {
            p++;
        }
        return p < end && (identifier_plain(*p) || *p == '.') ? from : p;
    }
    while (p < end && (identifier_plain(*p) ||
                       (*p == '.' && p > from && p + 1 < end && identifier_plain(p[1])))) {
        p++;
    }
    return p;
}

bool said_operand(const struct said_size *size, int *place, struct said_size *operand, char *op)
{
    const char *end = size->at + size->len, *p = skip_blanks(size->at + *place, end);
    *op = '\0';
    if (p == end) {
        return false;
    }
    if (*place > 0) {
        *op = *p;
        if (strchr("*+-/", *p) == NULL) {
            return false;
        }
        p += p + 1 < end && p[0] == '/' && p[1] == '/' ? 2 : 1;
        p = skip_blanks(p, end);
    }
    const char *stop = operand_end(p, end);
    *operand = (struct said_size){p, (int)(stop - p)};
    *place = (int)(stop - size->at);
    return stop > p;
}

static bool is_size(const struct said_size *size)
{
    struct said_size operand;
    char op;
    int place = 0, before;
    if (size->len == 1 && strchr("*?_:", *size->at) != NULL) {
        return true;
    }
    do {
        before = place;
    } while (said_operand(size, &place, &operand, &op));
    return before > 0 && before == size->len;
}

static bool is_dots(const struct said_size *size)
{
    return size->len == 3 && strncmp(size->at, "...", 3) == 0;
}

/* --- lists --- */

/* The end of one size: a comma, a bracket, or an `x` that stands alone. */
static const char *size_end(const char *p, const char *end)
{
    for (const char *from = p; p < end && *p != ',' && *p != ')' && *p != ']'; p++) {
        bool alone = p > from && is_blank(p[-1]) && p + 1 < end && is_blank(p[1]);
        if (alone && (*p == 'x' || *p == 'X') && skip_blanks(from, end) < p) {
            return p;
        }
        if (*p == '(' || *p == '[') {
            return NULL;
        }
    }
    return p;
}

/* The sizes from p on into a shape, up to `close` ('\0': the end). False: they are no sizes. */
static bool read_sizes(const char *p, const char *end, char close, struct said_shape *out)
{
    out->count = 0;
    out->dots = -1;
    for (;;) {
        const char *stop = size_end(p, end);
        if (stop == NULL || out->count == TENSOR_MAX_DIMS) {
            return false;
        }
        p = skip_blanks(p, stop);
        struct said_size size = {p, (int)(trim(p, stop) - p)};
        bool last = stop == end || *stop == ')' || *stop == ']';
        if (size.len == 0 && last && out->count > 0) {
            out->end = stop + 1; /* (T,) */
            return stop < end && *stop == close;
        }
        if (is_dots(&size) && out->dots < 0) {
            out->dots = out->count;
        } else if (!is_size(&size)) {
            return false;
        }
        out->size[out->count++] = size;
        if (last) {
            out->end = stop + (close != '\0');
            return close == '\0' ? stop == end : stop < end && *stop == close;
        }
        p = stop + 1;
    }
}

/* --- comments --- */

static bool has_arrow(const char *p, const char *end)
{
    for (; p + 1 < end; p++) {
        if ((p[0] == '-' || p[0] == '=') && p[1] == '>') {
            return true;
        }
        if (end - p >= 3 && memcmp(p, "\xe2\x86\x92", 3) == 0) { /* an arrow of Unicode */
            return true;
        }
    }
    return false;
}

static bool ends_with_arrow(const char *p, const char *end)
{
    end = trim(p, end);
    return (end - p >= 2 && end[-1] == '>' && has_arrow(end - 2, end)) ||
           (end - p >= 3 && has_arrow(end - 3, end));
}

/* How a shape is joined to the one before. */
static void read_between(const char *from, const char *end, struct said_shape *shape)
{
    from = skip_blanks(from, end);
    end = trim(from, end);
    size_t len = (size_t)(end - from);
    shape->result = ends_with_arrow(from, end) || (len == 1 && *from == '=');
    shape->product = len == 1 && strchr("@x*", *from) != NULL;
    shape->product |= len == 2 && memcmp(from, "\xc3\x97", 2) == 0; /* a multiplication sign */
}

static bool has_name(const struct said_shape *shape)
{
    for (int k = 0; k < shape->count; k++) {
        struct said_size operand;
        char op;
        for (int place = 0; said_operand(&shape->size[k], &place, &operand, &op);) {
            if (!isdigit((unsigned char)*operand.at)) {
                return true;
            }
        }
    }
    return false;
}

/* `B x T x C` or `B, T, C` and nothing else, perhaps behind a word and a colon. */
static void read_bare(const char *text, const char *end, struct said *out)
{
    const char *from = skip_blanks(text, end), *word = operand_end(from, end);
    struct said_shape *shape = &out->shape[0];
    end = trim(from, end);
    if (word > from && word < end && *skip_blanks(word, end) == ':') {
        from = skip_blanks(skip_blanks(word, end) + 1, end);
    }
    bool commas = memchr(from, ',', (size_t)(end - from)) != NULL;
    if (read_sizes(from, end, '\0', shape) && shape->count >= 3) {
        shape->at = from;
        out->before_end = from;
        out->behind = shape->end;
        out->count = 1;
        out->named = has_name(shape);
        out->listed = commas;
    }
}

void said_read(const char *text, const char *end, struct said *out)
{
    const char *behind = text;
    *out = (struct said){.before = text, .before_end = end, .behind = text, .behind_end = end};
    for (const char *p = text; p < end && out->count < MOST_SHAPES; p++) {
        struct said_shape shape = {.at = p};
        bool open = *p == '(' || *p == '[';
        /* view(b, t, -1), x[0, 1] are code */
        bool free = p == text || !(identifier_plain(p[-1]) || strchr(")].'\"", p[-1]) != NULL);
        if (!open || !free || !read_sizes(p + 1, end, *p == '(' ? ')' : ']', &shape)) {
            continue;
        }
        read_between(behind, p, &shape);
        if (out->count == 0) {
            out->before_end = p;
            shape.product = false;
        }
        out->named = out->named || has_name(&shape);
        out->shape[out->count++] = shape;
        out->behind = behind = shape.end;
        p = shape.end - 1;
    }
    if (out->count == 0) {
        read_bare(text, end, out);
    }
}

/* --- statements --- */

/* Behind a string that begins at p. */
static const char *skip_string(const char *p, const char *end, int *line)
{
    char quote = *p;
    bool three = end - p >= 3 && p[1] == quote && p[2] == quote;
    for (p += three ? 3 : 1; p < end; p++) {
        if (*p == '\\') {
            p++;
        } else if (*p == quote && (!three || (end - p >= 3 && p[1] == quote && p[2] == quote))) {
            return p + (three ? 3 : 1);
        }
        if (p < end && *p == '\n') {
            if (!three) {
                return p;
            }
            (*line)++;
        }
    }
    return end;
}

static bool begins_block(const char *p, const char *end)
{
    static const char *const words[] = {"def",   "for",  "with",  "class", "if",   "elif",
                                        "while", "else", "async", "try",   "from", "import"};
    const char *stop = operand_end(p, end);
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
        if ((size_t)(stop - p) == strlen(words[k]) && strncmp(p, words[k], strlen(words[k])) == 0) {
            return true;
        }
    }
    return false;
}

static const char *line_end(const char *p, const char *end)
{
    const char *stop = memchr(p, '\n', (size_t)(end - p));
    return stop != NULL ? stop : end;
}

bool statement_read(const struct source *source, int line, struct statement_text *out)
{
    size_t len;
    const char *p = source_line(source, line, &len), *end = source->text + source->len;
    int depth = 0;
    *out = (struct statement_text){.end_line = line};
    if (p == NULL) {
        return false;
    }
    out->at = p = skip_blanks(p, end);
    out->assignment = false;
    bool block = begins_block(p, end);
    for (; p < end && depth >= 0; p++) {
        if (*p == '\'' || *p == '"') {
            p = skip_string(p, end, &out->end_line) - 1;
        } else if (*p == '(' || *p == '[' || *p == '{') {
            depth++;
        } else if (*p == ')' || *p == ']' || *p == '}') {
            depth--;
        } else if (*p == '#') {
            const char *stop = line_end(p, end);
            if (depth == 0) {
                out->comment = p + 1;
                out->comment_end = stop;
                break;
            }
            p = stop - 1;
        } else if (*p == '=' && depth == 0 && p[1] != '=' && strchr("=!<>", p[-1]) == NULL) {
            out->assignment = !block;
            out->equals = p;
        } else if (*p == '\\' && p + 1 < end && p[1] == '\n') {
            p++;
            out->end_line++;
        } else if (*p == '\n') {
            if (depth == 0) {
                break;
            }
            out->end_line++;
        }
    }
    return depth == 0;
}

bool comment_line(const struct source *source, int line, const char **text, const char **end)
{
    size_t len;
    const char *p = line > 0 ? source_line(source, line, &len) : NULL;
    if (p == NULL) {
        return false;
    }
    const char *stop = p + len;
    p = skip_blanks(p, stop);
    if (p == stop || *p != '#') {
        return false;
    }
    *text = p + strspn(p, "#");
    *end = stop;
    return true;
}
