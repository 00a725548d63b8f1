/* Leads gradients through views: a view shows cells of its base, so that who writes into one of the
 * two changes what the other one comes from. */
#pragma once

#include "torch/op/op.h"

/* `t` was just made by the call: if it shows cells of arg[0], that tensor's base is its own. */
void grad_view_note(const struct call *c, struct tensor_object *t, bool one_of_many);
/* Gives a view its node anew when its base was written since: it is then read from its base, as by
 * as_strided(). False: raised. */
bool grad_view_refresh(struct interp *in, struct tensor_object *t);
/* Refuses that one of the views that chunk, split or unbind gave at once, or one that was made in
 * no_grad(), "is being" written, or its base was. Always false: raised. */
bool grad_view_refuse(struct interp *in, const struct tensor_object *t, const char *what);
/* Whether a write that is `wanted` on the way of gradients may go to it; one into what was made in
 * inference_mode() stays there. False: raised. */
bool grad_view_may_write(struct interp *in, const struct tensor_object *t, bool wanted);
/* Whether gradients go to it: it may ask for them by its base alone. */
bool grad_view_takes(struct tensor_object *t);
/* The next grad_view_refresh() finds that the base was written. */
void grad_view_outdate(struct tensor_object *t);
