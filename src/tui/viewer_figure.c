/* Looks at a stop that is a figure: its chart, and the words that its axes have for rows and
 * columns. */
#include "tui/viewer_figure.h"

#include "show/figure_text.h"
#include "trace/tape/figure_event.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct event *viewer_figure(const struct viewer *v)
{
    const struct stepper *s = &v->where.at;
    const struct event *e =
        s->row >= 0 && !stepper_folded(s) ? &s->tape->event[stepper_event(s)] : NULL;
    return e != NULL && e->figure != NULL ? e : NULL;
}

bool viewer_drawn(const struct viewer *v)
{
    const struct guide_stop *s = viewer_reads(v) ? viewer_stop(v) : NULL;
    return s != NULL && s->kind == GUIDE_OUTPUT && viewer_figure(v) != NULL &&
           stepper_event(&v->where.at) == s->event && s > v->guide->at && s[-1].event == s->event;
}

const struct chart_mark *viewer_image(const struct viewer *v, const struct shown *s)
{
    const struct event *e = viewer_figure(v);
    bool own = e != NULL && s->role == ROLE_RESULT && v->where.result < e->output_count;
    const struct chart_mark *m = own ? figure_mark(e, v->where.result) : NULL;
    return m != NULL && m->kind == CHART_image ? m : NULL;
}

bool viewer_image_is_upside_down(const struct viewer *v, const struct chart_mark *m)
{
    const struct chart_side *y = &figure_axes(viewer_figure(v), v->where.result)->y;
    return (m->extent[3] - m->extent[2]) * (y->hi - y->lo) < 0;
}

/* Whether a tick says more than where it stands. */
static bool is_word(const struct chart_tick *t)
{
    char *end;
    const char *text = strncmp(t->text, "\xe2\x88\x92", 3) == 0 ? t->text + 3 : t->text;
    (void)strtod(text, &end);
    return *text != '\0' && (end == text || *end != '\0');
}

bool viewer_tick(const struct viewer *v, const struct shown *s, bool row, int64_t at,
                 struct buf *out)
{
    const struct chart_mark *m = viewer_image(v, s);
    if (m == NULL) {
        return false;
    }
    const struct chart_axes *a = figure_axes(viewer_figure(v), v->where.result);
    const struct chart_side *side = row ? &a->y : &a->x;
    double from = row ? m->extent[3] : m->extent[0], to = row ? m->extent[2] : m->extent[1];
    double count = row ? m->rows : m->columns;
    const char *here = "";
    bool words = false;
    for (int k = 0; k < side->tick_count; k++) {
        double place = (side->tick[k].at - from) / (to - from) * count;
        words |= place >= 0 && place <= count && is_word(&side->tick[k]);
        here = floor(place) == (double)at ? side->tick[k].text : here;
    }
    figure_words(words ? here : "", out);
    return words; /* else they are counted */
}

bool viewer_is_covered(const struct viewer *v, const struct shown *s, int64_t row, int64_t column)
{
    const struct chart_mark *m = viewer_image(v, s);
    return m != NULL && m->mask != NULL && row < m->rows && column < m->columns &&
           m->mask[row * m->columns + column];
}
