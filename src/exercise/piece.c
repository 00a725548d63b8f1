/* Takes pieces of a line apart: blanks, marks of Markdown and quotes around them. */
#define _POSIX_C_SOURCE 200809L
#include "exercise/piece.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

struct piece piece_of(const char *text)
{
    return (struct piece){text, strlen(text)};
}

size_t piece_word(struct piece p, const char *words, bool fold)
{
    for (size_t len; *words != '\0'; words += len + (words[len] == '|')) {
        len = strcspn(words, "|");
        if (p.len >= len && (fold ? strncasecmp : strncmp)(p.at, words, len) == 0) {
            return len;
        }
    }
    return 0;
}

bool piece_same(struct piece a, struct piece b)
{
    return a.len == b.len && memcmp(a.at, b.at, a.len) == 0;
}

bool piece_among(struct piece p, const char *words, bool fold)
{
    for (size_t len; *words != '\0'; words += len + (words[len] == ' ')) {
        len = strcspn(words, " ");
        if (p.len > 0 && p.len == len && (fold ? strncasecmp : strncmp)(p.at, words, len) == 0) {
            return true;
        }
    }
    return false;
}

bool piece_line(struct piece *text, struct piece *line)
{
    const char *stop = text->len > 0 ? memchr(text->at, '\n', text->len) : NULL;
    size_t len = stop != NULL ? (size_t)(stop - text->at) : text->len;
    bool is = text->len > 0;
    *line = (struct piece){text->at, len};
    *text = piece_behind(*text, len + (stop != NULL));
    return is;
}

/* ASCII's, the one that does not break, those without width, narrow and wide. */
static size_t piece_blank_at(struct piece p)
{
    return piece_word(p,
                      " |\t|\r|\n|\v|\f|\xc2\xa0|\xe2\x80\x8b|\xef\xbb\xbf|\xe2\x80\xaf|"
                      "\xe3\x80\x80",
                      false);
}

struct piece piece_behind(struct piece p, size_t len)
{
    return (struct piece){p.at + len, p.len - len};
}

struct piece piece_skip_blanks(struct piece p)
{
    for (size_t n = piece_blank_at(p); n > 0; n = piece_blank_at(p)) {
        p = piece_behind(p, n);
    }
    return p;
}

struct piece piece_trim(struct piece p)
{
    p = piece_skip_blanks(p);
    while (p.len > 0) {
        size_t n = 1;
        while (n < p.len && n < 3 && ((unsigned char)p.at[p.len - n] & 0xc0) == 0x80) {
            n++;
        }
        if (piece_blank_at((struct piece){p.at + p.len - n, n}) != n) {
            break;
        }
        p.len -= n;
    }
    return p;
}

bool piece_begins(struct piece p, const char *text)
{
    size_t len = strlen(text);
    return p.len >= len && strncasecmp(p.at, text, len) == 0;
}

/* *, _ or ` */
static bool piece_is_mark(char c)
{
    return c == '*' || c == '_' || c == '`';
}

/* Whether both ends have the same quotation mark or dollar sign. */
static bool in_quotes(struct piece p)
{
    return p.len > 1 && *p.at == p.at[p.len - 1] && strchr("\"'$", *p.at) != NULL;
}

struct piece piece_unmark(struct piece p)
{
    p = piece_trim(p);
    for (;;) {
        if (in_quotes(p)) {
            p = (struct piece){p.at + 1, p.len - 2};
        } else if (p.len > 0 && piece_is_mark(*p.at)) {
            p = piece_behind(p, 1);
        } else if (p.len > 0 && piece_is_mark(p.at[p.len - 1])) {
            p.len--;
        } else if (p.len > 0 && piece_blank_at(p) > 0) {
            p = piece_trim(p);
        } else {
            return p;
        }
    }
}

struct piece piece_skip_marks(struct piece p)
{
    while (p.len > 0 && (piece_is_mark(*p.at) || *p.at == '"' || *p.at == '\'')) {
        p = piece_behind(p, 1);
    }
    return p;
}

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

const char *piece_name_in(const char *text, const char *name, size_t len)
{
    for (const char *p = text; *p != '\0'; p++) {
        if (strncmp(p, name, len) == 0 && (p == text || !in_name(p[-1])) && !in_name(p[len])) {
            return p;
        }
    }
    return NULL;
}

bool piece_has(struct piece p, const char *text)
{
    size_t len = strlen(text);
    for (size_t at = 0; at + len <= p.len; at++) {
        if (memcmp(p.at + at, text, len) == 0) {
            return true;
        }
    }
    return false;
}
