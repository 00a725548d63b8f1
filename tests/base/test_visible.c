/* Tests how text of others is shown: every character that could move a terminal is shown, every
 * other one stays. */
#include "base/visible.h"

#include "base/utf8.h"

#include <check.h>
#include <string.h>

static const struct {
    const char *text, *keep, *wanted;
} rows[] = {
    {"plain, \xc3\xa4, \xe6\xbc\xa2, \xf0\x9f\x98\x80", VISIBLE_NONE, NULL},
    {"\033]0;title\007", VISIBLE_LINES, "\\x1b]0;title\\x07"},
    {"a\nb\tc\rd", VISIBLE_NONE, "a\\x0ab\\x09c\\x0dd"},
    {"a\nb\tc\rd", VISIBLE_LINES, "a\nb\tc\\x0dd"},
    {"a\nb\tc\rd", VISIBLE_SHEET, NULL},
    {"\177\xc2\x9b", VISIBLE_SHEET, "\\x7f\\x9b"},
    {"\xe2\x80\xae\xe2\x81\xa6", VISIBLE_SHEET, "\\u202e\\u2066"},
    {"\xff\xc3(", VISIBLE_SHEET, "\\xff\\xc3("},
    {"\xef\xbf\xbd", VISIBLE_SHEET, NULL}, /* U+FFFD itself */
    {"\033[1mx\033[0m\033[36m\033[33m\033[2m", VISIBLE_TINTS, NULL},
    {"\033[1m", VISIBLE_SHEET, "\\x1b[1m"},
    {"\033[8m\033[2J\033[1", VISIBLE_TINTS, "\\x1b[8m\\x1b[2J\\x1b[1"},
};

START_TEST(text_is_shown)
{
    struct buf out = {0};
    const char *wanted = rows[_i].wanted != NULL ? rows[_i].wanted : rows[_i].text;
    bool any = visible_put(rows[_i].text, strlen(rows[_i].text), rows[_i].keep, &out);
    ck_assert_str_eq(buf_text(&out), wanted);
    ck_assert_int_eq(any, rows[_i].wanted != NULL);
    buf_free(&out);
}
END_TEST

/* Of all characters none that is a control of ECMA-48 or changes the order of letters gets
 * through. */
START_TEST(nothing_gets_through)
{
    for (uint32_t c = 0; c < 0x11000; c++) {
        char bytes[4];
        struct buf out = {0};
        size_t len = utf8_write(c, bytes);
        visible_put(bytes, len, VISIBLE_NONE, &out);
        bool control = c < ' ' || (c >= 0x7f && c <= 0x9f);
        bool turns = c == 0x61c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) ||
                     (c >= 0x2066 && c <= 0x2069);
        bool same = out.len == len && memcmp(out.data, bytes, len) == 0;
        ck_assert_msg(same != (control || turns || c == 0x2028 || c == 0x2029), "U+%04X",
                      (unsigned)c);
        buf_free(&out);
    }
}
END_TEST

START_TEST(a_line_is_one)
{
    struct buf out = {0};
    visible_line("a\nb\tc\r\nd\033[2J\u202eevil\xff", &out);
    ck_assert_str_eq(buf_text(&out), "a b c  d\\x1b[2J\\u202eevil\\xff");
    buf_free(&out);
}
END_TEST

Suite *suite_visible(void);
Suite *suite_visible(void)
{
    Suite *s = suite_create("visible");
    TCase *t = tcase_create("visible");
    tcase_add_loop_test(t, text_is_shown, 0, sizeof rows / sizeof rows[0]);
    tcase_add_test(t, nothing_gets_through);
    tcase_add_test(t, a_line_is_one);
    suite_add_tcase(s, t);
    return s;
}
