/* Computes NumPy's own exp, log, sin and cos of float32: a reduced argument, then quotients of
 * polynomials (exp, log) or two polynomials of its square (sin, cos). */
#include "base/fmath_numpy.h"

#include "base/fmath.h"

#include <math.h>

/* Adding and taking it away rounds to a whole number. */
#define TO_WHOLE 0x1.8p23f

float fmath_numpy_expf(float x)
{
    if (isnan(x)) {
        return x;
    }
    if (x > 88.72283935546875f) {
        return INFINITY;
    }
    if (x < -103.97208404541015625f) {
        return 0;
    }
    float power = fmaf(x, 1.442695040f, TO_WHOLE) - TO_WHOLE; /* x = power * ln 2 + rest */
    float r = fmaf(power, -1.42860677e-6f, fmaf(power, -6.93145752e-1f, x));
    float over = fmaf(5.082762527590693718096e-04f, r, 6.757896990527504603057e-03f);
    over = fmaf(over, r, 5.114512081637298353406e-02f);
    over = fmaf(over, r, 2.473615434895520810817e-01f);
    over = fmaf(over, r, 7.257664613233124478488e-01f);
    over = fmaf(over, r, 9.999999999980870924916e-01f);
    float under = fmaf(2.159509375685829852307e-02f, r, -2.742335390411667452936e-01f);
    return ldexpf(over / fmaf(under, r, 1.0f), (int)power);
}

float fmath_numpy_logf(float x)
{
    if (isnan(x) || x < 0) {
        return NAN;
    }
    if (x == 0 || isinf(x)) {
        return x == 0 ? -INFINITY : INFINITY;
    }
    int power;
    float m = frexpf(x, &power); /* from sqrt(1/2) to sqrt(2) */
    if (2 * m > 0x1.6a09e6p0f) {
        m -= 1;
    } else {
        m = 2 * m - 1;
        power--;
    }
    float over = fmaf(2.589979117907922693523e-02f, m, 3.808837741388407920751e-01f);
    over = fmaf(over, m, 1.480000633576506585156e+00f);
    over = fmaf(over, m, 2.112677543073053063722e+00f);
    over = fmaf(over, m, 9.999999999999998702752e-01f) * m;
    float under = fmaf(5.875095403124574342950e-03f, m, 1.546476374983906719538e-01f);
    under = fmaf(under, m, 9.864942958519418960339e-01f);
    under = fmaf(under, m, 2.453006071784736363091e+00f);
    under = fmaf(under, m, 2.612677543073109236779e+00f);
    return fmaf((float)power, 0x1.62e43p-1f, over / fmaf(under, m, 1.0f));
}

/* sin of x and of as many more right angles. */
static float turned(float x, int more)
{
    float angles = fmaf(x, 0x1.45f306p-1f, TO_WHOLE) - TO_WHOLE; /* x = angles * pi / 2 + rest */
    float r = fmaf(angles, -1.57079601287841796875f, x);
    r = fmaf(angles, -3.1391647326017846353e-07f, r);
    r = fmaf(angles, -5.390302529957764765e-15f, r);
    float square = r * r, y;
    int quarter = (int)angles + more;
    if ((quarter & 1) != 0) {
        y = fmaf(0x1.98e616p-16f, square, -0x1.6c06dcp-10f);
        y = fmaf(y, square, 0x1.55553cp-05f);
        y = fmaf(y, square, -0x1.000000p-01f);
        y = fmaf(y, square, 1.0f);
    } else {
        y = fmaf(0x1.7d3bbcp-19f, square, -0x1.a06bbap-13f);
        y = fmaf(y, square, 0x1.11119ap-07f);
        y = fmaf(y, square, -0x1.555556p-03f);
        y = fmaf(fmaf(y, square, 0.0f), r, r);
    }
    return (quarter & 2) != 0 ? -y : y;
}

/* Beyond this NumPy asks the C library, which is right to half a unit there. */
#define FAR 71476.0625f

float fmath_numpy_sinf(float x)
{
    return fabsf(x) <= FAR ? turned(x, 0) : (float)fmath_sin(x);
}

float fmath_numpy_cosf(float x)
{
    return fabsf(x) <= FAR ? turned(x, 1) : (float)fmath_cos(x);
}
