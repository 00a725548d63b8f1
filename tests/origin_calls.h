/* Lists the calls that tests/torch/test_origin.c carries out: what generated calls are made of,
 * calls written by hand for rows that those do not fit, and the rows that are left out.
 * tools/goldens.py reads the same tables and asks PyTorch. Never carries a call out. */
#pragma once

#include "torch/op/op.h"

#include <stdio.h>
#include <string.h>

/* f: a tensor of floats between 0.1 and 0.9, g: with gradients; i: of 1, 2, 3; P: the arguments of
 * a call. */
static const char preparation[] = "import torch\n"
                                  "import numpy as np\n"
                                  "def f(*s): return torch.rand(*s) * 0.8 + 0.1\n"
                                  "def g(*s): return f(*s).requires_grad_() * 1\n"
                                  "def i(*s): return torch.randint(1, 4, s)\n"
                                  "def b(*s): return torch.rand(*s) > 0.5\n"
                                  "def P(*a, **k): return (a, k)\n";

/* What the tensors of a generated call are: the first, the second, all others. */
static const char *const shapes[][3] = {
    {"f(3, 4)", "f(3, 4)", "f(3, 4)"},
    {"f(4)", "f(4)", "f(4)"},
    {"f(3, 3)", "f(3, 3)", "f(3, 3)"},
    {"f(2, 3, 2)", "f(2, 3, 2)", "f(2, 3, 2)"},
    {"f(3, 4)", "f(4)", "f(3, 1)"},
    {"f(4, 3).t()", "f(3, 1)", "f(1, 4)"},
    {"f(2, 3, 4)[:, 1:, ::2]", "f(2)", "f(1)"},
    {"f()", "f()", "f()"},
    {"i(3, 4)", "i(3, 4)", "i(3, 4)"},
    {"i(4)", "i(4)", "i(4)"},
    {"b(3, 4)", "b(3, 4)", "b(3, 4)"},
    {"f(3, 4)", "b(3, 4)", "f(3, 4)"},
    {"b(3, 4)", "f(3, 4)", "f(4)"},
    {"f(1)", "f(3)", "f(2, 3)"},
};
#define SHAPES (sizeof shapes / sizeof shapes[0])
#define CHOICES 3 /* of dim: as by default or 0, 1, -1 with keepdim */

/* What an argument without a default gets, by its name. */
static const struct {
    const char *name, *text;
} named[] = {
    {"chunks", "2"},
    {"k", "2"},
    {"n", "3"},
    {"m", "2"},
    {"sections", "2"},
    {"start", "1"},
    {"end", "5"},
    {"length", "2"},
    {"index", "1"},
    {"dim0", "0"},
    {"dim1", "1"},
    {"axis0", "0"},
    {"axis1", "1"},
    {"num_samples", "2"},
    {"steps", "4"},
    {"high", "5"},
    {"low", "1"},
    {"to", "9"},
    {"from", "1"},
    {"row", "3"},
    {"col", "4"},
    {"split_size", "2"},
    {"split_size_or_sections", "2"},
    {"p", "0.5"},
    {"size", "[3, 4]"},
    {"dims", "[1, 0]"},
    {"repeats", "[2, 1]"},
    {"indices", "[1, 2]"},
    {"source", "[0]"},
    {"destination", "[-1]"},
    {"shifts", "[1]"},
    {"mean", "0.5"},
    {"std", "0.5"},
    {"train", "True"},
    {"dtype", "torch.float64"},
    {"data", "f(2, 3)"},
    {"stable", "True"},
    {"correction", "1"},
};

static const struct {
    const char *name, *text;
} calls[] = {
    {"_gelu_backward", "P(f(3, 4), f(3, 4) - 0.5)"},
    {"_gelu_backward", "P(f(3, 4), f(3, 4) - 0.5, approximate='tanh')"},
    {"_gelu_backward", "P(f(4, 3).t(), f(4, 3).t())"},
    {"_group_norm_backward", "P(f(2, 4, 3), f(2, 4, 3), 2)"},
    {"_group_norm_backward", "P(f(2, 10, 9), f(2, 10, 9), 1, f(10))"},
    {"_group_norm_bias_backward", "P(f(2, 4, 3))"},
    {"_group_norm_weight_backward", "P(f(2, 4, 3), f(2, 4, 3), 2)"},
    {"_layer_norm_backward", "P(f(3, 4), f(3, 4), (4,))"},
    {"_layer_norm_backward", "P(f(2, 3, 2), f(2, 3, 2), (3, 2), f(3, 2))"},
    {"_layer_norm_backward", "P(f(2, 19), f(2, 19), (19,), f(19))"},
    {"_layer_norm_bias_backward", "P(f(3, 4), (4,))"},
    {"_layer_norm_bias_backward", "P(f(2, 3, 2), (3, 2))"},
    {"_layer_norm_weight_backward", "P(f(3, 4), f(3, 4), (4,))"},
    {"_layer_norm_weight_backward", "P(f(2, 3, 2), f(2, 3, 2), (2,))"},
    {"_log_softmax_backward_data", "P(f(3, 4), f(3, 4), 1, torch.float32)"},
    {"_log_softmax_backward_data", "P(f(3, 9), f(3, 9), 0, torch.float32)"},
    {"_softmax_backward_data", "P(f(3, 4), f(3, 4), 0, torch.float32)"},
    {"_softmax_backward_data", "P(f(2, 19), f(2, 19), -1, torch.float32)"},
    {"acosh", "P(f(3) + 1)"},
    {"addbmm", "P(f(3, 2), f(2, 3, 4), f(2, 4, 2))"},
    {"addbmm", "P(f(2), f(2, 3, 4), f(2, 4, 2), beta=0.5)"},
    {"addmm", "P(f(4), f(3, 2), f(2, 4))"},
    {"addmm", "P(f(3, 1), f(3, 2), f(2, 4), beta=0.5, alpha=2)"},
    {"addmm", "P(f(1, 1), f(1, 1), f(1, 1))"},
    {"addmv", "P(f(3), f(3, 2), f(2))"},
    {"addmv", "P(f(1), f(3, 2), f(2), beta=2)"},
    {"addr", "P(f(3, 4), f(3), f(4))"},
    {"arccosh", "P(f(3) + 1)"},
    {"as_strided", "P(f(12), (2, 3), (4, 2), 1)"},
    {"as_strided", "P(f(3, 4).t()[1:], (2, 2), (3, 1))"},
    {"baddbmm", "P(f(2, 3, 2), f(2, 3, 4), f(2, 4, 2))"},
    {"baddbmm", "P(f(2), f(2, 3, 4), f(2, 4, 2))"},
    {"bincount", "P(torch.tensor([0, 2, 1, 2]))"},
    {"bincount", "P(torch.tensor([0, 2, 1, 2]), f(4))"},
    {"block_diag", "P(f(2, 3), f(1, 1), f(2))"},
    {"bmm", "P(f(2, 3, 4), f(2, 4, 2))"},
    {"broadcast_tensors", "P(f(3, 1), f(4))"},
    {"broadcast_to", "P(f(3, 1), (2, 3, 4))"},
    {"bucketize", "P(f(2, 3), torch.tensor([0.2, 0.4, 0.6]))"},
    {"cat", "P([f(2, 3), f(1, 3), f(3, 3)])"},
    {"cat", "P([f(2, 1), f(2, 3)], -1)"},
    {"cdist", "P(f(3, 2), f(4, 2))"},
    {"cholesky", "P(torch.eye(3) * 3 + f(3, 3))"},
    {"clamp", "P(f(3, 4), 0.3, 0.7)"},
    {"clamp", "P(f(3, 4), min=f(4))"},
    {"clamp", "P(f(3, 4), f(4), f(3, 1))"},
    {"clip", "P(f(3, 4), 0.3, 0.7)"},
    {"clip", "P(f(3, 4), f(4), f(3, 1))"},
    {"column_stack", "P([f(3), f(3, 2)])"},
    {"copy", "P(f(3, 4), f(4))"},
    {"cov", "P(f(3, 5))"},
    {"corrcoef", "P(f(3, 5))"},
    {"diag_embed", "P(f(2, 3), 1, 0, 2)"},
    {"diff", "P(f(2, 4), 2)"},
    {"diff", "P(f(3, 4), 1, 0, f(1, 4), f(2, 4))"},
    {"dot", "P(f(4), f(4))"},
    {"einsum", "P('bhqd,bhkd->bhqk', f(2, 2, 3, 2), f(2, 2, 2, 2))"},
    {"einsum", "P('ij,jk,kl', f(2, 3), f(3, 2), f(2, 3))"},
    {"einsum", "P('ii->i', f(3, 3))"},
    {"einsum", "P('ii', f(3, 3))"},
    {"einsum", "P('i,j->ij', [f(3), f(2)])"},
    {"einsum", "P('b a', f(2, 3))"},
    {"einsum", "P('...ij,...jk->...ik', f(2, 1, 2, 3), f(3, 3, 2))"},
    {"einsum", "P('ij,ji->', f(2, 3), f(3, 2))"},
    {"einsum", "P('i,i,i,i->i', f(3), f(3), f(3), f(3))"},
    {"einsum", "P('i,i,i,j,j->i', f(3), f(3), f(3), f(2), f(2))"},
    {"embedding", "P(torch.tensor([[0, 2], [3, 3]]), f(4, 3))"},
    {"embedding", "P(f(4, 3), torch.tensor([[0, 2], [3, 3]]))"},
    {"erfinv", "P(f(3) * 0.5)"},
    {"expand", "P(f(3, 1), 2, 3, 4)"},
    {"expand_as", "P(f(3, 1), f(2, 3, 4))"},
    {"fill_diagonal", "P(f(3, 3), 2)"},
    {"flip", "P(f(3, 4), 0, 1)"},
    {"from_numpy", "P(np.array([[1.5, 2.5], [3.5, 4.5]]))"},
    {"gather", "P(f(3, 4), 1, torch.tensor([[0, 3], [1, 1]]))"},
    {"gather", "P(f(3, 4).t(), 0, torch.tensor([[3, 0, 1]]))"},
    {"group_norm", "P(f(2, 4, 3), 2)"},
    {"group_norm", "P(f(2, 4, 3), 2, f(4), f(4))"},
    {"index_add", "P(f(3, 4), 1, torch.tensor([0, 2, 0]), f(3, 3))"},
    {"index_add", "P(f(4), 0, torch.tensor([1, 1]), f(2), alpha=2)"},
    {"index_copy", "P(f(3, 4), 0, torch.tensor([2, 0]), f(2, 4))"},
    {"index_fill", "P(f(3, 4), 0, torch.tensor([2, 0]), torch.tensor(0.5))"},
    {"index_fill", "P(f(3, 4), 0, torch.tensor([2, 0]), 0.5)"},
    {"index_put", "P(f(3, 4), [torch.tensor([2, 0])], f(2, 4))"},
    {"index_put", "P(f(3, 4), [torch.tensor([2, 0, 2]), torch.tensor([1, 3, 1])], f(3))"},
    {"index_put", "P(f(3, 4), [torch.tensor([2, 0, 2])], f(4), True)"},
    {"index_put", "P(f(3), [torch.tensor([2, 0, 2])], f(3), True)"},
    {"index_select", "P(f(3, 4), 1, torch.tensor([2, 0, 2]))"},
    {"inner", "P(f(2, 3), f(4, 3))"},
    {"inner", "P(f(3), f(2, 4, 3))"},
    {"isin", "P(i(3), i(2, 2))"},
    {"kthvalue", "P(f(3, 4), 2, 0)"},
    {"layer_norm", "P(f(3, 4), (4,))"},
    {"layer_norm", "P(f(2, 3, 2), (3, 2), f(3, 2), f(3, 2))"},
    {"linalg_cholesky", "P(torch.eye(3) * 3 + f(3, 3))"},
    {"linalg_qr", "P(f(4, 3), 'complete')"},
    {"linalg_svd", "P(f(4, 3))"},
    {"linalg_svd", "P(f(2, 4, 3), False)"},
    {"linear", "P(f(3, 4), f(2, 4))"},
    {"linear", "P(f(2, 3, 4), f(2, 4), f(2))"},
    {"linear", "P(f(4), f(2, 4), f(2))"},
    {"linear", "P(f(2, 1), f(3, 1), f(3))"},
    {"log_softmax", "P(f(2, 3, 2), 1)"},
    {"masked_fill", "P(f(3, 4), b(4), 0.5)"},
    {"masked_fill", "P(f(3, 4), b(3, 1), torch.tensor(0.5))"},
    {"masked_scatter", "P(f(3, 4), b(3, 4), f(12))"},
    {"masked_select", "P(f(3, 4), b(3, 4))"},
    {"matmul", "P(f(3, 4), f(4, 2))"},
    {"matmul", "P(f(4), f(4, 2))"},
    {"matmul", "P(f(3, 4), f(4))"},
    {"matmul", "P(f(4), f(4))"},
    {"matmul", "P(f(2, 1, 3, 4), f(3, 4, 2))"},
    {"matmul", "P(f(3, 4), f(2, 4, 2))"},
    {"matmul", "P(f(4), f(2, 4, 2))"},
    {"matmul", "P(f(2, 3, 4), f(4))"},
    {"matmul", "P(f(1, 2, 1), f(2, 1, 2))"},
    {"matmul", "P(f(4, 3).t(), f(2, 4).t())"},
    {"meshgrid", "P(f(2), f(3), indexing='ij')"},
    {"meshgrid", "P(f(2), f(3), indexing='xy')"},
    {"meshgrid", "P([f(2), f(3), f(2)])"},
    {"mm", "P(f(3, 4), f(4, 2))"},
    {"multinomial", "P(f(3, 4), 2)"},
    {"mv", "P(f(3, 4), f(4))"},
    {"narrow", "P(f(3, 4), 1, 1, 2)"},
    {"new_tensor", "P(f(2), f(2, 3))"},
    {"new", "P(f(2), [1.5, 2.5])"},
    {"new", "P(f(2), 2, 3)"},
    {"nll_loss", "P(f(3, 4), torch.tensor([0, 3, 1]))"},
    {"nll_loss", "P(f(3, 4), torch.tensor([0, 3, 1]), f(4), reduction='none')"},
    {"nll_loss", "P(f(3, 4), torch.tensor([0, -100, 1]), f(4), reduction='sum')"},
    {"nll_loss", "P(f(2, 4, 3), torch.tensor([[0, 3, 1], [2, 2, -100]]), f(4))"},
    {"nll_loss", "P(f(4), torch.tensor(2), reduction='none')"},
    {"norm", "P(f(3, 4), 1, 0)"},
    {"normal", "P(f(3, 4), f(4))"},
    {"normal", "P(f(3, 4), 2)"},
    {"normal", "P(0.5, f(3))"},
    {"numpy", "P(f(3, 4).t())"},
    {"one_hot", "P(i(2, 3))"},
    {"outer", "P(f(3), f(2))"},
    {"pad", "P(f(2, 3), (1, 2))"},
    {"pad", "P(f(2, 3), (1, 2, 0, 1), 'constant', 0.5)"},
    {"pad", "P(f(1, 2, 3), (1, 2), mode='reflect')"},
    {"pad", "P(f(1, 2, 3), (1, 2), mode='replicate')"},
    {"pad", "P(f(1, 2, 3), (1, 2), mode='circular')"},
    {"permute", "P(f(2, 3, 2), 2, 0, 1)"},
    {"quantile", "P(f(3, 4), 0.3)"},
    {"quantile", "P(f(3, 4), torch.tensor([0.3, 0.6]), 1)"},
    {"quantile", "P(f(3, 4), torch.tensor(0.3), 0, True)"},
    {"repeat", "P(f(2, 3), 2, 1, 2)"},
    {"repeat_interleave", "P(f(2, 3), 2)"},
    {"repeat_interleave", "P(f(2, 3), torch.tensor([2, 3]), dim=0)"},
    {"reshape", "P(f(3, 4).t(), 2, 6)"},
    {"reshape_as", "P(f(3, 4), f(2, 6))"},
    {"resize", "P(f(3, 4), 2, 3)"},
    {"resize", "P(f(4, 3).t(), [2, 6])"},
    {"retain_grad", "P(g(3))"},
    {"roll", "P(f(3, 4), (1, -1), (0, 1))"},
    {"roll", "P(f(3, 4), 2)"},
    {"rot90", "P(f(3, 4), 1, (0, 1))"},
    {"scatter", "P(f(3, 4), 1, torch.tensor([[0, 3], [1, 2]]), f(2, 2))"},
    {"scatter", "P(f(3, 4), 1, torch.tensor([[0, 3], [1, 2]]), 0.5)"},
    {"scatter_add", "P(f(3, 4), 1, torch.tensor([[0, 3], [1, 1]]), f(2, 2))"},
    {"scatter_add", "P(f(3, 4), 0, torch.tensor([[0, 2, 0, 1]]), f(2, 4))"},
    {"searchsorted", "P(torch.tensor([0.2, 0.4, 0.6]), f(2, 3))"},
    {"searchsorted", "P(torch.tensor([[0.2, 0.4], [0.3, 0.6]]), f(2, 3))"},
    {"sort", "P(f(3, 4), 0, True)"},
    {"split", "P(f(3, 4), [1, 3], 1)"},
    {"split_with_sizes", "P(f(3, 4), [1, 3], 1)"},
    {"stack", "P([f(2, 3), f(2, 3)], 2)"},
    {"take", "P(f(3, 4), torch.tensor([0, 11, 5]))"},
    {"take_along_dim", "P(f(3, 4), torch.tensor([[0], [2], [1]]), 1)"},
    {"take_along_dim", "P(f(3, 4), torch.tensor([0, 7]))"},
    {"tensor", "P(np.array([[1.5, 2.5], [3.5, 4.5]]))"},
    {"tensor_split", "P(f(5), torch.tensor([1, 3]))"},
    {"tensordot", "P(f(2, 3, 2), f(3, 2, 4), 2)"},
    {"tensordot", "P(f(2, 3, 4), f(4, 2), ([2, 0], [0, 1]))"},
    {"tile", "P(f(2, 3), 2, 2, 1)"},
    {"topk", "P(f(3, 4), 2, 0)"},
    {"topk", "P(f(3, 4), 3, 1, False)"},
    {"trace", "P(f(3, 4))"},
    {"trace", "P(f(1, 4))"},
    {"tril", "P(f(2, 3, 3), 1)"},
    {"type", "P(f(3, 4), torch.DoubleTensor)"},
    {"type", "P(f(3, 4), torch.int64)"},
    {"unflatten", "P(f(2, 6), 1, (2, 3))"},
    {"unfold", "P(f(3, 5), 1, 3, 2)"},
    {"unique", "P(f(3, 2), True, True, True)"},
    {"unique", "P(torch.tensor([2, 1, 2, 3]))"},
    {"conj", "P(torch.polar(f(3), f(3)))"},
    {"imag", "P(torch.polar(f(3), f(3)))"},
    {"real", "P(torch.polar(f(3), f(3)))"},
    {"view_as_complex", "P(f(3, 2))"},
    {"view_as_real", "P(torch.polar(f(3), f(3)))"},
    {"vdot", "P(f(4), f(4))"},
    {"view", "P(f(3, 4), 2, 6)"},
    {"view", "P(f(3, 4), torch.int32)"},
    {"view_as", "P(f(3, 4), f(2, 6))"},
    {"where", "P(b(3, 4), f(4), f(3, 1))"},
    {"where", "P(b(3, 4), f(4), 0.5)"},
};

/* Rows that cannot be carried out. VALUE rows give no tensor and are not asked. */
static const struct {
    const char *name, *reason;
} skipped[] = {
    {"cuda", "there is no GPU"},
};

/* Rows with a float result that need not change when an origin does: the result is one of several
 * candidates, is rounded, or is drawn. */
static const char *const may_stay[] = {
    "angle",
    "amax",
    "amin",
    "aminmax",
    "bernoulli",
    "ceil",
    "clamp",
    "clamp_max",
    "clamp_min",
    "clip",
    "cummax",
    "cummin",
    "dropout",
    "fix",
    "floor",
    "floor_divide",
    "fmod",
    "heaviside",
    "histc",
    "masked_fill",
    "max",
    "maximum",
    "median",
    "min",
    "minimum",
    "multinomial",
    "prelu",
    "quantile",
    "remainder",
    "round",
    "sgn",
    "sign",
    "_hardsigmoid_backward",
    "hardshrink",
    "softshrink",
    "trunc",
    "where",
    "bincount",
    "logical_and",
    "logical_or",
    "logical_xor",
    "corrcoef",
    "div",
    "divide",
    "fmax",
    "fmin",
    "relu",
    "hypot",
    "cholesky",
    "linalg_cholesky",
    "qr",
    "linalg_qr",
    "linalg_svd",
    "slogdet",
    "linalg_slogdet",
};

/* Rows that take more than PyTorch does: only the calls above are tried. */
static const char *const by_hand[] = {"nll_loss", "quantile"};

static bool listed(const char *name, const char *const *list, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        if (strcmp(list[k], name) == 0) {
            return true;
        }
    }
    return false;
}

struct declared {
    char type[24], name[32];
    bool fallback, keyword;
};

static int read_parameters(const struct op *op, struct declared *out)
{
    const char *p = op->signature;
    int count = 0;
    bool keyword = false;
    for (p += strspn(p, "( ,"); *p != ')'; p += strspn(p, ", ")) {
        if (*p == '*') {
            keyword = true;
            p++;
            continue;
        }
        struct declared *a = &out[count++];
        size_t len = strcspn(p, " ?");
        *a = (struct declared){.keyword = keyword};
        memcpy(a->type, p, len);
        p += strcspn(p, " ") + 1;
        len = strcspn(p, "=,)");
        memcpy(a->name, p, len);
        a->fallback = p[len] == '=';
        p += strcspn(p, ",)");
    }
    return count;
}

static const char *text_for(const char *name)
{
    for (size_t k = 0; k < sizeof named / sizeof named[0]; k++) {
        if (strcmp(named[k].name, name) == 0) {
            return named[k].text;
        }
    }
    return "1";
}

/* The text of one argument; NULL leaves it to its default. */
static const char *argument_text(const struct declared *a, size_t shape, int choice, int *tensors)
{
    static const char *const dims[CHOICES] = {NULL, "1", "-1"};
    static const char *const lists[CHOICES] = {NULL, "[1]", "[0, -1]"};
    bool many = strncmp(a->type, "int[]", 5) == 0 || strncmp(a->type, "int...", 6) == 0;
    if (strcmp(a->name, "dim") == 0) {
        const char *text = many ? lists[choice] : dims[choice];
        return text != NULL || a->fallback ? text : many ? "[0]" : "0";
    }
    if (strcmp(a->name, "keepdim") == 0 && choice == 2) {
        return "True";
    }
    if (a->fallback) {
        return NULL;
    }
    if (strcmp(a->type, "Tensor") == 0 || strcmp(a->type, "Other") == 0) {
        int k = (*tensors)++;
        return shapes[shape][k < 2 ? k : 2];
    }
    if (strcmp(a->type, "Tensor[]") == 0) {
        static const char *const tensor_lists[] = {"[f(2, 3), f(2, 3)]", "[f(3), f(3), f(3)]",
                                                   "[i(2, 2), f(2, 2)]"};
        return tensor_lists[shape % 3];
    }
    if (strcmp(a->type, "float") == 0 || strcmp(a->type, "Number") == 0) {
        return strcmp(text_for(a->name), "1") == 0 ? "0.5" : text_for(a->name);
    }
    return text_for(a->name);
}

/* The text of a generated call of a row: P(...). */
static void write_call(const struct op *op, size_t shape, int choice, char *out, size_t size)
{
    struct declared a[OP_MAX_ARGUMENTS];
    int count = read_parameters(op, a), tensors = 0;
    struct buf text = {0};
    buf_puts(&text, "P(");
    bool named_on = false; /* behind an argument that was left out, all have names */
    const char *comma = "";
    for (int k = 0; k < count; k++) {
        const char *value = argument_text(&a[k], shape, choice, &tensors);
        if (value == NULL) {
            named_on = true;
            continue;
        }
        bool word = strcmp(a[k].name, "from") != 0; /* no keyword in the language */
        buf_printf(&text, "%s%s%s%s", comma, (named_on || a[k].keyword) && word ? a[k].name : "",
                   (named_on || a[k].keyword) && word ? "=" : "", value);
        comma = ", ";
    }
    buf_putc(&text, ')');
    snprintf(out, size, "%s", buf_text(&text));
    buf_free(&text);
}
