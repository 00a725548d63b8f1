/* The fused multiply-add that stands in for a C library's: the C library's here is a correct one.
 */
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

Suite *suite_fused(void);
Suite *suite_fused(void)
{
    Suite *s = suite_create("fused");
    TCase *t = tcase_create("fused");
    tcase_add_test(t, halfway_is_not_halfway);
    tcase_add_test(t, ends_of_the_range);
    tcase_add_test(t, numbers_of_any_size);
    suite_add_tcase(s, t);
    return s;
}
