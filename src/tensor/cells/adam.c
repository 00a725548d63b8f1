/* Adam, block by block: what is read and written for a block stays in the cache. */
#include "tensor/cells/adam.h"

#include "tensor/cells/fold.h"
#include "tensor/compute/kernel.h"

#include <string.h>

#define BLOCK 1024

struct adam_job {
    const struct kernel *kernel;
    struct kernel_adam how;
    float decay, shrink;
    float *x, *mean, *square;
    const float *grad;
};

static void run_adam(void *arg, int64_t from, int64_t to)
{
    const struct adam_job *job = arg;
    float decayed[BLOCK];
    for (int64_t i = from; i < to; i += BLOCK) {
        int64_t n = to - i < BLOCK ? to - i : BLOCK;
        const float *grad = job->grad + i;
        if (job->shrink != 1) {
            job->kernel->multiply(job->x + i, job->x + i, job->shrink, n);
        }
        if (job->decay != 0) {
            memcpy(decayed, grad, (size_t)n * sizeof *decayed);
            job->kernel->fuse_cells(n, job->x + i, 1, job->decay, decayed);
            grad = decayed;
        }
        job->kernel->adam(&job->how, job->x + i, grad, job->mean + i, job->square + i, n);
    }
}

void adam_step(struct compute *cx, const struct adam *how, const struct tensor *x,
               const struct tensor *grad, const struct tensor *mean, const struct tensor *square)
{
    int64_t n = tensor_numel(x);
    struct adam_job job = {.kernel = kernel_for(cx),
                           .how = {.keep_mean = (float)how->beta1,
                                   .add_mean = (float)(1 - how->beta1),
                                   .keep_square = (float)how->beta2,
                                   .add_square = (float)(1 - how->beta2),
                                   .correction = (float)how->correction,
                                   .eps = (float)how->eps,
                                   .move = (float)-how->size},
                           .decay = (float)how->decay,
                           .shrink = (float)how->shrink,
                           .x = tensor_data(x),
                           .mean = tensor_data(mean),
                           .square = tensor_data(square),
                           .grad = tensor_data(grad)};
    if (n > 0) {
        fold_parallel(cx, n, n, run_adam, &job);
    }
}
