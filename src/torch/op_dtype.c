/* What PyTorch's CPU does not have for float16 (Half) and bfloat16, where the function that is
 * called here could do it: then learners meet PyTorch's own refusal. Operations whose loops are
 * tables of dtypes (src/tensor/elementwise_*.c) refuse by themselves. */
#include "torch/op_dtype.h"

#include <string.h>

enum { HALF = 1, BFLOAT16 = 2, BOTH = 3 };

/* "To add one: a row." The second name is PyTorch's kernel; one that has a blank is a whole
 * sentence, which ends in the type's name if it ends in a blank. `with`: in the row's signature. */
static const struct missing {
    const char *op, *kernel, *with;
    int types;
} rows[] = {
    {"addcdiv", "addcdiv_cpu_out", "", HALF},
    {"addcmul", "addcmul_cpu_out", "", HALF},
    {"aminmax", "aminmax_cpu", "", HALF},
    {"bincount", "bincount_cpu", "", BOTH},
    {"cdist", "cdist", "", BOTH},
    {"cross", "cross", "", HALF},
    {"cummax", "cummax_cpu", "", HALF},
    {"cummin", "cummin_cpu", "", HALF},
    {"det", "lu_cpu", "", BOTH},
    {"erfinv", "erfinv_vml_cpu", "", HALF},
    {"histc", "aminmax_cpu", "", HALF},
    {"hypot", "hypot_cpu", "", HALF},
    {"inverse", "linalg.inv: Low precision dtypes not supported. Got ", "", BOTH},
    {"kthvalue", "kthvalue_cpu", "", HALF},
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

bool op_dtype_check(const struct call *c)
{
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
