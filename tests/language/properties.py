class T:
    def __init__(self): self._x = 0
    @property
    def x(self):
        "doc x"
        return self._x
    @x.setter
    def x(self, v):
        if v < 0: raise ValueError("neg")
        self._x = v
    @x.deleter
    def x(self): print("deleted"); self._x = None
    @property
    def ro(self): return 5
t = T(); t.x = 4; print(t.x, t.ro)
try: t.x = -1
except ValueError as e: print(e)
try: t.ro = 3
except AttributeError as e: print(e)
del t.x; print(t.x)
t.x = 1; t.x += 5; print(t.x)
class U(T):
    @property
    def x(self): return "U" + str(super().x)
u = U(); print(u.x)
try: u.x = 3
except AttributeError as e: print(e)
try: del u.ro
except AttributeError as e: print(e)
print(T.x.__doc__)
