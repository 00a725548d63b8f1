/* Finds code without a fence: where it begins, which lines among it are prose, where it ends. */
#include "exercise/form.h"
#include "exercise/handin/handin_scan.h"

#include "exercise/kind.h"

#include <string.h>

/* "from torch import nn", not "from the left". */
FORM(begin, "^(?:def |class |import |@|>>> |from (?=.* import ))");

/* Code begins here, whatever stood before. */
bool loose_begins(struct piece line)
{
    return line.len > 1 && form_in(&begin, line);
}

#define WORD "([A-Za-z0-9_'\\x80-\\xff]++)"
FORM(two_words, "^" WORD "(?:(,)" FORM_BLANK "*|" FORM_BLANK "+)" WORD);
FORM(one_word, "^" WORD);
FORM(colon_at_end, "^[^:]*:$");

/* Words, not code: no line of code begins with two names side by side, or has a backtick. */
bool loose_is_prose(struct piece line)
{
    static const char keywords[] = "return for while if elif else try with class def import from "
                                   "assert raise del global nonlocal lambda not yield pass except "
                                   "print";
    struct piece text = piece_trim(line), part[FORM_GROUPS];
    bool indented = line.len > 0 && (*line.at == ' ' || *line.at == '\t');
    if (indented || !form_find(&one_word, text, 0, part) || piece_among(part[1], keywords, false)) {
        return false;
    }
    return memchr(text.at, '`', text.len) != NULL ||
           (form_find(&two_words, text, 0, part) && (part[2].len == 0 || !kind_code_like(text)) &&
            (!piece_among(part[3], "if in is and or not for else", false) ||
             form_in(&colon_at_end, text)));
}

static bool is_code(struct piece line)
{
    return kind_code_like(line) || memchr(line.at, '(', line.len) != NULL ||
           strchr(" \t#", *line.at) != NULL;
}

/* What stands behind the last empty line of code, when nothing there is code: a greeting. */
static struct piece without_greeting(struct scan *s, struct piece code)
{
    struct piece rest = code, line, greeting = {NULL, 0};
    const char *end = code.at, *kept = NULL; /* of the last line; of what stands before it */
    bool empty = true;
    while (piece_line(&rest, &line)) {
        bool blank = piece_trim(line).len == 0;
        if (!blank && empty) {
            greeting = line;
            kept = end > code.at ? end : NULL;
        }
        if (!blank && is_code(line)) {
            kept = NULL;
        }
        empty = blank;
        end = blank ? end : line.at + line.len;
    }
    if (kept != NULL) {
        missed_add(s, piece_trim(greeting), 0);
    }
    return (struct piece){code.at, (size_t)((kept != NULL ? kept : end) - code.at)};
}

static struct piece first_line(struct piece p)
{
    struct piece line;
    piece_line(&p, &line);
    return line;
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
