/* Reads control sequences and control strings (ECMA-48, 5.4 and 5.6). */
#include "tui/escape.h"

#include <string.h>

enum { ESC = 27, BEL = 7 };

static enum escape begin(uint32_t c)
{
    return c == '['                                              ? ESCAPE_CSI
           : c == 'O' || c == 'N'                                ? ESCAPE_ONE
           : c > 0 && c < 128 && strchr("]P_^X", (int)c) != NULL ? ESCAPE_STRING
                                                                 : ESCAPE_NONE;
}

enum escape escape_next(enum escape at, uint32_t c)
{
    switch (at) {
    case ESCAPE_BEGUN:
        return begin(c);
    case ESCAPE_CSI:
        return c == 'M' ? ESCAPE_THREE : c == '[' ? ESCAPE_ONE : escape_next(ESCAPE_FINAL, c);
    case ESCAPE_FINAL:
        return c >= ' ' && c <= '?' ? ESCAPE_FINAL : ESCAPE_OVER;
    case ESCAPE_THREE:
        return ESCAPE_TWO;
    case ESCAPE_TWO:
        return ESCAPE_ONE;
    case ESCAPE_STRING:
        return c == BEL ? ESCAPE_OVER : c == ESC ? ESCAPE_ENDING : ESCAPE_STRING;
    case ESCAPE_ENDING:
        return c == '\\' ? ESCAPE_OVER : ESCAPE_STRING;
    default:
        return ESCAPE_OVER;
    }
}
