/* Searches text for find, split, replace and their like: its time is in line with the text's
 * length, from the end, too. */
#define _GNU_SOURCE /* memmem */
#include "lang/object/search.h"

#include "lang/run/native.h"

/* The last place: a window from the end grows until it has one, then it is halved. */
static size_t search_last(const char *text, size_t from, size_t to, const char *part, size_t len)
{
    size_t end = to - len + 1, start = end, width = 256; /* it begins in start .. end */
    const char *at = NULL;
    while (at == NULL && start > from) {
        end = start;
        start -= start - from > width ? width : start - from;
        width *= 2;
        at = memmem(text + start, end - 1 + len - start, part, len);
    }
    while (at != NULL) {
        start = (size_t)(at - text);
        size_t middle = start + (end - start) / 2;
        if (middle == start) {
            return start;
        }
        const char *later = memmem(text + middle, end - 1 + len - middle, part, len);
        end = later != NULL ? end : middle;
        at = later != NULL ? later : at;
    }
    return SEARCH_NOWHERE;
}

bool search_bytes(struct interp *in, const char *text, size_t from, size_t to, const char *part,
                  size_t len, bool last, size_t *at)
{
    *at = SEARCH_NOWHERE;
    if (len > to - from) {
        return true;
    }
    if (last) {
        *at = search_last(text, from, to, part, len);
        return str_copy(in, *at != SEARCH_NOWHERE ? to - *at : to - from);
    }
    const char *first = memmem(text + from, to - from, part, len);
    *at = first != NULL ? (size_t)(first - text) : SEARCH_NOWHERE;
    return str_copy(in, first != NULL ? *at - from : to - from);
}

bool search_window(struct interp *in, const struct args *args, int64_t count, int64_t edge[2])
{
    edge[0] = 0;
    edge[1] = count;
    for (int k = 0; k < 2; k++) {
        if (args->count <= 2 + k || args->at[2 + k].type == VALUE_NONE) {
            continue;
        }
        if (!native_is_index(in, args->at[2 + k])) {
            return raise_type_error(
                in, "slice indices must be integers or None or have an __index__ method");
        }
        if (!value_to_int(in, args->at[2 + k], &edge[k])) {
            return false;
        }
        edge[k] += edge[k] < 0 ? count : 0;
        edge[k] = edge[k] < 0 ? 0 : edge[k];
    }
    edge[1] = edge[1] > count ? count : edge[1];
    return true;
}
