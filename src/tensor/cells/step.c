/* Takes an optimiser's step block by block: what is read and written for a block stays in the
 * cache. */
#include "tensor/cells/step.h"

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

/* The gradient of a block with the pull of the decay, in `room`, or as it is. */
static const float *decayed(const struct kernel *kernel, float decay, const float *x,
                            const float *grad, int64_t n, float room[BLOCK])
{
    if (decay == 0) {
        return grad;
    }
    memcpy(room, grad, (size_t)n * sizeof *room);
    kernel->fuse_cells(n, x, 1, decay, room);
    return room;
}

static void run_adam(void *arg, int64_t from, int64_t to)
{
    const struct adam_job *job = arg;
    float room[BLOCK];
    for (int64_t i = from; i < to; i += BLOCK) {
        int64_t n = to - i < BLOCK ? to - i : BLOCK;
        float *x = job->x + i;
        if (job->shrink != 1) {
            job->kernel->multiply(x, x, job->shrink, n);
        }
        const float *grad = decayed(job->kernel, job->decay, x, job->grad + i, n, room);
        job->kernel->adam(&job->how, x, grad, job->mean + i, job->square + i, n);
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

struct sgd_job {
    const struct kernel *kernel;
    float size, momentum, take, decay;
    float *x, *buffer;
    const float *grad;
};

static void run_sgd(void *arg, int64_t from, int64_t to)
{
    const struct sgd_job *job = arg;
    float room[BLOCK];
    for (int64_t i = from; i < to; i += BLOCK) {
        int64_t n = to - i < BLOCK ? to - i : BLOCK;
        float *x = job->x + i;
        const float *grad = decayed(job->kernel, job->decay, x, job->grad + i, n, room);
        if (job->buffer != NULL) {
            float *buffer = job->buffer + i;
            job->kernel->multiply(buffer, buffer, job->momentum, n);
            job->kernel->fuse_cells(n, grad, 1, job->take, buffer);
            grad = buffer;
        }
        job->kernel->fuse_cells(n, grad, 1, job->size, x);
    }
}

void sgd_step(struct compute *cx, const struct sgd *how, const struct tensor *x,
              const struct tensor *grad, const struct tensor *buffer)
{
    int64_t n = tensor_numel(x);
    struct sgd_job job = {.kernel = kernel_for(cx),
                          .size = (float)-how->size,
                          .momentum = (float)how->momentum,
                          .take = (float)(1 - how->damping),
                          .decay = (float)how->decay,
                          .x = tensor_data(x),
                          .buffer = buffer != NULL ? tensor_data(buffer) : NULL,
                          .grad = tensor_data(grad)};
    if (n > 0) {
        fold_parallel(cx, n, n, run_sgd, &job);
    }
}
