/* Makes allocations fail in a program that it is loaded in front of (LD_PRELOAD): the system has no
 * memory for the allocation number FAIL_AT, or from number FAIL_FROM on. tests/strained.sh builds
 * it. glibc only.
 * */
#define _GNU_SOURCE
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *at, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_long calls;
static long fail_at, fail_from;

__attribute__((constructor)) static void begin(void)
{
    const char *at = getenv("FAIL_AT"), *from = getenv("FAIL_FROM");
    calls = 0;
    fail_at = at != NULL ? atol(at) : 0;
    fail_from = from != NULL ? atol(from) : 0;
}

static bool fails(void)
{
    long call = atomic_fetch_add(&calls, 1) + 1;
    bool does = call == fail_at || (fail_from > 0 && call >= fail_from);
    if (does) {
        errno = ENOMEM;
    }
    return does;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *at, size_t size)
{
    return fails() ? NULL : __libc_realloc(at, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
    *out = fails() ? NULL : __libc_memalign(alignment, size);
    return *out != NULL ? 0 : ENOMEM;
}
