/* Declares what the suites of src/trace share: a text is run while a tape listens. */
#pragma once

#include "program.h"

#include "trace/tape/tape.h"

struct traced {
    struct program program;
    struct tape tape;
};

/* `import torch, math, ...` is run before the tape starts; `text` then, as cell 0 of "test.py". The
 * stages and axes are found. It must live until traced_close. Fails the test when the text raises.
 */
void traced_open(struct traced *t, const char *text);
/* The same, but the text may fail: see program.outcome. */
void traced_open_any(struct traced *t, const char *text);
void traced_close(struct traced *t);

/* The last event whose operation has that name, as called; -1: none. */
int traced_find(const struct traced *t, const char *name);
