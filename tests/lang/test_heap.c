/* Tests the collector: nothing that is in use goes, everything else does, and a long loop stays
 * small. */
#define _POSIX_C_SOURCE 200809L
#include "program.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_heap(void);

/* Each makes and drops far more than the limit allows to be in use at once. */
static const struct {
    const char *text;
} long_loops[] = {
    {"for k in range(100000): x = [k] * 20\n"},
    {"for k in range(100000): s = str(k) + 'x' * 200\n"},
    {"k = 0\nwhile k < 100000:\n    d = {k: (k, [k])}\n    k += 1\n"},
    {"def f(n):\n    l = [n] * 50\n    return l\nfor k in range(50000): f(k)\n"},
    {"class A:\n    def __init__(self): self.me = self; self.l = [0] * 50\nfor k in range(30000): "
     "A()\n"},
    {"for k in range(30000):\n    a = []\n    b = [a] * 50\n    a.append(b)\n"},
    {"for k in range(30000):\n    def f(): return f\n    x = [f] * 50\n"},
    {"for k in range(20000):\n    try: raise ValueError('x' * 500)\n    except ValueError as e: "
     "pass\n"},
    {"for k in range(3000): x = [[j] for j in range(100)]\n"},
    {"import torch\nfor k in range(3000): x = torch.ones(50, 50) + k\n"},
    {"import torch\nclass A: pass\nfor k in range(3000):\n    a = A()\n    a.a = a\n"
     "    a.x = torch.ones(2500)\n"},
};

START_TEST(a_long_loop_stays_small)
{
    struct program p;
    program_open(&p, (size_t)16 << 20, NULL);
    ck_assert_msg(program_run(&p, long_loops[_i].text, 0) == OUTCOME_DONE, "%s\n%s",
                  long_loops[_i].text, buf_text(&p.traceback));
    program_close(&p);
}
END_TEST

/* What a turn drops is taken by the next ones while it is still in a cache. */
START_TEST(a_long_loop_stays_in_the_cache)
{
    struct program p;
    program_open(&p, 0, NULL);
    program_run(&p, "x = 0\n", 0);
    size_t before = p.session->memory.used;
    ck_assert(program_run(&p, long_loops[_i].text, 0) == OUTCOME_DONE);
    ck_assert_uint_le(p.session->memory.peak, before + before / 2 + ((size_t)8 << 20));
    program_close(&p);
}
END_TEST

/* However much lives: what a few large tensors leave behind goes soon. */
START_TEST(large_tensors_go_soon)
{
    struct program p;
    const size_t large = (size_t)64 << 20;
    program_open(&p, 0, NULL);
    ck_assert(program_run(&p, "import torch\nw = torch.zeros(1 << 24)\n", 0) == OUTCOME_DONE);
    ck_assert_uint_ge(p.session->memory.used, large);
    ck_assert(program_run(&p, "for k in range(100): x = torch.zeros(1 << 20)\n", 0) ==
              OUTCOME_DONE);
    ck_assert_uint_le(p.session->memory.peak, large + large / 2);
    program_close(&p);
}
END_TEST

START_TEST(what_is_in_use_is_a_limit)
{
    struct program p;
    program_open(&p, (size_t)16 << 20, NULL);
    ck_assert_int_eq(program_run(&p, "l = []\nwhile True: l.append([0] * 100)\n", 0),
                     OUTCOME_LIMIT);
    ck_assert_msg(strstr(buf_text(&p.traceback), "--max-memory") != NULL, "%s",
                  buf_text(&p.traceback));
    program_close(&p);
}
END_TEST

START_TEST(cycles_are_freed)
{
    struct program p;
    program_open(&p, 0, NULL);
    struct interp *in = &p.session->in;
    program_run(&p, "class A: pass\na = 0\n", 0);
    heap_collect(in);
    size_t before = p.session->memory.used;
    program_run(&p, "for k in range(1000):\n    a = A()\n    a.a = [a, {1: a}]\na = 0\n", 0);
    heap_statement(in, 0);
    heap_collect(in);
    ck_assert_uint_le(p.session->memory.used, before + 4096); /* the names of the second text */
    program_close(&p);
}
END_TEST

START_TEST(everything_is_given_back_at_the_end)
{
    struct session *s = calloc(1, sizeof *s);
    ck_assert(s != NULL && session_init(s, 0, 1));
    ck_assert_uint_gt(s->memory.used, 0);
    session_free(s);
    ck_assert_uint_eq(s->memory.used, 0);
    free(s);
}
END_TEST

/* Values that only a statement under way, a frame, a closure, an iterator or an exception holds. */
static const struct program_case held[] = {
    {"def g(n):\n    x = [n]\n    y = [x]\n    return y\nprint(g(1) + g(2), [g(3), g(4)])\n",
     "[[1], [2]] [[[3]], [[4]]]\n"},
    {"def mk():\n    l = ['kept']\n    def f(): return l\n    return f\nf = mk()\nx = [0] * 9\n"
     "print(f())\n",
     "['kept']\n"},
    {"class A: x = 1\ny = 2\nA.x = ['replaced']\nz = ['fresh']\nA.y = ['added']\nz = ['fresh']\n"
     "z = ['fresh']\nprint(A.x, A.y)\n",
     "['replaced'] ['added']\n"},
    {"def f(a=['default']):\n    b = 1\n    return a\nprint(f(), f())\n",
     "['default'] ['default']\n"},
    {"def w(x):\n    y = [x]\n    return y\nfor k in [w(j) for j in range(3)]:\n    z = w(k)\n"
     "    print(k, z)\n",
     "[0] [[0]]\n[1] [[1]]\n[2] [[2]]\n"},
    {"def w(x):\n    y = str(x) * 2\n    return y\nprint([w(a) + w(b) for a in 'xy' for b in "
     "'uv'],\n"
     "      {w(k): w(-k) for k in range(2)}, sorted([3, 1, 2], key=w),\n"
     "      list(map(w, 'ab')), max('ab', key=w))\n",
     "['xxuu', 'xxvv', 'yyuu', 'yyvv'] {'00': '00', '11': '-1-1'} [1, 2, 3] ['aa', 'bb'] b\n"},
    {"def f():\n    try:\n        a = 1\n        raise ValueError(['held'])\n    finally:\n"
     "        b = [2]\n        c = [3]\n"
     "try: f()\nexcept ValueError as e:\n    d = 4\n    print(e.args)\n",
     "(['held'],)\n"},
    {"def f():\n    try: return ['returned']\n    finally:\n        x = [1]\n        y = [2]\n"
     "print(f())\n",
     "['returned']\n"},
    {"class C:\n    def __enter__(self):\n        a = 1\n        return ['entered']\n"
     "    def __exit__(self, *a):\n        b = [2]\n        c = [3]\n        return True\n"
     "with C() as c:\n    x = 1\n    print(c)\n    raise KeyError(['out'])\n",
     "['entered']\n"},
    {"class I:\n    def __init__(self): self.n = 0\n    def __iter__(self):\n        x = 1\n"
     "        return self\n    def __next__(self):\n        self.n += 1\n        if self.n > 3:\n"
     "            raise StopIteration\n        return [self.n]\n"
     "print(list(I()), *I(), [x for x in I()])\na, *b = I()\nprint(a, b)\n",
     "[[1], [2], [3]] [1] [2] [3] [[1], [2], [3]]\n[1] [[2], [3]]\n"},
    {"def d(n):\n    x = 1\n    def w(f):\n        y = [f]\n        return lambda: (n, f())\n"
     "    return w\n@d('a')\n@d('b')\ndef f(): return 'c'\nprint(f())\n",
     "('a', ('b', 'c'))\n"},
    {"class E(Exception):\n    def __str__(self):\n        y = [[k] for k in range(200)]\n"
     "        z = [y, {1: 2}]\n        return self.args[0][0]\n"
     "try: raise E(['told'])\nexcept E as e: raise RuntimeError('above it') from e\n",
     "RuntimeError: above it\n"},
    {"import torch\ndef f(x):\n    y = x + 1\n    z = [y]\n    return y\n"
     "print((f(torch.ones(2)) + f(torch.zeros(2))).tolist())\n",
     "[3.0, 3.0]\n"},
    {"def g(n):\n    for a in iter([[k] for k in range(n)]):\n        yield a\n"
     "        x = [iter([0]), [1]]\n        y = [x]\nprint(list(g(3)), sum(a[0] for a in g(4)))\n",
     "[[0], [1], [2]] 6\n"},
};

START_TEST(what_is_held_survives)
{
    char *got = program_text_collecting(held[_i].text);
    ck_assert_msg(strcmp(got, held[_i].expected) == 0, "%s\n--- got\n%s", held[_i].text, got);
    free(got);
}
END_TEST

Suite *suite_heap(void)
{
    Suite *s = suite_create("heap");
    TCase *t = tcase_create("heap");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, a_long_loop_stays_small, 0,
                        (int)(sizeof long_loops / sizeof long_loops[0]));
    tcase_add_loop_test(t, a_long_loop_stays_in_the_cache, 0,
                        (int)(sizeof long_loops / sizeof long_loops[0]));
    tcase_add_test(t, large_tensors_go_soon);
    tcase_add_test(t, what_is_in_use_is_a_limit);
    tcase_add_test(t, cycles_are_freed);
    tcase_add_test(t, everything_is_given_back_at_the_end);
    tcase_add_loop_test(t, what_is_held_survives, 0, (int)(sizeof held / sizeof held[0]));
    suite_add_tcase(s, t);
    return s;
}
