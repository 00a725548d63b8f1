/* Turns bytes that a person wrote into text: UTF-8 without a byte order mark, lines that end in \n.
 * It is what every editor, shell and spreadsheet writes: UTF-8, UTF-16 and UTF-32 with a byte order
 * mark, UTF-16 without one where it plainly is that, else Windows-1252 (and so Latin-1). */
#pragma once

#include "base/buf.h"

/* Puts the text into `out`. False: it is no text, and `why` says what it is instead: "is a PDF
 * file", "is no text". Memory that is out shows in out->failed. */
bool text_of_bytes(const char *bytes, size_t len, struct buf *out, const char **why);

/* The same of what is in `b`, in its place. ERROR_INPUT: "cannot read NAME: it is no text". */
bool text_clean(struct buf *b, const char *name, struct error *err);

/* What stands in XML and HTML for a sign that means something there, "&lt;"; NULL: itself. */
const char *text_entity(char c);

/* Whether a file's name ends so, in any case of letters, and has something in front: ".csv". */
bool text_ends(const char *name, const char *ending);
/* How many lines end in it. */
int text_lines(const char *text);
