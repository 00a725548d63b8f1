class A:
    def __init__(self): self.__x = 1; self._y = 2; self.__z__ = 3
    def get(self): return self.__x
    def __secret(self): return "s"
    def call(self): return self.__secret()
a = A(); print(a.get(), a.call(), a._A__x, sorted(vars(a)))
try: a.__x
except AttributeError as e: print(e)
class B(A):
    def __init__(self): super().__init__(); self.__x = 5
    def both(self): return self.__x, self.get()
print(B().both())
