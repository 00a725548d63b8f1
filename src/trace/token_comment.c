/* Finding the comment, wherever it stands in a line. */
#include "trace/token_comment.h"

#include <string.h>

const char *token_comment(const char *text, size_t len, size_t *rest)
{
    static const char mark[] = "tokens:";
    for (size_t k = 0; k < len; k++) {
        size_t at = k + 1;
        while (text[k] == '#' && at < len && (text[at] == ' ' || text[at] == '\t')) {
            at++;
        }
        if (text[k] == '#' && len - at >= sizeof mark - 1 &&
            memcmp(text + at, mark, sizeof mark - 1) == 0) {
            at += sizeof mark - 1;
            for (*rest = 0; at + *rest < len && strchr("\r\n", text[at + *rest]) == NULL;) {
                ++*rest;
            }
            return text + at;
        }
    }
    return NULL;
}
