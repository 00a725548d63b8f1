/* Reads Markdown with cmark, which ends the program when memory ends: here it gives up. Whatever it
 * takes is counted, and given back at once. */
#pragma once

#include "base/error.h"

#include <cmark.h>

struct commonmark {
    cmark_node *root;
    const char *html; /* of all of it, when that was asked for */
    struct block *block;
    size_t used;
};

/* False with a sentence, and nothing to free: the system has no memory left, or the text needs more
 * than a lesson may. file is for the sentence. */
bool commonmark_read(struct commonmark *c, const char *file, const char *text, size_t len,
                     bool want_html, struct error *err);
void commonmark_free(struct commonmark *c);
#define scoped_commonmark __attribute__((cleanup(commonmark_free))) struct commonmark

/* Whether it has tags of HTML, pictures from elsewhere, or links that are no page ("javascript:").
 * `html` has none of them. */
bool commonmark_harms(const struct commonmark *c);

/* The node behind n in the order of the text, those inside it first; NULL: there is none. */
cmark_node *commonmark_next(cmark_node *n);
