/* How much memory a run may use, and has in use. Shared by tensors and objects. */
#ifndef QKV_BASE_BUDGET_H
#define QKV_BASE_BUDGET_H

#include "base/error.h"

#include <stddef.h>

struct budget {
    size_t limit; /* bytes; 0 = none */
    size_t used;
    size_t peak;
};

/* False with ERROR_LIMIT when `bytes` more do not fit: the sentence names the size asked for, what
 * is in use and --max-memory. */
bool budget_take(struct budget *b, size_t bytes, struct error *err);
void budget_give(struct budget *b, size_t bytes);

#endif
