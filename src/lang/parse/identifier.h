/* Tells which characters beyond ASCII may stand in a name (Unicode 14, as in Python 3.11). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* ASCII: of a name behind its first letter. */
static inline bool identifier_plain(char c)
{
    return ((c | 32) >= 'a' && (c | 32) <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

bool identifier_start(uint32_t c); /* any character, ASCII too */
bool identifier_continue(uint32_t c);
bool identifier_invisible(uint32_t c); /* spaces, marks and controls that no screen shows */
