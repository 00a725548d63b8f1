/* Tells a softmax in its parts as JSON: the numbers of the row in each of them. Private to
 * src/browser. */
#ifndef QKV_BROWSER_LOOK_PARTS_H
#define QKV_BROWSER_LOOK_PARTS_H

#include "browser/look.h"

/* Whether the stop has parts, and those of an open one as far as it has come. */
void look_parts(const struct viewer *v, struct buf *out);

#endif
