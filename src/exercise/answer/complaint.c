/* Collects complaints, and shows each with its line and a caret. */
#include "exercise/answer/complaint.h"

#include "base/grow.h"
#include "base/utf8.h"
#include "exercise/exercise.h"
#include "exercise/form.h"
#include "lesson/lesson.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void add(struct complaints *c, struct complaint one, const char *format, va_list args)
{
    if (!grow(&c->at, c->count, &c->cap, sizeof *c->at)) {
        c->failed = true;
        return;
    }
    scoped_buf text = {0};
    buf_vprintf(&text, format, args);
    one.text = arena_copy(&c->arena, buf_text(&text), text.len);
    c->failed = c->failed || text.failed || one.text == NULL;
    if (one.text != NULL) {
        c->at[c->count++] = one;
        c->errors += !one.note;
    }
}

void complain(struct complaints *c, int line, int column, int width, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add(c, (struct complaint){.line = line, .column = column, .width = width}, format, args);
    va_end(args);
}

void complain_field(struct complaints *c, const struct field *f, const char *format, ...)
{
    struct complaint at = {.line = f->line, .column = f->column, .width = (int)strlen(f->value)};
    va_list args;
    va_start(args, format);
    add(c, at, format, args);
    va_end(args);
}

void complain_note(struct complaints *c, int line, int column, int width, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add(c, (struct complaint){.line = line, .column = column, .width = width, .note = true}, format,
        args);
    va_end(args);
}

void complaints_free(struct complaints *c)
{
    free(c->at);
    arena_free(&c->arena);
    *c = (struct complaints){0};
}

/* --- showing them --- */

/* By place; those of one place stay in the order in which they were found. */
static void sort(struct complaints *c)
{
    for (int k = 1; k < c->count; k++) {
        struct complaint one = c->at[k];
        int to = k;
        while (to > 0 && (c->at[to - 1].line > one.line ||
                          (c->at[to - 1].line == one.line && c->at[to - 1].column > one.column))) {
            c->at[to] = c->at[to - 1];
            to--;
        }
        c->at[to] = one;
    }
}

static struct piece find_line(const char *text, int number)
{
    struct piece rest = piece_of(text), line = {text, 0};
    for (bool there = true; there && number > 0; number--) {
        there = piece_line(&rest, &line);
    }
    line.len -= line.len > 0 && line.at[line.len - 1] == '\r';
    return line;
}

/* How wide a character is shown; what would do something to a terminal is shown as `?`. */
static int shown_width(uint32_t c)
{
    return c < ' ' || (c >= 0x7f && c < 0xa0) ? 1 : utf8_width(c);
}

#define LINE_WIDTH                                                                                 \
    100 /* of a long line only so much is shown, from about here before the caret:                 \
         */
#define LINE_BEFORE 60
#define INDENT "    "

/* Where to begin, so that the byte `mark` is among what is shown. */
static size_t line_start(struct piece l, size_t mark)
{
    int columns = 0;
    size_t from = mark;
    while (from > 0 && columns < LINE_BEFORE) {
        from--;
        columns += (l.at[from] & 0xc0) != 0x80; /* not within a character */
    }
    while (from > 0 && (l.at[from] & 0xc0) == 0x80) {
        from--;
    }
    return from > 0 && mark > LINE_WIDTH - 20 ? from : 0;
}

/* The line and the line of its caret. A tab stands in both, so that they meet wherever a terminal's
 * tab stops are. */
static void put_line(struct piece l, const struct complaint *c, struct buf *out)
{
    size_t mark = c->column > 0 ? (size_t)c->column - 1 : 0;
    mark = mark < l.len ? mark : l.len;
    size_t end = c->width > 0 && (size_t)c->width < l.len - mark ? mark + (size_t)c->width : l.len;
    size_t from = line_start(l, mark);
    scoped_buf caret = {0};
    int columns = 0;
    buf_puts(out, from > 0 ? INDENT "..." : INDENT);
    buf_puts(&caret, from > 0 ? INDENT "   " : INDENT);
    for (size_t k = from; k < l.len;) {
        uint32_t ch = 0;
        size_t n = utf8_decode(l.at + k, l.len - k, &ch);
        int width = shown_width(ch);
        if (columns + width > LINE_WIDTH) {
            buf_puts(out, "...");
            break;
        }
        columns += width;
        bool control = ch != '\t' && (ch < ' ' || (ch >= 0x7f && ch < 0xa0));
        buf_put(out, control ? "?" : l.at + k, control ? 1 : n);
        if (k < mark && ch == '\t') {
            buf_putc(&caret, '\t');
        } else if (k < end || k == mark) {
            buf_fill(&caret, k < mark ? ' ' : k == mark ? '^' : '~', k == mark ? 1 : (size_t)width);
            buf_fill(&caret, '~', k == mark && width > 1 ? 1 : 0);
        }
        k += n;
    }
    if (mark >= l.len) {
        buf_putc(&caret, '^');
    }
    buf_printf(out, "\n%s\n", buf_text(&caret));
}

/* "cell 5, line 12" for a line of a notebook, which no editor shows as one file. */
static bool put_place(const struct complaints *c, int line, struct buf *out)
{
    int cell = 0, within = c->lesson != NULL ? lesson_place(c->lesson, line, &cell) : line;
    if (cell > 0) {
        buf_printf(out, "cell %d, line %d", cell, within);
    }
    return cell > 0;
}

/* The sentence; another line that it points to is a place, too. */
FORM(other_line, "(on|of|\\() ?line ([0-9]+)");

static void put_sentence(const struct complaints *c, const char *text, struct buf *out)
{
    struct piece rest = piece_of(text), part[FORM_GROUPS];
    while (form_find(&other_line, rest, 0, part)) {
        scoped_buf place = {0};
        struct piece before = {rest.at, (size_t)(part->at - rest.at)};
        buf_put(out, before.at, before.len);
        if (put_place(c, atoi(part[2].at), &place)) {
            bool on = *part[1].at == 'o' && part[1].at[1] == 'n';
            buf_printf(out, "%s%s",
                       on                   ? "in "
                       : *part[1].at == '(' ? "("
                                            : "of ",
                       buf_text(&place));
        } else {
            buf_put(out, part->at, part->len);
        }
        rest = piece_behind(rest, before.len + part->len);
    }
    buf_put(out, rest.at, rest.len);
}

void complaints_write(struct complaints *c, const char *file, const char *text, struct buf *out)
{
    sort(c);
    for (int k = 0; k < c->count; k++) {
        const struct complaint *one = &c->at[k];
        scoped_buf place = {0};
        if (put_place(c, one->line, &place)) {
            buf_printf(out, "%s, %s: ", file, buf_text(&place));
        } else {
            buf_printf(out, "%s:%d:%d: ", file, one->line, one->column);
        }
        buf_puts(out, one->note ? "note: " : "error: ");
        put_sentence(c, one->text, out);
        buf_putc(out, '\n');
        put_line(find_line(text, one->line), one, out);
    }
    if (c->failed) {
        buf_printf(out, "%s: error: the system has no memory left to tell the rest\n", file);
    }
}

/* --- what was perhaps meant --- */

#define WORD_MOST 40

static int lower(char c)
{
    return tolower((unsigned char)c);
}

/* How many letters to change, add, drop or swap with the next one. */
static int distance(const char *a, const char *b)
{
    int rows[3][WORD_MOST + 1];
    int n = (int)strlen(a), m = (int)strlen(b);
    if (n > WORD_MOST || m > WORD_MOST) {
        return WORD_MOST;
    }
    for (int j = 0; j <= m; j++) {
        rows[0][j] = j;
    }
    for (int i = 1; i <= n; i++) {
        int *row = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= m; j++) {
            bool same = lower(a[i - 1]) == lower(b[j - 1]);
            row[j] = (last[j] < row[j - 1] ? last[j] : row[j - 1]) + 1;
            row[j] = row[j] < last[j - 1] + !same ? row[j] : last[j - 1] + !same;
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                lower(a[i - 2]) == lower(b[j - 1])) {
                row[j] = row[j] < before[j - 2] + 1 ? row[j] : before[j - 2] + 1;
            }
        }
    }
    return rows[n % 3][m];
}

const char *complaint_nearest(const char *word, const char *const *names)
{
    const char *best = NULL;
    int limit = strlen(word) < 5 ? 1 : strlen(word) < 8 ? 2 : 3;
    for (int k = 0; names[k] != NULL; k++) {
        int d = distance(word, names[k]);
        if (d <= limit) {
            limit = d - 1;
            best = names[k];
        }
    }
    for (int k = 0; best == NULL && strlen(word) >= 3 && names[k] != NULL; k++) {
        bool within = strstr(names[k], word) != NULL ||
                      (strlen(names[k]) >= 3 && strstr(word, names[k]) != NULL);
        best = within ? names[k] : NULL;
    }
    return best;
}
