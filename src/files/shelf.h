/* Opens the folders of --files and --write as a door for code (files/door.h). Nothing outside of
 * them is read or written: a name goes down from the folder part by part, and no link leads on. */
#pragma once

#include "files/door.h"

struct shelf {
    struct files_door door;
    int reads, writes; /* the folders, open; -1: not given */
    bool lost;         /* a figure could not be written */
    char **made;       /* what was made here: that may be written again */
    size_t made_count;
    uint64_t written; /* bytes */
};

/* Whether a name has parts that a folder can hold, and none that leads up or nowhere. */
bool shelf_leads_down(const char *name);

/* NULL: no such folder. False with one sentence: it cannot be opened, or made. To be closed in any
 * case. Notes go nowhere until door.say is set. */
bool shelf_open(struct shelf *s, const char *reads, const char *writes, struct error *err);
void shelf_close(struct shelf *s);
