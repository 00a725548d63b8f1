class Module:
    def __init__(self):
        object.__setattr__(self, '_params', {}); object.__setattr__(self, '_mods', {})
    def __setattr__(self, n, v):
        if isinstance(v, Module): self._mods[n] = v
        else: object.__setattr__(self, n, v)
    def __getattr__(self, n):
        if '_mods' in self.__dict__ and n in self.__dict__['_mods']: return self.__dict__['_mods'][n]
        raise AttributeError("'{}' object has no attribute '{}'".format(type(self).__name__, n))
    def __call__(self, *a, **k): return self.forward(*a, **k)
    def children(self): return [m for m in self._mods.values()]
    def __repr__(self):
        lines = [f"({n}): {m!r}" for n, m in self._mods.items()]
        return type(self).__name__ + "(" + ("\n  " + "\n  ".join(lines) + "\n" if lines else "") + ")"
class Lin(Module):
    def __init__(self, n): super().__init__(); self.n = n
    def forward(self, x, scale=1.0): return [v * self.n * scale for v in x]
class Net(Module):
    def __init__(self, *sizes):
        super().__init__()
        for i, s in enumerate(sizes): setattr(self, f"lin{i}", Lin(s))
    def forward(self, x):
        for c in self.children(): x = c(x, scale=2)
        return x
n = Net(1, 2); print(n, n([1, 2]), n.lin1.n)
try: n.nope
except AttributeError as e: print(e)
