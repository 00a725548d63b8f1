# textwrap, pprint, heapq, deque, statistics.
import textwrap, pprint, heapq, string, itertools, collections, statistics
from collections import deque, OrderedDict
from pprint import pprint as pp
print(textwrap.dedent("""
    hello
      world
    end
"""))
print(textwrap.fill("The quick brown fox jumps over the lazy dog and keeps on running through attention layers.", width=30))
print(textwrap.wrap("The quick brown fox jumps over the lazy dog", 15))
print(textwrap.shorten("The quick brown fox jumps over the lazy dog", width=20))
print(textwrap.indent("a\nb\n\nc", "  > "))
print(textwrap.fill("word " * 10, 22, initial_indent="* ", subsequent_indent="  "))
cfg = {"d_model": 512, "n_heads": 8, "layers": [1, 2, 3], "name": "gpt", "nested": {"a": 1, "b": [1, 2, {"c": 3}]}}
pprint.pprint(cfg)
pp(cfg, width=40)
pp([list(range(10)), list(range(20)), "x" * 50])
pp({i: "v" * i for i in range(12)})
pp(("a", 1))
pp({"b": 1, "a": 2}, sort_dicts=False)
print(pprint.pformat({"a": [1, 2]}))
h = [5, 3, 8, 1]
heapq.heapify(h)
print(h, heapq.heappop(h), h)
heapq.heappush(h, 0)
print(h[0], heapq.nlargest(2, h), heapq.nsmallest(2, h))
heapq.heappush(h, 2); print(heapq.heappushpop(h, 7), heapq.heapreplace(h, 9), h)
hh = []
for p, w in [(0.3, "a"), (0.1, "b"), (0.2, "c")]:
    heapq.heappush(hh, (-p, w))
print([heapq.heappop(hh) for _ in range(3)])
print(heapq.nlargest(2, ["aa", "b", "cccc"], key=len))
print(list(heapq.merge([1, 4], [2, 3])))
d = deque([1, 2, 3], maxlen=3)
d.append(4); print(d, d[0], len(d), list(d))
d.appendleft(0); print(d)
d.rotate(1); print(d, d.pop(), d.popleft(), d.maxlen)
e = deque(); e.extend("abc"); e.extendleft("xy"); print(e, "a" in e, e.count("a"), e.index("b"))
for i, q in enumerate(e): print(i, q)
while e: e.popleft()
print(e, bool(e))
print(statistics.mean([1, 2, 3, 4]), statistics.median([3, 1, 2]), round(statistics.stdev([1.0, 2.0, 4.0]), 4), statistics.pstdev([1, 2, 3]))
print(string.ascii_lowercase[:5], string.punctuation[:3], string.digits)
