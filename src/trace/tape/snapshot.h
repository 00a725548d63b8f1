/* Tensors as they were: tape_before and tape_after (tape.h). Private to src/trace. */
#ifndef QKV_TRACE_TAPE_SNAPSHOT_H
#define QKV_TRACE_TAPE_SNAPSHOT_H

#include "trace/tape/tape.h"

void snapshots_free(struct tape *t);

#endif
