/* Declares the way of a run to files: what a host gives it (interp.h: `files`). Without a door, and
 * in a door without folders, a run sees no files but those that it wrote, which stay in memory.
 *
 * Names lead down from a folder: "a/b.txt", "" for the folder itself. Whoever makes a door checks
 * them again. `own` asks for the folder of --write, where a run finds what it wrote itself. */
#pragma once

#include "lang/run/interp.h"

enum files_kind { FILES_NONE, FILES_FILE, FILES_FOLDER, FILES_LINK, FILES_OTHER };

struct files_found {
    enum files_kind kind;
    uint64_t size; /* of a file */
};

/* Functions return false with one sentence; ERROR_LIMIT ends the run, the rest code can catch. */
struct files_door {
    void *self;
    const char *reads, *writes; /* the folders, as the user named them; NULL: not given */
    bool (*look)(void *self, bool own, const char *name, struct files_found *out,
                 struct error *err);
    /* each() returns false to stop. */
    bool (*list)(void *self, bool own, const char *name, bool (*each)(void *to, const char *name),
                 void *to, struct error *err);
    bool (*read)(void *self, bool own, const char *name, uint64_t at, void *to, size_t len,
                 struct error *err);
    /* fresh: a new file, or one of this run anew; otherwise at the end of one of this run. */
    bool (*write)(void *self, const char *name, bool fresh, const void *data, size_t len,
                  struct error *err);
    bool (*folder)(void *self, const char *name, struct error *err);
    /* Only what this run has made. */
    bool (*remove)(void *self, const char *name, struct error *err);
    bool (*rename)(void *self, const char *from, const char *to, struct error *err);
    void (*say)(void *self, const char *sentence); /* a note to the user; NULL: it is not told */
    int reason; /* the system's number (errno) of what failed last; 0: the door itself refused */
};

/* The module _disk. */
bool files_module(struct interp *in, struct module *module, bool *found);
