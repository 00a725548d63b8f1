/* Tells one tensor of a step as JSON: its name, axes, shape, where it lies, and the plane of it
 * that is looked at, cell by cell. Private to src/browser. */
#ifndef QKV_BROWSER_LOOK_TENSOR_H
#define QKV_BROWSER_LOOK_TENSOR_H

#include "browser/look.h"

void look_tensor(const struct viewer *v, const struct shown *s, struct buf *out);

#endif
