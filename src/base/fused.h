/* Computes the fused multiply-add of float32 for a C library that rounds it twice. */
#ifndef QKV_BASE_FUSED_H
#define QKV_BASE_FUSED_H

/* x * y + z rounded once, to nearest, in numbers of any size: the bits of a correct fmaf, but that
 * a NaN's sign and payload are not said. Needs arithmetic in double that rounds to nearest. */
float fused_multiply_add(float x, float y, float z);

#endif
