/* Tests what `:p EXPR` answers: names and tensors are what they were at the step, and the run stays
 * as it was.
 * */
#include "walked.h"

#include "tui/act/act_guide.h"
#include "tui/ask.h"
#include "tui/page/known.h"
#include "tui/page/page.h"
#include "tui/page/stack.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_ask(void);

static const char code[] = "import torch\n"
                           "import numpy as np\n"
                           "x = torch.zeros(2)\n"
                           "n = 1\n"
                           "words = ['a']\n"
                           "kept = [x]\n"
                           "a = np.ones(2)\n"
                           "y = x + 1\n" /* step 1 */
                           "kept.append(y)\n"
                           "x.add_(5)\n"  /* step 2 */
                           "y.mul_(10)\n" /* step 3 */
                           "n = 2\n"
                           "words = ['b']\n"
                           "def f(y):\n"
                           "    kept = (1, 2)\n"
                           "    late = y * 2\n" /* step 4 */
                           "    return late\n"
                           "z = f(y)\n"
                           "y = z - 1\n" /* step 5 */
                           "end = 7\n"
                           "n = 3\n";

/* `text` is in the answer, or with '!' before it is not. */
static const struct {
    int step;
    const char *expression, *text;
} answers[] = {
    {1, "x", "tensor([0., 0.])"},
    {1, "y", "tensor([1., 1.])"},
    {1, "kept", "[tensor([0., 0.])]\n"}, /* whoever knows a tensor */
    {1, "kept[1]", "IndexError"},
    {2, "kept", "[tensor([5., 5.]), tensor([1., 1.])]\n"},
    {1, "n", "1"},
    {1, "a", "array([1., 1.])"},
    {1, "words", "['a']\n"},
    {1, "z", "NameError: name 'z' is not defined"},
    {1, "z + 1", "At this step z is not bound yet; that comes behind step 4."},
    {1, "f(y)", "At this step f is not bound yet; that comes behind step 3."},
    {1, "[z for z in (7, 8)]", "[7, 8]"},
    {2, "x", "tensor([5., 5.])"},
    {2, "y", "tensor([1., 1.])"},
    {3, "y", "tensor([10., 10.])"},
    {3, "n", "1"}, /* as it ran: what comes next is not yet there */
    {3, "words", "['a']\n"},
    {3, "f(y)", "At this step f is not bound yet; that comes behind step 3."},
    {4, "n", "2"},
    {4, "words", "['b']"},
    {4, "f(torch.ones(1))", "tensor([2.])"},
    {4, "z", "At this step z is not bound yet; that comes behind step 4."},
    {4, "late", "tensor([20., 20.])"},
    {4, "y", "tensor([10., 10.])"},
    {4, "sorted(locals())", "['kept', 'late', 'y']"},
    {4, "vars()['kept']", "(1, 2)"},
    {4, "dir()", "['kept', 'late', 'y']"},
    {4, "globals()['kept']", "[tensor([5., 5.]), tensor([10., 10.])]"},
    {4, "'z' in globals(), 'n' in globals(), 'n' in locals()", "(False, True, False)"},
    {3, "[k for k in locals() if k in 'xyzn']", "['x', 'n', 'y']"},
    {4, "kept", "(1, 2)\n"}, /* of the function, not of the file */
    {5, "y", "tensor([19., 19.])"},
    {5, "end", "7"}, /* behind the last step there is no other one to ask at */
    {5, "n", "2"},
    {5, "late", "NameError"},
    {5, "y.add_(1)", "may not change a tensor of the run"},
    {5, "x", "tensor([5., 5.])"},
};

START_TEST(names_as_they_were)
{
    struct walked w;
    walked_open(&w, code);
    for (int k = 0; k < 2 * (int)(sizeof answers / sizeof answers[0]); k++) { /* in any order */
        int count = (int)(sizeof answers / sizeof answers[0]),
            at = k < count ? k : 2 * count - 1 - k;
        const char *text = answers[at].text;
        bool absent = *text == '!';
        struct buf out = {0};
        stepper_to_number(&w.viewer.where.at, answers[at].step, false);
        ask(&w.viewer, answers[at].expression, &out);
        ck_assert_msg((strstr(buf_text(&out), text + absent) != NULL) != absent,
                      "step %d, %s: %s\nnot %s", answers[at].step, answers[at].expression,
                      buf_text(&out), text);
        buf_free(&out);
    }
    ck_assert(viewer_look(&w.viewer));
    ck_assert(tensor_double_at(&w.viewer.fetched.out.then, w.viewer.fetched.out.then.offset) != 0);
    walked_close(&w);
}
END_TEST

/* A leaf is itself, with the gradient of that step. */
static const char training[] = "import torch\n"
                               "W = torch.ones(2, requires_grad=True)\n"
                               "U = torch.ones(2, requires_grad=True)\n"
                               "ws = [W, U]\n"
                               "for k in range(3):\n"
                               "    loss = (W * U * (k + 1)).sum()\n" /* steps 1 to 3 */
                               "    loss.backward()\n"
                               "    for p in ws:\n"
                               "        with torch.no_grad():\n"
                               "            p -= 0.1 * p.grad\n" /* 9 to 12 */
                               "        p.grad = None\n";

static const struct leaf_row {
    int step;
    const char *expression, *text;
} leaves[] = {
    {1, "W.grad is None", "True"},
    {1, "W.requires_grad, W.is_leaf, W is ws[0], U is W", "(True, True, True, False)"},
    {9, "W.grad", "tensor([1., 1.])"},
    {10, "p is W, p.grad", "(True, tensor([1., 1.]))"}, /* before the loop's next turn */
    {12, "p is U, p.grad", "(True, tensor([1., 1.]))"},
    {11, "p is U, W.grad is None, U.grad", "(True, True, tensor([1., 1.]))"},
    {14, "W.grad is None", "True"},
    {21, "W.grad, W", "(tensor([1.8000, 1.8000]), tensor([0.9000, 0.9000], requires_grad=True))"},
};

/* Who has a gradient: a leaf behind backward(), a result that keeps it; nobody behind grad(). */
static const char kept[] = "import torch\n"
                           "x = torch.ones(2, requires_grad=True)\n"
                           "y = x * 2\n" /* step 1 */
                           "y.retain_grad()\n"
                           "z = (y * y).sum()\n" /* 2 and 3 */
                           "g = torch.autograd.grad(\n"
                           "    z, x, retain_graph=True)\n" /* 4 to 9 */
                           "z.backward()\n"                 /* 10 to 16 */
                           "a = z + 1\n"                    /* 17 */
                           "x.grad.zero_()\n"               /* 18 */
                           "b = a + 1\n"                    /* 19 */
                           "x.grad = torch.full((2,), 5.)\n"
                           "c = b + 1\n" /* 20 */
                           "x.grad = None\n"
                           "d = c + 1\n"; /* 21 */

static const struct leaf_row graded[] = {
    {3, "x.grad", "None\n"},
    {7, "y.grad", "None\n"}, /* a part of it */
    {9, "x.grad", "None\n"},
    {9, "g[0]", "tensor([8., 8.])"},
    {9, "y.grad", "tensor([4., 4.])"},
    {16, "y.grad", "tensor([8., 8.])"}, /* behind the sum of the two */
    {15, "x.grad", "None\n"},
    {16, "x.grad", "tensor([8., 8.])"},
    {17, "x.grad", "tensor([8., 8.])"},
    {17, "z.grad", "None\n"},
    {18, "x.grad", "tensor([0., 0.])"}, /* a step, too */
    {19, "x.grad", "tensor([0., 0.])"},
    {20, "x.grad", "tensor([5., 5.])"},
    {20, "y.grad", "tensor([8., 8.])"},
    {21, "x.grad", "None\n"},
    {21, "print(7)", "7\n"},
    {21, "None", "None\n"},
};

/* What a pass gives a leaf is there at the step, also where it is the last of the run, and what one
 * adds to another is not there before. */
static const char twice[] = "import torch\n"
                            "W = torch.ones(2, requires_grad=True)\n"
                            "U = torch.ones(2, requires_grad=True)\n"
                            "for k in range(2):\n"
                            "    loss = (W * U).sum()\n"
                            "    loss.backward()\n" /* 3 to 6, and 9 to 14 */
                            "n = 3\n";

static const struct leaf_row added[] = {
    {4, "W.grad", "None\n"},
    {5, "W.grad", "None\n"}, /* given with that of U */
    {6, "W.grad, U.grad", "(tensor([1., 1.]), tensor([1., 1.]))"},
    {12, "W.grad, U.grad", "(tensor([1., 1.]), tensor([1., 1.]))"},
    {13, "W.grad, U.grad", "(tensor([2., 2.]), tensor([1., 1.]))"},
    {14, "W.grad, U.grad", "(tensor([2., 2.]), tensor([2., 2.]))"},
    {14, "k", "1\n"},
};

/* Parameters have no name of their own. */
static const char module[] = "import torch\n"
                             "m = torch.nn.Sequential(torch.nn.Linear(2, 1, bias=False))\n"
                             "y = m(torch.ones(2)).sum()\n" /* 1 and 2 */
                             "y.backward()\n"
                             "z = y + 1\n"
                             "m.zero_grad()\n"
                             "z = z + 1\n";

static const struct leaf_row module_rows[] = {
    {2, "m[0].weight.grad", "None\n"},
    {6, "m[0].weight.grad", "tensor([[1., 1.]])"},
    {7, "m[0].weight.grad", "tensor([[0., 0.]])"},
};

static void look(const char *code_of, int count, const struct leaf_row *row)
{
    struct walked w;
    walked_open(&w, code_of);
    for (int k = 0; k < 2 * count; k++) { /* in any order */
        int at = k < count ? k : 2 * count - 1 - k;
        struct buf out = {0};
        stepper_to_number(&w.viewer.where.at, row[at].step, false);
        ask(&w.viewer, row[at].expression, &out);
        ck_assert_msg(strstr(buf_text(&out), row[at].text) != NULL, "step %d, %s: %s", row[at].step,
                      row[at].expression, buf_text(&out));
        ck_assert(strcmp(row[at].text, "7\n") != 0 || strcmp(buf_text(&out), "7\n") == 0);
        buf_free(&out);
    }
    walked_close(&w);
}

START_TEST(leaves_have_the_gradient_of_the_step)
{
    look(training, (int)(sizeof leaves / sizeof leaves[0]), leaves);
    look(kept, (int)(sizeof graded / sizeof graded[0]), graded);
    look(twice, (int)(sizeof added / sizeof added[0]), added);
    look(module, (int)(sizeof module_rows / sizeof module_rows[0]), module_rows);
}
END_TEST

/* Whatever can change is asked for at every step: `:p` says what the program itself prints there.
 * A line with #@ makes one step. */
static const struct {
    const char *code, *asked;
} mutable[] = {
    {"class M:\n"
     "    k = 1\n"
     "    def __init__(self):\n"
     "        self.n, self.cache = 0, []\n"
     "    def step(self, x):\n"
     "        self.n += 1\n"
     "        self.cache.append(self.n)\n"
     "        y = x * self.n #@\n"
     "        M.k += 10\n"
     "        return y\n"
     "m = M()\n"
     "x = torch.ones(2) #@\n"
     "for i in range(3):\n"
     "    z = m.step(x)\n"
     "    m.late = i\n"
     "w = x + 1 #@\n"
     "m.n = 99\n",
     "m.n, len(m.cache), m.cache, M.k, getattr(m, 'late', None), vars(m), type(self).k, self.n"},
    {"hist, d, s, b = [3, 1], {}, set(), bytearray(b'a')\n"
     "q = collections.deque(maxlen=2)\n"
     "dd, c, deep = collections.defaultdict(list), collections.Counter(), [[0]]\n"
     "for i in range(3):\n"
     "    x = torch.full((2,), i) #@\n"
     "    hist.append(x.tolist())\n"
     "    d[i], b[0], deep[0][0] = x.shape, 98 + i, i\n"
     "    s.add(i)\n"
     "    q.append(i)\n"
     "    dd['a'].append(i)\n"
     "    c[i % 2] += 1\n"
     "hist.reverse()\n"
     "x = x + 1 #@\n"
     "del d[0]\n"
     "hist[1:] = []\n"
     "hist.sort()\n",
     "hist, d, s, b, q, dd, c, deep, sum(len(x) for x in deep), [*d], len(hist)"},
    {"def counter():\n"
     "    n = 0\n"
     "    def up():\n"
     "        nonlocal n\n"
     "        n += 1\n"
     "        x = torch.full((1,), n) #@\n"
     "        up.calls = n\n"
     "        return x\n"
     "    up.calls = 0\n"
     "    return up, lambda: n\n"
     "def kept(v, all=[]):\n"
     "    all.append(v)\n"
     "    return all\n"
     "up, now = counter()\n"
     "g = (k * k for k in range(9))\n"
     "it, text = iter([4, 5, 6]), io.StringIO()\n"
     "total = 0\n"
     "def add():\n"
     "    global total\n"
     "    total += 5\n"
     "for i in range(2):\n"
     "    y = up()\n"
     "    next(g), next(it), kept(i), text.write('ab'), add()\n"
     "    y = y * 2 #@\n"
     "g.close()\n",
     "now(), up.calls, kept.__defaults__, next(g, 'no'), list(it), text.getvalue(), total, "
     "y.tolist()"},
    {"for i in range(2):\n"
     "    x = torch.rand(2) #@\n"
     "    random.random(), np.random.rand()\n"
     "    y = x + 1 #@\n"
     "torch.manual_seed(3)\n"
     "random.seed(4)\n",
     "torch.rand(2).tolist(), random.random(), np.random.rand(), torch.initial_seed()"},
    {"x = torch.ones(2) #@\n"
     "p = nn.Parameter(x)\n"
     "opt = torch.optim.SGD([p], lr=0.5)\n"
     "sch = torch.optim.lr_scheduler.StepLR(opt, 1, 0.1)\n"
     "for i in range(2):\n"
     "    with torch.no_grad():\n"
     "        a = p * 2 #@\n"
     "    b = p * 3 #@\n"
     "    b.requires_grad\n"
     "    sch.step()\n"
     "    p.requires_grad = i == 1\n",
     "opt.param_groups[0]['lr'], p.requires_grad, p, torch.is_grad_enabled(), sch.last_epoch, "
     "type(b.grad_fn).__name__"},
    {"m = nn.Sequential(nn.Dropout(0.5), nn.Identity())\n"
     "m.register_buffer('count', None)\n"
     "x = torch.ones(2) #@\n"
     "m.eval()\n"
     "y = x + 1 #@\n"
     "m.train()\n"
     "m[1].extra = 'late'\n"
     "z = x + 2 #@\n"
     "m.append(nn.ReLU())\n"
     "nn.late = 5\n",
     "m.training, m[0].training, m, len(m), hasattr(nn, 'late'), hasattr(m[1], 'extra')"},
    {"x = torch.arange(4.) #@\n"
     "all, view = [x], x.numpy() #@\n"
     "y = x[1:] #@\n"
     "x.unsqueeze_(0) #@\n"
     "view[0] = 7 #@\n"
     "x.tag = 'late'\n"
     "z = y * 2 #@\n"
     "x.data = z #@\n",
     "x, all[0].shape, view, y, getattr(x, 'tag', 0)"},
    {"class V:\n"
     "    __slots__ = ('a',)\n"
     "    @property\n"
     "    def twice(self):\n"
     "        return self.a * 2\n"
     "@dataclasses.dataclass\n"
     "class D:\n"
     "    n: int = 4\n"
     "    def __repr__(self):\n"
     "        return f'D{self.n}{word}'\n"
     "v, o, word = V(), D(), 'x'\n"
     "v.a = 1\n"
     "x = torch.ones(1) #@\n"
     "v.a, o.n, word, len = 2, 5, 'y', lambda x: -1\n"
     "f = lambda: word\n"
     "y = x + 1 #@\n"
     "del word, len\n"
     "try:\n"
     "    raise ValueError('e')\n"
     "except ValueError as e:\n"
     "    z = y + 1 #@\n"
     "D.n = 9\n",
     "v.a, v.twice, o.n, o.n + D.n, word, len('ab'), f(), str(o), str(e), 'word' in globals(), "
     "sorted(n for n in globals() if n in ('x', 'y', 'z', 'e', 'f'))"},
};

#define SET_UP                                                                                     \
    "import torch, random, collections, io, dataclasses\nimport numpy as np\n"                     \
    "import torch.nn as nn\n"

/* The program with a print behind the step of that number. */
static void put_printing(const char *text, const char *asked, int step, struct buf *out)
{
    buf_puts(out, SET_UP "__n = 0\n");
    for (const char *line = text; *line != '\0';) {
        size_t len = strcspn(line, "\n"), in = strspn(line, " ");
        buf_put(out, line, len + 1);
        if (len > 2 && memcmp(line + len - 2, "#@", 2) == 0) {
            int w = (int)in;
            buf_printf(out,
                       "%*sglobals()['__n'] += 1\n%*sif globals()['__n'] == %d:\n"
                       "%*s  try:\n%*s    print('<' + str((%s)))\n"
                       "%*s  except Exception as e_:\n%*s    print('<' + type(e_).__name__)\n",
                       w, "", w, "", step, w, "", w, "", asked, w, "", w, "");
        }
        line += len + 1;
    }
}

static void ask_everywhere(struct walked *w, const char *text, const char *asked)
{
    for (int step = 1; step <= w->tape.event_count; step++) { /* each of a line with a mark */
        struct buf other = {0}, out = {0}, question = {0};
        ck_assert(stepper_to_event(&w->viewer.where.at, step - 1));
        put_printing(text, asked, step, &other);
        char *printed = program_text(buf_text(&other)), *from = strchr(printed, '<');
        ck_assert_msg(from != NULL, "step %d of\n%s:\n%s", step, text, printed);
        from[strcspn(from, "\n")] = '\0';
        buf_printf(&question, "print(%s)", asked);
        ask(&w->viewer, buf_text(&question), &out);
        bool same = strncmp(buf_text(&out), from + 1, strlen(from + 1)) == 0 ||
                    (strstr(from, "Error") != NULL && strstr(buf_text(&out), from + 1) != NULL);
        ck_assert_msg(same, "step %d, %s:\n%s\nthe program prints\n%s", step, asked, buf_text(&out),
                      from + 1);
        free(printed);
        buf_free(&out);
        buf_free(&other);
        buf_free(&question);
    }
}

/* Each part of a row's question on its own: one that fails hides no other. */
START_TEST(the_present_is_told)
{
    for (size_t k = 0; k < sizeof mutable / sizeof mutable[0]; k++) {
        const char *from = mutable[k].asked;
        struct walked w;
        struct buf whole = {0};
        int depth = 0;
        buf_printf(&whole, SET_UP "__n = 0\n%s", mutable[k].code);
        walked_open(&w, buf_text(&whole));
        for (const char *at = from;; at++) {
            depth += (*at != '\0' && strchr("([", *at) != NULL) -
                     (*at != '\0' && strchr(")]", *at) != NULL);
            if (*at == '\0' || (*at == ',' && depth == 0)) {
                struct buf one = {0};
                buf_put(&one, from, (size_t)(at - from));
                ask_everywhere(&w, mutable[k].code, buf_text(&one) + strspn(buf_text(&one), " "));
                buf_free(&one);
                from = at + 1;
            }
            if (*at == '\0') {
                break;
            }
        }
        buf_free(&whole);
        walked_close(&w);
    }
}
END_TEST

/* What a caller has bound is no name of the function, and no name that comes later. */
START_TEST(a_callers_name_is_not_told_as_later)
{
    static const struct leaf_row rows[] = {{1, "t", "is not defined"}, {2, "t", "is not defined"}};
    struct walked w;
    const char *text = "import torch\ndef f(x):\n    y = x + 1\n    return y * 2\n"
                       "def g():\n    t = 0\n    for n in range(2):\n"
                       "        a = f(torch.ones(2))\n        t = t + a.sum()\n    return t\n"
                       "g()\n";
    look(text, (int)(sizeof rows / sizeof rows[0]), rows);
    walked_open(&w, text);
    do {
        struct buf out = {0};
        ask(&w.viewer, "t", &out);
        ck_assert_msg(strstr(buf_text(&out), "not bound yet") == NULL, "%s", buf_text(&out));
        buf_free(&out);
    } while (stepper_next(&w.viewer.where.at, 1));
    walked_close(&w);
}
END_TEST

/* The calls around a step: which functions, and what the names of each are. */
static const char calls[] = "import torch\n"
                            "def inner(x, k):\n"
                            "    return x * k\n"
                            "def gen(n):\n"
                            "    inside = 'gen'\n"
                            "    for k in range(n):\n"
                            "        yield inner(torch.ones(1), k)\n" /* 1 and 2 */
                            "class M(torch.nn.Module):\n"
                            "    def __init__(self, part=None):\n"
                            "        super().__init__()\n"
                            "        self.part, self.calls = part, 0\n"
                            "    def forward(self, x):\n"
                            "        self.calls += 1\n"
                            "        return self.part(x) if self.part else inner(x, 7)\n" /* 3 */
                            "def outer():\n"
                            "    deep = 'outer'\n"
                            "    list(gen(2))\n"
                            "    M(M())(torch.ones(1))\n"
                            "    class C:\n"
                            "        late = [inner(v, 3) for v in torch.ones(1)]\n" /* 5 */
                            "    sum(inner(v, 4) for v in torch.ones(1, 1))\n"      /* 7, 8 */
                            "    return eval('inner(torch.ones(1), 5)')\n"          /* 9 */
                            "outer()\n"
                            "outer = None\n";

static const struct {
    int step, up, depth;
    const char *line; /* of the page: behind that of the last choice */
    const char *expression, *text;
} framed[] = {
    {1, 0, 4, "  gen, line 7\n    inner(torch.ones(1), k)\n> inner, line 3\n", "k", "0\n"},
    {1, 1, 4, "> gen, line 7\n", "inside, k", "('gen', 0)"},
    {2, 1, 4, "> gen, line 7\n", "inside, k", "('gen', 1)"},
    {2, 2, 4, "> outer, line 17\n", "deep", "'outer'"},
    {2, 3, 4, "> top level, line 23\n    outer()\n", "outer.__name__", "'outer'"},
    {2, 3, 4, "> top level, line 23\n", "deep", "NameError"},
    {3, 0, 5, "  M.forward, line 14, part\n", "k", "7\n"},
    {3, 1, 5, "> M.forward, line 14, part\n", "self.calls, self.part", "(1, None)"},
    {3, 2, 5, "> M.forward, line 14\n    self.part(x)\n", "self.part.calls", "1\n"},
    {3, 3, 5, "> outer, line 18\n    M(M())(torch.ones(1))\n", "deep", "'outer'"},
    {5, 1, 3, "> outer, line 20\n", "deep", "'outer'"},
    {5, 2, 3, "> top level, line 23\n", "deep", "NameError"},
    {7, 1, 3, "> outer, line 21\n", "deep", "'outer'"},
    {7, 2, 3, "> top level, line 23\n", "deep", "NameError"},
    {8, 0, 2, "> outer, line 21\n    sum(inner(v, 4) for v in torch.ones(1, 1))\n", "deep",
     "'outer'"},
    {9, 1, 3, "> outer, line 1\n    inner(torch.ones(1), 5)\n", "deep", "'outer'"},
    {9, 2, 3, "> top level, line 23\n", "deep", "NameError"},
};

START_TEST(a_caller_is_asked)
{
    struct walked w;
    walked_open(&w, calls);
    for (size_t k = 0; k < sizeof framed / sizeof framed[0]; k++) {
        struct buf out = {0}, page = {0};
        stepper_to_number(&w.viewer.where.at, framed[k].step, false);
        ck_assert_int_eq(stack_depth(&w.viewer), framed[k].depth);
        stack_choose(&w.viewer, framed[k].up);
        page_text_of(&w.viewer, PAGE_where, 80, &page);
        ask(&w.viewer, framed[k].expression, &out);
        ck_assert_msg(strstr(buf_text(&page), framed[k].line) != NULL, "row %d: %s", (int)k,
                      buf_text(&page));
        ck_assert_msg(strstr(buf_text(&out), framed[k].text) != NULL, "row %d: %s", (int)k,
                      buf_text(&out));
        buf_free(&out);
        buf_free(&page);
    }
    stepper_to_number(&w.viewer.where.at, 1, false); /* chosen for one step alone */
    ck_assert_int_eq(stack_chosen(&w.viewer), 0);
    walked_close(&w);
}
END_TEST

/* By keys; the arrows choose as far as there are calls. */
START_TEST(arrows_go_over_the_calls)
{
    static const struct {
        const char *keys;
        int chosen;
    } rows[] = {
        {"1g @", 0}, {"Up", 1}, {"2k", 3}, {"Up", 3},       {"j", 2}, {": d o w n Enter", 1},
        {"q @", 1},  {"n", 0},  {"Up", 1}, {"Down Down", 0}};
    struct walked w;
    walked_open(&w, calls);
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        walked_press(&w, rows[k].keys);
        ck_assert_msg(stack_chosen(&w.viewer) == rows[k].chosen &&
                          w.viewer.where.page == PAGE_where,
                      "%s: %d", rows[k].keys, stack_chosen(&w.viewer));
    }
    walked_press(&w, "q");
    ck_assert(w.viewer.where.page == PAGE_NONE);
    walked_close(&w);
}
END_TEST

/* What a second run does in another way is not told. */
START_TEST(another_way_is_said)
{
    static const struct leaf_row rows[] = {
        {1, "x", "What x was at this step cannot be told: the run was carried out again"},
        {1, "n", "went another way"},
        {2, "1 + 1", "2\n"},
        {2, "t", "What t was at this step cannot be told: the run was carried out again"},
        {2, "z + t", "cannot be told"},
        {2, "z", "tensor([2.])"}};
    look("import torch\nimport time\nn = 1\nt = time.perf_counter()\n"
         "x = torch.ones(1, dtype=torch.float64) * t\ny = torch.zeros(1) + 2\nz = y\n",
         (int)(sizeof rows / sizeof rows[0]), rows);
}
END_TEST

/* The tape tells of every step the same, whatever was asked between. */
START_TEST(asking_changes_nothing)
{
    struct walked w, other;
    walked_open(&w, code);
    walked_open(&other, code);
    do {
        struct buf out = {0};
        ask(&w.viewer, "x.sum() + n", &out);
        ck_assert_msg(strstr(buf_text(&out), "tensor(") != NULL, "%s", buf_text(&out));
        buf_free(&out);
        ck_assert(viewer_look(&w.viewer) && viewer_look(&other.viewer));
        char *one = walked_screen(&w, 80, 24, true), *two = walked_screen(&other, 80, 24, true);
        ck_assert_str_eq(one, two);
        free(one);
        free(two);
    } while (stepper_next(&w.viewer.where.at, 1) && stepper_next(&other.viewer.where.at, 1));
    walked_close(&w);
    walked_close(&other);
}
END_TEST

/* The last line of a cell's code, if it is a print; NULL: it is not. */
static const char *last_print(const struct tape_cell *cell)
{
    const char *text = cell->source->text, *last = text;
    for (const char *at = text; *at != '\0'; at += strcspn(at, "\n"), at += *at != '\0') {
        last = at;
    }
    return strncmp(last, "print(", 6) == 0 ? last : NULL;
}

/* At a text all is as it is behind the code that was run before it: what the last line printed is
 * printed again, and the names are those of the file. */
static const char *const told[] = {"+by-hand", "+softmax", "+positions", "+chain-rule"};

START_TEST(a_text_asks_behind_the_code_before_it)
{
    struct walked w;
    int asked = 0;
    walked_open(&w, told[_i]);
    for (int k = 0; k < w.viewer.guide->count; k++) {
        const struct guide_stop *s = &w.viewer.guide->at[k];
        const char *line = s->kind == GUIDE_OUTPUT ? last_print(&w.tape.cell[s->ran - 1]) : NULL;
        struct buf out = {0};
        struct known names;
        act_stand(&w.viewer, k);
        if (!viewer_reads(&w.viewer)) {
            continue;
        }
        ck_assert(known_find(&names, &w.viewer));
        for (int j = 0; j < names.count; j++) {
            ck_assert_int_eq(names.at[j].bind->call, -1);
        }
        known_free(&names);
        if (line != NULL) {
            ask(&w.viewer, line, &out);
            ck_assert_msg(out.len > 0 && out.len <= s->out_end &&
                              strncmp(buf_text(&w.tape.printed) + s->out_end - out.len,
                                      buf_text(&out), out.len) == 0,
                          "%s, stop %d, %s:\n%s", told[_i], guide_number(w.viewer.guide, k), line,
                          buf_text(&out));
            asked++;
        }
        buf_free(&out);
    }
    ck_assert_int_ge(asked, 2);
    walked_close(&w);
}
END_TEST

/* Nothing was run before the first text; what stands only behind it is said. */
START_TEST(before_the_first_code_nothing_is_bound)
{
    struct walked w;
    struct buf out = {0};
    walked_open(&w, "+by-hand");
    act_stand(&w.viewer, 0);
    ask(&w.viewer, "1 + 1", &out);
    ck_assert_str_eq(buf_text(&out), "2\n");
    ask(&w.viewer, "query", &out);
    ck_assert_ptr_nonnull(strstr(buf_text(&out), "At this text query is not bound yet"));
    buf_free(&out);
    walked_close(&w);
}
END_TEST

Suite *suite_ask(void)
{
    Suite *s = suite_create("ask");
    TCase *t = tcase_create("ask");
    tcase_add_test(t, names_as_they_were);
    tcase_set_timeout(t, 120);
    tcase_add_test(t, another_way_is_said);
    tcase_add_test(t, a_callers_name_is_not_told_as_later);
    tcase_add_test(t, a_caller_is_asked);
    tcase_add_test(t, arrows_go_over_the_calls);
    tcase_add_test(t, the_present_is_told);
    tcase_add_test(t, asking_changes_nothing);
    tcase_add_loop_test(t, a_text_asks_behind_the_code_before_it, 0,
                        (int)(sizeof told / sizeof told[0]));
    tcase_add_test(t, before_the_first_code_nothing_is_bound);
    tcase_add_test(t, leaves_have_the_gradient_of_the_step);
    suite_add_tcase(s, t);
    return s;
}
