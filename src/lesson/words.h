/* Finds the words of running text without Markdown's signs, and how each byte is marked. The one
 * place that knows what signs mean; a screen draws the marks, and where it has no colors, on paper
 * and in a pipe the marks are signs again: "emphasis", `code`. */
#pragma once

#include "base/buf.h"

struct cmark_node; /* cmark.h defines names that others have, too */

enum word_mark { WORD_EMPHASIS = 1, WORD_STRONG = 2, WORD_CODE = 4, WORD_LINK = 8 }; /* or'ed */

struct words {
    struct buf text;
    struct buf marks; /* as long as text, byte for byte */
};

/* Appends what stands inside of a node; a break of a line is `line_break`. Pictures and comments
 * are left out. The address of a link stands behind its text if it is one of the web. */
void words_node(struct cmark_node *n, char line_break, struct words *w);
/* Appends one line of Markdown, such as an option. It is no heading and no list. */
void words_line(const char *line, size_t len, struct words *w);
/* Appends what is no Markdown. */
void words_plain(const char *text, struct words *w);
/* How many bytes from `at` on are marked alike. */
size_t words_run(const char *marks, size_t at, size_t end);
/* Appends [from, end) with signs for marks: "emphasis", `code`. */
void words_signs(const char *text, const char *marks, size_t from, size_t end, struct buf *out);
/* With signs at once: for what shows no marks. */
void words_node_signs(struct cmark_node *n, char line_break, struct buf *out);
void words_line_signs(const char *line, size_t len, struct buf *out);
void words_free(struct words *w);
#define scoped_words __attribute__((cleanup(words_free))) struct words /* of a block */

/* Whether a paragraph is a table, whose lines stay as they are. */
bool words_is_table(struct cmark_node *paragraph);
/* Appends Markdown whose paragraphs have one line each, so that it can be read by lines. */
void words_unbroken(const char *markdown, struct buf *out);

/* Appends text that is no Markdown, such as a name, as Markdown: its signs are letters there. */
void words_escape(const char *text, struct buf *out);
