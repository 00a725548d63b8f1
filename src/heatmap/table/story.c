/* Draws the story of one head. */
#include "heatmap/table/story.h"

#include "heatmap/table/labels.h"
#include "heatmap/table/layout.h"
#include "heatmap/table/panel_cells.h"
#include "heatmap/table/title.h"

#include <math.h>
#include <stdio.h>

enum {
    SIGN = 48,      /* size of type */
    SIGN_ROOM = 40, /* of a sign alone */
    HOW_SPACE = 24, /* beside the words above an arrow */
    NAME = 34,
    LINE_GAP = 34,
    MOST_PITCH = 96,
    GAP_FROM = 24
};

struct teller {
    const struct story *story;
    struct layout base; /* for the title and px */
    struct figure figure[STORY_TABLES];
    struct layout table[STORY_TABLES];
    int split;           /* tables of the first line */
    struct labels words; /* beside the first table of a line */
};

/* --- sizes --- */

static int sign_width(struct teller *t, int k)
{
    const struct story_table *one = &t->story->table[k];
    int how =
        one->how == NULL ? 0 : font_width(t->base.fonts, px(&t->base, TYPE_LEAST), false, one->how);
    int sign =
        one->sign == NULL ? 0 : font_width(t->base.fonts, px(&t->base, SIGN), false, one->sign);
    return one->sign == NULL ? 0
           : how > 0         ? (how > sign ? how : sign) + px(&t->base, HOW_SPACE * 2)
                             : sign + px(&t->base, SIGN_ROOM);
}

static void range_text(const struct scale *s, char out[2 * NUMBER_MAX + 16])
{
    char lo[NUMBER_MAX], hi[NUMBER_MAX];
    if (!s->any) {
        snprintf(out, 2 * NUMBER_MAX + 16, " ");
        return;
    }
    numeral_brief(s->least, lo);
    numeral_brief(s->cut ? s->hi : s->most, hi);
    snprintf(out, 2 * NUMBER_MAX + 16, "%s \u2026 %s%s", lo, s->cut ? "\u2265 " : "", hi);
}

/* Name above, shape and range below: a narrow table needs room for them. */
static int caption_width(struct teller *t, int k)
{
    const struct panel *p = &t->story->table[k].panel;
    char shape[48], range[2 * NUMBER_MAX + 16];
    int least = px(&t->base, TYPE_LEAST);
    snprintf(shape, sizeof shape, "(%d, %d)", p->rows, p->columns);
    range_text(&t->table[k].shared, range);
    int below = font_width(t->base.fonts, least, false, shape);
    int between = font_width(t->base.fonts, least, false, range);
    int above = font_width(t->base.fonts, px(&t->base, NAME), true, t->story->table[k].name);
    below = between > below ? between : below;
    return below > above ? below : above;
}

static int slot_width(struct teller *t, int k)
{
    int cells = t->table[k].panel_w, caption = caption_width(t, k);
    return cells > caption ? cells : caption;
}

static int line_width(struct teller *t, int first, int end)
{
    int w = t->words.extent;
    for (int k = first; k < end; k++) {
        w += sign_width(t, k) + slot_width(t, k);
    }
    return w;
}

static int highest(const struct teller *t, int first, int end)
{
    int most = 0;
    for (int k = first; k < end; k++) {
        most = t->table[k].panel_h > most ? t->table[k].panel_h : most;
    }
    return most;
}

static int line_height(const struct teller *t, int first, int end)
{
    return highest(t, first, end) +
           (int)((px(&t->base, NAME) + 2 * px(&t->base, TYPE_LEAST)) * LINE_EMS) + px(&t->base, 16);
}

static void size_tables(struct teller *t, int pitch, double fold)
{
    for (int k = 0; k < t->story->count; k++) {
        struct layout *l = &t->table[k];
        const struct panel *p = &t->story->table[k].panel;
        l->fold = fold;
        l->pitch = pitch;
        l->gap = pitch >= px(l, GAP_FROM) ? px(l, 2) : 0;
        l->panel_w = cells_along(l, p->columns) * pitch - l->gap;
        l->panel_h = cells_along(l, p->rows) * pitch - l->gap;
    }
}

static bool fits(struct teller *t, int pitch, double fold, int w, int h)
{
    int n = t->story->count;
    size_tables(t, pitch, fold);
    labels_fit_rows(&t->base, &t->words, pitch / fold_along(&t->table[0], t->words.count));
    return line_width(t, 0, t->split) <= w && line_width(t, t->split, n) <= w &&
           line_height(t, 0, t->split) + line_height(t, t->split, n) + px(&t->base, LINE_GAP) <= h;
}

static bool find_pitch(struct teller *t, int w, int h, struct error *err)
{
    int longest = 1;
    for (int pitch = px(&t->base, MOST_PITCH); pitch > 0; pitch--) {
        if (fits(t, pitch, 1, w, h)) {
            return true;
        }
    }
    for (int k = 0; k < t->story->count; k++) {
        const struct panel *p = &t->story->table[k].panel;
        longest = p->rows > longest ? p->rows : longest;
        longest = p->columns > longest ? p->columns : longest;
    }
    for (int shown = longest < w ? longest : w; shown > 0; shown--) {
        if (fits(t, 1, (double)longest / shown, w, h)) {
            return true;
        }
    }
    return error_set(err, ERROR_INPUT,
                     "%d x %d pixels have no room for a story; give a larger --size",
                     t->base.s->width, t->base.s->height);
}

/* --- drawing --- */

static void put_line(struct teller *t, enum role role, int x, int y, int size, bool bold,
                     const char *text)
{
    const struct style style = {.size = size, .anchor = ANCHOR_MIDDLE, .bold = bold};
    drawing_text(t->base.s, role, x, y, style, text);
}

/* Cells with x, y as their top left corner; name above, shape and range below. */
static bool draw_table(struct teller *t, int k, int x, int y)
{
    struct layout *l = &t->table[k];
    const struct story_table *one = &t->story->table[k];
    int middle = x + l->panel_w / 2, least = px(l, TYPE_LEAST);
    char shape[48], range[2 * NUMBER_MAX + 16];
    drawing_map(l->s, figure_map(l->f));
    numbers_fit(l);
    if (!cells_draw(l, &one->panel, &l->shared, x, y)) {
        return false;
    }
    snprintf(shape, sizeof shape, "(%d, %d)", one->panel.rows, one->panel.columns);
    range_text(&l->shared, range);
    put_line(t, ROLE_TEXT, middle, y - px(l, 14), px(l, NAME), true, one->name);
    y += l->panel_h + (int)(least * LINE_EMS);
    put_line(t, ROLE_QUIET, middle, y, least, false, shape);
    if (l->shared.any) {
        put_line(t, ROLE_QUIET, middle, y + (int)(least * LINE_EMS), least, false, range);
    }
    return true;
}

static void draw_sign(struct teller *t, int k, int x, int y)
{
    const struct story_table *one = &t->story->table[k];
    int size = px(&t->base, SIGN), middle = x + sign_width(t, k) / 2;
    if (one->sign == NULL) {
        return;
    }
    put_line(t, ROLE_TEXT, middle, y + font_capital(t->base.fonts, size, false) / 2, size, false,
             one->sign);
    if (one->how != NULL) {
        put_line(t, ROLE_QUIET, middle, y - size / 2, px(&t->base, TYPE_LEAST), false, one->how);
    }
}

/* Tables [first, end) in a line, the middles of their cells at one height. */
static bool draw_line(struct teller *t, int first, int end, int y)
{
    int x = (t->base.s->width - line_width(t, first, end)) / 2;
    int middle = y + (int)(px(&t->base, NAME) * LINE_EMS) + highest(t, first, end) / 2;
    for (int k = first; k < end; k++) {
        int wide = slot_width(t, k), indent = (wide - t->table[k].panel_w) / 2;
        int top = middle - t->table[k].panel_h / 2;
        draw_sign(t, k, x, middle);
        x += sign_width(t, k);
        if (k == first) {
            x += t->words.extent;
        }
        if (k == first && t->story->table[k].asks) {
            t->table[k].row = t->words;
            labels_draw_rows(&t->table[k], x + indent, top);
        }
        if (!draw_table(t, k, x + indent, top)) {
            return false;
        }
        x += wide;
    }
    return true;
}

static bool has_masked(const struct story *s)
{
    for (int k = 0; k < s->count; k++) {
        if (s->table[k].panel.masked != NULL && s->look.masks != MASK_SHOW) {
            return true;
        }
    }
    return false;
}

/* What the colors mean, in words: there is no room for eight color bars. */
static void draw_note(struct teller *t)
{
    scoped_buf note = {0};
    buf_puts(&note, "each table has its own colors; its least and largest number stand below it");
    if (t->story->look.map == NULL) {
        buf_puts(&note, "; red is above 0, blue below");
    }
    if (t->table[0].fold > 1) {
        buf_printf(&note, "; pixels are means");
    }
    if (has_masked(t->story)) {
        buf_puts(&note, "; hatched is masked");
    }
    title_line(&t->base, buf_text(&note), ROLE_QUIET, px(&t->base, TYPE_LEAST), false,
               t->base.s->height - px(&t->base, SLIDE_MARGIN + TYPE_LEAST));
    t->base.s->failed |= note.failed;
}

static bool prepare(struct teller *t, struct drawing *out, struct fonts *fonts, struct error *err)
{
    const struct figure *look = &t->story->look;
    t->base = figure_layout(look, fonts, out, err);
    for (int k = 0; k < t->story->count; k++) {
        const struct story_table *one = &t->story->table[k];
        t->figure[k] = *look;
        t->figure[k].panel = &one->panel;
        t->figure[k].panel_count = 1;
        t->figure[k].wish.rule = one->rule;
        t->table[k] = t->base;
        t->table[k].f = &t->figure[k];
        if (!scale_find(&t->figure[k].wish, &one->panel, 1, &t->table[k].shared)) {
            return false;
        }
    }
    t->words = (struct labels){.axis = &t->story->row,
                               .count = t->story->table[0].panel.rows,
                               .limit = px(&t->base, 260),
                               .none = t->story->row.label == NULL};
    labels_measure(&t->base, &t->words);
    return true;
}

void story_describe(const struct story *story, struct buf *out)
{
    buf_printf(out, "%d tables", story->count);
    if (story->look.title != NULL) {
        buf_printf(out, " of %s", story->look.title);
    }
    buf_puts(out, ", from queries and keys to the context:");
    for (int k = 0; k < story->count; k++) {
        const struct story_table *one = &story->table[k];
        const struct scale_wish plain = {SCALE_PLAIN, NAN, NAN, NAN, false};
        struct scale s;
        char range[2 * NUMBER_MAX + 16];
        if (scale_find(&plain, &one->panel, 1, &s)) {
            range_text(&s, range);
            buf_printf(out, "%s %s (%d, %d)%s%s", k > 0 ? ";" : "", one->name, one->panel.rows,
                       one->panel.columns, s.any ? ", " : "", s.any ? range : "");
        }
    }
    buf_putc(out, '.');
}

bool story_draw(const struct story *story, struct fonts *fonts, struct drawing *out,
                struct error *err)
{
    struct teller t = {.story = story, .split = (story->count + 1) / 2};
    bool ok = prepare(&t, out, fonts, err);
    if (ok) {
        int margin = px(&t.base, SLIDE_MARGIN), top = margin + title_height(&t.base);
        int note = (int)(px(&t.base, TYPE_LEAST) * LINE_EMS) + px(&t.base, 14);
        int h = out->height - top - margin - note;
        if (!find_pitch(&t, out->width - 2 * margin, h, err)) {
            return false;
        }
        int first = line_height(&t, 0, t.split), second = line_height(&t, t.split, story->count);
        int free_room = (h - first - second) / 3;
        title_draw(&t.base);
        ok = draw_line(&t, 0, t.split, top + free_room) &&
             draw_line(&t, t.split, story->count, top + 2 * free_room + first);
        draw_note(&t);
    }
    return (ok && !out->failed) || error_memory(err);
}
