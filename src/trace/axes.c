/* Names of axes. */
#include "trace/axes.h"

bool axes_find(struct tape *t)
{
    (void)t;
    return true;
}
