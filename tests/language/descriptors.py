class D:
    def __set_name__(self, owner, name): self.name = name; print("set_name", owner.__name__, name)
    def __get__(self, obj, cls):
        if obj is None: return self
        return ("get", self.name, obj.__dict__.get('_' + self.name))
    def __set__(self, obj, v): obj.__dict__['_' + self.name] = v * 2
    def __delete__(self, obj): print("delete")
class C:
    a = D()
    b = D()
c = C(); c.a = 3; print(c.a, c.b, vars(c)); del c.a
print(type(C.a).__name__)
class ND:
    def __get__(self, o, c): return 42
class E: z = ND()
e = E(); print(e.z); e.z = 1; print(e.z); del e.z; print(e.z)
