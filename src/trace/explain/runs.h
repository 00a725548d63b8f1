/* Finds the cells that went into a cell, one run for each input of the event. */
#pragma once

#include "trace/explain/explainer.h"

/* The cells of one input among ex->from. */
struct run_of_cells {
    int input;
    int64_t count;
    int64_t *from; /* indices into ex->from: owned, freed by runs_free */
};
/* Takes ex->from apart by input, in the order of the inputs; at most `most`. Returns how many. */
int runs_split(struct explainer *t, struct run_of_cells *at, int most);
void runs_free(struct run_of_cells *at, int count);
/* "the largest of x[0, k] over k = 0 ... 3" as the formula, and the row's numbers. */
void runs_formula(struct explainer *t, const char *words);
/* "sum over k = 0 ... 3 of (x[0, k] - mean) ** 2", with `before` and `after` around the cell. */
void runs_sum(struct explainer *t, const char *before, const char *after, struct buf *out);
/* Whether something in the names of the event's tensors is called by that letter: "k", "(q @ k.T)".
 */
bool runs_is_tensor(const struct explainer *t, char letter);
/* queries[0, 0, 2, k]: places that are the same in every cell as numbers, the others as letters
 * from `letter` on, equal ones for what runs in step. ranges gets "k = 0 ... 5". */
struct letters {
    char next;
    int count;
    struct {
        const struct run_of_cells *run;
        int axis;
        char letter;
    } known[TENSOR_MAX_DIMS];
};
void runs_pattern(const struct explainer *t, const struct run_of_cells *run,
                  struct letters *letters, struct buf *ranges, struct buf *out);
