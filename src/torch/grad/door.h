/* What the prelude (torch.autograd) asks of the engine: functions of torch._C. */
#ifndef QKV_TORCH_GRAD_DOOR_H
#define QKV_TORCH_GRAD_DOOR_H

#include "lang/run/interp.h"

bool grad_door_register(struct interp *in, struct dict *into);

#endif
