/* Adds, joins and writes ranges of steps. */
#include "tui/seen.h"

#include "base/grow.h"

#include <stdlib.h>
#include <string.h>

void seen_add(struct seen *s, int first, int last)
{
    int from = s->count, to; /* [from, to): those that it touches */
    while (from > 0 && s->at[from - 1].last >= first - 1) {
        from--;
    }
    for (to = from; to < s->count && s->at[to].first <= last + 1; to++) {
        first = s->at[to].first < first ? s->at[to].first : first;
        last = s->at[to].last > last ? s->at[to].last : last;
    }
    if (from == to && !grow(&s->at, s->count, &s->cap, sizeof *s->at)) {
        return;
    }
    memmove(&s->at[from + 1], &s->at[to], (size_t)(s->count - to) * sizeof *s->at);
    s->at[from] = (struct seen_range){first, last};
    s->count += from + 1 - to;
}

void seen_join(struct seen *s, const struct seen *other)
{
    for (int k = 0; k < other->count; k++) {
        seen_add(s, other->at[k].first, other->at[k].last);
    }
}

void seen_free(struct seen *s)
{
    free(s->at);
    *s = (struct seen){0};
}

int seen_steps(const struct seen *s)
{
    int steps = 0;
    for (int k = 0; k < s->count; k++) {
        steps += s->at[k].last - s->at[k].first + 1;
    }
    return steps;
}

void seen_write(const struct seen *s, struct buf *out)
{
    for (int k = 0; k < s->count; k++) {
        buf_printf(out, "%s%d", k > 0 ? "," : "", s->at[k].first);
        if (s->at[k].last > s->at[k].first) {
            buf_printf(out, "-%d", s->at[k].last);
        }
    }
    buf_puts(out, s->count == 0 ? "0" : "");
}

/* A number that is no more than `most`; -1: there is none. */
static int read_number(char **text, int most)
{
    char *from = *text;
    long number = *from >= '0' && *from <= '9' ? strtol(from, text, 10) : -1;
    return number <= most ? (int)number : -1;
}

bool seen_read(struct seen *s, char **text, int most)
{
    int before = 0;
    if (strncmp(*text, "0 ", 2) == 0) {
        ++*text;
        return true;
    }
    do {
        *text += before > 0; /* the comma */
        int first = read_number(text, most), last = first;
        if (**text == '-') {
            ++*text;
            last = read_number(text, most);
        }
        if (first <= before || last < first) {
            return false;
        }
        seen_add(s, first, last);
        before = last;
    } while (**text == ',');
    return true;
}
