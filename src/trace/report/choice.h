/* Tells which events of a tape are asked for: by their stage, number, module and line. The listing,
 * the summary and the JSON leave out the others. */
#pragma once

#include "trace/tape/tape.h"

struct choice {
    enum stage stage;   /* of this one alone; STAGE_COUNT: of all */
    bool backward;      /* steps of backward() alone */
    int step;           /* this number alone; 0: all */
    bool setup_step;    /* `step` is one of the set-up: s3 */
    const char *module; /* paths that this pattern fits, "h.3.*"; NULL: all */
    int line;           /* code on this line; 0: all */
    int cell;           /* of this cell of a notebook; 0: of any */
    const char *file;   /* of this file, or one whose path ends so; NULL: of any */
    size_t file_len;
};

/* Whether anything is left out. */
bool choice_is_some(const struct choice *c);
/* Whether event `event` is asked for. */
bool choice_takes(const struct choice *c, const struct tape *t, int event);

/* "12", "lib/attn.py:12", of a notebook "3:12" for its cell 3. False: it is none of them. */
bool choice_read_line(const char *text, struct choice *c);
