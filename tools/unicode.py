"""Writes assets/prelude/_unicode.py: what unicodedata knows of each character, in Unicode 14 as CPython 3.11 has it.

    python3.11 tools/unicode.py > assets/prelude/_unicode.py"""
import textwrap
import unicodedata

assert unicodedata.unidata_version == "14.0.0"
ALL = [chr(code) for code in range(0x110000)]


def runs(values):
    """(value, first code, length) of each run."""
    start = 0
    for code in range(1, len(values) + 1):
        if code == len(values) or values[code] != values[start]:
            yield values[start], start, code - start
            start = code


def show(name, comment, entries, between):
    print(f"# {comment}\n{name} = (")
    for line in textwrap.wrap(between.join(entries), 110, break_on_hyphens=False, drop_whitespace=False):
        print(f'    "{line}"')
    print(")\n")


def decompositions():
    last = -1
    for c in ALL:
        told = unicodedata.decomposition(c)
        if not told:
            continue
        codes = [int(word, 16) for word in told.split() if word[0] != "<"]
        whole = "".join(map(chr, codes))
        sign = "<" if told[0] == "<" else "=" if unicodedata.normalize("NFC", whole) == c else "!"
        step, last = ord(c) - last, ord(c)
        yield (f"{step:x}" if step != 1 else "") + sign + ".".join(f"{code:x}" for code in codes)


def main():
    print("# Holds the tables of Unicode 14; tools/unicode.py writes it. Numbers of the last two tables are hexadecimal.\n")
    show("CATEGORIES", "Runs of one general category, from U+0000 on: its letters, how many.",
         [f"{kind}{count}" for kind, _, count in runs([unicodedata.category(c) for c in ALL])], "")
    show("COMBINING", "Runs of one combining class that is not 0: first character, how many, class.",
         [f"{first:x}.{count:x}.{kind:x}" for kind, first, count in runs([unicodedata.combining(c) for c in ALL]) if kind],
         " ")
    show("DECOMPOSITIONS", "How far from the last character, if not 1; `<`: only of compatibility, `!`: never composed "
         "again;\n# what it falls apart to at first.", list(decompositions()), " ")


main()
