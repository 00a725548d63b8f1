/* Tells a comparison as text and as JSON. */
#pragma once

#include "diff/diff.h"

/* all: every step that differs. */
void told_text(const struct diff *d, bool all, struct buf *out);
void told_json(const struct diff *d, struct buf *out);
