/* Text in a box. */
#include "tui/pane.h"

#include "base/utf8.h"

#include <string.h>

const char *pane_glyph(const struct viewer *v, const char *glyph, const char *twin)
{
    return v->ascii ? twin : glyph;
}

/* How many bytes of the text go into `width` columns, to a space if all does not. */
static size_t line_length(const char *text, int width)
{
    size_t at = 0, len = strlen(text), space = 0;
    int columns = 0;
    while (at < len) {
        uint32_t c;
        size_t bytes = utf8_decode(text + at, len - at, &c);
        int wide = utf8_width(c);
        if (columns + (wide < 1 ? 1 : wide) > width) {
            return space > 0 ? space : at;
        }
        space = c == ' ' ? at : space;
        columns += wide < 1 ? 1 : wide;
        at += bytes;
    }
    return len;
}

int pane_text(const struct viewer *v, struct grid *g, struct box b, enum style style,
              const char *text)
{
    int y = b.y;
    while (*text != '\0' && y < b.y + b.height) {
        size_t len = line_length(text, b.width);
        bool last = y + 1 == b.y + b.height && text[len] != '\0';
        if (last) {
            len = line_length(text, b.width - 3);
        }
        if (g != NULL) {
            int x = grid_put_len(g, b.x, y, b.x + b.width, style, text, len);
            grid_put(g, x, y, b.x + b.width, style,
                     last ? pane_glyph(v, " \xe2\x80\xa6", "...") : "");
        }
        text += len;
        text += strspn(text, " ");
        y++;
        if (len == 0) {
            break;
        }
    }
    return y;
}
