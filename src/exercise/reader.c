/* What the files that read exercises share: memory, numbers, likely names. */
#include "exercise/reader.h"

#include "exercise/kind.h"
#include <stdlib.h>
#include <string.h>

void *reader_alloc(struct reader *r, size_t size)
{
    void *p = arena_alloc(&r->x->arena, size);
    r->full = r->full || p == NULL;
    return p;
}

const char *reader_copy(struct reader *r, const char *text, size_t len)
{
    const char *copy = arena_copy(&r->x->arena, text, len);
    r->full = r->full || copy == NULL;
    return copy;
}

void *reader_more(struct reader *r, void *list, int *count, size_t size)
{
    int n = *count;
    if (n == 0 || (n & (n - 1)) == 0) { /* the room is the next power of two */
        void *more = reader_alloc(r, (size_t)(n == 0 ? 1 : 2 * n) * size);
        if (more != NULL && n > 0) {
            memcpy(more, list, (size_t)n * size);
        }
        list = more;
    }
    *count += list != NULL;
    return list;
}

const char *reader_meant(struct reader *r, const char *word, const char *const *names)
{
    const char *meant = complaint_nearest(word, names);
    if (meant == NULL) {
        return "";
    }
    scoped_buf text = {0};
    buf_printf(&text, "; did you mean `%s`?", meant);
    const char *copy = reader_copy(r, buf_text(&text), text.len);
    return copy != NULL ? copy : "";
}

bool reader_number(const char *text, double *out)
{
    const char *p = text + (*text == '-' || *text == '+');
    size_t whole = strspn(p, "0123456789");
    p += whole;
    size_t part = *p == '.' ? strspn(p + 1, "0123456789") : 0;
    p += *p == '.' ? 1 + part : 0;
    if (whole + part > 0 && (*p == 'e' || *p == 'E')) {
        p += 1 + (p[1] == '-' || p[1] == '+');
        size_t digits = strspn(p, "0123456789");
        p += digits;
        part = digits > 0 ? part : 0;
        whole = digits > 0 ? whole : 0;
    }
    *out = strtod(text, NULL);
    return whole + part > 0 && *p == '\0' && *out - *out == 0; /* no infinity */
}
