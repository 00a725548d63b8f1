/* The recorder that fills a tape. Private to src/trace: everyone else calls tape_start. */
#ifndef QKV_TRACE_RECORD_H
#define QKV_TRACE_RECORD_H

#include "trace/tape.h"

struct recorder record_to(struct tape *t);

#endif
