/* Files as editors, shells and spreadsheets write them: one text out of every encoding. */
#include "base/text.h"

#include <check.h>
#include <string.h>

Suite *suite_text(void);

#define BYTES(text) text, sizeof(text) - 1

static const struct {
    const char *bytes;
    size_t len;
    const char *text;
} texts[] = {
    {BYTES(""), ""},
    {BYTES("a\nb"), "a\nb"},
    {BYTES("a\r\nb\r\n"), "a\nb\n"},
    {BYTES("a\rb\r\rc"), "a\nb\n\nc"},
    {BYTES("\xef\xbb\xbf"
           "a\xc3\xa9"),
     "a\xc3\xa9"},
    {BYTES("\xff\xfe"
           "a\0\r\0\n\0b\0"),
     "a\nb"},
    {BYTES("\xfe\xff\0a\0\xe9\0\n"), "a\xc3\xa9\n"},
    {BYTES("\xff\xfe\x3d\xd8\x00\xde"), "\xf0\x9f\x98\x80"}, /* a pair of surrogates */
    {BYTES("\xff\xfe\0\0a\0\0\0"), "a"},
    {BYTES("\0\0\xfe\xff\0\0\0a"), "a"},
    {BYTES("a\0:\0 \0b\0"), "a: b"},
    {BYTES("\0a\0:\0 \0b"), "a: b"},
    {BYTES("caf\xe9"), "caf\xc3\xa9"},
    {BYTES("\x93quoted\x94 \x80"), "\xe2\x80\x9cquoted\xe2\x80\x9d \xe2\x82\xac"},
    {BYTES("\xef\xbb\xbf"
           "caf\xe9"),
     "caf\xc3\xa9"}, /* the mark of one, the bytes of the other */
};

START_TEST(one_text)
{
    struct buf out = {0};
    const char *why;
    ck_assert_msg(text_of_bytes(texts[_i].bytes, texts[_i].len, &out, &why), "%s", why);
    ck_assert_str_eq(buf_text(&out), texts[_i].text);
    buf_free(&out);
}
END_TEST

static const struct {
    const char *bytes;
    size_t len;
    const char *why;
} others[] = {
    {BYTES("%PDF-1.7"), "is a PDF file"},
    {BYTES("PK\x03\x04rest"), "is a ZIP file or a document of a word processor"},
    {BYTES("{\\rtf1 x}"), "is a document of a word processor"},
    {BYTES("\x89PNG\r\n"), "is a picture"},
    {BYTES("a\0b"), "is no text"},
    {BYTES("\x81\x8d"), "is no text"},
    {BYTES("\xff\xfe"
           "a\0b"),
     "is no text"},
    {BYTES("\xff\xfe\0\xd8 \0"), "is no text"},
    {BYTES("\x01\x02\x03\x04 text"), "is no text"},
};

START_TEST(no_text)
{
    struct buf out = {0};
    const char *why;
    ck_assert(!text_of_bytes(others[_i].bytes, others[_i].len, &out, &why));
    ck_assert_str_eq(why, others[_i].why);
    buf_free(&out);
}
END_TEST

START_TEST(in_its_place)
{
    struct buf b = {0};
    struct error err = {0};
    buf_put(&b, BYTES("\xff\xfe"
                      "a\0\r\0"));
    ck_assert(text_clean(&b, "a.txt", &err));
    ck_assert_str_eq(buf_text(&b), "a\n");
    buf_clear(&b);
    buf_puts(&b, "%PDF");
    ck_assert(!text_clean(&b, "a.txt", &err));
    ck_assert_str_eq(err.text, "cannot read a.txt: it is a PDF file");
    ck_assert_str_eq(buf_text(&b), "%PDF");
    buf_free(&b);
}
END_TEST

Suite *suite_text(void)
{
    Suite *s = suite_create("text");
    TCase *c = tcase_create("text");
    tcase_add_loop_test(c, one_text, 0, sizeof texts / sizeof texts[0]);
    tcase_add_loop_test(c, no_text, 0, sizeof others / sizeof others[0]);
    tcase_add_test(c, in_its_place);
    suite_add_tcase(s, c);
    return s;
}
