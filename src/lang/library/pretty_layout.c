/* Line breaking as IPython's pretty printer does it: text and possible breaks wait in a queue; when
 * a line grows beyond 79 columns, the outermost waiting group is broken at all of its places. The
 * order in which groups are given up follows IPython to the letter, since it shows. */
#include "lang/library/pretty_layout.h"

#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

#define MAX_WIDTH 79

/* Room for one more element; false and `failed` when there is no memory. */
static bool room(struct layout *l, void **array, size_t count, size_t cap, size_t size,
                 size_t *new_cap)
{
    *new_cap = cap;
    if (l->failed || count < cap) {
        return !l->failed;
    }
    *new_cap = cap == 0 ? 16 : cap * 2;
    size_t more = (*new_cap - cap) * size;
    void *fresh = NULL;
    if (budget_take_silently(l->out->budget, more)) {
        l->taken += more;
        fresh = realloc(*array, *new_cap * size);
    }
    if (fresh == NULL) {
        l->failed = l->out->failed = true;
        *new_cap = cap;
        return false;
    }
    *array = fresh;
    return true;
}

static bool push_number(struct layout *l, int **array, int *count, int *cap, int value)
{
    size_t new_cap;
    void *at = *array;
    if (!room(l, &at, (size_t)*count, (size_t)*cap, sizeof **array, &new_cap)) {
        return false;
    }
    *array = at;
    *cap = (int)new_cap;
    (*array)[(*count)++] = value;
    return true;
}

/* --- the queue of groups --- */

static void enqueue(struct layout *l, int group)
{
    int depth = l->groups[group].depth;
    while (l->level_count <= depth) {
        size_t new_cap;
        void *at = l->levels;
        if (!room(l, &at, (size_t)l->level_count, (size_t)l->level_cap, sizeof *l->levels,
                  &new_cap)) {
            return;
        }
        l->levels = at;
        l->level_cap = (int)new_cap;
        l->levels[l->level_count++] = (struct layout_level){0};
    }
    struct layout_level *level = &l->levels[depth];
    push_number(l, &level->at, &level->count, &level->cap, group);
}

static void drop(struct layout_level *level, int k)
{
    memmove(level->at + k, level->at + k + 1, (size_t)(level->count - k - 1) * sizeof *level->at);
    level->count--;
}

static void unqueue(struct layout *l, int group)
{
    int depth = l->groups[group].depth;
    struct layout_level *level = depth < l->level_count ? &l->levels[depth] : NULL;
    for (int k = 0; level != NULL && k < level->count; k++) {
        if (level->at[k] == group) {
            drop(level, k);
            return;
        }
    }
}

/* The next group to break, -1 if there is none. The group found from the back is looked up, but the
 * one at that distance from the front leaves the queue: so does IPython. */
static int dequeue(struct layout *l)
{
    for (int depth = 0; depth < l->level_count; depth++) {
        struct layout_level *level = &l->levels[depth];
        for (int k = 0; k < level->count; k++) {
            int group = level->at[level->count - 1 - k];
            if (l->groups[group].breakables > 0) {
                drop(level, k);
                l->groups[group].want_break = true;
                return group;
            }
        }
        for (int k = 0; k < level->count; k++) {
            l->groups[level->at[k]].want_break = true;
        }
        level->count = 0;
    }
    return -1;
}

/* --- output --- */

static void new_line(struct layout *l, int64_t indentation)
{
    buf_putc(l->out, '\n');
    buf_fill(l->out, ' ', (size_t)indentation);
}

/* Writes one item; returns the column after it. */
static int64_t write_item(struct layout *l, const struct layout_item *item)
{
    if (!item->breakable) {
        buf_put(l->out, l->pending.data + item->start, item->len);
        return l->output_width + item->width;
    }
    struct layout_group *g = &l->groups[item->group];
    g->breakables--;
    if (g->want_break) {
        new_line(l, item->indentation);
        return item->indentation;
    }
    if (g->breakables == 0) {
        unqueue(l, item->group);
    }
    buf_putc(l->out, ' ');
    return l->output_width + 1;
}

static void forget_written(struct layout *l)
{
    if (l->head == l->count) {
        l->head = l->count = 0;
        buf_clear(&l->pending);
    }
}

static void flush(struct layout *l)
{
    while (l->head < l->count) {
        l->output_width += write_item(l, &l->items[l->head++]);
    }
    l->buffer_width = 0;
    forget_written(l);
}

static void write_first(struct layout *l)
{
    const struct layout_item *item = &l->items[l->head++];
    int64_t width = item->width;
    l->output_width = write_item(l, item);
    l->buffer_width -= width;
}

static void break_group(struct layout *l, int group)
{
    while (l->groups[group].breakables > 0 && l->head < l->count) {
        write_first(l);
    }
    while (l->head < l->count && !l->items[l->head].breakable) {
        write_first(l);
    }
    forget_written(l);
}

static void break_outer(struct layout *l)
{
    while (!l->failed && MAX_WIDTH < l->output_width + l->buffer_width) {
        int group = dequeue(l);
        if (group < 0) {
            return;
        }
        break_group(l, group);
    }
}

static struct layout_item *push_item(struct layout *l)
{
    size_t new_cap;
    void *at = l->items;
    if (!room(l, &at, l->count, l->cap, sizeof *l->items, &new_cap)) {
        return NULL;
    }
    l->items = at;
    l->cap = new_cap;
    struct layout_item *item = &l->items[l->count++];
    *item = (struct layout_item){.start = l->pending.len};
    return item;
}

void layout_text(struct layout *l, const char *text, size_t len)
{
    int64_t width = (int64_t)utf8_count(text, len);
    if (l->head == l->count) {
        buf_put(l->out, text, len);
        l->output_width += width;
        return;
    }
    struct layout_item *item = &l->items[l->count - 1];
    if (item->breakable && (item = push_item(l)) == NULL) {
        return;
    }
    buf_put(&l->pending, text, len);
    item->len += len;
    item->width += width;
    l->buffer_width += width;
    break_outer(l);
}

void layout_puts(struct layout *l, const char *text)
{
    layout_text(l, text, strlen(text));
}

void layout_breakable(struct layout *l)
{
    if (l->failed) {
        return;
    }
    int group = l->stack[l->stack_count - 1];
    if (l->groups[group].want_break) {
        flush(l);
        new_line(l, l->indentation);
        l->output_width = l->indentation;
        l->buffer_width = 0;
        return;
    }
    struct layout_item *item = push_item(l);
    if (item == NULL) {
        return;
    }
    item->breakable = true;
    item->width = 1;
    item->indentation = l->indentation;
    item->group = group;
    l->groups[group].breakables++;
    l->buffer_width++;
    break_outer(l);
}

void layout_newline(struct layout *l)
{
    int group = dequeue(l);
    if (group >= 0) {
        break_group(l, group);
    }
    flush(l);
    new_line(l, l->indentation);
    l->output_width = l->indentation;
    l->buffer_width = 0;
}

static void push_group(struct layout *l, int depth)
{
    size_t new_cap;
    void *at = l->groups;
    if (!room(l, &at, (size_t)l->group_count, (size_t)l->group_cap, sizeof *l->groups, &new_cap)) {
        return;
    }
    l->groups = at;
    l->group_cap = (int)new_cap;
    l->groups[l->group_count] = (struct layout_group){.depth = depth};
    if (push_number(l, &l->stack, &l->stack_count, &l->stack_cap, l->group_count)) {
        enqueue(l, l->group_count++);
    }
}

void layout_open(struct layout *l, int64_t indent, const char *open)
{
    layout_puts(l, open);
    if (!l->failed) {
        push_group(l, l->groups[l->stack[l->stack_count - 1]].depth + 1);
    }
    l->indentation += indent;
}

void layout_close(struct layout *l, int64_t indent, const char *close)
{
    l->indentation -= indent;
    if (l->failed) {
        return;
    }
    int group = l->stack[--l->stack_count];
    if (l->groups[group].breakables == 0) {
        unqueue(l, group);
    }
    layout_puts(l, close);
}

void layout_begin(struct layout *l, struct buf *out)
{
    *l = (struct layout){.out = out, .pending.budget = out->budget};
    push_group(l, 0);
}

void layout_end(struct layout *l)
{
    if (!l->failed) {
        flush(l);
    }
    for (int k = 0; k < l->level_count; k++) {
        free(l->levels[k].at);
    }
    free(l->levels);
    free(l->items);
    free(l->groups);
    free(l->stack);
    if (l->out->budget != NULL) {
        budget_give(l->out->budget, l->taken);
    }
    l->out->failed |= l->pending.failed;
    buf_free(&l->pending);
}
