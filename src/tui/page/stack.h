/* Tells the calls of the learner's own functions that are under way at a step, and which of them
 * `:p` asks in. */
#pragma once

#include "tui/viewer.h"

struct stack_frame {
    int call;       /* -1: the top level */
    struct span at; /* what is being carried out there */
};

/* How many there are around a step, with the top level; 0: there is no step. */
int stack_depth(const struct viewer *v);
/* The step's own function, or the one that many calls above it: below stack_depth. */
struct stack_frame stack_frame(const struct viewer *v, int up);
/* How many calls above the step's own function one looks: 0 until that is chosen for this step. */
int stack_chosen(const struct viewer *v);
void stack_choose(struct viewer *v, int up);
/* Whether one was chosen at this step. */
bool stack_is_chosen(const struct viewer *v);
/* "Block.forward", "top level" */
const char *stack_name(const struct viewer *v, const struct stack_frame *f);
