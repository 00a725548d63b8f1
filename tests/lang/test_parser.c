/* Tests trees as S-expressions, places of nodes, and values of numbers. The trees and places are
 * those that the ast module of Python 3.11 gives for the same sources. */
#include "lang/parse/parser.h"

#include "torch/prelude.h"
#include "tree_dump.h"

#include <check.h>
#include <math.h>
#include <string.h>

Suite *suite_parser(void);

/* --- trees and places --- */

struct source_and_tree {
    const char *text, *tree;
};

static const struct source_and_tree trees[] = {
    {"x = 1", "(= x 1)"},
    {"x = y = z, w", "(= x y (tuple z w))"},
    {"x, *y = a", "(= (tuple x (star y)) a)"},
    {"(a, b), [c, d] = e", "(= (tuple (tuple a b) (list c d)) e)"},
    {"x.y[0] += 1", "(augmented + ([] (. x y) 0) 1)"},
    {"a @= b; c //= d; e **= f; g >>= h; i <<= j; k &= l; m |= n; o ^= p; q %= r",
     "(augmented @ a b) (augmented // c d) (augmented ** e f) (augmented >> g h) (augmented << "
     "i j) (augmented & k l) (augmented | m n) (augmented ^ o p) (augmented % q r)"},
    {"x: int", "(annotated x int _)"},
    {"x: int = 3", "(annotated x int 3)"},
    {"(x): int = 3", "(annotated x int 3)"},
    {"a.b: List[int] = c, d", "(annotated (. a b) ([] List int) (tuple c d))"},
    {"1; 2.5; 1e-9; 1.; .5; 0x_ff; 0b101; 0o17; 1_000; 1E3; 00",
     "(expr 1) (expr 2.5) (expr 1.0000000000000001e-09) (expr 1) (expr 0.5) (expr 255) (expr "
     "5) (expr 15) (expr 1000) (expr 1000) (expr 0)"},
    {"a + b * c - d", "(expr (- (+ a (* b c)) d))"},
    {"(a + b) * c", "(expr (* (+ a b) c))"},
    {"a - b - c", "(expr (- (- a b) c))"},
    {"-a ** -b ** c", "(expr (- (** a (- (** b c)))))"},
    {"2 ** 3 ** 4", "(expr (** 2 (** 3 4)))"},
    {"not a == b and c or d and not e",
     "(expr (or (and (not (compare a == b)) c) (and d (not e))))"},
    {"~-+a", "(expr (~ (- (+ a))))"},
    {"a << 1 | b & c ^ d >> 2", "(expr (| (<< a 1) (^ (& b c) (>> d 2))))"},
    {"a @ b / c // d % e", "(expr (% (// (/ (@ a b) c) d) e))"},
    {"a < b <= c != d == e > f >= g", "(expr (compare a < b <= c != d == e > f >= g))"},
    {"a is not b", "(expr (compare a is not b))"},
    {"a is b in c not in d", "(expr (compare a is b in c not in d))"},
    {"x if a else y if b else z", "(expr (if-else a x (if-else b y z)))"},
    {"lambda: 0", "(expr (lambda () 0))"},
    {"lambda x, *a, y=1, **k: x", "(expr (lambda (x *a !y = 1 **k) x))"},
    {"lambda *, x: x", "(expr (lambda (!x) x))"},
    {"lambda x, /, y: (x, y)", "(expr (lambda (/x y) (tuple x y)))"},
    {"a or b or c and d and e", "(expr (or a b (and c d e)))"},
    {"f()", "(expr (call f))"},
    {"f(a, *b, c=1, **d)", "(expr (call f a (star b) (= c 1) (** d)))"},
    {"f(a)(b)[c].d", "(expr (. ([] (call (call f a) b) c) d))"},
    {"f(x for x in y)", "(expr (call f (generator x (for x y))))"},
    {"f(a, (x for x in y))", "(expr (call f a (generator x (for x y))))"},
    {"f(a := 1, b=c == d)", "(expr (call f (:= a 1) (= b (compare c == d))))"},
    {"f(a=1, *b)", "(expr (call f (star b) (= a 1)))"},
    {"x[1]", "(expr ([] x 1))"},
    {"x[1:2]", "(expr ([] x (slice 1 2 _)))"},
    {"x[:]", "(expr ([] x (slice _ _ _)))"},
    {"x[::2]", "(expr ([] x (slice _ _ 2)))"},
    {"x[1:, ..., None, :-1]", "(expr ([] x (tuple (slice 1 _ _) ... None (slice _ (- 1) _))))"},
    {"x[a, ]", "(expr ([] x (tuple a)))"},
    {"x[*a]", "(expr ([] x (tuple (star a))))"},
    {"x[lambda: 1:2]", "(expr ([] x (slice (lambda () 1) 2 _)))"},
    {"()", "(expr (tuple))"},
    {"(a,)", "(expr (tuple a))"},
    {"(a)", "(expr a)"},
    {"a, b", "(expr (tuple a b))"},
    {"[]", "(expr (list))"},
    {"[a, *b]", "(expr (list a (star b)))"},
    {"[a,]", "(expr (list a))"},
    {"{}", "(expr (dict))"},
    {"{a}", "(expr (set a))"},
    {"{a, *b}", "(expr (set a (star b)))"},
    {"{a: b}", "(expr (dict a b))"},
    {"{a: b, **c, d: e,}", "(expr (dict a b _ c d e))"},
    {"[x for x in y if a if b for z, in w]",
     "(expr (list-comp x (for x y a b) (for (tuple z) w)))"},
    {"{x for x, y in z}", "(expr (set-comp x (for (tuple x y) z)))"},
    {"{a: b for a, b in c}", "(expr (dict-comp a b (for (tuple a b) c)))"},
    {"(x for x in y)", "(expr (generator x (for x y)))"},
    {"[(y := f(x), y) for x in z]", "(expr (list-comp (tuple (:= y (call f x)) y) (for x z)))"},
    {"[x for x in a or b if c and d]", "(expr (list-comp x (for x (or a b) (and c d))))"},
    {"[x for x in lambda_ if (lambda: 1)]", "(expr (list-comp x (for x lambda_ (lambda () 1))))"},
    {"None, True, False, ...", "(expr (tuple None True False ...))"},
    {"'a' \"b\" '''c'''", "(expr \"abc\")"},
    {"'it\\'s' 'a\\nb\\t\\\\ \\x41\\u00e9\\U0001f600\\101\\0 \\q\\\n!'",
     "(expr \"it'sa\\0ab\\09\\5c A\303\251\360\237\230\200A\\00 \\5cq!\")"},
    {"r'\\n' R'\\'' u'\\n'", "(expr \"\\5cn\\5c'\\0a\")"},
    {"'''a\r\nb\rc'''", "(expr \"a\\0ab\\0ac\")"},
    {"'\303\251'", "(expr \"\303\251\")"},
    {"f''", "(expr (f))"},
    {"f'a'", "(expr (f \"a\"))"},
    {"f'{a}'", "(expr (f (field a)))"},
    {"f'{{{a}}}'", "(expr (f \"{\" (field a) \"}\"))"},
    {"f'a{b}c{d!r}e{f:>{w}.{p}f}g'",
     "(expr (f \"a\" (field b) \"c\" (field d !r) \"e\" (field f : (f \">\" (field w) \".\" "
     "(field p) \"f\")) \"g\"))"},
    {"f'{x!s:^10}'", "(expr (f (field x !s : \"^10\")))"},
    {"f'{x:}'", "(expr (f (field x : \"\")))"},
    {"f\"{d['k']}\"", "(expr (f (field ([] d \"k\"))))"},
    {"f'{a, b}'", "(expr (f (field (tuple a b))))"},
    {"f'{(lambda x: x)(1)}'", "(expr (f (field (call (lambda (x) x) 1))))"},
    {"f'{a if b else c}'", "(expr (f (field (if-else b a c))))"},
    {"f'{ {1: 2}[1] }'", "(expr (f (field ([] (dict 1 2) 1))))"},
    {"f'{x:%H:%M}'", "(expr (f (field x : \"%H:%M\")))"},
    {"f'{a != b}{a == b}{a <= b}'",
     "(expr (f (field (compare a != b)) (field (compare a == b)) (field (compare a <= b))))"},
    {"'a' f'{b}' 'c' f'd{e}'", "(expr (f \"a\" (field b) \"cd\" (field e)))"},
    {"rf'\\n{a}\\d'", "(expr (f \"\\5cn\" (field a) \"\\5cd\"))"},
    {"f'''{\na\n}'''", "(expr (f (field a)))"},
    {"f'{x:\\x41}'", "(expr (f (field x : \"A\")))"},
    {"f'\\{a}'", "(expr (f \"\\5c\" (field a)))"},
    {"f\"{f'{a}'}\"", "(expr (f (field (f (field a)))))"},
    {"f'{*a, b}'", "(expr (f (field (tuple (star a) b))))"},
    {"f'{x for x in y}'", "(expr (f (field (generator x (for x y)))))"},
    {"pass", "pass"},
    {"if a: b", "(if a (expr b))"},
    {"if a:\n  b\nelif c:\n  d\nelse:\n  e",
     "(if a (expr b) (else (if c (expr d) (else (expr e)))))"},
    {"while a:\n  break\nelse:\n  continue_", "(while a break (else (expr continue_)))"},
    {"for x, y in z: a; b", "(for (tuple x y) z (expr a) (expr b))"},
    {"for x in a, b:\n  continue\nelse:\n  c", "(for x (tuple a b) continue (else (expr c)))"},
    {"for x in *a, b: pass", "(for x (tuple (star a) b) pass)"},
    {"for x[0], (y, *z) in w: pass", "(for (tuple ([] x 0) (tuple y (star z))) w pass)"},
    {"def f(): pass", "(def f () pass)"},
    {"def f(a, /, b: int = 1, *c: d, e, f=2, **g: h) -> i:\n  'doc'\n  return a",
     "(def f (/a b : int = 1 *c : d !e !f = 2 **g : h) i (expr \"doc\") (return a))"},
    {"def f(*, a): return", "(def f (!a) (return))"},
    {"@a\n@b.c(d)\ndef f(): pass", "(def f () pass (@ a (call (. b c) d)))"},
    {"@a\nclass A(B, c=d, **e):\n\n  x = 1\n  def f(self): return self.x,",
     "(class A B (= c d) (** e) (= x 1) (def f (self) (return (tuple (. self x)))) (@ a))"},
    {"class A: pass", "(class A pass)"},
    {"class A(): pass", "(class A pass)"},
    {"def f(*a: *b): pass", "(def f (*a : (star b)) pass)"},
    {"return_ = 1", "(= return_ 1)"},
    {"raise", "(raise)"},
    {"raise a", "(raise a)"},
    {"raise a from b", "(raise a b)"},
    {"assert a", "(assert a)"},
    {"assert a, b", "(assert a b)"},
    {"try:\n  a\nexcept B as c:\n  d\nexcept (E, F):\n  g\nexcept:\n  h\nelse:\n  i\nfinally:\n "
     " j",
     "(try (expr a) (except B as c (expr d)) (except (tuple E F) (expr g)) (except _ (expr h)) "
     "(else (expr i)) (finally (expr j)))"},
    {"try: a\nfinally: b", "(try (expr a) (finally (expr b)))"},
    {"with a: b", "(with a _ (expr b))"},
    {"with a as b, c as (d, e): f", "(with a b c (tuple d e) (expr f))"},
    {"with (a as b, c): d", "(with a b c _ (expr d))"},
    {"with (a, b): c", "(with a _ b _ (expr c))"},
    {"with (a, b) as c: d", "(with (tuple a b) c (expr d))"},
    {"with (a): b", "(with a _ (expr b))"},
    {"with (a).b as c: d", "(with (. a b) c (expr d))"},
    {"with (a for a in b): c", "(with (generator a (for a b)) _ (expr c))"},
    {"with (\n  a as b,\n): c", "(with a b (expr c))"},
    {"import a", "(import a)"},
    {"import a.b.c as d, e", "(import a.b.c=d e)"},
    {"from a import b", "(from a b)"},
    {"from a.b import (c as d, e,)", "(from a.b c=d e)"},
    {"from a import *", "(from a *)"},
    {"from . import a", "(from . a)"},
    {"from ...a.b import c", "(from ...a.b c)"},
    {"def f():\n  global a, b\n  x = 1\n  def g():\n    nonlocal x",
     "(def f () (global a b) (= x 1) (def g () (nonlocal x)))"},
    {"del a", "(del a)"},
    {"del a, b[0], (c.d, [e]),", "(del a ([] b 0) (tuple (. c d) (list e)))"},
    {"del (a)", "(del a)"},
    {"x = (1 +\n     2) # c\n", "(= x (+ 1 2))"},
    {"x = 1 + \\\n 2", "(= x (+ 1 2))"},
    {"if a:\n\tb\n\tif c:\n\t\td\n", "(if a (expr b) (if c (expr d)))"},
    {"if a:\r\n  b\r\nc", "(if a (expr b)) (expr c)"},
    {"\fx = 1", "(= x 1)"},
    {"\357\273\277x = 1", "(= x 1)"},
    {"\n\n# c\n  # d\nx\n\n", "(expr x)"},
    {"if a:\n  b\n\n # comment\n  c", "(if a (expr b) (expr c))"},
    {"\303\251 = \316\261 + _1", "(= \303\251 (+ \316\261 _1))"},
    {"match = case = 1; match[0]; match(1); type = 2; print(match, type)",
     "(= match case 1) (expr ([] match 0)) (expr (call match 1)) (= type 2) (expr (call print "
     "match type))"},
    {"match: int", "(annotated match int _)"},
    {"a;", "(expr a ;)"},
    {"1if a else 2", "(expr (if-else a 1 2))"},
    {"x = yield_", "(= x yield_)"},
    {"x = 9223372036854775807, 9_223_372_036_854_775_808, 0x1_0000_0000_0000_0000",
     "(= x (tuple 9223372036854775807 9223372036854775808 0x10000000000000000))"},
    {"x = b'a' rb'\\b' B'\\x41\\u'", "(= x b\"a\\5cbA\\5cu\")"},
    {"def f():\n  x = yield\n  y = yield from a\n  (yield 1, 2), b\n  z: int = yield 3",
     "(def f () (= x (yield)) (= y (yield-from a)) (expr (tuple (yield (tuple 1 2)) b)) "
     "(annotated z int (yield 3)))"},
    {"not(a)", "(expr (not a))"},
    {"print (a), b", "(expr (tuple (call print a) b))"},
    {"x=-1", "(= x (- 1))"},
    {"a = b if c else d,", "(= a (tuple (if-else c b d)))"},
    {"*a, b = c, *d", "(= (tuple (star a) b) (tuple c (star d)))"},
    {"if (a := b) > c: pass", "(if (compare (:= a b) > c) pass)"},
    {"x = [\n  1,\n\n  # c\n  2]", "(= x (list 1 2))"},
    {"{'a': lambda x: {x: 1}}", "(expr (dict \"a\" (lambda (x) (dict x 1))))"},
    {"[a][0]", "(expr ([] (list a) 0))"},
    {"'%d' % a", "(expr (% \"%d\" a))"},
    {"a.b.c(d)(e)[f].g", "(expr (. ([] (call (call (. (. a b) c) d) e) f) g))"},
    {"a if b else lambda: c", "(expr (if-else b a (lambda () c)))"},
    {"(a)(b)", "(expr (call a b))"},
    {"((a))", "(expr a)"},
    {"x = a, = b", "(= x (tuple a) b)"},
    /* Here Python joins the text of the field to the text before it. */
    {"f'{a=}{b = :>4}{c=!s}'",
     "(expr (f (field \"a=\" a !r) (field \"b = \" b : \">4\") (field \"c=\" c !s)))"},
};

static const struct source_and_tree spans[] = {
    {"x = f(a, b)", "(= x@1:0-1:1 (call f@1:4-1:5 a@1:6-1:7 b@1:9-1:10)@1:4-1:11)@1:0-1:11"},
    {"a.b.c", "(expr (. (. a@1:0-1:1 b)@1:0-1:3 c)@1:0-1:5)@1:0-1:5"},
    {"a.b(c)[d]",
     "(expr ([] (call (. a@1:0-1:1 b)@1:0-1:3 c@1:4-1:5)@1:0-1:6 d@1:7-1:8)@1:0-1:9)@1:0-1:9"},
    {"(a + b) * (c)", "(expr (* (+ a@1:1-1:2 b@1:5-1:6)@1:1-1:6 c@1:11-1:12)@1:0-1:13)@1:0-1:13"},
    {"(a)(b)", "(expr (call a@1:1-1:2 b@1:4-1:5)@1:0-1:6)@1:0-1:6"},
    {"-(a)", "(expr (- a@1:2-1:3)@1:0-1:4)@1:0-1:4"},
    {"(a, b)", "(expr (tuple a@1:1-1:2 b@1:4-1:5)@1:0-1:6)@1:0-1:6"},
    {"a, b", "(expr (tuple a@1:0-1:1 b@1:3-1:4)@1:0-1:4)@1:0-1:4"},
    {"a, b,", "(expr (tuple a@1:0-1:1 b@1:3-1:4)@1:0-1:5)@1:0-1:5"},
    {"f(x for x in y)", "(expr (call f@1:0-1:1 (generator x@1:2-1:3 (for x@1:8-1:9 "
                        "y@1:13-1:14))@1:1-1:15)@1:0-1:15)@1:0-1:15"},
    {"(x for x in y)",
     "(expr (generator x@1:1-1:2 (for x@1:7-1:8 y@1:12-1:13))@1:0-1:14)@1:0-1:14"},
    {"[a for a in b]",
     "(expr (list-comp a@1:1-1:2 (for a@1:7-1:8 b@1:12-1:13))@1:0-1:14)@1:0-1:14"},
    {"{a: b}", "(expr (dict a@1:1-1:2 b@1:4-1:5)@1:0-1:6)@1:0-1:6"},
    {"x[1:2, ::3]", "(expr ([] x@1:0-1:1 (tuple (slice 1@1:2-1:3 2@1:4-1:5 _)@1:2-1:5 (slice _ _ "
                    "3@1:9-1:10)@1:7-1:10)@1:2-1:10)@1:0-1:11)@1:0-1:11"},
    {"x[a, b]", "(expr ([] x@1:0-1:1 (tuple a@1:2-1:3 b@1:5-1:6)@1:2-1:6)@1:0-1:7)@1:0-1:7"},
    {"not a", "(expr (not a@1:4-1:5)@1:0-1:5)@1:0-1:5"},
    {"a < (b)", "(expr (compare a@1:0-1:1 < b@1:5-1:6)@1:0-1:7)@1:0-1:7"},
    {"a if b else (c)", "(expr (if-else b@1:5-1:6 a@1:0-1:1 c@1:13-1:14)@1:0-1:15)@1:0-1:15"},
    {"lambda x: (x)", "(expr (lambda (x) x@1:11-1:12)@1:0-1:13)@1:0-1:13"},
    {"'a' 'b'", "(expr \"ab\"@1:0-1:7)@1:0-1:7"},
    {"'''a\nb'''", "(expr \"a\\0ab\"@1:0-2:4)@1:0-2:4"},
    {"f(\n  a,\n  b=1)", "(expr (call f@1:0-1:1 a@2:2-2:3 (= b 1@3:4-3:5))@1:0-3:6)@1:0-3:6"},
    {"x: int = (3)", "(annotated x@1:0-1:1 int@1:3-1:6 3@1:10-1:11)@1:0-1:12"},
    {"\303\251.b + '\303\251'",
     "(expr (+ (. \303\251@1:0-1:2 b)@1:0-1:4 \"\303\251\"@1:7-1:11)@1:0-1:11)@1:0-1:11"},
    {"if a:\n  b = 1\nelse:\n  c",
     "(if a@1:3-1:4 (= b@2:2-2:3 1@2:6-2:7)@2:2-2:7 (else (expr c@4:2-4:3)@4:2-4:3))@1:0-4:3"},
    {"def f(x):\n  return x\n\n", "(def f (x) (return x@2:9-2:10)@2:2-2:10)@1:0-2:10"},
    {"@d\nclass A:\n  x = 1;\n", "(class A (= x@3:2-3:3 1@3:6-3:7)@3:2-3:7 (@ d@1:1-1:2))@2:0-3:8"},
    {"with a as b: c", "(with a@1:5-1:6 b@1:10-1:11 (expr c@1:13-1:14)@1:13-1:14)@1:0-1:14"},
    {"del (a)", "(del a@1:5-1:6)@1:0-1:7"},
    {"assert (a), (b)", "(assert a@1:8-1:9 b@1:13-1:14)@1:0-1:15"},
    {"import a", "(import a)@1:0-1:8"},
    {"try:\n  a\nexcept b:\n  c",
     "(try (expr a@2:2-2:3)@2:2-2:3 (except b@3:7-3:8 (expr c@4:2-4:3)@4:2-4:3))@1:0-4:3"},
    {"x = (y := 1)", "(= x@1:0-1:1 (:= y@1:5-1:6 1@1:10-1:11)@1:5-1:11)@1:0-1:12"},
    {"(*a, b)", "(expr (tuple (star a@1:2-1:3)@1:1-1:3 b@1:5-1:6)@1:0-1:7)@1:0-1:7"},
    {"a and (b)", "(expr (and a@1:0-1:1 b@1:7-1:8)@1:0-1:9)@1:0-1:9"},
    {"x \\\n + y", "(expr (+ x@1:0-1:1 y@2:3-2:4)@1:0-2:4)@1:0-2:4"},
    {"x  =\t1", "(= x@1:0-1:1 1@1:5-1:6)@1:0-1:6"},
    {"while a: b", "(while a@1:6-1:7 (expr b@1:9-1:10)@1:9-1:10)@1:0-1:10"},
    {"return_", "(expr return_@1:0-1:7)@1:0-1:7"},
    {"f(*a, **b)",
     "(expr (call f@1:0-1:1 (star a@1:3-1:4)@1:2-1:4 (** b@1:8-1:9))@1:0-1:10)@1:0-1:10"},
    {"((a).b)[c]", "(expr ([] (. a@1:2-1:3 b)@1:1-1:6 c@1:8-1:9)@1:0-1:10)@1:0-1:10"},
};

static void compare(const struct source_and_tree *row, bool with_spans)
{
    struct source s = {
        .file = "x.py", .first_line = 1, .text = row->text, .len = strlen(row->text)};
    struct arena arena = {0};
    struct nodes nodes;
    struct parse_error error;
    struct buf out = {0};
    struct dump d = {&out, with_spans};
    ck_assert_msg(parse(&s, &arena, &nodes, &error) == PARSE_OK, "%s: %s", row->text, error.text);
    for (int i = 0; i < nodes.count; i++) {
        if (i > 0) {
            buf_putc(&out, ' ');
        }
        dump(&d, nodes.at[i]);
    }
    ck_assert_str_eq(buf_text(&out), row->tree);
    buf_free(&out);
    arena_free(&arena);
}

START_TEST(text_becomes_a_tree)
{
    compare(&trees[_i], false);
}
END_TEST

START_TEST(nodes_have_the_places_of_python)
{
    compare(&spans[_i], true);
}
END_TEST

START_TEST(fields_have_places_in_the_text)
{
    const char *text = "x = f'{a}' f'''\n{bc + d:{w}}'''";
    struct source s = {.file = "x.py", .first_line = 1, .text = text, .len = strlen(text)};
    struct arena arena = {0};
    struct nodes nodes;
    struct parse_error error;
    ck_assert_int_eq(parse(&s, &arena, &nodes, &error), PARSE_OK);
    const struct nodes *parts = &nodes.at[0]->left->list;
    ck_assert_int_eq(parts->count, 3);
    const struct node *a = parts->at[0]->left, *sum = parts->at[2]->left;
    const struct node *w = parts->at[2]->right->list.at[0]->left;
    ck_assert(a->span.line == 1 && a->span.column == 7 && a->span.end_column == 8);
    ck_assert(sum->span.line == 2 && sum->span.column == 1 && sum->span.end_column == 7);
    ck_assert(w->span.line == 2 && w->span.column == 9 && w->span.end_column == 10);
    ck_assert_ptr_eq(w->span.source, &s);
    arena_free(&arena);
}
END_TEST

/* --- values and single expressions --- */

static const struct {
    const char *text;
    bool is_int;
    int64_t integer;
    double real;
} numbers[] = {{"9223372036854775807", true, INT64_MAX, 0},
               {"0x7fffffffffffffff", true, INT64_MAX, 0},
               {"0b1111_0000", true, 240, 0},
               {"0O17", true, 15, 0},
               {"0xe1", true, 225, 0},
               {"0", true, 0, 0},
               {"1e400", false, 0, (double)INFINITY},
               {"1_0.0_1e0_2", false, 0, 1001.0},
               {".5", false, 0, 0.5},
               {"5.", false, 0, 5.0},
               {"0e0", false, 0, 0.0},
               {"01.5", false, 0, 1.5},
               {"9007199254740993.0", false, 0, 9007199254740992.0}};

START_TEST(numbers_have_values)
{
    struct source s = {.file = "-", .text = numbers[_i].text, .len = strlen(numbers[_i].text)};
    struct arena arena = {0};
    struct node *node;
    struct parse_error error;
    ck_assert_int_eq(parse_expression(&s, &arena, &node, &error), PARSE_OK);
    ck_assert_int_eq(node->kind, numbers[_i].is_int ? NODE_INT : NODE_FLOAT);
    ck_assert_int_eq(node->integer, numbers[_i].integer);
    ck_assert(node->real == numbers[_i].real);
    arena_free(&arena);
}
END_TEST

static const struct {
    const char *text, *tree; /* NULL: no single expression */
} expressions[] = {{"a + 1", "(+ a 1)"},
                   {"  a\n", "a"},
                   {"a, b", "(tuple a b)"},
                   {"\n(a\n)\n\n", "a"},
                   {"[a for a in b]", "(list-comp a (for a b))"},
                   {"a = 1", NULL},
                   {"a; b", NULL},
                   {"", NULL},
                   {"a\nb", NULL},
                   {"if a: b", NULL},
                   {"a b", NULL},
                   {"pass", NULL}};

START_TEST(an_expression_stands_alone)
{
    struct source s = {
        .file = "-", .text = expressions[_i].text, .len = strlen(expressions[_i].text)};
    struct arena arena = {0};
    struct node *node;
    struct parse_error error;
    struct buf out = {0};
    struct dump d = {&out, false};
    enum parse_status status = parse_expression(&s, &arena, &node, &error);
    ck_assert_int_eq(status, expressions[_i].tree ? PARSE_OK : PARSE_SYNTAX_ERROR);
    ck_assert_int_eq(node != NULL, status == PARSE_OK);
    if (node) {
        dump(&d, node);
        ck_assert_str_eq(buf_text(&out), expressions[_i].tree);
    }
    buf_free(&out);
    arena_free(&arena);
}
END_TEST

START_TEST(every_operator_has_a_text)
{
    for (int op = 0; op < OP_COUNT; op++) {
        ck_assert_ptr_nonnull(operator_text((enum operator_)op));
    }
    ck_assert_str_eq(operator_text(OP_NOT_IN), "not in");
    ck_assert_str_eq(operator_text(OP_IS_NOT), "is not");
}
END_TEST

/* Gives every function of the statements its body, and counts those that had none yet. */
static int read_bodies(const struct nodes *statements, struct arena *arena)
{
    int unread = 0;
    for (int i = 0; i < statements->count; i++) {
        struct node *n = statements->at[i];
        struct parse_error error;
        if (n->unread != NULL) {
            ck_assert_msg(parse_body(n, arena, &error) == PARSE_OK, "%s", error.text);
            ck_assert_ptr_nonnull(n->scope);
            unread++;
        }
        unread += read_bodies(&n->body, arena) + read_bodies(&n->orelse, arena);
        unread += read_bodies(&n->finally, arena);
        for (int k = 0; k < n->handler_count; k++) {
            unread += read_bodies(&n->handlers[k].body, arena);
        }
    }
    return unread;
}

static void dump_file(const struct prelude_file *f, bool heads, int *unread, struct buf *out)
{
    struct source s = {.file = f->name, .first_line = 1, .text = f->text, .len = f->len};
    struct arena arena = {0};
    struct nodes nodes;
    struct parse_error error;
    ck_assert_int_eq((heads ? parse_heads : parse)(&s, &arena, &nodes, &error), PARSE_OK);
    *unread += read_bodies(&nodes, &arena);
    struct dump d = {out, true};
    for (int i = 0; i < nodes.count; i++) {
        dump(&d, nodes.at[i]);
        buf_putc(out, '\n');
    }
    arena_free(&arena);
}

START_TEST(bodies_that_are_read_late_are_the_same)
{
    int late = 0, at_once = 0;
    for (int k = 0; k < prelude_count; k++) {
        struct buf got = {0}, expected = {0};
        dump_file(&prelude_files[k], true, &late, &got);
        dump_file(&prelude_files[k], false, &at_once, &expected);
        ck_assert_msg(strcmp(buf_text(&got), buf_text(&expected)) == 0, "%s",
                      prelude_files[k].name);
        buf_free(&got);
        buf_free(&expected);
    }
    ck_assert_int_gt(late, 1000);
    ck_assert_int_eq(at_once, 0);
}
END_TEST

#define COUNT(table) ((int)(sizeof(table) / sizeof((table)[0])))

Suite *suite_parser(void)
{
    Suite *suite = suite_create("parser");
    TCase *tree = tcase_create("trees");
    tcase_add_loop_test(tree, text_becomes_a_tree, 0, COUNT(trees));
    tcase_add_loop_test(tree, nodes_have_the_places_of_python, 0, COUNT(spans));
    tcase_add_test(tree, fields_have_places_in_the_text);
    tcase_add_loop_test(tree, numbers_have_values, 0, COUNT(numbers));
    tcase_add_loop_test(tree, an_expression_stands_alone, 0, COUNT(expressions));
    tcase_add_test(tree, every_operator_has_a_text);
    tcase_add_test(tree, bodies_that_are_read_late_are_the_same);
    suite_add_tcase(suite, tree);
    return suite;
}
