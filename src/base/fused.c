/* Computes fused multiply-adds slowly: that of float32 by rounding to odd.
 *
 * The product of two float32 is exact in double. Its sum with the third is rounded to odd: where it
 * is not exact, the last bit is set to one, so that no sum lies half-way between two float32 unless
 * it truly does. Rounding that to float32 is then the only rounding that counts. (Boldo and
 * Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms using rounding to
 * odd", 2008.) musl's fmaf asks fesetround for this, which WebAssembly does not have. */
#include "base/fused.h"

float fused_slowly(float x, float y, float z)
{
    double product = (double)x * y, sum = product + z;
    double from_z = sum - product, error = (product - (sum - from_z)) + (z - from_z);
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    bool finite = (bits >> 52 & 0x7ff) != 0x7ff;
    if (finite && error != 0 && (bits & 1) == 0) {
        bits += (error > 0) == (sum > 0) ? 1 : (uint64_t)-1;
        memcpy(&sum, &bits, sizeof sum);
    }
    return (float)sum;
}

double fused_slowly_double(double x, double y, double z)
{
    return fma(x, y, z);
}
