# Dicts and sets.
from collections import Counter, OrderedDict, defaultdict

d = {"q": 1, "k": 2}
d["v"] = 3
print(d, d["q"], d.get("zz"), d.get("zz", 0), "k" in d, len(d), list(d), list(d.values()), list(d.items()), d.keys(), d.values(), d.items())
for key, value in d.items():
    print(key, value, end="; ")
print()
d.update({"q": 10, "o": 4})
d.update(extra=5)
print(d, d.pop("o"), d.pop("none", None), d.setdefault("s", []), d.setdefault("q", 0), d)
del d["extra"]
print(d, {**d, "q": 0}, d | {"n": 1}, dict(a=1, b=2), dict([("x", 1)]), dict(zip("ab", [1, 2])), {} == dict(), d.popitem())
print({i: i ** 2 for i in range(4)}, {v: k for k, v in {"a": 1}.items()}, {k: v for k, v in d.items() if v > 2}, dict.fromkeys("ab", 0))
print(sorted(d), sorted(d.items(), key=lambda kv: -kv[1]), max(d, key=d.get), sum(d.values()), list(reversed(d)), min(d.values()))
nested = {"a": {"b": [1, 2]}, 1: "int", (1, 2): "tuple", None: 0, 2.5: True}
print(nested, nested["a"]["b"][1], nested[(1, 2)], nested[None])
nested["a"]["b"].append(3)
print(nested["a"], {True: "x", 1: "y"}, {"a": 1} == {"a": 1.0}, {"a": 1, "b": 2} == {"b": 2, "a": 1})
s = {3, 1, 2, 3}
s.add(5)
s.discard(9)
print(sorted(s), len(s), 2 in s, s & {1, 2}, s - {1, 5}, sorted(s | {8}), sorted(s ^ {1, 9}), {1} <= s, s.issuperset({1}), set(), {1}, frozenset([1]))
s.remove(1)
print(sorted(set("hello")), sorted({x % 3 for x in range(10)}), len(set([1, 1, 2])), sorted({1, 2}.union([3])), s.isdisjoint({4}), {2, 1} == {1, 2})
o = OrderedDict([("b", 1), ("a", 2)])
print(o, list(o), o["a"], OrderedDict())
o.move_to_end("b")
dd = defaultdict(list)
for word in "the cat saw the dog".split():
    dd[len(word)].append(word)
print(o, dd, dict(dd), defaultdict(int)["x"], dd[9])
c = Counter("attention")
print(c["t"], c.most_common(2), Counter([1, 1, 2]), sum(c.values()))
words = "the cat saw the dog".split()
stoi = {w: i for i, w in enumerate(sorted(set(words)))}
itos = {i: w for w, i in stoi.items()}
encode, decode = (lambda t: [stoi[w] for w in t.split()]), (lambda ids: " ".join(itos[i] for i in ids))
print(stoi, encode("the dog saw"), decode([0, 2, 3]))
d.clear()
print(d, bool(d), {"a": 1}.copy(), list({"x": 1, "y": 2}.items())[-1], [*{"p": 1}], {**{}, "z": 0}, len({}))
