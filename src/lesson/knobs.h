/* Finds the numbers and words of a file that can be turned from outside: --set NAME=VALUE, --seed
 * N.
 *
 * They are the numbers in top-level assignments (tuples too), in keywords of top-level calls
 * (`num_heads=2`) and in `manual_seed(...)`, under the name "seed"; and short strings in top-level
 * assignments (`text = "the sea "`). Turning one rewrites the cell's text, so that every reader
 * sees the code that was run. */
#pragma once

#include "base/buf.h"
#include "lesson/lesson.h"

struct knob {
    const char *name;
    int cell; /* index into lesson->cells */
    size_t start,
        end; /* bytes of the number, or of the string with its quotes, in the cell's text */
    int line;
    bool seed;  /* the argument of manual_seed */
    bool words; /* a string */
};

struct knobs {
    struct knob *at;
    int count, cap;
    struct arena arena;
};

/* Finds them all. A cell that cannot be parsed has none: running it will tell why. */
bool knobs_find(struct knobs *k, struct lesson *l, struct error *err);
void knobs_free(struct knobs *k);

/* Is there a knob of this name that wants a number? */
bool knobs_number(const struct knobs *k, const char *name, size_t len);

/* setting: "NAME=VALUE" or "NAME@CELL=VALUE" (CELL: ordinal of a code cell). Every knob of that
 * name is replaced, but words only where it has no number; `report` gets a line for each. VALUE of
 * words may stand in quotes, which keep blanks in sight. ERROR_INPUT: no such knob (the sentence
 * lists them), VALUE is no number. The others move with the text and can be set next. */
bool knobs_set(struct knobs *k, struct lesson *l, const char *setting, struct buf *report,
               struct error *err);
/* Replaces the argument of every top-level manual_seed(...); *count tells how many there were. */
bool knobs_seed(struct knobs *k, struct lesson *l, const char *seed, struct buf *report, int *count,
                struct error *err);
