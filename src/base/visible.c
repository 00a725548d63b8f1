/* Writes control characters as visible text. Knows no terminal: the few that are harmless
 * everywhere are the caller's choice, everything else is written as Python would in a string. */
#include "base/visible.h"

#include "base/utf8.h"

#include <string.h>

/* ALM, LRM, RLM, the embeddings and overrides, the isolates; line and paragraph separators. */
static bool turns_text(uint32_t c)
{
    return c == 0x061c || c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069);
}

static bool is_control(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0);
}

bool visible_hides(uint32_t c)
{
    return is_control(c) || turns_text(c);
}

/* The few sequences that change nothing but how letters look. */
static size_t tint_len(const char *text, size_t len)
{
    static const char *const tints[] = {"\033[0m", "\033[1m", "\033[2m", "\033[33m", "\033[36m"};
    for (size_t k = 0; k < sizeof tints / sizeof tints[0]; k++) {
        size_t n = strlen(tints[k]);
        if (n <= len && memcmp(text, tints[k], n) == 0) {
            return n;
        }
    }
    return 0;
}

bool visible_put(const char *text, size_t len, const char *keep, struct buf *out)
{
    bool any = false;
    for (size_t k = 0, taken; k < len; k += taken) {
        uint32_t c;
        taken = utf8_decode(text + k, len - k, &c);
        bool broken = c == 0xfffd && taken == 1; /* the character itself takes three */
        bool stays = c != 0 && c < 0x20 && strchr(keep, (int)c) != NULL;
        if (c == 0x1b && stays) {
            size_t tint = tint_len(text + k, len - k);
            stays = tint > 0;
            taken = stays ? tint : taken;
        }
        if (broken || (is_control(c) && !stays)) {
            buf_printf(out, "\\x%02x", broken ? (unsigned)(unsigned char)text[k] : (unsigned)c);
        } else if (turns_text(c)) {
            buf_printf(out, "\\u%04x", (unsigned)c);
        } else {
            buf_put(out, text + k, taken);
            continue;
        }
        any = true;
    }
    return any;
}

void visible_line(const char *text, struct buf *out)
{
    for (const char *p = text; *p != '\0';) {
        size_t len = strcspn(p, "\n\r\t");
        visible_put(p, len, VISIBLE_NONE, out);
        p += len;
        if (*p != '\0') {
            buf_putc(out, ' ');
            p++;
        }
    }
}
