/* Tests NumPy's functions, reductions, products and random streams. What is expected was printed by
 * NumPy 1.24. */
#include "program.h"

#include <check.h>
#include <stdlib.h>

Suite *suite_numpy_functions(void);

/* clang-format off */
static const struct program_case functions[] = {
    {"import numpy as np\n"
     "def t(f):\n"
     "    try: r = f(); print(repr(r), type(r).__name__)\n"
     "    except Exception as e: print(type(e).__name__, e)\n"
     "a = np.arange(12.).reshape(3, 4); b = np.array([[3, 1], [2, 5]]); v = np.array([3., 1,"
     " 2])\n"
     "t(lambda: np.maximum(1.0, [0, 3]))\n"
     "t(lambda: np.floor(3))\n"
     "t(lambda: np.round(2.567, 2))\n"
     "t(lambda: np.round(3))\n"
     "t(lambda: np.sign(-3.))\n"
     "t(lambda: np.power(2, 3))\n"
     "t(lambda: np.where(v > 1, v, 0))\n"
     "t(lambda: np.where(v > 1))\n"
     "t(lambda: np.where(True, 1, 2))\n"
     "t(lambda: np.clip(v, 1.5, 2.5))\n"
     "t(lambda: v.clip(max=2))\n"
     "t(lambda: np.isclose([1, 2], [1, 2.1]))\n"
     "t(lambda: np.allclose([1], [1]))\n"
     "t(lambda: np.array_equal([1], [1, 2]))\n"
     "t(lambda: np.isnan([np.nan, 1]))\n"
     "t(lambda: np.exp([0, 1]))\n"
     "t(lambda: np.exp(-np.inf))\n"
     "t(lambda: np.log(0))\n"
     "t(lambda: np.sqrt(-1))\n"
     "t(lambda: np.deg2rad(180))\n"
     "t(lambda: np.logaddexp(0, 0))\n"
     "t(lambda: np.nan_to_num([np.nan, 1]))\n"
     "t(lambda: np.logical_and([1, 0], 1))\n"
     "t(lambda: np.exp(v, out=np.zeros(3)))",
     "array([1., 3.]) ndarray\n"
     "3.0 float64\n"
     "2.57 float64\n"
     "3 int64\n"
     "-1.0 float64\n"
     "8 int64\n"
     "array([3., 0., 2.]) ndarray\n"
     "(array([0, 2]),) tuple\n"
     "array(1) ndarray\n"
     "array([2.5, 1.5, 2. ]) ndarray\n"
     "array([2., 1., 2.]) ndarray\n"
     "array([ True, False]) ndarray\n"
     "True bool\n"
     "False bool\n"
     "array([ True, False]) ndarray\n"
     "array([1.        , 2.71828183]) ndarray\n"
     "0.0 float64\n"
     "-inf float64\n"
     "nan float64\n"
     "3.141592653589793 float64\n"
     "0.6931471805599453 float64\n"
     "array([0., 1.]) ndarray\n"
     "array([ True, False]) ndarray\n"
     "array([20.08553692,  2.71828183,  7.3890561 ]) ndarray\n"},
};
static const struct program_case folds[] = {
    {"import numpy as np\n"
     "def t(f):\n"
     "    try: r = f(); print(repr(r), type(r).__name__)\n"
     "    except Exception as e: print(type(e).__name__, e)\n"
     "a = np.arange(12.).reshape(3, 4); b = np.array([[3, 1], [2, 5]]); v = np.array([3., 1,"
     " 2])\n"
     "t(lambda: a.sum())\n"
     "t(lambda: a.sum(axis=-1, keepdims=True))\n"
     "t(lambda: a.mean(axis=(0, 1)))\n"
     "t(lambda: np.mean([1, 2]))\n"
     "t(lambda: a.var(axis=1))\n"
     "t(lambda: np.std(a, axis=0, ddof=1))\n"
     "t(lambda: a.max(axis=0))\n"
     "t(lambda: np.max(a, axis=1, keepdims=True))\n"
     "t(lambda: np.min(b))\n"
     "t(lambda: a.argmax())\n"
     "t(lambda: np.argmax(a, axis=0))\n"
     "t(lambda: np.any(a > 5))\n"
     "t(lambda: np.all(a > 5, axis=0))\n"
     "t(lambda: np.cumsum(b))\n"
     "t(lambda: np.cumsum(b, axis=1))\n"
     "t(lambda: np.prod([1, 2, 3]))\n"
     "t(lambda: np.median(a))\n"
     "t(lambda: np.median(v))\n"
     "t(lambda: np.percentile(a, 25))\n"
     "t(lambda: np.average(v, weights=[1, 2, 3]))\n"
     "t(lambda: np.ptp(a))\n"
     "t(lambda: np.diff(v))\n"
     "t(lambda: np.count_nonzero(a))\n"
     "t(lambda: np.sort(v))\n"
     "t(lambda: np.argsort(-v))\n"
     "t(lambda: np.unique([2, 1, 2], return_counts=True))\n"
     "t(lambda: np.searchsorted([1, 2, 3], 2.5))\n"
     "t(lambda: np.bincount([0, 1, 1]))\n"
     "t(lambda: np.histogram(v, bins=2))\n"
     "t(lambda: np.trace(b))\n"
     "t(lambda: np.max([]))\n"
     "t(lambda: np.sum(a, axis=5))\n"
     "t(lambda: np.linalg.norm(a))\n"
     "t(lambda: np.linalg.norm(a, axis=1))\n"
     "t(lambda: np.linalg.norm(v, 1))",
     "66.0 float64\n"
     "array([[ 6.],\n"
     "       [22.],\n"
     "       [38.]]) ndarray\n"
     "5.5 float64\n"
     "1.5 float64\n"
     "array([1.25, 1.25, 1.25]) ndarray\n"
     "array([4., 4., 4., 4.]) ndarray\n"
     "array([ 8.,  9., 10., 11.]) ndarray\n"
     "array([[ 3.],\n"
     "       [ 7.],\n"
     "       [11.]]) ndarray\n"
     "1 int64\n"
     "11 int64\n"
     "array([2, 2, 2, 2]) ndarray\n"
     "True bool_\n"
     "array([False, False, False, False]) ndarray\n"
     "array([ 3,  4,  6, 11]) ndarray\n"
     "array([[3, 4],\n"
     "       [2, 7]]) ndarray\n"
     "6 int64\n"
     "5.5 float64\n"
     "2.0 float64\n"
     "2.75 float64\n"
     "1.8333333333333333 float64\n"
     "11.0 float64\n"
     "array([-2.,  1.]) ndarray\n"
     "11 int\n"
     "array([1., 2., 3.]) ndarray\n"
     "array([0, 2, 1]) ndarray\n"
     "(array([1, 2]), array([1, 2])) tuple\n"
     "2 int64\n"
     "array([1, 2]) ndarray\n"
     "(array([1, 2]), array([1., 2., 3.])) tuple\n"
     "8 int64\n"
     "ValueError zero-size array to reduction operation maximum which has no identity\n"
     "AxisError axis 5 is out of bounds for array of dimension 2\n"
     "22.494443758403985 float64\n"
     "array([ 3.74165739, 11.22497216, 19.13112647]) ndarray\n"
     "6.0 float64\n"},
    {"import numpy as np\n"
     "np.random.seed(0)\n"
     "x = np.random.rand(1000)\n"
     "print(x.sum(), x.mean(), x.var(), x.std(), np.random.rand(7, 33).sum(axis=1)[0], x.res"
     "hape(10, 100).sum(axis=0)[3])",
     "495.92153437178274 0.49592153437178277 0.08444768671636857 0.2905988415606101 15.73694"
     "9814962216 4.048981654122044\n"},
};
static const struct program_case products[] = {
    {"import numpy as np\n"
     "def t(f):\n"
     "    try: r = f(); print(repr(r), type(r).__name__)\n"
     "    except Exception as e: print(type(e).__name__, e)\n"
     "a = np.arange(12.).reshape(3, 4); b = np.array([[3, 1], [2, 5]]); v = np.array([3., 1,"
     " 2])\n"
     "t(lambda: np.dot([1, 2], [3, 4]))\n"
     "t(lambda: b @ b)\n"
     "t(lambda: a @ a)\n"
     "t(lambda: np.dot(a, a))\n"
     "t(lambda: np.ones(3) @ np.ones(4))\n"
     "t(lambda: np.dot(np.ones(3), np.ones(4)))\n"
     "t(lambda: np.dot(b, 2))\n"
     "t(lambda: np.matmul(b, 2))\n"
     "t(lambda: np.matmul(np.ones((2, 2, 3)), np.ones((2, 3, 1))).shape)\n"
     "t(lambda: np.matmul(np.ones((2, 2, 3)), np.ones((3, 3, 1))))\n"
     "t(lambda: np.outer([1, 2], [3, 4]))\n"
     "t(lambda: np.inner(b, b))\n"
     "t(lambda: np.vdot(v, v))\n"
     "t(lambda: np.tensordot(a, a, axes=([0], [0])).shape)\n"
     "t(lambda: np.einsum('ij,kj->ik', b, b))\n"
     "t(lambda: np.einsum('ii', b))\n"
     "t(lambda: np.linalg.inv(b))\n"
     "t(lambda: np.linalg.det(b))\n"
     "t(lambda: np.linalg.solve(b, [1, 2]))\n"
     "t(lambda: np.linalg.inv(np.zeros((2, 2))))\n"
     "t(lambda: np.linalg.inv(a))\n"
     "t(lambda: np.cross([1, 0, 0], [0, 1, 0]))",
     "11 int64\n"
     "array([[11,  8],\n"
     "       [16, 27]]) ndarray\n"
     "ValueError matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc"
     " signature (n?,k),(k,m?)->(n?,m?) (size 3 is different from 4)\n"
     "ValueError shapes (3,4) and (3,4) not aligned: 4 (dim 1) != 3 (dim 0)\n"
     "ValueError matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc"
     " signature (n?,k),(k,m?)->(n?,m?) (size 4 is different from 3)\n"
     "ValueError shapes (3,) and (4,) not aligned: 3 (dim 0) != 4 (dim 0)\n"
     "array([[ 6,  2],\n"
     "       [ 4, 10]]) ndarray\n"
     "ValueError matmul: Input operand 1 does not have enough dimensions (has 0, gufunc core"
     " with signature (n?,k),(k,m?)->(n?,m?) requires 1)\n"
     "(2, 2, 1) tuple\n"
     "ValueError operands could not be broadcast together with remapped shapes [original->re"
     "mapped]: (2,2,3)->(2,newaxis,newaxis) (3,3,1)->(3,newaxis,newaxis)  and requested shap"
     "e (2,1)\n"
     "array([[3, 4],\n"
     "       [6, 8]]) ndarray\n"
     "array([[10, 11],\n"
     "       [11, 29]]) ndarray\n"
     "14.0 float64\n"
     "(4, 4) tuple\n"
     "array([[10, 11],\n"
     "       [11, 29]]) ndarray\n"
     "8 int64\n"
     "array([[ 0.38461538, -0.07692308],\n"
     "       [-0.15384615,  0.23076923]]) ndarray\n"
     "13.0 float64\n"
     "array([0.23076923, 0.30769231]) ndarray\n"
     "LinAlgError Singular matrix\n"
     "LinAlgError Last 2 dimensions of the array must be square\n"
     "array([0, 0, 1]) ndarray\n"},
};
static const struct program_case streams[] = {
    {"import numpy as np\n"
     "np.random.seed(1)\n"
     "print(np.random.rand(3), np.random.randn(2, 2), np.random.randint(0, 10, 5), np.random"
     ".choice(5, 3), np.random.choice(5, 3, replace=False))\n"
     "print(np.random.permutation(5), np.random.normal(0, 1, 2), np.random.uniform(-1, 1, 2)"
     ", np.random.choice(['a', 'b', 'c']), np.random.choice([1.5, 2.5], 2, p=[.3, .7]), np.r"
     "andom.randint(5), np.random.random((1, 2)))",
     "[4.17022005e-01 7.20324493e-01 1.14374817e-04] [[-0.80217284 -0.44887781]\n"
     " [-1.10593508 -1.65451545]] [2 4 5 2 4] [3 4 2] [3 0 2]\n"
     "[0 2 1 3 4] [-0.3224172  -0.38405435] [0.60148914 0.93652315] b [2.5 2.5] 4 [[0.829146"
     "91 0.82960336]]\n"},
    {"import numpy as np\n"
     "np.random.seed(3)\n"
     "l = [1, 2, 3, 4]; np.random.shuffle(l); print(l)\n"
     "m = np.arange(6).reshape(3, 2); np.random.shuffle(m); print(m, np.random.permutation(m"
     "))\n"
     "print(np.random.choice(10, 4, replace=False, p=np.arange(10) / 45), np.random.normal(["
     "0, 10], 1), np.random.standard_normal(2), type(np.random.rand()), type(np.random.randi"
     "nt(3)))",
     "[4, 2, 1, 3]\n"
     "[[2 3]\n"
     " [4 5]\n"
     " [0 1]] [[0 1]\n"
     " [4 5]\n"
     " [2 3]]\n"
     "[9 3 4 2] [-0.46004212  9.94207916] [ 2.07757414 -0.60131248] <class 'float'> <class '"
     "int'>\n"},
    {"import numpy as np\n"
     "rs = np.random.RandomState(42)\n"
     "print(rs.randn(2), rs.randint(3, size=(2, 2)), rs.uniform(size=2))\n"
     "np.random.seed(42); print(np.random.randn(1))\n"
     "for wrong in (lambda: np.random.randint(3, 3), lambda: np.random.choice(3, 5, replace="
     "False), lambda: np.random.choice(2, p=[.5, .6]), lambda: np.random.seed(-1), lambda: n"
     "p.random.normal(0, -1)):\n"
     "    try: wrong()\n"
     "    except ValueError as e: print(e)",
     "[ 0.49671415 -0.1382643 ] [[2 0]\n"
     " [0 2]] [0.44583275 0.09997492]\n"
     "[0.49671415]\n"
     "low >= high\n"
     "Cannot take a larger sample than population when 'replace=False'\n"
     "probabilities do not sum to 1\n"
     "Seed must be between 0 and 2**32 - 1\n"
     "scale < 0\n"},
};
/* clang-format on */

START_TEST(functions_print)
{
    program_expect_both(&functions[_i]);
}
END_TEST

START_TEST(folds_print)
{
    program_expect_both(&folds[_i]);
}
END_TEST

START_TEST(products_print)
{
    program_expect_both(&products[_i]);
}
END_TEST

START_TEST(random_print)
{
    program_expect_both(&streams[_i]);
}
END_TEST

static void add_table(Suite *suite, const char *name, const TTest *test, size_t count)
{
    TCase *tcase = tcase_create(name);
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, test, 0, (int)count);
    suite_add_tcase(suite, tcase);
}

Suite *suite_numpy_functions(void)
{
    Suite *suite = suite_create("numpy_functions");
    add_table(suite, "functions", functions_print, sizeof functions / sizeof functions[0]);
    add_table(suite, "folds", folds_print, sizeof folds / sizeof folds[0]);
    add_table(suite, "products", products_print, sizeof products / sizeof products[0]);
    add_table(suite, "random", random_print, sizeof streams / sizeof streams[0]);
    return suite;
}
