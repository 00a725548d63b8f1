/* The tape as JSON, for other programs: docs/trace-json.md describes it. */
#ifndef QKV_TRACE_JSON_H
#define QKV_TRACE_JSON_H

#include "trace/tape.h"
#include "trace/warnings.h"

struct json_about {
    const char *file;
    const char *seed;  /* as it was given or taken; NULL: the code sets its own */
    const char *error; /* why the code failed; NULL: it did not */
    bool values;       /* the cells too */
};

/* After stages_find and axes_find. False with session->in.error: memory. */
bool json_write(const struct json_about *about, struct tape *t, const struct warnings *warnings,
                struct buf *out);

/* A JSON string, with its quotes. Bytes that are not UTF-8 become U+FFFD. */
void json_text(const char *text, size_t len, struct buf *out);

#endif
