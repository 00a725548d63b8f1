/* Does what an optimiser does to parameters as most are, in one go: functions of torch._C. They
 * leave alone what the prelude must do operation by operation: whatever is recorded, computed with
 * gradients, or is not contiguous float32. */
#pragma once

#include "lang/run/interp.h"

bool grad_optimizer_register(struct interp *in, struct dict *into);
