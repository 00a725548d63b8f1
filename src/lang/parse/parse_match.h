/* Parses `match` with its cases. */
#ifndef QKV_LANG_PARSE_PARSE_MATCH_H
#define QKV_LANG_PARSE_PARSE_MATCH_H

#include "lang/parse/parse_state.h"

/* At the word `match`. The statement as a chain of `if`, or NULL after a failure. */
struct node *parse_match(struct parser *p);

#endif
