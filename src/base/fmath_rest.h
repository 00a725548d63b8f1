/* exp with the bits of the C library under PyTorch, for cells that its vectors leave over. */
#ifndef QKV_BASE_FMATH_REST_H
#define QKV_BASE_FMATH_REST_H

float fmath_expf_rest(float x);

#endif
