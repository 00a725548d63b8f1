/* Fills in an error: the first one wins, and a long sentence is cut at a character. Never prints
 * and never allocates, so it works when memory is what ran out. */
#include "base/error.h"

#include <stdio.h>
#include <string.h>

/* Drops the bytes of a character that was cut in the middle. */
static void trim_partial(char *text)
{
    size_t len = strlen(text);
    size_t start = len;
    while (start > 0 && ((unsigned char)text[start - 1] & 0xc0) == 0x80) {
        start--;
    }
    if (start == 0) {
        return;
    }
    unsigned char lead = (unsigned char)text[start - 1];
    size_t want = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    if (want > len - start + 1) {
        text[start - 1] = '\0';
    }
}

bool error_setv(struct error *err, enum error_kind kind, const char *format, va_list args)
{
    if (err->kind != ERROR_NONE) {
        return false;
    }
    err->kind = kind;
    int wanted = vsnprintf(err->text, sizeof err->text, format, args);
    if (wanted < 0) {
        err->text[0] = '\0';
    } else if ((size_t)wanted >= sizeof err->text) {
        trim_partial(err->text);
    }
    return false;
}

bool error_set(struct error *err, enum error_kind kind, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    error_setv(err, kind, format, args);
    va_end(args);
    return false;
}

bool error_memory(struct error *err)
{
    return error_set(err, ERROR_MEMORY, "the system has no memory left");
}

void error_clear(struct error *err)
{
    err->kind = ERROR_NONE;
    err->text[0] = '\0';
}
