/* Draws the numbers of a variant. */
#ifndef QKV_EXERCISE_VARIANT_DRAW_H
#define QKV_EXERCISE_VARIANT_DRAW_H

#include "exercise/variant.h"

/* The first draw from the `retry`-th on that fulfils the fence's `require:`; v->retry is which.
 * `s`: a session to weigh it in, NULL: nothing is required. */
bool variant_draw(struct variant *v, struct session *s, uint64_t retry, struct error *err);
/* The lesson with these numbers, to be taken over; `terms` gets the seed for code that sets none.
 */
bool variant_turn(struct variant *v, uint64_t retry, struct run_terms *terms, struct lesson **out,
                  struct error *err);

#endif
