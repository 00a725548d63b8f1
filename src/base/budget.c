/* Counting memory against a limit. Only counts; allocating is the caller's business. */
#include "base/budget.h"

#include <stdint.h>

struct amount {
    double value;
    const char *unit;
};

/* 1536 as 1.5 KiB: sizes that a reader can compare with --max-memory. */
static struct amount amount_of(size_t bytes)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    struct amount a = {(double)bytes, units[0]};
    for (size_t i = 1; i < sizeof units / sizeof units[0] && a.value >= 1024; i++) {
        a.value /= 1024;
        a.unit = units[i];
    }
    return a;
}

bool budget_take(struct budget *b, size_t bytes, struct error *err)
{
    size_t limit = b->limit == 0 ? SIZE_MAX : b->limit;
    if (b->used > limit || bytes > limit - b->used) {
        struct amount asked = amount_of(bytes), used = amount_of(b->used), most = amount_of(limit);
        return error_set(err, ERROR_LIMIT,
                         "out of memory: %.4g %s more were asked for while %.4g %s of the allowed "
                         "%.4g %s are in use; raise the limit with --max-memory",
                         asked.value, asked.unit, used.value, used.unit, most.value, most.unit);
    }
    b->used += bytes;
    if (b->used > b->peak) {
        b->peak = b->used;
    }
    return true;
}

void budget_give(struct budget *b, size_t bytes)
{
    b->used -= bytes < b->used ? bytes : b->used;
}
