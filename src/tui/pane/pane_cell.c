/* Draws the inspector: the chosen cell in two lines, and what is silently wrong with the step. */
#include "tui/pane/pane_cell.h"

#include "trace/tape/event.h"
#include "tui/pane/pane_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Behind a group's names its numbers, where both are short: its tables show few of them. */
enum { SHORT = 56 };

/* The arithmetic in one line: the formula with its numbers, or the first step. */
static void put_arithmetic(const struct viewer *v, struct buf *out)
{
    const struct explanation *x = &v->fetched.explanation;
    const char *numbers = buf_text(&x->numbers);
    bool group = stepper_folded(&v->where.at), both = x->formula.len + x->numbers.len < SHORT;
    if (x->numbers.len > 0 && strpbrk(numbers, "*/+(") != NULL) {
        buf_puts(out, "= ");
        buf_printf(out, group && both ? "%s = %s" : "%.0s%s", buf_text(&x->formula), numbers);
    } else if (x->step_count > 0 && x->step[x->step_count - 1].text != NULL &&
               strcmp(x->step[0].part, "compute") == 0) {
        buf_puts(out, x->step[0].text);
    } else if (x->step_count > 0 && strcmp(x->step[0].part, "term") == 0) {
        buf_puts(out, x->step[0].text);
    } else {
        const char *place = v->placeless || group ? NULL : strchr(buf_text(&x->place), '=');
        buf_printf(out, "= %s", buf_text(&x->formula));
        if (place != NULL) {
            buf_printf(out, "   at place%s", place + 1);
        }
    }
}

/* What the numbers of softmax are, where the line has room. */
static void say_softmax(const struct viewer *v, int room, struct buf *out)
{
    const struct event *e = &v->where.at.tape->event[stepper_event(&v->where.at)];
    bool log = event_does(e, LOG_SOFTMAX);
    bool share = event_does(e, SOFTMAX), times = strchr(buf_text(out), '*');
    const char *words = log     ? "   x - max - log(sum of exp(x - max))"
                        : times ? "   exp(x - max) * (1 / their sum)"
                                : "   exp(x - max) / their sum";
    const char *whole = times ? " in its row" : "";
    int width = grid_width(buf_text(out)) + grid_width(words);
    if ((log || share) && out->len > 2 && buf_text(out)[0] == '=' && width <= room) {
        buf_puts(out, words);
        buf_puts(out, width + grid_width(whole) <= room ? whole : "");
    }
}

/* Whether a term of a sum is a finite number times 0. */
static bool adds_nothing(const char *term)
{
    char *end;
    double a = strtod(term, &end);
    if (end == term || strncmp(end, " * ", 3) != 0) {
        return false;
    }
    const char *second = end + 3;
    double b = strtod(second, &end);
    bool whole = end > second && (*end == '\0' || strncmp(end, " + ", 3) == 0);
    return whole && isfinite(a) && isfinite(b) && (a == 0 || b == 0);
}

/* A sum that is too long: products with 0 give way to the others, also where the sum only says
 * "...". */
static void leave_zeros_out(const struct explanation *x, int room, struct buf *sum)
{
    scoped_buf rest = {0};
    long long out = x->unsaid_zeros;
    int kept = 0;
    for (const char *term = buf_text(sum) + strlen("= "); term != NULL;) {
        const char *next = strstr(term, " + ");
        bool zeros = strncmp(term, "...", 3) == 0 && x->unsaid == x->unsaid_zeros;
        if (adds_nothing(term)) {
            out++;
        } else if (!zeros) {
            buf_puts(&rest, kept++ > 0 ? " + " : "= ");
            buf_put(&rest, term, next != NULL ? (size_t)(next - term) : strlen(term));
        }
        term = next != NULL ? next + strlen(" + ") : NULL;
    }
    if (out > 1 && kept > 0) {
        scoped_buf said = {0};
        buf_printf(&said, "   (%lld products with 0 left out)", out);
        if (grid_width(buf_text(&rest)) + grid_width(buf_text(&said)) > room) {
            buf_clear(&said);
            buf_printf(&said, "   (%lld more are 0)", out);
        }
        buf_puts(&rest, buf_text(&said));
        buf_clear(sum);
        buf_puts(sum, buf_text(&rest));
    }
}

/* "attn_weights[b=0, query=2, key=2] = 0.1779"; a long name gives way to the number of its step, so
 * that the value is seen. */
static void put_title(const struct viewer *v, int width, struct buf *out)
{
    const char *title = buf_text(&v->fetched.explanation.title), *end = strstr(title, "] = "),
               *from = end;
    while (from != NULL && from > title && *from != '[') {
        from--;
    }
    if (grid_width(title) > width && from != NULL) {
        viewer_number(v, v->fetched.out.event, out);
        title = from;
    }
    buf_puts(out, title);
}

int pane_cell(const struct viewer *v, struct grid *g, struct box b)
{
    scoped_buf text = {0};
    struct box one = {b.x + 1, b.y, b.width - 2, 1};
    if (!v->fetched.explained || v->chosen.hidden) {
        return b.y + b.height;
    }
    put_title(v, one.width, &text);
    pane_text(v, g, one, STYLE_TITLE, buf_text(&text));
    buf_clear(&text);
    put_arithmetic(v, &text);
    one = (struct box){b.x + 3, b.y + 1, b.width - 4, b.height - 1};
    if (text.len > 2 && grid_width(buf_text(&text)) > one.width * one.height) {
        leave_zeros_out(&v->fetched.explanation, one.width * one.height, &text);
    }
    say_softmax(v, one.width, &text);
    pane_text(v, g, one, STYLE_PLAIN, buf_text(&text));
    return b.y + b.height;
}

/* Lines that the warnings of the stop take; drawn unless g is NULL. */
int pane_warning(const struct viewer *v, struct grid *g, struct box b)
{
    int y = b.y;
    for (int k = v->chosen.hidden ? -1 : viewer_warning(v, 0); k >= 0 && y < b.y + b.height;
         k = viewer_warning(v, k + 1)) {
        struct box one = {b.x + 3, y, b.width - 4, b.y + b.height - y};
        if (g != NULL) {
            grid_put(g, b.x + 1, y, b.x + b.width, STYLE_WARNING, "!");
        }
        y = pane_text(v, g, one, STYLE_WARNING, v->warnings->at[k].text);
    }
    bool last = v->where.at.row >= 0 && stepper_stop_after(&v->where.at, v->where.at.row) < 0;
    bool asked = v->chosen.guessing && !v->chosen.doubted; /* not to be told before */
    if (v->failure != NULL && last && !asked && y < b.y + b.height) {
        if (g != NULL) {
            grid_put(g, b.x + 1, y, b.x + b.width, STYLE_ERROR,
                     "Behind this step the code fails: n shows how.");
        }
        y++;
    }
    return y;
}
