/* The actions, one function for each row of keys.def, and what they share. Private to src/tui. */
#ifndef QKV_TUI_ACT_H
#define QKV_TUI_ACT_H

#include "tui/action.h"

/* count: the number that was typed before the key, 0 without one. Bits of enum reaction. */
#define KEY(action, ...) unsigned act_##action(struct viewer *v, int count);
#include "tui/keys.def"
#undef KEY

int act_times(int count); /* 1 without a count */
/* Behind a motion of the stepper: what to do next, or why nothing moved. */
unsigned act_moved(struct viewer *v, bool did, const char *otherwise);
/* The same for a jump, from which '' leads back. */
unsigned act_jumped(struct viewer *v, int from_row, bool did, const char *otherwise);
unsigned act_to_number(struct viewer *v, int number, bool setup);
unsigned act_set_mark(struct viewer *v, uint32_t key);
unsigned act_go_to_mark(struct viewer *v, uint32_t key);

unsigned act_open(struct viewer *v, enum page page); /* closes it when it is open */
unsigned act_scroll(struct viewer *v, int lines);
int act_page_height(const struct viewer *v);
bool act_page_scrolls(const struct viewer *v);         /* else next and prev move over steps */
unsigned act_move_cursor(struct viewer *v, int lines); /* in the code */
unsigned act_type(struct viewer *v, enum prompt prompt);

/* What was typed is in v->typed. */
unsigned act_ask(struct viewer *v, const char *expression);
unsigned act_what(struct viewer *v, const char *term);
unsigned act_write_to(struct viewer *v, const char *name);
unsigned act_save_display(struct viewer *v, const char *name);
unsigned act_write(struct viewer *v, bool over);
unsigned act_write_over(struct viewer *v, uint32_t key);
unsigned act_find(struct viewer *v, int direction, int count);
unsigned act_judge_guess(struct viewer *v);
bool act_doubt(struct viewer *v); /* at the last step: asks what the line behind it gives */
unsigned act_set_knob(struct viewer *v, const char *setting);
/* Behind every action: at a step that was not shown before the result waits for a guess. */
unsigned act_hide(struct viewer *v, unsigned reaction);

#endif
