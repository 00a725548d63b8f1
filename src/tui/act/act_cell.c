/* Chooses what of the tensors is shown: cells, heads, batches. */
#include "tui/act/act_cell.h"

#include "trace/explain/nudge.h"
#include "tui/act.h"
#include "tui/act/act_debug.h"
#include "tui/act/act_live.h"
#include "tui/act/act_page.h"
#include "tui/action.h"
#include "tui/page/stack.h"
#include "tui/scene.h"
#include "tui/update.h"
#include "tui/viewer_figure.h"
#include "tui/word.h"

#include <limits.h>
#include <string.h>

/* What the arrows move over, round and round. Names and output stand beside the step, or on a small
 * screen are pages. */
static const struct {
    enum page page;
    enum focus focus;
    const char *say;
} ring[] = {
    {PAGE_NONE, FOCUS_STEPS, "The arrows move over the steps now."},
    {PAGE_NONE, FOCUS_CELLS, "The arrows move over the cells now; Tab goes on to the code."},
    {PAGE_code, FOCUS_CELLS, ""},
    {PAGE_names, FOCUS_NAMES, "The arrows move over the names now; O shows them alone."},
    {PAGE_output, FOCUS_OUTPUT, "The arrows move over the output now; O shows it alone."},
};

enum { RING = (int)(sizeof ring / sizeof ring[0]) };

static unsigned focus_on(struct viewer *v, int place)
{
    v->where.page = PAGE_NONE;
    v->where.pane_scroll = 0;
    if (ring[place].page == PAGE_code) {
        return act_code(v, 0);
    }
    if (ring[place].page != PAGE_NONE && !scene_has_panes(v)) {
        return act_open(v, ring[place].page);
    }
    v->where.focus = ring[place].focus;
    viewer_say(v, "%s", ring[place].say);
    return REACT_DRAW;
}

static bool is_on(const struct viewer *v, int place)
{
    bool beside = ring[place].focus > FOCUS_CELLS && scene_has_panes(v);
    enum page page = beside ? PAGE_NONE : ring[place].page;
    return v->where.page == page && (page != PAGE_NONE || ring[place].focus == v->where.focus);
}

static bool may_turn_to(const struct viewer *v, int place)
{
    if (ring[place].page == PAGE_code) {
        return v->lesson != NULL;
    }
    return ring[place].page == PAGE_NONE || scene_is_small(v) || scene_has_panes(v);
}

static unsigned turn_focus(struct viewer *v, int by)
{
    int place = 0;
    while (place < RING && !is_on(v, place)) {
        place++;
    }
    if (place == RING) { /* from another page: to the steps */
        return focus_on(v, 0);
    }
    do {
        place = (place + by + RING) % RING;
    } while (!may_turn_to(v, place));
    return focus_on(v, place);
}

ACT(act_focus, turn_focus(v, 1))
ACT(act_focus_back, turn_focus(v, -1))
ACT(act_cells, focus_on(v, 1))

/* Whether a pane beside the step is in focus that lines are scrolled in. */
static bool pane_scrolls(const struct viewer *v)
{
    enum page page = scene_pane(v);
    return page == PAGE_names || page == PAGE_output;
}

static unsigned scroll_pane(struct viewer *v, int lines)
{
    v->where.pane_scroll = scene_scrolled(v, lines);
    return REACT_DRAW;
}

unsigned act_move_cell(struct viewer *v, int64_t rows, int64_t columns)
{
    const struct plane *p = &v->fetched.out.slice;
    if (!v->fetched.any_out || p->rows == 0 || p->columns == 0) {
        return REACT_NONE;
    }
    int64_t row = v->fetched.cell_row + rows, column = v->fetched.cell_column + columns;
    v->where.row = row < 0 ? 0 : row >= p->rows ? p->rows - 1 : row;
    v->where.column = column < 0 ? 0 : column >= p->columns ? p->columns - 1 : column;
    v->where.pointed = true;
    return REACT_LOOK | REACT_DRAW;
}

static unsigned to_step(struct viewer *v, int by, int count)
{
    return by > 0 ? act_next(v, count) : act_prev(v, count);
}

static unsigned move_line(struct viewer *v, int by, int count)
{
    int lines = by * act_times(count);
    if ((viewer_reads(v) && v->where.page == PAGE_NONE) || v->where.page == PAGE_steps) {
        return to_step(v, by, count);
    }
    if (v->where.page == PAGE_code) {
        return act_move_cursor(v, lines);
    }
    bool text = v->width == 0; /* there no page stays: the calls are gone over until a step is */
    if (v->where.page == PAGE_where || (text && stack_is_chosen(v))) {
        return act_move_frame(v, -lines);
    }
    if (v->where.page != PAGE_NONE) {
        return act_scroll(v, lines);
    }
    if (pane_scrolls(v)) {
        return scroll_pane(v, lines);
    }
    return v->where.focus == FOCUS_CELLS ? act_move_cell(v, lines, 0) : to_step(v, by, count);
}

ACT(act_down, move_line(v, 1, count))
ACT(act_up, move_line(v, -1, count))

/* In the code the arrows move from word to word. */
static unsigned move_word(struct viewer *v, int by)
{
    int last = word_count(v) - 1, to = v->where.word + by;
    if (to < 0 || to > last) {
        viewer_say(v, to < 0 ? "This is the first word." : "This is the last word.");
    }
    to = to > last ? last : to;
    v->where.word = to < 0 ? 0 : to;
    return REACT_DRAW;
}

/* Tab has given the arrows to the cells. Else they go from step to step, from page to page: never
 * into a group or out of it. */
static bool moves_cells(const struct viewer *v)
{
    return v->where.focus == FOCUS_CELLS && !(viewer_reads(v) && v->where.page == PAGE_NONE);
}

static unsigned move_column(struct viewer *v, int by, int count)
{
    if (v->where.page == PAGE_steps) {
        return by > 0 ? act_into(v, count) : act_outward(v, count);
    }
    if (v->where.page == PAGE_code) {
        return move_word(v, by * act_times(count));
    }
    return moves_cells(v) ? act_move_cell(v, 0, by * act_times(count)) : to_step(v, by, count);
}

ACT(act_left, move_column(v, -1, count))
ACT(act_right, move_column(v, 1, count))

unsigned act_cell(struct viewer *v, int count)
{
    if (!v->fetched.explained || v->chosen.hidden) {
        viewer_say(v, v->chosen.hidden ? "First guess: r."
                      : v->where.at.row >= 0 && stepper_folded(&v->where.at)
                          ? "A group has no arithmetic of its own; s goes into it."
                          : "There is no cell here.");
        return REACT_DRAW;
    }
    return act_open(v, PAGE_cell);
}

/* Opens the arithmetic with it, and takes it away again. */
unsigned act_nudge(struct viewer *v, int count)
{
    const struct tape *t = v->where.at.tape;
    bool any = v->fetched.explained && !v->chosen.hidden;
    const struct event *e = any ? &t->event[v->fetched.out.event] : NULL;
    if (e == NULL) {
        return act_cell(v, 0); /* says why */
    }
    if (e->gradient == NULL) {
        viewer_say(v, "This is no %sgradient; %s", e->of >= 0 ? "whole " : "",
                   viewer_gradient(v) >= 0 ? "B goes to one." : "no gradient of it was computed.");
        return REACT_DRAW;
    }
    if (!nudge_has_loss(t, v->fetched.out.event)) {
        scoped_buf call = {0};
        nudge_began(t, v->fetched.out.event, &call);
        viewer_say(v, "%.60s did not begin at one number: there is no loss to check by.",
                   buf_text(&call));
        return REACT_DRAW;
    }
    v->where.nudging = !v->where.nudging || v->where.page != PAGE_cell;
    if (!viewer_look(v)) {
        return REACT_LOOK; /* which fails again */
    }
    v->where.page = PAGE_NONE;
    return act_cell(v, 0);
}

/* The selected head or batch, from what is shown of any tensor of the step. */
static unsigned choose(struct viewer *v, const struct plane *p, bool heads, int64_t to)
{
    int64_t *wish = heads ? &v->where.head : &v->where.batch, size = heads ? p->heads : p->batches;
    const char *usual = heads ? "head" : "batch";
    if (size <= 1) {
        viewer_say(v, "There is only one %s here.", usual);
        return REACT_DRAW;
    }
    if (to < 0 || to >= size) {
        char word[PLANE_WORD];
        const char *what = plane_word(p, heads, word);
        viewer_say(v, "There is no such %s%s: they are 0 to %lld.",
                   strcmp(what, usual) == 0 ? "" : "place along ", what, (long long)size - 1);
        to = heads ? p->head : p->batch;
    }
    *wish = to;
    v->where.chose = true;
    return REACT_LOOK | REACT_DRAW;
}

static const struct plane *widest(const struct viewer *v, bool heads)
{
    const struct plane *p = v->fetched.any_out ? &v->fetched.out.slice : NULL;
    for (int k = 0; k < v->fetched.in_count; k++) {
        const struct plane *other = &v->fetched.in[k].slice;
        if (p == NULL || (heads ? p->heads < other->heads : p->batches < other->batches)) {
            p = other;
        }
    }
    return p;
}

/* How many heads the tensors inside of a group have at most. */
static int64_t heads_inside(const struct viewer *v)
{
    const struct stepper *s = &v->where.at;
    int64_t most = 0;
    for (int k = s->row < 0 || !stepper_folded(s) ? INT_MAX : stepper_begin(s); k < stepper_end(s);
         k++) {
        const struct event *e = &s->tape->event[k];
        char word[PLANE_WORD];
        for (int j = 0; j < e->output_count; j++) {
            struct plane p = plane_of(&e->output[j], 0, 0);
            bool heads = strcmp(plane_word(&p, true, word), "head") == 0;
            most = heads && p.heads > most ? p.heads : most;
        }
    }
    return most;
}

static unsigned choose_batch(struct viewer *v, int64_t step, int count)
{
    const struct plane *p = widest(v, false);
    return p == NULL ? REACT_NONE
                     : choose(v, p, false, count > 0 && step > 0 ? count : p->batch + step);
}

static unsigned choose_head(struct viewer *v, int64_t step, int count)
{
    const struct plane *p = widest(v, true), *first = widest(v, false);
    char word[PLANE_WORD];
    int64_t inside = p != NULL && p->heads <= 1 ? heads_inside(v) : 0;
    if (inside > 1) {
        viewer_say(v, "The %lld heads are inside of this step: s goes into it.", (long long)inside);
        return REACT_DRAW;
    }
    if (p != NULL && p->heads <= 1 && first->batches > 1 &&
        strcmp(plane_word(first, false, word), "batch") != 0) {
        return choose_batch(v, step, count); /* (group*num_kv, T, D): heads by another name */
    }
    return p == NULL ? REACT_NONE
                     : choose(v, p, true, count > 0 && step > 0 ? count : p->head + step);
}

ACT(act_next_head, choose_head(v, 1, count))
ACT(act_prev_head, choose_head(v, -act_times(count), count))
ACT(act_next_batch, choose_batch(v, 1, count))
ACT(act_prev_batch, choose_batch(v, -act_times(count), count))

unsigned act_input(struct viewer *v, int count)
{
    if (v->where.at.row < 0) {
        viewer_say(v, "There is no step here.");
        return REACT_DRAW;
    }
    if (v->fetched.in_count < 2) {
        viewer_say(v, "This step has %s.",
                   v->fetched.in_count == 0 ? "no tensor as input" : "one input");
        return REACT_DRAW;
    }
    v->where.input =
        count > 0 ? (count - 1) % v->fetched.in_count : (v->where.input + 1) % v->fetched.in_count;
    viewer_say(v, "Input %d of %d: < leads to the step that wrote it.", v->where.input + 1,
               v->fetched.in_count);
    return REACT_LOOK | REACT_DRAW;
}

unsigned act_result(struct viewer *v, int count)
{
    int which = 0, results = v->where.at.row < 0 ? 0 : update_results(v, &which);
    if (results > 1 && (v->fetched.updates > 0 || v->fetched.given > 0)) {
        v->where.update = (which + 1) % results;
        v->where.input = 0;
        return REACT_LOOK | REACT_DRAW;
    }
    if (v->where.at.row < 0) {
        viewer_say(v, "There is no step here.");
        return REACT_DRAW;
    }
    if (results < 2) {
        viewer_say(v,
                   viewer_figure(v) != NULL ? "This figure has %s image or line."
                                            : "This step has %s result.",
                   results == 0 ? "no" : "one");
        return REACT_DRAW;
    }
    v->where.result++;
    return REACT_LOOK | REACT_DRAW;
}

unsigned act_tier(struct viewer *v, int count)
{
    static const char *const said[] = {"Numbers or blocks, as fits.", "Numbers.", "Blocks."};
    v->chosen.tier = (enum tier)((v->chosen.tier + 1) % TIER_COUNT);
    viewer_say(v, "%s", said[v->chosen.tier]);
    return REACT_DRAW;
}

unsigned act_change(struct viewer *v, int count)
{
    v->chosen.change = !v->chosen.change;
    if (!viewer_look(v)) {
        return REACT_LOOK; /* which fails again */
    }
    viewer_say(v, "%s",
               !v->chosen.change           ? "The numbers themselves."
               : v->fetched.any_difference ? "Beside the result: how far each number moved."
                                           : "No input here has the shape of the result.");
    return REACT_LOOK | REACT_DRAW;
}

/* The names alone; the colors are the terminal's matter. */
static const struct {
    const char *name;
    bool diverging;
} maps[] = {
#define SEQUENTIAL false
#define DIVERGING true
#define COLORMAP(name, kind, colors) {#name, kind},
#include "plot/colormap.def"
#undef COLORMAP
#undef SEQUENTIAL
#undef DIVERGING
};

unsigned act_map(struct viewer *v, int count)
{
    int all = (int)(sizeof maps / sizeof maps[0]);
    v->chosen.map = count > 0 ? (count - 1) % all : (v->chosen.map + 1) % all;
    v->chosen.diverging = maps[v->chosen.map].diverging;
    viewer_say(v, "Colors of the numbers: %s%s.", maps[v->chosen.map].name,
               v->chosen.diverging  ? ", its middle is 0"
               : v->chosen.map == 0 ? " for shares; else RdBu_r, its middle is 0"
                                    : "");
    return REACT_DRAW;
}

unsigned act_maximize(struct viewer *v, int count)
{
    enum page pane = scene_pane(v);
    if (v->where.page != PAGE_NONE) { /* it has all of the screen: back */
        v->where.page = PAGE_NONE;
    } else if (pane != PAGE_NONE) {
        return act_open(v, pane);
    } else {
        v->chosen.maximized = !v->chosen.maximized;
    }
    return REACT_DRAW;
}
