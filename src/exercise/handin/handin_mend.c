/* Gives code back as it was typed before a word processor, a mail or a copy out of the interpreter
 * changed its blanks and quotation marks. */
#include "exercise/handin/handin_scan.h"

#include "exercise/answer/answer.h"

#include <ctype.h>
#include <string.h>

/* --- signs --- */

static const struct {
    const char *written, *meant;
    char unless; /* the line has this sign itself: then it is meant as it is written */
} signs[] = {
    {"\xc2\xa0", " ", '\0'}, /* blanks that do not break, are thin, or wide */
    {"\xe2\x80\xaf", " ", '\0'}, {"\xe2\x80\x87", " ", '\0'}, {"\xe3\x80\x80", " ", '\0'},
    {"\xe2\x80\x8b", "", '\0'},  {"\xef\xbb\xbf", "", '\0'},  {"\xc2\xad", "", '\0'},
    {"\xe2\x80\x9c", "\"", '"'}, {"\xe2\x80\x9d", "\"", '"'}, {"\xe2\x80\x9e", "\"", '"'},
    {"\xe2\x80\x98", "'", '\''}, {"\xe2\x80\x99", "'", '\''}, {"\xe2\x80\x93", "-", '"'},
    {"\xe2\x88\x92", "-", '"'},
};

static void put_line(struct piece line, struct buf *out)
{
    for (size_t at = 0; at < line.len;) {
        size_t k = 0, count = sizeof signs / sizeof signs[0], len = 0;
        for (; k < count; k++) {
            len = strlen(signs[k].written);
            if (line.len - at >= len && memcmp(line.at + at, signs[k].written, len) == 0 &&
                (signs[k].unless == '\0' || memchr(line.at, signs[k].unless, line.len) == NULL)) {
                break;
            }
        }
        if (k < count) {
            buf_puts(out, signs[k].meant);
            at += len;
        } else {
            buf_putc(out, line.at[at++]);
        }
    }
}

/* --- lines --- */

/* Whether it was copied out of the interpreter: what has no prompt there is output. */
static bool has_prompts(struct piece text)
{
    return piece_trim(text).len > 4 && memcmp(piece_trim(text).at, ">>> ", 4) == 0;
}

static bool behind_prompt(struct piece *line)
{
    struct piece text = piece_trim(*line);
    if (text.len < 3 || (memcmp(text.at, ">>>", 3) != 0 && memcmp(text.at, "...", 3) != 0)) {
        return false;
    }
    size_t skip = text.len > 3 ? 4 : 3;
    size_t front = (size_t)(text.at - line->at);
    *line = (struct piece){text.at + skip, line->len - front - skip};
    return true;
}

/* Whether it was copied out of a comparison: all lines begin with +, - or a blank. */
static bool is_diff(struct piece text)
{
    struct piece line;
    bool added = false, removed = false, other = false;
    while (piece_line(&text, &line)) {
        char front = line.len > 0 ? *line.at : ' ';
        added = added || front == '+';
        removed = removed || front == '-';
        other = other || strchr("+- @", front) == NULL;
    }
    return added && removed && !other;
}

/* The blanks in front that all lines with code share. */
static size_t shared(struct piece text)
{
    struct piece line, first = {NULL, 0};
    while (piece_line(&text, &line)) {
        size_t n = 0;
        while (n < line.len && (line.at[n] == ' ' || line.at[n] == '\t')) {
            n++;
        }
        if (n == line.len) {
            continue;
        }
        size_t same = 0, most = first.at == NULL || n < first.len ? n : first.len;
        while (first.at != NULL && same < most && line.at[same] == first.at[same]) {
            same++;
        }
        first = (struct piece){line.at, first.at == NULL ? n : same};
    }
    return first.len;
}

/* How many bytes of a line are crossed out in Markdown; 0: none. */
static size_t struck(struct piece p)
{
    if (p.len < 5 || memcmp(p.at, "~~", 2) != 0 || strchr("~ \t", p.at[2]) != NULL) {
        return 0;
    }
    for (size_t k = 3; k + 1 < p.len && p.at[k] != '\n'; k++) {
        if (p.at[k] == '~' && p.at[k + 1] == '~' && strchr(" \t~", p.at[k - 1]) == NULL) {
            return k + 2;
        }
    }
    return 0;
}

/* How many bytes are for a terminal alone: an escape sequence, a control character; 0: none. */
static size_t control_at(struct piece p)
{
    unsigned char c = (unsigned char)*p.at;
    if (c != '\x1b' || p.len < 2) {
        return (c < ' ' && c != '\n' && c != '\t') || c == 0x7f;
    }
    size_t k = 2;
    bool title = p.at[1] == ']';
    while (k < p.len && p.at[k] != '\n' &&
           (title ? p.at[k] != '\a' : p.at[1] == '[' && !isalpha((unsigned char)p.at[k]))) {
        k++;
    }
    return p.at[1] == '[' || title ? k + (k < p.len && p.at[k] != '\n') : 1;
}

void handin_mend_signs(struct piece text, struct buf *out)
{
    bool front = true; /* of a line */
    while (text.len > 0) {
        char narrow = answer_narrow(text.at, text.len);
        bool quoted = front && text.len > 1 && *text.at == '>' && strchr(" \n", text.at[1]) != NULL;
        size_t n = narrow != '\0' ? 3 : quoted ? 1 + (text.at[1] == ' ') : struck(text);
        n = n == 0 ? control_at(text) : n;
        front = *text.at == '\n';
        if (narrow != '\0') {
            buf_putc(out, narrow);
        } else if (n == 0) {
            buf_putc(out, *text.at);
            n = 1;
        }
        text = (struct piece){text.at + n, text.len - n};
    }
}

void handin_mend(struct piece code, struct buf *out)
{
    scoped_buf plain = {0};
    struct piece line;
    bool prompts = has_prompts(code), diff = is_diff(code);
    while (piece_line(&code, &line)) {
        bool kept = !diff || line.len == 0 || strchr("-@", *line.at) == NULL;
        size_t sign = diff && line.len > 0;
        line = (struct piece){line.at + sign, line.len - sign};
        if (kept && (!prompts || behind_prompt(&line))) {
            put_line(line, &plain);
            buf_putc(&plain, '\n');
        }
    }
    struct piece text = {buf_text(&plain), plain.len};
    size_t indent = shared(text);
    while (piece_line(&text, &line)) {
        size_t skip = line.len < indent ? line.len : indent;
        buf_put(out, line.at + skip, line.len - skip);
        buf_putc(out, '\n');
    }
    out->failed = out->failed || plain.failed;
}
