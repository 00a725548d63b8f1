/* Tells which operations complex tensors have, and what PyTorch's CPU does not have for float16
 * (Half) and bfloat16, although the kernels here could do it: it raises PyTorch's own error.
 * Operations whose loops are tables of dtypes (src/tensor/elementwise_*.c) refuse by themselves. */
#include "torch/op/op_dtype.h"
#include "torch/op/op_body.h"
#include "torch/op/ops.h"

#include <string.h>

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
    const char *kernel = t->dtype == DTYPE_FLOAT16 ? c->op->half : c->op->bfloat16;
    const char *name = dtype_legacy_name(t->dtype);
    if (kernel == NULL) {
        return true;
    }
    if (strchr(kernel, ' ') == NULL) {
        return body_refuse(c, "\"%s\" not implemented for '%s'", kernel, name);
    }
    bool named = kernel[strlen(kernel) - 1] == ' '; /* a sentence that ends in the type's name */
    return body_refuse(c, "%s%s", kernel, named ? name : "");
}
