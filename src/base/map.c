/* Keeps a map by open addressing; keys are mixed first, since those that come are small and
 * consecutive. */
#include "base/map.h"

#include <stdlib.h>

static size_t home_of(const struct map *m, uint64_t key)
{
    uint64_t h = key * 0x9E3779B97F4A7C15u;
    return (size_t)(h ^ h >> 32) & (m->size - 1);
}

static struct map_entry *place_of(const struct map *m, uint64_t key)
{
    size_t k = home_of(m, key);
    while (m->at[k].used && m->at[k].key != key) {
        k = (k + 1) & (m->size - 1);
    }
    return &m->at[k];
}

static bool grow(struct map *m)
{
    struct map larger = {.size = m->size == 0 ? 64 : m->size * 2, .count = m->count};
    larger.at = calloc(larger.size, sizeof *larger.at);
    if (larger.at == NULL) {
        return false;
    }
    for (size_t k = 0; k < m->size; k++) {
        if (m->at[k].used) {
            *place_of(&larger, m->at[k].key) = m->at[k];
        }
    }
    free(m->at);
    *m = larger;
    return true;
}

bool map_set(struct map *m, uint64_t key, int64_t value)
{
    if (m->count * 4 >= m->size * 3 && !grow(m)) {
        return false;
    }
    struct map_entry *e = place_of(m, key);
    m->count += !e->used;
    *e = (struct map_entry){.key = key, .value = value, .used = true};
    return true;
}

int64_t map_get(const struct map *m, uint64_t key, int64_t otherwise)
{
    if (m->size == 0) {
        return otherwise;
    }
    const struct map_entry *e = place_of(m, key);
    return e->used ? e->value : otherwise;
}

void map_free(struct map *m)
{
    free(m->at);
    *m = (struct map){0};
}
