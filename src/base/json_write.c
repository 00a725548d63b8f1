/* Writes strings as JSON. */
#include "base/json_write.h"

#include "base/utf8.h"
#include "base/visible.h"

#include <string.h>

void json_put_part(const char *text, size_t len, struct buf *out)
{
    for (size_t k = 0; k < len;) {
        size_t plain = k; /* nearly all of a number or a name */
        while (plain < len && text[plain] >= ' ' && text[plain] <= '~' && text[plain] != '"' &&
               text[plain] != '\\') {
            plain++;
        }
        buf_put(out, text + k, plain - k);
        k = plain;
        if (k == len) {
            break;
        }
        uint32_t c;
        k += utf8_decode(text + k, len - k, &c);
        if (c == '"' || c == '\\') {
            buf_printf(out, "\\%c", (int)c);
        } else if (c == '\n') {
            buf_puts(out, "\\n");
        } else if (c == '\t') {
            buf_puts(out, "\\t");
        } else if (visible_hides(c)) {
            buf_printf(out, "\\u%04x", (unsigned)c);
        } else {
            buf_codepoint(out, c);
        }
    }
}

void json_put_bytes(const char *text, size_t len, struct buf *out)
{
    buf_putc(out, '"');
    json_put_part(text, len, out);
    buf_putc(out, '"');
}

void json_put_text(const char *text, struct buf *out)
{
    if (text == NULL) {
        buf_puts(out, "null");
    } else {
        json_put_bytes(text, strlen(text), out);
    }
}
