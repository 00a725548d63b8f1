# What a class says of where it comes from.
class A:
    pass


A.__module__ = "numpy"
print(A, A.__module__, repr(A()).split(" object")[0])


class B:
    __module__ = "foo"


class C(B):
    pass


print(B, C, C.__module__, str(C()).split(" object")[0])
