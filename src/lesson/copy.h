/* Turns a lesson into a text to edit, and back: a Markdown lesson or a .py file as it is, a
 * notebook as its cells with `# %%` between them (the "percent" form).
 *
 * Exercises and checks of a Markdown lesson, which hold their answers, are left out.
 *
 * The numbers that were turned, the lines that are off stand in it: it is the code that was run. */
#pragma once

#include "base/buf.h"
#include "lesson/lesson.h"

/* *at becomes the line of the text where line `line` of cell `cell` stands. */
void copy_write(const struct lesson *l, int cell, int line, struct buf *out, int *at);
/* The text as another lesson of the same format and name. False with err, as lesson_read. */
bool copy_read(struct lesson *out, const struct lesson *like, const char *text, size_t len,
               struct error *err);
/* A file, or such a text of a notebook under the notebook's name: it begins with a mark, as no JSON
 * does. False with err, as lesson_read. */
bool copy_or_file(struct lesson *out, const char *file, const char *text, size_t len,
                  struct error *err);
const char *copy_ending(const struct lesson *l); /* of the copy's name: ".md" or ".py" */
