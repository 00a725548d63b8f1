/* A map leads from 64-bit keys to integers. The zero value `{0}` is an empty map. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct map {
    struct map_entry {
        uint64_t key;
        int64_t value;
        bool used;
    } *at;
    size_t size, count; /* size: a power of two, or 0 */
};

static inline size_t map_bytes(const struct map *m)
{
    return m->size * sizeof *m->at;
}
/* False when the system has no memory: the map is as it was. */
bool map_set(struct map *m, uint64_t key, int64_t value);
/* The value of that key, or `otherwise` when there is none. */
int64_t map_get(const struct map *m, uint64_t key, int64_t otherwise);
void map_free(struct map *m);
#define scoped_map __attribute__((cleanup(map_free))) struct map /* of a block */
