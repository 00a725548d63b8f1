# What has an __index__ is an int: a size, a bound, a count, an axis of NumPy.
import itertools, torch, numpy as np, math, random, string
class I:
    def __init__(self, n): self.n = n
    def __index__(self): return self.n
    def __repr__(self): return f"I({self.n})"
def show(text):
    try:
        r = eval(text)
        print(text, "->", r)
    except Exception as e:
        print(text, "->", type(e).__name__, e)
L = list(range(10)); T = tuple(L); S = "abcdefghij"; B = b"abcdefghij"; t = torch.arange(12.).view(3, 4); a = np.arange(12.).reshape(3, 4)
for text in """range(I(3))
list(range(I(1), I(9), I(3)))
range(10)[I(3)]
range(10)[I(1):I(4)]
I(3) in range(10)
L[I(2)]
L[I(1):I(7):I(2)]
L[slice(I(1), I(3))]
T[I(-1)]
S[I(1):I(3)]
B[I(0)]
B[I(1):I(3)]
L * I(2)
S * I(2)
I(2) * T
list(itertools.islice(L, I(3)))
list(itertools.islice(L, I(1), I(8), I(2)))
list(itertools.repeat(1, I(3)))
list(itertools.combinations(L[:4], I(2)))[:3]
list(itertools.permutations(L[:3], I(2)))[:3]
list(itertools.product([0, 1], repeat=I(2)))
bytes(I(3))
chr(I(65))
hex(I(255))
bin(I(5))
oct(I(8))
int(I(7))
float(I(7))
divmod(7, 2)
round(2.567, I(2))
math.factorial(I(5))
math.gcd(I(12), 18)
math.comb(I(5), I(2))
math.perm(I(5), I(2))
math.isqrt(I(17))
math.ldexp(1.0, I(3))
math.sqrt(I(16))
math.lcm(I(4), 6)
S.ljust(I(12), '.')
S.center(I(13), '.')
S.zfill(I(12))
S.find('c', I(1), I(5))
S.split('c', I(1))
S.replace('a', 'b', I(1))
S.startswith('b', I(1))
S.expandtabs(I(4))
L.index(3, I(1), I(5))
L[:].pop(I(0))
enumerate(L, I(5)).__next__()
int('12', I(8))
str(b'ab', 'ascii')
format(3.14159, '.2f')
(5).to_bytes(I(2), 'big')
torch.zeros(I(2), I(3)).shape
torch.zeros((I(2), I(3))).shape
torch.ones(I(2)).tolist()
torch.randn(I(2), 3).shape
torch.empty(I(2)).shape
torch.full((I(2),), 1.0)
torch.arange(I(4))
torch.eye(I(2))
t.view(I(4), I(3)).shape
t.reshape(I(2), -1).shape
t.reshape((I(2), I(6))).shape
t.sum(I(0))
t.sum(dim=I(1))
t.mean((I(0), I(1)))
t.transpose(I(0), I(1)).shape
t.permute(I(1), I(0)).shape
t.unsqueeze(I(0)).shape
t.squeeze(I(0)).shape
t.expand(I(2), 3, 4).shape
t.repeat(I(2), I(1)).shape
t.chunk(I(2))[0]
t.split([I(1), I(2)])[1].shape
t.narrow(I(0), I(1), I(1))
t.select(I(0), I(1))
t.size(I(0))
t.stride(I(0))
t.flatten(I(0))
t.topk(I(2))[0]
t[I(1)]
t[I(0):I(2)]
t[:, I(1):I(3)].shape
t[I(0), I(1)]
t[[I(0), I(1)]].shape
t[..., I(0)]
torch.cat([t, t], I(0)).shape
torch.stack([t, t], I(0)).shape
torch.softmax(t, I(0))[0]
torch.tril(torch.ones(2, 2), I(0))
torch.nn.Linear(I(2), I(3)).weight.shape
torch.nn.Embedding(I(4), I(2)).weight.shape
torch.manual_seed(I(3)).initial_seed()
torch.Size([I(2), I(3)])
torch.randint(I(5), (I(2),)).shape
torch.randperm(I(3)).shape
torch.linspace(0, 1, I(3))
torch.nn.functional.one_hot(torch.tensor([0, 1]), I(3))
np.zeros(I(3))
np.zeros((I(2), I(3))).shape
np.ones(I(2))
np.full(I(2), 1.0)
a.reshape(I(4), I(3)).shape
a.reshape((I(2), -1)).shape
a.mean(axis=(I(0), I(1)))
a.transpose(I(1), I(0)).shape
a[I(1)]
a[I(0):I(2)].shape
a[I(0), I(1)]
np.expand_dims(a, I(0)).shape
np.concatenate([a, a], I(0)).shape
np.stack([a, a], axis=I(0)).shape
np.linspace(0, 1, I(3))
np.random.rand(I(2)).shape
np.random.randn(I(2), I(3)).shape
np.random.randint(0, I(5), I(3)).shape
np.swapaxes(a, I(0), I(1)).shape
np.argsort(a, axis=I(0)).shape
random.Random(0).randrange(I(10)) < 10
random.Random(0).randint(1, 3) < 4
random.Random(0).choices(L, k=I(2)) != 0
sorted(L, key=lambda x: -x)[I(0)]
max(L[I(1):])
"abc".__getitem__(I(1))
L.__getitem__(slice(I(1), I(2)))
[*L].insert(I(0), 5)
slice(I(1), I(5), I(2)).indices(I(4))""".splitlines():
    show(text)
L[I(0):I(2)] = [9]; print(L)
del L[I(0)]; print(L)
L.insert(I(1), 7); print(L)
L[I(0)] = 5; print(L)
t[I(0)] = 0; t[I(1), I(1)] = 5; t[I(1):I(2)] += 1; print(t)
a[I(0)] = 0; a[I(1), I(1)] = 5; a[I(1):I(2)] += 1; print(a)

