/* Parses the parts of an f-string. */
#ifndef QKV_LANG_PARSE_PARSE_FSTRING_H
#define QKV_LANG_PARSE_PARSE_FSTRING_H

#include "lang/parse/parse_state.h"

/* Pushes the parts of an f-string; text that no field ended stays in p->text. */
bool parse_fstring_parts(struct parser *p, struct string_body *body, int level);

#endif
