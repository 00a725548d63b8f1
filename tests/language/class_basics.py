class A:
    x = 1
    def __init__(self, v): self.v = v
    def show(self): return f"A({self.v})"
    def __repr__(self): return f"<A {self.v}>"
class B(A):
    def __init__(self, v, w):
        super().__init__(v)
        self.w = w
    def show(self): return "B:" + super().show() + str(self.w)
b = B(1, 2)
print(b, b.show(), B.x, b.x)
B.x = 5
print(A.x, b.x); b.x = 7; print(B.x, b.x); del b.x; print(b.x)
print(isinstance(b, A), issubclass(B, A), type(b).__name__, B.__mro__, B.__bases__)
print(b.__class__, B.__name__, B.__qualname__, B.__module__)
print(hasattr(b, 'v'), getattr(b, 'zz', 3), vars(b), b.__dict__)
A.show2 = lambda self, k: self.v + k
print(b.show2(10))
