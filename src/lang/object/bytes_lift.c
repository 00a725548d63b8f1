/* Turns bytes into text, for what str can do already: a byte is lifted to a character, ASCII to
 * itself and the rest to characters that are neither letters, spaces nor line breaks, and what
 * comes back becomes bytes again. */
#include "lang/object/bytes.h"

#include "base/utf8.h"

#define LIFTED 0xe000u /* private use: byte b as U+E000 + b */

/* str takes some control characters for spaces or line breaks that bytes does not. */
static bool lifted(uint8_t byte, bool lines)
{
    return byte >= 0x80 || (byte >= 0x1c && byte <= 0x1f) ||
           (lines && (byte == '\v' || byte == '\f'));
}

uint32_t bytes_lift_one(uint8_t byte)
{
    return lifted(byte, true) ? LIFTED + byte : byte;
}

bool bytes_lift(struct interp *in, const struct bytes *b, bool lines, struct value *out)
{
    struct buf text = {.budget = in->memory};
    if (!str_walk(in, b->len)) {
        return false;
    }
    for (size_t k = 0; k < b->len; k++) {
        buf_codepoint(&text, lifted(b->at[k], lines) ? LIFTED + b->at[k] : b->at[k]);
    }
    return str_take(in, &text, out);
}

bool bytes_lift_back(struct interp *in, struct value v, struct value *out)
{
    *out = v;
    if (str_is(v)) {
        const struct str *s = str_of(v);
        struct buf b = {.budget = in->memory};
        uint32_t c;
        if (!str_walk(in, s->len)) {
            return false;
        }
        for (size_t at = 0; at < s->len;) {
            at += utf8_decode(s->text + at, s->len - at, &c);
            buf_putc(&b, (char)(c & 0xff));
        }
        return bytes_take(in, &b, out);
    }
    if (!list_is(v) && !tuple_is(v)) {
        return true;
    }
    for (int64_t k = 0; k < list_at(v)->count; k++) {
        if (!bytes_lift_back(in, list_at(v)->at[k], &list_at(v)->at[k])) {
            return false;
        }
    }
    return true;
}

bool bytes_lift_percent(struct interp *in, const struct bytes *format, struct value v,
                        struct value *out)
{
    struct value text, made;
    scoped_buf b = {.budget = in->memory};
    if (!bytes_lift(in, format, true, &text)) {
        return false;
    }
    return format_percent(in, str_of(text), v, true, &b) && str_take(in, &b, &made) &&
           bytes_lift_back(in, made, out);
}
