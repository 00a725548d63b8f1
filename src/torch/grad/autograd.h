/* Declares what the prelude (torch.autograd) asks of the engine: functions of torch._C. */
#pragma once

#include "lang/run/interp.h"

bool grad_autograd_register(struct interp *in, struct dict *into);
