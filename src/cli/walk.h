/* Shows the list of lessons, and then what is chosen there, one after the other. */
#ifndef QKV_CLI_WALK_H
#define QKV_CLI_WALK_H

#include "cli/options.h"

/* practice: it begins as the list of exercises. The exit status. */
int walk_choose(const struct options *o, bool practice);

#endif
