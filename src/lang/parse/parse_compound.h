/* Parses statements with a block. */
#pragma once

#include "lang/parse/parse_state.h"

bool parse_is_compound(const struct parser *p);
struct node *parse_compound(struct parser *p);
/* The colon behind a header and the statements behind it; `what` stands in the message when there
 * are none. */
bool parse_block(struct parser *p, struct nodes *out, const char *what, int line);
