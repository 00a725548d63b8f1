/* Holds a run with everything it needs: memory budget, interpreter, the PyTorch face. The door for
 * those who run code: the command line, the tests. */
#pragma once

#include "torch/torch.h"

struct session {
    struct budget memory;
    struct interp in;
    struct torch torch;
};

/* Large (random states): allocate it, do not put it on a stack. False when the system has no
 * memory. memory_limit in bytes, 0 = none; threads 0 = one per core. */
bool session_init(struct session *s, size_t memory_limit, int threads);
void session_free(struct session *s);

/* The seed that stands in for a missing one: torch's generator and NumPy's. */
void session_seed(struct session *s, uint64_t seed);
