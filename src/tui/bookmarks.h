/* Keeps where a person was in each file and lesson, as text that is kept between two walks: a
 * heading, then a line for each, the latest first: the step, those that were seen, how many there
 * are, the name. Nothing else is kept. The command line reads and writes the file itself. */
#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "tui/seen.h"
#include "tui/viewer.h"

#define BOOKMARKS_MOST 200

struct bookmark {
    const char *name; /* of a lesson, or the path of a file */
    int step;
    bool setup; /* it is a step of the set-up */
    bool told;  /* a lesson as it is told (guide.h): `seen` and `all` count its stops, and ... */
    int stop;   /* ... it was this one, from 1; 0: none with a number */
    struct seen seen; /* of one that stands in bookmarks: owned */
    int all;          /* how many steps there are */
};

struct bookmarks {
    struct bookmark at[BOOKMARKS_MOST];
    int count;
    struct arena arena;
};

/* Into empty bookmarks. False: this is no such text; there are none then. */
bool bookmarks_read(struct bookmarks *b, const char *text, size_t len);
void bookmarks_write(const struct bookmarks *b, struct buf *out);
void bookmarks_free(struct bookmarks *b);

/* NULL: there is none of this name. */
const struct bookmark *bookmarks_find(const struct bookmarks *b, const char *name);
/* In the place of the one of this name; what was seen of the same steps is joined. The oldest one
 * goes when there are too many; a name that cannot stand on a line is left out. */
void bookmarks_set(struct bookmarks *b, const struct bookmark *mark);

/* It becomes the latest one, with the place that it had; without one it gets none. */
void bookmarks_touch(struct bookmarks *b, const char *name);

/* Where a viewer stands, of a run of `all` steps, and what it has seen, which stays its own; of a
 * lesson that is told, in stops instead of steps. False: nowhere. */
bool bookmark_take(const struct viewer *v, const char *name, int all, struct bookmark *out);
/* Puts a viewer there, and says so; the first step and a place that is gone are left alone. */
void bookmark_return(const struct bookmark *mark, struct viewer *v);
