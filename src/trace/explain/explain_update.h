/* Finds the factors of what an optimizer adds to a parameter. Private to this room. */
#pragma once

#include "trace/explain/explainer.h"

/* Lines for the step size, the mean and the root of a step of Adam or AdamW; for any other event
 * none. */
void explain_update(struct explainer *t);
