/* Tests exercises that ask for code: right and wrong, and what wants to break out: it ends by its
 * budget, sees nothing of the solution, and changes nothing of the check. */
#include "base/watched.h"
#include "quiz.h"

#include "expect.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

Suite *suite_kind_code(void);

static const char lesson[] =
    "```draw\nnum_tokens: 3..6\n```\n"
    "```python\nimport torch\nnum_tokens = 4\nqueries = torch.ones(num_tokens, 2)\n"
    "def causal_mask(n):\n    return None\n```\n"
    "```exercise mask\nkind: code\ndefine: causal_mask\ntry: causal_mask(num_tokens)\n"
    "try: causal_mask(1)\n\nWrite it.\n\n"
    "-- start\n~~~python\ndef causal_mask(n):\n    ...\n~~~\n"
    "-- wrong diagonal 0\nThe diagonal belongs to the past.\n~~~python\ndef causal_mask(n):\n"
    "    return torch.triu(torch.ones(n, n)).bool()\n~~~\n"
    "-- wrong no bool\nWhat is `n`?\n~~~python\ndef causal_mask(n):\n    return "
    "torch.triu(m)\n~~~\n"
    "-- solution\n~~~python\ndef causal_mask(n):\n"
    "    return torch.triu(torch.ones(n, n), diagonal=1).bool()\n~~~\n```\n"
    "```exercise softmax\nkind: code\ntry: weights\ntry: rows\n\nWrite it.\n\n-- "
    "solution\n~~~python\n"
    "weights = torch.softmax(queries * torch.arange(2), dim=-1)\n"
    "rows = {'n': num_tokens, 'all': [1.5, (True, None)], 'set': {1, 2}, 'what': "
    "'text'}\n~~~\n```\n"
    "```python\nend = 1\n```\n";

#define MASK(body) "def causal_mask(n):\n" body
#define RIGHT MASK("    return torch.triu(torch.ones(n, n), diagonal=1).bool()\n")

static const struct {
    const char *code;
    double share;
    const char *says;
} masks[] = {
    {RIGHT, 1, "Right."},
    {MASK("    i = torch.arange(n)\n    return i[None, :] > i[:, None]\n"), 1, ""},
    {"print('x' * 1000)\n" RIGHT, 1, ""},
    {"import torch as t\ncausal_mask = lambda n: ~t.tril(t.ones(n, n)).bool()\n", 1, ""},
    {MASK("    return torch.triu(torch.ones(n, n)).bool()\n"), 0,
     "The diagonal belongs to the past."},
    {MASK("    return torch.triu(m)\n"), 0, "What is `n`?"},
    {MASK("    return torch.triu(torch.ones(n, n), 1)\n"), 0,
     "`causal_mask(num_tokens)` with num_tokens = "},
    {MASK("    return torch.triu(torch.ones(n, n), 1)\n"), 0,
     "gives numbers of torch.float32, not torch.bool."},
    {MASK("    return torch.ones(n, n - 1).bool()\n"), 0, "gives the shape ("},
    {MASK("    return torch.triu(torch.ones(n, n), 2).bool()\n"), 0,
     "gives False at [0, 1], not True."},
    {MASK("    return [[False] * n] * n\n"), 0, "gives a value of the type list, not Tensor."},
    {MASK("    return None\n"), 0, "gives a value of the type NoneType, not Tensor."},
    {MASK("    return torch.nothing\n"), 0, "raises AttributeError: "},
    {MASK("    x = 1\n    return y\n"), 0, "raises NameError: name 'y' is not defined (line 3)."},
    {MASK("  return (1\n"), 0, "Your code raises SyntaxError"},
    {"x = 1\n", 0, "Your code does not define `causal_mask`."},
    {"raise ValueError('one\\n  two')\n", 0, "Your code raises ValueError: one two (line 1)."},
    {"", -1, "There is no code yet."},
    {" \n", -1, "There is no code yet."},
    /* what wants to break out */
    {"while True:\n    pass\n", 0,
     "perhaps by a loop that never ends: the run took more than 5000000 steps (line "},
    {MASK("    while True:\n        n = n + 1\n"), 0, "perhaps by a loop that never ends"},
    {"def f(n):\n    return f(n)\nf(1)\n", 0, "RecursionError"},
    {MASK("    return causal_mask(n)\n"), 0, "RecursionError"},
    {"x = torch.ones(500, 500)\nwhile True:\n    x = x @ x\n", 0,
     "the run took more than 5000000 steps"},
    {"x = torch.ones(1000, 1000)\nwhile True:\n    x = x + 1\n", 0,
     "the run took more than 5000000 steps"},
    {"x = torch.ones(1000, 1000)\nwhile True:\n    x.mul_(2)\n", 0,
     "the run took more than 5000000 steps"},
    {"x = torch.zeros(10 ** 10)\n" RIGHT, 0, "Your code is stopped"},
    {"x = [torch.zeros(10 ** 6) for k in range(1000)]\n" RIGHT, 0, "Your code is stopped"},
    {"x = 'a' * 10 ** 10\n" RIGHT, 0, "Your code "},
    {"x = [0] * 10 ** 10\n" RIGHT, 0, "Your code "},
    {"x = 10 ** 10 ** 10\n" RIGHT, 0, "Your code "},
    {"exit()\n" RIGHT, 0, "Your code ends itself with exit()."},
    {RIGHT "import sys\nsys.exit(0)\n", 0, "ends itself with exit()"},
    {MASK("    exit()\n"), 0, "ends itself with exit()"},
    {"raise SystemExit(3)\n", 0, "Your code ends itself with exit() (line 1)."},
    {"open('/etc/passwd').read()\n", 0, "FileNotFoundError"},
    {"open('/nowhere/x', 'w')\n", 0, "No such file or directory: '/nowhere/x'"},
    {"n = input()\n" RIGHT, 0, "Your code raises "},
    {"import os\nos.system('true')\n", 0, "Your code does what cannot be done here: os.system()"},
    {"import subprocess\nsubprocess.run(['true'])\n", 0, "Your code "},
    {"while True:\n    print('x' * 1000)\n", 0, "printed more than"},
    {"x = []\nfor k in range(100000):\n    x = [x]\n" MASK("    return x\n"), 0, "not Tensor"},
    {"x = []\nx.append(x)\n" MASK("    return x\n"), 0, "not Tensor"},
    {"def f(x=[]):\n    x.append(x * 2)\n    return f(x)\nf()\n", 0, "Your code "},
    /* what wants to fool the check */
    {"class T(torch.Tensor):\n    def __eq__(self, other):\n        return True\n"
     "def causal_mask(n):\n    return T(torch.zeros(n, n))\n",
     0, ""},
    {"class Same:\n    def __eq__(self, other):\n        return True\n    shape = (4, 4)\n"
     "def causal_mask(n):\n    return Same()\n",
     0, "not Tensor"},
    {"print = len\ntorch.equal = lambda a, b: True\ntorch.allclose = torch.equal\n" RIGHT, 1, ""},
    {"num_tokens = 1\n" RIGHT, 0, "gives the shape (1, 1), not ("},
    {"torch.triu = None\n" MASK("    return torch.tril(torch.ones(n, n)) == 0\n"), 1, ""},
    {"import builtins\nbuiltins.len = None\n" RIGHT, 1, ""},
    {MASK("    return torch.zeros(1, 1).expand(10 ** 6, 10 ** 6)\n"), 0,
     "gives the shape (1000000"},
};

START_TEST(a_function_is_tried)
{
    struct quiz a;
    quiz_open(&a, lesson);
    quiz_question(&a, "mask", 3);
    quiz_expect(&a, NULL, masks[_i].code, masks[_i].share, masks[_i].says);
    /* and it leaves nothing behind for the next one */
    quiz_expect(&a, NULL, RIGHT, 1, "Right.");
    quiz_close(&a);
}
END_TEST

#define ROWS "rows = {'n': num_tokens, 'all': [1.5, (True, None)], 'set': {1, 2}, 'what': 'text'}\n"

static const struct {
    const char *code;
    double share;
    const char *says;
} cells[] = {
    {"weights = torch.softmax(queries * torch.arange(2), dim=-1)\n" ROWS, 1, ""},
    {"e = torch.exp(queries * torch.arange(2))\nweights = e / e.sum(-1, keepdim=True)\n" ROWS, 1,
     ""},
    {"weights = torch.softmax((queries * torch.arange(2)).double(), dim=-1)\n" ROWS, 1, ""},
    {"weights = torch.softmax(queries * torch.arange(2), dim=0)\n" ROWS, 0,
     " at [0, 0], not 0.2689."},
    {"queries.mul_(torch.arange(2))\nweights = queries.softmax(-1)\n" ROWS, 1, ""},
    {"weights = torch.softmax(queries * torch.arange(2), dim=-1)\nrows = {}\n", 0,
     "`rows` gives 0 entries, not 4."},
    {"weights = torch.softmax(queries * torch.arange(2), dim=-1)\n"
     "rows = {'what': 'text', 'set': {2, 1}, 'n': float(num_tokens), 'all': [1.50001, (1, "
     "None)]}\n",
     1, ""},
    {"weights = torch.softmax(queries * torch.arange(2), dim=-1)\n"
     "rows = {'n': num_tokens, 'all': [1.5, {True, None}], 'set': {1, 2}, 'what': 'text'}\n",
     0, "its item 1 gives a value of the type set, not tuple"},
    {"weights = torch.softmax(queries * torch.arange(2), dim=-1)\n"
     "rows = {'n': num_tokens, 'all': [1.5, (True, None)], 'set': {1, 2}, 'what': 'Text'}\n",
     0, "gives 'Text', not 'text'"},
    {"weights = torch.softmax(queries * torch.arange(2), dim=-1)\n"
     "rows = {'n': num_tokens, 'all': [1.5, (True, None)], 'set': {1, 2}, 'when': 'text'}\n",
     0, "has no entry for one of the keys"},
    {"weights = torch.softmax(queries * torch.arange(2), dim=-1)\n"
     "rows = {'n': num_tokens, 'all': [1.6, (True, None)], 'set': {1, 2}, 'what': 'text'}\n",
     0, "its item 0 gives 1.6, not 1.5"},
    {"weights = 3\n" ROWS, 0, "`weights` gives a value of the type int, not Tensor."},
};

START_TEST(values_of_every_kind_are_compared)
{
    struct quiz a;
    quiz_open(&a, lesson);
    quiz_question(&a, "softmax", 3);
    quiz_expect(&a, NULL, cells[_i].code, cells[_i].share, cells[_i].says);
    quiz_close(&a);
}
END_TEST

/* Right on the student's own draw is not enough: the others count too. */
/* Two values: what the solution has, what the answer has, and how they differ; NULL: they do not.
 */
static const struct {
    const char *wanted, *got, *says;
} values[] = {
    {"3", "3.0", NULL},
    {"1", "True", NULL},
    {"3", "4", "gives 4, not 3."},
    {"2.5", "2.6", "gives 2.6, not 2.5."},
    {"float('nan')", "float('nan')", NULL},
    {"float('nan')", "1.0", "gives 1.0, not nan."},
    {"float('inf')", "-float('inf')", "gives -inf, not inf."},
    {"1000.0", "1000.05", NULL}, /* relative to what is large */
    {"1000.0", "1000.2", "gives 1000.2, not 1000.0."},
    {"10 ** 30", "10 ** 30", NULL},
    {"10 ** 30", "10 ** 30 + 1", "gives 1000000000000000000000000000001, not"},
    {"None", "0", "gives a value of the type int, not NoneType."},
    {"None", "None", NULL},
    {"[1, 2]", "[1]", "gives 1 item, not 2."},
    {"[1]", "[1, 2]", "gives 2 items, not 1."},
    {"[1]", "(1,)", NULL},
    {"(2, 3)", "[2, 3]", NULL},
    {"(2, 3)", "torch.Size([2, 3])", NULL},
    {"torch.ones(2, 3).shape", "[2, 3]", NULL},
    {"torch.ones(2, 3).shape", "(3, 2)", "its item 0 gives 3, not 2."},
    {"(2, 3)", "torch.tensor([2, 3])", "gives a value of the type Tensor, not tuple."},
    {"torch.tensor([2, 3])", "(2, 3)", "gives a value of the type tuple, not Tensor."},
    {"3.0", "torch.tensor(3.)", NULL},
    {"3", "torch.tensor(3)", NULL},
    {"torch.tensor(3.)", "3.0", NULL},
    {"torch.tensor(3.).numpy()", "3", NULL},
    {"[torch.tensor(3.), 4.0]", "(3.0, torch.tensor(4.))", NULL},
    {"torch.tensor(3.)", "2.5", "gives 2.5, not 3."},
    {"3.0", "torch.tensor(2.5)", "gives 2.5, not 3."},
    {"3.0", "torch.tensor([3.])", "gives a value of the type Tensor, not float."},
    {"torch.tensor(3.)", "torch.tensor([3.])", "gives the shape (1,), not ()."},
    {"(1, [2, 3])", "(1, [2, 4])", "its item 1 its item 1 gives 4, not 3."},
    {"{1: 2}", "{2: 1}", "has no entry for one of the keys."},
    {"{1: 2}", "{1: 3}", "gives 3, not 2."},
    {"{1: 2}", "[1]", "gives a value of the type list, not dict."},
    {"{1: 2, 'a': 3}", "{'a': 3, 1: 2}", NULL},
    {"'a' * 70", "'b' * 70", "gives another str."},
    {"torch.float32", "torch.float64", "gives torch.float64, not torch.float32."},
    {"range(3)", "range(4)", "gives range(0, 4), not range(0, 3)."},
    {"torch.arange(3)", "torch.arange(3).int()", NULL},
    {"torch.arange(3)", "torch.arange(3.0)", "gives numbers of torch.float32, not torch.int64."},
    {"torch.arange(3)", "torch.tensor([0, 1, 3])", "gives 3 at [2], not 2."},
    {"torch.tensor(3)", "torch.tensor(4)", "gives 4, not 3."},
    {"torch.tensor([True])", "torch.tensor([False])", "gives False at [0], not True."},
    {"torch.zeros(2, 3)", "torch.zeros(3, 2)", "gives the shape (3, 2), not (2, 3)."},
    {"torch.zeros(2, 3).T", "torch.zeros(3, 2)", NULL},
    {"torch.arange(6.0).view(2, 3)", "torch.arange(6.0).view(3, 2).T", "gives 2 at [0, 1], not 1."},
    {"torch.tensor([1 + 2j])", "torch.tensor([1 + 2j])", NULL},
    {"torch.tensor([0j, 1 + 2j])", "torch.tensor([0j, 1 + 3j])", " at [1], not 1 + 2j."},
    {"torch.tensor([0j, 1 + 2j])", "torch.tensor([0j, 2 + 2j])",
     "gives 2 + 2j at [1], not 1 + 2j."},
    {"torch.ones(2)", "torch.ones(2).numpy()",
     "gives a value of the type numpy.ndarray, not Tensor."},
    {"torch.ones(2).numpy()", "torch.ones(2).numpy()", NULL},
    {"torch.tensor([float('nan'), float('inf')])", "torch.tensor([float('nan'), float('inf')])",
     NULL},
};

START_TEST(two_values_are_compared)
{
    struct quiz a;
    struct buf text = {0}, code = {0}, says = {0};
    buf_printf(&text,
               "```python\nimport torch\n```\n```exercise v\nkind: code\ntry: v\n\nWrite it.\n\n"
               "-- solution\n~~~python\nv = %s\n~~~\n```\n",
               values[_i].wanted);
    buf_printf(&code, "v = %s\n", values[_i].got);
    buf_printf(&says, "`v` %s", values[_i].says == NULL ? "" : values[_i].says);
    quiz_open(&a, buf_text(&text));
    quiz_question(&a, "v", 1);
    bool tells = values[_i].says != NULL && values[_i].says[0] != ' ';
    quiz_expect(&a, NULL, buf_text(&code), values[_i].says == NULL,
                values[_i].says == NULL ? "Right."
                : tells                 ? buf_text(&says)
                                        : values[_i].says);
    quiz_close(&a);
    buf_free(&text);
    buf_free(&code);
    buf_free(&says);
}
END_TEST

START_TEST(several_draws_are_tried)
{
    struct quiz a;
    quiz_open(&a, lesson);
    bool caught = false;
    for (uint64_t seed = 0; seed < 6; seed++) {
        struct question *q = quiz_question(&a, "mask", seed);
        struct buf code = {0};
        char reason[REASON_SIZE];
        buf_printf(&code,
                   "def causal_mask(n):\n    n = 1 if n == 1 else %s\n"
                   "    return torch.triu(torch.ones(n, n), diagonal=1).bool()\n",
                   q->variant.setting[0].value);
        caught |= !quiz_judge(&a, NULL, buf_text(&code), reason).right;
        buf_free(&code);
    }
    ck_assert(caught);
    quiz_close(&a);
}
END_TEST

/* A wrong tensor that a run of the solution with a well-known mistake gives is named by it. */
START_TEST(a_known_mistake_is_named)
{
    static const char attention[] =
        "```draw\nT: 3..5\nseed: student\n```\n"
        "```python\nimport torch\ntorch.manual_seed(1)\nT, head_dim = 3, 4\n"
        "q, k, v = torch.randn(T, head_dim), torch.randn(T, head_dim), torch.randn(T, head_dim)\n"
        "```\n"
        "```exercise one\nkind: code\ndefine: attend\ntry: attend(q, k, v)\n\nWrite it.\n"
        "-- wrong sum\nThat is the sum of the values.\n~~~python\ndef attend(q, k, v):\n"
        "    return v + 0 * q\n~~~\n"
        "-- solution\n~~~python\ndef attend(q, k, v):\n"
        "    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5\n"
        "    return torch.softmax(scores, dim=-1) @ v\n~~~\n```\n```python\nend = 1\n```\n";
    static const struct {
        const char *body, *says;
    } wrong[] = {
        {"torch.softmax(q @ k.T, dim=-1) @ v", "Your result is that of a run where the scores were "
                                               "not scaled."},
        {"torch.softmax(q @ k.T / 2, dim=0) @ v", "softmax was taken over the queries"},
        {"v + 0 * q", "That is the sum of the values."},
    };
    struct quiz a;
    quiz_open(&a, attention);
    quiz_question(&a, "one", 1);
    for (size_t j = 0; j < sizeof wrong / sizeof wrong[0]; j++) {
        struct buf code = {0};
        buf_printf(&code, "def attend(q, k, v):\n    return %s\n", wrong[j].body);
        quiz_expect(&a, NULL, buf_text(&code), 0, wrong[j].says);
        buf_free(&code);
    }
    quiz_expect(&a, NULL, "def attend(q, k, v):\n    return v * 17\n", 0, ".");
    quiz_close(&a);
}
END_TEST

/* With four words the root of their number is the width: what another trial shows to be none. */
START_TEST(a_mistake_explains_all_that_is_tried)
{
    struct quiz a;
    char reason[REASON_SIZE];
    quiz_open_named(&a, "by-hand");
    quiz_as_written(&a, "write-attention");
    quiz_judge(&a, NULL,
               "def attention(queries, keys, values):\n"
               "    scores = queries @ keys.T / keys.shape[0] ** 0.5\n"
               "    return torch.softmax(scores, dim=-1) @ values\n",
               reason);
    EXPECT(strstr(reason, "is that of a run") == NULL, "%s", reason);
    quiz_judge(&a, NULL,
               "def attention(queries, keys, values):\n"
               "    scores = queries @ keys.T / keys.shape[-1]\n"
               "    return torch.softmax(scores, dim=-1) @ values\n",
               reason);
    EXPECT(strstr(reason, "by the width of a head itself") != NULL, "%s", reason);
    quiz_close(&a);
}
END_TEST

/* One budget for all draws: a student's own draw may be quick. */
START_TEST(draws_share_the_budget)
{
    struct quiz a;
    quiz_open(&a, lesson);
    quiz_question(&a, "mask", 3);
    for (int k = 0; k < 2; k++) {
        struct buf text = {0};
        buf_printf(&text, "for k in range(%d):\n    k = k\n%s", k == 0 ? 500000 : 1500000, RIGHT);
        quiz_expect(&a, NULL, buf_text(&text), k == 0 ? 1 : 0, k == 0 ? "" : "5000000 steps");
        buf_free(&text);
    }
    struct buf text = {0};
    buf_fill(&text, '#', 300000);
    quiz_expect(&a, NULL, buf_text(&text), 0, "longer than 200000 characters");
    buf_free(&text);
    quiz_close(&a);
}
END_TEST

/* What an exercise rules out, and what it asks for, under whatever name. */
static const char ruled[] =
    "```python\nimport torch\nfrom torch.nn import functional as F\n"
    "x = torch.tensor([[2.0, -1.0, 0.5], [0.0, 1.0, 3.0]])\n"
    "import numpy as np\ny = np.array([1.0, 2.0, 3.0])\n"
    "def by_hand(x):\n    powers = x.exp()\n    return powers / powers.sum(-1, True)\n```\n"
    "```exercise shares\nkind: code\ndefine: shares\ntry: shares(x)\n"
    "try: shares(x[0])\nforbid: torch.softmax, by_hand\n\nWrite it.\n\n"
    "-- wrong columns\nThose are the columns.\n~~~python\n"
    "def shares(x):\n    powers = x.exp()\n    return powers / powers.sum(0, True)\n~~~\n"
    "-- solution\n~~~python\n"
    "def shares(x):\n    powers = x.exp()\n    return powers / powers.sum(-1, True)\n~~~\n```\n"
    "```exercise cell\nkind: code\ntry: s\nforbid: F.softmax\n\nWrite it.\n\n"
    "-- solution\n~~~python\npowers = x.exp()\ns = powers / powers.sum(-1, True)\n~~~\n```\n"
    "```exercise scores\nkind: code\ndefine: f\ntry: f(x, x)\nuse: torch.mm\n"
    "forbid: torch.matmul torch.einsum\n\nWrite it.\n\n"
    "-- solution\n~~~python\ndef f(q, k):\n    return torch.mm(q, k.T)\n~~~\n```\n"
    "```exercise sums\nkind: code\ndefine: f\ntry: f(y)\nforbid: np.add\n\nWrite it.\n\n"
    "-- solution\n~~~python\ndef f(a):\n    return 2 * a\n~~~\n```\n";

#define SHARES(body) "def shares(x):\n    return " body "\n"
#define PLAIN(name) "def " name "(x):\n    e = x.exp()\n    return e / e.sum(-1, True)\n"
#define TABLE(value)                                                                               \
    "W = {}\nfor e in (x, x[0]):\n    W[e.sum().item()] = " value                                  \
    "\ndef shares(x):\n    return W[x.sum().item()]\n"
#define BEFORE                                                                                     \
    "Your code calls `torch.softmax` outside of `shares`, and without what that gives it is "      \
    "wrong. It should do without."
#define USES "Your code uses `torch.softmax`, by this name or another one. It should do without."

static const struct {
    const char *exercise, *code;
    double share;
    const char *says;
} rules[] = {
    {"shares", PLAIN("shares"), 1, "Right."},
    {"shares", SHARES("torch.softmax(x, -1)"), 0, USES},
    {"shares", SHARES("torch.softmax(x, 0)"), 0, USES}, /* wrong besides */
    {"shares", SHARES("x.softmax(-1)"), 0, USES},
    {"shares", SHARES("getattr(x, 'soft' + 'max')(-1)"), 0, USES},
    {"shares", "from torch.nn.functional import softmax as s\n" SHARES("s(x, -1)"), 0, USES},
    {"shares", "import functools\nshares = functools.partial(torch.softmax, dim=-1)\n", 0, USES},
    {"shares", SHARES("torch.special.softmax(x, -1)"), 0, USES},
    {"shares", SHARES("torch.nn.Softmax(-1)(x)"), 0, USES},
    {"shares", SHARES("next(map(lambda r: r.softmax(-1), [x]))"), 0, USES},
    {"shares",
     "def shares(x):\n    try:\n        return x.softmax(-1)\n    except Exception:\n"
     "        return x\n",
     0, USES},
    {"shares", SHARES("by_hand(x)"), 0, "uses `by_hand`"},
    {"shares", "shares = by_hand\n", 0, "uses `by_hand`"},
    {"shares", PLAIN("by_hand") SHARES("by_hand(x)"), 1, ""}, /* one of the answer's own */
    /* who tries the answer has not used it in the answer */
    {"shares", PLAIN("shares") "print(torch.allclose(shares(x), torch.softmax(x, -1)))\n", 1, ""},
    {"shares",
     PLAIN("shares") "mine, theirs = shares(x), torch.softmax(x, -1)\nassert "
                     "torch.allclose(mine, theirs)\nfor r in x:\n    print(r.softmax(-1))\n",
     1, ""},
    {"shares",
     "def test():\n    assert (shares(x) - by_hand(x)).abs().max() < 1e-5\n\n"
     "@torch.no_grad()\n" PLAIN("shares") "test(); n = '''\n'''; test()\n",
     1, ""},
    {"shares",
     PLAIN("shares") "import sys\ntry:\n    torch.softmax(x, -1)\nexcept RuntimeError:\n"
                     "    sys.exit()\n",
     1, ""},
    /* who makes the answer of it before the functions are called has */
    {"shares", TABLE("torch.softmax(e, -1)"), 0, BEFORE},
    {"shares",
     TABLE("e.softmax(-1).numpy().copy()") "f = shares\ndef shares(x):\n    return "
                                           "torch.tensor(f(x))\n",
     0, BEFORE},
    {"shares", TABLE("by_hand(e).clone()"), 0, "Your code calls `by_hand` outside of `shares`"},
    {"shares", TABLE("torch.softmax(e, -1, out=torch.empty_like(e))"), 0, BEFORE},
    {"shares",
     "T = [torch.zeros(2, 3), torch.zeros(3)]\nfor t, e in zip(T, [x, x[0]]):\n    try:\n        "
     "torch.softmax(e, -1, out=t)\n    except RuntimeError: pass\n" SHARES("T.pop(0)"),
     0, BEFORE},
    {"shares", "T = [torch.softmax(e, -1) for e in [x, x[0]]]\n" SHARES("T.pop(0)"), 0, BEFORE},
    {"shares",
     "class T: pass\ndef fill(of=x):\n    T.all = [of.softmax(-1).tolist(), "
     "of[0].softmax(-1).tolist()]\nfill()\n" SHARES("torch.tensor(T.all.pop(0))"),
     0, BEFORE},
    {"shares", "G = (torch.softmax(e, -1) for e in [x, x[0]])\n" SHARES("next(G)"), 0, USES},
    {"sums", "T = np.zeros(3)\nnp.add(y, y, out=T)\ndef f(a):\n    return T\n", 0,
     "Your code calls `np.add` outside of `f`"},
    {"sums",
     "T = np.zeros(3)\ntry:\n    np.add(y, y, out=T)\nexcept RuntimeError: pass\n"
     "def f(a):\n    return T\n",
     0, "Your code calls `np.add` outside of `f`"},
    {"sums", "def f(a):\n    return 2 * a\nassert (f(y) == np.add(y, y)).all()\n", 1, ""},
    {"shares", PLAIN("softmax") "shares = softmax\n", 1, ""},
    {"shares", SHARES("x.exp() / x.exp().sum(0, True)"), 0, "Those are the columns."},
    {"cell", "e = x.exp()\ns = e / e.sum(-1, True)\n", 1, ""},
    {"cell", "s = torch.softmax(x, -1)\n", 0, "Your code uses `F.softmax`"},
    {"scores", "def f(q, k):\n    return q.mm(k.T)\n", 1, ""},
    {"scores", "def f(q, k):\n    return q @ k.T\n", 0, "uses `torch.matmul`"},
    {"scores", "def f(q, k):\n    return torch.einsum('id,jd->ij', q, k)\n", 0,
     "uses `torch.einsum`"},
    {"scores", "def f(q, k):\n    return (q[:, None] * k).sum(-1)\n", 0,
     "Your code gives what it should, but it does not use `torch.mm`, as was asked for."},
    {"scores", "def f(q, k):\n    return (q[:, None] * k).sum(0)\n", 0, "`f(x, x)` gives"},
};

START_TEST(rules_hold_under_every_name)
{
    struct quiz a;
    quiz_open(&a, ruled);
    quiz_question(&a, rules[_i].exercise, 1);
    quiz_expect(&a, NULL, rules[_i].code, rules[_i].share, rules[_i].says);
    quiz_close(&a);
}
END_TEST

START_TEST(rules_are_told_with_the_question)
{
    struct quiz a;
    quiz_open(&a, ruled);
    ck_assert_str_eq(quiz_question(&a, "shares", 1)->form,
                     "Python code that defines `shares`, without `torch.softmax` or `by_hand`");
    ck_assert_str_eq(quiz_question(&a, "scores", 1)->form,
                     "Python code that defines `f`, with `torch.mm`, without `torch.matmul` or "
                     "`torch.einsum`");
    quiz_close(&a);
}
END_TEST

START_TEST(a_rule_must_name_something_that_can_be_seen)
{
    static const struct {
        const char *rule, *says;
    } rows[] = {
        {"forbid: torch.sofmax", "Did you mean: 'softmax'?"},
        {"use: softmax", "`use: softmax`: NameError: name 'softmax' is not defined"},
        {"forbid: sum", "`forbid: sum`: that is no operation that gives a tensor"},
        {"forbid: torch.exp, torch.Tensor.item", "`forbid: torch.Tensor.item`: that is no"},
        {"forbid: torch.exp", "`forbid: torch.exp`: the solution's own code uses it"},
        {"use: torch.log", "`use: torch.log`: the solution's own code does not use it"},
    };
    struct quiz a;
    struct buf text = {0};
    buf_printf(&text,
               "```python\nimport torch\n```\n```exercise one\nkind: code\n%s\ntry: y\n\n"
               "How?\n\n-- solution\n~~~python\ny = torch.exp(torch.ones(2))\n~~~\n```\n",
               rows[_i].rule);
    quiz_open(&a, buf_text(&text));
    ck_assert(!quiz_make(&a, "one", 1));
    ck_assert_msg(strstr(a.err.text, rows[_i].says) != NULL, "%s", a.err.text);
    ck_assert_msg(strstr(a.err.text, ":6: ") != NULL, "the line of the field: %s", a.err.text);
    buf_free(&text);
    quiz_close(&a);
}
END_TEST

/* Work on tensors is paid by what it takes: a loop of it ends by steps, long before the clock. */
static const char *const heavy[] = {
    "torch.rand(100000).sort()",
    "torch.unique(torch.rand(100000))",
    "torch.rand(100000).median()",
    "torch.linalg.svd(torch.rand(100, 100))",
    "torch.linalg.svdvals(torch.rand(100, 100))",
    "torch.linalg.pinv(torch.rand(100, 100))",
    "torch.linalg.inv(torch.rand(200, 200))",
    "np.linalg.svd(np.random.rand(100, 100))",
    "np.sort(np.ones(100000))",
    "torch.searchsorted(torch.arange(100000.), torch.rand(100000))",
    "torch.isin(torch.arange(3000), torch.arange(3000))",
    "torch.quantile(torch.rand(100000), 0.5)",
    "torch.erfinv(torch.rand(100000))",
    "torch.rand(100000) ** 1.7",
    "torch.rand(100000).cumsum(0)",
    "torch.rand(100000).unbind()",
    "torch.rand(300, 300) @ torch.rand(300, 300)",
    "torch.nn.functional.conv2d(torch.rand(1, 8, 64, 64), torch.rand(8, 8, 5, 5))",
    "torch.cdist(torch.rand(300, 100), torch.rand(300, 100))",
};

START_TEST(heavy_work_ends_by_steps)
{
    struct quiz a;
    struct buf code = {0};
    quiz_open(&a, ruled);
    a.terms.limits = (struct limits){.steps = 250000, .depth = 100, .seconds = 60};
    quiz_question(&a, "shares", 1);
    buf_printf(&code, "while True:\n    %s\n", heavy[_i]);
    const clock_t begun = clock();
    quiz_expect(&a, NULL, buf_text(&code), 0, "the run took more than 250000 steps");
    const double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
    if (!MEMORY_WATCHED) { /* a twentieth of what grading gives, of which ten seconds are too much
                            */
        ck_assert_msg(seconds < 0.5, "%s: %g seconds", heavy[_i], seconds);
    }
    buf_free(&code);
    quiz_close(&a);
}
END_TEST

/* Whatever looks at a long text pays for its length: a loop of it ends by steps, not by the clock.
 */
static const char *const long_texts[] = {
    "x.upper()",
    "x.title()",
    "x.isalpha()",
    "x.isupper()",
    "x.isidentifier()",
    "x.strip('ab')",
    "x.center(2000000)",
    "x.expandtabs()",
    "x.translate({97: 98})",
    "x.find('c')",
    "x.rfind('c')",
    "x.rfind('a' * 5000 + 'c')",
    "x.count('c')",
    "x.count('a')",
    "x.replace('c', 'd')",
    "x.split()",
    "x.rsplit()",
    "x.split('c')",
    "x.split('a')",
    "x.splitlines()",
    "x.rpartition('c')",
    "''.join(many)",
    "x[1:]",
    "x + 'c'",
    "x * 2",
    "'c' in x",
    "x == y",
    "x < y",
    "u[-1]",
    "x.encode()",
    "x.encode('ascii')",
    "b.decode()",
    "b.hex()",
    "b.find(b'c')",
    "b + b",
    "b'c' in b",
    "b == c",
    "repr(x)",
    "f'{x}'",
    "'%s' % x",
    "re.search('c', x)",
    "re.match('b', x)",
    "re.sub('c', 'd', x)",
};

START_TEST(long_texts_are_paid_for)
{
    struct quiz a;
    struct buf code = {0};
    quiz_open(&a, lesson);
    a.terms.limits = (struct limits){.steps = 40000, .seconds = 60};
    quiz_question(&a, "mask", 3);
    buf_printf(&code,
               "import re\nx = 'a' * 1000000\ny = 'a' * 999999 + 'b'\nu = x + '\xc3\xa9'\n"
               "b = x.encode()\nc = y.encode()\nmany = [''] * 100000\n"
               "while True:\n    %s\n",
               long_texts[_i]);
    quiz_expect(&a, NULL, buf_text(&code), 0, "the run took more than 40000 steps");
    buf_free(&code);
    quiz_close(&a);
}
END_TEST

START_TEST(the_question_shows_where_to_begin)
{
    struct quiz a;
    quiz_open(&a, lesson);
    struct question *q = quiz_question(&a, "mask", 3);
    ck_assert_str_eq(q->form, "Python code that defines `causal_mask`");
    ck_assert_int_eq(strncmp(q->code, "def causal_mask(n):\n    ...", 26), 0);
    quiz_expect(&a, q->key, NULL, 1, ""); /* the key is an answer */
    quiz_close(&a);
}
END_TEST

START_TEST(a_solution_that_fails_is_no_exercise)
{
    static const char *const says[] = {"the solution's code raises NameError",
                                       "`try: y`, behind the solution's code, raises NameError",
                                       "`x` gives a value that cannot be compared"};
    static const char *const codes[] = {"x = z", "x = 1", "class A: pass\nx = A()"};
    struct quiz a;
    struct buf text = {0};
    struct verdict v;
    buf_printf(&text,
               "```exercise one\nkind: code\ntry: %s\n\nHow?\n\n-- solution\n~~~python\n%s\n"
               "~~~\n```\n```python\nz = 1\n```\n",
               _i == 1 ? "y" : "x", codes[_i]);
    quiz_open(&a, buf_text(&text));
    bool made = quiz_make(&a, "one", 1); /* what cannot be compared is seen when it is */
    ck_assert(made == (_i == 2));
    ck_assert(!made || !question_judge(&a.question, NULL, "x = 1", &v, &a.err));
    ck_assert_msg(strstr(a.err.text, says[_i]) != NULL, "%s", a.err.text);
    buf_free(&text);
    quiz_close(&a);
}
END_TEST

START_TEST(what_the_clock_stops_is_not_wrong)
{
    struct quiz a;
    char reason[REASON_SIZE];
    quiz_open(&a, lesson);
    a.terms.limits = (struct limits){.steps = UINT64_MAX, .seconds = 0.3};
    quiz_question(&a, "mask", 3);
    struct verdict v = quiz_judge(&a, NULL, "while True:\n    pass\n", reason);
    ck_assert(v.ungraded && !v.right && !v.unread);
    quiz_close(&a);
}
END_TEST

/* Nor is what qkv does not have: Python has it. */
START_TEST(what_is_lacking_here_is_not_wrong)
{
    static const char *const lines[] = {"import fractions\nx = fractions.Fraction(1)\n",
                                        "torch.linalg.ldl_factor(queries)\n"};
    struct quiz a;
    char reason[REASON_SIZE], code[400];
    quiz_open(&a, lesson);
    quiz_question(&a, "mask", 3);
    snprintf(code, sizeof code, "%s%s", lines[_i], RIGHT);
    struct verdict v = quiz_judge(&a, NULL, code, reason);
    ck_assert_msg(v.ungraded && !v.right && !v.unread, "%s: %s", code, reason);
    v = quiz_judge(&a, NULL, "queries.sofmax(-1)\n" RIGHT, reason);
    ck_assert_msg(!v.ungraded && !v.right, "a typo is the code's: %s", reason);
    quiz_close(&a);
}
END_TEST

#define COUNT(table) (int)(sizeof(table) / sizeof(table)[0])

/* The lesson has bound `total` before, and `try:` asks for it. */
static const char bound[] =
    "```python\nimport torch\nx = torch.tensor([1.0, 0.54])\ntotal = x.sum(0, True)\n```\n"
    "```exercise total\nkind: code\ntry: total\n\nAdd them up.\n\n-- solution\n~~~python\n"
    "total = x.sum(0, True)\n~~~\n```\n"
    "```exercise misspelt\nkind: code\ndefine: f\ntry: f(x)\ntry: g(x)\n\nWrite it.\n\n"
    "-- solution\n~~~python\ndef f(x):\n    return x\n~~~\n```\n";

static const struct {
    const char *code;
    double share;
    const char *says;
} idle[] = {
    {"total = x.sum(0, True)\n", 1, ""},
    {"pass\n", 0, "`total` raises NameError: name 'total' is not defined"},
    {"total\n", 0, "NameError: name 'total' is not defined"},
    {"# nothing\n", 0, "NameError: name 'total' is not defined"},
    {"total = x.sum(0, True) + 0.0003\n", 0, "gives 1.5403 at [0], not 1.54."},
};

START_TEST(what_is_asked_for_is_made_by_the_answer)
{
    struct quiz a;
    quiz_open(&a, bound);
    quiz_question(&a, "total", 1);
    quiz_expect(&a, NULL, idle[_i].code, idle[_i].share, idle[_i].says);
    quiz_close(&a);
}
END_TEST

/* A try that the one before has spoilt is told as what it is. */
START_TEST(what_was_given_is_changed)
{
    struct quiz a;
    quiz_open(&a, "```python\nimport torch\nx = torch.arange(4.0)\n```\n"
                  "```exercise off\nkind: code\ndefine: off\ntry: off(x, 1)\ntry: off(x[:3], 0)\n\n"
                  "Write it.\n\n-- solution\n~~~python\ndef off(x, k):\n"
                  "    return x.masked_fill(torch.arange(len(x)) == k, 9.0)\n~~~\n```\n");
    quiz_question(&a, "off", 1);
    quiz_expect(&a, NULL, "def off(x, k):\n    x[k] = 9.0\n    return x\n", 0,
                "gives 9 at [1], not 1. Your code changes `x`, which it was given; "
                "`.clone()` makes a copy.");
    quiz_expect(&a, NULL, "def off(x, k):\n    x = x.clone()\n    x[k] = 9.0\n    return x\n", 1,
                "");
    char reason[REASON_SIZE];
    quiz_judge(&a, NULL,
               "def off(x, k):\n    return x + (len(x) == 3) + torch.eye(len(x))[k] * (9 - k)\n",
               reason);
    ck_assert_ptr_null(strstr(reason, "changes"));
    quiz_close(&a);
}
END_TEST

/* What cannot be tried cannot be asked: no sheet is made of it. */
START_TEST(a_wrong_try_is_refused)
{
    struct quiz a;
    quiz_open(&a, bound);
    ck_assert(!quiz_make(&a, "misspelt", 1));
    EXPECT(strstr(a.err.text,
                  "`try: g(x)`, behind the solution's code, raises NameError: name 'g' ") != NULL,
           "%s", a.err.text);
    quiz_close(&a);
}
END_TEST

Suite *suite_kind_code(void)
{
    Suite *s = suite_create("kind_code");
    TCase *t = tcase_create("code");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, what_is_asked_for_is_made_by_the_answer, 0,
                        sizeof idle / sizeof idle[0]);
    tcase_add_test(t, what_was_given_is_changed);
    tcase_add_test(t, a_wrong_try_is_refused);
    tcase_add_loop_test(t, rules_hold_under_every_name, 0, COUNT(rules));
    tcase_add_test(t, rules_are_told_with_the_question);
    tcase_add_loop_test(t, a_rule_must_name_something_that_can_be_seen, 0, 6);
    tcase_add_loop_test(t, a_function_is_tried, 0, COUNT(masks));
    tcase_add_loop_test(t, values_of_every_kind_are_compared, 0, COUNT(cells));
    tcase_add_loop_test(t, two_values_are_compared, 0, (int)(sizeof values / sizeof values[0]));
    tcase_add_test(t, several_draws_are_tried);
    tcase_add_test(t, a_known_mistake_is_named);
    tcase_add_test(t, draws_share_the_budget);
    tcase_add_test(t, a_mistake_explains_all_that_is_tried);
    tcase_add_loop_test(t, long_texts_are_paid_for, 0, COUNT(long_texts));
    tcase_add_loop_test(t, heavy_work_ends_by_steps, 0, COUNT(heavy));
    tcase_add_test(t, the_question_shows_where_to_begin);
    tcase_add_loop_test(t, a_solution_that_fails_is_no_exercise, 0, 3);
    tcase_add_test(t, what_the_clock_stops_is_not_wrong);
    tcase_add_loop_test(t, what_is_lacking_here_is_not_wrong, 0, 2);
    suite_add_tcase(s, t);
    return s;
}
