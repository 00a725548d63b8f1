/* Writes and reads the lines about what was done. */
#include "exercise/progress.h"

#include "exercise/form.h"

#include <stdlib.h>
#include <string.h>

static const char heading[] = "qkv practice 1\n";
static const char *const names[] = {"new", "tried", "skipped", "shown", "solved"};
#define STATES (sizeof names / sizeof names[0])

/* State, tries, draw, exercise; a path, perhaps with blanks. */
FORM(line_of, "^([^ ]+) ([^ ]+) ([^ ]+) ([^ ]+) (.+)$");

static bool read_line(struct progress *p, struct piece line)
{
    struct piece part[FORM_GROUPS];
    struct progress_line one = {0};
    size_t s = 0;
    if (!form_find(&line_of, line, 0, part)) {
        return false;
    }
    while (s < STATES && !piece_among(part[1], names[s], false)) {
        s++;
    }
    one.done = (enum done)s;
    one.tries = (int)strtol(part[2].at, NULL, 10);
    one.draw = strtoull(part[3].at, NULL, 10);
    one.exercise = arena_copy(&p->arena, part[4].at, part[4].len);
    one.lesson = arena_copy(&p->arena, part[5].at, part[5].len);
    return s < STATES && one.tries >= 0 && one.exercise != NULL && one.lesson != NULL &&
           progress_set(p, &one);
}

bool progress_read(struct progress *p, const char *text, size_t len)
{
    struct piece rest = {text, len}, line;
    *p = (struct progress){0};
    bool ok = piece_word(rest, heading, false) > 0;
    rest = piece_behind(rest, ok ? strlen(heading) : 0);
    while (ok && piece_line(&rest, &line)) {
        ok = read_line(p, line);
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
