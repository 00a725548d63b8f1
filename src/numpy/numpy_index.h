/* Carries out a[i] and a[i] = b. */
#pragma once

#include "lang/run/interp.h"

bool numpy_get_item(struct interp *in, struct value self, struct value key, struct value *out);
bool numpy_set_item(struct interp *in, struct value self, struct value key, struct value v);
bool numpy_check_index(struct interp *in, int64_t i, int axis, int64_t size); /* raises */
