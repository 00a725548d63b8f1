/* Writes text that goes into HTML, XML or SVG. */
#pragma once

#include "base/buf.h"

/* Signs of markup are letters then, inside of elements and of attributes between "; what is not
 * seen, or turns the order of letters, is written as what it is (visible.h). */
void markup_put(const char *text, struct buf *out);
void markup_put_bytes(const char *text, size_t len, struct buf *out);
