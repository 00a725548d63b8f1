/* Looks around a step as a debugger does: its calls, breakpoints, watches. */
#include "tui/act/act_debug.h"

#include "tui/act.h"
#include "tui/act/act_page.h"
#include "tui/act/act_step.h"
#include "tui/page/stack.h"
#include "tui/point.h"
#include "tui/probe.h"
#include "tui/viewer_live.h"

#include <stdlib.h>
#include <string.h>

/* --- calls --- */

unsigned act_where(struct viewer *v, int count)
{
    if (stack_depth(v) > 0) {
        stack_choose(v, stack_chosen(v));
    }
    return act_open(v, PAGE_where);
}

unsigned act_move_frame(struct viewer *v, int up)
{
    int last = stack_depth(v) - 1, to = stack_chosen(v) + up;
    if (last < 0) {
        return REACT_NONE;
    }
    if (to < 0 || to > last) {
        viewer_say(v, to < 0 ? "This is the step's own function." : "This is the outermost call.");
        to = to < 0 ? 0 : last;
    }
    stack_choose(v, to);
    v->where.page = PAGE_where;
    return REACT_DRAW;
}

/* --- setting and taking away --- */

static bool add_point(struct viewer *v, const struct point *p)
{
    if (v->chosen.stop_count == STOPS_MOST) {
        viewer_say(v, "There are %d breakpoints and watches already.", STOPS_MOST);
        return false;
    }
    v->chosen.stop[v->chosen.stop_count++] = *p;
    return true;
}

static void drop_point(struct viewer *v, int at)
{
    struct point *p = &v->chosen.stop[at];
    probe_free(p);
    memmove(p, p + 1, (size_t)(--v->chosen.stop_count - at) * sizeof *p);
}

/* The place of a point; -1: it is not there so far. */
static int place_of(const struct viewer *v, const struct point *p)
{
    int at = -1;
    for (int k = 0; k < v->chosen.stop_count; k++) {
        const struct point *other = &v->chosen.stop[k];
        bool same = other->kind == p->kind && other->at.cell == p->at.cell &&
                    other->at.line == p->at.line && strcmp(other->text, p->text) == 0;
        at = same ? k : at;
    }
    return at;
}

unsigned act_stop(struct viewer *v, int count)
{
    if (v->where.at.row < 0) {
        return REACT_NONE;
    }
    bool code = v->where.page == PAGE_code;
    struct span here = viewer_own_span(v);
    if (code && v->where.cursor.cell >= 0) {
        here.source = lesson_source(v->lesson, &v->lesson->cells[v->where.cursor.cell]);
        here.line = v->where.cursor.line;
    }
    struct point p = point_on(v, &here);
    struct lines lines;
    int at = place_of(v, &p);
    if (p.at.cell < 0 && p.text[0] == '\0') {
        viewer_say(v, "This line is not in the lesson's code.");
    } else if (p.at.cell >= 0 && !lines_find(v->lesson, p.at.cell, p.at.line, &lines)) {
        viewer_say(v, "There is no code on this line.");
    } else if (at >= 0) {
        drop_point(v, at);
        viewer_say(v, "No breakpoint on this line any more.");
    } else if (add_point(v, &p)) {
        viewer_say(v, "A breakpoint on this line: c and C come here.");
    }
    return REACT_DRAW;
}

/* Where it is met, in words. */
static void say_added(struct viewer *v, const struct point *p)
{
    scoped_buf text = {0};
    point_text(v, p, &text);
    int number = v->chosen.stop_count;
    if (p->kind == POINT_LINE) {
        viewer_say(v, "Breakpoint %d: %s. c goes on to it.", number, buf_text(&text));
        return;
    }
    int count = point_count(v, p);
    const char *what = p->kind == POINT_FUNCTION ? "entered" : "becomes true";
    if (count == 0 && p->probe->known == 0 && p->probe->raised.len > 0) {
        viewer_say(v, "Breakpoint %d: true at no step. %.100s", number,
                   buf_text(&p->probe->raised));
    } else if (count == 0) {
        viewer_say(v, "Breakpoint %d: %.80s is true at no step.", number, buf_text(&text));
    } else {
        viewer_say(v, "Breakpoint %d: %.80s, %s %s%.0d%s. c goes on to it.", number,
                   buf_text(&text), what, count > 1 ? "" : "once", count > 1 ? count : 0,
                   count > 1 ? " times" : "");
    }
}

/* The point that was added last is asked for at every step. False: it is none, and said why. */
static bool is_known(struct viewer *v)
{
    const struct probe *probe = v->chosen.stop[v->chosen.stop_count - 1].probe;
    if (probe == NULL || probe->why.len == 0 || probe->known > 0) {
        return true;
    }
    viewer_say(v, "%.150s", buf_text(&probe->why));
    drop_point(v, v->chosen.stop_count - 1);
    return false;
}

unsigned act_break(struct viewer *v, const char *text)
{
    struct point p;
    if (!point_read(v, text, &p)) {
        return REACT_DRAW;
    }
    if (place_of(v, &p) >= 0) {
        viewer_say(v, "That is breakpoint %d already.", place_of(v, &p) + 1);
    } else if (add_point(v, &p)) {
        if (!probe_points(v)) {
            return REACT_LOOK; /* which fails again */
        }
        if (is_known(v)) {
            say_added(v, &v->chosen.stop[v->chosen.stop_count - 1]);
        }
    }
    return REACT_DRAW;
}

unsigned act_watch_value(struct viewer *v, const char *text)
{
    struct point p = {.kind = POINT_WATCH};
    size_t len = strlen(text);
    while (len > 0 && text[len - 1] == ' ') {
        len--;
    }
    if (len > POINT_MOST) {
        viewer_say(v, "At most %d characters.", POINT_MOST);
        return REACT_DRAW;
    }
    memcpy(p.text, text, len);
    if (place_of(v, &p) >= 0) {
        return act_watch(v, 0);
    }
    if (!add_point(v, &p)) {
        return REACT_DRAW;
    }
    if (!probe_points(v)) {
        return REACT_LOOK; /* which fails again */
    }
    if (is_known(v)) {
        const struct probe *probe = v->chosen.stop[v->chosen.stop_count - 1].probe;
        if (probe->known > 0 || probe->raised.len == 0) {
            viewer_say(v, "%.80s has %d value%s one after the other. ; goes to the next.", p.text,
                       probe->news, probe->news == 1 ? "" : "s");
        } else {
            viewer_say(v, "%.100s", buf_text(&probe->raised));
        }
    }
    return REACT_LOOK | REACT_DRAW;
}

/* The place of a point by its number or its text; -1: there is none. */
static int point_named(const struct viewer *v, const char *text, bool watches)
{
    char *end;
    long number = strtol(text, &end, 10);
    if (end != text && end[strspn(end, " ")] == '\0') {
        bool there = number >= 1 && number <= v->chosen.stop_count &&
                     (!watches || v->chosen.stop[number - 1].kind == POINT_WATCH);
        return there ? (int)number - 1 : -1;
    }
    for (int k = 0; k < v->chosen.stop_count; k++) {
        const struct point *p = &v->chosen.stop[k];
        bool fits = p->kind != POINT_LINE && (!watches || p->kind == POINT_WATCH);
        if (fits && strcmp(p->text, text) == 0) {
            return k;
        }
    }
    return -1;
}

unsigned act_delete(struct viewer *v, const char *text)
{
    int at = point_named(v, text, false);
    if (at < 0) {
        viewer_say(v,
                   *text == '\0' ? "Which one? * lists them with their numbers."
                                 : "There is no breakpoint or watch %.60s; * lists them.",
                   text);
    } else {
        drop_point(v, at);
        viewer_say(v, "Gone.");
    }
    return REACT_LOOK | REACT_DRAW;
}

unsigned act_unwatch(struct viewer *v, const char *text)
{
    int at = point_named(v, text, true), before = v->chosen.stop_count;
    if (at >= 0) {
        drop_point(v, at);
    }
    for (int k = before - 1; *text == '\0' && k >= 0; k--) { /* all of them */
        if (v->chosen.stop[k].kind == POINT_WATCH) {
            drop_point(v, k);
        }
    }
    viewer_say(v, before > v->chosen.stop_count ? "Watched no more." : "That is not watched.");
    return REACT_LOOK | REACT_DRAW;
}

ACT(act_points, act_open(v, PAGE_points))

/* --- going there --- */

struct met {
    int event; /* in a folded group, too; -1: the stop itself */
    const struct point *point;
};

/* Which breakpoint the stop meets; `left`: its line was left since. */
static struct met met_here(const struct viewer *v, bool on, bool left)
{
    struct met found = {.event = -1};
    int begin = stepper_begin(&v->where.at), end = stepper_end(&v->where.at);
    for (int k = 0; k < v->chosen.stop_count; k++) {
        const struct point *p = &v->chosen.stop[k];
        int event = point_met(v, p, begin, end, !on);
        bool first = on ? event < found.event : event > found.event;
        if (event >= 0 && (found.event < 0 || first)) {
            found = (struct met){event, p};
        } else if (found.point == NULL && left && point_is_here(v, p)) {
            found.point = p;
        }
    }
    return found;
}

static bool has_breakpoint(const struct viewer *v)
{
    bool has = false;
    for (int k = 0; k < v->chosen.stop_count; k++) {
        has |= v->chosen.stop[k].kind != POINT_WATCH;
    }
    return has;
}

/* The stops are tried one after the other; a line counts again when it was left. */
static unsigned run_to_stop(struct viewer *v, bool on)
{
    struct stop from = stepper_stop(&v->where.at);
    if (!has_breakpoint(v)) {
        viewer_say(v, "Set a breakpoint first: b, or :break FUNCTION, LINE or CONDITION.");
        return REACT_DRAW;
    }
    if (from.row < 0) {
        return REACT_NONE;
    }
    struct span start = viewer_own_span(v);
    int here = stepper_begin(&v->where.at);
    bool left = false;
    while (on ? stepper_next(&v->where.at, 1) : stepper_prev(&v->where.at, 1)) {
        struct span at = viewer_own_span(v);
        left = left || at.source != start.source || at.line != start.line;
        struct met met = met_here(v, on, left);
        if (met.point != NULL && stepper_begin(&v->where.at) != here) {
            if (met.event >= 0) {
                stepper_to_event(&v->where.at, met.event);
            }
            scoped_buf text = {0};
            point_text(v, met.point, &text);
            unsigned reaction = act_jumped(v, from.row, true, "");
            if (met.point->kind != POINT_LINE) {
                viewer_say(v,
                           met.point->kind == POINT_FUNCTION ? "%.100s is entered here."
                                                             : "%.100s is true from here on.",
                           buf_text(&text));
            }
            return reaction;
        }
    }
    stepper_return(&v->where.at, from);
    viewer_say(v, "No breakpoint %s this step.", on ? "behind" : "before");
    return REACT_DRAW;
}

ACT(act_to_stop, run_to_stop(v, true))
ACT(act_back_to_stop, run_to_stop(v, false))

static unsigned to_change(struct viewer *v, int by)
{
    int row = v->where.at.row, to = -1;
    bool any = false;
    if (row < 0) {
        return REACT_NONE;
    }
    int from = by > 0 ? stepper_end(&v->where.at) : stepper_begin(&v->where.at) - 1;
    for (int k = 0; k < v->chosen.stop_count; k++) {
        const struct point *p = &v->chosen.stop[k];
        int event = p->kind == POINT_WATCH ? probe_next(v, p, from, by) : -1;
        any = any || p->kind == POINT_WATCH;
        to = event >= 0 && (to < 0 || (by > 0 ? event < to : event > to)) ? event : to;
    }
    if (to < 0) {
        viewer_say(v,
                   any ? "No watched value changes %s this step."
                       : "Nothing is watched: :watch EXPR shows a value at each step.",
                   by > 0 ? "behind" : "before");
        return REACT_DRAW;
    }
    return act_jumped(v, row, stepper_to_event(&v->where.at, to), "");
}

ACT(act_watch, to_change(v, 1))
ACT(act_watched, to_change(v, -1))
