/* Writes and reads the lines about what was done. */
#include "exercise/progress.h"

#include <stdlib.h>
#include <string.h>

static const char heading[] = "qkv practice 1\n";
static const char *const names[] = {"new", "tried", "skipped", "shown", "solved"};
#define STATES (sizeof names / sizeof names[0])

/* The next word of a line, cut off in place; NULL: there is none. */
static char *next_word(char **at)
{
    char *word = *at;
    size_t len = strcspn(word, " ");
    if (len == 0) {
        return NULL;
    }
    *at = word + len + (word[len] == ' ');
    word[len] = '\0';
    return word;
}

static bool read_line(struct progress *p, char *line)
{
    struct progress_line one = {0};
    char *state = next_word(&line), *tries = next_word(&line), *draw = next_word(&line);
    char *lesson = draw != NULL ? next_word(&line) : NULL;
    if (lesson == NULL || *line == '\0') {
        return false;
    }
    size_t s = 0;
    while (s < STATES && strcmp(state, names[s]) != 0) {
        s++;
    }
    one.done = (enum done)s;
    one.tries = (int)strtol(tries, NULL, 10);
    one.draw = strtoull(draw, NULL, 10);
    one.exercise = lesson; /* it has no blanks; the rest of the line is a path perhaps with some */
    one.lesson = line;
    return s < STATES && one.tries >= 0 && progress_set(p, &one);
}

bool progress_read(struct progress *p, const char *text, size_t len)
{
    size_t head = strlen(heading);
    *p = (struct progress){0};
    char *copy = arena_copy(&p->arena, text, len);
    bool ok = copy != NULL && len >= head && memcmp(text, heading, head) == 0;
    for (char *line = copy + (ok ? head : 0); ok && *line != '\0';) {
        char *end = strchr(line, '\n');
        char *next = end != NULL ? end + 1 : line + strlen(line);
        if (end != NULL) {
            *end = '\0';
        }
        ok = read_line(p, line);
        line = next;
    }
    if (!ok) {
        progress_free(p);
    }
    return ok;
}

void progress_write(const struct progress *p, struct buf *out)
{
    buf_puts(out, heading);
    for (int k = 0; k < p->count; k++) {
        const struct progress_line *l = &p->at[k];
        buf_printf(out, "%s %d %llu %s %s\n", names[l->done], l->tries, (unsigned long long)l->draw,
                   l->exercise, l->lesson);
    }
}

void progress_free(struct progress *p)
{
    arena_free(&p->arena);
    *p = (struct progress){0};
}

const struct progress_line *progress_find(const struct progress *p, const char *lesson,
                                          const char *exercise)
{
    for (int k = 0; k < p->count; k++) {
        if (strcmp(p->at[k].lesson, lesson) == 0 && strcmp(p->at[k].exercise, exercise) == 0) {
            return &p->at[k];
        }
    }
    return NULL;
}

bool progress_set(struct progress *p, const struct progress_line *line)
{
    const struct progress_line *old = progress_find(p, line->lesson, line->exercise);
    if (strpbrk(line->lesson, "\r\n") != NULL || strpbrk(line->exercise, " \r\n") != NULL) {
        return false;
    }
    if (old != NULL) {
        struct progress_line *to = &p->at[old - p->at];
        *to =
            (struct progress_line){old->lesson, old->exercise, line->done, line->tries, line->draw};
        return true;
    }
    if (p->at == NULL) {
        p->at = arena_alloc(&p->arena, PROGRESS_MOST * sizeof *p->at);
    }
    const char *lesson = arena_copy(&p->arena, line->lesson, strlen(line->lesson));
    const char *exercise = arena_copy(&p->arena, line->exercise, strlen(line->exercise));
    if (p->at == NULL || lesson == NULL || exercise == NULL || p->count == PROGRESS_MOST) {
        return false;
    }
    p->at[p->count++] =
        (struct progress_line){lesson, exercise, line->done, line->tries, line->draw};
    return true;
}
