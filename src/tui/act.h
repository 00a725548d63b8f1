/* Declares the actions: one function for each row of keys.def, in the act_*.c of its kind. Private
 * to src/tui. */
#pragma once

#include "tui/action.h"

/* count: the number that was typed before the key, 0 without one. Bits of enum reaction. */
#define KEY(action, ...) unsigned act_##action(struct viewer *v, int count);
#include "tui/keys.def"
#undef KEY

/* Whether a later step uses what is shown: > leads there. */
bool act_hop_has_use(const struct viewer *v);
