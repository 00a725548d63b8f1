/* Runs code in the session of a run that has ended or pauses, for an expression that somebody asks
 * about. It is not recorded, and it may not change a tensor that the tape holds. */
#pragma once

#include "base/buf.h"
#include "trace/tape/tape.h"

#define SANDBOX_STEPS 5000000 /* of the evaluator, for each piece of code */

struct sandbox {
    struct tape *tape;
    struct interp *in;
    struct buf printed; /* what the code printed */
    bool gives;         /* the code that was run last ends in an expression */
    /* as they were before */
    struct recorder quiet, *recorder;
    struct limits limits;
    void (*write)(void *self, const char *text, size_t len, bool is_error);
    void *write_self;
    bool (*before_write)(void *observer, const struct tensor *region);
    void *observer;
    uint64_t steps;
};

/* `a` must not move until sandbox_end, which puts everything back. */
void sandbox_begin(struct sandbox *a, struct tape *t);
/* Runs a text in __main__; *last is its last expression's value (None without one), which lives
 * until the next piece of code is run. False: the exception is in the interpreter
 * (interp_traceback), or there is no memory. */
bool sandbox_run(struct sandbox *a, const char *text, struct value *last);
/* The same in the midst of a run (tape_stop), among the names where the learner's code stands, or
 * in the function that many calls of such functions around it. */
bool sandbox_run_here(struct sandbox *a, const char *text, int up, struct value *last);
/* The same of what must be an expression. */
bool sandbox_value_here(struct sandbox *a, const char *text, struct value *last);
void sandbox_end(struct sandbox *a);
