/* A lesson as a text to edit, and back: a Markdown lesson or a .py file as it is, a notebook as the
 * cells behind one another with `# %%` between them (the "percent" form that editors know).
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
const char *copy_ending(const struct lesson *l); /* of the copy's name: ".md" or ".py" */
