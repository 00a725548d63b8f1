/* The TypeError of a call that fits no overload, where PyTorch's list of overloads is longer than
 * the rows of ops.def or its types have other names: refusal.def has those lists.
 *
 * Never decides whether a call is fine: it is asked when no row of ops.def took the arguments. */
#ifndef QKV_TORCH_CALL_REFUSAL_H
#define QKV_TORCH_CALL_REFUSAL_H

#include "lang/run/interp.h"

/* Raises what PyTorch raises for these arguments of torch.name, or of a method (then args begin
 * with the tensor). False when there is nothing to say: no exception is raised then. */
bool refusal_raise(struct interp *in, const char *name, bool method, const struct args *args);

#endif
