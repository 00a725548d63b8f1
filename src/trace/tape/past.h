/* Tensors as they were: tape_before and tape_after (tape.h). Private to src/trace. */
#ifndef QKV_TRACE_TAPE_PAST_H
#define QKV_TRACE_TAPE_PAST_H

#include "trace/tape/tape.h"

void pasts_free(struct tape *t);

#endif
