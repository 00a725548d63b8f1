/* Parses statements with a block. */
#ifndef QKV_LANG_PARSE_PARSE_COMPOUND_H
#define QKV_LANG_PARSE_PARSE_COMPOUND_H

#include "lang/parse/parse_state.h"

bool parse_is_compound(const struct parser *p);
struct node *parse_compound(struct parser *p);
/* The colon behind a header and the statements behind it; `what` stands in the message when there
 * are none. */
bool parse_block(struct parser *p, struct nodes *out, const char *what, int line);

#endif
