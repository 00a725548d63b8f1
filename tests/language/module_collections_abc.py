# collections.abc: what is one of them, and classes that inherit from them.
from collections.abc import *
import collections, typing
class M(Mapping):
    def __init__(self, d): self.d = d
    def __getitem__(self, k): return self.d[k]
    def __iter__(self): return iter(self.d)
    def __len__(self): return len(self.d)
m = M({'a': 1}); print(m['a'], m.get('z', 5), 'a' in m, list(m.items()), isinstance(m, Mapping), isinstance(m, dict), m == {'a': 1}, {**m}, dict(m))
class S(Sequence):
    def __getitem__(self, k):
        if k >= 3: raise IndexError
        return k * 2
    def __len__(self): return 3
s = S(); print(list(s), 4 in s, s.index(4), s.count(2), list(reversed(s)), isinstance(s, Sequence), isinstance(s, Iterable))
class I(Iterator):
    n = 0
    def __next__(self):
        self.n += 1
        if self.n > 2: raise StopIteration
        return self.n
print(list(I()), isinstance(I(), Iterable), issubclass(list, Iterable), issubclass(int, Hashable), isinstance([], Hashable), isinstance(len, Callable), isinstance(I, Callable), isinstance(5, (str, Iterable)), isinstance('a', (Mapping, Sequence)), isinstance({}.keys(), Set), isinstance({}.keys(), KeysView), isinstance(zip(), Iterator), isinstance(3, Sized), isinstance({1: 2}, Sized), isinstance((i for i in []), Generator))
print(isinstance([], typing.List), isinstance([], typing.Iterable), isinstance({}, typing.Mapping), isinstance(3, typing.Callable), isinstance(collections.OrderedDict(), Mapping), isinstance(collections.Counter(), dict))
try: isinstance([], typing.List[int])
except TypeError as e: print(e)
try: isinstance(3, 4)
except TypeError as e: print(e)
class Du:
    @classmethod
    def __subclasshook__(cls, o): return True
