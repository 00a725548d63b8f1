/* Finds the one mended line among the words around it. People hand it in as one of:
 *     line 3: CODE          CODE alone          wrong: OLD / right: CODE          OLD -> CODE
 * Nothing is run here: a text may fit several lines. Private to src/exercise. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define MENDED_MOST 8

struct mended_lines {
    struct {
        int line; /* of the wrong code, from 1 */
        const char *own;
        size_t len;
    } at[MENDED_MOST]; /* where the line may belong */
    int count;
    bool unclear; /* an old line and a new one, in an order that does not tell which is which */
};

/* `line` is the one that was named, 0: none was. What is found points into `text`. */
void mended_lines(const char *code, const char *text, int line, struct mended_lines *out);
