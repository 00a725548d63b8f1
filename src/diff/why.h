/* Tells why a step gives other numbers than the reference. */
#pragma once

#include "diff/diff.h"

/* Sets why, reason and stands of the culprit, whose event, held and like are known. False: memory.
 */
bool why_find(struct diff *d);
