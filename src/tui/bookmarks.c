/* Reads, writes and uses bookmarks. */
#include "tui/bookmarks.h"

#include "base/named.h"
#include "tui/asked.h"

#include "tui/act/act_guide.h"

#include <stdio.h>
#include <string.h>

#define HEADING "qkv bookmarks 1\n"
#define NAME_MOST 4096
#define STEPS_MOST 100000000

/* "16 1-9,16 30 weight-splits", "s3 0 30 /home/me/mine.ipynb", "16@9 ...": a lesson that is told,
 * at its ninth stop, or between it and the next one; "16@0": at no stop with a number */
static bool read_line(struct bookmarks *b, const char *line, size_t len)
{
    struct bookmark m = {0};
    int used = 0;
    char *text = b->count < BOOKMARKS_MOST ? arena_copy(&b->arena, line, len) : NULL;
    if (text == NULL || strlen(text) != len) {
        return false;
    }
    m.setup = text[0] == 's';
    text += m.setup;
    if (sscanf(text, "%9d%n", &m.step, &used) != 1 || m.step < 0) {
        return false;
    }
    text += used;
    if (sscanf(text, "@%9d%n", &m.stop, &used) == 1) {
        text += used;
        m.told = true;
    }
    text += strspn(text, " ");
    bool ok = m.stop >= 0 && seen_read(&m.seen, &text, STEPS_MOST) &&
              sscanf(text, " %9d %n", &m.all, &used) == 1 && m.all <= STEPS_MOST &&
              (m.seen.count == 0 || m.seen.at[m.seen.count - 1].last <= m.all) &&
              text[used] != '\0' && strlen(text + used) <= NAME_MOST;
    if (!ok) {
        seen_free(&m.seen);
        return false;
    }
    m.name = text + used;
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
        buf_printf(out, "%s%d", m->setup ? "s" : "", m->step);
        if (m->told) {
            buf_printf(out, "@%d", m->stop);
        }
        buf_putc(out, ' ');
        seen_write(&m->seen, out);
        buf_printf(out, " %d %s\n", m->all, m->name);
    }
}

void bookmarks_free(struct bookmarks *b)
{
    for (int k = 0; k < b->count; k++) {
        seen_free(&b->at[k].seen);
    }
    arena_free(&b->arena);
    *b = (struct bookmarks){0};
}

const struct bookmark *bookmarks_find(const struct bookmarks *b, const char *name)
{
    int k = named_at(b->at, b->count, sizeof *b->at, name);
    return k >= 0 ? &b->at[k] : NULL;
}

void bookmarks_set(struct bookmarks *b, const struct bookmark *mark)
{
    struct bookmark m = *mark;
    int was = b->count;
    const struct bookmark *old = bookmarks_find(b, m.name);
    if (strpbrk(m.name, "\n") != NULL || m.name[0] == '\0' || m.name[0] == ' ' ||
        strlen(m.name) > NAME_MOST) {
        return;
    }
    m.name = old != NULL ? old->name : arena_copy(&b->arena, m.name, strlen(m.name));
    if (m.name == NULL) {
        return;
    }
    m.seen = (struct seen){0};
    seen_join(&m.seen, &mark->seen);
    if (old != NULL && old->all == m.all && old->told == m.told) {
        seen_join(&m.seen, &old->seen);
    }
    int last = old != NULL                  ? (int)(old - b->at)
               : b->count == BOOKMARKS_MOST ? b->count - 1
                                            : b->count++;
    if (last < was) {
        seen_free(&b->at[last].seen);
    }
    memmove(&b->at[1], &b->at[0], (size_t)last * sizeof b->at[0]);
    b->at[0] = m;
}

void bookmarks_touch(struct bookmarks *b, const char *name)
{
    const struct bookmark none = {.name = name, .told = true}, *old = bookmarks_find(b, name);
    bookmarks_set(b, old != NULL ? old : &none);
}

bool bookmark_take(const struct viewer *v, const char *name, int all, struct bookmark *out)
{
    bool told = v->guide != NULL && v->guide->count > 0;
    if (v->where.at.row < 0 || (told && v->changed != NULL && *v->changed != '\0')) {
        return false; /* changed code has other stops: the place in the lesson stays as it was */
    }
    const struct event *e = &v->where.at.tape->event[stepper_event(&v->where.at)];
    *out = (struct bookmark){
        .name = name, .step = e->number, .setup = e->setup, .seen = v->where.seen, .all = all};
    if (told) {
        out->told = true;
        out->stop = guide_number(v->guide, v->where.stop);
        out->seen = v->where.read;
        out->all = v->guide->count - v->guide->recalls;
    }
    return true;
}

void bookmark_return(const struct bookmark *mark, struct viewer *v)
{
    int row = v->where.at.row, stop = v->where.stop;
    bool told = viewer_stop(v) != NULL;
    if (row < 0 || mark->told != told ||
        mark->all != (told ? v->guide->count - v->guide->recalls : v->where.at.tape->step_count)) {
        return;
    }
    if (told && mark->stop > 0 && mark->stop <= mark->all) {
        int k = 0;
        while (guide_number(v->guide, k) != mark->stop) {
            k++;
        }
        act_stand(v, k);
    } else if (mark->setup || mark->step > 1) {
        stepper_to_number(&v->where.at, mark->step, mark->setup);
        if (told) { /* not in the midst of what lies between two of its stops */
            act_stand(v, guide_near(v->guide, stepper_event(&v->where.at)));
        }
    }
    if (v->where.at.row != row || v->where.stop != stop) {
        bool types = asked_key(v, 'g') != ASKED_COMMAND; /* g would be an answer */
        viewer_say(v, "Here you were last time; %s goes to the first %s.", types ? "Home" : "g",
                   viewer_stop(v) != NULL ? "page" : "step");
    }
}
