/* Draws what is always there: where you are, the line of stages, the keys. */
#include "tui/pane/pane_head.h"

#include "show/code.h"
#include "trace/stage/stages.h"
#include "trace/tape/event.h"
#include "trace/tape/location.h"
#include "trace/tape/module_path.h"
#include "tui/act/act_train.h"
#include "tui/pane/pane_text.h"
#include "tui/pane/softmax_part.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* --- title --- */

static bool is_in_setup(const struct stepper *s)
{
    return stepper_folded(s) && s->outline.row[s->row].kind == ROW_SETUP;
}

/* The function that the stop is in. */
static void put_function(const struct viewer *v, bool brief, struct buf *out)
{
    const struct stepper *s = &v->where.at;
    if (viewer_reads(v)) {
        return;
    }
    const struct event *e = &s->tape->event[stepper_event(s)];
    if (is_in_setup(s)) {
        buf_printf(out, " %s set-up", pane_glyph(v, "\xc2\xb7", "-"));
    } else if (e->user_call >= 0) {
        const char *name = s->tape->call[e->user_call].name, *dot = strrchr(name, '.');
        buf_printf(out, " %s %s", pane_glyph(v, "\xc2\xb7", "-"),
                   brief && dot != NULL ? dot + 1 : name);
    }
}

/* Which training step it is part of. */
static void put_training(const struct viewer *v, int event, struct buf *out)
{
    int step = train_step_of(v->where.at.tape, event);
    if (step >= 0) {
        buf_puts(out, pane_glyph(v, " \xc2\xb7 ", " - "));
        act_train_text(v, step, out);
    }
}

static void put_step(const struct viewer *v, bool brief, struct buf *out)
{
    const struct stepper *s = &v->where.at;
    if (viewer_stop(v) != NULL && !v->where.between) {
        guide_place(v->guide, v->where.stop, out);
        if (viewer_reads(v)) {
            return;
        }
        buf_puts(out, pane_glyph(v, " \xc2\xb7 ", " - "));
    }
    int begin, end;
    stepper_counted(s, s->row, &begin, &end);
    const struct event *first = &s->tape->event[begin], *last = &s->tape->event[end];
    const char *mark = last->setup ? "s" : "";
    int all = last->setup ? s->tape->setup_count : s->tape->step_count;
    if (first->number < last->number) {
        buf_printf(out, "steps %s%d-%s%d / %s%d", mark, first->number, mark, last->number, mark,
                   all);
    } else {
        buf_printf(out, "step %s%d / %s%d", mark, last->number, mark, all);
    }
    if (softmax_parts_are_open(v)) {
        buf_printf(out, ", part %d / %d", s->part + 1, PART_COUNT);
    }
    if (!brief) {
        put_training(v, stepper_event(s), out);
    }
}

/* Which module of the model the function is in: " · h.0.attn"; nothing for the outermost one. */
static void put_path(const struct viewer *v, struct buf *out)
{
    const struct stepper *s = &v->where.at;
    int call = s->tape->event[stepper_event(s)].user_call;
    const char *path = is_in_setup(s) ? NULL : call_module(s->tape, call);
    if (path != NULL && *path != '\0') {
        buf_printf(out, "%s%s", pane_glyph(v, " \xc2\xb7 ", " - "), path);
    }
}

/* "weight splits · forward" within `width` columns: first the module goes, then the class, then the
 * ending of the file's name, then its end. */
static void put_place(const struct viewer *v, int width, struct buf *out)
{
    scoped_buf function = {0}, title = {0}, path = {0};
    bool stands = v->where.at.row >= 0 && !viewer_reads(v);
    const char *module = stands ? location_module(v->where.at.tape, viewer_span(v)) : NULL;
    const char *file = module != NULL ? module : v->title;
    buf_puts(&title, file);
    put_function(v, false, &function);
    if (stands && function.len > 0) {
        put_path(v, &path);
    }
    int all = 1 + grid_width(buf_text(&title)) + grid_width(buf_text(&function));
    if (all + grid_width(buf_text(&path)) <= width) {
        buf_puts(&function, buf_text(&path));
    }
    if (all > width) {
        const char *dot = strrchr(file, '.');
        buf_clear(&function);
        put_function(v, true, &function);
        if (1 + grid_width(buf_text(&title)) + grid_width(buf_text(&function)) > width &&
            dot != NULL && dot > file) {
            title.len = (size_t)(dot - file);
            title.data[title.len] = '\0';
        }
        code_fit(&title, width - 1 - grid_width(buf_text(&function)));
    }
    buf_printf(out, " %s%s", buf_text(&title), buf_text(&function));
}

/* "head [0] 1 2"; of many only the chosen one: "head 3 of 12". */
static void put_choice(struct buf *out, const char *what, int64_t chosen, int64_t size)
{
    if (size < 2) {
        return;
    }
    buf_printf(out, "   %s%s", what, strncmp(what, "axis ", 5) == 0 ? ":" : "");
    if (size > 4) {
        buf_printf(out, " [%lld] of %lld", (long long)chosen, (long long)size);
        return;
    }
    for (int64_t k = 0; k < size; k++) {
        buf_printf(out, k == chosen ? " [%lld]" : " %lld", (long long)k);
    }
}

static void put_choices(const struct viewer *v, struct buf *out)
{
    if (viewer_reads(v)) {
        return;
    }
    const struct plane *heads = NULL, *batches = NULL;
    for (int k = -1; k < v->fetched.in_count; k++) {
        const struct plane *p = k < 0 ? &v->fetched.out.slice : &v->fetched.in[k].slice;
        if (k < 0 && !v->fetched.any_out) {
            continue;
        }
        heads = heads == NULL || p->heads > heads->heads ? p : heads;
        batches = batches == NULL || p->batches > batches->batches ? p : batches;
    }
    if (heads != NULL) {
        char word[PLANE_WORD];
        put_choice(out, plane_word(heads, true, word), heads->head, heads->heads);
        put_choice(out, plane_word(batches, false, word), batches->batch, batches->batches);
    }
}

int pane_title(const struct viewer *v, struct grid *g, struct box b)
{
    scoped_buf place = {0}, step = {0}, choices = {0};
    int end = b.x + b.width;
    put_step(v, false, &step);
    if (grid_width(buf_text(&step)) >= b.width) { /* which training step it is goes first */
        buf_clear(&step);
        put_step(v, true, &step);
    }
    put_choices(v, &choices);
    if (grid_width(buf_text(&choices)) + grid_width(buf_text(&step)) + 14 > b.width) {
        buf_clear(&choices); /* where one is comes first */
    }
    int right = end - 1 - grid_width(buf_text(&choices));
    int most = right - 2 - grid_width(buf_text(&step));
    int half = b.x + (b.width - grid_width(buf_text(&step))) / 2;
    int middle = most < half ? most : half;
    put_place(v, middle - 2 - b.x, &place);
    if (strstr(buf_text(&place), "...") != NULL && middle < most) { /* not in the middle, then */
        buf_clear(&place);
        put_place(v, most - 2 - b.x, &place);
        middle = b.x + grid_width(buf_text(&place)) + 2;
        middle = middle < half ? half : middle < most ? middle : most;
    }
    code_fit(&place, middle - 2 - b.x);
    grid_put(g, b.x, b.y, middle - 1, STYLE_TITLE, buf_text(&place));
    grid_put(g, middle, b.y, end, STYLE_TITLE, buf_text(&step));
    grid_put(g, right, b.y, end, STYLE_PLAIN, buf_text(&choices));
    return b.y + 1;
}

/* --- the line of stages --- */

#define ASIDE "(aside)"
enum { MILESTONES_MOST = STAGE_COUNT + 1 }; /* with a softmax that is only looked at */

struct milestone {
    enum stage stage;
    bool aside;      /* a softmax that is only looked at; it has its place while one stands on it */
    int first, last; /* events of this stage in the pass */
    int place;       /* the event that it is put in order by */
    bool warned;
    bool idle; /* a mask that hides nothing, or whose result is lost */
};

/* Scores that are looked at again when all is done. */
static bool is_late(const struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    int context = e->pass >= 0 ? t->pass[e->pass].context : -1;
    return context >= 0 && event > context && e->stage >= STAGE_SCORES && e->stage < STAGE_CONTEXT;
}

/* A softmax whose shares mix no values: of unscaled scores, to compare, before that of its pass or
 * when all is done. */
static bool is_aside(const struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    int softmax = t->pass[e->pass].softmax;
    bool scores_go_on = false;
    if (e->stage != STAGE_SOFTMAX || !event_normalizes(e) || event == softmax) {
        return false;
    }
    if (event > softmax) {
        return is_late(t, event);
    }
    for (int k = event + 1; k <= softmax; k++) {
        const struct event *later = &t->event[k];
        scores_go_on |=
            later->pass == e->pass && (later->stage == STAGE_SCALE || later->stage == STAGE_MASK);
        for (int j = 0; j < later->input_count; j++) {
            if (later->pass == e->pass && later->input[j].of.serial == e->output[0].serial) {
                return false;
            }
        }
    }
    return scores_go_on;
}

static bool is_of_stage(const struct event *e)
{
    return e->pass >= 0 && !e->setup && e->stage != STAGE_OTHER;
}

static bool is_staged(const struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    return is_of_stage(e) && (!is_late(t, event) || is_aside(t, event));
}

/* The pass that the stop is a stage of; or that it, or what was done before it, serves and that
 * goes on next; -1: it is outside of all. */
static int pass_here(const struct viewer *v)
{
    const struct tape *t = v->where.at.tape;
    int begin = stepper_begin(&v->where.at), end = stepper_end(&v->where.at), k = end - 1;
    while (k >= 0 && (t->event[k].pass < 0 || t->event[k].setup)) {
        k--;
    }
    int pass = k >= 0 ? t->event[k].pass : -1, later = end;
    while (later < t->event_count && !is_staged(t, later)) {
        later++;
    }
    bool inside = (k >= begin && is_of_stage(&t->event[k])) ||
                  (later < t->event_count && t->event[later].pass == pass);
    return inside ? pass : -1;
}

/* Whether the stop stands on it, or on a group that it is part of. */
static bool is_here(const struct viewer *v, int event)
{
    return event >= stepper_begin(&v->where.at) && event < stepper_end(&v->where.at);
}

static int find_milestones(const struct viewer *v, int pass,
                           struct milestone milestone[MILESTONES_MOST])
{
    const struct tape *t = v->where.at.tape;
    int count = 0;
    for (int k = pass < 0 ? 0 : t->pass[pass].first; pass >= 0 && k < t->pass[pass].end; k++) {
        const struct event *e = &t->event[k];
        int j = 0;
        if (e->pass != pass || !is_staged(t, k)) {
            continue;
        }
        bool aside = is_aside(t, k);
        if (aside && !is_here(v, k)) {
            continue;
        }
        while (j < count && (milestone[j].stage != e->stage || milestone[j].aside != aside)) {
            j++;
        }
        if (j == count) {
            bool idle = e->stage == STAGE_MASK && !t->pass[pass].hides;
            milestone[count++] = (struct milestone){
                .stage = e->stage, .aside = aside, .first = k, .place = k, .idle = idle};
        }
        bool early = e->stage > STAGE_CONTEXT && milestone[j].last < t->pass[pass].softmax;
        milestone[j].last = k; /* its weights are made before all else */
        milestone[j].place = e->stage == STAGE_SOFTMAX || early ? k : milestone[j].place;
    }
    for (int k = 1; k < count; k++) { /* in the order in which they are done */
        for (int j = k; j > 0 && milestone[j].place < milestone[j - 1].place; j--) {
            struct milestone later = milestone[j - 1];
            milestone[j - 1] = milestone[j];
            milestone[j] = later;
        }
    }
    for (int k = 0; count > 0 && v->warnings != NULL && k < v->warnings->count; k++) {
        int event = v->warnings->at[k].event;
        if (event < t->pass[pass].first || event >= t->pass[pass].end) {
            continue;
        }
        const struct event *e = &t->event[event];
        int stands = stepper_event(&v->where.at); /* what is ahead is to be found, perhaps */
        enum stage doubted = mistake_table[v->warnings->at[k].kind].found.doubts;
        for (int j = 0; j < count; j++) {
            bool own = event <= stands && e->stage == milestone[j].stage && !e->setup &&
                       event >= milestone[j].first && event <= milestone[j].last;
            bool passed = milestone[j].stage == doubted && milestone[j].last < stands;
            milestone[j].warned |= e->pass == pass && (own || passed);
        }
    }
    return count;
}

static int name_width(const struct milestone *m)
{
    return (int)strlen(stage_name(m->stage)) + (m->aside ? 1 + (int)strlen(ASIDE) : 0);
}

/* "softmax", or ">SOFTMAX" for the present one, with its mark. `before` the present one it is done,
 * though some of it may come back: values are projected behind the scores. */
static int put_milestone(const struct viewer *v, struct grid *g, int x, int y, int end,
                         const struct milestone *m, bool here, bool before)
{
    char name[24];
    int begin = stepper_begin(&v->where.at);
    bool done = (before ? m->first : m->last) < begin && !here && !m->idle;
    enum style style = here ? STYLE_CURRENT : done ? STYLE_DONE : STYLE_QUIET;
    snprintf(name, sizeof name, "%s%s", here ? ">" : "", stage_name(m->stage));
    for (char *c = name; here && *c != '\0'; c++) {
        *c = (char)toupper((unsigned char)*c);
    }
    x = grid_put(g, x, y, end, style, name);
    if (m->aside) {
        x = grid_put(g, x + 1, y, end, STYLE_QUIET, ASIDE);
    }
    if (m->warned) {
        return grid_put(g, x, y, end, STYLE_WARNING, "!");
    }
    return done ? grid_put(g, x, y, end, style, pane_glyph(v, "\xe2\x9c\x93", "+")) : x;
}

/* The milestone where the stop is; -1: none, or a group with several. */
static int present(const struct viewer *v, int pass, const struct milestone *milestone, int count)
{
    const struct tape *t = v->where.at.tape;
    int here = -1;
    for (int event = stepper_begin(&v->where.at); event < stepper_end(&v->where.at); event++) {
        for (int k = 0; k < count && t->event[event].pass == pass; k++) {
            if (milestone[k].stage == t->event[event].stage && is_staged(t, event) &&
                milestone[k].aside == is_aside(t, event) && here != k) {
                if (here >= 0) {
                    return -1;
                }
                here = k;
            }
        }
    }
    return here;
}

/* The present milestone; between two the furthest one that one came to; 0: none. */
static int reached(const struct viewer *v, const struct milestone *milestone, int count, int here)
{
    int at = here >= 0 ? here : count - 1;
    while (here < 0 && at > 0 && milestone[at].first >= stepper_begin(&v->where.at)) {
        at--;
    }
    return at;
}

/* Which attention of the run that is: the nth softmax. One that goes on behind a later softmax
 * counts as that. */
static int count_passes(const struct tape *t, int pass, int event)
{
    int nth = pass;
    for (int k = pass + 1; k < t->pass_count && t->pass[k].softmax <= event; k++) {
        nth = k;
    }
    return nth + 1;
}

int pane_stages(const struct viewer *v, struct grid *g, struct box b)
{
    struct milestone milestone[MILESTONES_MOST];
    int pass = pass_here(v), count = find_milestones(v, pass, milestone), here = -1, width = 0;
    int end = b.x + b.width - 2, x = b.x + 1, from = 0;
    here = present(v, pass, milestone, count);
    int came_to = reached(v, milestone, count, here);
    if (count == 0) {
        bool none = v->where.at.tape->pass_count == 0; /* else this is outside of it */
        grid_put(g, x, b.y, end, STYLE_QUIET, none ? "no attention with a softmax so far" : "");
        return b.y + 1;
    }
    if (v->where.at.tape->pass_count > 1) {
        char text[32];
        const struct tape *t = v->where.at.tape;
        int nth = count_passes(t, pass, stepper_event(&v->where.at));
        snprintf(text, sizeof text, "%d/%d ", nth, t->pass_count);
        x = grid_put(g, x, b.y, end, STYLE_TITLE, text);
    }
    /* as many milestones before the present one as there is room for, and two behind it */
    int target = here >= 0 ? here : 0;
    for (int k = 0; here < 0 && k < count; k++) {
        target = milestone[k].last < stepper_begin(&v->where.at) ? k : target;
    }
    int ahead = target + 2 < count ? target + 2 : count - 1;
    for (from = ahead; from >= 0; from--) {
        width += name_width(&milestone[from]) + 2 + (from == here);
        if (width > end - x - 4) {
            break;
        }
    }
    from++;
    if (from > 0) {
        x = grid_put(g, x, b.y, end, STYLE_QUIET, pane_glyph(v, "\xe2\x80\xa6 ", ".. "));
    }
    for (int k = from; k < count; k++) {
        int needed = name_width(&milestone[k]) + 2 + (k + 1 < count ? 2 : 0);
        if (x + needed > end + 2) {
            grid_put(g, x, b.y, b.x + b.width, STYLE_QUIET, pane_glyph(v, "\xe2\x80\xa6", ".."));
            break;
        }
        x = put_milestone(v, g, x, b.y, b.x + b.width, &milestone[k], k == here, k < came_to) + 1;
    }
    return b.y + 1;
}

int pane_rule(const struct viewer *v, struct grid *g, struct box b, const char *title)
{
    grid_fill(g, b.x, b.y, b.width, STYLE_QUIET, v->chosen.ascii ? '-' : 0x2500);
    if (title != NULL && *title != '\0') {
        scoped_buf text = {0};
        buf_printf(&text, " %s", title);
        code_fit(&text, b.width - 6);
        buf_putc(&text, ' ');
        grid_put(g, b.x + 2, b.y, b.x + b.width, STYLE_TITLE, buf_text(&text));
    }
    return b.y + 1;
}
