/* Reads the fields of an exercise: `key: value`. */
#pragma once

#include "exercise/reader.h"

const char *exercise_kind_name(enum exercise_kind kind); /* "shape" */

/* `key: value` on a line; key and value are copied. False: the line is no such line. */
bool field_split(struct reader *r, const struct text_line *line, struct field *out);
/* The fields up to the empty line; the number of lines that they take, that one included. *known:
 * it has a kind. */
int fields_read(struct reader *r, const struct fence *f, struct exercise *e, bool *known);
