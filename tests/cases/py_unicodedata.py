# unicodedata as CPython 3.11 has it (Unicode 14): all characters, as remainders; texts that reorder and join; errors.
import random
import unicodedata
from unicodedata import category, combining, is_normalized, normalize

FORMS = ["NFC", "NFD", "NFKC", "NFKD"]


def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


def remainder(text):
    data = text.encode()
    return sum([int.from_bytes(data[at : at + 60], "little") % 1000003 * (at + 1) for at in range(0, len(data), 60)]) % 1000003


for start in [*range(0, 0x2000, 0x200), *range(0x2000, 0x32000, 0x1C00), 0xE0000, 0x10F000]:
    text = [chr(code) for code in range(start, start + (0x200 if start < 0x2000 else 0x400)) if not 0xD800 <= code < 0xE000]
    print(hex(start), remainder("".join([category(c) for c in text])), sum([combining(c) for c in text]),
          *[remainder("|".join([normalize(form, c) for c in text[::8 if start < 0x2000 else 61]])) for form in FORMS],
          *[remainder(normalize(form, "".join(text))) for form in FORMS])

random.seed(3)
PARTS = ["a", "e", "A", "\u0301", "\u0300", "\u0323", "\u0307", "\u031b", "\u0345", "\u1100", "\u1161", "\u11a8", "\uac00", "\uac01", "\u0958",
         "\u0915", "\u093c", "\u09c7", "\u09be", "\u09d7", "\ufb01", "\u212b", "\u1e9b", "\u0344", "\u0f73", "\u0f71", "\u0f72", "\U0001d15e",
         "\U0001d165", "\u3099", "\u304b", "\uff76", "\uff9e", "\u00e9", "\u1e69", "\u0073", "\u20d2", "\u0338", "=", "\u2260", "\x00", "\n"]
for k in range(300):
    text = "".join(random.choice(PARTS) for _ in range(8))
    print(k, *[remainder(normalize(form, text)) for form in FORMS], *[is_normalized(form, text) for form in FORMS])


def plain(s):
    return "".join(c for c in normalize("NFD", s) if category(c) != "Mn")


print(plain("Ślusàrski, Élève, naïve Ångström, façade, Übergröße, ﬁn, 漢字, 한국어"))
print(normalize("NFKC", "ｆｕｌｌ　①²½ ﬁ ℌ"), len(normalize("NFD", "é" * 1000)))
for f in [lambda: category("ab"), lambda: category(""), lambda: category(3), lambda: combining("ab"), lambda: normalize("NFX", "a"),
          lambda: normalize("NFC", 3), lambda: normalize(3, "a"), lambda: is_normalized("NFX", "é"), lambda: normalize("nfc", "é")]:
    t(f)
print(unicodedata.unidata_version, "".join(sorted({category(chr(c)) for c in range(0, 0x3000)})))
