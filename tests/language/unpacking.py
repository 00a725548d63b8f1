a, b = 1, 2; a, b = b, a; print(a, b)
(a, b), c = (1, 2), 3; print(a, b, c)
[a, *b] = "hello"; print(a, b)
*a, b = range(4); print(a, b)
a, *b, c = 1, 2; print(a, b, c)
for bad in ["a, b = 1, 2, 3", "a, b, c = 1, 2", "a, *b, c = [1]", "a, b = 5", "a, b = None", "(a, b), c = 1, 2", "a, b = 'x'", "a, b = {1}"]:
    pass
try: a, b = 1, 2, 3
except ValueError as e: print(e)
try: a, b, c = 1, 2
except ValueError as e: print(e)
try: a, *b, c = [1]
except ValueError as e: print(e)
try: a, b = 5
except TypeError as e: print(e)
try: a, b = None
except TypeError as e: print(e)
try: (a, b), c = 1, 2
except TypeError as e: print(e)
x = y = z = [1]; y.append(2); print(x, z)
i = 0; l = [0, 0, 0]; i, l[i] = 1, 9; print(i, l)
print([*range(3), *"ab"], (*[1], 2), {*[1, 2], 3}, {**{'a': 1}, 'b': 2, **{'a': 3}})
try: [*5]
except TypeError as e: print(e)
try: {**5}
except TypeError as e: print(e)
a = 1,; print(a, len(a)); print((), (1,), [()], ((1,),))
x = 5; x += x * 2; print(x); x //= 4; x **= 3; x %= 5; x -= 1; x *= 3; print(x)
x = 6; x |= 1; x &= 5; x ^= 2; x <<= 2; x >>= 1; print(x); x /= 4; print(x)
s = "a"; s += "b"; s *= 3; print(s)
l = [1]; m = l; l += [2]; l *= 2; print(m)
t = (1,); u = t; t += (2,); print(u, t)
