/* Reads options as an answer names them. */
#ifndef QKV_EXERCISE_ANSWER_ANSWER_OPTIONS_H
#define QKV_EXERCISE_ANSWER_ANSWER_OPTIONS_H

#include "base/buf.h"

/* "b a d c", "b, a, d, c", "bdac", "b > a": or the options' texts between commas, >, lines. picked
 * has room for `count`; each at most once. */
bool answer_options(const char *text, const char *const *option, int count, int *picked,
                    int *picked_count, struct buf *why);
/* Whether two texts of options are the same to a reader: blanks and backticks do not count. */
bool answer_same(const char *a, const char *b);

#endif
