/* Holds what the files that read exercises share: memory, numbers, likely names. */
#include "exercise/reader.h"

#include "exercise/form.h"

#include <stdlib.h>
#include <string.h>

void *reader_alloc(struct reader *r, size_t size)
{
    void *p = arena_alloc(&r->x->arena, size);
    r->full = r->full || p == NULL;
    return p;
}

const char *reader_copy(struct reader *r, struct piece text)
{
    const char *copy = arena_copy(&r->x->arena, text.at, text.len);
    r->full = r->full || copy == NULL;
    return copy;
}

void reader_push(struct reader *r, void *list, int *count, const void *one, size_t size)
{
    size_t n = (size_t)*count;
    char *at;
    memcpy(&at, list, sizeof at);
    if ((n & (n - 1)) == 0) { /* the room is the next power of two */
        char *more = reader_alloc(r, (n == 0 ? 1 : 2 * n) * size);
        if (more == NULL) {
            return;
        }
        memcpy(more, n > 0 ? at : more, n * size);
        memcpy(list, &more, sizeof more);
        at = more;
    }
    memcpy(at + n * size, one, size);
    ++*count;
}

FORM(blank, "^[ \t\r]*$");

bool reader_blank(const struct text_line *line)
{
    return form_in(&blank, line->text);
}

int reader_ticks(const struct text_line *line, char c, size_t *indent)
{
    const struct piece *l = &line->text;
    size_t n = 0;
    for (*indent = 0; *indent < l->len && l->at[*indent] == ' ';) {
        ++*indent;
    }
    while (*indent < 4 && *indent + n < l->len && l->at[*indent + n] == c) {
        n++;
    }
    return (int)n;
}

const char *reader_meant(struct reader *r, const char *word, const char *const *names)
{
    const char *meant = complaint_nearest(word, names);
    if (meant == NULL) {
        return "";
    }
    scoped_buf text = {0};
    buf_printf(&text, "; did you mean `%s`?", meant);
    const char *copy = reader_copy(r, (struct piece){buf_text(&text), text.len});
    return copy != NULL ? copy : "";
}

FORM(number, "^[-+]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][-+]?[0-9]+)?$");

bool reader_number(const char *text, double *out)
{
    *out = strtod(text, NULL);
    return form_in(&number, piece_of(text)) && *out - *out == 0; /* no infinity */
}
