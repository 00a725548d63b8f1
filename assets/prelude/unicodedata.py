# Tells properties of characters, and makes the four normal forms. The tables are read where something asks
# for them.

from bisect import bisect_right
import re

import _unicode

unidata_version = "14.0.0"
_SYLLABLE, _LEADING, _VOWEL, _TRAILING = 0xAC00, 0x1100, 0x1161, 0x11A7  # Hangul: 19 * 21 * 28 syllables
_SYLLABLES, _PER_LEADING, _PER_VOWEL = 11172, 588, 28


_kinds = {}  # of characters that were asked for
_wholes = {}  # of pieces that were put together
_hangul = re.compile(f"[{chr(_SYLLABLE)}-{chr(_SYLLABLE + _SYLLABLES - 1)}]")


def _syllable(found):
    """What it is made of."""
    place = ord(found.group()) - _SYLLABLE
    trailing = place % _PER_VOWEL
    return (chr(_LEADING + place // _PER_LEADING) + chr(_VOWEL + place % _PER_LEADING // _PER_VOWEL)
            + (chr(_TRAILING + trailing) if trailing else ""))


def _categories():
    starts, kinds, at = [], [], 0
    for kind, count in re.findall("([A-Za-z]+)([0-9]+)", _unicode.CATEGORIES):
        starts.append(at)
        kinds.append(kind)
        at += int(count)
    return starts, kinds


def _classes():
    made = {}
    for run in _unicode.COMBINING.split():
        first, count, kind = [int(number, 16) for number in run.split(".")]
        for code in range(first, first + count):
            made[chr(code)] = kind
    return made


def _decompositions():
    """What falls apart: canonically, in either way, and the pairs that are put together again."""
    canonical, either, pairs, code = {}, {}, {}, -1
    for step, sign, codes in re.findall("([0-9a-f]*)([<=!])([0-9a-f.]+)", _unicode.DECOMPOSITIONS):
        code += int(step or "1", 16)
        either[code] = parts = "".join([chr(int(part, 16)) for part in codes.split(".")])
        if sign != "<":
            canonical[code] = parts
        if sign == "=":
            pairs[parts] = chr(code)
    for table in (canonical, either):
        for code, parts in table.items():
            whole = parts.translate(table)
            while whole != parts:
                parts, whole = whole, whole.translate(table)
            table[code] = whole
    return canonical, either, pairs


class _Tables:
    """Made once each, when they are first asked for."""

    def __getattr__(self, name):
        if name in ("starts", "kinds"):
            self.starts, self.kinds = _categories()
        elif name == "classes":
            self.classes = _classes()
        elif name == "marks":
            self.marks = re.compile("[" + "".join(self.classes) + "]{2,}")
        elif name == "joined":
            vowels, trailing = chr(_VOWEL) + "-" + chr(_VOWEL + 20), chr(_TRAILING + 1) + "-" + chr(_TRAILING + 27)
            seconds = "".join({pair[1] for pair in self.pairs} | set(self.classes))
            self.joined = re.compile(f".[{seconds}{vowels}{trailing}]+", re.DOTALL)
        else:
            self.canonical, self.either, self.pairs = _decompositions()
        return self.__dict__[name]


_tables = _Tables()


def _one(name, chr):
    if not isinstance(chr, str) or len(chr) != 1:
        raise TypeError(f"{name}() argument must be a unicode character, not {type(chr).__name__}")
    return chr


def category(chr, /):
    """The general category, two letters."""
    kind = _kinds.get(chr)
    if kind is None:
        kind = _kinds[chr] = _tables.kinds[bisect_right(_tables.starts, ord(_one("category", chr))) - 1]
    return kind


def combining(chr, /):
    """The class of a character that combines with the one before; 0: it does not."""
    return _tables.classes.get(_one("combining", chr), 0)


def _together(first, second):
    made = _tables.pairs.get(first + second)
    if made is not None:
        return made
    leading, vowel = ord(first) - _LEADING, ord(second) - _VOWEL
    if 0 <= leading < 19 and 0 <= vowel < 21:
        return chr(_SYLLABLE + leading * _PER_LEADING + vowel * _PER_VOWEL)
    place, trailing = ord(first) - _SYLLABLE, ord(second) - _TRAILING
    if 0 <= place < _SYLLABLES and place % _PER_VOWEL == 0 and 0 < trailing < 28:
        return chr(ord(first) + trailing)
    return None


def _compose(found):
    """Characters that may join: each joins the last one of class 0 unless one of no lower class stands between."""
    text = found.group()
    if text in _wholes:
        return _wholes[text]
    kept, base, last = [], -1, 0
    for c in text:
        kind = _tables.classes.get(c, 0)
        if base >= 0 and (base == len(kept) - 1 or last < kind):
            made = _together(kept[base], c)
            if made is not None:
                kept[base] = made
                continue
        base, last = (len(kept), 0) if kind == 0 else (base, kind)
        kept.append(c)
    _wholes[text] = "".join(kept)
    return _wholes[text]


def _in_order(found):
    return "".join(sorted(found.group(), key=_tables.classes.get))


def normalize(form, unistr, /):
    """The text in one of the forms NFC, NFKC, NFD and NFKD."""
    for number, text in enumerate((form, unistr), 1):
        if not isinstance(text, str):
            raise TypeError(f"normalize() argument {number} must be str, not {type(text).__name__}")
    if form not in ("NFC", "NFKC", "NFD", "NFKD"):
        raise ValueError("invalid normalization form")
    if unistr.isascii():
        return unistr
    apart = unistr.translate(_tables.either if "K" in form else _tables.canonical)
    apart = _tables.marks.sub(_in_order, _hangul.sub(_syllable, apart))
    return apart if "D" in form else _tables.joined.sub(_compose, apart)


def is_normalized(form, unistr, /):
    """Whether the text is in that form."""
    return normalize(form, unistr) == unistr
