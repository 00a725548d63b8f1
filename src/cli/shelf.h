/* Opens the folders of --files and --write as a door for code (files/door.h). Nothing outside of
 * them is read or written: a name goes down from the folder part by part, and no link leads on. */
#pragma once

#include "cli/options.h"
#include "files/door.h"

struct shelf {
    struct files_door door;
    int reads, writes; /* the folders, open; -1: not given */
    bool lost;         /* a figure could not be written */
    bool quiet;        /* notes go nowhere: the screen has begun */
    char **made;       /* what was made here: that may be written again */
    size_t made_count;
    uint64_t written; /* bytes */
};

/* False with one sentence: a folder cannot be opened, or made. To be closed in any case. */
bool shelf_open(struct shelf *s, const struct options *o, struct error *err);
void shelf_close(struct shelf *s);
