/* Keeps the warnings that a project knows of in a file, so that lint tells the new ones alone. */
#pragma once

#include "mistakes/warnings.h"

struct lint_baseline {
    struct buf text;
    struct known { /* a line of it */
        const char *at;
        size_t len;
        bool met;
    } *known;
    int count, cap;
};

/* False with ERROR_INPUT: it cannot be read, or is no such file. */
bool lint_baseline_read(struct lint_baseline *b, const char *path, struct error *err);
/* Whether the warning is in it; each of its lines stands for one. */
bool lint_baseline_has(struct lint_baseline *b, const struct tape *t, const struct warning *w);
void lint_baseline_free(struct lint_baseline *b);

/* The line of a warning, for lint_baseline_write. */
void lint_baseline_put(const struct tape *t, const struct warning *w, struct buf *out);
bool lint_baseline_write(const char *path, const struct buf *lines, struct error *err);
