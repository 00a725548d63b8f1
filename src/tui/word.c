/* Finds words in lines of code. */
#include "tui/word.h"

#include <ctype.h>
#include <string.h>

static bool is_letter(char c)
{
    return isalpha((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

bool word_find(const char *line, size_t len, int nth, size_t *from, size_t *end)
{
    for (size_t at = 0; at < len; at = *end) {
        *from = at;
        *end = at + 1;
        if (!is_letter(line[at]) && !isdigit((unsigned char)line[at])) {
            if (line[at] == '@' && nth-- == 0) {
                return true;
            }
            continue;
        }
        while (*end < len && (is_letter(line[*end]) || isdigit((unsigned char)line[*end]))) {
            (*end)++;
        }
        if (is_letter(line[at]) && nth-- == 0) { /* a number is no word */
            return true;
        }
    }
    return false;
}

/* The chosen line; NULL: there is none. */
static const char *chosen_line(const struct viewer *v, size_t *len)
{
    const struct code_line *at = &v->where.cursor;
    if (v->lesson == NULL || at->cell < 0 || at->cell >= v->lesson->count) {
        return NULL;
    }
    const char *line = v->lesson->cells[at->cell].text;
    for (int k = 1; k < at->line && line != NULL; k++) {
        line = strchr(line, '\n');
        line += line != NULL;
    }
    *len = line != NULL ? strcspn(line, "\n") : 0;
    return line;
}

int word_count(const struct viewer *v)
{
    size_t len, from, end;
    const char *line = chosen_line(v, &len);
    int count = 0;
    while (line != NULL && word_find(line, len, count, &from, &end)) {
        count++;
    }
    return count;
}

bool word_text(const struct viewer *v, struct buf *out)
{
    size_t len, from, end;
    const char *line = chosen_line(v, &len);
    if (line == NULL || !word_find(line, len, v->where.word, &from, &end)) {
        return false;
    }
    buf_put(out, line + from, end - from);
    return true;
}
