class G:
    def __init__(self): self.a = 1
    def __getattr__(self, n):
        if n.startswith('x'): return n.upper()
        raise AttributeError(f"no {n}")
g = G(); print(g.a, g.xyz, hasattr(g, 'q'), getattr(g, 'q', 0))
try: g.q
except AttributeError as e: print(e)
class S:
    def __setattr__(self, n, v): print("set", n, v); object.__setattr__(self, n, v)
    def __delattr__(self, n): print("del", n); super().__delattr__(n)
    def __getattribute__(self, n): return object.__getattribute__(self, n)
s = S(); s.a = 1; s.a += 2; print(s.a); del s.a
try: s.a
except AttributeError as e: print(e)
try: del s.a
except AttributeError as e: print(e)
class V:
    def __init__(self): super().__setattr__('d', {})
    def __setattr__(self, n, v): self.d[n] = v
    def __getattr__(self, n):
        try: return self.d[n]
        except KeyError: raise AttributeError(n) from None
v = V(); v.p = 3; print(v.p, v.d)
v.r
