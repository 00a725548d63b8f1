/* Tests erf against SLEEF 3.5.1, bit by bit. The numbers here are those of
 * Sleef_finz_erff1_u10purecfma and Sleef_finz_erfd1_u10purecfma of that library, which need not be
 * on this machine. */
#include "base/fmath.h"
#include "expect.h"

#include <check.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The form for a machine without vectors and fused multiply-adds, which no machine of today runs.
 */
#undef __x86_64__
#undef __aarch64__
#define fmath_erff plain_erff
#define fmath_erff_n plain_erff_n
#define fmath_erf plain_erf
#define fmath_erf_n plain_erf_n
float plain_erff(float x);
double plain_erf(double x);
void plain_erff_n(float *out, const float *in, size_t n);
void plain_erf_n(double *out, const double *in, size_t n);
#include "base/fmath_erf.c"
#undef fmath_erff
#undef fmath_erff_n
#undef fmath_erf
#undef fmath_erf_n

Suite *suite_fmath_erf(void);

static const struct {
    float x, y;
} floats[] = {
    /* clang-format off */
    {0x0p+0f, 0x0p+0f},
    {0x1p-149f, 0x1p-149f},
    {-0x1.8p-140f, -0x1.b18p-140f},
    {0x1p-126f, 0x1.20dd74p-126f},
    {-0x1p-126f, -0x1.20dd74p-126f},
    {0x1p-100f, 0x1.20dd74p-100f},
    {0x1p-64f, 0x1.20dd74p-64f},
    {0x1p-40f, 0x1.20dd74p-40f},
    {-0x1.234568p-30f, -0x1.48aa0cp-30f},
    {0x1p-24f, 0x1.20dd74p-24f},
    {0x1p-13f, 0x1.20dd74p-13f},
    {-0x1p-12f, -0x1.20dd74p-12f},
    {0x1.0624dep-10f, 0x1.27cc38p-10f},
    {0x1.47ae14p-7f, 0x1.71bc26p-7f},
    {-0x1.99999ap-5f, -0x1.cdcc9cp-5f},
    {0x1.99999ap-4f, 0x1.cca5eap-4f},
    {0x1.99999ap-3f, 0x1.c8184cp-3f},
    {-0x1p-2f, -0x1.1af54ep-2f},
    {0x1.333334p-2f, 0x1.50838ap-2f},
    {0x1.99999ap-2f, 0x1.b6ac7cp-2f},
    {0x1p-1f, 0x1.0a7ef6p-1f},
    {0x1.333334p-1f, 0x1.352cap-1f},
    {-0x1.666666p-1f, -0x1.5b08c2p-1f},
    {0x1.6a09e6p-1f, 0x1.5d897ap-1f},
    {0x1.99999ap-1f, 0x1.7bf4a8p-1f},
    {0x1.ccccccp-1f, 0x1.98045ap-1f},
    {0x1p+0f, 0x1.af767ap-1f},
    {-0x1.0cccccp+0f, -0x1.b9913ap-1f},
    {0x1.199998p+0f, 0x1.c2aa3cp-1f},
    {0x1.19999ap+0f, 0x1.c2aa3ep-1f},
    {0x1.19999cp+0f, 0x1.c2aa3ep-1f},
    {0x1.333334p+0f, 0x1.d214acp-1f},
    {0x1.4cccccp+0f, 0x1.de364ap-1f},
    {-0x1.666666p+0f, -0x1.e791eap-1f},
    {0x1.8p+0f, 0x1.eea556p-1f},
    {0x1.b33334p+0f, 0x1.f7b362p-1f},
    {-0x1.e66666p+0f, -0x1.fc4f06p-1f},
    {0x1p+1f, 0x1.fd9ae2p-1f},
    {0x1.19999ap+1f, 0x1.ff0bd6p-1f},
    {0x1.266666p+1f, 0x1.ff6a2ap-1f},
    {0x1.333332p+1f, 0x1.ffa5c2p-1f},
    {0x1.333334p+1f, 0x1.ffa5c2p-1f},
    {0x1.333336p+1f, 0x1.ffa5c2p-1f},
    {-0x1.4p+1f, -0x1.ffcaa8p-1f},
    {0x1.59999ap+1f, 0x1.ffee64p-1f},
    {0x1.733334p+1f, 0x1.fffa9cp-1f},
    {0x1.8p+1f, 0x1.fffd1ap-1f},
    {-0x1.99999ap+1f, -0x1.ffff36p-1f},
    {0x1.b33334p+1f, 0x1.ffffccp-1f},
    {0x1.cp+1f, 0x1.ffffe8p-1f},
    {-0x1.d9999ap+1f, -0x1.fffffap-1f},
    {0x1.e66666p+1f, 0x1.fffffep-1f},
    {0x1.f33334p+1f, 0x1.fffffep-1f},
    {0x1.f5c28ep+1f, 0x1p+0f},
    {0x1.fffffep+1f, 0x1p+0f},
    {0x1p+2f, 0x1p+0f},
    {0x1.000002p+2f, 0x1p+0f},
    {-0x1.4p+2f, -0x1p+0f},
    {0x1.4p+3f, 0x1p+0f},
    {-0x1.2a05f2p+33f, -0x1p+0f},
    {0x1.fffffep+127f, 0x1p+0f},
    {INFINITY, 0x1p+0f},
    {-INFINITY, -0x1p+0f},
    /* clang-format on */
};

static const struct {
    double x, y;
} doubles[] = {
    /* clang-format off */
    {0x0p+0, 0x0p+0},
    {0x0.0000000000001p-1022, 0x0.0000000000001p-1022},
    {-0x0.0000000006p-1022, -0x0.0000000006c53p-1022},
    {0x1p-1022, 0x1.20dd750429b6dp-1022},
    {-0x1p-1022, -0x1.20dd750429b6dp-1022},
    {0x1p-1000, 0x1.20dd750429b6dp-1000},
    {0x1p-500, 0x1.20dd750429b6dp-500},
    {0x1p-100, 0x1.20dd750429b6dp-100},
    {-0x1.23456789abcdep-54, -0x1.48aa0c88b7fe9p-54},
    {0x1p-53, 0x1.20dd750429b6dp-53},
    {0x1p-27, 0x1.20dd750429b6dp-27},
    {-0x1p-26, -0x1.20dd750429b6dp-26},
    {0x1.0624dd2f1a9fcp-10, 0x1.27cc3804d374cp-10},
    {0x1.47ae147ae147bp-7, 0x1.71bc266657b66p-7},
    {-0x1.999999999999ap-5, -0x1.cdcc9b21919bfp-5},
    {0x1.999999999999ap-4, 0x1.cca5ea24fb334p-4},
    {0x1.999999999999ap-3, 0x1.c8184b8b25f1cp-3},
    {-0x1p-2, -0x1.1af54e232d609p-2},
    {0x1.3333333333333p-2, 0x1.50838881dea0fp-2},
    {0x1.999999999999ap-2, 0x1.b6ac7c4b20a05p-2},
    {0x1p-1, 0x1.0a7ef5c18edd2p-1},
    {0x1.3333333333333p-1, 0x1.352ca0235d4f7p-1},
    {-0x1.6666666666666p-1, -0x1.5b08c21171646p-1},
    {0x1.6a09e667f3bcdp-1, 0x1.5d897a241a6fbp-1},
    {0x1.999999999999ap-1, 0x1.7bf4a85b7fb83p-1},
    {0x1.ccccccccccccdp-1, 0x1.98045a6c8a2e6p-1},
    {-0x1.e666666666666p-1, -0x1.a44bccc5a6cbp-1},
    {0x1.fffffffffffffp-1, 0x1.af767a741088ap-1},
    {0x1p+0, 0x1.af767a741088bp-1},
    {0x1.0000000000001p+0, 0x1.af767a741088cp-1},
    {0x1.199999999999ap+0, 0x1.c2aa3d27302cp-1},
    {-0x1.3333333333333p+0, -0x1.d214ac7b2d068p-1},
    {0x1.4cccccccccccdp+0, 0x1.de364a1372d3ap-1},
    {0x1.8p+0, 0x1.eea5557137aep-1},
    {0x1.b333333333333p+0, 0x1.f7b3620b8747bp-1},
    {-0x1.e666666666666p+0, -0x1.fc4f06f2b1c89p-1},
    {0x1p+1, 0x1.fd9ae142795e3p-1},
    {0x1.199999999999ap+1, 0x1.ff0bd54025381p-1},
    {0x1.4p+1, 0x1.ffcaa8f4c9beap-1},
    {-0x1.599999999999ap+1, -0x1.ffee648a8ce38p-1},
    {0x1.8p+1, 0x1.fffd1ac4135f9p-1},
    {0x1.a666666666666p+1, 0x1.ffff9966790c8p-1},
    {0x1.ccccccccccccdp+1, 0x1.fffff40f2900bp-1},
    {0x1.d999999999999p+1, 0x1.fffffa642eefcp-1},
    {0x1.d99999999999ap+1, 0x1.fffffa642eefcp-1},
    {0x1.d99999999999bp+1, 0x1.fffffa642eefcp-1},
    {-0x1.e666666666666p+1, -0x1.fffffd6a8a92ap-1},
    {0x1p+2, 0x1.ffffff7b91176p-1},
    {-0x1.1333333333333p+2, -0x1.fffffff5bf872p-1},
    {0x1.2p+2, 0x1.fffffffe4fa3p-1},
    {0x1.3333333333333p+2, 0x1.ffffffffe7095p-1},
    {0x1.4p+2, 0x1.fffffffffc9e8p-1},
    {-0x1.5333333333333p+2, -0x1.ffffffffffdacp-1},
    {0x1.6666666666666p+2, 0x1.fffffffffffebp-1},
    {0x1.7333333333333p+2, 0x1.ffffffffffffep-1},
    {0x1.7ffffffffffffp+2, 0x1p+0},
    {0x1.8p+2, 0x1p+0},
    {0x1.8000000000001p+2, 0x1p+0},
    {-0x1.cp+2, -0x1p+0},
    {0x1.2a05f2p+33, 0x1p+0},
    {0x1.fffffffffffffp+1023, 0x1p+0},
    {INFINITY, 0x1p+0},
    {-INFINITY, -0x1p+0},
    /* clang-format on */
};

enum { FLOATS = sizeof floats / sizeof floats[0], DOUBLES = sizeof doubles / sizeof doubles[0] };

/* The forms: of the widest vectors, of narrower ones (a short row), alone, and without vectors. */
struct form {
    const char *name;
    void (*f32)(float *, const float *, size_t);
    void (*f64)(double *, const double *, size_t);
    size_t length; /* of its rows */
};

static void one_float(float *out, const float *in, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = fmath_erff(in[i]);
    }
}

static void one_double(double *out, const double *in, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = fmath_erf(in[i]);
    }
}

static const struct form forms[] = {
    {"rows", fmath_erff_n, fmath_erf_n, 64},
    {"rows and a rest", fmath_erff_n, fmath_erf_n, 37},
    {"short rows", fmath_erff_n, fmath_erf_n, 4},
    {"pairs", fmath_erff_n, fmath_erf_n, 2},
    {"one", one_float, one_double, 64},
    {"plain", plain_erff_n, plain_erf_n, 64},
};
enum { FORMS = sizeof forms / sizeof forms[0], LONGEST = 64 };

/* Both signs of each argument, in rows of the form's length. */
START_TEST(floats_have_the_bits)
{
    const struct form *f = &forms[_i];
    float in[LONGEST] = {0}, out[LONGEST];
    for (int from = 0; from < 2 * FLOATS; from += (int)f->length) {
        for (int i = 0; i < (int)f->length; i++) {
            int at = (from + i) % (2 * FLOATS);
            in[i] = at % 2 ? -floats[at / 2].x : floats[at / 2].x;
        }
        f->f32(out, in, f->length);
        for (int i = 0; i < (int)f->length; i++) {
            int at = (from + i) % (2 * FLOATS);
            float y = at % 2 ? -floats[at / 2].y : floats[at / 2].y;
            EXPECT(memcmp(&out[i], &y, sizeof y) == 0, "%s: erf(%a) is %a, not %a", f->name,
                   (double)in[i], (double)out[i], (double)y);
        }
    }
}
END_TEST

START_TEST(doubles_have_the_bits)
{
    const struct form *f = &forms[_i];
    double in[LONGEST] = {0}, out[LONGEST];
    for (int from = 0; from < 2 * DOUBLES; from += (int)f->length) {
        for (int i = 0; i < (int)f->length; i++) {
            int at = (from + i) % (2 * DOUBLES);
            in[i] = at % 2 ? -doubles[at / 2].x : doubles[at / 2].x;
        }
        f->f64(out, in, f->length);
        for (int i = 0; i < (int)f->length; i++) {
            int at = (from + i) % (2 * DOUBLES);
            double y = at % 2 ? -doubles[at / 2].y : doubles[at / 2].y;
            EXPECT(memcmp(&out[i], &y, sizeof y) == 0, "%s: erf(%a) is %a, not %a", f->name, in[i],
                   out[i], y);
        }
    }
}
END_TEST

static uint64_t mixed(uint64_t sum, uint64_t bits)
{
    return (sum ^ bits) * 0x100000001b3u;
}

/* Of erf of every step-th float that is a number, by its bits. */
static uint64_t sum_of_floats(const struct form *f, uint64_t step)
{
    float in[LONGEST] = {0}, out[LONGEST];
    size_t filled = 0;
    uint64_t sum = 0;
    for (uint64_t bits = 0; bits <= UINT32_MAX; bits += step) {
        uint32_t word = (uint32_t)bits;
        memcpy(&in[filled], &word, sizeof word);
        filled += isnan(in[filled]) ? 0 : 1;
        if (filled == f->length || bits + step > UINT32_MAX) {
            f->f32(out, in, filled);
            for (size_t i = 0; i < filled; i++) {
                memcpy(&word, &out[i], sizeof word);
                sum = mixed(sum, word);
            }
            filled = 0;
        }
    }
    return sum;
}

/* Of erf of a stream of doubles of either sign, from 2^-33 to 2^7. */
static uint64_t sum_of_doubles(const struct form *f, int count)
{
    double in[LONGEST] = {0}, out[LONGEST];
    size_t filled = 0;
    uint64_t sum = 0, state = 17;
    for (int n = 1; n <= count; n++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        uint64_t bits = (state & 0x800fffffffffffffu) | ((state >> 52) % 40 + 990) << 52;
        memcpy(&in[filled++], &bits, sizeof bits);
        if (filled == f->length || n == count) {
            f->f64(out, in, filled);
            for (size_t i = 0; i < filled; i++) {
                memcpy(&bits, &out[i], sizeof bits);
                sum = mixed(sum, bits);
            }
            filled = 0;
        }
    }
    return sum;
}

START_TEST(many_have_the_bits)
{
    ck_assert_uint_eq(sum_of_floats(&forms[_i], 1021), 0x843b4ef0ecef7f25u);
    ck_assert_uint_eq(sum_of_doubles(&forms[_i], 1000000), 0x47de398c62ee131u);
}
END_TEST

START_TEST(all_have_the_bits)
{
    ck_assert_uint_eq(sum_of_floats(&forms[0], 1), 0xaa0943a7cdc260f0u);
    ck_assert_uint_eq(sum_of_doubles(&forms[0], 100000000), 0xf9501c7d00dc15d2u);
}
END_TEST

Suite *suite_fmath_erf(void)
{
    Suite *s = suite_create("fmath_erf");
    TCase *t = tcase_create("erf");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, floats_have_the_bits, 0, FORMS);
    tcase_add_loop_test(t, doubles_have_the_bits, 0, FORMS);
    tcase_add_loop_test(t, many_have_the_bits, 0, FORMS);
    suite_add_tcase(s, t);
    t = tcase_create("erf of all floats");
    tcase_set_tags(t, "long");
    tcase_set_timeout(t, 600);
    tcase_add_test(t, all_have_the_bits);
    suite_add_tcase(s, t);
    return s;
}
