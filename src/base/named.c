/* Searches one by one: the tables are short. */
#include "base/named.h"

#include <string.h>

int named_at(const void *rows, int count, size_t size, const char *name)
{
    for (int k = 0; name != NULL && k < count; k++) {
        const char *have;
        memcpy(&have, (const char *)rows + size * (size_t)k, sizeof have);
        if (have != NULL && strcmp(have, name) == 0) {
            return k;
        }
    }
    return -1;
}
