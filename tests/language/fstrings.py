x = 3.14159; n = 42; s = "hi"; d = {"k": [1, 2]}
print(f"{x:.2f} {n:05d} {s!r} {s:>5} {s:<5}| {s:^6}| {n:x} {n:b} {n:#x} {n:,} {x:e} {x:10.3f}|{n:+}")
print(f"{d['k'][0]} {len(s)} {x if n else s} {{}} {n=} {s=!r} {x=:.1f} {n = }")
w = 8; print(f"{s:{w}}|{s:>{w}}|{x:{w}.{2}f}|{'a' 'b'}")
print(f"{lambda_(2) if 0 else 1}", f"{[i for i in range(3)]}", f"{ {1: 2}[1] }", f"{(lambda y: y * 2)(4)}")
print(f"""multi {
    n
} line""", f'{s}' "plain {x}" f"{n}")
class F:
    def __format__(self, spec): return f"<{spec}>"
    def __str__(self): return "str"
    def __repr__(self): return "repr"
print(f"{F()} {F():abc} {F()!s} {F()!r:>6}", format(F(), "z"), "{:q}".format(F()), str(F()), "%s %r" % (F(), F()))
try: f"{s:d}"
except ValueError as e: print(e)
try: f"{[]:d}"
except TypeError as e: print(e)
print("{} {1} {a}".format if 0 else "{} {}".format(1, 2), "{0} {1} {0} {a:>4}".format(1, 2, a=3), "%d %s %.2f %5d|%-5s|%%" % (1, "a", 2.5, 3, "b"))
print(f"{True} {None} {1.0} {1e20} {1e-7} {float('inf')} {-0.0}", f"{12345.678:,.1f}", f"{0.5:.0%}", f"{1e5:g}")
