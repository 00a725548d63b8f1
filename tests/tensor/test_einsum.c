/* Tests einsum against the definition: every cell is the sum, over all values of the labels that
 * the output lacks, of the product of the operands' cells. Whole numbers, so that the sums are
 * exact.
 * */
#include "expect.h"
#include "tensor/product/matmul.h"

#include "tensor/product/einsum.h"
#include "tensor/shape/view.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

Suite *suite_einsum(void);

static struct error err;
static struct compute cx;

static void start(void)
{
    error_clear(&err);
    compute_init(&cx, &err, NULL, 2);
}

/* Labels a to h have the sizes 2, 3, 4, 5, 3, 2, 4, 3. */
static const int64_t size_of_label[] = {2, 3, 4, 5, 3, 2, 4, 3};

static const char *const equations[] = {
    "ab,bc->ac",       "ab,bc->ca",
    "ab,cb->ac",       "abc,acd->abd",
    "abcd,abed->abce", "acbd,aebd->abce",
    "abce,aebd->acbd", "a,b->ab",
    "a,a->",           "ab->ba",
    "ab->b",           "ab->",
    "aa->a",           "aa->",
    "aab->b",          "ab,ab->ab",
    "ab,ab->",         "ab,ab->a",
    "abc,c->ab",       "abc,cd->abd",
    "abc,dce->abde",   "a,ab,b->",
    "ab,bc,cd->ad",    "ab,bc,ca->",
    "ab,cd->abcd",     "ab,cd->",
    "abc,ab->c",       "a,b,c,d->dcba",
    "ab , bc -> ac",   "abcd,cdef->abef",
    "abcd,dcfe->ebaf", "aab,abb->ab",
};
enum { EQUATIONS = sizeof equations / sizeof equations[0], MOST = 4 };

static struct tensor operand(const char *labels, size_t count, int seed, bool transposed)
{
    int64_t shape[8], order[8];
    struct tensor t, view;
    int n = (int)count;
    for (int d = 0; d < n; d++) {
        int from = transposed ? n - 1 - d : d;
        shape[d] = size_of_label[labels[from] - 'a'];
        order[d] = n - 1 - d;
    }
    ck_assert(tensor_new(&cx, &t, DTYPE_FLOAT32, n, shape));
    for (int64_t i = 0; i < tensor_numel(&t); i++) {
        ((float *)tensor_data(&t))[i] = (float)((i * 7 + seed * 3 + i * i % 5) % 11 - 5);
    }
    if (!transposed) {
        return t;
    }
    ck_assert(view_permute(&cx, &view, &t, n, order));
    tensor_release(&t);
    return view;
}

static float cell_at(const struct tensor *t, const char *labels, const int64_t *value)
{
    int64_t place = t->offset;
    for (int d = 0; d < t->ndim; d++) {
        place += value[labels[d] - 'a'] * t->stride[d];
    }
    return ((float *)t->storage->data)[place];
}

/* Splits "ab,bc->ca" (spaces dropped) into operand labels and output labels. */
static int split(const char *equation, char parts[MOST][16], char *output)
{
    int count = 0;
    size_t at = 0;
    memset(parts, 0, MOST * 16);
    for (const char *c = equation; *c && *c != '-'; c++) {
        if (*c == ',') {
            count++;
            at = 0;
        } else if (*c != ' ') {
            parts[count][at++] = *c;
        }
    }
    at = 0;
    for (const char *c = strstr(equation, "->") + 2; *c; c++) {
        if (*c != ' ') {
            output[at++] = *c;
        }
    }
    output[at] = '\0';
    return count + 1;
}

static void check_equation(const char *equation, bool transposed)
{
    char parts[MOST][16], output[16];
    struct tensor t[MOST], out;
    const struct tensor *pointers[MOST];
    int count = split(equation, parts, output);
    bool used[8] = {false};
    for (int i = 0; i < count; i++) {
        t[i] = operand(parts[i], strlen(parts[i]), i, transposed);
        pointers[i] = &t[i];
        for (const char *c = parts[i]; *c; c++) {
            used[*c - 'a'] = true;
        }
    }
    EXPECT(matmul_einsum(&cx, &out, equation, count, pointers), "%s", err.text);
    ck_assert_int_eq(out.ndim, (int)strlen(output));
    double sums[4096] = {0};
    int64_t value[8] = {0}, cells = tensor_numel(&out);
    for (bool more = true; more;) {
        double product = 1.0;
        int64_t cell = 0;
        for (int i = 0; i < count; i++) {
            product *= (double)cell_at(&t[i], parts[i], value);
        }
        for (const char *c = output; *c; c++) {
            cell = cell * size_of_label[*c - 'a'] + value[*c - 'a'];
        }
        sums[cell] += product;
        more = false;
        for (int label = 7; label >= 0 && !more; label--) {
            if (!used[label]) {
                continue;
            }
            more = ++value[label] < size_of_label[label];
            if (!more) {
                value[label] = 0;
            }
        }
    }
    for (int64_t i = 0; i < cells; i++) {
        EXPECT(tensor_double_at(&out, tensor_place(&out, i)) == sums[i], "%s, cell %d: %g, not %g",
               equation, (int)i, tensor_double_at(&out, tensor_place(&out, i)), sums[i]);
    }
    tensor_release(&out);
    for (int i = 0; i < count; i++) {
        tensor_release(&t[i]);
    }
}

START_TEST(equals_its_definition)
{
    start();
    check_equation(equations[_i], false);
    check_equation(equations[_i], true);
    compute_release(&cx);
}
END_TEST

/* The shape and strides of the result, as PyTorch has them. */
static const struct {
    const char *equation;
    const char *a, *b; /* as for operand(); NULL: none */
    int ndim;
    int64_t shape[4], stride[4];
} layouts[] = {
    {"ab,bc", "ab", "bc", 2, {2, 4}, {4, 1}},
    {"ba", "ab", NULL, 2, {3, 2}, {1, 3}},
    {"ab,bc->ca", "ab", "bc", 2, {4, 2}, {1, 4}},
    {"abcd,aecd->acbe", "abcd", "aecd", 4, {2, 4, 3, 3}, {36, 9, 3, 1}},
    {"...b,bc->...c", "ab", "bc", 2, {2, 4}, {4, 1}},
    {"...ab->...ba", "cab", NULL, 3, {4, 3, 2}, {6, 1, 3}},
    {"...,...->...", "ab", "b", 2, {2, 3}, {3, 1}},
    {"ab->...", "ab", NULL, 0, {0}, {0}},
};
enum { LAYOUTS = sizeof layouts / sizeof layouts[0] };

START_TEST(results_lie_as_in_pytorch)
{
    struct tensor t[2], out;
    const struct tensor *pointers[] = {&t[0], &t[1]};
    int count = layouts[_i].b ? 2 : 1;
    start();
    t[0] = operand(layouts[_i].a, strlen(layouts[_i].a), 0, false);
    if (count == 2) {
        t[1] = operand(layouts[_i].b, strlen(layouts[_i].b), 1, false);
    }
    EXPECT(matmul_einsum(&cx, &out, layouts[_i].equation, count, pointers), "%s", err.text);
    ck_assert_int_eq(out.ndim, layouts[_i].ndim);
    for (int d = 0; d < out.ndim; d++) {
        ck_assert_int_eq(out.shape[d], layouts[_i].shape[d]);
        ck_assert_int_eq(out.stride[d], layouts[_i].stride[d]);
    }
    tensor_release(&out);
    for (int i = 0; i < count; i++) {
        tensor_release(&t[i]);
    }
    compute_release(&cx);
}
END_TEST

static const struct {
    const char *equation;
    int count;
    const char *a, *b;
    const char *text;
} refusals[] = {
    {"ij,jk->ik", 2, "ab", "cd",
     "einsum(): subscript j has size 4 for operand 1 which does not broadcast with previously seen "
     "size 3"},
    {"ij,jk->ik", 1, "ab", NULL,
     "einsum(): fewer operands were provided than specified in the equation"},
    {"ij->ij", 2, "ab", "ab",
     "einsum(): more operands were provided than specified in the equation"},
    {"ijk->ij", 1, "ab", NULL,
     "einsum(): the number of subscripts in the equation (3) does not match the number of "
     "dimensions "
     "(2) for operand 0 and no ellipsis was given"},
    {"ijk...->ij", 1, "ab", NULL,
     "einsum(): the number of subscripts in the equation (3) is more than the number of dimensions "
     "(2) for operand 0"},
    {"ij->ijk", 1, "ab", NULL,
     "einsum(): output subscript k does not appear in the equation for any input operand"},
    {"ij->ii", 1, "ab", NULL, "einsum(): output subscript i appears more than once in the output"},
    {"ii->i", 1, "ba", NULL,
     "einsum(): subscript i is repeated for operand 0 but the sizes don't match, 2 != 3"},
    {"i1->i", 1, "ab", NULL,
     "einsum(): invalid subscript given at index 1 in the equation string, subscripts must be in "
     "[a-zA-Z]"},
    {"ij->j->i", 1, "ab", NULL,
     "einsum(): invalid subscript given at index 5 in the equation string, subscripts must be in "
     "[a-zA-Z]"},
    {"i.j->ij", 1, "ab", NULL,
     "einsum(): found '.' for operand 0 that is not part of any ellipsis"},
    {"i...j...->ij", 1, "ab", NULL,
     "einsum(): found '.' for operand 0 for which an ellipsis was already found"},
    {"ij->..", 1, "ab", NULL,
     "einsum(): found '.' for output that is not part of any ellipsis (...)"},
};
enum { REFUSALS = sizeof refusals / sizeof refusals[0] };

START_TEST(refused_in_pytorchs_words)
{
    struct tensor t[2], out;
    const struct tensor *pointers[] = {&t[0], &t[1]};
    start();
    t[0] = operand(refusals[_i].a, strlen(refusals[_i].a), 0, false);
    if (refusals[_i].count == 2) {
        t[1] = operand(refusals[_i].b, strlen(refusals[_i].b), 1, false);
    }
    ck_assert(!matmul_einsum(&cx, &out, refusals[_i].equation, refusals[_i].count, pointers));
    ck_assert_int_eq(err.kind, ERROR_RUNTIME);
    ck_assert_str_eq(err.text, refusals[_i].text);
    for (int i = 0; i < refusals[_i].count; i++) {
        tensor_release(&t[i]);
    }
    compute_release(&cx);
}
END_TEST

START_TEST(too_many_labels_are_named)
{
    char equation[64];
    struct tensor t[2], out;
    const struct tensor *pointers[] = {&t[0], &t[1]};
    const int64_t ones[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    start();
    for (int i = 0; i < 2; i++) {
        ck_assert(tensor_zeros(&cx, &t[i], DTYPE_FLOAT32, 10, ones));
    }
    snprintf(equation, sizeof equation, "abcdefghij,klmnopqrst->a");
    ck_assert(!matmul_einsum(&cx, &out, equation, 2, pointers));
    ck_assert_int_eq(err.kind, ERROR_UNSUPPORTED);
    tensor_release(&t[0]);
    tensor_release(&t[1]);
    compute_release(&cx);
}
END_TEST

START_TEST(tensordot_contracts_the_named_axes)
{
    struct tensor out;
    start();
    struct tensor a = operand("abc", 3, 0, false), b = operand("cbd", 3, 1, false);
    const int64_t dims_a[] = {1, -1}, dims_b[] = {1, 0}, bad[] = {0, 0};
    ck_assert(matmul_tensordot(&cx, &out, &a, &b, 2, dims_a, dims_b));
    ck_assert_int_eq(out.ndim, 2);
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t j = 0; j < 5; j++) {
            double sum = 0.0;
            for (int64_t k = 0; k < 3; k++) {
                for (int64_t l = 0; l < 4; l++) {
                    sum += tensor_double_at(&a, i * 12 + k * 4 + l) *
                           tensor_double_at(&b, l * 15 + k * 5 + j);
                }
            }
            ck_assert_double_eq(tensor_double_at(&out, tensor_place(&out, i * 5 + j)), sum);
        }
    }
    tensor_release(&out);
    ck_assert(!matmul_tensordot(&cx, &out, &a, &b, 1, dims_a, dims_b + 1));
    ck_assert_str_eq(err.text,
                     "contracted dimensions need to match, but first has size 3 in dim 1 and "
                     "second has size 4 in dim 0");
    error_clear(&err);
    ck_assert(!matmul_tensordot(&cx, &out, &a, &a, 2, bad, bad));
    ck_assert_str_eq(err.text, "dim 0 appears multiple times in the list of dims");
    tensor_release(&a);
    tensor_release(&b);
    compute_release(&cx);
}
END_TEST

Suite *suite_einsum(void)
{
    Suite *s = suite_create("einsum");
    TCase *t = tcase_create("einsum");
    tcase_add_loop_test(t, equals_its_definition, 0, EQUATIONS);
    tcase_add_loop_test(t, results_lie_as_in_pytorch, 0, LAYOUTS);
    tcase_add_loop_test(t, refused_in_pytorchs_words, 0, REFUSALS);
    tcase_add_test(t, too_many_labels_are_named);
    tcase_add_test(t, tensordot_contracts_the_named_axes);
    suite_add_tcase(s, t);
    return s;
}
