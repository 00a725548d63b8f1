/* Parses what follows an atom: calls, subscripts, attributes. */
#pragma once

#include "lang/parse/parse_state.h"

struct node *parse_trailers(struct parser *p, struct node *atom, struct position from);
/* Behind the `(` up to and with the `)`; fills list and keywords of a call or a class. */
bool parse_arguments(struct parser *p, struct node *into);
