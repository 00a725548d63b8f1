/* Code without a fence: where it begins, which lines among it are prose, where it ends. */
#include "exercise/handin/handin_scan.h"

#include "exercise/kind.h"

#include <ctype.h>
#include <string.h>

/* Code begins here, whatever stood before. */
bool loose_begins(struct piece line)
{
    bool word = piece_word(line, "def |class |import |from |@|>>> ", false) > 0;
    bool from = piece_begins(line, "from "); /* "from torch import nn", not "from the left" */
    return word && line.len > 1 && (!from || piece_has(line, " import "));
}

static size_t letters_at(struct piece p)
{
    size_t n = 0;
    while (n < p.len && (isalnum((unsigned char)p.at[n]) || strchr("_'", p.at[n]) != NULL ||
                         (unsigned char)p.at[n] >= 0x80)) {
        n++;
    }
    return n;
}

static bool is_among(const char *words, struct piece p)
{
    char word[12] = " ";
    size_t len = letters_at(p);
    if (len == 0 || len > sizeof word - 3) {
        return false;
    }
    memcpy(word + 1, p.at, len);
    memcpy(word + 1 + len, " ", 2);
    return strstr(words, word) != NULL;
}

/* Words, not code: no line of code begins with two names side by side, or has a backtick. */
bool loose_is_prose(struct piece line)
{
    static const char keywords[] = " return for while if elif else try with class def import from "
                                   "assert raise del global nonlocal lambda not yield pass except "
                                   "print ";
    static const char between[] = " if in is and or not for else ";
    struct piece text = piece_trim(line);
    size_t n = letters_at(text);
    bool indented = line.len > 0 && (*line.at == ' ' || *line.at == '\t');
    if (n == 0 || indented || is_among(keywords, text)) {
        return false;
    }
    if (memchr(text.at, '`', text.len) != NULL) {
        return true;
    }
    bool comma = n < text.len && text.at[n] == ',' && !kind_code_like(text);
    struct piece next = piece_trim((struct piece){text.at + n + comma, text.len - n - comma});
    return next.at > text.at + n && letters_at(next) > 0 &&
           (!is_among(between, next) || memchr(text.at, ':', text.len) == text.at + text.len - 1);
}

static struct piece first_line(struct piece p)
{
    const char *stop = memchr(p.at, '\n', p.len);
    return (struct piece){p.at, stop != NULL ? (size_t)(stop - p.at) : p.len};
}

static struct piece last_line(struct piece p)
{
    size_t from = p.len;
    while (from > 0 && p.at[from - 1] != '\n') {
        from--;
    }
    return (struct piece){p.at + from, p.len - from};
}

/* What stands behind the last empty line of code, when nothing there is code: a greeting. */
static struct piece without_greeting(struct scan *s, struct piece code)
{
    for (struct piece rest = code; rest.len > 0;) {
        struct piece line = last_line(rest);
        if (piece_trim(line).len == 0 && line.len < rest.len) {
            struct piece last = {line.at + line.len, code.len - rest.len};
            if (last.len == 0) {
                rest.len -= line.len + 1;
                continue;
            }
            missed_add(s, first_line(piece_trim(last)), 0);
            return (struct piece){code.at, rest.len};
        }
        if (kind_code_like(line) || memchr(line.at, '(', line.len) != NULL || *line.at == ' ' ||
            *line.at == '\t' || *line.at == '#') {
            return code;
        }
        rest.len -= line.len + (line.len < rest.len);
    }
    return code;
}

void loose_flush(struct scan *s)
{
    struct piece code = {buf_text(&s->loose), s->loose.len};
    if (s->in_loose && kind_code_like(code)) {
        s->failed = !reply_code(s->h, s->loose_of, without_greeting(s, code)) || s->failed;
    } else if (s->in_loose) {
        missed_add(s, first_line(piece_trim(code)), 0);
    }
    buf_clear(&s->loose);
    s->in_loose = false;
}

void loose_add(struct scan *s, int exercise, struct piece line)
{
    if (!s->in_loose) {
        s->in_loose = true;
        s->loose_of = exercise;
    }
    if (s->loose.len == 0 && piece_trim(line).len == 0) {
        return;
    }
    if (loose_is_prose(line)) { /* sentences before, in and behind it */
        missed_add(s, line, s->line);
        return;
    }
    buf_put(&s->loose, line.at, line.len);
    buf_putc(&s->loose, '\n');
    s->failed = s->failed || s->loose.failed;
}
