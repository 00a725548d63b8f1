/* Views and gradients: a view shows cells of its base, so that who writes into one of the two
 * changes what the other one comes from. */
#pragma once

#include "torch/op/op.h"

/* `t` was just made by the call: if it shows cells of arg[0], that tensor's base is its own. */
void grad_view_note(const struct call *c, struct tensor_object *t, bool one_of_many);
/* Gives a view its node anew when its base was written since: it is then read from its base, as by
 * as_strided(). False: raised. */
bool grad_view_refresh(struct interp *in, struct tensor_object *t);
/* The next grad_view_refresh() finds that the base was written. */
void grad_view_outdate(struct tensor_object *t);
