/* Tests NumPy's shapes and indexing. What is expected was printed by NumPy 1.24. */
#include "program.h"

#include <check.h>
#include <stdlib.h>

Suite *suite_numpy_shapes(void);

/* clang-format off */
static const struct program_case shapes[] = {
    {"import numpy as np\n"
     "def t(f):\n"
     "    try: r = f(); print(repr(r), type(r).__name__)\n"
     "    except Exception as e: print(type(e).__name__, e)\n"
     "a = np.arange(12.).reshape(3, 4); b = np.array([[3, 1], [2, 5]]); v = np.array([3., 1,"
     " 2])\n"
     "t(lambda: a.reshape(2, -1).shape)\n"
     "t(lambda: a.reshape((4, 3)).T.shape)\n"
     "t(lambda: a.reshape(5))\n"
     "t(lambda: a.reshape(5, -1))\n"
     "t(lambda: a.T.strides)\n"
     "t(lambda: np.transpose(np.zeros((2, 3, 4)), (2, 0, 1)).shape)\n"
     "t(lambda: np.transpose(a, (0, 0)))\n"
     "t(lambda: a.swapaxes(0, 1).shape)\n"
     "t(lambda: np.moveaxis(np.zeros((2, 3, 4)), 0, -1).shape)\n"
     "t(lambda: np.expand_dims(v, (0, 2)).shape)\n"
     "t(lambda: np.squeeze(np.zeros((1, 2, 1))).shape)\n"
     "t(lambda: np.squeeze(a, axis=0))\n"
     "t(lambda: np.broadcast_to(v, (2, 3)))\n"
     "t(lambda: np.broadcast_to(v, (2,)))\n"
     "t(lambda: a.ravel().shape)\n"
     "t(lambda: a.nbytes)",
     "(2, 6) tuple\n"
     "(3, 4) tuple\n"
     "ValueError cannot reshape array of size 12 into shape (5,)\n"
     "ValueError cannot reshape array of size 12 into shape (5,newaxis)\n"
     "(8, 32) tuple\n"
     "(4, 2, 3) tuple\n"
     "ValueError repeated axis in transpose\n"
     "(4, 3) tuple\n"
     "(3, 4, 2) tuple\n"
     "(1, 3, 1) tuple\n"
     "(2,) tuple\n"
     "ValueError cannot select an axis to squeeze out which has size not equal to one\n"
     "array([[3., 1., 2.],\n"
     "       [3., 1., 2.]]) ndarray\n"
     "ValueError operands could not be broadcast together with remapped shapes [original->re"
     "mapped]: (3,)  and requested shape (2,)\n"
     "(12,) tuple\n"
     "96 int\n"},
    {"import numpy as np\n"
     "def t(f):\n"
     "    try: r = f(); print(repr(r), type(r).__name__)\n"
     "    except Exception as e: print(type(e).__name__, e)\n"
     "a = np.arange(12.).reshape(3, 4); b = np.array([[3, 1], [2, 5]]); v = np.array([3., 1,"
     " 2])\n"
     "t(lambda: np.concatenate([b, b], axis=1))\n"
     "t(lambda: np.concatenate([a, v]))\n"
     "t(lambda: np.concatenate([a, np.ones((2, 2))]))\n"
     "t(lambda: np.concatenate([[1], [2.5]]))\n"
     "t(lambda: np.stack([v, v], axis=1))\n"
     "t(lambda: np.stack([v, a]))\n"
     "t(lambda: np.vstack([v, v]))\n"
     "t(lambda: np.hstack([v, v]))\n"
     "t(lambda: np.column_stack([v, v]))\n"
     "t(lambda: np.append(v, 4))\n"
     "t(lambda: np.insert(v, 1, 9))\n"
     "t(lambda: np.delete(v, 1))\n"
     "t(lambda: np.split(np.arange(6), 3))\n"
     "t(lambda: np.split(v, 2))\n"
     "t(lambda: np.array_split(np.arange(7), 3))\n"
     "t(lambda: np.split(np.arange(6), [2, 4]))\n"
     "t(lambda: np.repeat(b, 2, axis=0))\n"
     "t(lambda: np.tile(v, 2))\n"
     "t(lambda: np.flip(b))\n"
     "t(lambda: np.roll(v, 1))\n"
     "t(lambda: np.pad(b, 1))\n"
     "t(lambda: np.pad(v, 2, mode='reflect'))\n"
     "t(lambda: np.tril(b))\n"
     "t(lambda: np.triu(np.ones((3, 3)), k=1))\n"
     "t(lambda: np.diag([1, 2]))\n"
     "t(lambda: np.diag(b))\n"
     "t(lambda: np.take(v, [0, 2]))",
     "array([[3, 1, 3, 1],\n"
     "       [2, 5, 2, 5]]) ndarray\n"
     "ValueError all the input arrays must have same number of dimensions, but the array at "
     "index 0 has 2 dimension(s) and the array at index 1 has 1 dimension(s)\n"
     "ValueError all the input array dimensions except for the concatenation axis must match"
     " exactly, but along dimension 1, the array at index 0 has size 4 and the array at inde"
     "x 1 has size 2\n"
     "array([1. , 2.5]) ndarray\n"
     "array([[3., 3.],\n"
     "       [1., 1.],\n"
     "       [2., 2.]]) ndarray\n"
     "ValueError all input arrays must have the same shape\n"
     "array([[3., 1., 2.],\n"
     "       [3., 1., 2.]]) ndarray\n"
     "array([3., 1., 2., 3., 1., 2.]) ndarray\n"
     "array([[3., 3.],\n"
     "       [1., 1.],\n"
     "       [2., 2.]]) ndarray\n"
     "array([3., 1., 2., 4.]) ndarray\n"
     "array([3., 9., 1., 2.]) ndarray\n"
     "array([3., 2.]) ndarray\n"
     "[array([0, 1]), array([2, 3]), array([4, 5])] list\n"
     "ValueError array split does not result in an equal division\n"
     "[array([0, 1, 2]), array([3, 4]), array([5, 6])] list\n"
     "[array([0, 1]), array([2, 3]), array([4, 5])] list\n"
     "array([[3, 1],\n"
     "       [3, 1],\n"
     "       [2, 5],\n"
     "       [2, 5]]) ndarray\n"
     "array([3., 1., 2., 3., 1., 2.]) ndarray\n"
     "array([[5, 2],\n"
     "       [1, 3]]) ndarray\n"
     "array([2., 3., 1.]) ndarray\n"
     "array([[0, 0, 0, 0],\n"
     "       [0, 3, 1, 0],\n"
     "       [0, 2, 5, 0],\n"
     "       [0, 0, 0, 0]]) ndarray\n"
     "array([2., 1., 3., 1., 2., 1., 3.]) ndarray\n"
     "array([[3, 0],\n"
     "       [2, 5]]) ndarray\n"
     "array([[0., 1., 1.],\n"
     "       [0., 0., 1.],\n"
     "       [0., 0., 0.]]) ndarray\n"
     "array([[1, 0],\n"
     "       [0, 2]]) ndarray\n"
     "array([3, 5]) ndarray\n"
     "array([3., 2.]) ndarray\n"},
    {"import numpy as np\n"
     "a = np.zeros((2, 3))\n"
     "a.T[0, 0] = 1; a.reshape(-1)[1] = 2; a[1][2] = 3; a.ravel()[3] = 4\n"
     "c = a.copy(); c[0, 0] = 9; f = a.flatten(); f[0] = 9; r = a[::-1]\n"
     "print(a, r)",
     "[[1. 2. 0.]\n"
     " [4. 0. 3.]] [[4. 0. 3.]\n"
     " [1. 2. 0.]]\n"},
};
static const struct program_case indexing[] = {
    {"import numpy as np\n"
     "def t(f):\n"
     "    try: r = f(); print(repr(r), type(r).__name__)\n"
     "    except Exception as e: print(type(e).__name__, e)\n"
     "a = np.arange(12.).reshape(3, 4); b = np.array([[3, 1], [2, 5]]); v = np.array([3., 1,"
     " 2])\n"
     "t(lambda: a[::-1, ::2])\n"
     "t(lambda: a[-1:0:-1])\n"
     "t(lambda: a[[0, 2]])\n"
     "t(lambda: a[[0, 2], [1, 3]])\n"
     "t(lambda: a[a > 5])\n"
     "t(lambda: a[:, None].shape)\n"
     "t(lambda: a[..., 0])\n"
     "t(lambda: a[0, [1, 2]])\n"
     "t(lambda: np.zeros((2, 3, 4))[0, :, [0, 1]].shape)\n"
     "t(lambda: np.zeros((2, 3, 4))[:, [0, 1], [1, 2]].shape)\n"
     "t(lambda: a[True].shape)\n"
     "t(lambda: a[1][2])\n"
     "t(lambda: a[5])\n"
     "t(lambda: a[0, 7])\n"
     "t(lambda: a[0, 0, 0])\n"
     "t(lambda: a[1.0])\n"
     "t(lambda: a[\"x\"])\n"
     "t(lambda: np.ones(3)[np.array([True, False])])\n"
     "t(lambda: np.ones(3)[np.array([5])])\n"
     "t(lambda: a[b > 2])\n"
     "t(lambda: v[np.int64(1)])\n"
     "t(lambda: v[np.argsort(v)[::-1]])",
     "array([[ 8., 10.],\n"
     "       [ 4.,  6.],\n"
     "       [ 0.,  2.]]) ndarray\n"
     "array([[ 8.,  9., 10., 11.],\n"
     "       [ 4.,  5.,  6.,  7.]]) ndarray\n"
     "array([[ 0.,  1.,  2.,  3.],\n"
     "       [ 8.,  9., 10., 11.]]) ndarray\n"
     "array([ 1., 11.]) ndarray\n"
     "array([ 6.,  7.,  8.,  9., 10., 11.]) ndarray\n"
     "(3, 1, 4) tuple\n"
     "array([0., 4., 8.]) ndarray\n"
     "array([1., 2.]) ndarray\n"
     "(2, 3) tuple\n"
     "(2, 2) tuple\n"
     "(1, 3, 4) tuple\n"
     "6.0 float64\n"
     "IndexError index 5 is out of bounds for axis 0 with size 3\n"
     "IndexError index 7 is out of bounds for axis 1 with size 4\n"
     "IndexError too many indices for array: array is 2-dimensional, but 3 were indexed\n"
     "IndexError only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and i"
     "nteger or boolean arrays are valid indices\n"
     "IndexError only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and i"
     "nteger or boolean arrays are valid indices\n"
     "IndexError boolean index did not match indexed array along dimension 0; dimension is 3"
     " but corresponding boolean dimension is 2\n"
     "IndexError index 5 is out of bounds for axis 0 with size 3\n"
     "IndexError boolean index did not match indexed array along dimension 0; dimension is 3"
     " but corresponding boolean dimension is 2\n"
     "1.0 float64\n"
     "array([3., 2., 1.]) ndarray\n"},
    {"import numpy as np\n"
     "a = np.arange(12.).reshape(3, 4)\n"
     "def s(k, x):\n"
     "    c = a.copy()\n"
     "    try: c[k] = x; print(c.tolist())\n"
     "    except Exception as e: print(type(e).__name__, e)\n"
     "s(0, 1); s((slice(None, None, -1), 0), [7, 8, 9]); s(a > 5, 0); s(a > 5, [1, 2]); s([0"
     ", 2], 5); s(([0, 1], [1, 2]), [10, 20]); s((0, [1, 2]), 99); s(slice(None), np.ones(5)"
     "); s(0, [1, 2]); s([5], 1); s((0, 0), np.array([1.5])); s((slice(None), None), 3)",
     "[[1.0, 1.0, 1.0, 1.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]\n"
     "[[9.0, 1.0, 2.0, 3.0], [8.0, 5.0, 6.0, 7.0], [7.0, 9.0, 10.0, 11.0]]\n"
     "[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]\n"
     "ValueError NumPy boolean array indexing assignment cannot assign 2 input values to the"
     " 6 output values where the mask is true\n"
     "[[5.0, 5.0, 5.0, 5.0], [4.0, 5.0, 6.0, 7.0], [5.0, 5.0, 5.0, 5.0]]\n"
     "[[0.0, 10.0, 2.0, 3.0], [4.0, 5.0, 20.0, 7.0], [8.0, 9.0, 10.0, 11.0]]\n"
     "[[0.0, 99.0, 99.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]\n"
     "ValueError could not broadcast input array from shape (5,) into shape (3,4)\n"
     "ValueError could not broadcast input array from shape (2,) into shape (4,)\n"
     "IndexError index 5 is out of bounds for axis 0 with size 3\n"
     "[[1.5, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]\n"
     "[[3.0, 3.0, 3.0, 3.0], [3.0, 3.0, 3.0, 3.0], [3.0, 3.0, 3.0, 3.0]]\n"},
};
/* clang-format on */

START_TEST(shapes_print)
{
    program_expect_both(&shapes[_i]);
}
END_TEST

START_TEST(indexing_print)
{
    program_expect_both(&indexing[_i]);
}
END_TEST

static void add_table(Suite *suite, const char *name, const TTest *test, size_t count)
{
    TCase *tcase = tcase_create(name);
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, test, 0, (int)count);
    suite_add_tcase(suite, tcase);
}

Suite *suite_numpy_shapes(void)
{
    Suite *suite = suite_create("numpy_shapes");
    add_table(suite, "shapes", shapes_print, sizeof shapes / sizeof shapes[0]);
    add_table(suite, "indexing", indexing_print, sizeof indexing / sizeof indexing[0]);
    return suite;
}
