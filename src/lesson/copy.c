/* Writes and reads the text that is edited. */
#include "lesson/copy.h"

#include "base/utf8.h"
#include "lesson/code_lines.h"
#include "lesson/format.h"

#include <stdio.h>
#include <string.h>

#define MARK "# %%"
#define PROSE " [markdown]"

/* --- a notebook --- */

static void put_prose(const struct cell *c, struct buf *out)
{
    for (size_t k = 0; k < c->len;) {
        size_t len = strcspn(c->text + k, "\n");
        buf_puts(out, len > 0 ? "# " : "#");
        buf_put(out, c->text + k, len);
        buf_putc(out, '\n');
        k += len + 1;
    }
}

static int lines_of(const struct buf *text)
{
    int lines = 0;
    for (size_t k = 0; k < text->len; k++) {
        lines += text->data[k] == '\n';
    }
    return lines;
}

static void write_cells(const struct lesson *l, int cell, int line, struct buf *out, int *at)
{
    for (int k = 0; k < l->count; k++) {
        const struct cell *c = &l->cells[k];
        if (c->code) {
            buf_printf(out, "%s cell %d\n", MARK, c->ordinal);
        } else {
            buf_puts(out, MARK PROSE "\n");
        }
        if (k == cell) {
            *at = lines_of(out) + line;
        }
        if (c->code) {
            buf_put(out, c->text, c->len);
        } else {
            put_prose(c, out);
        }
        bool ended = out->len > 0 && out->data[out->len - 1] == '\n';
        buf_puts(out, ended ? "\n" : "\n\n");
    }
}

/* The blank line that write_cells puts behind a cell is no part of it. */
static size_t without_end(const char *text, size_t len)
{
    for (int k = 0; k < 2 && len > 0 && text[len - 1] == '\n'; k++) {
        len--;
    }
    return len;
}

static bool add_prose(struct lesson *l, const char *text, size_t len, struct error *err)
{
    scoped_buf all = {0};
    for (size_t k = 0; k < len;) {
        size_t end = k + strcspn(text + k, "\n");
        end = end > len ? len : end;
        k += text[k] == '#';
        k += k < end && text[k] == ' ';
        buf_put(&all, text + k, end - k);
        buf_putc(&all, '\n');
        k = end + 1;
    }
    notebook_title(l, buf_text(&all));
    return lesson_add(l, false, buf_text(&all), all.len, 1, err) != NULL;
}

static bool is_mark(const char *line)
{
    return strncmp(line, MARK, sizeof MARK - 1) == 0;
}

static bool add_cell(struct lesson *l, const char *text, size_t len, struct error *err)
{
    bool prose = false;
    if (is_mark(text)) {
        size_t line = strcspn(text, "\n");
        prose =
            line >= sizeof MARK PROSE - 1 && strncmp(text, MARK PROSE, sizeof MARK PROSE - 1) == 0;
        line += text[line] == '\n';
        line = line > len ? len : line;
        text += line;
        len -= line;
    } else if (strspn(text, " \t\r\n") >= len) {
        return true; /* nothing before the first mark */
    }
    len = without_end(text, len);
    if (prose) {
        return add_prose(l, text, len, err);
    }
    struct cell *c = lesson_add(l, true, text, len, 1, err);
    return c != NULL && lesson_blank_magic(l, c, err);
}

static bool read_cells(struct lesson *l, const struct lesson *like, const char *text,
                       struct error *err)
{
    *l = (struct lesson){.format = like->format};
    l->file = arena_copy(&l->arena, like->file, strlen(like->file));
    l->title = like->title != NULL ? arena_copy(&l->arena, like->title, strlen(like->title)) : NULL;
    bool ok = l->file != NULL || error_memory(err);
    while (ok && *text != '\0') {
        const char *end = text;
        do {
            end += strcspn(end, "\n");
            end += *end == '\n';
        } while (*end != '\0' && !is_mark(end));
        ok = add_cell(l, text, (size_t)(end - text), err);
        text = end;
    }
    ok = ok && (lesson_copy_modules(l, like) || error_memory(err));
    if (!ok) {
        lesson_free(l);
    }
    return ok;
}

/* --- Markdown: the cells' lines stand in the text where they are --- */

/* What holds answers is no part of the copy: exercises, with what they draw, and checks. In their
 * place stands a comment, so that the prose before and behind stays apart, and exercises are asked
 * where they were; and empty lines, so that each line of the code keeps its number. */
#define AWAY "<!-- ... -->"
struct hidden {
    size_t fence; /* the length of the one that hides, 0: none */
    char sign;    /* '`' or '~' */
    bool comment;
};

static bool begins(const char *line, size_t len, const char *word)
{
    return len >= strlen(word) && strncmp(line, word, strlen(word)) == 0;
}

/* Whether a line outside of the code stays away. */
static bool hides(struct hidden *h, const char *line, size_t len)
{
    static const char closing[] = "-->";
    size_t signs = len > 0 && strchr("`~", *line) != NULL ? 1 : 0;
    while (signs > 0 && signs < len && line[signs] == *line) {
        signs++;
    }
    if (h->fence > 0) {
        bool ends =
            signs >= h->fence && *line == h->sign && signs + strspn(line + signs, " \t\r") >= len;
        h->fence = ends ? 0 : h->fence;
        return true;
    }
    size_t word = signs + (signs > 0 ? strspn(line + signs, " ") : 0);
    word = word < len ? word : len;
    if (signs >= 3 &&
        (begins(line + word, len - word, "exercise") || begins(line + word, len - word, "draw"))) {
        h->fence = signs;
        h->sign = *line;
        return true;
    }
    bool hidden = h->comment || begins(line, len, "<!-- check");
    h->comment = hidden;
    for (size_t k = 0; hidden && k + sizeof closing - 1 <= len; k++) {
        h->comment = h->comment && strncmp(line + k, closing, sizeof closing - 1) != 0;
    }
    return hidden;
}

static void write_markdown(const struct lesson *l, int cell, int line, struct buf *out, int *at)
{
    int number = 1, next = 0;
    struct hidden hidden = {0};
    bool away_here = false;
    const char *code = NULL; /* the next line of the cell */
    size_t left = 0;
    for (const char *p = l->whole; *p != '\0'; number++) {
        size_t len = strcspn(p, "\n");
        while (next < l->count &&
               (!l->cells[next].code || (code == NULL && l->cells[next].line < number))) {
            next++;
        }
        if (code == NULL && next < l->count && l->cells[next].line == number) {
            code = l->cells[next].text;
            left = l->cells[next].len;
        }
        bool away_before = away_here;
        away_here = code == NULL && hides(&hidden, p, len);
        if (left > 0) {
            size_t own = strcspn(code, "\n");
            buf_put(out, code, own);
            own += code[own] == '\n';
            code += own;
            left -= own < left ? own : left;
        } else if (!away_here) {
            buf_put(out, p, len);
        } else if (!away_before) {
            buf_puts(out, AWAY);
        }
        if (left == 0 && code != NULL) {
            code = NULL;
            next++;
        }
        p += len;
        if (*p == '\n') {
            buf_putc(out, '\n');
            p++;
        }
    }
    *at = l->cells[cell].line + line - 1;
}

/* --- all of them --- */

const char *copy_ending(const struct lesson *l)
{
    return l->format == LESSON_MARKDOWN ? ".md" : ".py";
}

void copy_write(const struct lesson *l, int cell, int line, struct buf *out, int *at)
{
    *at = 1;
    if (cell < 0 || cell >= l->count) {
        cell = line = 0;
    }
    if (l->format == LESSON_NOTEBOOK) {
        write_cells(l, cell, line, out, at);
    } else if (l->format == LESSON_MARKDOWN && l->whole != NULL) {
        write_markdown(l, cell, line, out, at);
    } else {
        buf_put(out, l->cells[0].text, l->cells[0].len);
        *at = line;
    }
    *at = *at < 1 ? 1 : *at;
}

bool copy_read(struct lesson *out, const struct lesson *like, const char *text, size_t len,
               struct error *err)
{
    if (like->format != LESSON_NOTEBOOK) {
        if (!lesson_read(out, like->file, like->format, text, len, err)) {
            return false;
        }
        bool ok = lesson_copy_modules(out, like) || error_memory(err);
        if (!ok) {
            lesson_free(out);
        }
        return ok;
    }
    if (memchr(text, '\0', len) != NULL || !utf8_valid(text, len)) {
        return error_set(err, ERROR_INPUT, "the edited text has a byte that no code has");
    }
    return read_cells(out, like, text, err);
}

bool copy_or_file(struct lesson *out, const char *file, const char *text, size_t len,
                  struct error *err)
{
    enum lesson_format format = lesson_format_of(file, text, len);
    bool cells = format == LESSON_NOTEBOOK && len >= sizeof MARK - 1 && is_mark(text);
    const struct lesson like = {.format = format, .file = file};
    return cells ? copy_read(out, &like, text, len, err)
                 : lesson_read(out, file, format, text, len, err);
}
