/* Tells encodings apart by marks and zeros, then goes over the characters in one loop. */
#include "base/text.h"

#include "base/utf8.h"

#include <string.h>
#include <strings.h>

enum form { UTF8, UTF16_LITTLE, UTF16_BIG, UTF32_LITTLE, UTF32_BIG, WINDOWS };

struct reading {
    enum form form;
    const unsigned char *p, *end;
};

/* --- which form --- */

/* Files that are known by how they begin. */
static const struct {
    const char *begins, *is;
} others[] = {
    {"PK\x03\x04", "is a ZIP file or a document of a word processor"},
    {"%PDF", "is a PDF file"},
    {"{\\rtf", "is a document of a word processor"},
    {"\xd0\xcf\x11\xe0", "is a document of a word processor"},
    {"\x89PNG", "is a picture"},
    {"\xff\xd8\xff", "is a picture"},
    {"GIF8", "is a picture"},
    {"\x1f\x8b", "is a compressed file"},
};

static const char *other(const char *bytes, size_t len)
{
    for (size_t k = 0; k < sizeof others / sizeof others[0]; k++) {
        size_t n = strlen(others[k].begins);
        if (len >= n && memcmp(bytes, others[k].begins, n) == 0) {
            return others[k].is;
        }
    }
    return NULL;
}

static const struct {
    const char *mark;
    size_t len;
    enum form form;
} marks[] = {
    {"\xef\xbb\xbf", 3, UTF8},      {"\xff\xfe\0\0", 4, UTF32_LITTLE}, /* before UTF-16, whose mark
                                                                          it begins with */
    {"\0\0\xfe\xff", 4, UTF32_BIG}, {"\xff\xfe", 2, UTF16_LITTLE},     {"\xfe\xff", 2, UTF16_BIG},
};

/* Without a mark: of UTF-16 in which mostly ASCII is written, every second byte is 0. */
static enum form guess(const char *bytes, size_t len)
{
    size_t zeros[2] = {0, 0};
    for (size_t k = 0; k < len; k++) {
        zeros[k % 2] += bytes[k] == '\0';
    }
    if (len % 2 == 0 && zeros[0] == 0 && zeros[1] * 4 > len) {
        return UTF16_LITTLE;
    }
    if (len % 2 == 0 && zeros[1] == 0 && zeros[0] * 4 > len) {
        return UTF16_BIG;
    }
    return utf8_valid(bytes, len) ? UTF8 : WINDOWS;
}

static void begin(struct reading *r, const char *bytes, size_t len)
{
    for (size_t k = 0; k < sizeof marks / sizeof marks[0]; k++) {
        if (len >= marks[k].len && memcmp(bytes, marks[k].mark, marks[k].len) == 0) {
            r->form = marks[k].form;
            r->p = (const unsigned char *)bytes + marks[k].len;
            r->end = (const unsigned char *)bytes + len;
            return;
        }
    }
    *r = (struct reading){guess(bytes, len), (const unsigned char *)bytes,
                          (const unsigned char *)bytes + len};
}

/* --- characters --- */

#define NONE 0xffffffffu /* these bytes are no character */

/* What Windows-1252 has in place of the control characters of Latin-1. */
static const uint16_t windows[32] = {
    0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017d, 0,      0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178};

/* A number of `width` bytes; what is cut off at the end is no character. */
static uint32_t unit(struct reading *r, int width, bool big)
{
    uint32_t c = 0;
    if (r->end - r->p < width) {
        r->p = r->end;
        return NONE;
    }
    for (int k = 0; k < width; k++) {
        c |= (uint32_t)*r->p++ << 8 * (big ? width - 1 - k : k);
    }
    return c;
}

static uint32_t of_utf16(struct reading *r, bool big)
{
    uint32_t c = unit(r, 2, big);
    if (c >= 0xd800 && c < 0xdc00) {
        uint32_t low = unit(r, 2, big);
        return low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00)
                                             : NONE;
    }
    return c >= 0xdc00 && c < 0xe000 ? NONE : c;
}

static uint32_t next(struct reading *r)
{
    uint32_t c = 0;
    switch (r->form) {
    case UTF16_LITTLE:
    case UTF16_BIG:
        return of_utf16(r, r->form == UTF16_BIG);
    case UTF32_LITTLE:
    case UTF32_BIG:
        c = unit(r, 4, r->form == UTF32_BIG);
        return c > 0x10ffff || (c >= 0xd800 && c < 0xe000) ? NONE : c;
    case WINDOWS:
        c = *r->p++;
        c = c >= 0x80 && c < 0xa0 ? windows[c - 0x80] : c;
        return c == 0 ? NONE : c;
    case UTF8:
        break;
    }
    r->p += utf8_decode((const char *)r->p, (size_t)(r->end - r->p), &c);
    return c;
}

/* Text has breaks of lines and pages, tabs, perhaps the escape of a terminal's colors; the other
 * control characters are a sign of something else. */
static bool is_text(uint32_t c)
{
    return c >= ' ' || (c >= '\b' && c <= '\r') || c == 27;
}

bool text_of_bytes(const char *bytes, size_t len, struct buf *out, const char **why)
{
    struct reading r;
    size_t strange = 0, count = 0;
    *why = other(bytes, len);
    if (*why != NULL) {
        return false;
    }
    begin(&r, bytes, len);
    if (r.form == UTF8 && !utf8_valid((const char *)r.p, (size_t)(r.end - r.p))) {
        r.form = WINDOWS; /* the mark of one and the bytes of the other */
    }
    while (r.p < r.end) {
        uint32_t c = next(&r);
        if (c == NONE || c == 0) {
            *why = "is no text";
            return false;
        }
        if (c == '\r') {
            struct reading behind = r;
            r = behind.p < behind.end && next(&behind) == '\n' ? behind : r;
            c = '\n';
        }
        strange += !is_text(c);
        count++;
        buf_codepoint(out, c);
    }
    bool ok = strange * 20 <= count;
    *why = ok ? NULL : "is no text";
    return ok;
}

/* Nothing would change: what most files are. */
static bool is_clean(const char *text, size_t len)
{
    return memchr(text, '\0', len) == NULL && memchr(text, '\r', len) == NULL &&
           (len < 3 || memcmp(text, marks[0].mark, 3) != 0) && other(text, len) == NULL &&
           utf8_valid(text, len);
}

bool text_clean(struct buf *b, const char *name, struct error *err)
{
    struct buf text = {0}; /* which goes on in `b` */
    const char *why;
    if (is_clean(buf_text(b), b->len)) {
        return true;
    }
    if (!text_of_bytes(buf_text(b), b->len, &text, &why)) {
        buf_free(&text);
        return error_set(err, ERROR_INPUT, "cannot read %s: it %s", name, why);
    }
    bool ok = !text.failed;
    buf_free(b);
    *b = text;
    return ok || error_set(err, ERROR_MEMORY, "cannot read %s: not enough memory", name);
}

bool text_ends(const char *name, const char *ending)
{
    size_t a = strlen(name), b = strlen(ending);
    return a > b && name[a - b - 1] != '/' && strcasecmp(name + a - b, ending) == 0;
}

const char *text_entity(char c)
{
    return c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '"' ? "&quot;" : NULL;
}

int text_lines(const char *text)
{
    int lines = 0;
    for (; *text != '\0'; text++) {
        lines += *text == '\n';
    }
    return lines;
}
