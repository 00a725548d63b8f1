/* Which characters beyond ASCII may stand in a name (Unicode 14, as in Python 3.11). */
#ifndef QKV_LANG_PARSE_IDENTIFIER_H
#define QKV_LANG_PARSE_IDENTIFIER_H

#include <stdbool.h>
#include <stdint.h>

bool identifier_start(uint32_t c); /* any character, ASCII too */
bool identifier_continue(uint32_t c);
bool identifier_invisible(uint32_t c); /* spaces, marks and controls that no screen shows */

#endif
