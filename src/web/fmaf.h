/* A fused multiply-add in place, for files whose loops are made of it; the others call port.c's. */
#ifndef QKV_WEB_FMAF_H
#define QKV_WEB_FMAF_H

#include <math.h>

#include "base/fused.h"

#define fmaf(x, y, z) fused_multiply_add(x, y, z)

#endif
