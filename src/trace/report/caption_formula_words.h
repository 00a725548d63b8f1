/* Writes the words of a formula and of its gradient into a sentence. `s` is a step of a backward
 * pass. */
#pragma once

#include "trace/report/captioned.h"

/* What has no name is called by one of these that is none in the code; never s, t or u. */
extern const char caption_letters[];
/* What the code calls an argument; nothing where it has no name. */
void caption_put_argument(const struct captioned *s, int argument, struct buf *out);
bool caption_is_argument(const struct captioned *s, const char *name);
void caption_put_result(const struct captioned *s, struct buf *out);
/* The gradient of what is called so: dq, d(head.weight). */
void caption_put_d(const struct buf *name, struct buf *out);
/* A formula of backward.def. False: a word of it has no name here. */
bool caption_fill(const struct captioned *s, const char *text, struct buf *out);
