/* Makes lists grow; the pointer to a list is copied as bytes, since it may be of any type. */
#include "base/grow.h"

#include <stdlib.h>
#include <string.h>

bool grow(void *at, int count, int *cap, size_t size)
{
    void *block;
    int wider = *cap == 0 ? 16 : *cap * 2;
    if (count < *cap) {
        return true;
    }
    memcpy(&block, at, sizeof block);
    void *more = realloc(block, (size_t)wider * size);
    if (more == NULL) {
        return false;
    }
    memcpy(at, &more, sizeof more);
    *cap = wider;
    return true; /* cppcheck-suppress memleak ; it is in *at */
}
