/* Reading, writing and using bookmarks. */
#include "tui/bookmarks.h"

#include <stdio.h>
#include <string.h>

#define HEADING "qkv bookmarks 1\n"
#define NAME_MOST 4096
#define STEPS_MOST 100000000

/* "16 20 30 weight-splits", "s3 0 30 /home/me/mine.ipynb" */
static bool read_line(struct bookmarks *b, const char *line, size_t len)
{
    char text[NAME_MOST + 64];
    struct bookmark m = {0};
    int used = 0;
    if (len >= sizeof text || b->count == BOOKMARKS_MOST) {
        return false;
    }
    memcpy(text, line, len);
    text[len] = '\0';
    m.setup = text[0] == 's';
    if (strlen(text) != len ||
        sscanf(text + m.setup, "%9d %9d %9d %n", &m.step, &m.furthest, &m.all, &used) != 3 ||
        m.step < 0 || m.furthest < 0 || m.all < m.furthest || m.all > STEPS_MOST) {
        return false;
    }
    const char *name = text + m.setup + used;
    m.name = arena_copy(&b->arena, name, strlen(name));
    if (*name == '\0' || m.name == NULL) {
        return false;
    }
    b->at[b->count++] = m;
    return true;
}

bool bookmarks_read(struct bookmarks *b, const char *text, size_t len)
{
    size_t at = strlen(HEADING);
    if (len < at || memcmp(text, HEADING, at) != 0) {
        return false;
    }
    while (at < len) {
        const char *end = memchr(text + at, '\n', len - at);
        size_t line = end != NULL ? (size_t)(end - text) - at : len - at;
        if (end == NULL || !read_line(b, text + at, line)) {
            bookmarks_free(b);
            return false;
        }
        at += line + 1;
    }
    return true;
}

void bookmarks_write(const struct bookmarks *b, struct buf *out)
{
    buf_puts(out, HEADING);
    for (int k = 0; k < b->count; k++) {
        const struct bookmark *m = &b->at[k];
        buf_printf(out, "%s%d %d %d %s\n", m->setup ? "s" : "", m->step, m->furthest, m->all,
                   m->name);
    }
}

void bookmarks_free(struct bookmarks *b)
{
    arena_free(&b->arena);
    *b = (struct bookmarks){0};
}

const struct bookmark *bookmarks_find(const struct bookmarks *b, const char *name)
{
    for (int k = 0; k < b->count; k++) {
        if (strcmp(b->at[k].name, name) == 0) {
            return &b->at[k];
        }
    }
    return NULL;
}

void bookmarks_set(struct bookmarks *b, const struct bookmark *mark)
{
    struct bookmark m = *mark;
    const struct bookmark *old = bookmarks_find(b, m.name);
    if (strpbrk(m.name, "\n") != NULL || m.name[0] == '\0' || m.name[0] == ' ' ||
        strlen(m.name) > NAME_MOST) {
        return;
    }
    m.name = old != NULL ? old->name : arena_copy(&b->arena, m.name, strlen(m.name));
    if (m.name == NULL) {
        return;
    }
    if (old != NULL && old->all == m.all && old->furthest > m.furthest) {
        m.furthest = old->furthest;
    }
    int last = old != NULL                  ? (int)(old - b->at)
               : b->count == BOOKMARKS_MOST ? b->count - 1
                                            : b->count++;
    memmove(&b->at[1], &b->at[0], (size_t)last * sizeof b->at[0]);
    b->at[0] = m;
}

bool bookmark_take(const struct viewer *v, const char *name, int all, struct bookmark *out)
{
    if (v->at.row < 0) {
        return false;
    }
    const struct event *e = &v->at.tape->event[stepper_event(&v->at)];
    *out = (struct bookmark){.name = name,
                             .step = e->number,
                             .setup = e->setup,
                             .furthest = v->furthest < all ? v->furthest : all,
                             .all = all};
    return true;
}

void bookmark_return(const struct bookmark *mark, struct viewer *v)
{
    int row = v->at.row;
    if (row < 0 || mark->all != v->at.tape->step_count || (!mark->setup && mark->step <= 1)) {
        return;
    }
    if (stepper_to_number(&v->at, mark->step, mark->setup) && v->at.row != row) {
        viewer_say(v, "Here you were last time; g goes to the first step.");
    }
}
