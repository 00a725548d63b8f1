/* Declares the actions: one function for each row of keys.def, in the act_*.c of its kind. Private
 * to src/tui. */
#pragma once

#include "tui/action.h"

/* count: the number that was typed before the key, 0 without one. Bits of enum reaction. */
#define KEY(action, ...) unsigned act_##action(struct viewer *v, int count);
#include "tui/keys.def"
#undef KEY
#define ACT(action, ...) /* one that is an expression */                                           \
    unsigned action(struct viewer *v, int count)                                                   \
    {                                                                                              \
        return __VA_ARGS__;                                                                        \
    }

/* Whether a later step uses what is shown: > leads there. */
bool act_hop_has_use(const struct viewer *v);
/* As <, for cell [row, column] of one of the inputs: to the step that made it, and to that cell. */
unsigned act_hop_source(struct viewer *v, int input, int64_t row, int64_t column);
/* Whether < led here, so that > leads back. */
bool act_hop_went_back(const struct viewer *v);
