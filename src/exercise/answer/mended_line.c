/* Finds the mended line in a text: behind the old one, if that was copied, and from where on it is
 * Python. It does something to what the wrong line does something to: a line alone could mend the
 * code by standing in the place of another one. */
#include "exercise/answer/mended_line.h"

#include "exercise/answer/attempt_budget.h"
#include "exercise/form.h"
#include "lang/parse/identifier.h"

#include <string.h>

#define LONG_TEXT 1000 /* bytes: more than a line and its mending */

/* Without the blanks, backticks and dots around it. */
FORM(within, "(?s)^[ \t\r\n`]*+(.*?)[ \t\r\n`.]*+$");
/* What a line binds, group 1: "total =", "self.mask ="; what it binds or adds to. */
FORM(bound, "^([A-Za-z0-9_.]++) *=(?s)[^=]");
FORM(changed, "^([A-Za-z0-9_.]++) *[-+*/@%&|^]{0,2}=(?s)[^=]");
FORM(name, "^([A-Za-z0-9_]*)");
FORM(remark, "^(?:#|print\\((?s).|$)"); /* says nothing of the code, or prints */
FORM(comment, "^#");
FORM(further, "^ *+[-+*/@%&|<>.[(]"); /* the code goes on: "y = x" in "y = x / 2" */

static struct piece trim(struct piece w)
{
    struct piece part[FORM_GROUPS];
    form_find(&within, w, 0, part);
    return part[1];
}

/* A line without the blanks around it; of a comment nothing. */
static struct piece code_of(struct piece line)
{
    line = trim(line);
    return form_in(&comment, line) ? (struct piece){line.at, 0} : line;
}

/* The code of one line, from 1; without any: there is no such line, or it is a comment. */
static struct piece line_at(const char *code, int number)
{
    struct piece rest = piece_of(code), line = {code, 0};
    bool there = true;
    for (; there && number > 0; number--) {
        there = piece_line(&rest, &line);
    }
    return there ? code_of(line) : (struct piece){code, 0};
}

/* What a line does something to: what it binds, or its first name. */
static struct piece target(struct form *binding, struct piece line, bool *binds)
{
    struct piece part[FORM_GROUPS];
    *binds = form_find(binding, line, 0, part);
    if (!*binds) {
        form_find(&name, line, 0, part);
    }
    return part[1];
}

/* Where that line binds, the other one has to bind the same, or to add to it; else it has to do
 * something, or to return something. */
static bool same_target(struct piece wrong, struct piece own)
{
    bool binds, own_binds;
    struct piece of = target(&bound, wrong, &binds), own_of = target(&changed, own, &own_binds);
    if (of.len == 0 || own.len <= of.len || !piece_same(of, (struct piece){own.at, of.len})) {
        return false;
    }
    return binds ? own_binds && own_of.len == of.len
                 : !identifier_plain(own.at[of.len]) &&
                       (own_binds || memchr(own.at, '(', own.len) != NULL ||
                        piece_among(of, "return", false));
}

static bool is_python(struct piece w)
{
    scoped_buf code = {0};
    buf_put(&code, w.at, w.len);
    buf_puts(&code, w.len > 0 && w.at[w.len - 1] == ':' ? " pass" : "");
    return !code.failed && attempt_names_python(buf_text(&code));
}

/* Whether the code from `at` on goes on behind `end`, as "y = x" does in "y = x / 2". */
static bool goes_on(struct piece in, const char *at, const char *end)
{
    struct piece rest = piece_behind(in, (size_t)(at - in.at)), line;
    piece_line(&rest, &line);
    return end <= line.at + line.len && form_in(&further, piece_behind(line, (size_t)(end - at))) &&
           is_python(trim(line));
}

/* A line of code in a text: not a part of a longer one. NULL: it is not there. */
static const char *find(struct piece in, struct piece line)
{
    char before = '\n'; /* the last that is no blank */
    for (size_t k = 0; line.len > 0 && k + line.len <= in.len; k++) {
        const char *end = in.at + k + line.len;
        bool longer = end < in.at + in.len && identifier_plain(end[-1]) &&
                      (identifier_plain(*end) || *end == '(');
        if (memcmp(in.at + k, line.at, line.len) == 0 && !longer &&
            strchr("=([{,.+-*/@%&|<", before) == NULL &&
            (k == 0 || !identifier_plain(in.at[k - 1])) && !goes_on(in, in.at + k, end)) {
            return in.at + k;
        }
        before = in.at[k] == ' ' ? before : in.at[k];
    }
    return NULL;
}

/* The last line of a text, from where on it is Python and has the target of the wrong line. */
static struct piece mended(struct piece text, struct piece wrong)
{
    for (size_t k = 0; k < text.len; k++) {
        struct piece own = trim((struct piece){text.at + k, text.len - k});
        bool begins = own.at == text.at + k && (k == 0 || !identifier_plain(text.at[k - 1]));
        if (begins && same_target(wrong, own) && memchr(own.at, '\n', own.len) == NULL &&
            !piece_same(own, wrong) && is_python(own)) {
            return own;
        }
    }
    return (struct piece){text.at, 0};
}

/* Which line of the code stands in the text, 0: none; -1: several, it is more than a line. */
static int old_line(const char *code, struct piece text)
{
    struct piece rest = piece_of(code), old = {NULL, 0}, line;
    int found = 0;
    for (int number = 1; piece_line(&rest, &line); number++) {
        line = code_of(line);
        bool there = find(text, line) != NULL;
        if (there && found != 0 && find(old, line) == NULL && find(line, old) == NULL) {
            return -1;
        }
        if (there && line.len == old.len) {
            return -1; /* the same line twice */
        }
        if (there && line.len > old.len) {
            old = line;
            found = number;
        }
    }
    return found;
}

/* The one line of a text that is no remark and prints nothing; else all of it. */
static struct piece without_remarks(struct piece all)
{
    struct piece rest = all, line, only = all;
    int count = 0;
    while (piece_line(&rest, &line)) {
        line = trim(line);
        bool says = !form_in(&remark, line);
        only = says ? line : only;
        count += says;
    }
    return count == 1 ? only : all;
}

static void add(struct mended_lines *out, int line, struct piece own)
{
    if (own.len > 0 && out->count < MENDED_MOST) {
        out->at[out->count].line = line;
        out->at[out->count].own = own.at;
        out->at[out->count++].len = own.len;
    }
}

/* A line is named, or the old one was copied. */
static void with_number(struct mended_lines *out, struct piece all, struct piece wrong, int line)
{
    const char *old = find(all, wrong), *end = all.at + all.len;
    const char *from = old != NULL ? old + wrong.len : all.at;
    if (old != NULL || memchr(all.at, '\n', all.len) == NULL) {
        add(out, line, mended((struct piece){from, (size_t)(end - from)}, wrong));
    }
    for (const char *p = all.at; out->count == 0 && old != NULL && p < old; p++) {
        struct piece before = {p, (size_t)(old - p)};
        out->unclear = out->unclear || (form_in(&bound, before) && same_target(wrong, before));
    }
}

void mended_lines(const char *code, const char *text, int line, struct mended_lines *out)
{
    struct piece all = without_remarks(trim(piece_of(text)));
    struct piece rest = piece_of(code), one;
    int old = old_line(code, all);
    *out = (struct mended_lines){.count = 0};
    if (old < 0 || all.len > LONG_TEXT || (line > 0 && old > 0 && old != line)) {
        return;
    }
    if (line > 0 || old > 0) {
        line = line > 0 ? line : old;
        with_number(out, all, line_at(code, line), line);
        return;
    }
    bool only = trim(rest).len == line_at(code, 1).len;
    if (only || memchr(all.at, '\n', all.len) != NULL) {
        return; /* all of the code */
    }
    for (int number = 1; piece_line(&rest, &one); number++) {
        add(out, number, mended(all, code_of(one)));
    }
}
