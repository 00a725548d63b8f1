class Base:
    def __init__(self, **kw): print("Base", kw)
class L(Base):
    def __init__(self, a=1, **kw): print("L", a); super().__init__(**kw)
class R(Base):
    def __init__(self, b=2, **kw): print("R", b); super(R, self).__init__(**kw)
class M(L, R):
    def __init__(self, **kw): super().__init__(**kw); print("M")
M(a=3, b=4, c=5)
class K:
    @classmethod
    def make(cls): return cls.__name__
class K2(K):
    @classmethod
    def make(cls): return "2" + super().make()
    @staticmethod
    def st(x): return x * 2
print(K2.make(), K2().make(), K2.st(4), K2().st(5))
class P:
    def __getitem__(self, k): return k
class Q(P):
    def __getitem__(self, k): return super().__getitem__(k) + 1
print(Q()[4])
class LL(list):
    def append(self, x): super().append(x * 2)
    def __len__(self): return 100 + super().__len__()
l = LL([1]); l.append(4); print(l, len(l), l == [1, 8], isinstance(l, list), sum(l))
class DD(dict):
    def __missing__(self, k): return k * 2
    def __setitem__(self, k, v): super().__setitem__(k, v + 1)
d = DD(a=1); d['b'] = 2; print(d, d['zz'], d.get('q'))
