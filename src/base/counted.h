/* Turns a count of the program, which has 64 bits everywhere, into the size_t that calloc takes. */
#ifndef QKV_BASE_COUNTED_H
#define QKV_BASE_COUNTED_H

#include <stddef.h>
#include <stdint.h>

/* What is more than memory can be stays more. */
static inline size_t counted(int64_t count)
{
    return (uint64_t)count < SIZE_MAX ? (size_t)count : SIZE_MAX;
}

#endif
