/* Naming what stands around each softmax. Private to src/trace. */
#ifndef QKV_TRACE_ROAD_H
#define QKV_TRACE_ROAD_H

#include "trace/pass.h"

/* Sets stage and pass of the events around every pass of the tape, and completes the passes.
 * False: memory. */
bool road_name(struct walk *w);

#endif
