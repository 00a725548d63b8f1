/* Tests the module torch beyond its operations: dtypes, devices, sizes, gradient modes, seeds, old
 * constructors, settings. What is expected was printed by PyTorch 1.13. */
#include "program.h"

#include <check.h>
#include <stdlib.h>

Suite *suite_torch_module(void);

/* clang-format off */
static const struct program_case types[] = {
    {"import torch\n"
     "print(torch.float32, torch.double, torch.half, torch.int16, torch.float is torch.float"
     "32)\n"
     "print(torch.float64.is_floating_point, torch.int64.is_floating_point, torch.bool.is_co"
     "mplex, torch.uint8.is_signed)",
     "torch.float32 torch.float64 torch.float16 torch.int16 True\n"
     "True False False False\n"},
    {"import torch\n"
     "print(torch.finfo(torch.float32)); print(torch.finfo(torch.float64).eps, torch.finfo(t"
     "orch.float16).max)\n"
     "print(torch.iinfo(torch.int64)); print(torch.iinfo(torch.int32).max, torch.iinfo(torch"
     ".int64).min)",
     "finfo(resolution=1e-06, min=-3.40282e+38, max=3.40282e+38, eps=1.19209e-07, smallest_n"
     "ormal=1.17549e-38, tiny=1.17549e-38, dtype=float32)\n"
     "2.220446049250313e-16 65504.0\n"
     "iinfo(min=-9.22337e+18, max=9.22337e+18, dtype=int64)\n"
     "2147483647 -9223372036854775808\n"},
    {"import torch\n"
     "for wrong in (lambda: torch.finfo(torch.int64), lambda: torch.iinfo(torch.float32), la"
     "mbda: torch.finfo('x')):\n"
     "    try: wrong()\n"
     "    except TypeError as e: print(e)",
     "torch.finfo() requires a floating point input type. Use torch.iinfo to handle 'torch.f"
     "info'\n"
     "torch.iinfo() requires an integer input type. Use torch.finfo to handle 'torch.iinfo'"
     "\n"
     "finfo(): argument 'type' (position 1) must be torch.dtype, not str\n"},
    {"import torch\n"
     "print(torch.promote_types(torch.int32, torch.float32), torch.can_cast(torch.float32, t"
     "orch.int64))\n"
     "print(torch.result_type(torch.ones(2), 1), torch.result_type(torch.ones(2).long(), 1.0"
     "), torch.result_type(torch.tensor(1), torch.ones(2).int()))",
     "torch.float32 False\n"
     "torch.float32 torch.float32 torch.int32\n"},
    {"import torch\n"
     "torch.set_default_dtype(torch.float64)\n"
     "print(torch.tensor(1.5), torch.zeros(1), torch.zeros(1, dtype=torch.float32), torch.ge"
     "t_default_dtype())\n"
     "torch.set_default_tensor_type('torch.FloatTensor')\n"
     "print(torch.tensor(1.5))\n"
     "torch.set_default_dtype(torch.int64)",
     "tensor(1.5000) tensor([0.]) tensor([0.], dtype=torch.float32) torch.float64\n"
     "tensor(1.5000)\n"
     "TypeError: only floating-point types are supported as the default type\n"},
    {"import torch\n"
     "print(torch.inf, torch.pi, torch.e, torch.nan, str(torch.__version__))\n"
     "print(torch.strided, torch.contiguous_format, torch.is_tensor(torch.ones(1)), torch.is"
     "_tensor(1), torch.typename(torch.ones(1)))",
     "inf 3.141592653589793 2.718281828459045 nan 1.13.0a0\n"
     "torch.strided torch.contiguous_format True False torch.FloatTensor\n"},
};

static const struct program_case devices[] = {
    {"import torch\n"
     "print(torch.device('cpu'), repr(torch.device('cuda:1')), torch.device('cuda', 0), repr"
     "(torch.device(2)))\n"
     "print(torch.device('cpu') == torch.device('cpu'), torch.device('cuda') == torch.device"
     "('cuda:0'), torch.device('cpu') == 'cpu')\n"
     "print(torch.device('cuda:1').type, torch.device('cuda:1').index, torch.device('cpu').i"
     "ndex, {torch.device('cpu'): 1}[torch.device('cpu')])",
     "cpu device(type='cuda', index=1) cuda:0 device(type='cuda', index=2)\n"
     "True False False\n"
     "cuda 1 None 1\n"},
    {"import torch\n"
     "torch.zeros(2).to('cuda')",
     "AssertionError: Torch not compiled with CUDA enabled\n"},
    {"import torch\n"
     "torch.zeros(2, device='cuda')",
     "AssertionError: Torch not compiled with CUDA enabled\n"},
    {"import torch\n"
     "torch.zeros(2).to(torch.device('mps'))",
     "RuntimeError: PyTorch is not linked with support for mps devices\n"},
    {"import torch\n"
     "torch.device('gpu')",
     "RuntimeError: Expected one of cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip,"
     " ve, fpga, ort, xla, lazy, vulkan, mps, meta, hpu, privateuseone device type at start "
     "of device string: gpu\n"},
    {"import torch\n"
     "device = 'cuda' if torch.cuda.is_available() else 'cpu'\n"
     "print(torch.ones(2).to(device), torch.cuda.device_count(), torch.backends.mps.is_avail"
     "able(), torch.backends.cudnn.enabled)\n"
     "torch.backends.cudnn.deterministic = True\n"
     "torch.cuda.manual_seed_all(3)\n"
     "torch.cuda.current_device()",
     "tensor([1., 1.]) 0 False True\n"
     "AssertionError: Torch not compiled with CUDA enabled\n"},
};

static const struct program_case sizes[] = {
    {"import torch\n"
     "s = torch.Size([2, 3, 4])\n"
     "print(s, s[1:], s[::2], s + (5,), (5,) + s, s * 2, s[-1], len(s), s.numel(), list(s), "
     "s.index(3), s == (2, 3, 4))\n"
     "print(torch.Size(), torch.Size((1,)), type(s[:1]).__name__, isinstance(s, tuple), hash"
     "(s) == hash((2, 3, 4)))\n"
     "a, *b = s\n"
     "print(a, b)",
     "torch.Size([2, 3, 4]) torch.Size([3, 4]) torch.Size([2, 4]) torch.Size([2, 3, 4, 5]) ("
     "5, 2, 3, 4) torch.Size([2, 3, 4, 2, 3, 4]) 4 3 24 [2, 3, 4] 1 True\n"
     "torch.Size([]) torch.Size([1]) Size True True\n"
     "2 [3, 4]\n"},
    {"import torch\n"
     "torch.Size([1.5])",
     "TypeError: torch.Size() takes an iterable of 'int' (item 0 is 'float')\n"},
    {"import torch\n"
     "r = torch.tensor([[1., 5.], [7., 2.]]).max(dim=1)\n"
     "print(r, type(r), r.values, r[1])\n"
     "values, indices = r\n"
     "print(indices, len(r), r.indices is indices)\n"
     "r.nothing",
     "torch.return_types.max(\n"
     "values=tensor([5., 7.]),\n"
     "indices=tensor([1, 0])) <class 'torch.return_types.max'> tensor([5., 7.]) tensor([1, 0"
     "])\n"
     "tensor([1, 0]) 2 True\n"
     "AttributeError: 'torch.return_types.max' object has no attribute 'nothing'\n"},
};

static const struct program_case gradients[] = {
    {"import torch\n"
     "w = torch.ones(2, requires_grad=True)\n"
     "with torch.no_grad():\n"
     "    print(w * 2, torch.is_grad_enabled())\n"
     "    with torch.enable_grad():\n"
     "        print(w * 2)\n"
     "    print(torch.is_grad_enabled())\n"
     "print(w * 2)",
     "tensor([2., 2.]) False\n"
     "tensor([2., 2.], grad_fn=<MulBackward0>)\n"
     "False\n"
     "tensor([2., 2.], grad_fn=<MulBackward0>)\n"},
    {"import torch\n"
     "w = torch.ones(2, requires_grad=True)\n"
     "@torch.no_grad()\n"
     "def double(x):\n"
     "    return x * 2\n"
     "class Model:\n"
     "    @torch.inference_mode()\n"
     "    def run(self, x, factor=3):\n"
     "        return x * factor\n"
     "print(double(w), double.__name__, Model().run(w), Model().run(w, factor=4), w * 2)",
     "tensor([2., 2.]) double tensor([3., 3.]) tensor([4., 4.]) tensor([2., 2.], grad_fn=<Mu"
     "lBackward0>)\n"},
    {"import torch\n"
     "try:\n"
     "    with torch.no_grad():\n"
     "        raise ValueError('out')\n"
     "except ValueError as e:\n"
     "    print(e, torch.is_grad_enabled())\n"
     "torch.set_grad_enabled(False)\n"
     "print(torch.is_grad_enabled())\n"
     "with torch.set_grad_enabled(True):\n"
     "    print(torch.is_grad_enabled())\n"
     "print(torch.is_grad_enabled())",
     "out True\n"
     "False\n"
     "True\n"
     "False\n"},
    {"import torch\n"
     "y = (torch.ones(2, requires_grad=True) + 1) * 2\n"
     "print(y.grad_fn.name(), type(y.grad_fn).__name__, torch.ones(1).grad_fn)",
     "MulBackward0 MulBackward0 None\n"},
};

static const struct program_case seeds[] = {
    {"import torch\n"
     "g = torch.manual_seed(3)\n"
     "state = torch.get_rng_state()\n"
     "a = torch.randn(3); b = torch.rand(2)\n"
     "torch.set_rng_state(state)\n"
     "print(torch.equal(a, torch.randn(3)), torch.equal(b, torch.rand(2)), state.shape, g.in"
     "itial_seed(), torch.initial_seed())\n"
     "print(state[:16], state[-40:])",
     "True True torch.Size([5056]) 3 3\n"
     "tensor([3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], dtype=torch.uint8) tensor([0,"
     " 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,\n"
     "        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], dtype=torch.uint8)\n"},
    {"import torch\n"
     "g = torch.Generator().manual_seed(7)\n"
     "torch.manual_seed(1)\n"
     "print(torch.randperm(5, generator=g), torch.rand(2, generator=g), torch.randint(0, 10,"
     " (3,), generator=g), g.initial_seed())\n"
     "print(torch.rand(2), torch.Generator().initial_seed())",
     "tensor([0, 1, 3, 2, 4]) tensor([0.2328, 0.4251]) tensor([7, 9, 8]) 7\n"
     "tensor([0.7576, 0.2793]) 67280421310721\n"},
    {"import torch\n"
     "torch.manual_seed(5)\n"
     "with torch.random.fork_rng():\n"
     "    a = torch.rand(1)\n"
     "print(torch.equal(a, torch.rand(1)), torch.random.initial_seed())\n"
     "torch.manual_seed('x')",
     "True 5\n"
     "ValueError: invalid literal for int() with base 10: 'x'\n"},
    {"import torch\n"
     "torch.manual_seed(2**32 + 5)\n"
     "print(torch.rand(2)); torch.manual_seed(5); print(torch.rand(2))",
     "tensor([0.8303, 0.1261])\n"
     "tensor([0.8303, 0.1261])\n"},
};

static const struct program_case legacy[] = {
    {"import torch\n"
     "print(torch.FloatTensor([1, 2]), torch.LongTensor([1.5, 2]), torch.BoolTensor([1, 0]),"
     " torch.Tensor([[1, 2]]), torch.Tensor((2, 3)))\n"
     "print(torch.FloatTensor(2, 3).shape, torch.Tensor(torch.Size([2, 1])).shape, torch.Ten"
     "sor(), torch.LongTensor(range(3)), torch.Tensor(torch.ones(2).long()))\n"
     "print(torch.FloatTensor, torch.ones(2).type(torch.LongTensor), torch.ones(2).type('tor"
     "ch.DoubleTensor'), torch.ones(2).type())",
     "tensor([1., 2.]) tensor([1, 2]) tensor([ True, False]) tensor([[1., 2.]]) tensor([2., "
     "3.])\n"
     "torch.Size([2, 3]) torch.Size([2, 1]) tensor([]) tensor([0, 1, 2]) tensor([1, 1])\n"
     "<class 'torch.FloatTensor'> tensor([1, 1]) tensor([1., 1.], dtype=torch.float64) torch"
     ".FloatTensor\n"},
    {"import torch\n"
     "for wrong in (lambda: torch.Tensor(3.0), lambda: torch.Tensor('a'), lambda: torch.Tens"
     "or(2, 3.0), lambda: torch.LongTensor(torch.ones(2)), lambda: torch.FloatTensor({1: 2})"
     "):\n"
     "    try: wrong()\n"
     "    except TypeError as e: print(e)\n"
     "for wrong in (lambda: torch.Tensor([[1, 2], [3]]), lambda: torch.Tensor(-1)):\n"
     "    try: wrong()\n"
     "    except (ValueError, RuntimeError) as e: print(e)",
     "new(): data must be a sequence (got float)\n"
     "new(): invalid data type 'str'\n"
     "new(): argument 'size' must be tuple of ints, but found element of type float at pos 2"
     "\n"
     "expected TensorOptions(dtype=long int, device=cpu, layout=Strided, requires_grad=false"
     " (default), pinned_memory=false (default), memory_format=(nullopt)) (got TensorOptions"
     "(dtype=float, device=cpu, layout=Strided, requires_grad=false (default), pinned_memory"
     "=false (default), memory_format=(nullopt)))\n"
     "new(): data must be a sequence (got dict)\n"
     "expected sequence of length 2 at dim 1 (got 1)\n"
     "Trying to create tensor with negative dimension -1: [-1]\n"},
};

static const struct program_case modules[] = {
    {"import torch\n"
     "import torch.nn.functional as F\n"
     "import torch.functional as TF\n"
     "from torch import nn, Tensor, einsum\n"
     "from torch.cuda.amp import autocast\n"
     "print(torch.linalg.norm(torch.tensor([3., 4.])), torch.special.expit(torch.zeros(1)), "
     "TF.norm(torch.ones(4)), F.relu(torch.tensor([-1., 2.])))\n"
     "print(isinstance(nn.Parameter(torch.ones(1)), Tensor), torch.nn.functional.softmax(tor"
     "ch.zeros(2), dim=0), torch.Tensor.add(torch.ones(1), 1))\n"
     "@autocast(enabled=False)\n"
     "def f(x):\n"
     "    return x\n"
     "print(f(1))\n"
     "with torch.autocast('cuda', enabled=False):\n"
     "    print(torch.ones(1))",
     "tensor(5.) tensor([0.5000]) tensor(2.) tensor([0., 2.])\n"
     "True tensor([0.5000, 0.5000]) tensor([2.])\n"
     "1\n"
     "tensor([1.])\n"},
    {"import torch\n"
     "x = torch.ones(2)\n"
     "print(x.__add__(1), x.__rsub__(3), x.__len__(), x.__matmul__(x), torch.Tensor.__mul__("
     "x, 4), hasattr(x, 'nothing'))\n"
     "torch.nothing_at_all",
     "tensor([2., 2.]) tensor([2., 2.]) 2 tensor(2.) tensor([4., 4.]) False\n"
     "AttributeError: module 'torch' has no attribute 'nothing_at_all'\n"},
    {"import torch\n"
     "torch.set_printoptions(precision=2, sci_mode=True)\n"
     "print(torch.tensor([1., 0.001]))\n"
     "torch.set_printoptions(profile='default')\n"
     "print(torch.tensor([1., 0.001]))\n"
     "torch.set_printoptions(threshold=5, edgeitems=1)\n"
     "print(torch.arange(20))\n"
     "torch.set_printoptions(profile='full', linewidth=40)\n"
     "print(torch.arange(20))",
     "tensor([1.00e+00, 1.00e-03])\n"
     "tensor([1.0000, 0.0010])\n"
     "tensor([ 0,  ..., 19])\n"
     "tensor([ 0,  1,  2,  3,  4,  5,  6,  7,\n"
     "         8,  9, 10, 11, 12, 13, 14, 15,\n"
     "        16, 17, 18, 19])\n"},
    {"import torch\n"
     "torch.testing.assert_close(torch.ones(2), torch.ones(2) + 1e-7)\n"
     "for a, b in (([1., 2., 3.], [1., 2.1, 3.]), ([1., 2.], [1., 2., 3.]), ([1, 2, 3], [1, "
     "2, 4])):\n"
     "    try: torch.testing.assert_close(torch.tensor(a), torch.tensor(b))\n"
     "    except AssertionError as e: print(e)",
     "Tensor-likes are not close!\n"
     "\n"
     "Mismatched elements: 1 / 3 (33.3%)\n"
     "Greatest absolute difference: 0.09999990463256836 at index (1,) (up to 1e-05 allowed)"
     "\n"
     "Greatest relative difference: 0.047619004368509764 at index (1,) (up to 1.3e-06 allowe"
     "d)\n"
     "The values for attribute 'shape' do not match: torch.Size([2]) != torch.Size([3]).\n"
     "Tensor-likes are not equal!\n"
     "\n"
     "Mismatched elements: 1 / 3 (33.3%)\n"
     "Greatest absolute difference: 1 at index (2,)\n"
     "Greatest relative difference: 0.25 at index (2,)\n"},
};
/* clang-format on */

START_TEST(types_print)
{
    program_expect_both(&types[_i]);
}
END_TEST

START_TEST(devices_print)
{
    program_expect_both(&devices[_i]);
}
END_TEST

START_TEST(sizes_print)
{
    program_expect_both(&sizes[_i]);
}
END_TEST

START_TEST(gradients_print)
{
    program_expect_both(&gradients[_i]);
}
END_TEST

START_TEST(seeds_print)
{
    program_expect_both(&seeds[_i]);
}
END_TEST

START_TEST(legacy_print)
{
    program_expect_both(&legacy[_i]);
}
END_TEST

START_TEST(modules_print)
{
    program_expect_both(&modules[_i]);
}
END_TEST

static void add_table(Suite *suite, const char *name, const TTest *test, size_t count)
{
    TCase *tcase = tcase_create(name);
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, test, 0, (int)count);
    suite_add_tcase(suite, tcase);
}

Suite *suite_torch_module(void)
{
    Suite *suite = suite_create("torch_module");
    add_table(suite, "types", types_print, sizeof types / sizeof types[0]);
    add_table(suite, "devices", devices_print, sizeof devices / sizeof devices[0]);
    add_table(suite, "sizes", sizes_print, sizeof sizes / sizeof sizes[0]);
    add_table(suite, "gradients", gradients_print, sizeof gradients / sizeof gradients[0]);
    add_table(suite, "seeds", seeds_print, sizeof seeds / sizeof seeds[0]);
    add_table(suite, "legacy", legacy_print, sizeof legacy / sizeof legacy[0]);
    add_table(suite, "modules", modules_print, sizeof modules / sizeof modules[0]);
    return suite;
}
