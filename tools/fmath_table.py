"""Writes src/base/fmath_table.inc: the tables of src/base/fmath_fast.h, each number as two doubles.

    tools/fmath_table.py > src/base/fmath_table.inc
"""
from decimal import Decimal, getcontext
from fractions import Fraction

getcontext().prec = 80


def sine(x):
    term = total = x
    k = 1
    while abs(term) > Decimal(10) ** -75:
        term *= -x * x / ((k + 1) * (k + 2))
        total += term
        k += 2
    return total


def small_arctan(x):
    power = total = x
    k = 1
    while abs(power) > Decimal(10) ** -78:
        power *= -x * x
        k += 2
        total += power / k
    return total


def arctan(x):
    """Of half the angle, and of half of that, ..."""
    halved = 0
    while x > Decimal("0.1"):
        x = x / (1 + (1 + x * x).sqrt())
        halved += 1
    return small_arctan(x) * 2**halved


def pi():
    """Machin's formula."""
    return 4 * (4 * small_arctan(Decimal(1) / 5) - small_arctan(Decimal(1) / 239))


def two(x):
    hi = float(x)
    return hi, float(x - Decimal(hi))


def cut(x, bits):
    """x as a multiple of 2^-bits, and the rest."""
    hi = float(Fraction(int((x * 2**bits).to_integral_value()), 2**bits))
    return hi, float(x - Decimal(hi))


def table(name, rows, comment):
    print(f"\n/* {comment} */\nstatic const double {name}[][{len(rows[0])}] = {{")
    for row in rows:
        print("    {" + ", ".join(x.hex() for x in row) + "},")
    print("};")


def main():
    print("/* Holds the tables behind the short ways of fmath_fast.h; tools/fmath_table.py writes it. */")
    table("exp_table", [two(Decimal(2) ** (Decimal(i) / 128)) for i in range(128)], "2^(i/128)")
    rows = []
    for i in range(128):
        centre = (Decimal(1) + (Decimal(i) + Decimal("0.5")) / 128) / (2 if i >= 53 else 1)
        c = 1.0 if i in (0, 127) else float(round(256 / centre)) / 256
        rows.append((c, *cut(-Decimal(c).ln(), 42)))
    table("log_table", rows, "c, near 1 / m where m is in slice i of 1 to 2, halved from slice 53 on; -ln c")
    table("sin_table", [two(sine(pi() * i / 128)) for i in range(65)], "sin(i pi / 128)")
    table("atan_table", [two(arctan(Decimal(i) / 64)) for i in range(65)], "arctan(i / 64)")
    parts, left = [], pi() / 128
    for bits in (38, 72):
        hi, _ = cut(left, bits)
        parts.append(hi)
        left -= Decimal(hi)
    table("circle_parts", [(*parts, float(left))], "pi / 128, whose first parts times 2^16 are exact")
    table("ln2_parts", [(*cut(Decimal(2).ln(), 42),)], "ln 2")
    hi, left = cut(Decimal(2).ln() / 128, 42)
    table("step_parts", [(hi, left)], "ln 2 / 128")


main()
