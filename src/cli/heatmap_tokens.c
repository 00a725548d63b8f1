/* The words that rows and columns of a heatmap stand for. */
#define _POSIX_C_SOURCE 200809L
#include "cli/heatmap.h"

#include "base/file.h"
#include "lesson/lesson.h"
#include "trace/token_comment.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_LABELS ((size_t)16 << 20)

/* The rest of the line behind `# tokens:` in the code, NULL: there is none. */
static const char *find_comment(const struct lesson *l, size_t *len)
{
    for (int k = 0; k < l->count; k++) {
        const char *text = l->cells[k].text;
        const char *found = l->cells[k].code ? token_comment(text, strlen(text), len) : NULL;
        if (found != NULL) {
            return found;
        }
    }
    return NULL;
}

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

/* Cuts the text into words at any of these characters, in place. An empty word counts only between
 * commas or lines. */
static bool cut(char *text, const char *at, bool keep_empty, const char ***word, int *count)
{
    for (char *p = text, *next; p != NULL; p = next) {
        size_t n = strcspn(p, at);
        next = p[n] != '\0' ? p + n + 1 : NULL;
        p[n] = '\0';
        p = trim(p);
        if ((*p != '\0' || (keep_empty && next != NULL)) && !push(word, count, p)) {
            return false;
        }
    }
    return true;
}

bool heatmap_tokens(const struct options *o, const struct lesson *l, char **text,
                    const char ***word, int *count, struct error *err)
{
    struct buf all = {0};
    const char *at = " \t";
    bool keep_empty = false;
    size_t len = 0;
    *text = NULL;
    *word = NULL;
    *count = 0;
    if (o->labels != NULL && access(o->labels, F_OK) == 0) {
        if (!file_read(o->labels, MAX_LABELS, &all, err)) {
            buf_free(&all);
            return false;
        }
        at = "\n";
        keep_empty = true;
    } else if (o->labels != NULL) {
        buf_puts(&all, o->labels);
        at = ",";
        keep_empty = true;
    } else {
        const char *comment = find_comment(l, &len);
        if (comment == NULL) {
            return true;
        }
        buf_put(&all, comment, len);
    }
    *text = all.data;
    return (!all.failed && (all.data == NULL || cut(all.data, at, keep_empty, word, count))) ||
           error_set(err, ERROR_LIMIT, "the system has no memory left");
}
