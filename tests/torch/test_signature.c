/* Tests how the arguments of operations are bound: every way PyTorch lets them be written, and its
 * words when they do not fit. Expected texts are PyTorch 1.13's. */
#include "program.h"

#include <check.h>

Suite *suite_signature(void);

static const struct program_case accepted[] = {
    {"import torch\n"
     "x = torch.arange(6.).view(2, 3)\n"
     "print(x.view(3, 2).shape, x.view((6,)).shape, x.view([1, -1]).shape, x.view(torch.Size([2, "
     "3])).shape, x.view(size=(3, 2)).shape)\n",
     "torch.Size([3, 2]) torch.Size([6]) torch.Size([1, 6]) torch.Size([2, 3]) torch.Size([3, "
     "2])\n"},
    {"import torch\n"
     "x = torch.ones(2, 3)\n"
     "print(x.sum(1), x.sum(dim=1), x.sum(axis=1), x.sum((0, 1)), x.sum([0]), x.sum(1, "
     "True).shape, x.sum(1, keepdim=True).shape, x.sum(1, keepdims=True).shape)\n",
     "tensor([3., 3.]) tensor([3., 3.]) tensor([3., 3.]) tensor(6.) tensor([2., 2., 2.]) "
     "torch.Size([2, 1]) torch.Size([2, 1]) torch.Size([2, 1])\n"},
    {"import torch\n"
     "print(torch.softmax(torch.ones(2), 0), torch.softmax(input=torch.ones(2), dim=-1), "
     "torch.ones(2).softmax(dim=0))\n",
     "tensor([0.5000, 0.5000]) tensor([0.5000, 0.5000]) tensor([0.5000, 0.5000])\n"},
    {"import torch\n"
     "x = torch.zeros(2, 2)\n"
     "m = torch.eye(2).bool()\n"
     "print(x.masked_fill(m, 1), x.masked_fill(mask=m, value=float('-inf')), x.masked_fill(m, "
     "torch.tensor(2.)))\n",
     "tensor([[1., 0.],\n"
     "        [0., 1.]]) tensor([[-inf, 0.],\n"
     "        [0., -inf]]) tensor([[2., 0.],\n"
     "        [0., 2.]])\n"},
    {"import torch\n"
     "print(torch.add(torch.ones(2), 1), torch.add(torch.ones(2), torch.ones(2), alpha=2), "
     "torch.ones(2).add(True))\n",
     "tensor([2., 2.]) tensor([3., 3.]) tensor([2., 2.])\n"},
    {"import torch\n"
     "print(torch.zeros(2, dtype=torch.long), torch.ones((2,), dtype=int), torch.full((2,), 3.5), "
     "torch.zeros([2], dtype=bool))\n",
     "tensor([0, 0]) tensor([1, 1]) tensor([3.5000, 3.5000]) tensor([False, False])\n"},
    {"import torch\n"
     "n = torch.tensor(2)\n"
     "print(torch.zeros(n, 3).shape, torch.ones(2, 4)[:n].shape, torch.arange(n), torch.ones(4, "
     "2).transpose(0, n - 1).shape)\n",
     "torch.Size([2, 3]) torch.Size([2, 4]) tensor([0, 1]) torch.Size([2, 4])\n"},
    {"import torch\n"
     "print(torch.cat([torch.ones(1), torch.zeros(1)]), torch.cat((torch.ones(1), torch.zeros(1)), "
     "dim=0), torch.stack([torch.ones(2)] * 2, 1).shape)\n",
     "tensor([1., 0.]) tensor([1., 0.]) torch.Size([2, 2])\n"},
    {"import torch\n"
     "print(torch.max(torch.tensor([1., 3.])), torch.max(torch.tensor([[1., 3.]]), 1).values, "
     "torch.max(torch.tensor([1.]), torch.tensor([2.])))\n",
     "tensor(3.) tensor([3.]) tensor([2.])\n"},
};

START_TEST(arguments_are_bound)
{
    program_expect(accepted[_i].text, accepted[_i].expected);
}
END_TEST

static const struct program_case refused[] = {
    {"import torch\n"
     "try: torch.softmax(torch.ones(2))\n"
     "except TypeError as e: print(str(e).split('\\n')[0])\n",
     "softmax() received an invalid combination of arguments - got (Tensor), but expected one "
     "of:\n"},
    {"import torch\n"
     "try: torch.softmax()\n"
     "except TypeError as e: print(str(e).split('\\n')[0])\n",
     "softmax() received an invalid combination of arguments - got (), but expected one of:\n"},
    {"import torch\n"
     "try: torch.ones(2).masked_fill(torch.ones(2).bool())\n"
     "except TypeError as e: print(str(e).split('\\n')[0])\n",
     "masked_fill() received an invalid combination of arguments - got (Tensor), but expected one "
     "of:\n"},
    {"import torch\n"
     "try: torch.matmul(torch.ones(2), 3)\n"
     "except TypeError as e: print(str(e).split('\\n')[0])\n",
     "matmul(): argument 'other' (position 2) must be Tensor, not int\n"},
    {"import torch\n"
     "try: torch.ones(2).view('a')\n"
     "except TypeError as e: print(str(e).split('\\n')[0])\n",
     "view() received an invalid combination of arguments - got (str), but expected one of:\n"},
    {"import torch\n"
     "try: torch.relu(3)\n"
     "except TypeError as e: print(str(e).split('\\n')[0])\n",
     "relu(): argument 'input' (position 1) must be Tensor, not int\n"},
    {"import torch\n"
     "try: torch.cat(3)\n"
     "except TypeError as e: print(str(e).split('\\n')[0])\n",
     "cat(): argument 'tensors' (position 1) must be tuple of Tensors, not int\n"},
    {"import torch\n"
     "try: torch.exp([1.0])\n"
     "except TypeError as e: print(str(e).split('\\n')[0])\n",
     "exp(): argument 'input' (position 1) must be Tensor, not list\n"},
};

START_TEST(wrong_arguments_are_refused)
{
    program_expect(refused[_i].text, refused[_i].expected);
}
END_TEST

Suite *suite_signature(void)
{
    Suite *s = suite_create("signature");
    TCase *t = tcase_create("signature");
    tcase_add_loop_test(t, arguments_are_bound, 0, (int)(sizeof accepted / sizeof accepted[0]));
    tcase_add_loop_test(t, wrong_arguments_are_refused, 0,
                        (int)(sizeof refused / sizeof refused[0]));
    suite_add_tcase(s, t);
    return s;
}
