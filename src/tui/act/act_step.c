/* Goes to steps, stages and marks. */
#include "tui/act/act_step.h"

#include "tui/act.h"

#include "tui/act/act_guess.h"
#include "tui/act/act_guide.h"
#include "tui/act/act_live.h"
#include "tui/act/act_page.h"
#include "tui/act/act_search.h"
#include "tui/action.h"
#include "tui/pane/softmax_part.h"
#include "tui/scene.h"
#include "tui/update.h"
#include "tui/viewer_live.h"

#define BEFORE_JUMP (MARKS - 1) /* the mark that leads back from a jump */

unsigned act_moved(struct viewer *v, bool did, const char *otherwise)
{
    if (!did) {
        viewer_say(v, "%s", otherwise);
        return REACT_DRAW;
    }
    act_sync(v);
    return act_moved_only(v);
}

/* Ways of another step were not asked for. */
void act_leave_ways(struct viewer *v)
{
    if (v->keyless && v->chosen.beside == BESIDE_INSTEAD) {
        v->chosen.beside = v->earlier != NULL ? BESIDE_BEFORE : BESIDE_INPUTS;
    }
    v->chosen.way = 0;
}

unsigned act_moved_only(struct viewer *v)
{
    act_leave_ways(v);
    v->where.result = v->where.update = 0;
    v->where.input = 0;
    v->where.carried = v->where.nudging = v->where.single = false;
    v->chosen.hop_count = 0;
    v->where.cursor = viewer_line(v);
    return REACT_LOOK | REACT_DRAW;
}

static void mark(struct viewer *v, int which, int row)
{
    v->chosen.mark[which].event = v->where.at.outline.row[row].end - 1;
    v->chosen.mark[which].stop = viewer_reads(v) ? v->where.stop : -1;
}

/* A jump, from which '' leads back. */
unsigned act_jumped(struct viewer *v, int from_row, bool did, const char *otherwise)
{
    if (did && from_row >= 0) {
        mark(v, BEFORE_JUMP, from_row);
    }
    unsigned reaction = act_moved(v, did, otherwise);
    if (did) {
        act_land(v);
    }
    return reaction;
}

/* From between its stops: that this leaves the gradients is said. */
static unsigned on_with_the_lesson(struct viewer *v, int count)
{
    const struct stepper *s = &v->where.at;
    int row = s->row;
    bool back = v->where.between && s->tape->event[stepper_event(s)].of >= 0;
    unsigned reaction = act_guide_next(v, count);
    if (back && s->tape->event[stepper_event(s)].of < 0) {
        mark(v, BEFORE_JUMP, row);
        v->chosen.mark[BEFORE_JUMP].stop = -1; /* it was no text */
        viewer_say(v, "The lesson goes on behind the backward pass%s",
                   v->keyless ? "." : "; '' goes back, s walks in it.");
    }
    return reaction;
}

/* Out of the parts of a softmax, in a lesson: behind the last one it goes on with the text, and
 * before the first one is the softmax itself. */
static bool leaves_parts(const struct viewer *v, int by)
{
    int part = v->where.at.part;
    bool told = viewer_stop(v) != NULL && v->where.page == PAGE_NONE;
    return told && part >= 0 && (part + by < 0 || part + by >= PART_COUNT);
}

unsigned act_next(struct viewer *v, int count)
{
    if (leaves_parts(v, act_times(count))) {
        v->where.at.part = -1;
        return on_with_the_lesson(v, 1);
    }
    if (v->where.page == PAGE_code && viewer_reads(v)) { /* there is no step to see moving */
        return act_move_cursor(v, act_page_height(v) - 1);
    }
    if (act_page_scrolls(v)) {
        return act_scroll(v, act_page_height(v) - 1);
    }
    if (viewer_stop(v) != NULL && v->where.page == PAGE_NONE && v->where.at.part < 0) {
        return on_with_the_lesson(v, count);
    }
    if (v->where.page == PAGE_steps && v->where.filtered) {
        return act_find(v, 1, count);
    }
    if (!stepper_next(&v->where.at, act_times(count))) {
        if (act_doubt(v)) {
            return REACT_DRAW;
        }
        if (v->failure != NULL) {
            return act_open(v, PAGE_failure);
        }
        return act_moved(v, false, "This is the last step.");
    }
    return act_moved(v, true, "");
}

unsigned act_prev(struct viewer *v, int count)
{
    if (leaves_parts(v, -act_times(count))) {
        return act_outward(v, 0);
    }
    if (act_page_scrolls(v)) {
        if (v->where.scroll == 0 && (v->where.page != PAGE_help || scene_is_small(v))) {
            return act_back(v, 0);
        }
        return act_scroll(v, 1 - act_page_height(v));
    }
    if (viewer_stop(v) != NULL && v->where.page == PAGE_NONE && v->where.at.part < 0) {
        return act_guide_prev(v, count);
    }
    if (v->where.page == PAGE_steps && v->where.filtered) {
        return act_find(v, -1, count);
    }
    return act_moved(v, stepper_prev(&v->where.at, act_times(count)), "There is nothing before.");
}

unsigned act_next_stage(struct viewer *v, int count)
{
    if (viewer_stop(v) != NULL) {
        return act_guide_section(v, act_times(count));
    }
    return act_moved(v, stepper_next_stage(&v->where.at, act_times(count)),
                     "No other stage follows.");
}

unsigned act_prev_stage(struct viewer *v, int count)
{
    if (viewer_stop(v) != NULL) {
        return act_guide_section(v, -act_times(count));
    }
    return act_moved(v, stepper_prev_stage(&v->where.at, act_times(count)),
                     "There is no stage before.");
}

unsigned act_into(struct viewer *v, int count)
{
    if (v->where.at.part >= 0) {
        return act_next(v, count);
    }
    int first = update_first(v);
    if (first >= 0) {
        bool carried = v->where.carried; /* the parameter's cell is that of its moments, too */
        stepper_to_event(&v->where.at, first);
        unsigned reaction = act_moved(v, true, "");
        v->where.carried = carried;
        return reaction;
    }
    bool list = v->where.page == PAGE_steps, reads = viewer_reads(v) && !list;
    if (!reads && softmax_parts_are_there(v) && stepper_open(&v->where.at)) {
        return act_moved_only(v);
    }
    if (reads || (viewer_stop(v) != NULL && !list && !stepper_folded(&v->where.at))) {
        bool silent = reads || v->where.single;
        unsigned reaction = act_guide_into(v);
        v->where.single = true;
        if (!silent && v->typed.message[0] == '\0') {
            viewer_say(v, "Nothing is inside of that operation: this is the next one.");
        }
        return reaction;
    }
    return act_moved(v, stepper_into(&v->where.at),
                     "This is one operation; i shows its arithmetic.");
}

/* The way back that a folded group leaves: hops that began outside of it. */
static int hops_kept(const struct viewer *v)
{
    int count = v->chosen.hop_count;
    while (count > 0 &&
           stepper_stop_of(&v->where.at, v->chosen.hop[count - 1].from.row) == v->where.at.row) {
        count--;
    }
    return count;
}

unsigned act_outward(struct viewer *v, int count)
{
    int event = v->where.at.row < 0 ? -1 : stepper_event(&v->where.at);
    bool did = stepper_out(&v->where.at);
    int hops = did ? hops_kept(v) : v->chosen.hop_count;
    unsigned reaction = act_moved(v, did, "There is no group around this step.");
    v->chosen.hop_count = hops;
    v->where.update = did ? update_of(v, event) : v->where.update;
    return reaction;
}

ACT(act_behind,
    act_moved(v, stepper_behind(&v->where.at), "Nothing follows behind a group around this step."))
ACT(act_in_front,
    act_moved(v, stepper_in_front(&v->where.at), "Nothing stands before a group around this step."))

unsigned act_to_number(struct viewer *v, int number, bool setup)
{
    int row = v->where.at.row,
        steps = setup ? v->where.at.tape->setup_count : v->where.at.tape->step_count;
    if (number < 1 || number > steps) {
        viewer_say(v, "There is no step %s%d; the last one is %s%d.%s", setup ? "s" : "", number,
                   setup ? "s" : "", steps,
                   viewer_stop(v) != NULL ? " :stop 3 goes to a stop." : "");
        return REACT_DRAW;
    }
    unsigned reaction =
        act_jumped(v, row, stepper_to_number(&v->where.at, number, setup), "You are there.");
    if (viewer_stop(v) != NULL && v->where.at.row != row &&
        number <= guide_number(v->guide, v->guide->count - 1)) {
        viewer_say(v, "Step %s%d. :stop %d goes to a stop of the lesson.", setup ? "s" : "", number,
                   number);
    }
    return reaction;
}

unsigned act_first(struct viewer *v, int count)
{
    int row = v->where.at.row;
    if (count == 0 && viewer_stop(v) != NULL) {
        return act_guide_end(v, false);
    }
    return count > 0 ? act_to_number(v, count, false)
                     : act_jumped(v, row, stepper_first(&v->where.at), "This is the first step.");
}

unsigned act_last(struct viewer *v, int count)
{
    int row = v->where.at.row;
    if (count == 0 && viewer_stop(v) != NULL) {
        return act_guide_end(v, true);
    }
    return count > 0 ? act_to_number(v, count, false)
                     : act_jumped(v, row, stepper_last(&v->where.at), "This is the last step.");
}

ACT(act_mark, act_type(v, PROMPT_MARK))
ACT(act_to_mark, act_type(v, PROMPT_TO_MARK))

unsigned act_set_mark(struct viewer *v, uint32_t key)
{
    if (key < 'a' || key > 'z' || v->where.at.row < 0) {
        viewer_say(v, "A mark is a letter from a to z.");
    } else {
        mark(v, (int)key - 'a', v->where.at.row);
        viewer_say(v, "Marked: '%c comes back here.", (char)key);
    }
    return REACT_DRAW;
}

unsigned act_go_to_mark(struct viewer *v, uint32_t key)
{
    int row = v->where.at.row, which = key == '\''                ? BEFORE_JUMP
                                       : key >= 'a' && key <= 'z' ? (int)key - 'a'
                                                                  : -1;
    if (which < 0 || v->chosen.mark[which].event < 0) {
        viewer_say(v, "There is no such mark.");
        return REACT_DRAW;
    }
    int event = v->chosen.mark[which].event, stop = v->chosen.mark[which].stop;
    if (viewer_stop(v) != NULL && stop >= 0 && stop < v->guide->count) {
        mark(v, BEFORE_JUMP, row);
        act_stand(v, stop);
        return act_moved_only(v);
    }
    return act_jumped(v, row, stepper_to_event(&v->where.at, event), "You are there.");
}
