/* Lists breakpoints and watches by their numbers. */
#include "show/code.h"
#include "tui/page/page_write.h"
#include "tui/point.h"
#include "tui/probe.h"

#include <stdio.h>

static const char *kind_of(const struct point *p)
{
    static const char *const kinds[] = {"line", "function", "condition", "watch"};
    return kinds[p->kind];
}

/* How often it is met, or the value here. */
static void put_more(struct page_writer *w, const struct point *p)
{
    const struct viewer *v = w->v;
    scoped_buf text = {0};
    bool stands = v->where.at.row >= 0;
    const char *value = stands ? probe_text(p, stepper_event(&v->where.at)) : NULL;
    if (p->probe != NULL && p->probe->why.len > 0) {
        buf_puts(&text, buf_text(&p->probe->why));
    } else if (p->kind == POINT_WATCH) {
        buf_printf(&text, "%d values; here %s", p->probe != NULL ? p->probe->news : 0,
                   value != NULL ? value : "none");
        code_fit(&text, w->width - 14);
    } else if (p->kind != POINT_LINE) {
        int count = point_count(v, p);
        buf_printf(&text,
                   p->kind == POINT_FUNCTION ? "entered %d time%s" : "becomes true %d time%s",
                   count, count == 1 ? "" : "s");
    }
    page_text(w, STYLE_QUIET, 14, buf_text(&text));
}

void page_points(struct page_writer *w)
{
    const struct viewer *v = w->v;
    for (int k = 0; k < v->chosen.stop_count; k++) {
        const struct point *p = &v->chosen.stop[k];
        char number[16];
        scoped_buf text = {0};
        snprintf(number, sizeof number, "%3d", k + 1);
        point_text(v, p, &text);
        code_fit(&text, w->width - 14);
        page_put(w, 0, STYLE_KEY, number);
        page_put(w, 4, STYLE_LABEL, kind_of(p));
        page_put(w, 14, STYLE_PLAIN, buf_text(&text));
        w->line++;
        put_more(w, p);
    }
    if (v->chosen.stop_count == 0) {
        page_line(w, STYLE_QUIET, "There are none.");
    }
    page_line(w, STYLE_PLAIN, "");
    page_text(w, STYLE_QUIET, 0,
              ":break attn.forward, :break 56, :break x.max() > 9, :watch loss; :delete 2");
}
