/* Compares code line by line: what Python takes for the same is the same. Indentation counts as it
 * does there, by its steps. */
#include "exercise/code_line.h"
#include "exercise/form.h"

#include <ctype.h>
#include <string.h>

#define MOST_LINES 400
#define MOST_STEPS 40

/* Blanks, a comment; a text, group 2, that would be the same in the other quotes; a text with signs
 * in it; one sign more, or a name. */
FORM(part_of_line, "(?s)[ \t\r\n]+|#[^\n]*|(['\"])((?:(?!\\1)[^'\"\\\\\n])*)\\1"
                   "|(['\"])(?:\\\\.|(?!\\3).)*\\3|[A-Za-z0-9_\\x80-\\xff]+|.");

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

void code_line_plain(struct piece line, struct buf *out)
{
    struct piece part[FORM_GROUPS];
    bool apart = false; /* blanks stand between this part and the one before */
    for (size_t at = 0; form_find(&part_of_line, line, at, part); at += part->len) {
        bool counts = strchr(" \t\r\n#", *part->at) == NULL;
        bool names = counts && apart && out->len > 0 && in_name(*part->at) &&
                     in_name(out->data[out->len - 1]);
        buf_puts(out, names ? " " : "");
        if (counts && part[2].at != NULL) {
            buf_putc(out, '"');
            buf_put(out, part[2].at, part[2].len);
            buf_putc(out, '"');
        } else if (counts) {
            buf_put(out, part->at, part->len);
        }
        apart = !counts;
    }
}

struct line_of {
    struct piece text;
    int number; /* from 1 */
};

struct steps { /* of indentation, that are open */
    int columns[MOST_STEPS];
    int count;
};

static void put_indentation(struct piece line, struct steps *s, struct buf *out)
{
    int columns = 0;
    for (size_t k = 0; k < line.len && (line.at[k] == ' ' || line.at[k] == '\t'); k++) {
        columns = line.at[k] == '\t' ? (columns / 8 + 1) * 8 : columns + 1;
    }
    while (s->count > 0 && s->columns[s->count - 1] > columns) {
        s->count--;
    }
    int inner = s->count > 0 ? s->columns[s->count - 1] : 0;
    if (columns > inner && s->count < MOST_STEPS) {
        s->columns[s->count++] = columns;
    }
    for (int k = 0; k < s->count; k++) {
        buf_putc(out, '\t');
    }
}

/* -1: no memory. */
static int code_lines(struct arena *arena, const char *code, struct line_of *out)
{
    struct piece rest = piece_of(code), line;
    struct steps steps = {.count = 0};
    int count = 0;
    for (int number = 1; count < MOST_LINES && piece_line(&rest, &line); number++) {
        scoped_buf plain = {0}, whole = {0};
        code_line_plain(line, &plain);
        if (plain.len == 0) {
            continue;
        }
        put_indentation(line, &steps, &whole);
        buf_puts(&whole, buf_text(&plain));
        const char *kept =
            whole.failed || plain.failed ? NULL : arena_copy(arena, buf_text(&whole), whole.len);
        if (kept == NULL) {
            return -1;
        }
        out[count++] = (struct line_of){{kept, whole.len}, number};
    }
    return count;
}

/* Whether both go on alike: with the same line, or not at all. */
static bool meet(const struct line_of *a, int n, const struct line_of *b, int m)
{
    return n == 0 || m == 0 ? n == m : piece_same(a->text, b->text);
}

static void add_line(int *lines, int *count, int number)
{
    if (*count == 0 || lines[*count - 1] != number) {
        lines[(*count)++] = number;
    }
}

/* Both go on at the nearest place where they meet. */
static int differing(const struct line_of *a, int n, const struct line_of *b, int m, int *lines)
{
    int count = 0, lines_of_a = n, i = 0;
    while (i < n && i < m && piece_same(a[i].text, b[i].text)) {
        i++;
    }
    for (; n > i && m > i && piece_same(a[n - 1].text, b[m - 1].text); n--, m--) {
    }
    for (int j = i; i < n || j < m; i++, j++) {
        int skip = 0, all = 0; /* lines of `a`, of both */
        while (!meet(a + i + skip, n - i - skip, b + j + all - skip, m - j - all + skip)) {
            bool less = skip > 0 && all - skip < m - j;
            all += !less;
            skip = less ? skip - 1 : all < n - i ? all : n - i;
        }
        bool gap = skip == 0 && all > 0;
        for (int k = gap && i > 0 ? i - 1 : i; k < i + (gap ? i < lines_of_a : skip); k++) {
            add_line(lines, &count, a[k].number);
        }
        i += skip;
        j += all - skip;
    }
    return count;
}

bool code_line_changes(struct arena *arena, const char *wrong, const char *right, int **lines,
                       int *count)
{
    struct line_of *a = arena_alloc(arena, MOST_LINES * sizeof *a);
    struct line_of *b = arena_alloc(arena, MOST_LINES * sizeof *b);
    *lines = arena_alloc(arena, (2 * MOST_LINES + 2) * sizeof **lines);
    int n = a != NULL ? code_lines(arena, wrong, a) : -1;
    int m = b != NULL ? code_lines(arena, right, b) : -1;
    if (n < 0 || m < 0 || *lines == NULL) {
        return false;
    }
    *count = differing(a, n, b, m, *lines);
    return true;
}
