/* Parses parameters of functions. */
#ifndef QKV_LANG_PARSE_PARSE_PARAMETERS_H
#define QKV_LANG_PARSE_PARSE_PARAMETERS_H

#include "lang/parse/parse_state.h"

bool parse_parameters(struct parser *p, struct node *into, enum token_kind closing);
struct node *parse_lambda(struct parser *p);

#endif
