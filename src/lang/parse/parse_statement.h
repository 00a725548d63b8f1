/* Parses simple statements. */
#ifndef QKV_LANG_PARSE_PARSE_STATEMENT_H
#define QKV_LANG_PARSE_PARSE_STATEMENT_H

#include "lang/parse/parse_state.h"

bool parse_statements(struct parser *p, enum token_kind until); /* pushes them */
bool parse_simple_line(struct parser *p);                       /* up to the line's end */

#endif
