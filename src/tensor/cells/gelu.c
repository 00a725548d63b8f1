/* Deals gelu of contiguous float32 tensors to the threads: the loop is the kernel's. */
#include "tensor/cells/gelu.h"

#include "tensor/cells/fold.h"
#include "tensor/compute/kernel.h"

struct gelu_job {
    const float *in;
    float *out;
    const struct kernel *kernel;
};

static void run_gelu(void *arg, int64_t from, int64_t to)
{
    const struct gelu_job *job = arg;
    job->kernel->gelu(job->out + from, job->in + from, to - from);
}

bool gelu_is_dense(const struct tensor *in)
{
    return in->dtype == DTYPE_FLOAT32 && tensor_numel(in) != 1 && tensor_is_contiguous(in);
}

bool gelu_dense(struct compute *cx, struct tensor *out, const struct tensor *in)
{
    int64_t n = tensor_numel(in);
    if (!tensor_new(cx, out, DTYPE_FLOAT32, in->ndim, in->shape)) {
        return false;
    }
    struct gelu_job job = {(const float *)tensor_data(in), (float *)tensor_data(out),
                           kernel_for(cx)};
    if (n > 0) {
        fold_parallel(cx, n, n, run_gelu, &job);
    }
    return true;
}
