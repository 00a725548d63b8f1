/* Keeps the files with the bookmarks, with what was practised and with the signs that were told, in
 * $XDG_STATE_HOME/qkv, else in ~/.local/state/qkv.
 *
 * Never an error: what cannot be read, and what cannot be written, is told in one sentence. */
#pragma once

#include "exercise/progress.h"
#include "tui/bookmarks.h"
#include "tui/pane/signs.h"

struct state {
    struct bookmarks bookmarks;
    char note[200]; /* why there are none; "": all is well */
    bool strange;   /* there is a file that was not understood */
};

/* off: there are none, and none are looked for. */
void state_read(struct state *s, bool off);
void state_free(struct state *s);
/* Under which a lesson is kept, by its name however it was called; a file, by its path from the
 * root. Freed by the caller; NULL: none. */
char *state_name(const char *name);
/* Into an empty one: what was done of exercises. False: there is a file that was not understood. */
bool state_progress(struct progress *p, bool off);

/* Which signs were told; without a word where they are not known, or cannot be kept. */
void state_signs(struct signs *s, bool off);
void state_keep_signs(const struct signs *s, bool off);

/* Puts the viewer where the person was in this file or lesson. */
void state_return(const char *name, bool off, struct viewer *v);
/* Keeps where the viewer stands; `all`: the steps of the file's own code. */
void state_keep(const char *name, bool off, const struct viewer *v, int all);
