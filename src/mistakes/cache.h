/* Tells whether rows of a cache were written more than once. Private to src/mistakes. */
#pragma once

#include "mistakes/warn.h"

/* Whether some key that a pass takes from a cache was written twice, as by a second sentence, or
 * where tokens were taken back. */
bool cache_is_written_over(struct warner *w, const struct pass *p);
