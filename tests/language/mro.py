class A:
    def f(self): print("A.f")
class B(A):
    def f(self): print("B.f"); super().f()
class C(A):
    def f(self): print("C.f"); super().f()
class D(B, C):
    def f(self): print("D.f"); super().f()
D().f()
print([k.__name__ for k in D.__mro__], D.mro())
try:
    class X(A, B): pass
except TypeError as e: print(e)
try:
    class Y(A, A): pass
except TypeError as e: print(e)

super(C, D()).f()
