/* Text in a box. */
#include "tui/pane/pane_text.h"

#include <string.h>

const char *pane_glyph(const struct viewer *v, const char *glyph, const char *twin)
{
    return v->chosen.ascii ? twin : glyph;
}

int pane_text(const struct viewer *v, struct grid *g, struct box b, enum style style,
              const char *text)
{
    int y = b.y;
    size_t left = strlen(text);
    for (; left > 0 && y < b.y + b.height; y++) {
        size_t len = grid_fit(text, left, b.width);
        bool last = y + 1 == b.y + b.height && len < left;
        if (last) {
            len = grid_fit(text, left, b.width - 3);
        }
        if (g != NULL) {
            int x = grid_put_len(g, b.x, y, b.x + b.width, style, text, len);
            grid_put(g, x, y, b.x + b.width, style,
                     last ? pane_glyph(v, " \xe2\x80\xa6", "...") : "");
        }
        len += strspn(text + len, " ");
        text += len;
        left -= len;
    }
    return y;
}
