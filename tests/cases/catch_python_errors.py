# Python's own words for wrong arguments, names and values.
import math


def attempt(label, f):
    try:
        print(label, "gave", f())
    except Exception as e:
        print(f"{label}: {type(e).__name__}: {e}")


d, s, t = {'a': 1}, 'text', (1, 2)


def f(a, b, *, c=1):
    return a


class K:
    def m(self, x):
        return x

attempt("few", lambda: f(1))
attempt("none", lambda: f())
attempt("many", lambda: f(1, 2, 3))
attempt("unknown", lambda: f(1, 2, z=3))
attempt("twice", lambda: f(1, 2, a=3))
attempt("method", lambda: K().m())
attempt("method many", lambda: K().m(1, 2))
attempt("attribute", lambda: K().zzz)
attempt("class attribute", lambda: K.zzz)
attempt("init", lambda: K(5))
attempt("subscript", lambda: K()[0])
attempt("len", lambda: len(K()))
attempt("iterate", lambda: list(K()))
attempt("call", lambda: K()())
attempt("add", lambda: K() + 1)
attempt("less", lambda: K() < K())
attempt("key", lambda: d['b'])
attempt("int key", lambda: d[3])
attempt("tuple key", lambda: d[1, 2])
attempt("list key", lambda: {[1]: 2})
attempt("tuple item", lambda: t.append(3))
attempt("str index", lambda: s['a'])
attempt("str range", lambda: s[9])
attempt("str method", lambda: s.foo())
attempt("None", lambda: None + 1)
attempt("None attr", lambda: None.shape)
attempt("None call", lambda: None())
attempt("None index", lambda: None[0])
attempt("None iter", lambda: [*None])
attempt("str + int", lambda: s + 1)
attempt("int + str", lambda: 1 + s)
attempt("list + tuple", lambda: [1] + t)
attempt("str * str", lambda: s * s)
attempt("join", lambda: ', '.join([1, 2]))
attempt("int", lambda: int('4.5'))
attempt("int None", lambda: int(None))
attempt("float", lambda: float('abc'))
attempt("sqrt", lambda: math.sqrt(-1))
attempt("log", lambda: math.log(0))
attempt("sqrt str", lambda: math.sqrt('a'))
attempt("pow", lambda: 0 ** -1)
attempt("mod", lambda: 5 % 0)
attempt("float mod", lambda: 5.0 % 0)
attempt("round", lambda: round('a'))
attempt("min", lambda: min([]))
attempt("max", lambda: max(1))
attempt("sum", lambda: sum(5))
attempt("sorted", lambda: sorted([1, 'a']))
attempt("range", lambda: range('a'))
attempt("step", lambda: range(0, 5, 0))
attempt("index", lambda: [1].index(2))
attempt("remove", lambda: [1].remove(2))
attempt("pop", lambda: [].pop())
attempt("pop index", lambda: [1].pop(5))
attempt("dict pop", lambda: {}.pop('k'))
attempt("unpack", lambda: (lambda p: p)(*[1, 2]))
attempt("format", lambda: '{} {}'.format(1))
attempt("format key", lambda: '{a}'.format(b=1))
attempt("percent", lambda: '%d %d' % 1)
attempt("percent many", lambda: '%d' % (1, 2))
attempt("spec", lambda: format(1.5, 'd'))
attempt("spec str", lambda: format('a', '.2f'))
attempt("split", lambda: s.split(''))
attempt("isinstance", lambda: isinstance(1, 'int'))
attempt("next", lambda: next(iter(())))
attempt("ord", lambda: ord('ab'))
attempt("name", lambda: undefined_thing)
attempt("zip", lambda: dict(zip([1], 5)))
attempt("super", lambda: set([[]]))
