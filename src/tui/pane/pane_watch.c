/* Draws watched values above the last line. */
#include "tui/pane/pane_watch.h"

#include "show/code.h"
#include "tui/probe.h"

static void put_number(const struct viewer *v, int event, struct buf *out)
{
    const struct event *e = &v->where.at.tape->event[event];
    buf_printf(out, "%s%d", e->setup ? "s" : "", e->number);
}

void pane_watch_text(const struct viewer *v, const struct point *p, struct buf *value,
                     struct buf *since)
{
    int event = stepper_event(&v->where.at);
    const char *text = probe_text(p, event);
    int from = probe_next(v, p, event, -1), next = probe_next(v, p, event + 1, 1);
    bool failed = probe_at(p, event) == PROBED_FAILED;
    buf_printf(value, "%s = ", p->text);
    if (text == NULL && p->probe != NULL && p->probe->why.len > 0) {
        buf_puts(value, buf_text(&p->probe->why));
    } else if (text == NULL) {
        buf_puts(value, failed ? "an exception" : "not bound here");
    } else {
        buf_puts(value, v->chosen.hidden && from == event ? "?" : text);
    }
    if (text != NULL && from >= 0) {
        buf_puts(since, from == event ? "new here" : "since step ");
        if (from != event) {
            put_number(v, from, since);
        }
    }
    if (next >= 0) {
        buf_puts(since, since->len > 0 ? ", next " : "next at step ");
        put_number(v, next, since);
    }
}

int pane_watch_height(const struct viewer *v, int height)
{
    int count = 0, most = height > 24 ? height / 6 : height > 15 ? 2 : 1;
    for (int k = 0; k < v->chosen.stop_count; k++) {
        count += v->chosen.stop[k].kind == POINT_WATCH;
    }
    return count < most ? count : most;
}

void pane_watch(const struct viewer *v, struct grid *g, struct box b)
{
    int y = b.y, event = stepper_event(&v->where.at);
    for (int k = 0; k < v->chosen.stop_count && y < b.y + b.height; k++) {
        const struct point *p = &v->chosen.stop[k];
        scoped_buf value = {0}, since = {0};
        if (p->kind != POINT_WATCH) {
            continue;
        }
        pane_watch_text(v, p, &value, &since);
        int right = b.x + b.width - 1 - grid_width(buf_text(&since));
        bool fresh = probe_at(p, event) == PROBED_NEW;
        code_fit(&value, right - 2 - (b.x + 1));
        grid_put(g, b.x, y, b.x + 1, STYLE_CHANGED, fresh ? "*" : " ");
        grid_put(g, b.x + 1, y, right - 1, fresh ? STYLE_CHANGED : STYLE_PLAIN, buf_text(&value));
        grid_put(g, right, y, b.x + b.width, STYLE_QUIET, buf_text(&since));
        y++;
    }
}
