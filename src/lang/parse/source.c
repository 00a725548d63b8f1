/* Finds the lines of a source, and says how a place is called in a message. Lines end in \n, \r\n
 * or \r; a byte order mark is no part of the first line. Never reads a file. */
#include "lang/parse/source.h"

#include "base/buf.h"

#include <string.h>

enum { BLOCK = 128 };

/* Without a way out: the compiler then takes several letters at a time. */
static int breaks_in(const char *block)
{
    unsigned char count = 0;
    for (int k = 0; k < BLOCK; k++) {
        count = (unsigned char)(count + (block[k] == '\n'));
    }
    return count;
}

const char *source_line(const struct source *s, int line, size_t *len)
{
    const char *at = s->text;
    const char *end = s->text + s->len;
    if (s->len >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0) {
        at += 3;
    }
    bool plain = memchr(at, '\r', (size_t)(end - at)) == NULL; /* nearly always */
    int passed = 1;
    for (int more; plain && end - at >= BLOCK && passed + (more = breaks_in(at)) < line;
         at += BLOCK) {
        passed += more;
    }
    for (; passed < line && at < end; at++) {
        if (plain) {
            const char *stop = memchr(at, '\n', (size_t)(end - at));
            at = stop != NULL ? stop : end - 1;
            passed += stop != NULL;
            continue;
        }
        if (*at != '\n' && *at != '\r') {
            continue;
        }
        if (*at == '\r' && at + 1 < end && at[1] == '\n') {
            at++;
        }
        passed++;
    }
    const char *stop = at;
    while (stop < end && *stop != '\n' && *stop != '\r') {
        stop++;
    }
    *len = (size_t)(stop - at);
    return at;
}

void source_place(const struct span *at, struct buf *out)
{
    const struct source *s = at->source;
    int first = s->first_line > 1 ? s->first_line : 1;
    buf_puts(out, s->file);
    if (s->cell > 0) {
        buf_printf(out, ", cell %d", s->cell);
    }
    buf_printf(out, ", line %d", first - 1 + at->line);
}
