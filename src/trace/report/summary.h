/* Tells each result of a run in a line of numbers: the least and the largest cell, mean, standard
 * deviation, sum, how many are no number. This is `qkv trace --summary`. */
#pragma once

#include "trace/report/choice.h"

enum summary_number { SUMMARY_MIN, SUMMARY_MAX, SUMMARY_MEAN, SUMMARY_STD, SUMMARY_SUM };
enum { SUMMARY_NUMBERS = SUMMARY_SUM + 1 };
extern const char *const summary_names[SUMMARY_NUMBERS];

struct summary {
    struct tensor at[SUMMARY_NUMBERS]; /* of one cell each; without a storage: there is none */
    int64_t nan;
};

/* Of a result as it was right behind its event: what x.min(), x.max(), x.mean(), x.std() and
 * x.sum() give; mean and std of whole numbers as of x.float(), all of float16 and bfloat16. A
 * complex tensor has none of them, an empty one no extremes. To be given back with
 * summary_free. False with session->in.error: memory. */
bool summary_of(struct tape *t, int event, int output, struct summary *out);
void summary_free(struct summary *s);

/* A head, then a line for each result of the events that are chosen; `all`: of the set-up too.
 * take gets the text part by part; false ends the writing. False with session->in.error, or take
 * has said so. */
bool summary_write(const struct choice *choice, bool all, struct tape *t,
                   bool (*take)(void *self, const char *text, size_t len), void *self);
