/* Reads what a terminal sends behind ESC: unknown keys, answers, reports of the mouse. They are
 * read to their end and do nothing, so that their letters are not taken for keys. */
#pragma once

#include <stdint.h>

enum escape {
    ESCAPE_BEGUN,  /* ESC was read */
    ESCAPE_CSI,    /* ESC [ and nothing yet; ... */
    ESCAPE_FINAL,  /* ... to a final character */
    ESCAPE_THREE,  /* ESC [ M, as old terminals tell the mouse: three more, ... */
    ESCAPE_TWO,    /* ... two more */
    ESCAPE_ONE,    /* ESC O; ESC [ [, as the Linux console has it: one more */
    ESCAPE_STRING, /* ESC ] and the like: to BEL, or to ... */
    ESCAPE_ENDING, /* ... ESC \ */
    ESCAPE_OVER,   /* the last character belongs to it */
    ESCAPE_NONE    /* the last character is a key of its own, and so was ESC */
};

/* Behind one more character. */
enum escape escape_next(enum escape at, uint32_t c);
