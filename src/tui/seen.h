/* Keeps which steps of a run a person has stood on, as ranges of numbers: "1-4,9". */
#pragma once

#include "base/buf.h"

struct seen { /* {0}: none */
    struct seen_range {
        int first, last;
    } *at; /* in their order, never side by side */
    int count, cap;
};

/* Without memory they are left out. */
void seen_add(struct seen *s, int first, int last);
void seen_join(struct seen *s, const struct seen *other);
void seen_free(struct seen *s);

int seen_steps(const struct seen *s);                   /* how many */
void seen_write(const struct seen *s, struct buf *out); /* "0": none */
/* Into an empty one, from *text on, which is moved behind it. False: no ranges in their order, or
 * beyond `most`. */
bool seen_read(struct seen *s, char **text, int most);
