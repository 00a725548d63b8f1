/* Tells what a question gives. */
#ifndef QKV_EXERCISE_VARIANT_GIVEN_H
#define QKV_EXERCISE_VARIANT_GIVEN_H

#include "exercise/variant.h"

/* "queries = tensor([[0.31, ...": with the digits that are the number. */
void variant_given_text(const struct given *g, struct buf *out);

/* Rounds what `given:` names, in the run. */
bool variant_give(struct variant *v, struct error *err);

#endif
