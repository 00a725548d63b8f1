/* Does the line breaking of pretty.c. */
#ifndef QKV_LANG_LIBRARY_PRETTY_LAYOUT_H
#define QKV_LANG_LIBRARY_PRETTY_LAYOUT_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct layout_item { /* what waits until it is known whether its line fits */
    bool breakable;
    size_t start, len; /* text: in `pending` */
    int64_t width;
    int64_t indentation; /* breakable */
    int group;
};

struct layout_group {
    int depth;
    int breakables; /* still waiting */
    bool want_break;
};

struct layout_level { /* groups of one depth that may still be broken */
    int *at;
    int count, cap;
};

struct layout {
    struct buf *out;
    struct buf pending;
    struct layout_item *items;
    size_t head, count, cap; /* items[head .. count) wait */
    struct layout_group *groups;
    int group_count, group_cap;
    int *stack; /* open groups */
    int stack_count, stack_cap;
    struct layout_level *levels;
    int level_count, level_cap;
    int64_t output_width, buffer_width, indentation;
    size_t taken; /* from out's budget, for the arrays */
    bool failed;  /* no memory: out is failed too */
};

void layout_begin(struct layout *l, struct buf *out);
void layout_end(struct layout *l); /* writes what waits, frees */
void layout_text(struct layout *l, const char *text, size_t len);
void layout_puts(struct layout *l, const char *text);
void layout_breakable(struct layout *l); /* a space, or a new line where the group is broken */
void layout_newline(struct layout *l);
void layout_open(struct layout *l, int64_t indent, const char *open);
void layout_close(struct layout *l, int64_t indent, const char *close);

#endif
