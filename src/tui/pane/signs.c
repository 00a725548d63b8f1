/* Finds signs on a screen that was drawn, and tells one of them. */
#include "tui/pane/signs.h"

#include "base/utf8.h"
#include "tui/pane.h"
#include "tui/pane/pane_head.h"

#include <ctype.h>
#include <string.h>

static const struct sign_row rows[] = {
#define SIGN(sign, ascii, meaning, pattern, style) {sign, ascii, meaning},
#include "tui/pane/signs.def"
#undef SIGN
};

#define STYLE_ANY STYLE_COUNT
static const struct {
    const char *pattern;
    int style;
} looks[] = {
#define SIGN(sign, ascii, meaning, pattern, style) {pattern, STYLE_##style},
#include "tui/pane/signs.def"
#undef SIGN
};

const struct sign_row *sign_row(int nth)
{
    return &rows[nth];
}

/* Whether the pattern stands at a column of a line. */
static bool stands_at(const char *pattern, int style, const struct grid *g, int x, int y,
                      bool ascii)
{
    const struct glyph *line = &g->at[y * g->width];
    int at = x;
    if (*pattern == '<' && x > 0) {
        return false;
    }
    pattern += *pattern == '<';
    while (*pattern != '\0') {
        uint32_t wanted, c = at < g->width ? line[at].c : 0;
        pattern += utf8_decode(pattern, strlen(pattern), &wanted);
        bool dots = ascii && wanted == 0x2026; /* two of them, or three */
        wanted = ascii && wanted == 0x2713 ? '+' : dots ? '.' : wanted;
        bool digit = c < 128 && isdigit((int)c), letter = c < 128 && isalpha((int)c);
        if (wanted == '0' ? !digit : wanted == '@' ? !letter : c != wanted) {
            return false;
        }
        at++;
        if (dots && (at == g->width || line[at++].c != '.')) {
            return false;
        }
        while (wanted == '0' && at < g->width && line[at].c < 128 && isdigit((int)line[at].c)) {
            at++;
        }
    }
    return style == STYLE_ANY || line[at - 1].style == style;
}

bool sign_is_there(int nth, const struct grid *g, bool ascii)
{
    for (int y = 0; y + 1 < g->height; y++) { /* but for the keys */
        for (int x = 0; x < g->width; x++) {
            if (stands_at(looks[nth].pattern, looks[nth].style, g, x, y, ascii)) {
                return true;
            }
        }
    }
    return false;
}

/* A line with nothing but c in it, the lowest one; -1: there is none. */
static int line_of(const struct grid *g, uint32_t c)
{
    int y = g->height - 2, x = 0;
    for (; y > 0; y--) {
        for (x = 0; x < g->width && g->at[y * g->width + x].c == c; x++) {
        }
        if (x == g->width) {
            return y;
        }
    }
    return -1;
}

static void put_text(const struct signs *s, const struct viewer *v, struct buf *out)
{
    const struct sign_row *r = &rows[s->now];
    buf_printf(out, "%s  %s", v->chosen.ascii ? r->ascii : r->sign, r->meaning);
}

/* The first one of those that are there and were not told; those come first that were not there a
 * step before. A text has warnings alone: its other signs are words and numbers. */
static void choose(struct signs *s, const struct viewer *v, const struct grid *g)
{
    bool there[SIGN_COUNT];
    s->now = -1;
    for (int k = 0; k < SIGN_COUNT; k++) {
        bool of_text = strcmp(looks[k].pattern, "< !") == 0; /* a step's lines have numbers */
        there[k] = sign_is_there(k, g, v->chosen.ascii) &&
                   (viewer_reads(v) ? looks[k].style == STYLE_WARNING : !of_text);
        if (there[k] && !s->told[k] && (s->now < 0 || (s->before[s->now] && !s->before[k]))) {
            s->now = k;
        }
    }
    memcpy(s->before, there, sizeof there);
}

void signs_put(struct signs *s, const struct viewer *v, struct grid *g)
{
    scoped_buf text = {0};
    int rule = line_of(g, v->chosen.ascii ? '-' : 0x2500), blank = line_of(g, ' ');
    int stop = viewer_reads(v) ? v->where.stop : -1;
    bool room = rule >= 0 || blank >= 0;
    if (v->where.at.row < 0 || v->where.page != PAGE_NONE || !room) {
        return;
    }
    if (!s->begun || s->row != v->where.at.row || s->part != v->where.at.part || s->stop != stop) {
        choose(s, v, g);
        s->begun = true;
        s->stop = stop;
        s->row = v->where.at.row;
        s->part = v->where.at.part;
    }
    if (s->now >= 0) {
        s->told[s->now] = true;
        put_text(s, v, &text);
        if (rule >= 0) {
            pane_rule(v, g, (struct box){0, rule, g->width, 1}, buf_text(&text));
        } else {
            grid_put(g, 1, blank, g->width, STYLE_TITLE, buf_text(&text));
        }
    }
}

void signs_free(struct signs *s)
{
    buf_free(&s->strange);
}

void signs_write(const struct signs *s, struct buf *out)
{
    for (int k = 0; k < SIGN_COUNT; k++) {
        buf_printf(out, "%s%s", s->told[k] ? rows[k].sign : "", s->told[k] ? "\n" : "");
    }
    buf_puts(out, buf_text(&s->strange));
}

void signs_read(struct signs *s, const char *text)
{
    while (*text != '\0') {
        size_t len = strcspn(text, "\n");
        bool known = len == 0;
        for (int k = 0; k < SIGN_COUNT; k++) {
            bool it = strlen(rows[k].sign) == len && strncmp(rows[k].sign, text, len) == 0;
            s->told[k] = s->told[k] || it;
            known = known || it;
        }
        if (!known) {
            buf_printf(&s->strange, "%.*s\n", (int)len, text);
        }
        text += len + (text[len] == '\n');
    }
}
