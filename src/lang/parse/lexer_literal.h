/* Finds the ends of numbers and strings. */
#pragma once

#include "lang/parse/lexer.h"

/* The cursor stands on the first byte of a number (or the dot before it). */
void lexer_number(struct lexer *lexer, struct token *token);
/* The cursor stands on the opening quote; `from` on the prefix. */
void lexer_string(struct lexer *lexer, struct token *token, struct cursor from);
