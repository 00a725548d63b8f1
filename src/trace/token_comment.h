/* `# tokens: Your journey starts` in the code: the words that an axis stands for. */
#ifndef QKV_TRACE_TOKEN_COMMENT_H
#define QKV_TRACE_TOKEN_COMMENT_H

#include <stddef.h>

/* What stands behind the first such comment of a text, up to the end of its line; NULL: it has
 * none. */
const char *token_comment(const char *text, size_t len, size_t *rest);

#endif
