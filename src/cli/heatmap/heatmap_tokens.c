/* Finds the words of --labels, for rows and columns of a heatmap. Those of a comment in the code
 * follow the data: trace/axes/axes.h. */
#define _POSIX_C_SOURCE 200809L
#include "cli/heatmap/heatmap.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_LABELS ((size_t)16 << 20)

static bool push(const char ***word, int *count, const char *one)
{
    if (*count == 0 || (*count & (*count - 1)) == 0) { /* a power of two: full */
        const char **more = realloc(*word, (size_t)(*count == 0 ? 1 : *count * 2) * sizeof *more);
        if (more == NULL) {
            return false;
        }
        *word = more;
    }
    (*word)[(*count)++] = one;
    return true;
}

static char *trim(char *word)
{
    char *end = strchr(word, '\0');
    while (*word == ' ' || *word == '\t') {
        word++;
    }
    while (end > word && strchr(" \t\r", end[-1]) != NULL) {
        *--end = '\0';
    }
    return word;
}

/* Cuts the text into words at any of these characters, in place. What stands behind the last one
 * may be empty: then it is no word. */
static bool cut(char *text, const char *at, const char ***word, int *count)
{
    for (char *p = text, *next; p != NULL; p = next) {
        size_t n = strcspn(p, at);
        next = p[n] != '\0' ? p + n + 1 : NULL;
        p[n] = '\0';
        p = trim(p);
        if ((*p != '\0' || next != NULL) && !push(word, count, p)) {
            return false;
        }
    }
    return true;
}

bool heatmap_tokens(const struct options *o, char **text, const char ***word, int *count,
                    struct error *err)
{
    struct buf all = {0};
    const char *at = ",";
    *text = NULL;
    *word = NULL;
    *count = 0;
    if (o->labels != NULL && access(o->labels, F_OK) == 0) {
        if (!file_read(o->labels, MAX_LABELS, &all, err)) {
            buf_free(&all);
            return false;
        }
        at = "\n";
    } else if (o->labels != NULL) {
        buf_puts(&all, o->labels);
    }
    *text = all.data;
    return (!all.failed && (all.data == NULL || cut(all.data, at, word, count))) ||
           error_memory(err);
}
