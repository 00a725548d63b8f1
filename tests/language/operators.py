class V:
    def __init__(self, x): self.x = x
    def __add__(self, o): return V(self.x + (o.x if isinstance(o, V) else o))
    def __radd__(self, o): return V(o + self.x)
    def __iadd__(self, o): self.x += 100; return self
    def __eq__(self, o): return isinstance(o, V) and self.x == o.x
    def __lt__(self, o): return self.x < o.x
    def __hash__(self): return hash(self.x)
    def __neg__(self): return V(-self.x)
    def __bool__(self): return self.x != 0
    def __len__(self): return 3
    def __call__(self, *a): return ("called", a)
    def __contains__(self, k): return k == self.x
    def __getitem__(self, k): return k
    def __setitem__(self, k, v): print("set", k, v)
    def __delitem__(self, k): print("del", k)
    def __repr__(self): return f"V({self.x})"
    def __matmul__(self, o): return "mm"
    def __mul__(self, o): return NotImplemented
    def __rmul__(self, o): return "rmul"
    def __abs__(self): return "abs"
    def __int__(self): return 7
    def __float__(self): return 7.5
    def __index__(self): return 2
    def __invert__(self): return "inv"
    def __pow__(self, o): return "pow"
    def __truediv__(self, o): return "div"
    def __floordiv__(self, o): return "fdiv"
    def __mod__(self, o): return "mod"
    def __and__(self, o): return "and"
    def __rsub__(self, o): return "rsub"
    def __ge__(self, o): return "ge"
    def __round__(self, n=None): return ("round", n)
    def __reversed__(self): return iter("rev")
v = V(1)
print(v + V(2), v + 5, 5 + v, sum([V(1), V(2)]), v == V(1), v != V(1), v < V(2), V(2) > v, -v, bool(V(0)), len(v))
print(v(1, 2), 1 in v, 2 in v, v[1:2], v[1, 2], v[...], v[::2, None]); v[3] = 4; del v[5]
print(v @ v, 3 * v, abs(v), int(v), float(v), [10, 20, 30][v], ~v, v ** 2, v / 1, v // 1, v % 1, v & 1, 3 - v, v >= 1, v <= V(0))
try: v * 3
except TypeError as e: print(e)
try: v * v
except TypeError as e: print(e)
try: v - 1
except TypeError as e: print(e)
try: v > 3
except (TypeError, AttributeError) as e: print(e)
w = v; w += 1; print(w is v, v, {V(1): "a"}[V(1)], sorted([V(3), V(1), V(2)]), round(v), round(v, 2), list(reversed(v)), range(10)[v])
class NoHash:
    def __eq__(self, o): return True
try: {NoHash(): 1}
except TypeError as e: print(e)
class BadLen:
    def __len__(self): return -1
try: len(BadLen())
except ValueError as e: print(e)
class BadBool:
    def __bool__(self): return 3
try: bool(BadBool())
except TypeError as e: print(e)
class BadStr:
    def __str__(self): return 3
try: str(BadStr())
except TypeError as e: print(e)
class BadInit:
    def __init__(self): return 3
try: BadInit()
except TypeError as e: print(e)
class A:
    def __add__(self, o): return NotImplemented
    def __radd__(self, o): return "A.radd"
class B(A): pass
class C(A):
    def __radd__(self, o): return "C.radd"
try: A() + A()
except TypeError as e: print(e)
print(A() + C())
try: print(A() + B())
except TypeError as e: print(e)
class E1:
    def __eq__(self, o): return NotImplemented
print(E1() == 3, E1() != 3, E1() == E1())
