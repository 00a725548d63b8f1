/* Works out a formula as sentences write it, "max(scores - m, 0)". */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* What the name or expression that `text` begins with stands for. Returns its length; 0: unknown.
 */
typedef size_t formula_name(void *self, const char *text, double *value);

/* The value of the formula at `text`; `end` gets where it ends. False: not all of it is known. */
bool formula_value(const char *text, formula_name *names, void *self, double *value,
                   const char **end);
