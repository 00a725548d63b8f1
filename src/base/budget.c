/* Counts memory against a limit. Only counts; allocating is the caller's business. */
#include "base/budget.h"

struct amount {
    double value;
    const char *unit;
};

/* 1536 as 1.5 KiB: sizes that a reader can compare with --max-memory. */
static struct amount amount_of(uint64_t bytes)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    struct amount a = {(double)bytes, units[0]};
    for (size_t i = 1; i < sizeof units / sizeof units[0] && a.value >= 1024; i++) {
        a.value /= 1024;
        a.unit = units[i];
    }
    return a;
}

static size_t limit_of(const struct budget *b)
{
    return b->limit == 0 ? SIZE_MAX : b->limit;
}

bool budget_refuse(const struct budget *b, uint64_t bytes, struct error *err)
{
    struct amount asked = amount_of(bytes), used = amount_of(b->used),
                  most = amount_of(limit_of(b));
    return error_set(err, ERROR_LIMIT,
                     "out of memory: %.4g %s more were asked for while %.4g %s of the allowed "
                     "%.4g %s are in use; %s",
                     asked.value, asked.unit, used.value, used.unit, most.value, most.unit,
                     b->fixed ? "a page has no more" : "raise the limit with --max-memory");
}

bool budget_take_silently(struct budget *b, size_t bytes)
{
    return b == NULL || budget_take(b, bytes, &b->refused);
}

size_t budget_left(const struct budget *b)
{
    size_t limit = limit_of(b);
    return b->used < limit ? limit - b->used : 0;
}
