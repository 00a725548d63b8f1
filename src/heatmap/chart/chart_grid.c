/* Lays out a chart: a grid of axes, each with as much room around it as its words need. Axes of one
 * column of the grid begin and end together, and so do those of one row. */
#include "heatmap/chart/chart_layout.h"

#include <math.h>

enum { GRID_MOST = 64, LEAST_SIDE = 8 };

struct track {
    int before[GRID_MOST], behind[GRID_MOST]; /* margins of each column, or row */
    int start[GRID_MOST], side[GRID_MOST];    /* of the axes */
};

static void share(struct track *t, int count, int from, int length, struct chart_numbers part)
{
    double all = 0, left = length;
    for (int k = 0; k < count; k++) {
        left -= t->before[k] + t->behind[k];
        all += k < part.count ? part.at[k] : 1;
    }
    for (int k = 0, at = from; k < count; k++) {
        double own = (k < part.count ? part.at[k] : 1) / all * left;
        t->side[k] = own > LEAST_SIDE ? (int)own : LEAST_SIDE;
        t->start[k] = at + t->before[k];
        at = t->start[k] + t->side[k] + t->behind[k];
    }
}

static bool in_grid(const struct chart_axes *a, int rows, int columns)
{
    return !a->placed && a->over < 0 && a->place[0] == rows && a->place[1] == columns;
}

static void lay_out_grid(struct plan *plan, const struct chart *c, int rows, int columns,
                         struct box room)
{
    struct track x = {0}, y = {0};
    struct chart_numbers column_part = {0}, row_part = {0};
    for (int k = 0; k < c->count; k++) {
        const int *place = c->axes[k].place;
        if (in_grid(&c->axes[k], rows, columns)) {
            chart_widen(&x.before[place[4]], plan[k].margin.left);
            chart_widen(&x.behind[place[5] - 1], plan[k].margin.right);
            chart_widen(&y.before[place[2]], plan[k].margin.top);
            chart_widen(&y.behind[place[3] - 1], plan[k].margin.bottom);
            column_part = c->axes[k].column_part;
            row_part = c->axes[k].row_part;
        }
    }
    share(&x, columns, room.x, room.w, column_part);
    share(&y, rows, room.y, room.h, row_part);
    for (int k = 0; k < c->count; k++) {
        const int *p = c->axes[k].place;
        if (in_grid(&c->axes[k], rows, columns)) {
            int right = x.start[p[5] - 1] + x.side[p[5] - 1];
            int below = y.start[p[3] - 1] + y.side[p[3] - 1];
            plan[k].plot.box = (struct box){x.start[p[4]], y.start[p[2]], right - x.start[p[4]],
                                            below - y.start[p[2]]};
        }
    }
}

/* One unit as long on both axes: the box becomes smaller, around its middle. */
static void make_equal(struct plot *p)
{
    double wide = fabs(p->axes->x.hi - p->axes->x.lo), high = fabs(p->axes->y.hi - p->axes->y.lo);
    double unit = fmin(p->box.w / wide, p->box.h / high);
    int w = (int)lround(unit * wide), h = (int)lround(unit * high);
    if (isfinite(unit) && w > 0 && h > 0) {
        p->box = (struct box){p->box.x + (p->box.w - w) / 2, p->box.y + (p->box.h - h) / 2, w, h};
    }
}

bool chart_grid_fits(const struct chart_axes *a)
{
    const int *p = a->place;
    return p[0] > 0 && p[1] > 0 && p[0] <= GRID_MOST && p[1] <= GRID_MOST && p[2] >= 0 &&
           p[2] < p[3] && p[3] <= p[0] && p[4] >= 0 && p[4] < p[5] && p[5] <= p[1];
}

void chart_grid_lay_out(struct plan *plan, const struct chart *c, struct drawing *s,
                        struct box room)
{
    for (int k = 0; k < c->count; k++) {
        const struct chart_axes *a = &c->axes[k];
        const double *b = a->box;
        if (a->placed && a->within < 0) {
            plan[k].plot.box =
                (struct box){(int)(b[0] * s->width), (int)((1 - b[1] - b[3]) * s->height),
                             (int)(b[2] * s->width), (int)(b[3] * s->height)};
        } else if (a->over < 0) {
            lay_out_grid(plan, c, a->place[0], a->place[1], room);
        }
    }
    for (int k = 0; k < c->count; k++) {
        plan[k].whole = plan[k].plot.box;
        if (c->axes[k].equal && c->axes[k].over < 0) {
            make_equal(&plan[k].plot);
        }
    }
    for (int k = 0; k < c->count; k++) {
        int over = c->axes[k].over, within = c->axes[k].within;
        const double *part = c->axes[k].box;
        if (over >= 0 && over < k) {
            plan[k].plot.box = plan[over].plot.box;
        } else if (within >= 0 && within < k) {
            struct box b = plan[within].plot.box;
            plan[k].plot.box =
                (struct box){b.x + (int)(b.w * part[0]), b.y + (int)(b.h * (1 - part[1] - part[3])),
                             (int)(b.w * part[2]), (int)(b.h * part[3])};
        }
    }
}
