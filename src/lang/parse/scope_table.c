/* A scope table is a hash table of names that keeps their order. */
#include "lang/parse/scope_table.h"

#include <stdlib.h>
#include <string.h>

static size_t hash(const char *text)
{
    uint64_t h = 1469598103934665603u; /* FNV-1a */
    for (; *text; text++) {
        h = (h ^ (unsigned char)*text) * 1099511628211u;
    }
    return (size_t)(h ^ h >> 32);
}

/* The slot of the name, or the free one where it belongs. */
static int find_slot(const struct scope_table *table, const char *name)
{
    size_t mask = (size_t)table->slot_count - 1;
    size_t at = hash(name) & mask;
    while (table->slots[at] && strcmp(table->names[table->slots[at] - 1].name, name) != 0) {
        at = (at + 1) & mask;
    }
    return (int)at;
}

static bool grow(struct scope_table *table)
{
    int cap = table->cap ? table->cap * 2 : 8;
    struct scope_name *names = realloc(table->names, (size_t)cap * sizeof *names);
    if (!names) {
        return false;
    }
    table->names = names;
    table->cap = cap;
    int *slots = calloc((size_t)cap * 2, sizeof *slots);
    if (!slots) {
        return false;
    }
    free(table->slots);
    table->slots = slots;
    table->slot_count = cap * 2;
    for (int i = 0; i < table->count; i++) {
        table->slots[find_slot(table, names[i].name)] = i + 1;
    }
    return true;
}

const struct scope_name *scope_find(const struct scope_table *table, const char *name)
{
    if (table->slot_count == 0) {
        return NULL;
    }
    int slot = find_slot(table, name);
    return table->slots[slot] ? &table->names[table->slots[slot] - 1] : NULL;
}

struct scope_name *scope_name(struct scope_table *table, const char *name)
{
    if (table->slot_count > 0) {
        int slot = find_slot(table, name);
        if (table->slots[slot]) {
            return &table->names[table->slots[slot] - 1];
        }
    }
    if ((table->count == table->cap || table->slot_count < table->cap * 2) && !grow(table)) {
        return NULL;
    }
    table->slots[find_slot(table, name)] = table->count + 1;
    struct scope_name *entry = &table->names[table->count++];
    *entry = (struct scope_name){.name = name};
    return entry;
}

/* The names of which `in` is set and `out` is not. */
static bool list(const struct scope_table *table, struct arena *arena, unsigned in, unsigned out,
                 const char ***names, int *count)
{
    *count = 0;
    for (int i = 0; i < table->count; i++) {
        *count += (table->names[i].flags & in) && !(table->names[i].flags & out);
    }
    if (*count == 0) {
        return true;
    }
    *names = arena_alloc(arena, (size_t)*count * sizeof **names);
    if (!*names) {
        return false;
    }
    int at = 0;
    for (int i = 0; i < table->count; i++) {
        if ((table->names[i].flags & in) && !(table->names[i].flags & out)) {
            (*names)[at++] = table->names[i].name;
        }
    }
    return true;
}

bool scope_is_free(const struct scope_name *name)
{
    bool bound = name->flags & (NAME_PARAMETER | NAME_BOUND);
    return (name->flags & NAME_NONLOCAL) ||
           (name->flags & (NAME_USED | NAME_INSIDE) && !bound && !(name->flags & NAME_GLOBAL));
}

static bool list_free(const struct scope_table *table, struct arena *arena, struct names *names)
{
    names->free = arena_alloc(arena, (size_t)(table->count + 1) * sizeof *names->free);
    for (int i = 0; names->free && i < table->count; i++) {
        if (scope_is_free(&table->names[i])) {
            names->free[names->free_count++] = table->names[i].name;
        }
    }
    return names->free != NULL;
}

static bool list_cells(const struct scope_table *table, struct arena *arena, struct names *names)
{
    names->cells = arena_alloc(arena, (size_t)(table->count + 1) * sizeof *names->cells);
    for (int i = 0; names->cells && i < table->count; i++) {
        if ((table->names[i].flags & NAME_INSIDE) && !scope_is_free(&table->names[i])) {
            names->cells[names->cell_count++] = table->names[i].name;
        }
    }
    return names->cells != NULL;
}

struct names *scope_names(const struct scope_table *table, struct arena *arena)
{
    struct names *names = arena_alloc(arena, sizeof *names);
    if (!names) {
        return NULL;
    }
    bool fine = list(table, arena, NAME_PARAMETER | NAME_BOUND, NAME_GLOBAL | NAME_NONLOCAL,
                     &names->local, &names->local_count) &&
                list(table, arena, NAME_GLOBAL, 0, &names->global, &names->global_count) &&
                list(table, arena, NAME_NONLOCAL, 0, &names->nonlocal, &names->nonlocal_count) &&
                list_free(table, arena, names) && list_cells(table, arena, names);
    return fine ? names : NULL;
}

void scope_table_free(struct scope_table *table)
{
    free(table->names);
    free(table->slots);
}
