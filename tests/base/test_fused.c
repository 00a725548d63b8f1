/* Tests the fused multiply-add that stands in for a C library's: the C library's here is a correct
 * one.
 * */
#include "base/fused.h"

#include <check.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

static float float_of(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static void expect_same(float x, float y, float z)
{
    float is = fused_multiply_add(x, y, z), wanted = fmaf(x, y, z);
    EXPECT(isnan(wanted) ? isnan(is) : memcmp(&is, &wanted, sizeof is) == 0,
           "%a * %a + %a is %a, not %a", (double)x, (double)y, (double)z, (double)is,
           (double)wanted);
}

/* Half-way between two float32 in double, and not truly: what musl rounds to the wrong side. */
START_TEST(halfway_is_not_halfway)
{
    ck_assert(fused_multiply_add(0x1.fffffcp-25F, 0x1.000002p+0F, 0x1.000002p+0F) ==
              0x1.000002p+0F);
    for (int up = -1; up <= 1; up += 2) {
        for (int k = -40; k <= 40; k++) {
            float x = ldexpf(1.0F, k), small = ldexpf(1.0F, k - 30);
            expect_same(x, 1.0F + 0x1p-23F, ldexpf((float)up, k - 24));
            expect_same(small, small, x + ldexpf(x, -23));
            expect_same(-small, small * (float)up, x + ldexpf(x, -24));
        }
    }
}
END_TEST

static const uint32_t ends[] = {0,          1,          2,          0x7fffff,   0x800000,
                                0x800001,   0x3f7fffff, 0x3f800000, 0x3f800001, 0x4b7fffff,
                                0x4b800000, 0x7f7fffff, 0x7f800000, 0x7fc00000, 0x33800000};
#define ENDS (int)(sizeof ends / sizeof *ends)

START_TEST(ends_of_the_range)
{
    for (int k = 0; k < ENDS * ENDS * ENDS * 8; k++) {
        uint32_t signs = (uint32_t)k % 8, x = ends[k / 8 % ENDS], y = ends[k / 8 / ENDS % ENDS],
                 z = ends[k / 8 / ENDS / ENDS];
        expect_same(float_of(x | signs << 31), float_of(y | (signs >> 1) << 31),
                    float_of(z | (signs >> 2) << 31));
    }
}
END_TEST

/* Any bits; and sizes that meet, so that the last bits of a product and a sum decide. */
START_TEST(numbers_of_any_size)
{
    uint64_t state = 1;
    for (int k = 0; k < 3000000; k++) {
        uint32_t bits[3];
        for (int i = 0; i < 3; i++) {
            state = state * 6364136223846793005U + 1442695040888963407U;
            bits[i] = (uint32_t)(state >> 32);
        }
        if (k % 2 == 1) {
            bits[0] = (bits[0] & 0x87ffffff) | 0x38000000;
            bits[1] = (bits[1] & 0x87ffffff) | 0x38000000;
            bits[2] = (bits[2] & 0x87ffffff) | 0x30000000;
        }
        expect_same(float_of(bits[0]), float_of(bits[1]), float_of(bits[2]));
    }
}
END_TEST

static void expect_same_double(double x, double y, double z)
{
    double is = fused_multiply_add_double(x, y, z), wanted = fma(x, y, z);
    EXPECT(isnan(wanted) ? isnan(is) : memcmp(&is, &wanted, sizeof is) == 0,
           "%a * %a + %a is %a, not %a", x, y, z, is, wanted);
}

static uint64_t next_bits(void)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005U + 1442695040888963407U;
    uint64_t high = state >> 32;
    state = state * 6364136223846793005U + 1442695040888963407U;
    return high << 32 | state >> 32;
}

static double double_of(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Of any size, and of sizes that meet; half of them end in zeros, so that sums are half-way. */
START_TEST(doubles_of_any_size)
{
    for (int k = 0; k < 3000000; k++) {
        uint64_t bits[3];
        for (int i = 0; i < 3; i++) {
            bits[i] = next_bits();
            if (k % 4 != 0) {
                uint64_t size = bits[i] >> 52 & (i < 2 ? 15 : 127);
                bits[i] = (bits[i] & ~(0x7ffULL << 52)) | (1000 + size) << 52;
            }
            bits[i] = k % 2 == 0 ? bits[i] : bits[i] >> k / 2 % 52 << k / 2 % 52;
        }
        expect_same_double(double_of(bits[0]), double_of(bits[1]), double_of(bits[2]));
    }
}
END_TEST

/* (1 + d)(1 - d) is next to 1, and tips a sum that is half-way without what is left of it. */
START_TEST(doubles_beside_the_half)
{
    for (int k = 27; k <= 52; k++) {
        for (int signs = 0; signs < 4; signs++) {
            double x = (signs & 1 ? -1 : 1) + ldexp(signs & 1 ? -1 : 1, -k);
            double y = 0x1p-53 - ldexp(1, -k - 53), z = (signs & 2 ? -1 : 1) * (1 + 0x1p-52);
            expect_same_double(x, y, z);
            expect_same_double(x * 0x1p-40, y, z * 0x1p-40);
        }
    }
    ck_assert(fused_multiply_add_double(1 + 0x1p-40, 0x1p-53 - 0x1p-93, 1 + 0x1p-52) ==
              1 + 0x1p-52);
}
END_TEST

static const double double_ends[] = {
    0,        0x1p-1074, 0x1p-1022, 0x1p-540,  0x1p-450,
    1,        0x1p-52,   0x1p+500,  0x1p+1000, 0x1.fffffffffffffp+1023,
    INFINITY, NAN};
#define DOUBLE_ENDS (int)(sizeof double_ends / sizeof *double_ends)

START_TEST(ends_of_the_range_of_doubles)
{
    for (int k = 0; k < DOUBLE_ENDS * DOUBLE_ENDS * DOUBLE_ENDS * 8; k++) {
        double x = double_ends[k / 8 % DOUBLE_ENDS],
               y = double_ends[k / 8 / DOUBLE_ENDS % DOUBLE_ENDS],
               z = double_ends[k / 8 / DOUBLE_ENDS / DOUBLE_ENDS];
        expect_same_double(k & 1 ? -x : x, k & 2 ? -y : y, k & 4 ? -z : z);
    }
}
END_TEST

Suite *suite_fused(void);
Suite *suite_fused(void)
{
    Suite *s = suite_create("fused");
    TCase *t = tcase_create("fused");
    tcase_add_test(t, halfway_is_not_halfway);
    tcase_add_test(t, ends_of_the_range);
    tcase_add_test(t, numbers_of_any_size);
    tcase_add_test(t, doubles_of_any_size);
    tcase_add_test(t, doubles_beside_the_half);
    tcase_add_test(t, ends_of_the_range_of_doubles);
    suite_add_tcase(s, t);
    return s;
}
