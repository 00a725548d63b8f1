/* Shows the list of lessons, and then what is chosen there, one after the other. */
#pragma once

#include "cli/options.h"

/* practice: it begins as the list of exercises. The exit status. */
int walk_choose(const struct options *o, bool practice);
