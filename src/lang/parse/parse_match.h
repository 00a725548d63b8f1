/* Parses `match` with its cases. */
#pragma once

#include "lang/parse/parse_state.h"

/* At the word `match`. The statement as a chain of `if`, or NULL after a failure. */
struct node *parse_match(struct parser *p);
