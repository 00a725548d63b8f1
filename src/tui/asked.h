/* Tells what a key is while a question of a lesson is looked at: the one rule, which the keys
 * (act_answer.c) and the last line (pane_footer.c) go by.
 *
 * What is typed at a question is an answer, also once more behind a verdict. Where one letter is
 * the answer it answers at once, large or small, p, s, q, ], ?, : and Space are commands, and h
 * begins a line, on which Enter gives a hint; other characters do nothing. To any other question a
 * character begins a line, but for ], ?, : and Space, with which no answer begins, and p and q,
 * where none can. Keys that are no characters (arrows, Tab, Esc,
 * ...) are what they are at a text. The last line names the commands that are there. */
#pragma once

#include "tui/viewer.h"

enum asked {
    ASKED_NOTHING,
    ASKED_LETTER, /* one of its options */
    ASKED_LINE    /* anything else: sizes, a number, letters in order, code */
};

enum asked_key {
    ASKED_COMMAND, /* what it is elsewhere */
    ASKED_OPTION,  /* the answer */
    ASKED_BEGINS,  /* the first character of an answer's line */
    ASKED_IDLE     /* no answer, and no command here */
};

/* What is asked for: by the exercise of the stop, or by the one of several that is looked at. */
enum asked asked_for(const struct viewer *v);
enum asked_key asked_key(const struct viewer *v, uint32_t key);
