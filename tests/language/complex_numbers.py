# complex numbers: literals, arithmetic, text, complex()

x = 1 + 2j
print(x, x.real, x.imag, abs(x), x * x, x.conjugate(), complex(1, 2), x**2, 1j, -1j, 0j, complex(0, -1), complex(-0.0, 1))
print((1 + 2j) / (3 - 4j), 1j**2, 2**1j, (-8) ** (1 / 3), (1 + 1j) ** 0.5, 1j == 1j, 1j == 0, (2 + 0j) == 2, bool(0j), 1 / 1j)
print(complex("1+2j"), complex("3j"), complex(" (1-2.5e3j) "), complex(1.5), complex(), complex(1, -0.0), complex(1j, 1j))
print(type(1j), isinstance(1j, complex), f"{1.234 + 5.678j:.2f}", str(1e20 + 1e-7j), hash(2 + 0j) == hash(2), {1j: 2, 2: 3}[2 + 0j])
print([z * 1j for z in (1, 2.5, True, 3j)], sum([1j, 2, 3.5]), max([1j, 2j], key=abs), "%s" % (1 + 1j), repr(1j), (1j).imag)
for wrong in (lambda: 1j < 2j, lambda: 1j // 2, lambda: float(1j), lambda: int(1j), lambda: 1j / 0, lambda: 0j**-1,
              lambda: complex("a"), lambda: complex("1", 2), lambda: complex([])):
    try:
        print(wrong())
    except (TypeError, ZeroDivisionError, ValueError) as e:
        print(type(e).__name__, e)
