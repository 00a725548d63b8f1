/* A piece is a part of a line that somebody wrote, with the blanks and marks around it. Private to
 * the readers of hand-ins. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct piece {
    const char *at;
    size_t len;
};

struct piece piece_of(const char *text);
/* Where a name stands in a text, not as a part of a longer one; NULL: it does not. */
const char *piece_name_in(const char *text, const char *name, size_t len);
bool piece_has(struct piece p, const char *text);
bool piece_begins(struct piece p, const char *text); /* in large letters or small ones */
/* How many bytes of the front are the first of the words that is there, "answer|my answer"; 0: none
 * is. `fold`: in large letters or small ones. */
size_t piece_word(struct piece p, const char *words, bool fold);
bool piece_same(struct piece a, struct piece b);
/* Whether it is one of the words between blanks. */
bool piece_among(struct piece p, const char *words, bool fold);
/* The next line without its end, taken off the front; false: there is none. */
bool piece_line(struct piece *text, struct piece *line);
struct piece piece_behind(struct piece p, size_t len);
struct piece piece_trim(struct piece p);   /* without blanks around it, those of HTML too */
struct piece piece_unmark(struct piece p); /* ... and without *, _, `, quotes around it */

/* Without blanks, or without marks and quotes, at the front. */
struct piece piece_skip_blanks(struct piece p);
struct piece piece_skip_marks(struct piece p);
