/* From keys to actions: counts, what is being typed, and the table of the actions. */
#include "tui/act.h"

#include "base/utf8.h"

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
    v->prompt = prompt;
    v->typed[0] = '\0';
    return REACT_DRAW;
}

unsigned act_command(struct viewer *v, int count)
{
    (void)count;
    return act_type(v, PROMPT_COMMAND);
}

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
    (void)count;
    v->leaving = !v->leaving;
    viewer_say(v, "Z once more quits.");
    return v->leaving ? REACT_DRAW : REACT_QUIT;
}

unsigned act_quit(struct viewer *v, int count)
{
    (void)count;
    return v->page != PAGE_NONE || v->at.part >= 0 ? act_back(v, 0) : REACT_QUIT;
}

static unsigned (*const acts[])(struct viewer *v, int count) = {
#define KEY(action, ...) act_##action,
#include "tui/keys.def"
#undef KEY
};

unsigned action_command(struct viewer *v, const char *text)
{
    char *rest;
    text += strspn(text, " ");
    if (text[0] == 'p' && text[1] == ' ') {
        return act_ask(v, text + 2 + strspn(text + 2, " "));
    }
    if (strncmp(text, "set ", 4) == 0) {
        return act_set_knob(v, text + 4 + strspn(text + 4, " "));
    }
    if (strncmp(text, "write ", 6) == 0) {
        return act_write_to(v, text + 6 + strspn(text + 6, " "));
    }
    if (strncmp(text, "save-display ", 13) == 0) {
        return act_save_display(v, text + 13 + strspn(text + 13, " "));
    }
    if (strncmp(text, "what ", 5) == 0) {
        return act_what(v, text + 5 + strspn(text + 5, " "));
    }
    bool setup = text[0] == 's' && isdigit((unsigned char)text[1]);
    long number = strtol(text + setup, &rest, 10);
    number = number > COUNT_MOST ? COUNT_MOST : number < 0 ? 0 : number;
    rest += strspn(rest, " ");
    if (*rest == '\0') {
        return *text == '\0' ? REACT_DRAW : act_to_number(v, (int)number, setup);
    }
    enum action action = key_command(rest);
    if (strcmp(rest, "q") == 0) {
        action = ACTION_quit;
    }
    if (action == ACTION_COUNT) {
        viewer_say(v, "There is no command %s; ? lists them.", rest);
        return REACT_DRAW;
    }
    return acts[action](v, (int)number);
}

static unsigned finish_typing(struct viewer *v)
{
    enum prompt prompt = v->prompt;
    v->prompt = PROMPT_NONE;
    if (prompt == PROMPT_COMMAND) {
        return action_command(v, v->typed) | REACT_DRAW;
    }
    if (prompt == PROMPT_GUESS) {
        return act_judge_guess(v);
    }
    if (prompt == PROMPT_PICTURE) {
        return act_write(v, false);
    }
    if (v->typed[0] != '\0') {
        memcpy(v->search, v->typed, sizeof v->search);
    }
    return act_find(v, 1, 1);
}

static unsigned type(struct viewer *v, uint32_t key)
{
    size_t len = strlen(v->typed);
    if (v->prompt == PROMPT_MARK || v->prompt == PROMPT_TO_MARK) {
        enum prompt prompt = v->prompt;
        v->prompt = PROMPT_NONE;
        return key == PRESSED_ESC      ? REACT_DRAW
               : prompt == PROMPT_MARK ? act_set_mark(v, key)
                                       : act_go_to_mark(v, key);
    }
    if (v->prompt == PROMPT_OVER) {
        v->prompt = PROMPT_NONE;
        return act_write_over(v, key);
    }
    if (key == PRESSED_ENTER) {
        return finish_typing(v);
    }
    if (key == PRESSED_ESC || (key == PRESSED_BACKSPACE && len == 0)) {
        v->prompt = PROMPT_NONE;
    } else if (key == PRESSED_BACKSPACE) {
        do {
            len--;
        } while (len > 0 && ((unsigned char)v->typed[len] & 0xC0) == 0x80);
        v->typed[len] = '\0';
    } else if (key >= ' ' && key < PRESSED_SPECIAL && len + 4 <= TYPED_MOST) {
        v->typed[len + utf8_write(key, v->typed + len)] = '\0';
    }
    return REACT_DRAW;
}

unsigned action_key(struct viewer *v, uint32_t key)
{
    v->message[0] = '\0';
    if (v->prompt != PROMPT_NONE) {
        return act_hide(v, type(v, key));
    }
    if ((key >= '1' && key <= '9') || (key == '0' && v->count > 0)) {
        v->count = v->count * 10 + (int)(key - '0');
        v->count = v->count > COUNT_MOST ? COUNT_MOST : v->count;
        return REACT_DRAW;
    }
    enum action action = key_action(key);
    int count = v->count;
    v->count = 0;
    v->leaving = v->leaving && action == ACTION_leave;
    if (action == ACTION_COUNT) {
        viewer_say(v, "This key does nothing; ? lists those that do.");
        return REACT_DRAW;
    }
    return act_hide(v, acts[action](v, count) | REACT_DRAW);
}
