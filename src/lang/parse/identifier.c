/* Tells which characters beyond ASCII may stand in a name: the properties XID_Start and
 * XID_Continue of Unicode, made of the general categories that PCRE2 knows, and of what the
 * standard adds to them and takes away. Names are compared byte by byte; they are not brought into
 * one normal form first. */
#include "lang/parse/identifier.h"

#include "regex/regex.h"

#define NEVER                                                                                      \
    "\\x{37a}\\x{2e2f}\\x{fc5e}-\\x{fc63}\\x{fdfa}\\x{fdfb}\\x{fe70}\\x{fe72}\\x{fe74}\\x{fe76}"   \
    "\\x{fe78}\\x{fe7a}\\x{fe7c}\\x{fe7e}"
#define LETTERS "\\p{L}\\p{Nl}\\x{1885}\\x{1886}\\x{2118}\\x{212e}"

struct range {
    uint32_t first, last;
};

/* clang-format off */
/* Spaces, separators, controls, format characters and private use: for the wording of an error. */
static const struct range invisible[] = {
    {0x0, 0x1f}, {0x7f, 0xa0}, {0xad, 0xad}, {0x600, 0x605}, {0x61c, 0x61c}, {0x6dd, 0x6dd},
    {0x70f, 0x70f}, {0x1680, 0x1680}, {0x180e, 0x180e}, {0x2000, 0x200f}, {0x2028, 0x202f},
    {0x205f, 0x206f}, {0x3000, 0x3000}, {0xd800, 0xf8ff}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb},
    {0xe0000, 0xe0fff}, {0xf0000, 0x10ffff}};
/* clang-format on */

bool identifier_start(uint32_t c)
{
    if (c < 0x80) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }
    return regex_is_one("(?![" NEVER "\\x{e33}\\x{eb3}\\x{ff9e}\\x{ff9f}])[" LETTERS "]", c);
}

bool identifier_continue(uint32_t c)
{
    if (c < 0x80) {
        return identifier_start(c) || (c >= '0' && c <= '9');
    }
    return regex_is_one("(?![" NEVER "])[" LETTERS "\\p{Mn}\\p{Mc}\\p{Nd}\\p{Pc}\\x{b7}\\x{387}"
                        "\\x{1369}-\\x{1371}\\x{19da}]",
                        c);
}

bool identifier_invisible(uint32_t c)
{
    for (size_t k = 0; k < sizeof invisible / sizeof invisible[0]; k++) {
        if (c >= invisible[k].first && c <= invisible[k].last) {
            return true;
        }
    }
    return false;
}
