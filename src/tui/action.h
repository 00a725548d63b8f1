/* Tells what keys do to the state of the walkthrough. Nothing is drawn here: an action returns what
 * must happen next. */
#pragma once

#include "tui/keys.h"
#include "tui/viewer.h"

enum reaction {
    REACT_NONE = 0,
    REACT_DRAW = 1,    /* something on the screen is another */
    REACT_LOOK = 2,    /* viewer_look first */
    REACT_REPAINT = 4, /* the whole screen, also what did not change */
    REACT_SUSPEND = 8,
    REACT_QUIT = 16,
    REACT_AGAIN = 32,    /* run the code anew as viewer.wish says (live.h) */
    REACT_EDIT = 64,     /* the same, behind the editor */
    REACT_PICTURE = 128, /* write what is looked at as a picture to v->typed, or with v->display the
                            screen as text; v->over: what is there already may be written over, else
                            ask with PROMPT_OVER */
    REACT_ANSWER = 256,  /* an exercise was answered: keep it, and do what v->typed.asked says */
    REACT_LESSON = 512,  /* leave for the next lesson */
    REACT_PLAIN = 1024,  /* the screen is too small: on as text */
    REACT_ENDS = REACT_QUIT | REACT_AGAIN | REACT_EDIT | REACT_PICTURE | REACT_ANSWER |
                 REACT_LESSON | REACT_PLAIN /* of reading keys */
};

/* One key: part of a count, of what is being typed, or an action. Returns bits of enum reaction. */
unsigned action_key(struct viewer *v, uint32_t key);
/* A command as typed behind ':': "12", "s3", "next", "3 next", "p keys.shape". */
unsigned action_command(struct viewer *v, const char *text);
bool action_is_command(const char *text);
/* The nth command that a text belongs to; NULL behind them. */
const char *action_text_word(int nth);

int act_times(int count); /* 1 without a count */
unsigned act_type(struct viewer *v, enum prompt prompt);
