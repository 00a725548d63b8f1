/* `:p EXPR`: names and tensors are what they were at the step, and the run stays as it was. */
#include "walked.h"

#include "tui/ask.h"

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
    {1, "kept[0] + kept[1]", "tensor([1., 1.])"}, /* whoever knows a tensor */
    {1, "kept", "kept is a list, shown as it is at the end of the run."},
    {1, "n", "1"},
    {1, "a", "array([1., 1.])"},
    {1, "words", "At this step words is a list; what it held is not kept."},
    {1, "words", "!'b'"},
    {1, "z", "NameError: name 'z' is not defined"},
    {1, "z + 1", "At this step z is not bound yet; that comes behind step 4."},
    {1, "f(y)", "At this step f is not bound yet; that comes behind step 3."},
    {1, "[z for z in (7, 8)]", "[7, 8]"},
    {2, "x", "tensor([5., 5.])"},
    {2, "y", "tensor([1., 1.])"},
    {3, "y", "tensor([10., 10.])"},
    {3, "n", "1"}, /* as it ran: what comes next is not yet there */
    {3, "words", "!'b'"},
    {3, "f(y)", "At this step f is not bound yet; that comes behind step 3."},
    {4, "n", "2"},
    {4, "words", "['b']"},
    {4, "f(torch.ones(1))", "tensor([2.])"},
    {4, "z", "tensor([20., 20.])"}, /* of the statement that called the function */
    {4, "late", "tensor([20., 20.])"},
    {4, "y", "tensor([10., 10.])"},
    {4, "kept", "At this step kept is a tuple; what it held is not kept."},
    {4, "kept", "![tensor"},
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
        ask(&w.viewer.where.at, answers[at].expression, &out);
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
    {15, "y.grad", "tensor([8., 8.])"},
    {15, "x.grad", "None\n"},
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
        ask(&w.viewer.where.at, row[at].expression, &out);
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
    look(module, (int)(sizeof module_rows / sizeof module_rows[0]), module_rows);
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
        ask(&w.viewer.where.at, "x.sum() + n", &out);
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

Suite *suite_ask(void)
{
    Suite *s = suite_create("ask");
    TCase *t = tcase_create("ask");
    tcase_add_test(t, names_as_they_were);
    tcase_add_test(t, asking_changes_nothing);
    tcase_add_test(t, leaves_have_the_gradient_of_the_step);
    suite_add_tcase(s, t);
    return s;
}
