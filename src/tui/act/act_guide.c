/* Going through a lesson stop by stop (guide.h), and answering its exercises in place. */
#include "tui/act/act_guide.h"

#include "tui/act.h"
#include "tui/act/act_page.h"
#include "tui/act/act_step.h"
#include "tui/page/page.h"

#include <string.h>

/* Makes the question of an exercise, which is then looked at. */
static void ask(struct viewer *v, int exercise)
{
    struct practice *p = v->practice;
    struct error err = {0};
    if (p == NULL || (p->open && p->at == exercise)) {
        return;
    }
    p->at = exercise;
    p->ascii = v->chosen.ascii;
    if (!practice_ask(p, &err)) {
        viewer_say(v, "%.150s", err.text);
    }
}

/* The first one of the stop, from `from` on, that is not solved; -1: all are. */
static int open_exercise(const struct viewer *v, const struct guide_stop *s, int from)
{
    for (int k = from; v->practice != NULL && k < s->exercise + s->exercises; k++) {
        if (v->practice->task[k].done != DONE_SOLVED) {
            return k;
        }
    }
    return -1;
}

void act_stand(struct viewer *v, int stop)
{
    v->where.stop = stop;
    v->where.between = false;
    v->where.asking = false;
    v->where.scroll = 0;
    if (v->guide->at[stop].event >= 0) {
        stepper_to_result(&v->where.at, v->guide->at[stop].event);
    } else {
        stepper_first(&v->where.at);
    }
    if (v->guide->at[stop].kind == GUIDE_EXERCISE) {
        ask(v, v->guide->at[stop].exercise);
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
    if (g == NULL || g->count == 0 || v->where.at.row < 0) {
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

static unsigned go(struct viewer *v, int stop)
{
    act_stand(v, stop);
    return act_moved_only(v);
}

static unsigned scroll(struct viewer *v, int by)
{
    int most = page_length(v, PAGE_guide, v->width - 2) - act_page_height(v);
    int to = v->where.scroll + by;
    to = to > most ? most : to;
    v->where.scroll = to < 0 ? 0 : to;
    return REACT_DRAW;
}

/* Whether a text goes on below the screen (above it). */
static bool has_more(const struct viewer *v, int by)
{
    return viewer_reads(v) && v->height > 0 &&
           (by > 0 ? page_length(v, PAGE_guide, v->width - 2) - v->where.scroll > act_page_height(v)
                   : v->where.scroll > 0);
}

/* A page of text on. At the end of a text at most half of what was read stands there again; a
 * question stays whole. */
static unsigned turn_page(struct viewer *v)
{
    int page = act_page_height(v), from = v->where.scroll;
    scroll(v, page - 1);
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
        return scroll(v, 1 - act_page_height(v));
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

unsigned act_guide_end(struct viewer *v, bool last)
{
    return go(v, last ? v->guide->count - 1 : 0);
}

/* Keys that act on the step, its line or its tables. */
static const enum action on_step[] = {
    ACTION_focus,     ACTION_focus_back, ACTION_cells,      ACTION_cell,       ACTION_instead,
    ACTION_next_head, ACTION_prev_head,  ACTION_next_batch, ACTION_prev_batch, ACTION_input,
    ACTION_result,    ACTION_change,     ACTION_tier,       ACTION_maximize,   ACTION_line,
    ACTION_beside,    ACTION_picture,    ACTION_stop,       ACTION_storage,    ACTION_outward,
    ACTION_behind,    ACTION_in_front,   ACTION_map,        ACTION_gradient,   ACTION_source,
    ACTION_use};

/* A text with "P shows ..." speaks of the step told before it; -1: it names no such key.
 * ACTION_COUNT: any of them. */
static int step_spoken_of(const struct viewer *v, enum action action)
{
    const struct guide_stop *s = viewer_stop(v);
    bool speaks = false;
    if (v->where.stop == 0 || v->where.between || s[-1].kind != GUIDE_STEP) {
        return -1;
    }
    for (size_t k = 0; k < sizeof on_step / sizeof on_step[0]; k++) {
        char shows[20];
        bool asked = action == ACTION_COUNT || action == on_step[k];
        key_first_name(on_step[k], shows);
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
    (void)count;
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
    bool unseen = false;
    for (size_t k = 0; k < sizeof on_step / sizeof on_step[0]; k++) {
        unseen = unseen || on_step[k] == action;
    }
    unseen = unseen && viewer_reads(v) && v->where.page == PAGE_NONE;
    int told = unseen ? step_spoken_of(v, action) : -1;
    if (told >= 0) {
        act_stand(v, told);
        return false;
    }
    if (unseen) {
        bool hops = action == ACTION_gradient || action == ACTION_source || action == ACTION_use;
        viewer_say(v, "This is a text. The key is for an operation: s goes to one; %s.",
                   hops ? "T hides the texts" : "F3 shows all code");
    }
    return unseen;
}

/* --- exercises --- */

/* Whether an exercise is looked at: that of the stop, or one of several. */
static bool is_asked(const struct viewer *v)
{
    const struct guide_stop *stop = viewer_stop(v);
    return stop != NULL && v->where.page == PAGE_NONE && !v->where.between && v->practice != NULL &&
           v->practice->open &&
           (stop->kind == GUIDE_EXERCISE || (stop->kind == GUIDE_MORE && v->where.asking));
}

unsigned act_answered(struct viewer *v)
{
    if (is_asked(v)) {
        bool solved = v->practice->task[v->practice->at].done == DONE_SOLVED;
        v->typed.answering = v->typed.answering && !solved;
        v->where.scroll = page_length(v, PAGE_guide, v->width - 2); /* what was said: at the end */
        scroll(v, 0);
    }
    return REACT_DRAW;
}

static unsigned heard(struct viewer *v, bool ok, enum practice_wish wish, const struct error *err)
{
    const struct guide_stop *stop = viewer_stop(v);
    const struct practice *p = v->practice;
    if (!ok) {
        viewer_say(v, "%.150s", err->text);
    }
    v->typed.asked = wish == PRACTICE_QUIT ? PRACTICE_STAY : wish;
    if (p->at < stop->exercise || p->at >= stop->exercise + stop->exercises) {
        v->typed.answering = false; /* "next", "back": from stop to stop */
        return (p->at < stop->exercise ? act_guide_prev(v, 1) : act_guide_next(v, 1)) |
               REACT_ANSWER;
    }
    return act_answered(v) | REACT_ANSWER;
}

/* Enter: on the line, or on to what is open. */
static unsigned enter(struct viewer *v)
{
    const struct guide_stop *stop = viewer_stop(v);
    const struct practice *p = v->practice;
    bool refused = v->where.asking && !p->open; /* it cannot be asked: the one behind it */
    int open = open_exercise(v, stop, refused ? p->at + 1 : stop->exercise);
    bool solved = p->open && p->task[p->at].done == DONE_SOLVED;
    if (stop->kind == GUIDE_MORE && (!v->where.asking || solved || refused)) {
        v->where.asking = open >= 0;
        if (open < 0) {
            return act_guide_next(v, 1);
        }
        ask(v, open);
        v->where.scroll = 0;
        v->typed.answering = p->open && p->question.kind != EXERCISE_choice;
    } else {
        v->typed.answering = true;
    }
    v->typed.answering = v->typed.answering && v->width > 0; /* as text every line is one */
    return REACT_DRAW | REACT_LOOK;
}

bool act_answer(struct viewer *v, uint32_t key, unsigned *reaction)
{
    const struct guide_stop *stop = viewer_stop(v);
    struct practice *p = v->practice;
    struct error err = {0};
    enum practice_wish wish = PRACTICE_STAY;
    bool asked = is_asked(v);
    bool more = stop != NULL && stop->kind == GUIDE_MORE && !v->where.between &&
                v->where.page == PAGE_NONE && p != NULL;
    v->typed.answering = v->typed.answering && asked;
    if (!asked && !more) {
        return false;
    }
    bool solved = asked && p->task[p->at].done == DONE_SOLVED;
    bool letter = asked && p->question.kind == EXERCISE_choice && key >= 'a' &&
                  key < 'a' + (uint32_t)p->question.option_count;
    if (!v->typed.answering && !solved && letter) {
        char line[2] = {(char)key, '\0'};
        bool ok = practice_line(p, line, &wish, &err);
        *reaction = heard(v, ok, wish, &err);
        return true;
    }
    bool number = asked && !letter && p->question.kind != EXERCISE_choice && key < 128 &&
                  strchr("0123456789(-.", (int)key) != NULL;
    if (!v->typed.answering && !solved && number) { /* begins to type */
        v->typed.answering = true;
    }
    if (solved && number && key >= '0' && key <= '9') {
        viewer_say(v, "This one is solved; Space goes on."); /* no count for the next key */
        *reaction = REACT_DRAW;
        return true;
    }
    if (!v->typed.answering) {
        bool enters = key == PRESSED_ENTER && (!solved || more);
        *reaction = enters ? enter(v) : REACT_NONE;
        return enters;
    }
    if (key == PRESSED_ENTER && p->typed[0] == '\0') {
        viewer_say(v, "Nothing is typed yet; Esc leaves the field.");
        *reaction = REACT_DRAW;
        return true;
    }
    if (key == PRESSED_ESC || key == PRESSED_INTERRUPT) {
        v->typed.answering = false;
        p->typed[0] = '\0';
        *reaction = REACT_DRAW;
        return true;
    }
    if (key == PRESSED_PGUP || key == PRESSED_PGDN) {
        *reaction = scroll(v, (key == PRESSED_PGUP ? -1 : 1) * (act_page_height(v) - 1));
        return true;
    }
    bool ok = practice_draw_key(p, key, &wish, &err);
    *reaction = key == PRESSED_ENTER ? heard(v, ok, wish, &err) : REACT_DRAW;
    return true;
}

bool act_answer_line(struct viewer *v, const char *line, unsigned *reaction)
{
    enum practice_wish wish = PRACTICE_STAY;
    struct error err = {0};
    if (!is_asked(v) || v->practice->task[v->practice->at].done == DONE_SOLVED) {
        return false;
    }
    bool ok = practice_line(v->practice, line, &wish, &err);
    *reaction = heard(v, ok, wish, &err);
    return true;
}
