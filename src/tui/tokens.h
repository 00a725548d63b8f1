/* The words behind the rows and columns: `# tokens: Your journey starts with one step` in the code.
 * A file may have several such comments; the one that stands last before a step, and has as many
 * words as the axis has places, names the axis. */
#ifndef QKV_TUI_TOKENS_H
#define QKV_TUI_TOKENS_H

#include "trace/tape.h"

struct token_list {
    const struct source *source;
    int line;
    char **word; /* in the arena */
    int count;
};

struct tokens {
    struct token_list *list;
    int count, cap;
    struct arena arena;
};

/* Looks through the sources of a tape. False: memory. */
bool tokens_find(struct tokens *k, const struct tape *t);
void tokens_free(struct tokens *k);

/* The words for an axis of that size and name (NULL: it has none) at event `event`; NULL: none. A
 * name that cannot be an axis of tokens (head_dim, d_out) gets none. */
char *const *tokens_for(const struct tokens *k, const struct tape *t, int event, int64_t size,
                        const char *axis);
/* Whether that is the name of an axis of heads: "num_heads", "H", "h". */
bool axis_is_heads(const char *axis);
bool axis_is_batch(const char *axis); /* "B", "b", "bsz", "batch_size" */

#endif
