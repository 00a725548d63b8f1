/* Changes the code while it is walked: lines off and on, the editor, and what that made different.
 * */
#include "tui/act/act_live.h"

#include "tui/act.h"

#include "tui/act/act_page.h"
#include "tui/act/act_step.h"
#include "tui/action.h"
#include "tui/viewer_live.h"

/* --- lines of the code --- */

unsigned act_code(struct viewer *v, int count)
{
    if (v->lesson == NULL) {
        viewer_say(v, "There is no code to show.");
        return REACT_DRAW;
    }
    v->where.cursor = viewer_line(v);
    if (viewer_reads(v) && viewer_stop(v)->cell >= 0) { /* what stands below the text */
        v->where.cursor = (struct code_line){viewer_stop(v)->cell, 1};
    }
    v->where.word = 0;
    return act_open(v, PAGE_code);
}

static bool is_line(const struct lesson *l, int cell)
{
    return cell >= 0 && cell < l->count && l->cells[cell].code && l->cells[cell].len > 0;
}

/* The next line of code that there is, `by` lines on. */
unsigned act_move_cursor(struct viewer *v, int by)
{
    struct code_line at = v->where.cursor;
    int step = by < 0 ? -1 : 1;
    while (at.cell < 0 || by != 0) {
        at.line += step;
        if (at.cell < 0 || at.line < 1 || at.line > lines_count(&v->lesson->cells[at.cell])) {
            do {
                at.cell += step;
            } while (at.cell >= 0 && at.cell < v->lesson->count && !is_line(v->lesson, at.cell));
            if (!is_line(v->lesson, at.cell)) {
                break;
            }
            at.line = step > 0 ? 1 : lines_count(&v->lesson->cells[at.cell]);
        }
        v->where.cursor = at;
        v->where.word = 0;
        by -= by == 0 ? 0 : step;
    }
    return REACT_DRAW;
}

/* Whether the stop comes from the chosen statement. */
static bool comes_from(const struct viewer *v, const struct lines *lines)
{
    struct code_line at = viewer_line(v);
    return at.cell == lines->cell && at.line >= lines->first && at.line <= lines->last;
}

/* On to the step of the chosen line; when none follows, back to one. */
unsigned act_to_line(struct viewer *v, int count)
{
    int left = act_times(count);
    struct stop from = stepper_stop(&v->where.at);
    struct lines lines = {v->where.cursor.cell, v->where.cursor.line, v->where.cursor.line};
    if (v->where.page != PAGE_code) {
        return act_code(v, count);
    }
    if (from.row < 0 || v->where.cursor.cell < 0) {
        return REACT_DRAW;
    }
    lines_find(v->lesson, v->where.cursor.cell, v->where.cursor.line, &lines);
    for (int way = 0; way < 2; way++) {
        while (way == 0 ? stepper_next(&v->where.at, 1) : stepper_prev(&v->where.at, 1)) {
            if (comes_from(v, &lines) && --left <= 0) {
                v->where.page = PAGE_NONE;
                return act_jumped(v, from.row, true, "");
            }
        }
        stepper_return(&v->where.at, from);
    }
    if (comes_from(v, &lines)) {
        v->where.page = PAGE_NONE;
        return REACT_LOOK | REACT_DRAW;
    }
    viewer_say(v, viewer_is_off(v, v->where.cursor) >= 0 ? "This line is off; x turns it on again."
                                                         : "No step comes from this line.");
    return REACT_DRAW;
}

/* --- off and on --- */

unsigned act_line(struct viewer *v, int count)
{
    bool again = v->typed.turned_row >= 0 && v->typed.turned_row == v->where.at.row &&
                 viewer_is_off(v, v->typed.turned) >= 0; /* it has no step to stand on now */
    v->typed.wished = v->where.page == PAGE_code ? v->where.cursor
                      : again                    ? v->typed.turned
                                                 : viewer_line(v);
    if (v->off == NULL || v->typed.wished.cell < 0) {
        viewer_say(v, v->off == NULL ? "This code cannot be run again from here."
                                     : "This line is not in the lesson's code.");
        return REACT_DRAW;
    }
    v->typed.wish = WISH_LINE;
    return REACT_AGAIN;
}

unsigned act_all_lines(struct viewer *v, int count)
{
    if (v->off == NULL || v->off->count == 0) {
        viewer_say(v, "All lines are on.");
        return REACT_DRAW;
    }
    v->typed.wish = WISH_ALL_LINES;
    return REACT_AGAIN;
}

unsigned act_edit(struct viewer *v, int count)
{
    if (v->off == NULL) {
        viewer_say(v, "This code cannot be run again from here.");
        return REACT_DRAW;
    }
    v->typed.wish = WISH_EDIT;
    if (v->editor == NULL) { /* there is none to get into: that is told */
        return REACT_EDIT;
    }
    viewer_say(v, "Enter opens a copy of the code in %.110s", v->editor);
    return act_type(v, PROMPT_EDIT);
}

unsigned act_open_editor(struct viewer *v, uint32_t key)
{
    if (key != PRESSED_ENTER) {
        viewer_say(v, "The code was not opened.");
        return REACT_DRAW;
    }
    return REACT_EDIT;
}

/* --- what it made different --- */

unsigned act_beside(struct viewer *v, int count)
{
    if (v->earlier == NULL) {
        viewer_say(v, "Nothing ran again to its end yet: x, e and :set do that.");
        return REACT_DRAW;
    }
    v->chosen.change = false;
    v->where.at.part = -1;
    v->chosen.beside = v->chosen.beside == BESIDE_BEFORE ? BESIDE_INPUTS : BESIDE_BEFORE;
    return REACT_LOOK | REACT_DRAW;
}

/* To the step at which another program is left, if that lies behind this one, with the reason. */
static bool to_parting(struct viewer *v, unsigned *reaction)
{
    const struct earlier *e = v->earlier;
    int row = v->where.at.row;
    if (e->parted == 0 || stepper_event(&v->where.at) >= e->parted - 1 ||
        !stepper_to_event(&v->where.at, e->parted - 1) || v->where.at.row == row) {
        return false;
    }
    *reaction = act_jumped(v, row, true, "");
    viewer_say(v, "They part here: %s", *e->why != '\0' ? e->why : "no reason is known.");
    return true;
}

static unsigned to_change(struct viewer *v, bool on, int count)
{
    int left = act_times(count);
    struct stop from = stepper_stop(&v->where.at);
    unsigned reaction;
    if (v->earlier == NULL) {
        return act_beside(v, count);
    }
    if (on && count == 0 && to_parting(v, &reaction)) {
        return reaction;
    }
    while (on ? stepper_next(&v->where.at, 1) : stepper_prev(&v->where.at, 1)) {
        if (!viewer_look(v)) {
            return REACT_LOOK; /* which fails again */
        }
        bool differs =
            v->fetched.any_before ? v->fetched.differing != 0 : v->earlier->match.by_code;
        if (v->fetched.any_out && differs && --left == 0) {
            return act_jumped(v, from.row, true, "");
        }
    }
    stepper_return(&v->where.at, from);
    viewer_say(v, "No step %s this one differs from the run before.", on ? "behind" : "before");
    return REACT_LOOK | REACT_DRAW;
}

ACT(act_next_change, to_change(v, true, count))
ACT(act_prev_change, to_change(v, false, count))

/* The right way, if this one is wrong, then the wrong ways one after the other; then none. */
unsigned act_instead(struct viewer *v, int count)
{
    if (v->fetched.way_count == 0 || v->chosen.hidden) {
        viewer_say(v, v->chosen.hidden ? "First guess: r."
                                       : "No well-known wrong way is known for this step.");
        return REACT_DRAW;
    }
    v->chosen.change = false;
    bool parts = v->where.at.part >= 0; /* of a softmax: they tell the one way alone */
    v->where.at.part = -1;
    if (parts || v->chosen.beside != BESIDE_INSTEAD) {
        v->chosen.beside = BESIDE_INSTEAD;
        v->chosen.way = 0;
    } else if (++v->chosen.way >= v->fetched.way_count) {
        v->chosen.beside = v->earlier != NULL ? BESIDE_BEFORE : BESIDE_INPUTS;
        v->chosen.way = 0;
        return REACT_LOOK | REACT_DRAW;
    }
    const char *more = v->keyless                                 ? ""
                       : v->chosen.way + 1 < v->fetched.way_count ? " I: the next one."
                                                                  : " I: back to the input.";
    int first = v->fetched.ways[0].right; /* before the wrong ones */
    if (v->chosen.way < first) {
        viewer_say(v, "This step is wrong; beside it the right way.%s", more);
    } else {
        viewer_say(v, "Wrong way %d of %d%s%s", v->chosen.way + 1 - first,
                   v->fetched.way_count - first, v->keyless ? "." : ";", more);
    }
    return REACT_LOOK | REACT_DRAW;
}
