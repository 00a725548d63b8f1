/* Turns a literal of a number into its value. */
#pragma once

#include "lang/parse/parse_state.h"

struct node *parse_number(struct parser *p);
