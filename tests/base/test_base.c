/* Tests the small things below everything else: errors, buffers, arenas, budgets, UTF-8, files. */
#define _POSIX_C_SOURCE 200809L

#include "base/arena.h"
#include "base/budget.h"
#include "base/buf.h"
#include "base/file.h"
#include "base/number.h"
#include "base/utf8.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

Suite *suite_base(void);

START_TEST(error_first_wins)
{
    struct error err = {0};
    ck_assert(!error_set(&err, ERROR_INDEX, "index %d", 5));
    ck_assert(!error_set(&err, ERROR_TYPE, "later"));
    ck_assert_int_eq(err.kind, ERROR_INDEX);
    ck_assert_str_eq(err.text, "index 5");
    error_clear(&err);
    ck_assert_int_eq(err.kind, ERROR_NONE);
    error_set(&err, ERROR_TYPE, "%s", "again");
    ck_assert_str_eq(err.text, "again");
}
END_TEST

/* A sentence that is too long ends at a whole character, wherever the cut falls. */
START_TEST(error_cut)
{
    static const char *const letters[] = {"x", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80"};
    const char *letter = letters[_i % 4];
    struct buf text = {0};
    buf_fill(&text, 'a', (size_t)(_i / 4));
    while (text.len < 2000) {
        buf_puts(&text, letter);
    }
    struct error err = {0};
    error_set(&err, ERROR_VALUE, "%s", buf_text(&text));
    size_t len = strlen(err.text);
    ck_assert_uint_lt(len, sizeof err.text);
    ck_assert_uint_gt(len, sizeof err.text - 5);
    ck_assert(utf8_valid(err.text, len));
    ck_assert(memcmp(err.text, text.data, len) == 0);
    buf_free(&text);
}
END_TEST

START_TEST(buf_builds)
{
    struct buf b = {0};
    ck_assert_str_eq(buf_text(&b), "");
    buf_puts(&b, "ab");
    buf_putc(&b, 'c');
    buf_fill(&b, '-', 3);
    buf_printf(&b, "%d|%s", 42, "x");
    buf_codepoint(&b, 0x20ac);
    buf_put(&b, "\0z", 2);
    ck_assert_uint_eq(b.len, 15);
    ck_assert(memcmp(buf_text(&b), "abc---42|x\xe2\x82\xac\0z", 16) == 0);
    buf_clear(&b);
    ck_assert_str_eq(buf_text(&b), "");
    for (int i = 0; i < 10000; i++) {
        buf_printf(&b, "%d,", i % 10);
    }
    ck_assert_uint_eq(b.len, 20000);
    ck_assert(!b.failed);
    buf_free(&b);
    ck_assert_ptr_null(b.data);
}
END_TEST

START_TEST(buf_fails_softly)
{
    struct buf b = {0};
    buf_puts(&b, "kept");
    buf_fill(&b, 'x', SIZE_MAX - 2);
    ck_assert(b.failed);
    buf_puts(&b, "dropped");
    ck_assert_str_eq(buf_text(&b), "kept");
    buf_free(&b);
    ck_assert(!b.failed);
}
END_TEST

START_TEST(arena_gives_zeroed_aligned)
{
    struct arena a = {0};
    size_t before = 0;
    for (size_t size = 0; size < 40000; size = size * 2 + 1) {
        unsigned char *p = arena_alloc(&a, size);
        ck_assert_ptr_nonnull(p);
        ck_assert_uint_eq((uintptr_t)p % _Alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++) {
            ck_assert_uint_eq(p[i], 0);
            p[i] = 0xff;
        }
        ck_assert_uint_ge(a.total, before);
        before = a.total;
    }
    char *text = arena_copy(&a, "hello world", 5);
    ck_assert_str_eq(text, "hello");
    ck_assert_ptr_null(arena_alloc(&a, SIZE_MAX));
    ck_assert_ptr_null(arena_alloc(&a, SIZE_MAX - 100));
    arena_free(&a);
    ck_assert_uint_eq(a.total, 0);
}
END_TEST

START_TEST(budget_counts)
{
    struct error err = {0};
    struct budget b = {.limit = 3 << 20};
    ck_assert(budget_take(&b, 2 << 20, &err));
    ck_assert(!budget_take(&b, (1 << 20) + 1, &err));
    ck_assert_int_eq(err.kind, ERROR_LIMIT);
    ck_assert_ptr_nonnull(strstr(err.text, "2 MiB of the allowed 3 MiB"));
    ck_assert_ptr_nonnull(strstr(err.text, "--max-memory"));
    error_clear(&err);
    ck_assert(budget_take(&b, 1 << 20, &err));
    budget_give(&b, 3 << 20);
    ck_assert_uint_eq(b.used, 0);
    ck_assert_uint_eq(b.peak, 3 << 20);
    b.limit = 0;
    ck_assert(budget_take(&b, SIZE_MAX - 5, &err));
    ck_assert(!budget_take(&b, 6, &err));
}
END_TEST

static const struct {
    const char *bytes;
    size_t size;
    uint32_t c;
    bool valid;
} decoding[] = {
    {"a", 1, 'a', true},
    {"\x7f", 1, 0x7f, true},
    {"\xc2\x80", 2, 0x80, true},
    {"\xdf\xbf", 2, 0x7ff, true},
    {"\xe0\xa0\x80", 3, 0x800, true},
    {"\xef\xbf\xbd", 3, 0xfffd, true},
    {"\xf0\x90\x80\x80", 4, 0x10000, true},
    {"\xf4\x8f\xbf\xbf", 4, 0x10ffff, true},
    {"\x80", 1, 0xfffd, false},             /* a tail without a head */
    {"\xc0\x80", 1, 0xfffd, false},         /* overlong */
    {"\xe0\x9f\xbf", 1, 0xfffd, false},     /* overlong */
    {"\xf0\x8f\xbf\xbf", 1, 0xfffd, false}, /* overlong */
    {"\xed\xa0\x80", 1, 0xfffd, false},     /* a surrogate */
    {"\xf4\x90\x80\x80", 1, 0xfffd, false}, /* beyond the last */
    {"\xe2\x82", 1, 0xfffd, false},         /* cut off */
    {"\xff", 1, 0xfffd, false},
};

START_TEST(utf8_decodes)
{
    uint32_t c;
    const char *bytes = decoding[_i].bytes;
    size_t len = strlen(bytes);
    ck_assert_uint_eq(utf8_decode(bytes, len, &c), decoding[_i].size);
    ck_assert_uint_eq(c, decoding[_i].c);
    ck_assert(utf8_valid(bytes, len) == decoding[_i].valid);
}
END_TEST

START_TEST(one_bad_byte_anywhere_is_found)
{
    char text[] = "twenty-six letters of ASCII";
    const size_t len = sizeof text - 1;
    ck_assert(utf8_valid(text, len));
    for (size_t k = 0; k < len; k++) {
        char kept = text[k];
        text[k] = (char)0xc3;
        ck_assert(!utf8_valid(text, len));
        text[k] = kept;
    }
}
END_TEST

START_TEST(utf8_round_trip)
{
    char bytes[4];
    for (uint32_t c = 0; c <= 0x10ffff; c += c < 0x3000 ? 1 : 97) {
        uint32_t back;
        size_t size = utf8_write(c, bytes);
        ck_assert_uint_eq(utf8_decode(bytes, size, &back), size);
        ck_assert_uint_eq(back, c >= 0xd800 && c <= 0xdfff ? 0xfffd : c);
    }
}
END_TEST

START_TEST(utf8_counts)
{
    const char *text = "a\xc3\xa9\xff\xf0\x9f\x98\x80z";
    size_t len = strlen(text);
    static const size_t offsets[] = {0, 1, 3, 4, 8, 9, 9};
    ck_assert_uint_eq(utf8_count(text, len), 5);
    for (size_t i = 0; i < sizeof offsets / sizeof offsets[0]; i++) {
        ck_assert_uint_eq(utf8_offset(text, len, i), offsets[i]);
    }
}
END_TEST

static const struct {
    uint32_t c;
    int width;
} widths[] = {
    {'a', 1},     {0xe9, 1},     {'\n', 0},    {0x301, 0},   {0x200b, 0}, {0x200d, 0},
    {0x4e2d, 2},  {0xac00, 2},   {0xff21, 2},  {0x1f600, 2}, {0x2713, 1}, {0x2705, 2},
    {0x3bb, 1},   {0x1161, 0},   {0x20000, 2}, {0xfe0f, 0},  {0x2500, 1}, {0x3042, 2},
    {0x1f1e6, 1}, {0x10ffff, 1}, {0x2581, 1},  {0x5d0, 1},   {0x94d, 0},
};

START_TEST(utf8_widths)
{
    ck_assert_msg(utf8_width(widths[_i].c) == widths[_i].width, "U+%04X: %d, wanted %d",
                  (unsigned)widths[_i].c, utf8_width(widths[_i].c), widths[_i].width);
}
END_TEST

START_TEST(file_reads)
{
    char path[] = "/tmp/qkv-test-XXXXXX";
    int fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, "one\0two", 7), 7);
    close(fd);
    struct buf b = {0};
    struct error err = {0};
    ck_assert(file_read(path, 7, &b, &err));
    ck_assert_uint_eq(b.len, 7);
    ck_assert(memcmp(b.data, "one\0two", 8) == 0);
    buf_clear(&b);
    ck_assert(!file_read(path, 6, &b, &err));
    ck_assert_int_eq(err.kind, ERROR_INPUT);
    ck_assert_ptr_nonnull(strstr(err.text, "longer than 6 bytes"));
    error_clear(&err);
    unlink(path);
    ck_assert(!file_read(path, 6, &b, &err));
    ck_assert_ptr_nonnull(strstr(err.text, path));
    error_clear(&err);
    ck_assert(!file_read("/tmp", 100, &b, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "directory"));
    error_clear(&err);
    ck_assert(!file_read("/dev/zero", 100, &b, &err));
    ck_assert_int_eq(err.kind, ERROR_INPUT);
    buf_free(&b);
}
END_TEST

#define COUNT(table) (int)(sizeof(table) / sizeof(table)[0])

START_TEST(numbers_beside_one_another_differ)
{
    static const struct {
        double a, b;
        const char *x, *y;
    } pairs[] = {{-1.54, 2.0, "-1.54", "2"},
                 {-1.54, -1.5403, "-1.54", "-1.5403"},
                 {0.1, 0.1 + 0x1p-55, "0.10000000000000001", "0.10000000000000003"},
                 {1e300, 1e300, "1.0000000000000001e+300", "1.0000000000000001e+300"}};
    struct buf x = {0}, y = {0};
    number_apart(pairs[_i].a, pairs[_i].b, &x, &y);
    ck_assert_str_eq(buf_text(&x), pairs[_i].x);
    ck_assert_str_eq(buf_text(&y), pairs[_i].y);
    buf_free(&x);
    buf_free(&y);
}
END_TEST

/* As printf writes it: of numbers at random, of those halfway between two, and of the least and the
 * largest. */
START_TEST(fixed_numbers_are_those_of_printf)
{
    uint64_t state = 1;
    for (int k = 0; k < 400000; k++) {
        char wanted[64], got[NUMBER_FIXED];
        state = state * 6364136223846793005u + 1442695040888963407u;
        int decimals = (int)(state >> 60) % 10, kind = k % 5;
        double unit = (double)(state >> 11) * 0x1p-53;
        double value = kind == 0   ? unit
                       : kind == 1 ? unit * 1e9
                       : kind == 2 ? ldexp(unit, -(int)(state >> 20) % 1074)
                       : kind == 3 ? ldexp(floor(unit * 1024), (int)(state >> 20) % 30 - 20)
                                   : floor(unit * 1e6) / 1000;
        if (k < 4) {
            value = (const double[]){0, 0x1p-1074, 999999999.9999999, 0.5}[k];
        }
        int len = number_fixed(value, decimals, got);
        int most = snprintf(wanted, sizeof wanted, "%.*f", decimals, value);
        if (value >= 1e9) {
            ck_assert_int_eq(len, 0);
            continue;
        }
        ck_assert_msg(len == most && memcmp(got, wanted, (size_t)len) == 0,
                      "%a with %d decimals: %.*s, not %s", value, decimals, len, got, wanted);
    }
}
END_TEST

Suite *suite_base(void)
{
    Suite *s = suite_create("base");
    TCase *t = tcase_create("base");
    tcase_add_test(t, fixed_numbers_are_those_of_printf);
    tcase_add_loop_test(t, numbers_beside_one_another_differ, 0, 4);
    tcase_add_test(t, error_first_wins);
    tcase_add_loop_test(t, error_cut, 0, 16);
    tcase_add_test(t, buf_builds);
    tcase_add_test(t, buf_fails_softly);
    tcase_add_test(t, arena_gives_zeroed_aligned);
    tcase_add_test(t, one_bad_byte_anywhere_is_found);
    tcase_add_test(t, budget_counts);
    tcase_add_loop_test(t, utf8_decodes, 0, COUNT(decoding));
    tcase_add_test(t, utf8_round_trip);
    tcase_add_test(t, utf8_counts);
    tcase_add_loop_test(t, utf8_widths, 0, COUNT(widths));
    tcase_add_test(t, file_reads);
    suite_add_tcase(s, t);
    return s;
}
