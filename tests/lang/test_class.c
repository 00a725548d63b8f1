/* Tests classes: the order of bases, super(), making instances, properties and descriptors,
 * attributes that are not there. Expected texts are CPython 3.11's. */
#include "program.h"

#include <check.h>

Suite *suite_class(void);

static const struct program_case classes[] = {
    {"class A:\n"
     "    def f(self): return 'A'\n"
     "class B(A):\n"
     "    def f(self): return 'B' + super().f()\n"
     "class C(A):\n"
     "    def f(self): return 'C' + super().f()\n"
     "class D(B, C):\n"
     "    def f(self): return 'D' + super().f()\n"
     "print(D().f(), [k.__name__ for k in D.__mro__], super(B, D()).f())\n",
     "DBCA ['D', 'B', 'C', 'A', 'object'] CA\n"},
    {"class Base:\n"
     "    def __init__(self, **kw): print('Base', kw)\n"
     "class L(Base):\n"
     "    def __init__(self, a=1, **kw): super().__init__(**kw); print('L', a)\n"
     "class R(Base):\n"
     "    def __init__(self, b=2, **kw): super(R, self).__init__(**kw); print('R', b)\n"
     "class M(L, R): pass\n"
     "M(a=3, b=4, c=5)\n",
     "Base {'c': 5}\n"
     "R 4\n"
     "L 3\n"},
    {"class A: pass\n"
     "class B(A): pass\n"
     "class X(A, B): pass\n",
     "order (MRO) for bases A, B\n"},
    {"class A: pass\n"
     "class X(A, A): pass\n",
     "TypeError: duplicate base class A\n"},
    {"class X(bool): pass\n", "TypeError: type 'bool' is not an acceptable base type\n"},
    {"class X(dict, list): pass\n", "TypeError: multiple bases have instance lay-out conflict\n"},
    {"class E(ValueError, KeyError): pass\n"
     "try: raise E('x')\n"
     "except KeyError as e: print(repr(e))\n",
     "E('x')\n"},
    {"class L(list):\n"
     "    def append(self, x): super().append(x * 2)\n"
     "    def __len__(self): return 100 + super().__len__()\n"
     "l = L([1])\n"
     "l.append(4)\n"
     "print(l, len(l), l == [1, 8], isinstance(l, list), sum(l))\n",
     "[1, 8] 102 True True 9\n"},
    {"class D(dict):\n"
     "    def __missing__(self, k): return k * 2\n"
     "    def __setitem__(self, k, v): super().__setitem__(k, v + 1)\n"
     "d = D(a=1)\n"
     "d['b'] = 2\n"
     "print(d, d['zz'], d.get('q'))\n",
     "{'a': 1, 'b': 3} zzzz None\n"},
    {"class T(tuple):\n"
     "    def __new__(cls, *a): return super().__new__(cls, a)\n"
     "    @property\n"
     "    def first(self): return self[0]\n"
     "t = T(1, 2, 3)\n"
     "print(t, t.first, len(t), t[1:], t == (1, 2, 3))\n",
     "(1, 2, 3) 1 3 (2, 3) True\n"},
    {"class S:\n"
     "    one = None\n"
     "    def __new__(cls, *a):\n"
     "        if cls.one is None: cls.one = super().__new__(cls)\n"
     "        return cls.one\n"
     "    def __init__(self, *a): print('init', a)\n"
     "print(S(1) is S(2))\n",
     "init (1,)\n"
     "init (2,)\n"
     "True\n"},
    {"class Base:\n"
     "    def __init_subclass__(cls, tag=None, **kw):\n"
     "        super().__init_subclass__(**kw)\n"
     "        print('sub', cls.__name__, tag)\n"
     "class X(Base, tag='t'): pass\n"
     "class Y(X): pass\n"
     "D = type('D', (X,), {'y': 5, 'm': lambda self: self.y})\n"
     "print(D().m(), D.__name__)\n",
     "sub X t\n"
     "sub Y None\n"
     "sub D None\n"
     "5 D\n"},
    {"class N:\n"
     "    def __set_name__(self, owner, name): print(owner.__name__, name)\n"
     "class C:\n"
     "    a = N()\n"
     "    b = N()\n",
     "C a\n"
     "C b\n"},
    {"class K:\n"
     "    count = 0\n"
     "    def __init__(self): K.count += 1; self.count += 10\n"
     "a, b = K(), K()\n"
     "print(K.count, a.count, b.count)\n",
     "2 11 12\n"},
    {"class C:\n"
     "    x = 1\n"
     "    @classmethod\n"
     "    def get(cls): return cls.x\n"
     "    @staticmethod\n"
     "    def add(a, b=2): return a + b\n"
     "class C2(C): x = 2\n"
     "print(C.get(), C2.get(), C2().get(), C.add(1), C().add(1, 5))\n",
     "1 2 2 3 6\n"},
    {"class Outer:\n"
     "    class Inner:\n"
     "        def m(self): pass\n"
     "def f():\n"
     "    class Local: pass\n"
     "    return Local\n"
     "print(Outer.Inner, f(), Outer.Inner.__qualname__, Outer.Inner.m.__qualname__, "
     "f().__name__)\n",
     "<class '__main__.Outer.Inner'> <class '__main__.f.<locals>.Local'> Outer.Inner Outer.Inner.m "
     "Local\n"},
    {"class Doc:\n"
     "    'words'\n"
     "class Doc2(Doc): pass\n"
     "print(Doc.__doc__, Doc2.__doc__, Doc().__doc__, Doc2.__bases__, Doc2.__base__)\n",
     "words None words (<class '__main__.Doc'>,) <class '__main__.Doc'>\n"},
    {"class A:\n"
     "    def __init__(self): return 3\n"
     "A()\n",
     "TypeError: __init__() should return None, not 'int'\n"},
    {"from abc import ABC, abstractmethod\n"
     "class Shape(ABC):\n"
     "    @abstractmethod\n"
     "    def area(self): ...\n"
     "    @property\n"
     "    @abstractmethod\n"
     "    def name(self): ...\n"
     "class Half(Shape):\n"
     "    def area(self): return 1\n"
     "class Whole(Half):\n"
     "    name = 'w'\n"
     "print(Whole().area(), Whole().name)\n"
     "for c in Shape, Half:\n"
     "    try: c()\n"
     "    except TypeError as e: print(e)\n",
     "1 w\n"
     "Can't instantiate abstract class Shape with abstract methods area, name\n"
     "Can't instantiate abstract class Half with abstract method name\n"},
    {"from dataclasses import dataclass, field\n"
     "@dataclass\n"
     "class Config:\n"
     "    d_model: int\n"
     "    heads: int = 8\n"
     "    names: list = field(default_factory=list)\n"
     "print(Config(64), Config(64) == Config(64), Config(1).names is Config(1).names)\n"
     "Config()\n",
     "Config(d_model=64, heads=8, names=[]) True False\n"
     "TypeError: Config.__init__() missing 1 required positional argument: 'd_model'\n"},
    {"print(isinstance(True, int), issubclass(KeyError, LookupError), isinstance(3, (str, int)), "
     "type(3) is int)\n"
     "isinstance(3, 5)\n",
     "True True True True\n"
     "TypeError: isinstance() arg 2 must be a type, a tuple of types, or a union\n"},
    {"class A: pass\n"
     "class B(A): pass\n"
     "a = A()\n"
     "a.__class__ = B\n"
     "a.__dict__['q'] = 4\n"
     "print(type(a).__name__, a.q, vars(a))\n",
     "B 4 {'q': 4}\n"},
};

START_TEST(classes_behave_as_in_python)
{
    program_expect(classes[_i].text, classes[_i].expected);
}
END_TEST

static const struct program_case attributes[] = {
    {"class T:\n"
     "    def __init__(self): self.v = 0\n"
     "    @property\n"
     "    def x(self):\n"
     "        'words'\n"
     "        return self.v\n"
     "    @x.setter\n"
     "    def x(self, v): self.v = v\n"
     "    @x.deleter\n"
     "    def x(self): print('deleted')\n"
     "t = T()\n"
     "t.x = 4\n"
     "t.x += 1\n"
     "del t.x\n"
     "print(t.x, T.x.__doc__)\n",
     "deleted\n"
     "5 words\n"},
    {"class T:\n"
     "    @property\n"
     "    def x(self): return 1\n"
     "T().x = 2\n",
     "AttributeError: property 'x' of 'T' object has no setter\n"},
    {"class T:\n"
     "    @property\n"
     "    def x(self): return 1\n"
     "del T().x\n",
     "AttributeError: property 'x' of 'T' object has no deleter\n"},
    {"class D:\n"
     "    def __set_name__(self, owner, name): self.name = name\n"
     "    def __get__(self, o, c): return self if o is None else (self.name, vars(o))\n"
     "    def __set__(self, o, v): o.__dict__[self.name] = v * 2\n"
     "    def __delete__(self, o): print('delete')\n"
     "class C:\n"
     "    a = D()\n"
     "c = C()\n"
     "c.a = 3\n"
     "print(c.a, type(C.a).__name__)\n"
     "del c.a\n",
     "('a', {'a': 6}) D\n"
     "delete\n"},
    {"class D:\n"
     "    def __get__(self, o, c): return 42\n"
     "class C: z = D()\n"
     "c = C()\n"
     "print(c.z)\n"
     "c.z = 1\n"
     "print(c.z)\n",
     "42\n"
     "1\n"},
    {"class G:\n"
     "    def __getattr__(self, n):\n"
     "        if n == 'x': return 'made'\n"
     "        raise AttributeError('none called ' + n)\n"
     "g = G()\n"
     "print(g.x, hasattr(g, 'q'), getattr(g, 'q', 0))\n"
     "g.q\n",
     "made False 0\n"
     "AttributeError: none called q\n"},
    {"class S:\n"
     "    def __setattr__(self, n, v): print('set', n); object.__setattr__(self, n, v)\n"
     "    def __delattr__(self, n): print('del', n); super().__delattr__(n)\n"
     "    def __getattribute__(self, n): return object.__getattribute__(self, n)\n"
     "s = S()\n"
     "s.a = 1\n"
     "s.a += 2\n"
     "print(s.a)\n"
     "del s.a\n"
     "del s.a\n",
     "set a\n"
     "set a\n"
     "3\n"
     "del a\n"
     "del a\n"
     "AttributeError: 'S' object has no attribute 'a'\n"},
    {"class A: pass\n"
     "A.x\n",
     "AttributeError: type object 'A' has no attribute 'x'\n"},
    {"class A: pass\n"
     "A().x\n",
     "AttributeError: 'A' object has no attribute 'x'\n"},
    {"int.x = 3\n", "TypeError: cannot set 'x' attribute of immutable type 'int'\n"},
    {"(5).x = 3\n", "AttributeError: 'int' object has no attribute 'x'\n"},
    {"'a'.x = 3\n", "AttributeError: 'str' object has no attribute 'x'\n"},
    {"None.x\n", "AttributeError: 'NoneType' object has no attribute 'x'\n"},
    {"[].append.nope\n",
     "AttributeError: 'builtin_function_or_method' object has no attribute 'nope'\n"},
    {"import math\n"
     "math.nope\n",
     "AttributeError: module 'math' has no attribute 'nope'\n"},
    {"class A: pass\n"
     "a = A()\n"
     "setattr(a, 'z', 3)\n"
     "print(getattr(a, 'z'), hasattr(a, 'z'))\n"
     "delattr(a, 'z')\n"
     "print(hasattr(a, 'z'))\n",
     "3 True\n"
     "False\n"},
};

START_TEST(attributes_behave_as_in_python)
{
    program_expect(attributes[_i].text, attributes[_i].expected);
}
END_TEST

Suite *suite_class(void)
{
    Suite *s = suite_create("class");
    TCase *t = tcase_create("class");
    tcase_add_loop_test(t, classes_behave_as_in_python, 0,
                        (int)(sizeof classes / sizeof classes[0]));
    tcase_add_loop_test(t, attributes_behave_as_in_python, 0,
                        (int)(sizeof attributes / sizeof attributes[0]));
    suite_add_tcase(s, t);
    return s;
}
