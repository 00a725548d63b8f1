/* Tests NumPy's arrays, types, scalars, operators and printing. What is expected was printed by
 * NumPy 1.24. */
#include "numpy/numpy.h"
#include "numpy/numpy_dtype.h"
#include "program.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_numpy(void);

/* clang-format off */
static const struct program_case making[] = {
    {"import numpy as np\n"
     "def t(f):\n"
     "    try: r = f(); print(repr(r), type(r).__name__)\n"
     "    except Exception as e: print(type(e).__name__, e)\n"
     "a = np.arange(12.).reshape(3, 4); b = np.array([[3, 1], [2, 5]]); v = np.array([3., 1,"
     " 2])\n"
     "t(lambda: np.array([1, 2.5]))\n"
     "t(lambda: np.array([True, 2]))\n"
     "t(lambda: np.array([[1, 2], [3, 4]], dtype='float32'))\n"
     "t(lambda: np.array([1, 2], ndmin=2))\n"
     "t(lambda: np.asarray(a) is a)\n"
     "t(lambda: np.array(a) is a)\n"
     "t(lambda: np.array([]).shape)\n"
     "t(lambda: np.array([v, v]))\n"
     "t(lambda: np.array(5))\n"
     "t(lambda: np.array([[1, 2], [3]]))\n"
     "t(lambda: np.array([[[1], [2]], [[3], [4, 5]]]))",
     "array([1. , 2.5]) ndarray\n"
     "array([1, 2]) ndarray\n"
     "array([[1., 2.],\n"
     "       [3., 4.]], dtype=float32) ndarray\n"
     "array([[1, 2]]) ndarray\n"
     "True bool\n"
     "False bool\n"
     "(0,) tuple\n"
     "array([[3., 1., 2.],\n"
     "       [3., 1., 2.]]) ndarray\n"
     "array(5) ndarray\n"
     "ValueError setting an array element with a sequence. The requested array has an inhomo"
     "geneous shape after 1 dimensions. The detected shape was (2,) + inhomogeneous part.\n"
     "ValueError setting an array element with a sequence. The requested array has an inhomo"
     "geneous shape after 2 dimensions. The detected shape was (2, 2) + inhomogeneous part."
     "\n"},
    {"import numpy as np\n"
     "def t(f):\n"
     "    try: r = f(); print(repr(r), type(r).__name__)\n"
     "    except Exception as e: print(type(e).__name__, e)\n"
     "a = np.arange(12.).reshape(3, 4); b = np.array([[3, 1], [2, 5]]); v = np.array([3., 1,"
     " 2])\n"
     "t(lambda: np.zeros(3, dtype=int))\n"
     "t(lambda: np.ones((2, 1), bool))\n"
     "t(lambda: np.full((2,), 7))\n"
     "t(lambda: np.full_like(v, 2))\n"
     "t(lambda: np.ones_like(b))\n"
     "t(lambda: np.eye(2, 3, 1))\n"
     "t(lambda: np.identity(2))\n"
     "t(lambda: np.tri(2))\n"
     "t(lambda: np.zeros((2, -1)))",
     "array([0, 0, 0]) ndarray\n"
     "array([[ True],\n"
     "       [ True]]) ndarray\n"
     "array([7, 7]) ndarray\n"
     "array([2., 2., 2.]) ndarray\n"
     "array([[1, 1],\n"
     "       [1, 1]]) ndarray\n"
     "array([[0., 1., 0.],\n"
     "       [0., 0., 1.]]) ndarray\n"
     "array([[1., 0.],\n"
     "       [0., 1.]]) ndarray\n"
     "array([[1., 0.],\n"
     "       [1., 1.]]) ndarray\n"
     "ValueError negative dimensions are not allowed\n"},
    {"import numpy as np\n"
     "def t(f):\n"
     "    try: r = f(); print(repr(r), type(r).__name__)\n"
     "    except Exception as e: print(type(e).__name__, e)\n"
     "a = np.arange(12.).reshape(3, 4); b = np.array([[3, 1], [2, 5]]); v = np.array([3., 1,"
     " 2])\n"
     "t(lambda: np.arange(1, 2, 0.1))\n"
     "t(lambda: np.arange(5, 0, -2))\n"
     "t(lambda: np.arange(3, dtype=np.float32))\n"
     "t(lambda: np.arange(0.5, 3))\n"
     "t(lambda: np.linspace(0, 1, 4, endpoint=False))\n"
     "t(lambda: np.linspace(-1, 1, 5))\n"
     "t(lambda: np.logspace(0, 2, 3))\n"
     "t(lambda: np.triu_indices(3, k=1))\n"
     "t(lambda: np.meshgrid([1, 2], [3, 4, 5]))",
     "array([1. , 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9]) ndarray\n"
     "array([5, 3, 1]) ndarray\n"
     "array([0., 1., 2.], dtype=float32) ndarray\n"
     "array([0.5, 1.5, 2.5]) ndarray\n"
     "array([0.  , 0.25, 0.5 , 0.75]) ndarray\n"
     "array([-1. , -0.5,  0. ,  0.5,  1. ]) ndarray\n"
     "array([  1.,  10., 100.]) ndarray\n"
     "(array([0, 0, 1]), array([1, 2, 2])) tuple\n"
     "[array([[1, 2],\n"
     "       [1, 2],\n"
     "       [1, 2]]), array([[3, 3],\n"
     "       [4, 4],\n"
     "       [5, 5]])] list\n"},
};
static const struct program_case types[] = {
    {"import numpy as np\n"
     "def t(f):\n"
     "    try: r = f(); print(repr(r), type(r).__name__)\n"
     "    except Exception as e: print(type(e).__name__, e)\n"
     "a = np.arange(12.).reshape(3, 4); b = np.array([[3, 1], [2, 5]]); v = np.array([3., 1,"
     " 2])\n"
     "t(lambda: np.dtype('float32'))\n"
     "t(lambda: a.dtype == np.float64)\n"
     "t(lambda: a.dtype == 'float64')\n"
     "t(lambda: a.dtype == float)\n"
     "t(lambda: a.dtype.name)\n"
     "t(lambda: a.dtype.kind)\n"
     "t(lambda: a.dtype.itemsize)\n"
     "t(lambda: np.array([1]).dtype)\n"
     "t(lambda: np.dtype('foo'))\n"
     "t(lambda: np.zeros(2, dtype='i4'))\n"
     "t(lambda: np.float_ is np.float64)\n"
     "t(lambda: isinstance(np.float64(1), float))\n"
     "t(lambda: isinstance(np.int64(1), int))\n"
     "t(lambda: isinstance(np.float32(1), np.floating))\n"
     "t(lambda: np.issubdtype(a.dtype, np.integer))",
     "dtype('float32') dtype[float32]\n"
     "True bool\n"
     "True bool\n"
     "True bool\n"
     "'float64' str\n"
     "'f' str\n"
     "8 int\n"
     "dtype('int64') dtype[int64]\n"
     "TypeError data type 'foo' not understood\n"
     "array([0, 0], dtype=int32) ndarray\n"
     "True bool\n"
     "True bool\n"
     "False bool\n"
     "True bool\n"
     "False bool\n"},
    {"import numpy as np\n"
     "f = np.float32([1, 2, 3])\n"
     "for x in (f * 2, f * 2.5, f * np.float64(2), f * np.arange(3), f + np.arange(3.), f / "
     "3, np.int32([1, 2]) * 2, np.int32([1]) * 2.5, np.int32([1]) + np.int64([1]), np.uint8("
     "[250]) + 5, np.array([1, 2]) / 2, np.array([True]) + 1, np.float32(2) * 3, np.int64(3)"
     " / 2, f.sum(), f.mean(), np.array([True, True]).sum(), np.int32([3]) * 10**10):\n"
     "    print(repr(x), x.dtype)",
     "array([2., 4., 6.], dtype=float32) float32\n"
     "array([2.5, 5. , 7.5], dtype=float32) float32\n"
     "array([2., 4., 6.], dtype=float32) float32\n"
     "array([0., 2., 6.]) float64\n"
     "array([1., 3., 5.]) float64\n"
     "array([0.33333334, 0.6666667 , 1.        ], dtype=float32) float32\n"
     "array([2, 4], dtype=int32) int32\n"
     "array([2.5]) float64\n"
     "array([2]) int64\n"
     "array([255], dtype=uint8) uint8\n"
     "array([0.5, 1. ]) float64\n"
     "array([2]) int64\n"
     "6.0 float64\n"
     "1.5 float64\n"
     "6.0 float32\n"
     "2.0 float32\n"
     "2 int64\n"
     "array([30000000000]) int64\n"},
    {"import numpy as np\n"
     "try: np.float\n"
     "except AttributeError as e: print(e)\n"
     "np.flaot64",
     "module 'numpy' has no attribute 'float'.\n"
     "`np.float` was a deprecated alias for the builtin `float`. To avoid this error in exis"
     "ting code, use `float` by itself. Doing this will not modify any behavior and is safe."
     " If you specifically wanted the numpy scalar type, use `np.float64` here.\n"
     "The aliases was originally deprecated in NumPy 1.20; for more details and guidance see"
     " the original release note at:\n"
     "    https://numpy.org/devdocs/release/1.20.0-notes.html#deprecations\n"
     "AttributeError: module 'numpy' has no attribute 'flaot64'. Did you mean: 'float64'?\n"},
};
static const struct program_case scalars[] = {
    {"import numpy as np\n"
     "def t(f):\n"
     "    try: r = f(); print(repr(r), type(r).__name__)\n"
     "    except Exception as e: print(type(e).__name__, e)\n"
     "a = np.arange(12.).reshape(3, 4); b = np.array([[3, 1], [2, 5]]); v = np.array([3., 1,"
     " 2])\n"
     "t(lambda: np.float64(1))\n"
     "t(lambda: np.float32(0.1))\n"
     "t(lambda: np.int64(3) // 2)\n"
     "t(lambda: np.bool_(True))\n"
     "t(lambda: np.float64(1) / 0)\n"
     "t(lambda: np.float64(\"3\"))\n"
     "t(lambda: round(np.float64(3.14159), 2))\n"
     "t(lambda: round(np.float64(2.5)))\n"
     "t(lambda: abs(np.float64(-2)))\n"
     "t(lambda: int(np.float64(2.7)))\n"
     "t(lambda: divmod(np.int64(7), 3))\n"
     "t(lambda: np.float64(1) == 1)\n"
     "t(lambda: bool(np.float64(0)))\n"
     "t(lambda: np.float64(1).item())\n"
     "t(lambda: np.float64(1.26).round(1))\n"
     "t(lambda: np.float64(1).astype(int))\n"
     "t(lambda: np.float64(1)[0])\n"
     "t(lambda: hash(np.float64(2)) == hash(2))\n"
     "t(lambda: [1, 2, 3][np.int64(1)])\n"
     "t(lambda: np.int64(2) ** -1)\n"
     "t(lambda: 2 ** np.float64(3))\n"
     "t(lambda: ~np.bool_(1))\n"
     "t(lambda: np.bool_(1) + np.bool_(1))\n"
     "t(lambda: [1] * np.int64(2))\n"
     "t(lambda: np.float64(3).is_integer())\n"
     "t(lambda: np.sqrt(8))\n"
     "t(lambda: np.array(5) + 1)\n"
     "t(lambda: sum([np.float64(1), 2]))\n"
     "t(lambda: max(np.float64(1), 2.0))\n"
     "t(lambda: np.float64(2).shape)",
     "1.0 float64\n"
     "0.1 float32\n"
     "1 int64\n"
     "True bool_\n"
     "inf float64\n"
     "3.0 float64\n"
     "3.14 float64\n"
     "2 int\n"
     "2.0 float64\n"
     "2 int\n"
     "(2, 1) tuple\n"
     "True bool_\n"
     "False bool\n"
     "1.0 float\n"
     "1.3 float64\n"
     "1 int64\n"
     "IndexError invalid index to scalar variable.\n"
     "True bool\n"
     "2 int\n"
     "ValueError Integers to negative integer powers are not allowed.\n"
     "8.0 float64\n"
     "False bool_\n"
     "True bool_\n"
     "[1, 1] list\n"
     "True bool\n"
     "2.8284271247461903 float64\n"
     "6 int64\n"
     "3.0 float64\n"
     "2.0 float\n"
     "() tuple\n"},
    {"import numpy as np\n"
     "x = np.float64(3.14159)\n"
     "print(x, f'{x:.2f} {np.int64(5):3d} {np.float32(0.1)} {np.bool_(1)}', '%.3f' % x, '{:>"
     "8.1f}|'.format(x), str(np.float32(0.1)), [x, np.int64(2)])",
     "3.14159 3.14   5 0.10000000149011612 True 3.142      3.1| 0.1 [3.14159, 2]\n"},
    {"import numpy as np\n"
     "import torch\n"
     "x = torch.ones(2)\n"
     "print(x * np.float64(3), np.float64(3) * x, x / np.sqrt(8), np.float64(3) - x, x.long("
     ") * np.int64(3), np.float32(2) * x, torch.full((2,), np.float64(1)), torch.tensor(np.f"
     "loat32(1)), torch.tensor([np.float64(1)]), x == np.float64(1))\n"
     "print(x + np.array([1, 2]), np.exp(x), np.round(x / 3, 2), np.array(x), torch.tensor(n"
     "p.array([1, 2])), x @ np.ones(2))\n"
     "np.array([1., 2.]) * x",
     "tensor([3., 3.]) tensor([3., 3.]) tensor([0.3536, 0.3536]) tensor([2., 2.]) tensor([3,"
     " 3]) tensor([2., 2.]) tensor([1., 1.]) tensor(1.) tensor([1.], dtype=torch.float64) te"
     "nsor([True, True])\n"
     "tensor([2., 3.], dtype=torch.float64) tensor([2.7183, 2.7183]) tensor([0.3300, 0.3300]"
     ") [1. 1.] tensor([1, 2]) tensor(2., dtype=torch.float64)\n"
     "TypeError: unsupported operand type(s) for *: 'numpy.ndarray' and 'Tensor'\n"},
};
static const struct program_case operators[] = {
    {"import numpy as np\n"
     "def t(f):\n"
     "    try: r = f(); print(repr(r), type(r).__name__)\n"
     "    except Exception as e: print(type(e).__name__, e)\n"
     "a = np.arange(12.).reshape(3, 4); b = np.array([[3, 1], [2, 5]]); v = np.array([3., 1,"
     " 2])\n"
     "t(lambda: -b)\n"
     "t(lambda: ~(b > 2))\n"
     "t(lambda: (b > 1) & (b < 4))\n"
     "t(lambda: 1 / v)\n"
     "t(lambda: 10 - v)\n"
     "t(lambda: v >= 2)\n"
     "t(lambda: [1, 2, 3] * v)\n"
     "t(lambda: v + [1, 1, 1])\n"
     "t(lambda: v ** 0.5)\n"
     "t(lambda: 2 ** np.arange(4))\n"
     "t(lambda: np.arange(4) ** 2)\n"
     "t(lambda: np.array([7, -7]) // 2)\n"
     "t(lambda: np.array([7, -7]) % 3)\n"
     "t(lambda: np.array([1, 2]) // 0)\n"
     "t(lambda: np.arange(3) / 0)\n"
     "t(lambda: np.array([1, 2]) ** -1)\n"
     "t(lambda: a == None)\n"
     "t(lambda: a == np.ones(5))\n"
     "t(lambda: v != 'x')\n"
     "t(lambda: a + np.ones(5))\n"
     "t(lambda: np.array([True]) - np.array([True]))\n"
     "t(lambda: -np.array([True]))\n"
     "t(lambda: bool(a))\n"
     "t(lambda: 3 in b)\n"
     "t(lambda: len(np.array(3)))\n"
     "t(lambda: float(np.array([3.])))\n"
     "t(lambda: float(a))\n"
     "t(lambda: hash(a))\n"
     "t(lambda: a.foo)",
     "array([[-3, -1],\n"
     "       [-2, -5]]) ndarray\n"
     "array([[False,  True],\n"
     "       [ True, False]]) ndarray\n"
     "array([[ True, False],\n"
     "       [ True, False]]) ndarray\n"
     "array([0.33333333, 1.        , 0.5       ]) ndarray\n"
     "array([7., 9., 8.]) ndarray\n"
     "array([ True, False,  True]) ndarray\n"
     "array([3., 2., 6.]) ndarray\n"
     "array([4., 2., 3.]) ndarray\n"
     "array([1.73205081, 1.        , 1.41421356]) ndarray\n"
     "array([1, 2, 4, 8]) ndarray\n"
     "array([0, 1, 4, 9]) ndarray\n"
     "array([ 3, -4]) ndarray\n"
     "array([1, 2]) ndarray\n"
     "array([0, 0]) ndarray\n"
     "array([nan, inf, inf]) ndarray\n"
     "ValueError Integers to negative integer powers are not allowed.\n"
     "array([[False, False, False, False],\n"
     "       [False, False, False, False],\n"
     "       [False, False, False, False]]) ndarray\n"
     "False bool\n"
     "True bool\n"
     "ValueError operands could not be broadcast together with shapes (3,4) (5,) \n"
     "TypeError numpy boolean subtract, the `-` operator, is not supported, use the bitwise_"
     "xor, the `^` operator, or the logical_xor function instead.\n"
     "TypeError The numpy boolean negative, the `-` operator, is not supported, use the `~` "
     "operator or the logical_not function instead.\n"
     "ValueError The truth value of an array with more than one element is ambiguous. Use a."
     "any() or a.all()\n"
     "True bool\n"
     "TypeError len() of unsized object\n"
     "3.0 float\n"
     "TypeError only size-1 arrays can be converted to Python scalars\n"
     "TypeError unhashable type: 'numpy.ndarray'\n"
     "AttributeError 'numpy.ndarray' object has no attribute 'foo'\n"},
    {"import numpy as np\n"
     "x = np.array([1., 2]); y = x\n"
     "x += 1; x *= x; x -= 0.5; x /= 2; x **= 2\n"
     "print(x, y is x)\n"
     "z = np.array([1, 2]); z *= 2; z //= 2\n"
     "print(z)\n"
     "x[0] += 5; x[:] = x[::-1].copy(); print(x)\n"
     "try: z += 1.5\n"
     "except TypeError as e: print(e)\n"
     "try: x += np.ones((2, 2))\n"
     "except ValueError as e: print(e)\n"
     "x @ np.ones(3)",
     "[ 3.0625 18.0625] True\n"
     "[1 2]\n"
     "[18.0625  8.0625]\n"
     "Cannot cast ufunc 'add' output from dtype('float64') to dtype('int64') with casting ru"
     "le 'same_kind'\n"
     "non-broadcastable output operand with shape (2,) doesn't match the broadcast shape (2,"
     "2)\n"
     "ValueError: matmul: Input operand 1 has a mismatch in its core dimension 0, with gufun"
     "c signature (n?,k),(k,m?)->(n?,m?) (size 3 is different from 2)\n"},
};
static const struct program_case printing[] = {
    {"import numpy as np\n"
     "print(np.array([1e-10, 1]), np.array([0.1, 0.25, 1/3]), np.array([np.inf, np.nan, -1])"
     ", np.array(3.5), repr(np.array([1.], dtype=np.float32)))\n"
     "with np.printoptions(precision=2): print(np.array([1/3]))\n"
     "np.set_printoptions(precision=3, suppress=True); print(np.array([1e-10, 1/3, 1000.5]))"
     "\n"
     "np.set_printoptions(threshold=5, edgeitems=1, linewidth=30); print(np.arange(20), np.a"
     "range(4))\n"
     "np.set_printoptions(threshold=np.inf); print(np.arange(12).reshape(3, 4))",
     "[1.e-10 1.e+00] [0.1        0.25       0.33333333] [inf nan -1.] 3.5 array([1.], dtype"
     "=float32)\n"
     "[0.33]\n"
     "[   0.       0.333 1000.5  ]\n"
     "[ 0 ... 19] [0 1 2 3]\n"
     "[[ 0  1  2  3]\n"
     " [ 4  5  6  7]\n"
     " [ 8  9 10 11]]\n"},
    {"import numpy as np\n"
     "for row in np.arange(4).reshape(2, 2): print(row, type(row).__name__)\n"
     "for e in np.array([1., 2]): print(e, type(e).__name__)\n"
     "v = np.array([3., 1])\n"
     "print(f'{v} {v[0]:.2f} {v.shape}', list(v), tuple(v), sum(v), [float(x) for x in v], v"
     ".tolist(), v.item(0))",
     "[0 1] ndarray\n"
     "[2 3] ndarray\n"
     "1.0 float64\n"
     "2.0 float64\n"
     "[3. 1.] 3.00 (2,) [3.0, 1.0] (3.0, 1.0) 4.0 [3.0, 1.0] [3.0, 1.0] 3.0\n"},    {"import numpy as np\n"
     "a, v = np.arange(6).reshape(2, 3), np.array([3., 1])\n"
     "print(a.item(4), a.item(-1), a.item(1, 0), a.item(-1, -2), a.item((0, 2)), v.item(-2), "
     "np.array(5).item(0))\n"
     "for x, i in [(a, (6,)), (a, (-7,)), (a, (0, 5)), (a, (2, 0)), (a, (0, -4)), (a, (1, 2, 0)), "
     "(v, (2,)), (v, (0, 0)), (np.array(5), (1,))]:\n"
     "    try: print(x.item(*i))\n"
     "    except Exception as e: print(type(e).__name__, e)",
     "4 5 3 4 2 3.0 5\n"
     "IndexError index 6 is out of bounds for size 6\n"
     "IndexError index -7 is out of bounds for size 6\n"
     "IndexError index 5 is out of bounds for axis 1 with size 3\n"
     "IndexError index 2 is out of bounds for axis 0 with size 2\n"
     "IndexError index -4 is out of bounds for axis 1 with size 3\n"
     "ValueError incorrect number of indices for array\n"
     "IndexError index 2 is out of bounds for axis 0 with size 2\n"
     "ValueError incorrect number of indices for array\n"
     "IndexError index 1 is out of bounds for size 1\n"},
};
/* clang-format on */

START_TEST(making_print)
{
    program_expect_both(&making[_i]);
}
END_TEST

START_TEST(types_print)
{
    program_expect_both(&types[_i]);
}
END_TEST

START_TEST(scalars_print)
{
    program_expect_both(&scalars[_i]);
}
END_TEST

START_TEST(operators_print)
{
    program_expect_both(&operators[_i]);
}
END_TEST

START_TEST(printing_print)
{
    program_expect_both(&printing[_i]);
}
END_TEST

#define NO_OWN_ARRAYS                                                                              \
    "arrays of a class derived from numpy.ndarray are not supported: let 'M' hold an array and "   \
    "give it as __array__()"
/* No way to an array of a class of one's own gives an array of another class silently. */
static const char *const derived[] = {
    "M((2, 2))",
    "np.ndarray.__new__(M, (2, 2))",
    "np.zeros(2).view(M)",
    "np.zeros(2).view(type=M)",
};

START_TEST(derived_arrays_are_refused)
{
    char text[200];
    snprintf(text, sizeof text,
             "import numpy as np\nclass M(np.ndarray):\n"
             "    def __new__(cls, x): return np.asarray(x).view(cls)\n%s\n",
             derived[_i]);
    char *said = program_text(text);
    ck_assert_msg(strstr(said, NO_OWN_ARRAYS) != NULL, "%s: %s", text, said);
    free(said);
}
END_TEST

/* Promotion: commutative, idempotent, and as the widest of both for the pairs that PyTorch treats
 * otherwise. */
START_TEST(promotion)
{
    for (int a = 0; a < DTYPE_COUNT; a++) {
        for (int b = 0; b < DTYPE_COUNT; b++) {
            enum dtype x = (enum dtype)a, y = (enum dtype)b;
            ck_assert_int_eq(numpy_promote(x, y), numpy_promote(y, x));
            ck_assert_int_eq(numpy_promote(x, numpy_promote(x, y)), numpy_promote(x, y));
        }
    }
    ck_assert_int_eq(numpy_promote(DTYPE_INT64, DTYPE_FLOAT32), DTYPE_FLOAT64);
    ck_assert_int_eq(numpy_promote(DTYPE_INT32, DTYPE_FLOAT32), DTYPE_FLOAT64);
    ck_assert_int_eq(numpy_promote(DTYPE_UINT8, DTYPE_FLOAT32), DTYPE_FLOAT32);
    ck_assert_int_eq(numpy_promote(DTYPE_BOOL, DTYPE_FLOAT32), DTYPE_FLOAT32);
    ck_assert_int_eq(numpy_promote(DTYPE_UINT8, DTYPE_INT32), DTYPE_INT32);
}
END_TEST

/* Two rows of one name stand side by side, or the second would never be tried. */
START_TEST(overloads_are_neighbours)
{
    for (const struct op *row = numpy_ops; row->name != NULL; row++) {
        bool apart = false;
        for (const struct op *later = row + 1; later->name != NULL; later++) {
            bool same = strcmp(later->name, row->name) == 0;
            ck_assert_msg(!same || !apart, "%s stands in two places", row->name);
            apart |= !same;
        }
        ck_assert_msg(row->run != NULL && row->formula != NULL, "%s is not complete", row->name);
    }
}
END_TEST

static void add_table(Suite *suite, const char *name, const TTest *test, size_t count)
{
    TCase *tcase = tcase_create(name);
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, test, 0, (int)count);
    suite_add_tcase(suite, tcase);
}

Suite *suite_numpy(void)
{
    Suite *suite = suite_create("numpy");
    add_table(suite, "making", making_print, sizeof making / sizeof making[0]);
    add_table(suite, "types", types_print, sizeof types / sizeof types[0]);
    add_table(suite, "scalars", scalars_print, sizeof scalars / sizeof scalars[0]);
    add_table(suite, "operators", operators_print, sizeof operators / sizeof operators[0]);
    add_table(suite, "printing", printing_print, sizeof printing / sizeof printing[0]);
    add_table(suite, "derived", derived_arrays_are_refused, sizeof derived / sizeof derived[0]);
    TCase *table = tcase_create("table");
    tcase_add_test(table, promotion);
    tcase_add_test(table, overloads_are_neighbours);
    suite_add_tcase(suite, table);
    return suite;
}
