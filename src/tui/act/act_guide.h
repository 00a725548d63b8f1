/* Goes through a lesson stop by stop, when viewer_stop is not NULL. Private to src/tui. */
#pragma once

#include "tui/keys.h"
#include "tui/viewer.h"

/* Behind a motion of the stepper: where that is among the stops. */
void act_sync(struct viewer *v);
/* Behind a jump: Space goes on from there, and back to no text that was jumped over. */
void act_land(struct viewer *v);
void act_stand(struct viewer *v, int stop);
/* The code was run again, and has stops of its own: at the one where the viewer was, or behind the
 * last one before it that is still there. `was`: the stops before, with events of the new run. */
void act_stand_again(struct viewer *v, const struct guide *was);
unsigned act_guide_next(struct viewer *v, int count);
unsigned act_guide_prev(struct viewer *v, int count);
unsigned act_guide_section(struct viewer *v, int by);      /* -2: back over two */
unsigned act_guide_to(struct viewer *v, const char *text); /* ":stop 12" */
unsigned act_guide_end(struct viewer *v, bool last);
unsigned act_guide_into(struct viewer *v);
/* Whether it acts on what a text hides; then that is said. */
bool act_unseen(struct viewer *v, enum action action);
/* Makes the question of an exercise, which is then looked at. */
void act_guide_ask(struct viewer *v, int exercise);
unsigned act_guide_scroll(struct viewer *v, int by); /* lines of the text */
