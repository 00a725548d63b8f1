/* Parses the parts of an f-string. */
#pragma once

#include "lang/parse/parse_state.h"

/* Pushes the parts of an f-string; text that no field ended stays in p->text. */
bool parse_fstring_parts(struct parser *p, struct string_body *body, int level);
