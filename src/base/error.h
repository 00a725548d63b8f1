/* Declares what an error holds: the kind of exception that it becomes, and one full sentence.
 *
 * Every function that can fail returns false and leaves the sentence here; on success the error is
 * untouched. The first error wins: a later error_set on a set error changes nothing, so a clean-up
 * path cannot hide the cause. Nothing in the engine prints an error; only the command line does. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>

#if defined(__GNUC__)
#define QKV_PRINTF(text, first) __attribute__((__format__(__printf__, text, first)))
#else
#define QKV_PRINTF(text, first)
#endif

/* The kinds up to ERROR_MEMORY are what Python code can catch, by the class of the same name.
 * The last three end the run: code cannot catch them. */
enum error_kind {
    ERROR_NONE,
    ERROR_RUNTIME,         /* RuntimeError: PyTorch's usual refusal */
    ERROR_TYPE,            /* TypeError */
    ERROR_VALUE,           /* ValueError */
    ERROR_INDEX,           /* IndexError */
    ERROR_NOT_IMPLEMENTED, /* NotImplementedError */
    ERROR_ZERO_DIVISION,   /* ZeroDivisionError */
    ERROR_OVERFLOW,        /* OverflowError */
    ERROR_MEMORY,          /* MemoryError: the system itself has none left */
    ERROR_UNSUPPORTED,     /* the code uses something qkv does not have: exit status 3 */
    ERROR_LIMIT,           /* steps, memory, depth, output or time: exit status 4 */
    ERROR_INPUT            /* a file that cannot be read or is not what it claims: exit status 2 */
};

struct error {
    enum error_kind kind;
    char text[1536]; /* UTF-8, one sentence, cut at a character when longer */
};

/* All three always return false, so that a caller can write `return error_set(...)`. */
bool error_set(struct error *err, enum error_kind kind, const char *format, ...) QKV_PRINTF(3, 4);
bool error_setv(struct error *err, enum error_kind kind, const char *format, va_list args);
bool error_memory(struct error *err); /* the system itself has no memory left */

void error_clear(struct error *err);
