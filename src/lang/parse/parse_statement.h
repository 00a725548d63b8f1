/* Parses simple statements. */
#pragma once

#include "lang/parse/parse_state.h"

bool parse_statements(struct parser *p, enum token_kind until); /* pushes them */
bool parse_simple_line(struct parser *p);                       /* up to the line's end */
