/* Tests how files are read as editors, shells and spreadsheets write them: one text out of every
 * encoding. */
#include "base/text.h"

#include "base/utf8.h"

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
    {BYTES("a\0b\0c\0de"), "abc\xe6\x95\xa4"}, /* more than a quarter of it is zeros */
    {BYTES("\0a\0b\0ced"), "abc\xe6\x95\xa4"},
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
    {BYTES("a\0b\0cdef"), "is no text"}, /* a quarter of it */
    {BYTES("\0a\0bcdef"), "is no text"},
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
    buf_puts(&b, "\xef\xbb\xbf"
                 "a");
    ck_assert(text_clean(&b, "a.txt", &err));
    ck_assert_str_eq(buf_text(&b), "a");
    buf_clear(&b);
    buf_puts(&b, "\xef\xbb\xbf"); /* the mark alone */
    ck_assert(text_clean(&b, "a.txt", &err));
    ck_assert_str_eq(buf_text(&b), "");
    buf_clear(&b);
    buf_puts(&b, "%PDF");
    ck_assert(!text_clean(&b, "a.txt", &err));
    ck_assert_str_eq(err.text, "cannot read a.txt: it is a PDF file");
    ck_assert_str_eq(buf_text(&b), "%PDF");
    buf_free(&b);
}
END_TEST

/* A unit of 2 or 4 bytes in either order. */
static void put_unit(struct buf *out, uint32_t unit, int width, bool big)
{
    for (int k = 0; k < width; k++) {
        buf_putc(out, (char)(unit >> 8 * (big ? width - 1 - k : k)));
    }
}

/* Each character, in UTF-16 and UTF-32 of both orders, behind its mark. */
START_TEST(every_character_in_every_form)
{
    int width = _i / 2 == 0 ? 2 : 4;
    bool big = _i % 2 == 1;
    for (uint32_t c = ' '; c <= 0x110000; c += (c & 0xff) < 0xfe && (c & 0xff) > 1 ? 0x3f : 1) {
        struct buf bytes = {0}, out = {0};
        const char *why;
        char text[5] = {0};
        bool half = c >= 0xd800 && c < 0xe000, fine = !half && c < 0x110000;
        put_unit(&bytes, 0xfeff, width, big);
        if (width == 2 && c >= 0x10000) {
            put_unit(&bytes, 0xd800 + ((c - 0x10000) >> 10), 2, big);
            put_unit(&bytes, 0xdc00 + ((c - 0x10000) & 0x3ff), 2, big);
        } else {
            put_unit(&bytes, c, width, big);
        }
        bool read = text_of_bytes(buf_text(&bytes), bytes.len, &out, &why);
        ck_assert_msg(read == fine, "U+%04X: %d", (unsigned)c, read);
        if (fine) {
            text[utf8_write(c, text)] = '\0';
            ck_assert_msg(strcmp(buf_text(&out), text) == 0, "U+%04X", (unsigned)c);
        }
        buf_free(&bytes);
        buf_free(&out);
    }
}
END_TEST

START_TEST(halves_are_pairs)
{
    static const uint32_t unit[] = {'a', 0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000};
    for (int k = 0; k < 49; k++) {
        struct buf bytes = {0}, out = {0};
        const char *why;
        uint32_t a = unit[k / 7], b = unit[k % 7];
        bool high = a >= 0xd800 && a < 0xdc00, low = b >= 0xdc00 && b < 0xe000;
        bool alone = (a >= 0xdc00 && a < 0xe000) || (b >= 0xd800 && b < 0xdc00);
        put_unit(&bytes, 0xfeff, 2, true);
        put_unit(&bytes, a, 2, true);
        put_unit(&bytes, b, 2, true);
        ck_assert_msg(text_of_bytes(buf_text(&bytes), bytes.len, &out, &why) ==
                          (high == low && !alone),
                      "%04X %04X", (unsigned)a, (unsigned)b);
        buf_free(&bytes);
        buf_free(&out);
    }
}
END_TEST

/* One strange character in twenty is borne; breaks, tabs and colors of a terminal are none. */
START_TEST(how_much_is_strange)
{
    for (char c = 1; c < '!'; c++) {
        bool fine = (c >= '\b' && c <= '\r') || c == 27 || c == ' ';
        for (size_t more = 17; more < 21; more++) {
            struct buf bytes = {0}, out = {0};
            const char *why;
            buf_putc(&bytes, c);
            buf_fill(&bytes, 'x', more);
            ck_assert_msg(text_of_bytes(buf_text(&bytes), bytes.len, &out, &why) ==
                              (fine || more >= 19),
                          "%d among %zu", c, more);
            buf_free(&bytes);
            buf_free(&out);
        }
    }
}
END_TEST

Suite *suite_text(void)
{
    Suite *s = suite_create("text");
    TCase *c = tcase_create("text");
    tcase_add_loop_test(c, one_text, 0, sizeof texts / sizeof texts[0]);
    tcase_add_loop_test(c, no_text, 0, sizeof others / sizeof others[0]);
    tcase_add_test(c, in_its_place);
    tcase_add_loop_test(c, every_character_in_every_form, 0, 4);
    tcase_add_test(c, halves_are_pairs);
    tcase_add_test(c, how_much_is_strange);
    suite_add_tcase(s, c);
    return s;
}
