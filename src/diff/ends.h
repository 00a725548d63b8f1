/* Finds what a run comes to, and whether the other run comes to it, too. */
#pragma once

#include "diff/holding.h"
#include "trace/tape/flow.h"

struct ends {
    int last, last_missed; /* tensors: the last end, and the last one without a twin; -1: none */
    int missed;            /* ends without a twin */
};

/* Of h, whose twins are known, beside the other run. */
struct ends ends_of(const struct holdings *h, const struct holdings *other, const struct flow *f);
