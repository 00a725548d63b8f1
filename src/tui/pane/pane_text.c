/* Puts text in a box. */
#include "tui/pane/pane_text.h"

#include <string.h>

const char *pane_glyph(const struct viewer *v, const char *glyph, const char *twin)
{
    return v->chosen.ascii ? twin : glyph;
}

static unsigned look_of(unsigned mark)
{
    return ((mark & WORD_EMPHASIS) != 0 ? LOOK_ITALIC : 0U) |
           ((mark & WORD_STRONG) != 0 ? LOOK_BOLD : 0U) |
           ((mark & WORD_LINK) != 0 ? LOOK_UNDERLINE : 0U);
}

int pane_put_words(struct grid *g, int x, int y, int end, enum style style, const char *text,
                   const char *marks, size_t len)
{
    if (marks == NULL) {
        return grid_put_len(g, x, y, end, style, text, len);
    }
    for (size_t k = 0, run; k < len; k += run) {
        run = words_run(marks, k, len);
        bool code = ((unsigned char)marks[k] & WORD_CODE) != 0;
        int behind = grid_put_len(g, x, y, end, code ? STYLE_LABEL : style, text + k, run);
        grid_look(g, x, y, behind - x, look_of((unsigned char)marks[k]));
        x = behind;
    }
    return x;
}

void pane_say(const struct viewer *v, const char *text, const char *marks, size_t from, size_t end,
              struct words *out)
{
    scoped_buf signs = {0};
    if (v->chosen.mono) {
        words_signs(text, marks, from, end, &signs);
        words_plain(buf_text(&signs), out);
    } else {
        buf_put(&out->text, text + from, end - from);
        buf_put(&out->marks, marks + from, end - from);
    }
}

void pane_say_line(const struct viewer *v, const char *line, size_t len, struct words *out)
{
    scoped_words w = {0};
    words_line(line, len, &w);
    pane_say(v, buf_text(&w.text), buf_text(&w.marks), 0, w.marks.len, out);
}

void pane_say_heading(const struct viewer *v, const char *heading, struct buf *out)
{
    scoped_words said = {0};
    pane_say_line(v, heading, strlen(heading), &said);
    buf_puts(out, buf_text(&said.text));
}

static int put_broken(const struct viewer *v, struct grid *g, struct box b, enum style style,
                      const char *text, const char *marks)
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
            int x = pane_put_words(g, b.x, y, b.x + b.width, style, text, marks, len);
            grid_put(g, x, y, b.x + b.width, style,
                     last ? pane_glyph(v, " \xe2\x80\xa6", "...") : "");
        }
        len += strspn(text + len, " ");
        text += len;
        marks += marks != NULL ? len : 0;
        left -= len;
    }
    return y;
}

int pane_text(const struct viewer *v, struct grid *g, struct box b, enum style style,
              const char *text)
{
    return put_broken(v, g, b, style, text, NULL);
}

int pane_words(const struct viewer *v, struct grid *g, struct box b, enum style style,
               const struct words *w)
{
    return put_broken(v, g, b, style, buf_text(&w->text), buf_text(&w->marks));
}
