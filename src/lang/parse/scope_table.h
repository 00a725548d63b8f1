/* Holds the names of one function, class, comprehension or module while its tree is walked. Private
 * to resolve.c and scope_table.c. */
#pragma once

#include "lang/parse/ast.h"

enum scope_kind { SCOPE_MODULE, SCOPE_FUNCTION, SCOPE_CLASS, SCOPE_COMPREHENSION };

enum { /* what is known of a name, as bits */
       NAME_PARAMETER = 1,
       NAME_BOUND = 2,
       NAME_GLOBAL = 4,
       NAME_NONLOCAL = 8,
       NAME_USED = 16,
       NAME_ANNOTATED = 32,
       NAME_ITERATION = 64, /* the target of a comprehension */
       NAME_INSIDE = 128    /* used by a scope inside that does not bind it */
};

struct scope_name {
    const char *name; /* borrowed from the tree */
    unsigned flags;
    struct span declared; /* where `nonlocal` named it */
};

struct scope_table {
    enum scope_kind kind;
    struct scope_table *outer;
    struct scope_name *names; /* in the order in which they appeared */
    int count, cap;
    int *slots; /* open addressing: index into names plus 1 */
    int slot_count;
};

/* The entry of a name, made if need be; NULL when there is no memory. Valid until the next call. */
struct scope_name *scope_name(struct scope_table *table, const char *name);
const struct scope_name *scope_find(const struct scope_table *table, const char *name);
/* Whether the name is one of a scope around, or of nobody. */
bool scope_is_free(const struct scope_name *name);
/* The lists for the evaluator; NULL when there is no memory. */
struct names *scope_names(const struct scope_table *table, struct arena *arena);
void scope_table_free(struct scope_table *table);
