/* Escapes the signs of markup. */
#include "base/markup.h"

#include "base/text.h"
#include "base/visible.h"

#include <string.h>

void markup_put_bytes(const char *text, size_t len, struct buf *out)
{
    scoped_buf clean = {0};
    visible_put(text, len, VISIBLE_LINES, &clean);
    for (const char *p = clean.data; p < clean.data + clean.len; p++) {
        const char *entity = text_entity(*p);
        buf_put(out, entity != NULL ? entity : p, entity != NULL ? strlen(entity) : 1);
    }
}

void markup_put(const char *text, struct buf *out)
{
    markup_put_bytes(text, strlen(text), out);
}
