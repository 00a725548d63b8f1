/* Which operations complex tensors have, and what PyTorch's CPU does not have for float16 (Half)
 * and bfloat16, although the kernels here could do it: it raises PyTorch's own error. Operations
 * whose loops are tables of dtypes (src/tensor/elementwise_*.c) refuse by themselves. */
#include "torch/op/op_dtype.h"
#include "torch/op/ops.h"

#include <string.h>

enum { HALF = 1, BFLOAT16 = 2, BOTH = 3 };

/* "To add one: a row." The second name is PyTorch's kernel; one that has a blank is a whole
 * sentence, which ends in the type's name if it ends in a blank. `with`: in the row's signature. */
static const struct missing {
    const char *op, *kernel, *with;
    int types;
} rows[] = {
    {"acosh", "acosh_cpu", "", HALF},
    {"arccosh", "acosh_cpu", "", HALF},
    {"arcsinh", "asinh_cpu", "", HALF},
    {"arctanh", "atanh_cpu", "", HALF},
    {"asinh", "asinh_cpu", "", HALF},
    {"atanh", "atanh_cpu", "", HALF},
    {"addcdiv", "addcdiv_cpu_out", "", HALF},
    {"addcmul", "addcmul_cpu_out", "", HALF},
    {"aminmax", "aminmax_cpu", "", HALF},
    {"bincount", "bincount_cpu", "", BOTH},
    {"cdist", "cdist", "", BOTH},
    {"cummax", "cummax_cpu", "", HALF},
    {"cummin", "cummin_cpu", "", HALF},
    {"det", "lu_cpu", "", BOTH},
    {"digamma", "digamma", "", HALF},
    {"erfinv", "erfinv_vml_cpu", "", HALF},
    {"histc", "aminmax_cpu", "", HALF},
    {"hypot", "hypot_cpu", "", HALF},
    {"inverse", "linalg.inv: Low precision dtypes not supported. Got ", "", BOTH},
    {"i0", "i0_vml_cpu", "", HALF},
    {"kthvalue", "kthvalue_cpu", "", HALF},
    {"lgamma", "lgamma_vml_cpu", "", HALF},
    {"linalg_cholesky", "cholesky_cpu", "", BOTH},
    {"linalg_svd", "linalg_svd_cpu", "", BOTH},
    {"linalg_svdvals", "linalg_svd_cpu", "", BOTH},
    {"logaddexp", "logaddexp_cpu", "", HALF},
    {"logsigmoid", "log_sigmoid_cpu", "", HALF},
    {"median", "median_out", "dim", HALF},
    {"median", "median_cpu", "", HALF},
    {"nll_loss", "nll_loss_out_frame", "", HALF},
    {"quantile", "quantile() input tensor must be either float or double dtype", "", BOTH},
    {"topk", "topk_cpu", "", HALF},
    {"trace", "trace", "", BOTH},
    {"unique", "unique", "", HALF},
};

/* What complex tensors can do here; anything else refuses. */
#define TAKES_COMPLEX                                                                              \
    (RESHAPES | SQUEEZES | EXPANDS | REPEATS | SELECTS | CUTS | JOINS | FLIPS | COPIES | ADDS |    \
     SUBTRACTS | MULTIPLIES | DIVIDES | COMPLEX_PARTS | COMPLEX_TOO)

/* Whether an argument is complex, and whether one would make the result complex128. */
static void look(const struct call *c, bool *is_complex, bool *is_wide)
{
    for (int k = 0; k < c->arg_count; k++) {
        const struct argument *a = &c->arg[k];
        *is_complex |= (a->object != NULL || a->owned) && a->tensor.dtype == DTYPE_COMPLEX64;
        *is_wide |= a->object != NULL && a->tensor.dtype == DTYPE_FLOAT64 && a->tensor.ndim > 0;
        *is_complex |= a->dtype == DTYPE_COMPLEX64;
        for (int j = 0; a->tensors != NULL && j < a->count; j++) {
            *is_complex |= a->tensors[j]->tensor.dtype == DTYPE_COMPLEX64;
            *is_wide |= a->tensors[j]->tensor.dtype == DTYPE_FLOAT64;
        }
    }
}

static bool check_complex(const struct call *c)
{
    bool is_complex = false, is_wide = false;
    look(c, &is_complex, &is_wide);
    if (!is_complex) {
        return true;
    }
    if (!op_does(c->op, TAKES_COMPLEX) || (c->op->where & IN_NUMPY) != 0) {
        return error_set(c->cx->err, ERROR_UNSUPPORTED,
                         "%s of complex tensors is not supported: torch.view_as_real(x) gives "
                         "pairs of floats",
                         c->op->name);
    }
    return !is_wide || c->op->kind == KIND_VALUE || op_is(c->op, OP_to) ||
           error_set(c->cx->err, ERROR_UNSUPPORTED,
                     "complex128 tensors are not supported: use float32 with complex64");
}

bool op_dtype_check(const struct call *c)
{
    if (!check_complex(c)) {
        return false;
    }
    const struct tensor *t = &c->arg[0].tensor;
    if (c->arg[0].object == NULL || !dtype_is_short_float(t->dtype)) {
        return true;
    }
    int type = t->dtype == DTYPE_FLOAT16 ? HALF : BFLOAT16;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const struct missing *m = &rows[k];
        if (strcmp(m->op, c->op->name) != 0 || (m->types & type) == 0 ||
            strstr(c->op->signature, m->with) == NULL || (c->op->where & IN_NUMPY) != 0) {
            continue;
        }
        const char *name = dtype_legacy_name(t->dtype);
        if (strchr(m->kernel, ' ') == NULL) {
            return error_set(c->cx->err, ERROR_RUNTIME, "\"%s\" not implemented for '%s'",
                             m->kernel, name);
        }
        bool named = m->kernel[strlen(m->kernel) - 1] == ' ';
        return error_set(c->cx->err, ERROR_RUNTIME, "%s%s", m->kernel, named ? name : "");
    }
    return true;
}
