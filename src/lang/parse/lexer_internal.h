/* Declares what the files of the lexer call of one another. */
#pragma once

#include "base/error.h"
#include "lang/parse/lexer.h"

/* Fills the error with the place `from` up to the cursor; the token becomes TOKEN_ERROR. */
void lexer_fail(struct lexer *lexer, struct token *token, const char *type, struct cursor from,
                const char *format, ...) QKV_PRINTF(5, 6);
/* The byte at the cursor plus `ahead`; 0 behind the end. */
char lexer_peek(const struct lexer *lexer, size_t ahead);
