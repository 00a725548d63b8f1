/* Gives a figure its panels, axes, texts and scale. */
#include "heatmap/pick/pick_figure.h"

#include <math.h>
#include <stdio.h>

/* The uniform share, 1/n, is worth a mark beside weights. */
void picked_figure(const struct picked *p, struct figure *f, char tick[32])
{
    bool diverging = f->map != NULL && f->map->kind == DIVERGING;
    f->panel = p->panel;
    f->panel_count = p->panel_count;
    f->row.name = p->row.name;
    f->row.label = p->row.label;
    f->row.bare = p->row.bare;
    f->column.name = p->column.name;
    f->column.label = p->column.label;
    f->title = p->text;
    f->subtitle = *p->note != '\0' ? p->note : NULL;
    f->integers = p->integers;
    f->wish.rule = p->rule;
    if (!isnan(f->wish.center) || diverging) {
        f->wish.rule = SCALE_SIGNED;
    } else if (f->map != NULL && p->rule == SCALE_SIGNED) {
        f->wish.rule = SCALE_PLAIN;
    }
    if (p->weights && p->panel[0].columns > 1) {
        snprintf(tick, 32, "1/%d", p->panel[0].columns);
        f->tick = 1.0 / p->panel[0].columns;
        f->tick_name = tick;
    }
}
