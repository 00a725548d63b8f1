# Floats and whole numbers as text and back, in every form of format(), as CPython writes them.
FLOATS = [0.0, -0.0, 1.0, 0.1, -2.5, 1e16, 1e15, 123456789012345680.0, 1e-4, 1e-5, 9.999e-5, 5e-324, 2.2250738585072014e-308,
          1.7976931348623157e308, 1e22, 1e23, 0.3, 2 / 3, 100.0, 99.5, 0.5, 1.5, 2.675, 1e100, 123.456, 1e21, 12345678.9,
          float("inf"), float("-inf"), float("nan"), 4.35, 0.045, 999998.5, 9999985e-1, 0.00001234, 4503599627370497.5]
SPECS = ["", "e", "f", "g", "n", "%", ".0e", ".0f", ".0g", ".0%", ".1f", ".2f", ".3e", ".3g", ".10f", ".17g", ".20e", ".40f",
         "#.0f", "#g", "#.3g", "#.0e", "+", " ", "-", "+.2f", " .2e", "012.3f", "<12.2f", ">12", "^12.1f", "*^12.1e", "=+12.1f",
         "0=12", ",", ",.2f", "_.1f", "_", "020,.2f", "G", "E", "F", ".3G", "z.1f", "x<+10.1%", "1", "12"]
INTS = [0, 1, -1, 7, -8, 10, 255, 256, -256, 1000, 65533, 123456789, -987654321, 2**31, 2**32 - 1, 2**63 - 1, 2**63, -2**63,
        -2**63 - 1, 2**64, 10**18, 10**19, 10**20 + 1, -10**25, 3**60, 2**200 - 1, -(7**90), 10**40]
INT_SPECS = ["", "d", "b", "o", "x", "X", "n", "c", "#b", "#o", "#x", "#X", "08d", "+d", " d", ",", "_", "_x", "_b", "#_x", "020,",
             "<8", ">30", "^9", "*^9d", "=+9", "#012x", "e", ".2f", ".3g", "%", ".1d", ",x", "s", "q", "_c", "+c"]

for x in FLOATS:
    print(repr(x), str(x), "%s %r %d" % (x, x, x) if abs(x) < 1e300 else x)
    print("  ", [format(x, s) for s in SPECS])
    print("  ", ["%e %f %g" % (x, x, x), "%.0e|%.0f|%.0g" % (x, x, x), "%#.0f|%+.3g|% .2f|%010.2f|%-9.1f|" % (x, x, x, x, x)])
    for d in (None, 0, 1, 2, -1, -2, 5, 20):
        try:
            print("  ", d, round(x, d) if d is not None else round(x), end="")
        except (OverflowError, ValueError) as e:
            print("  ", d, type(e).__name__, e, end="")
    print()
    try:
        print("  ", x.as_integer_ratio(), x.is_integer(), int(x), hash(x) == hash(x), divmod(x, 0.7), x // 3, x % -3)
    except (OverflowError, ValueError) as e:
        print("  ", type(e).__name__, e)
for i in INTS:
    row = []
    for s in INT_SPECS:
        try:
            row.append(format(i, s))
        except (ValueError, OverflowError) as e:
            row.append(str(e))
    print(i, row)
    print("  ", hex(i), oct(i), bin(i), i.bit_length(), abs(i), -i, ~i, "%d %i %x %X %o %5d|%-5d|%05d %+d %e" % ((i,) * 10))
    for d in (0, 1, -1, -2, -19, -30):
        print("  ", round(i, d), end="")
    print()
for a in INTS:
    for b in INTS[::3]:
        print(a, b, a + b, a - b, a * b, a & b, a | b, a ^ b, a < b, a == b, a >= b, end=" ")
        if b:
            print(a // b, a % b, divmod(b, a) if a else None, end=" ")
            try:
                print(a / b)
            except OverflowError as e:
                print(e)
        else:
            print()
    for n in (0, 1, 5, 31, 32, 63, 64, 100):
        print(" ", a << n, a >> n, end="")
    print()
    print(" ", [a**n for n in (0, 1, 2, 3, 7)], [pow(a, n, 97) for n in (0, 1, 5, 10**9)], float(a), a == float(a))
TEXTS = ["0", " 12 ", "-7", "+7", "1_000", "1__0", "_1", "1_", "0x1f", "0b101", "0o17", "1f", "", " ", "1.5", "9" * 30, "-0",
         "0x", "00", "007", "zz", "1e5", "2\n", "- 1"]
for t in TEXTS:
    row = []
    for base in (None, 0, 2, 8, 10, 16, 36, 1):
        try:
            row.append(int(t) if base is None else int(t, base))
        except ValueError as e:
            row.append(str(e))
    print(repr(t), row)
for t in TEXTS + ["inf", "-Infinity", "nan", "+NaN", "infinit", "1e", "1e+5", "1E-400", "1e400", ".5", "5.", ".", "1_0.2_5", "1._5",
                  "0x1p3", "2.2250738585072012e-308", "4.9e-324", "2.4e-324", "179769313486231580793e289", "1" * 400,
                  "0.1000000000000000055511151231257827", "9007199254740993", "9007199254740992.5", "8.5e-5"]:
    try:
        print(repr(t)[:40], repr(float(t)))
    except ValueError as e:
        print(repr(t)[:40], e)
