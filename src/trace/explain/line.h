/* Writes the lines of an explanation. */
#pragma once

#include "trace/explain/explainer.h"
#include "trace/explain/scalar.h"

/* A line, or NULL where none is written. text is taken over and emptied; after may be NULL. */
struct explained_step *line_add(struct explainer *t, const char *part, int64_t from,
                                struct buf *text, const struct scalar *after, double value);
/* A line of numbers: line_numbers(t, "exp", -1, "exp(#) = #", {a, b}): its value is the last one.
 */
void line_numbers(struct explainer *t, const char *part, int64_t from, const char *format,
                  const struct scalar *at);
/* A line of numbers that ends in what they come to, which is returned: line_computed(t, "divide",
 * -1, "# / #", {a, b}); scalars_computed says how. */
struct scalar line_computed(struct explainer *t, const char *part, int64_t from, const char *format,
                            const struct scalar *at);
/* The same in a group, where it is written if it is to be shown. */
struct scalar line_counted(struct explainer *t, const char *part, int64_t from, const char *format,
                           const struct scalar *at);
/* "x rounded to 16 bits is y", as `format` says it; y is returned. */
struct scalar line_rounded(struct explainer *t, const char *format, struct scalar x,
                           enum dtype dtype);
/* A line of words. */
void line_words(struct explainer *t, const char *part, int64_t from, const char *format, ...)
    QKV_PRINTF(4, 5);
/* The last line says where in memory a number lies. */
void line_is_place(struct explainer *t);
/* `total` lines follow, of which at most `most` are shown. */
void line_group(struct explainer *t, int64_t total, int most);
/* Whether the next line of the group is to be shown. In the gap, one line says how many are not. */
bool line_shown(struct explainer *t);
/* The first n of them as `read` gives them: "0.1 + 0.2 + ... + 0.9" when there are many. */
typedef struct scalar line_reader(const struct explainer *t, int64_t from);
void line_few(const struct explainer *t, int64_t n, const char *between, line_reader *read,
              struct buf *out);
