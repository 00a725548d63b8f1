# collections: Counter, defaultdict, OrderedDict, deque, namedtuple.
from collections import Counter, defaultdict, OrderedDict, deque, namedtuple
c = Counter('abracadabra'); print(c, c.most_common(2), c['z'], sum(c.values()), list(c.elements()), c.total())
d = Counter(a=1, b=5, x=2); print(c + d, c - d, c & d, c | d, +c, -c, c == Counter('abracadabra'))
c.update('aaa'); c.subtract('bb'); print(c, c.most_common(), Counter([1, 2, 2, 3]).most_common()[:-3:-1], dict(c), len(c), 'a' in c)
c['q'] += 1; del c['q']; print(c.keys(), c.items()); print(Counter(), Counter({'a': 2}), sorted(c), max(c, key=c.get))
c += Counter(a=1); print(c, type(c), c.copy(), Counter(a=3) >= Counter(a=2))
dd = defaultdict(list); dd['a'].append(1); print(dd, dd['b'], len(dd), dd.get('z'), 'z' in dd, dict(dd), dd.default_factory)
dd = defaultdict(lambda: defaultdict(int)); dd['a']['b'] += 1; print(dd['a'], dict(dd['a'])); print(defaultdict(int, {'a': 1}), defaultdict(None))
try: defaultdict(None)['a']
except KeyError as e: print('KeyError', e)
try: defaultdict(3)
except TypeError as e: print(e)
o = OrderedDict([('a', 1), ('b', 2)]); o.move_to_end('a'); print(o, o.popitem(last=False), list(o), OrderedDict(a=1) == {'a': 1}, OrderedDict([('a',1),('b',2)]) == OrderedDict([('b',2),('a',1)]), list(reversed(o)))
q = deque([1, 2, 3], maxlen=3); q.append(4); print(q, q.maxlen, q[0], q[-1]); q.appendleft(0); print(q, q.pop(), q.popleft(), len(q)); q.extend([7, 8, 9]); q.rotate(1); print(q, list(q), 8 in q, q.index(8), q.count(9)); q.extendleft([1,2]); q.reverse(); print(q); q.clear(); print(q, bool(q), deque('ab') + deque('c'), deque([1]) == deque([1]), deque('abc').remove('b')); 
try: deque().pop()
except IndexError as e: print(e)
try: deque([1])[3]
except IndexError as e: print(e)
q = deque([1,2,3]); q.insert(1, 9); q[0] = 5; del q[1]; print(q, q.copy(), list(reversed(q)), q * 2); q.remove(2); print(q)
P = namedtuple('P', 'x y'); p = P(1, y=2); print(p, p.x, p[1], p._asdict(), p._replace(x=5), P._fields, P._make([3, 4]), p == (1, 2), len(p), [*p], p + (3,), hash(p) == hash((1, 2)))
Q = namedtuple('Q', ['a', 'b', 'c'], defaults=[10, 20]); print(Q(1), Q._field_defaults, isinstance(Q(1), tuple)); a, b, c = Q(1); print(a, b, c)
try: P(1)
except TypeError as e: print(e)
try: P(1,2,3)
except TypeError as e: print(e)
try: p.x = 3
except AttributeError as e: print(e)
try: namedtuple('P', 'a a')
except ValueError as e: print(e)
class V(namedtuple('V', 'a b')):
    def s(self): return self.a + self.b
    @property
    def d(self): return self.a - self.b
print(V(1, 2), V(1, 2).s(), V(3, 1).d, P.__doc__, namedtuple('R', 'a,b', rename=True)(1, 2))
