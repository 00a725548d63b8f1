def t(v, n): print(n, end=" "); return v
print(t(1, "a") < t(2, "b") < t(3, "c"), 1 < 3 > 2, 1 == 1.0 == True, 3 > 2 > 2, 1 < 2 != 3)
print(t(5, "a") < t(2, "b") < t(3, "c"))
print(not 1 == 2, not [], 1 and 0 or 5, None or "x", [] and 3, 0 or False or [], 1 if [] else 2)
print(1 in [1, 2], 3 not in (1, 2), "a" in "abc", None is None, [] is not [], 2 in {2: 1}, "x" in {"y"})
print(5 // 2, -5 // 2, 5 % -3, -5 % 3, 2 ** -1, 2 ** 10, 7 / 2, 1e3, 5.0 // 2, -5.5 % 2, divmod(-7, 2), ~5, -3 ** 2, 10 ** 18)
print(0.1 + 0.2, 1 / 3, 1e16, 1e15, 123456789.123, 1.0, -1.5e-10, 3 // 1.0, 2 ** 0.5, round(2.5), round(3.14159, 2), abs(-3), int(3.9), float("1.5"))
print(True + True, True * 3, isinstance(True, int), 1 == True, hash(1) == hash(1.0), bool("False"), int(True), str(True))
try: 1 < "a"
except TypeError as e: print(e)
try: [] < 3
except TypeError as e: print(e)
try: 1 + "a"
except TypeError as e: print(e)
try: "a" + 1
except TypeError as e: print(e)
try: [1] + (2,)
except TypeError as e: print(e)
try: -"a"
except TypeError as e: print(e)
try: None + 1
except TypeError as e: print(e)
try: x = 1; x += "a"
except TypeError as e: print(e)
try: "a" * "b"
except TypeError as e: print(e)
try: 2 ** "a"
except TypeError as e: print(e)
try: 1 in 5
except TypeError as e: print(e)
try: 5[0]
except TypeError as e: print(e)
try: "abc"["a"]
except TypeError as e: print(e)
try: [1][1.0]
except TypeError as e: print(e)
try: (1, 2)[5]
except IndexError as e: print(e)
try: {}[[]]
except TypeError as e: print(e)
try: (1,)[0] = 3
except TypeError as e: print(e)
try: "abc"[0] = "x"
except TypeError as e: print(e)
try: del (1, 2)[0]
except TypeError as e: print(e)
try: None.foo
except AttributeError as e: print(e)
try: (5).foo
except AttributeError as e: print(e)
try: None()
except TypeError as e: print(e)
try: 1 % 0
except ZeroDivisionError as e: print(e)
try: 1.0 / 0
except ZeroDivisionError as e: print(e)
try: 0 ** -1
except ZeroDivisionError as e: print(e)
try: 5 // 0.0
except ZeroDivisionError as e: print(e)
