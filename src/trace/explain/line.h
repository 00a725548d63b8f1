/* Writes the lines of an explanation. */
#ifndef QKV_TRACE_EXPLAIN_LINE_H
#define QKV_TRACE_EXPLAIN_LINE_H

#include "trace/explain/explainer.h"
#include "trace/explain/scalar.h"

/* A line. text is taken over and emptied; after may be NULL. */
void line_add(struct explainer *t, const char *part, int64_t from, struct buf *text,
              const struct scalar *after, double value);
/* A line of numbers: line_numbers(t, "divide", -1, "# / # = #", {a, b, c}): its value is the last
 * one. */
void line_numbers(struct explainer *t, const char *part, int64_t from, const char *format,
                  int count, const struct scalar *at);
/* A line of words. */
void line_words(struct explainer *t, const char *part, int64_t from, const char *format, ...)
    QKV_PRINTF(4, 5);
/* The last line says where in memory a number lies. */
void line_is_place(struct explainer *t);
/* `total` lines follow, of which at most `most` are shown. */
void line_group(struct explainer *t, int64_t total, int most);
/* Whether the next line of the group is to be shown. In the gap, one line says how many are not;
 * `running` is the sum so far. */
bool line_shown(struct explainer *t, const struct scalar *running);
/* The first n of them as `read` gives them: "0.1 + 0.2 + ... + 0.9" when there are many. */
typedef struct scalar line_reader(const struct explainer *t, int64_t from);
void line_few(const struct explainer *t, int64_t n, const char *between, line_reader *read,
              struct buf *out);

#endif
