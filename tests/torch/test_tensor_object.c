/* Tests tensors as values of the language: operators, items, iteration, conversion, errors.
 * Expected texts are PyTorch 1.13's. */
#include "program.h"

#include <check.h>

Suite *suite_tensor_object(void);

static const struct program_case objects[] = {
    {"import torch\n"
     "x = torch.tensor([[1., 2.], [3., 4.]])\n"
     "print(len(x), x.shape, x.dtype, x.ndim, x.size(0), x.numel(), bool(x[0, 0]), float(x[1, 1]), "
     "int(x[0, 1]), x.tolist(), x[0, 0].item())\n",
     "2 torch.Size([2, 2]) torch.float32 2 2 4 True 4.0 2 [[1.0, 2.0], [3.0, 4.0]] 1.0\n"},
    {"import torch\n"
     "x = torch.arange(3)\n"
     "for k in x: print(k, type(k).__name__)\n"
     "a, b, c = x\n"
     "print(a + b * c, [int(v) for v in x], list(x), max(x), sum(x))\n",
     "tensor(0) Tensor\n"
     "tensor(1) Tensor\n"
     "tensor(2) Tensor\n"
     "tensor(2) [0, 1, 2] [tensor(0), tensor(1), tensor(2)] tensor(2) tensor(3)\n"},
    {"import torch\n"
     "x = torch.tensor([1., 2.])\n"
     "print(x + 1, 1 - x, 2 * x, x / 2, 3 / x, x ** 2, 2 ** x, x @ x, -x, abs(-x), x // 2, x % 2, "
     "x == 1, x != x, x < 2, x >= 2)\n",
     "tensor([2., 3.]) tensor([ 0., -1.]) tensor([2., 4.]) tensor([0.5000, 1.0000]) "
     "tensor([3.0000, 1.5000]) tensor([1., 4.]) tensor([2., 4.]) tensor(5.) tensor([-1., -2.]) "
     "tensor([1., 2.]) tensor([0., 1.]) tensor([1., 0.]) tensor([ True, False]) tensor([False, "
     "False]) tensor([ True, False]) tensor([False,  True])\n"},
    {"import torch\n"
     "x = torch.ones(2)\n"
     "y = x\n"
     "x += 1\n"
     "x *= 3\n"
     "x -= 0.5\n"
     "x /= 2\n"
     "print(y, y is x)\n",
     "tensor([2.7500, 2.7500]) True\n"},
    {"import torch\n"
     "a, b = torch.tensor([True, False]), torch.tensor([True, True])\n"
     "print(a & b, a | b, a ^ b, ~a, a == b)\n",
     "tensor([ True, False]) tensor([True, True]) tensor([False,  True]) tensor([False,  True]) "
     "tensor([ True, False])\n"},
    {"import torch\n"
     "x = torch.zeros(3, 3)\n"
     "x[0] = 1\n"
     "x[1, 1:] = torch.tensor([2., 3.])\n"
     "x[:, 0] += 5\n"
     "x[x > 5] = -1\n"
     "x[-1, ..., -1] = 9\n"
     "print(x, x[0], x[:, 1], x[None].shape, x[..., 0].shape, x[1][2], x[[0, 2]].shape, "
     "x[torch.tensor([0, 0])].shape)\n",
     "tensor([[-1.,  1.,  1.],\n"
     "        [ 5.,  2.,  3.],\n"
     "        [ 5.,  0.,  9.]]) tensor([-1.,  1.,  1.]) tensor([1., 2., 0.]) torch.Size([1, 3, 3]) "
     "torch.Size([3]) tensor(3.) torch.Size([2, 3]) torch.Size([2, 3])\n"},
    {"import torch\n"
     "x = torch.arange(4.).view(2, 2)\n"
     "x.T[0, 1] = 7\n"
     "x.view(-1)[0] = -1\n"
     "print(x)\n",
     "tensor([[-1.,  1.],\n"
     "        [ 7.,  3.]])\n"},
    {"import torch\n"
     "x = torch.ones(2)\n"
     "x.note = 'mine'\n"
     "print(x.note, hasattr(x, 'nope'), isinstance(x, torch.Tensor), type(x), x.requires_grad, "
     "x.grad, x.grad_fn, x.is_leaf)\n",
     "mine False True <class 'torch.Tensor'> False None None True\n"},
    {"import torch\n"
     "print(torch.tensor(3), torch.tensor([]), torch.tensor([1, 2.5]), torch.tensor([True]), "
     "torch.tensor([[1], [2]]).shape, torch.tensor((1, 2)), torch.tensor(range(3)))\n",
     "tensor(3) tensor([]) tensor([1.0000, 2.5000]) tensor([True]) torch.Size([2, 1]) tensor([1, "
     "2]) tensor([0, 1, 2])\n"},
    {"import torch\n"
     "d = {torch.ones(1): 'key'}\n"
     "x = torch.ones(2)\n"
     "print(len(d), x in [x], (x == x).all(), x is x, hash(x) == hash(x))\n",
     "1 True tensor(True) True True\n"},
    {"import torch\n"
     "print(f'{torch.tensor(3.14159):.2f} {torch.tensor(2)} %.1f %d' % (torch.tensor(1.25), "
     "torch.tensor(3)), '{:.3f}'.format(torch.tensor(0.5)))\n",
     "3.14 2 1.2 3 0.500\n"},
    {"import torch\n"
     "w = torch.nn.Parameter(torch.ones(2))\n"
     "y = (w * 2).sum()\n"
     "print(w.requires_grad, y.requires_grad, y.grad_fn is not None, w.is_leaf, y.is_leaf, "
     "y.detach().requires_grad)\n",
     "True True True True False False\n"},
};

START_TEST(tensors_behave_as_in_pytorch)
{
    program_expect(objects[_i].text, objects[_i].expected);
}
END_TEST

static const struct program_case errors[] = {
    {"import torch\n"
     "bool(torch.ones(2))\n",
     "RuntimeError: Boolean value of Tensor with more than one value is ambiguous\n"},
    {"import torch\n"
     "torch.ones(2).item()\n",
     "ValueError: only one element tensors can be converted to Python scalars\n"},
    {"import torch\n"
     "len(torch.tensor(1))\n",
     "TypeError: len() of a 0-d tensor\n"},
    {"import torch\n"
     "for k in torch.tensor(1): pass\n",
     "TypeError: iteration over a 0-d tensor\n"},
    {"import torch\n"
     "torch.tensor(1)[0]\n",
     "IndexError: invalid index of a 0-dim tensor. Use `tensor.item()` in Python or "
     "`tensor.item<T>()` in C++ to convert a 0-dim tensor to a number\n"},
    {"import torch\n"
     "torch.ones(2)[5]\n",
     "IndexError: index 5 is out of bounds for dimension 0 with size 2\n"},
    {"import torch\n"
     "torch.ones(2)[0, 0]\n",
     "IndexError: too many indices for tensor of dimension 1\n"},
    {"import torch\n"
     "torch.ones(2).nope\n",
     "AttributeError: 'Tensor' object has no attribute 'nope'\n"},
    {"import torch\n"
     "torch.ones(2) + 'a'\n",
     "TypeError: unsupported operand type(s) for +: 'Tensor' and 'str'\n"},
    {"import torch\n"
     "torch.ones(2) + torch.ones(3)\n",
     "RuntimeError: The size of tensor a (2) must match the size of tensor b (3) at non-singleton "
     "dimension 0\n"},
    {"import torch\n"
     "torch.tensor([[1], [2, 3]])\n",
     "ValueError: expected sequence of length 1 at dim 1 (got 2)\n"},
    {"import torch\n"
     "torch.ones(2) @ torch.ones(3)\n",
     "RuntimeError: inconsistent tensor size, expected tensor [2] and src [3] to have the same "
     "number of elements, but got 2 and 3 elements respectively\n"},
    {"import torch\n"
     "x = torch.ones(2)\n"
     "x[0] = torch.ones(3)\n",
     "RuntimeError: expand(torch.FloatTensor{[3]}, size=[]): the number of sizes provided (0) must "
     "be greater or equal to the number of dimensions in the tensor (1)\n"},
    {"import torch\n"
     "a, b = torch.ones(3)\n",
     "ValueError: too many values to unpack (expected 2)\n"},
    {"import torch\n"
     "torch.nn.Parameter(torch.ones(2)).add_(1)\n",
     "RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.\n"},
    {"import torch\n"
     "x = torch.ones(2, dtype=torch.long)\n"
     "x += 0.5\n",
     "RuntimeError: result type Float can't be cast to the desired output type Long\n"},
    {"import torch\n"
     "float(torch.ones(2))\n",
     "ValueError: only one element tensors can be converted to Python scalars\n"},
};

START_TEST(errors_are_pytorchs)
{
    program_expect(errors[_i].text, errors[_i].expected);
}
END_TEST

Suite *suite_tensor_object(void)
{
    Suite *s = suite_create("tensor_object");
    TCase *t = tcase_create("tensor_object");
    tcase_add_loop_test(t, tensors_behave_as_in_pytorch, 0,
                        (int)(sizeof objects / sizeof objects[0]));
    tcase_add_loop_test(t, errors_are_pytorchs, 0, (int)(sizeof errors / sizeof errors[0]));
    suite_add_tcase(s, t);
    return s;
}
