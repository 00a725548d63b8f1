/* Finds the words behind the places of an axis: `# tokens: Your journey starts` in the code, or
 * `# tokens: {text}` and `# tokens: {*text}`, the words or letters of `text = "..."` above it.
 * Private to src/trace/axes; readers ask axes_word.
 *
 * A comment names an axis of one tensor: the first one, made in its statement or later, with an
 * axis as long as the list of words; or of the statement that it stands behind, where the next one
 * has no such axis. From there the words follow the data like the names of axes
 * (axes_rules.c), slices with the words of the slice, rows that an index names with theirs. Another
 * tensor of the same size has none.
 * Where operands with different words meet in an axis, the result has none. */
#pragma once

#include "trace/axes/axes_rules.h"

struct word_list {
    const struct source *source;
    int line;
    const char **word; /* in the tape's arena */
    int count;
    const struct node *taken; /* the statement that made the tensor; NULL: none so far */
};

struct words {
    struct word_list *list;
    int count, cap;
    struct map met; /* sources that were looked through */
};

void words_close(struct words *w);
/* Tells the tape of the lists that no tensor took. False: memory. */
bool words_lost(const struct words *w, struct tape *t);
/* What the event's results are labelled with beside what followed from its inputs: axes that a
 * comment names take its words, and what the operation mixes or moves along loses them. False:
 * memory. */
bool words_apply(struct words *w, struct step *s);

/* `to` is the same axis as `from`: it has the same words. */
void words_meet(struct axis_name *to, const struct axis_name *from, int64_t size);
/* The words of places start, start + 1, ... of an axis. */
void words_slice(struct axis_name *name, int64_t start);
/* Whether the words of `b` go on where those of `a`, which are `count`, end. */
bool words_go_on(const struct axis_name *a, int64_t count, const struct axis_name *b);
