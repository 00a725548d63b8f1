/* Tells as JSON what stays while one walks: the code with its cells, the prose, the steps, the
 * stops of a lesson, the numbers that can be turned. */
#ifndef QKV_BROWSER_PROGRAM_H
#define QKV_BROWSER_PROGRAM_H

#include "tui/viewer.h"

void program_json(const struct viewer *v, struct buf *out);

#endif
