/* Goes through a lesson stop by stop (guide.h). */
#include "tui/act/act_guide.h"

#include "tui/act.h"
#include "tui/act/act_page.h"
#include "tui/act/act_step.h"
#include "tui/practice_told.h"
#include "tui/practice_word.h"
#include "tui/scene.h"

#include <stdlib.h>
#include <string.h>

void act_guide_ask(struct viewer *v, int exercise)
{
    struct practice *p = v->practice;
    struct error err = {0};
    if (p == NULL || (p->open && p->at == exercise)) {
        return;
    }
    p->at = exercise;
    p->ascii = v->chosen.ascii;
    p->keyless = v->keyless;
    if (!practice_ask(p, &err)) {
        viewer_say(v, "%.150s", err.text);
    } else if (p->task[exercise].done == DONE_SOLVED && v->keyless) {
        (void)practice_answer(p, &err);
    } else if (p->task[exercise].done == DONE_SOLVED) {
        practice_note(p, v->keyless ? "This one is solved." : "This one is solved. Enter goes on.");
    } else if (practice_draws(p)) {
        practice_note(p, "This exercise has numbers of its own, not the lesson's.");
    }
}

void act_stand(struct viewer *v, int stop)
{
    act_leave_ways(v);
    v->where.stop = stop;
    v->where.between = false;
    v->where.asking = false;
    v->where.scroll = 0;
    if (v->guide->at[stop].event >= 0) {
        stepper_to_result(&v->where.at, v->guide->at[stop].event);
        v->where.at.part = -1; /* of a softmax that was opened the stop is the whole */
    } else {
        stepper_first(&v->where.at);
    }
    if (v->guide->at[stop].kind == GUIDE_EXERCISE) {
        act_guide_ask(v, v->guide->at[stop].exercise);
    }
}

/* The last stop before an event that nothing calls back to: texts behind `reached` are still to
 * come, however far single steps went on. */
static int stop_before(const struct guide *g, int event, int reached)
{
    int stop = guide_near(g, event);
    while (stop < reached && stop + 1 < g->count && g->at[stop + 1].kind != GUIDE_STEP &&
           g->at[stop + 1].event < event) {
        stop++;
    }
    return stop;
}

static void sync(struct viewer *v, bool jumped)
{
    const struct guide *g = v->guide;
    if (g == NULL || g->count == 0) {
        return;
    }
    if (v->where.at.row < 0) { /* no step is left to stand on */
        v->where.between = false;
        return;
    }
    int event = stepper_event(&v->where.at);
    v->where.stop = stop_before(g, event, jumped ? g->count : v->where.stop);
    const struct guide_stop *stop =
        &g->at[v->where.stop]; /* perhaps of a group: any of its events */
    v->where.between = stop->kind != GUIDE_STEP || stop->event < stepper_begin(&v->where.at) ||
                       stop->event > event;
}

void act_sync(struct viewer *v)
{
    sync(v, false);
}

void act_land(struct viewer *v)
{
    sync(v, true);
}

static bool is_same_stop(const struct guide_stop *a, const struct guide_stop *b)
{
    return a->kind == b->kind && a->section == b->section &&
           (a->kind == GUIDE_STEP
                ? a->event == b->event
                : a->from == b->from && a->cell == b->cell && a->exercise == b->exercise &&
                      (a->kind != GUIDE_OUTPUT || a->ran == b->ran)); /* others have no text */
}

static int find_stop(const struct guide *g, const struct guide_stop *like)
{
    int at = g->count - 1;
    while (at >= 0 && !is_same_stop(&g->at[at], like)) {
        at--;
    }
    return at;
}

/* An operation that is no further on, and so no text that is still to be read. */
static bool is_reached(const struct viewer *v, int stop)
{
    const struct guide_stop *s = stop < v->guide->count ? &v->guide->at[stop] : NULL;
    return s != NULL && s->kind == GUIDE_STEP && v->where.at.row >= 0 &&
           s->event < stepper_end(&v->where.at);
}

void act_stand_again(struct viewer *v, const struct guide *was)
{
    int old = v->where.stop, at = -1;
    bool reads = !v->where.between && was->at[old].kind != GUIDE_STEP;
    for (; old >= 0 && at < 0; old -= at < 0) {
        at = find_stop(v->guide, &was->at[old]);
    }
    bool same = old == v->where.stop, next = !same && is_reached(v, at + 1);
    if (at < 0 || v->where.at.row < 0) {
        v->where.stop = at < 0 ? v->where.stop : at;
        act_sync(v);
    } else if (next || (same && reads)) {
        act_stand(v, at + next);
    } else {
        v->where.stop = at;
        v->where.between =
            !is_reached(v, at) || v->guide->at[at].event < stepper_begin(&v->where.at);
    }
}

static unsigned go(struct viewer *v, int stop)
{
    act_stand(v, stop);
    return act_moved_only(v);
}

unsigned act_guide_scroll(struct viewer *v, int by)
{
    int most = scene_text_length(v) - act_page_height(v);
    int to = v->where.scroll + by;
    to = to > most ? most : to;
    v->where.scroll = to < 0 ? 0 : to;
    return REACT_DRAW;
}

/* Whether a text goes on below the screen (above it). */
static bool has_more(const struct viewer *v, int by)
{
    return viewer_reads(v) && v->height > 0 &&
           (by > 0 ? scene_text_length(v) - v->where.scroll > act_page_height(v)
                   : v->where.scroll > 0);
}

/* A page of text on. At the end of a text at most half of what was read stands there again; a
 * question stays whole. */
static unsigned turn_page(struct viewer *v)
{
    int page = act_page_height(v), from = v->where.scroll;
    act_guide_scroll(v, page - 1);
    if (viewer_stop(v)->exercises == 0 && v->where.scroll - from < page / 2) {
        v->where.scroll = from + page / 2;
    }
    return REACT_DRAW;
}

unsigned act_guide_next(struct viewer *v, int count)
{
    const struct guide *g = v->guide;
    int to = v->where.stop + act_times(count);
    if (has_more(v, 1)) {
        return turn_page(v);
    }
    if (to >= g->count) {
        return v->where.stop + 1 < g->count ? go(v, g->count - 1)
               : v->failure != NULL         ? act_open(v, PAGE_failure)
               : v->next_lesson != NULL     ? REACT_LESSON
                                            : act_moved(v, false, "This is the end.");
    }
    return go(v, to);
}

unsigned act_guide_prev(struct viewer *v, int count)
{
    int to = v->where.stop - act_times(count) + v->where.between;
    if (has_more(v, -1)) {
        return act_guide_scroll(v, 1 - act_page_height(v));
    }
    if (v->where.stop == 0 && !v->where.between) {
        return act_moved(v, false, "There is nothing before.");
    }
    return go(v, to < 0 ? 0 : to);
}

unsigned act_guide_section(struct viewer *v, int by)
{
    int to = v->where.stop, step = by > 0 ? 1 : -1;
    for (int next; by != 0 && (next = guide_section(v->guide, to, step)) >= 0; by -= step) {
        to = next;
    }
    if (to == v->where.stop) {
        viewer_say(v, step > 0 ? "This is the last section." : "This is the first section.");
        return REACT_DRAW;
    }
    return go(v, to);
}

unsigned act_guide_to(struct viewer *v, const char *text)
{
    char *end;
    long number = strtol(text, &end, 10);
    int last = v->guide != NULL ? v->guide->count - 1 : -1;
    if (viewer_stop(v) == NULL) {
        viewer_say(v, "No lesson is told here: a number alone goes to a step.");
        return REACT_DRAW;
    }
    for (int k = 0; k <= last && *end == '\0' && number > 0; k++) {
        if (guide_number(v->guide, k) == number) {
            v->where.page = v->where.below = PAGE_NONE; /* a text stands behind it */
            return go(v, k);
        }
    }
    viewer_say(v, "There is no stop %.20s; the last one is %d.", text,
               guide_number(v->guide, last));
    return REACT_DRAW;
}

unsigned act_guide_end(struct viewer *v, bool last)
{
    return go(v, last ? v->guide->count - 1 : 0);
}

/* A text with "P shows ..." speaks of the step told before it; -1: it names no such key.
 * ACTION_COUNT: any of them. */
static int step_spoken_of(const struct viewer *v, enum action action)
{
    const struct guide_stop *s = viewer_stop(v);
    bool speaks = false;
    if (v->where.stop == 0 || v->where.between || s[-1].kind != GUIDE_STEP) {
        return -1;
    }
    for (enum action k = 0; k < ACTION_COUNT; k++) {
        char shows[20];
        bool asked = key_row(k)->on_step && (action == ACTION_COUNT || action == k);
        key_first_name(k, shows);
        strcat(shows, " shows");
        for (int j = s->from; asked && j < s->end; j++) {
            const char *text = v->guide->prose.at[j].text, *at = strstr(text, shows);
            speaks = speaks || (at != NULL && (at == text || at[-1] == ' '));
        }
    }
    return speaks ? v->where.stop - 1 : -1;
}

/* On, operation by operation, from where the text stands. */
unsigned act_guide_into(struct viewer *v)
{
    if (v->where.at.row < 0) {
        viewer_say(v, "%s", viewer_nothing(v));
        return REACT_DRAW;
    }
    int told = viewer_reads(v) ? step_spoken_of(v, ACTION_COUNT) : -1;
    if (told >= 0) {
        return go(v, told);
    }
    bool first = viewer_reads(v) && v->guide->at[v->where.stop].event < 0;
    bool moved = first || stepper_next(&v->where.at, 1);
    unsigned reaction = act_moved(v, moved, "This is the last step.");
    v->where.between = v->where.between || first;
    return reaction;
}

/* The lesson's text: told, or left out. */
unsigned act_prose(struct viewer *v, int count)
{
    if (v->guide == NULL || v->guide->count == 0) {
        viewer_say(v, "There is no text beside this code.");
        return REACT_DRAW;
    }
    if (v->where.at.row < 0) {
        viewer_say(v, "%s", viewer_nothing(v));
        return REACT_DRAW;
    }
    v->chosen.untold = !v->chosen.untold; /* the place among the stops is kept by each motion */
    v->where.page = PAGE_NONE;
    viewer_say(v, v->chosen.untold ? "Operation by operation; T tells the lesson again."
                                   : "The lesson is told again.");
    return REACT_DRAW | REACT_LOOK;
}

bool act_unseen(struct viewer *v, enum action action)
{
    bool unseen = action < ACTION_COUNT && key_row(action)->on_step && viewer_reads(v) &&
                  v->where.page == PAGE_NONE;
    int told = unseen ? step_spoken_of(v, action) : -1;
    if (told >= 0) {
        act_stand(v, told);
        return false;
    }
    if (unseen && v->where.at.row < 0) {
        viewer_say(v, "%s", viewer_nothing(v));
    } else if (unseen) {
        bool hops = action == ACTION_gradient || action == ACTION_source || action == ACTION_use;
        bool on = viewer_step_follows(v) || step_spoken_of(v, ACTION_COUNT) >= 0;
        viewer_say(v, "This is a text. The key is for an operation: %s%s.",
                   on ? "s goes to one" : "T shows the last one",
                   !hops ? "; F3 all code"
                   : on  ? "; T hides the texts"
                         : "");
    }
    return unseen;
}
