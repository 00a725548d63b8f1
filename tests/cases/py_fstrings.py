# f-strings: every format specification teaching code reaches for.
import math

pi, n, name, big = math.pi, 42, "qkv", 1234567.891
print(f"{pi:.2f} {pi:.0f} {pi:10.3f}| {pi:<10.3f}| {pi:^10.3f}| {pi:+.1f} {pi:010.4f} {-pi:.3f} {pi:e} {pi:.2e} {pi:g} {pi:.3g}")
print(f"{n:d} {n:5d}| {n:<5}| {n:^5}| {n:05d} {n:+d} {n:x} {n:X} {n:b} {n:o} {n:#x} {n:#b} {n:08b} {n:,} {n:e} {n:.1f} {n:%}")
print(f"{name} {name!r} {name:>6} {name:<6}| {name:^7}| {name:*^9} {name:.2} {name:->8} {name!s:>5}")
print(f"{big:,.2f} {big:_.1f} {big:.3e} {big:15,.1f}| {big:g} {int(big):,} {0.256:.1%} {1e-7} {1e16} {1e15} {123456789.0}")
print(f"{n=} {pi=:.3f} {name=} {n + 1=} {n!r:>5}")
width, prec = 9, 3
print(f"{pi:{width}.{prec}f} {name:{'>'}{width}} {pi:.{prec}} {n:>{width}}")
print(f"{[1, 2]} {(1,)} {{'a': 1}} { {'a': 1}['a'] } {'nested ' + 'quotes'} {None} {True} {n if n > 40 else 0}")
print(f"{'a' if n else 'b'}{'c'}", f"{n}" "tail" f"{n}", f"{', '.join(str(i) for i in range(3))}", f"{f'{n}'}", f"{n:>3}%")
print(f"{1.0} {1.5} {100.0} {1e22} {1e-4} {0.1 + 0.2} {1 / 3} {-0.0} {float('inf')} {float('nan')} {2.50:.2f} {1e5} {1.0e10}")
print(f"{2.5:.0f} {3.5:.0f} {0.125:.2f} {1e10:.2f} {1234.5:8.1f}| {float('inf'):.2f} {True:d} {n / 7:.6f} {7 // 2} {7 % 3} {2 ** 10}")
print(f"""{name}
  {n:>4}
""", end="")
print(f"{n:<4}|{n:>4}|{name:<8}|{pi:<8.2f}|", f"{'id':>4} {'word':<6} {'p':>6}")
for i, (w, p) in enumerate([("the", 0.5), ("cat", 0.25), ("<eos>", 0.0625)]):
    print(f"{i:>4} {w:<6} {p:>6.3f} {'#' * int(p * 16)}")
print(format(pi, ".3f"), format(n, "06d"), format("x", ">3"), format(True), "{:>10}".format(str([1])), "{0[1]} {1.real}".format([5, 6], 7))
print(rf"\d{n}", F"{n}", f"\t|{name}\n|", f"{name[0]}{name[-1]}{name[::-1]}", f"{len(name):03}", f"{max(1, 2)}", f"{n:n}", f"{0:.1e}")
print(f"{12345.678:,.0f} {0.00001234:.3g} {123456:.3g} {100000:g} {1000000:g} {1e6:g} {1.5:g} {0.0:g} {5:.2f} {5 / 1}")
