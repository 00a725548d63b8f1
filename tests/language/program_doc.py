"""What this program is for."""
from functools import singledispatchmethod
def main():
    "The entry."
    print(__doc__, main.__doc__, "__doc__" in globals())
if __name__ == "__main__":
    main()
class Negator:
    @singledispatchmethod
    def neg(self, arg): raise NotImplementedError(f"Cannot negate {type(arg).__name__}")
    @neg.register
    def _(self, arg: int): return -arg
    @neg.register(str)
    def _(self, arg): return arg[::-1]
n = Negator()
print(n.neg(5), n.neg("abc"), n.neg.__name__)
try: n.neg([1])
except NotImplementedError as e: print(e)
