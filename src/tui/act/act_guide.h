/* Going through a lesson stop by stop, when viewer_stop is not NULL. Private to src/tui. */
#ifndef QKV_TUI_ACT_ACT_GUIDE_H
#define QKV_TUI_ACT_ACT_GUIDE_H

#include "tui/keys.h"
#include "tui/viewer.h"

/* Behind a motion of the stepper: where that is among the stops. */
void act_sync(struct viewer *v);
/* Behind a jump: Space goes on from there, and back to no text that was jumped over. */
void act_land(struct viewer *v);
void act_stand(struct viewer *v, int stop);
unsigned act_guide_next(struct viewer *v, int count);
unsigned act_guide_prev(struct viewer *v, int count);
unsigned act_guide_section(struct viewer *v, int by); /* -2: back over two */
unsigned act_guide_end(struct viewer *v, bool last);
unsigned act_guide_into(struct viewer *v);
/* Whether it acts on what a text hides; then that is said. */
bool act_unseen(struct viewer *v, enum action action);
/* A key for the exercise that is looked at; false: it is none. */
bool act_answer(struct viewer *v, uint32_t key, unsigned *reaction);
/* Behind a verdict: it is in sight, and the line to type on stays until the answer is right. */
unsigned act_answered(struct viewer *v);
/* A whole line for it. */
bool act_answer_line(struct viewer *v, const char *line, unsigned *reaction);

#endif
