/* Finds which operation of one run is which of another: of the run before, of another file.
 *
 * The same line, carried out for the n-th time in both runs, is the same operation: lines are
 * compared first (those that an edit left alone, and those that stand in the place of others),
 * then the operations of a line in their order. What is left is matched by its stage of attention.
 * Of two programs that have not half of their lines in common only the stages are compared. */
#pragma once

#include "trace/report/run.h"

struct match {
    int *old_of; /* of each event of the present run: the one of the old run, -1: none */
    int *new_of; /* the other way round */
    int new_count, old_count;
    bool by_code; /* false: what has no stage was not compared */
};

/* `edited`: the old code became the new one, so that lines that were changed stand in the place of
 * others. False: the system has no memory left. */
bool match_find(struct match *m, const struct run *now, const struct run *old, bool edited);
void match_free(struct match *m);

/* The event of `t` that is in another pass what `event` is in its own: -1: none. */
int match_in_pass(const struct tape *t, int event, int pass);

/* The event of the present run to stand on for event `old` of the old tape: itself, or what its
 * line does before it, or the next step behind it, or else before it; -1: nothing matches. */
int match_place(const struct match *m, const struct tape *was, int old);
