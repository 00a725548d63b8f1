/* Writes the tape as JSON, for other programs: docs/trace-json.md describes it. */
#pragma once

#include "mistakes/warnings.h"
#include "trace/report/choice.h"

struct json_about {
    const char *file;
    const char *seed;  /* as it was given or taken; NULL: the code sets its own */
    const char *error; /* why the code failed; NULL: it did not */
    const char *hint;  /* what qkv adds to that, or NULL */
    bool values;       /* the cells too */
    bool all;          /* and those of the set-up */
    bool summary;      /* minimum, mean and the like of each result (summary.h) */
    bool lines;        /* each event on a line of its own, and nothing around them */
    struct choice choice;
    size_t most; /* bytes; what is longer ends there, ERROR_LIMIT; 0: no limit */
    /* Gets the text, part by part; false ends the writing. */
    bool (*take)(void *self, const char *text, size_t len);
    void *self;
};

/* After stages_find and axes_find. False with session->in.error: memory, time; or take has said
 * so. */
bool json_write(const struct json_about *about, struct tape *t, const struct warnings *warnings);
