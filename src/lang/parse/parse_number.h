/* Turns a literal of a number into its value. */
#ifndef QKV_LANG_PARSE_PARSE_NUMBER_H
#define QKV_LANG_PARSE_PARSE_NUMBER_H

#include "lang/parse/parse_state.h"

struct node *parse_number(struct parser *p);

#endif
