/* Opens the person's own editor on a copy of the code: $VISUAL, $EDITOR, else nano, else vi. The
 * file that is walked is never written; the copy is kept, under a name that was free. */
#pragma once

#include "base/buf.h"
#include "base/error.h"

struct editor {
    char path[512]; /* of the copy; "": there is none yet */
    bool scripted;  /* keys come from a file: what $EDITOR names runs without a terminal, too */
};

/* Edits `text`, beginning at `line`, and reads what became of it. A copy that is there already is
 * written anew, unless `keep`: then it is what is edited. `name` and `ending` make the name of the
 * copy. The terminal must be as the shell has it. False with one sentence in err. */
bool editor_run(struct editor *e, const char *name, const char *ending, const struct buf *text,
                bool keep, int line, struct buf *edited, struct error *err);
#define EDITOR_TOLD 110
/* What would run, and how to leave it: "nano: ^X leaves it, and asks whether to save." */
void editor_told(char out[EDITOR_TOLD]);
/* Removes the copy: nothing was changed in it. */
void editor_forget(struct editor *e);
