/* Leads from keys to actions: counts, what is being typed, and the table of the actions. */
#include "tui/action.h"

#include "tui/act.h"

#include "base/utf8.h"
#include "tui/act/act_answer.h"
#include "tui/act/act_debug.h"
#include "tui/act/act_figure.h"
#include "tui/act/act_guess.h"
#include "tui/act/act_guide.h"
#include "tui/act/act_knob.h"
#include "tui/act/act_list.h"
#include "tui/act/act_live.h"
#include "tui/act/act_mouse.h"
#include "tui/act/act_page.h"
#include "tui/act/act_picture.h"
#include "tui/act/act_search.h"
#include "tui/act/act_step.h"
#include "tui/act/act_train.h"
#include "tui/complete.h"
#include "tui/page/page.h"
#include "tui/scene.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_MOST 100000

int act_times(int count)
{
    return count > 0 ? count : 1;
}

unsigned act_type(struct viewer *v, enum prompt prompt)
{
    v->typed.prompt = prompt;
    v->typed.text[0] = '\0';
    complete_anew(v);
    return REACT_DRAW;
}

ACT(act_command, act_type(v, PROMPT_COMMAND))

unsigned act_repaint(struct viewer *v, int count)
{
    (void)v, (void)count;
    return REACT_REPAINT | REACT_DRAW;
}

unsigned act_suspend(struct viewer *v, int count)
{
    (void)v, (void)count;
    return REACT_SUSPEND | REACT_DRAW;
}

unsigned act_leave(struct viewer *v, int count)
{
    v->typed.leaving = !v->typed.leaving;
    viewer_say(v, "Z once more quits.");
    return v->typed.leaving ? REACT_DRAW : REACT_QUIT;
}

ACT(act_quit, v->where.page != PAGE_NONE || v->where.at.part >= 0 ? act_back(v, 0) : REACT_QUIT)

unsigned act_interrupt(struct viewer *v, int count)
{
    (void)v, (void)count;
    return REACT_QUIT;
}

static unsigned (*const acts[])(struct viewer *v, int count) = {
#define KEY(action, ...) act_##action,
#include "tui/keys.def"
#undef KEY
};

/* Commands that a text belongs to; some are another one without it. */
static const struct {
    const char *word;
    unsigned (*act)(struct viewer *v, const char *text);
    bool bare; /* it may stand alone */
} with_text[] = {{"p", act_ask, false},
                 {"set", act_set_knob, false},
                 {"train", act_train_to, false},
                 {"write", act_write_to, false},
                 {"save-display", act_save_display, false},
                 {"what", act_what, false},
                 {"break", act_break, false},
                 {"watch", act_watch_value, false},
                 {"unwatch", act_unwatch, true},
                 {"delete", act_delete, true},
                 {"stop", act_guide_to, false}};
#define WITH_TEXT (sizeof with_text / sizeof with_text[0])

struct command {
    unsigned (*text_act)(struct viewer *v, const char *text);
    const char *text;
    bool to_step, setup; /* "12", "s3" */
    int number;
    enum action action; /* ACTION_COUNT: there is no such command */
};

static struct command read_command(const char *text)
{
    struct command c = {.action = ACTION_COUNT};
    char *rest;
    text += strspn(text, " ");
    size_t len = strcspn(text, " "), gap = strspn(text + len, " ");
    for (size_t k = 0; k < WITH_TEXT; k++) {
        if ((with_text[k].bare || text[len + gap] != '\0') && strlen(with_text[k].word) == len &&
            strncmp(text, with_text[k].word, len) == 0) {
            c.text_act = with_text[k].act;
            c.text = text + len + gap;
            return c;
        }
    }
    c.setup = text[0] == 's' && isdigit((unsigned char)text[1]);
    long number = strtol(text + c.setup, &rest, 10);
    c.number = number > COUNT_MOST ? COUNT_MOST : number < 0 ? 0 : (int)number;
    c.to_step = rest != text + c.setup;
    rest += strspn(rest, " ");
    c.text = rest;
    if (*rest != '\0') {
        c.to_step = false;
        c.action = strcmp(rest, "q") == 0   ? ACTION_quit
                   : strcmp(rest, "c") == 0 ? ACTION_to_stop
                                            : key_command(rest);
    }
    return c;
}

const char *action_text_word(int nth)
{
    return nth < (int)WITH_TEXT ? with_text[nth].word : NULL;
}

static unsigned do_seen(struct viewer *v, enum action action, int count)
{
    int stop = v->where.stop;
    if (act_unseen(v, action)) {
        return REACT_DRAW;
    }
    return acts[action](v, count) | (v->where.stop != stop ? REACT_LOOK : 0);
}

bool action_is_command(const char *text)
{
    struct command c = read_command(text);
    return c.text_act != NULL || c.to_step || c.action != ACTION_COUNT;
}

unsigned action_command(struct viewer *v, const char *text)
{
    struct command c = read_command(text);
    if (c.text_act != NULL) {
        return c.text_act(v, c.text);
    }
    if (c.to_step) {
        return act_to_number(v, c.number, c.setup);
    }
    if (c.action == ACTION_COUNT && *c.text != '\0') {
        viewer_say(v, "There is no command %.80s; ? lists them.", c.text);
    }
    return c.action == ACTION_COUNT ? REACT_DRAW : do_seen(v, c.action, c.number);
}

/* From now on n is the next match, until another key is pressed. */
static unsigned find(struct viewer *v, int direction, int count)
{
    unsigned reaction = act_find(v, direction, count);
    v->typed.finding = v->typed.finding || (reaction & REACT_LOOK) != 0;
    return reaction;
}

static unsigned finish_typing(struct viewer *v)
{
    enum prompt prompt = v->typed.prompt;
    if (strlen(v->typed.text) > TYPED_MOST) {
        return REACT_DRAW; /* the line says so */
    }
    v->typed.prompt = PROMPT_NONE;
    if (prompt == PROMPT_COMMAND) {
        return action_command(v, v->typed.text) | REACT_DRAW;
    }
    if (prompt == PROMPT_GUESS) {
        return act_judge_guess(v);
    }
    if (prompt == PROMPT_PICTURE) {
        return act_write(v, false);
    }
    if (v->typed.text[0] != '\0') {
        memcpy(v->typed.search, v->typed.text, sizeof v->typed.search);
    }
    return v->where.page == PAGE_steps ? act_list_filter(v) : find(v, 1, 1);
}

static unsigned type(struct viewer *v, uint32_t key)
{
    size_t len = strlen(v->typed.text);
    key = key == PRESSED_INTERRUPT ? PRESSED_ESC : key;
    if (v->typed.prompt == PROMPT_MARK || v->typed.prompt == PROMPT_TO_MARK) {
        enum prompt prompt = v->typed.prompt;
        v->typed.prompt = PROMPT_NONE;
        return key == PRESSED_ESC      ? REACT_DRAW
               : prompt == PROMPT_MARK ? act_set_mark(v, key)
                                       : act_go_to_mark(v, key);
    }
    if (v->typed.prompt == PROMPT_OVER) {
        v->typed.prompt = PROMPT_NONE;
        return act_write_over(v, key);
    }
    if (v->typed.prompt == PROMPT_EDIT) {
        v->typed.prompt = PROMPT_NONE;
        return act_open_editor(v, key);
    }
    if (key == PRESSED_ENTER) {
        return finish_typing(v);
    }
    if (key == PRESSED_TAB) {
        if (v->typed.prompt == PROMPT_COMMAND) {
            complete_typed(v);
        }
        return REACT_DRAW;
    }
    complete_anew(v);
    if (key == PRESSED_ESC || (key == PRESSED_BACKSPACE && len == 0)) {
        v->typed.prompt = PROMPT_NONE;
    } else if (key == PRESSED_BACKSPACE) {
        do {
            len--;
        } while (len > 0 && ((unsigned char)v->typed.text[len] & 0xC0) == 0x80);
        v->typed.text[len] = '\0';
    } else if (key >= ' ' && key < PRESSED_SPECIAL && len <= TYPED_MOST) {
        v->typed.text[len + utf8_write(key, v->typed.text + len)] = '\0';
    }
    return REACT_DRAW;
}

/* On a page the keys PgDn and PgUp move through it and never out of it. False: there is none. */
static bool turn_page(struct viewer *v, uint32_t key, unsigned *reaction)
{
    int lines = act_page_height(v) - 1, by = key == PRESSED_PGDN ? lines : -lines;
    if ((key != PRESSED_PGDN && key != PRESSED_PGUP) || v->where.page == PAGE_NONE) {
        return false;
    }
    *reaction = v->where.page == PAGE_code    ? act_move_cursor(v, by)
                : v->where.page != PAGE_steps ? act_scroll(v, by)
                : by > 0                      ? act_next(v, by)
                                              : act_prev(v, -by);
    return true;
}

/* Whether a key asks for what only makes sense with the step in sight. */
static bool asks_of_the_step(const struct viewer *v)
{
    return v->typed.prompt != PROMPT_NONE && v->typed.prompt != PROMPT_COMMAND &&
           v->typed.prompt != PROMPT_SEARCH;
}

static unsigned press(struct viewer *v, uint32_t key);

/* What happens behind a page that does not follow the steps is seen: the page goes. */
unsigned action_key(struct viewer *v, uint32_t key)
{
    struct viewer_chosen chosen;
    enum page page = v->where.page;
    enum focus focus = v->where.focus;
    memcpy(&chosen, &v->chosen, sizeof chosen);
    unsigned reaction = press(v, key);
    bool acted = (reaction & (REACT_LOOK | REACT_AGAIN)) != 0 || v->where.focus != focus ||
                 memcmp(&chosen, &v->chosen, sizeof chosen) != 0 || asks_of_the_step(v);
    if (acted && v->where.page == page && page_stands_still(page)) {
        v->where.page = v->where.below = PAGE_NONE;
    }
    return reaction;
}

static unsigned press(struct viewer *v, uint32_t key)
{
    if (v->width > 0 && !scene_fits(v->width, v->height)) { /* as text there is no width */
        key = scene_key(v->width, v->height, key);
        return key == PRESSED_INTERRUPT ? REACT_QUIT
               : key == PRESSED_PLAIN   ? REACT_PLAIN
               : key != 0               ? acts[key_action(key)](v, 0)
                                        : REACT_NONE;
    }
    v->typed.message[0] = '\0';
    if (v->typed.prompt != PROMPT_NONE) {
        return act_hide(v, type(v, key));
    }
    unsigned reaction;
    if (act_figure_key(v, key, &reaction) || act_answer(v, key, &reaction) ||
        act_list_key(v, key, &reaction) || turn_page(v, key, &reaction)) {
        v->typed.finding = false;
        v->typed.count = 0;
        return reaction;
    }
    if (key == PRESSED_WHEEL_UP || key == PRESSED_WHEEL_DOWN) {
        return act_wheel(v, key == PRESSED_WHEEL_DOWN ? 1 : -1);
    }
    if ((key >= '1' && key <= '9') || (key == '0' && v->typed.count > 0)) {
        v->typed.count = v->typed.count * 10 + (int)(key - '0');
        v->typed.count = v->typed.count > COUNT_MOST ? COUNT_MOST : v->typed.count;
        return REACT_DRAW;
    }
    enum action action = key_action(key);
    int count = v->typed.count;
    v->typed.count = 0;
    v->typed.leaving = v->typed.leaving && action == ACTION_leave;
    bool finding = v->typed.finding;
    v->typed.finding = finding && (key == 'n' || key == 'N');
    if (key == PRESSED_ESC && (finding || count > 0)) { /* out of the search; forget the number */
        return REACT_DRAW;
    }
    if (v->typed.finding) {
        return act_hide(v, find(v, key == 'n' ? 1 : -1, count) | REACT_DRAW);
    }
    if (action == ACTION_COUNT) {
        viewer_say(v, "This key does nothing; ? lists those that do.");
        return REACT_DRAW;
    }
    return act_hide(v, do_seen(v, action, count) | REACT_DRAW);
}
