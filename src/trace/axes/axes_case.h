/* Finds the letters that a comment uses for axes, as one case after the other shows them. */
#pragma once

#include "trace/axes/axes_comment.h"
#include "trace/axes/axes_judge.h"

/* Fills in what went into the statement, from its own events. */
void case_see(const struct judge *j, struct case_ *c);
/* The size that a name stands for here: an integer variable of this function, or (unless a
 * `variable` is asked for) an axis of what went in. */
bool case_knows(const struct judge *j, const struct case_ *c, const struct said_size *word,
                bool variable, int64_t *size);
/* Whether an attribute of the class around the statement has that name and that number. */
bool case_attribute(const struct judge *j, const struct case_ *c, const struct said_size *word,
                    int64_t size);
