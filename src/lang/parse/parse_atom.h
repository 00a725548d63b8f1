/* Parses names, literals, brackets and comprehensions. */
#pragma once

#include "lang/parse/parse_state.h"

struct node *parse_atom(struct parser *p);
/* Behind a `(`, or in a field of an f-string: a value, a tuple or a generator, up to and with the
 * closing token. */
struct node *parse_group(struct parser *p, struct position from, enum token_kind closing);
bool parse_at_clauses(const struct parser *p); /* `for` or `async for` */
bool parse_clauses(struct parser *p, struct node *comprehension);
struct node *parse_target_list(struct parser *p); /* between `for` and `in` */
