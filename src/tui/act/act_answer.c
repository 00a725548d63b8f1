/* Carries out keys and lines for an exercise; asked.c says what each of them is there. */
#include "tui/act/act_answer.h"

#include "tui/act.h"
#include "tui/act/act_guide.h"
#include "tui/act/act_page.h"
#include "tui/asked.h"
#include "tui/practice_word.h"
#include "tui/scene.h"

#include <ctype.h>
#include <string.h>

unsigned act_answered(struct viewer *v)
{
    struct practice *p = v->practice;
    if (asked_for(v) != ASKED_NOTHING) {
        bool more = asked_for(v) == ASKED_LINE && !practice_is_over(p);
        v->typed.answering =
            v->typed.answering && (more || p->opening); /* a letter needs no line */
        v->where.scroll = scene_text_length(v);         /* what was said: at the end */
        act_guide_scroll(v, 0);
    }
    return REACT_DRAW;
}

/* What came of a line. */
static unsigned heard(struct viewer *v, const char *line)
{
    const struct guide_stop *stop = viewer_stop(v);
    struct practice *p = v->practice;
    struct error err = {0};
    enum practice_wish wish;
    if (!practice_line(p, line, &wish, &err)) {
        viewer_say(v, "%.150s", err.text);
    }
    v->typed.asked = wish == PRACTICE_QUIT ? PRACTICE_STAY : wish;
    if (p->at < stop->exercise || p->at >= stop->exercise + stop->exercises) {
        v->typed.answering = false; /* "next", "back": from stop to stop */
        return (p->at < stop->exercise ? act_guide_prev(v, 1) : act_guide_next(v, 1)) |
               REACT_ANSWER;
    }
    act_answered(v);
    return REACT_DRAW | (wish == PRACTICE_QUIT ? REACT_QUIT : REACT_ANSWER);
}

static unsigned leave_line(struct viewer *v)
{
    practice_shut(v->practice);
    v->typed.answering = false;
    v->practice->typed[0] = '\0';
    return REACT_DRAW;
}

/* Enter: on the line, or on to what is open. False: on to the next stop. */
static bool enter(struct viewer *v, unsigned *reaction)
{
    const struct guide_stop *stop = viewer_stop(v);
    const struct practice *p = v->practice;
    bool more = stop->kind == GUIDE_MORE;
    bool begins = more && !v->where.asking, refused = v->where.asking && !p->open;
    if (begins || refused || (p->open && practice_is_over(p))) {
        int at = begins ? stop->exercise - 1 : p->at;
        int open = more ? practice_next_open(p, stop->exercise, stop->exercises, at) : -1;
        v->where.asking = open >= 0;
        if (open < 0) {
            return false;
        }
        act_guide_ask(v, open);
        v->where.scroll = 0;
        v->typed.answering = asked_for(v) == ASKED_LINE;
    } else {
        v->typed.answering = true;
    }
    v->typed.answering = v->typed.answering && v->width > 0; /* as text every line is one */
    *reaction = REACT_DRAW | REACT_LOOK;
    return true;
}

/* Whether a key leads away from a line with nothing on it. A line of code may begin with blanks. */
static bool is_away(const struct practice *p, uint32_t key)
{
    bool blank = key == ' ' && !practice_is_over(p) && kind_asks(p->question.kind, ASKS_CODE);
    return !blank && (key <= ' ' || key >= PRESSED_SPECIAL);
}

/* On the line that is typed. */
static bool type(struct viewer *v, uint32_t key, unsigned *reaction)
{
    struct practice *p = v->practice;
    bool empty = p->typed[0] == '\0', signal = key == 'L' - '@' || key == 'Z' - '@';
    enum practice_wish wish;
    struct error none = {0};
    *reaction = REACT_DRAW;
    if (key == PRESSED_ENTER && empty && !p->opening) {
        if (practice_is_over(p)) {
            leave_line(v);
            return enter(v, reaction);
        }
        viewer_say(v, "Nothing is typed yet; Esc leaves the line.");
    } else if (key == PRESSED_ENTER) {
        char line[PRACTICE_LINE];
        memcpy(line, p->typed, sizeof line);
        p->typed[0] = '\0';
        *reaction = heard(v, line);
    } else if (key == PRESSED_ESC || key == PRESSED_INTERRUPT) {
        leave_line(v);
    } else if (key == PRESSED_PGUP || key == PRESSED_PGDN) {
        act_guide_scroll(v, (key == PRESSED_PGUP ? -1 : 1) * (act_page_height(v) - 1));
    } else if (signal || (empty && is_away(p, key))) {
        if (!signal) {
            leave_line(v);
        }
        return false;
    } else {
        practice_draw_key(p, key, &wish, &none);
    }
    return true;
}

bool act_answer(struct viewer *v, uint32_t key, unsigned *reaction)
{
    const struct guide_stop *stop = viewer_stop(v);
    struct practice *p = v->practice;
    enum asked asked = asked_for(v);
    bool more = stop != NULL && stop->kind == GUIDE_MORE && !v->where.between &&
                v->where.page == PAGE_NONE && p != NULL;
    v->typed.answering = v->typed.answering && asked != ASKED_NOTHING;
    if (v->typed.answering) {
        return type(v, key, reaction);
    }
    if (key == PRESSED_ENTER && (asked != ASKED_NOTHING || more)) {
        return enter(v, reaction);
    }
    char line[2] = {(char)tolower((int)(key & 0x7f)), '\0'};
    switch (asked_key(v, key)) {
    case ASKED_COMMAND:
        return false;
    case ASKED_OPTION:
        if (p->task[p->at].done != DONE_SOLVED) {
            *reaction = heard(v, line);
            return true;
        }
        viewer_say(v, v->keyless ? "This one is solved." : "This one is solved; Space goes on.");
        break;
    case ASKED_BEGINS:
        v->typed.answering = true;
        return type(v, key, reaction);
    case ASKED_IDLE:
        viewer_say(v, "The answer is a letter from a to %c%s", 'a' + p->question.option_count - 1,
                   v->keyless ? "." : "; Space goes on.");
        break;
    }
    *reaction = REACT_DRAW;
    return true;
}

bool act_answer_line(struct viewer *v, const char *line, unsigned *reaction)
{
    if (asked_for(v) == ASKED_NOTHING) {
        return false;
    }
    *reaction = heard(v, line);
    return true;
}
