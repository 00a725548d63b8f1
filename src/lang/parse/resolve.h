/* Finds out which names a function binds. */
#pragma once

#include "lang/parse/parser.h"

/* Computes `scope` and `doc` and makes the checks that Python makes behind the parser ('return'
 * outside function, ...). The tree's depth is checked first of all. */
enum parse_status scope_resolve(const struct nodes *statements, const struct source *source,
                                struct arena *arena, struct parse_error *error);
/* The same for a body that was left unread, of a function that no other function is around. */
enum parse_status scope_resolve_body(struct node *def, struct arena *arena,
                                     struct parse_error *error);
