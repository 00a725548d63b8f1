/* Draws title, subtitle and note: lines in the middle of the slide. */
#include "heatmap/table/title.h"

#include "heatmap/table/labels.h"

int title_line(struct layout *l, const char *text, enum role role, int size, bool bold, int y)
{
    int room = l->s->width - 2 * px(l, SLIDE_MARGIN), least = px(l, TYPE_LEAST);
    struct buf fit = {0};
    while (size > least && font_width(l->fonts, size, bold, text) > room) {
        size--;
    }
    label_cut(l, text, size, bold, room, &fit);
    drawing_take(l->s, role, l->s->width / 2, y + font_capital(l->fonts, size, bold),
                 (struct style){.size = size, .anchor = ANCHOR_MIDDLE, .bold = bold}, &fit);
    return (int)(size * LINE_EMS);
}

int title_height(const struct layout *l)
{
    const struct figure *f = l->f;
    return (f->title != NULL ? (int)(px(l, TYPE_TITLE) * LINE_EMS) : 0) +
           (f->subtitle != NULL ? (int)(px(l, TYPE_SUBTITLE) * LINE_EMS) + px(l, 8) : 0) +
           px(l, 12);
}

void title_draw(struct layout *l)
{
    int y = px(l, SLIDE_MARGIN);
    if (l->f->title != NULL) {
        y += title_line(l, l->f->title, ROLE_TEXT, px(l, TYPE_TITLE), true, y) + px(l, 8);
    }
    if (l->f->subtitle != NULL) {
        title_line(l, l->f->subtitle, ROLE_QUIET, px(l, TYPE_SUBTITLE), false, y);
    }
}
