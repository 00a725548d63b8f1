/* Tells a comparison as text and as JSON. */
#pragma once

#include "diff/diff.h"
#include "diff/dump.h"

/* all: every step that differs. */
void told_text(const struct diff *d, bool all, struct buf *out);
/* A line for each tensor from outside, and which of those that are not found comes first in the
 * run. */
void told_dump(const struct dump *u, struct buf *out);
void told_json(const struct diff *d, struct buf *out);
