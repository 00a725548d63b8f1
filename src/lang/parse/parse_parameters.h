/* Parses parameters of functions. */
#pragma once

#include "lang/parse/parse_state.h"

bool parse_parameters(struct parser *p, struct node *into, enum token_kind closing);
struct node *parse_lambda(struct parser *p);
