/* Tells known warnings by their name, their file, the function and the text of the line: code above
 * it may change. Fields stand between tabs, a warning on each line. */
#include "cli/lint_baseline.h"

#include "base/file.h"
#include "base/grow.h"
#include "base/text.h"
#include "base/visible.h"
#include "trace/tape/location.h"

#include <stdlib.h>
#include <string.h>

#define MOST ((size_t)64 << 20)
#define FIELDS 4

static const char head[] = "# what qkv lint has been told to pass over: warning, file, function, "
                           "line of code\n";

/* One field: blanks in the place of tabs and ends of lines, none at its ends. */
static void put_field(const char *text, size_t len, struct buf *out)
{
    scoped_buf one = {0}, line = {0};
    buf_put(&one, text, len);
    visible_line(buf_text(&one), &line);
    const char *from = buf_text(&line) + strspn(buf_text(&line), " ");
    size_t left = strlen(from);
    while (left > 0 && from[left - 1] == ' ') {
        left--;
    }
    buf_put(out, from, left);
}

void lint_baseline_put(const struct tape *t, const struct warning *w, struct buf *out)
{
    int call = t->event[w->event].user_call;
    const char *file = location_of(&w->at).file;
    size_t len;
    const char *line = source_line(w->at.source, w->at.line, &len);
    buf_printf(out, "%s\t", mistake_table[w->kind].found.name);
    put_field(file, strlen(file), out);
    buf_printf(out, "\t%s\t", call >= 0 ? t->call[call].name : "");
    put_field(line != NULL ? line : "", line != NULL ? len : 0, out);
    buf_putc(out, '\n');
}

bool lint_baseline_write(const char *path, const struct buf *lines, struct error *err)
{
    scoped_buf text = {0};
    buf_puts(&text, head);
    buf_put(&text, buf_text(lines), lines->len);
    text.failed |= lines->failed;
    return text.failed ? error_memory(err) : file_save(path, &text, err);
}

static bool add_line(struct lint_baseline *b, const char *path, int number, const char *at,
                     size_t len, struct error *err)
{
    int fields = 1;
    for (size_t k = 0; k < len; k++) {
        fields += at[k] == '\t';
    }
    if (len == 0 || *at == '#') {
        return true;
    }
    if (fields != FIELDS) {
        return error_set(err, ERROR_INPUT,
                         "%s, line %d: give warning, file, function and line of code, with tabs "
                         "between; --new-baseline writes such a file",
                         path, number);
    }
    if (!grow(&b->known, b->count, &b->cap, sizeof *b->known)) {
        return error_memory(err);
    }
    b->known[b->count++] = (struct known){at, len, false};
    return true;
}

bool lint_baseline_read(struct lint_baseline *b, const char *path, struct error *err)
{
    bool ok = file_read(path, MOST, &b->text, err) && text_clean(&b->text, path, err);
    int number = 1;
    for (const char *p = buf_text(&b->text); ok && *p != '\0'; number++) {
        size_t len = strcspn(p, "\n");
        ok = add_line(b, path, number, p, len, err);
        p += len + (p[len] == '\n');
    }
    return ok;
}

bool lint_baseline_has(struct lint_baseline *b, const struct tape *t, const struct warning *w)
{
    scoped_buf line = {0};
    lint_baseline_put(t, w, &line);
    for (int k = 0; k < b->count; k++) {
        struct known *known = &b->known[k];
        if (!known->met && known->len + 1 == line.len &&
            memcmp(known->at, buf_text(&line), known->len) == 0) {
            known->met = true;
            return true;
        }
    }
    return false;
}

void lint_baseline_free(struct lint_baseline *b)
{
    buf_free(&b->text);
    free(b->known);
    *b = (struct lint_baseline){0};
}
